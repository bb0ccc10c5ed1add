//! Private fields of types of crates that are seen: their values are followed, but generated code
//! can neither read nor set them.
//!
//! ```text
//! impl Line { pub fn at(&self, x: f64) -> f64 { self.slope * x } }
//! Line::new(p, s).at(x)            the slope is `s`, and nothing is read
//! fn f(line: &Line, x: f64)        line.at(x) would read `line.slope`: refused
//! ```

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, Member};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Key;
use crate::front::read::signature::Signature;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::interface::{Layout, Shape};

impl<M> Lowering<M> {
    /// Whether the running code is of a crate that is seen.
    pub(crate) fn is_in_seen(&self) -> bool {
        self.given.types.is_seen(self.within().module)
    }

    /// Whether a copy of some code compiles. Code of the prelude does not, because its paths mean
    /// nothing to the user, nor does code of a crate that is seen, if it names what is private.
    pub(crate) fn may_be_copied(&self, expression: &Expr) -> bool {
        let names_private = || {
            self.closed_field_in(expression).is_some() || self.taken_name_in(expression).is_some()
        };
        if self.is_in_seen() {
            return !names_private();
        }
        !self.is_in_prelude()
    }

    /// Refuses copied code that reads or sets a private field.
    pub(crate) fn refuse_closed_in(&mut self, expression: &Expr) -> Found<()> {
        if !self.is_in_seen() {
            return Ok(());
        }
        match self.closed_field_in(expression) {
            Some((of, member)) => self.refuse_closed(expression, &of, &member),
            None => Ok(()),
        }
    }

    /// The same for a field of an opaque value.
    pub(crate) fn refuse_closed_field(&mut self, field: &syn::ExprField) -> Found<()> {
        match self.closed_field(field) {
            Some((of, member)) => self.refuse_closed(field, &of, &member),
            None => Ok(()),
        }
    }

    fn refuse_closed<T>(&mut self, at: &impl ToTokens, of: &Key, member: &Member) -> Found<T> {
        let name = of.rsplit("::").next().unwrap_or_default();
        let member = member.to_token_stream().to_string();
        self.writer
            .refuse(at, &messages::private_field(&member, name))
    }

    /// Refuses independents and outputs with private fields.
    pub(crate) fn refuse_closed_columns(&mut self, signature: &Signature) -> Found<()> {
        for parameter in &signature.interface.parameters {
            if let Some(shape) = &parameter.output {
                self.refuse_closed_shape(shape, &parameter.name)?;
            }
        }
        for column in &signature.columns {
            self.refuse_closed_shape(&column.shape, &column.path.root)?;
            let types = &self.given.types;
            let types = std::rc::Rc::clone(types);
            let mut of = self.type_of_root(&column.path.root.to_string());
            for member in &column.path.members {
                let Some(owner) = of else { break };
                let key = self.key_of_written(&owner);
                if let Some(key) = key.filter(|key| types.is_closed(key, member)) {
                    return self.refuse_closed(member, &key, member);
                }
                of = types.field(&owner, member);
            }
        }
        Ok(())
    }

    /// Refuses a value that generated code would have to read or make.
    pub(crate) fn refuse_closed_shape(&mut self, shape: &Shape, at: &impl ToTokens) -> Found<()> {
        match shape {
            Shape::Scalar | Shape::Matrix(..) => Ok(()),
            Shape::Array(_, element) => self.refuse_closed_shape(element, at),
            Shape::Tuple(parts) | Shape::List(parts) | Shape::Fields(_, parts) => parts
                .iter()
                .try_for_each(|part| self.refuse_closed_shape(part, at)),
            Shape::Struct(layout, parts) => {
                self.refuse_closed_layout(layout, at)?;
                parts
                    .iter()
                    .try_for_each(|part| self.refuse_closed_shape(part, at))
            }
            Shape::Enum(_, parts) => parts
                .iter()
                .try_for_each(|part| self.refuse_closed_shape(part, at)),
        }
    }

    /// The same for one struct.
    pub(crate) fn refuse_closed_layout(
        &mut self,
        layout: &Layout,
        at: &impl ToTokens,
    ) -> Found<()> {
        let Some(key) = layout.own.clone() else {
            return Ok(());
        };
        match self.given.types.closed_field(&key).cloned() {
            Some(member) => self.refuse_closed(at, &key, &member),
            None => Ok(()),
        }
    }

    /// A private field that is read from an opaque value.
    fn closed_field(&self, field: &syn::ExprField) -> Option<(Key, Member)> {
        let written = self.type_of_expression(&field.base)?;
        let key = self.key_of_written(&written)?;
        let is_closed = self.given.types.is_closed(&key, &field.member);
        is_closed.then(|| (key, field.member.clone()))
    }

    /// A private field that an expression reads or sets, whose value is not known here.
    fn closed_field_in(&self, expression: &Expr) -> Option<(Key, Member)> {
        let mut walk = Walk {
            lowering: self,
            found: None,
        };
        walk.visit_expr(expression);
        walk.found
    }
}

struct Walk<'a, M> {
    lowering: &'a Lowering<M>,
    found: Option<(Key, Member)>,
}

impl<'ast, M> Visit<'ast> for Walk<'_, M> {
    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        let known = match strip(&field.base) {
            Expr::Path(path) => path.path.get_ident().and_then(|name| {
                let binding = self.lowering.names.scopes.get(&name.to_string());
                binding.map(|binding| &binding.value)
            }),
            _ => None,
        };
        // The value of the field takes its place.
        if !matches!(known, Some(Value::Struct(..) | Value::Fields(_))) {
            let found = self.lowering.closed_field(field);
            self.found = self.found.take().or(found);
        }
        visit::visit_expr_field(self, field);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        let types = &self.lowering.given.types;
        if let Some(key) = types.key(&literal.path, &self.lowering.within())
            && let Some(member) = types.closed_field(&key)
        {
            self.found
                .get_or_insert_with(|| (key.clone(), member.clone()));
        }
        visit::visit_expr_struct(self, literal);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        // `Angle(x)` of a tuple struct.
        if let Expr::Path(path) = &*call.func {
            let types = &self.lowering.given.types;
            if let Some(key) = types.key(&path.path, &self.lowering.within())
                && let Some(member) = types.closed_field(&key)
            {
                self.found
                    .get_or_insert_with(|| (key.clone(), member.clone()));
            }
        }
        visit::visit_expr_call(self, call);
    }
}
