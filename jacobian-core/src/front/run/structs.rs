//! Struct literals: values with named parts.
//!
//! ```text
//! State { v: a * t, x: s.v }     Struct [v, x]: v3, v1
//! Pair(v0, 2.0)                  Struct [0, 1]: v0, v4
//! ```
//!
//! A literal with an active name is split into its fields. So is a literal that is returned, and a
//! literal of plain numbers in a `let mut`. Any other literal is opaque. The fields have the order
//! of the definition, or that of the literal if the definition is not in view.

use std::rc::Rc;

use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Expr, Member};

use crate::interface::{Access, ConstArguments, Layout, Shape};

use crate::front::messages;
use crate::front::methods::positions::plain;
use crate::front::names::own_copies::Copied;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Key, Written};
use crate::front::run::Run;
use crate::front::syntax::form::{Want, has_struct, is_plain, tuple_struct};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::is_place;
use crate::front::syntax::variants::is_in_type;
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::typed;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// A value whose opaque parts are those of the shape, for example a struct that is a parameter
    /// in the field of a struct literal.
    pub(crate) fn with_opaque_parts(&mut self, value: Value, shape: &Shape) -> Found<Value> {
        let value = match (value, shape) {
            (value, Shape::Scalar) => return Ok(value),
            (Value::Inactive(whole), shape) => return self.opaque_as(whole, shape),
            // A struct of the caller's with some fields that are independents.
            (Value::Fields(fields), Shape::Struct(layout, _)) => {
                let part = |member: &Member| {
                    let place = &fields.place;
                    let other = || Value::Inactive(plain(quote!(#place.#member)));
                    fields.get(member).cloned().unwrap_or_else(other)
                };
                let parts = layout.members.iter().map(part).collect();
                Value::Struct(Rc::clone(layout), Rc::new(parts))
            }
            (value, _) => value,
        };
        let shapes: Vec<&Shape> = match (&value, shape) {
            // Fields meet by their names, because a literal may have another order.
            (Value::Struct(layout, _), Shape::Struct(wanted, shapes)) => {
                let positions = layout.members.iter().map(|member| wanted.position(member));
                positions
                    .flatten()
                    .map(|position| &shapes[position])
                    .collect()
            }
            (_, Shape::Tuple(shapes) | Shape::Struct(_, shapes)) => shapes.iter().collect(),
            (_, Shape::Array(length, element)) => vec![&**element; *length],
            _ => Vec::new(),
        };
        let Some(parts) = value.parts().filter(|parts| parts.len() == shapes.len()) else {
            return Ok(value);
        };
        let parts = parts.iter().zip(shapes);
        let parts = parts.map(|(part, shape)| self.with_opaque_parts(part.clone(), shape));
        let parts = parts.collect::<Found<Vec<Value>>>()?;
        Ok(value.rebuilt(parts))
    }

    /// Opaque code as a value of this shape. It is evaluated once.
    fn opaque_as(&mut self, whole: Inactive, shape: &Shape) -> Found<Value> {
        let mut tokens = whole.tokens;
        if !is_place(&tokens) || !whole.mentions.is_empty() {
            let name = syn::Ident::new("part", proc_macro2::Span::call_site());
            let name = self.writer.fresh(&name);
            self.writer
                .keep_statement(quote!(let #name = #tokens;), &whole.mentions)?;
            tokens = quote!(#name);
        }
        let parts = shape.places(&tokens).into_iter();
        let mut parts = parts.map(|place| Value::Inactive(plain(place)));
        Ok(Value::of_shape(shape, &mut parts))
    }

    /// `State { x, v: 2.0 }`
    pub(crate) fn eval_struct(
        &mut self,
        literal: &syn::ExprStruct,
        want: Want<'_>,
    ) -> Found<Value> {
        let members = literal.fields.iter().map(|field| field.member.clone());
        let layout = self.layout_written(&literal.path, members.collect());
        let fields = literal.fields.iter().map(|field| &field.expr);
        let fields: Vec<&Expr> = fields.collect();
        let value = self.structure(layout, &fields, (&literal.path, want), literal)?;
        self.check_literal(&value, &fields, literal.rest.is_some());
        let value = match (&literal.rest, literal.dot2_token) {
            (Some(base), _) => self.updated(value, base, literal)?,
            (None, Some(_)) => return self.writer.refuse(literal, messages::STRUCT_UPDATE),
            (None, None) => value,
        };
        self.declared_order(value, literal)
    }

    /// The layout of a literal, with its fields in the order in which they are written.
    fn layout_written(&self, path: &syn::Path, members: Vec<Member>) -> Layout {
        let (types, home) = (&self.given.types, self.given.home.module);
        if let Some(own) = types.key(path, &self.within()) {
            return Layout {
                path: types.path_to(&own, home),
                members,
                own: Some(own),
                is_variant: false,
                made: None,
                access: Access::default(),
                lengths: ConstArguments::default(),
            };
        }
        match self.enum_of(path) {
            Some(own) => {
                let mut variant = types.path_to(&own, home);
                variant.segments.extend(path.segments.last().cloned());
                Layout {
                    path: variant,
                    members,
                    own: Some(own),
                    is_variant: true,
                    made: None,
                    access: Access::default(),
                    lengths: ConstArguments::default(),
                }
            }
            None => Layout {
                path: path.clone(),
                members,
                own: None,
                is_variant: is_in_type(path),
                made: None,
                access: Access::default(),
                lengths: ConstArguments::default(),
            },
        }
    }

    /// A struct with its fields in the order of the definition, if that is in view. All values of
    /// the type then have one layout.
    fn declared_order(&mut self, value: Value, at: &impl quote::ToTokens) -> Found<Value> {
        let Value::Struct(written, fields) = &value else {
            return Ok(value);
        };
        let declared = match &written.own {
            Some(key) if written.is_variant => self.variant_of(key, written),
            Some(key) => self.layout_of(key),
            None => None,
        };
        let Some(declared) = declared else {
            return Ok(value);
        };
        let field = |member: &Member| Some(fields[written.position(member)?].clone());
        let ordered: Option<Vec<Value>> = declared.members.iter().map(field).collect();
        match ordered {
            Some(ordered) if ordered.len() == fields.len() => {
                Ok(Value::Struct(declared, Rc::new(ordered)))
            }
            // rustc reports it as well, in the user's own function.
            _ => {
                let message = messages::fields_of_other_type(&declared.name());
                self.writer.refuse(at, &message)
            }
        }
    }

    /// The layout of a variant of an enum whose definition is in view.
    fn variant_of(&self, key: &Key, written: &Layout) -> Option<Rc<Layout>> {
        let name = &written.path.segments.last()?.ident;
        let variants = self.given.types.variants(key, self.given.home.module)?;
        let is_named = |layout: &Layout| {
            let last = layout.path.segments.last();
            last.is_some_and(|last| last.ident == *name)
        };
        variants.into_iter().find(is_named).map(Rc::new)
    }

    /// `State { x, ..base }`: the base gives the fields that the literal leaves out.
    pub(crate) fn updated(
        &mut self,
        value: Value,
        base: &Expr,
        at: &syn::ExprStruct,
    ) -> Found<Value> {
        let Value::Struct(own, fields) = value else {
            return Err(Stop);
        };
        let path = syn::TypePath {
            attrs: Vec::new(),
            qself: None,
            path: at.path.clone(),
        };
        let base = self.eval_apart(base, Some(&syn::Type::Path(path)))?;
        let base = self.behind(base, at)?;
        let base = self.own_copy(base, Copied::Cloned)?;
        let base = self.settled_base(base, &own)?;
        let base = self.in_fields(&base).unwrap_or(base);
        match base {
            Value::Struct(layout, others) => {
                let (mut members, mut values) = (own.members.clone(), fields.to_vec());
                for (member, other) in layout.members.iter().zip(others.iter()) {
                    if own.position(member).is_none() {
                        members.push(member.clone());
                        values.push(other.clone());
                    }
                }
                let layout = Layout {
                    members,
                    ..(*own).clone()
                };
                Ok(Value::Struct(Rc::new(layout), Rc::new(values)))
            }
            _ => self.writer.refuse(at, messages::STRUCT_UPDATE),
        }
    }

    /// A base that is opaque code, `..V::ZERO` or `..V::default()`, in a variable of its type.
    fn settled_base(&mut self, base: Value, own: &Layout) -> Found<Value> {
        let (Value::Inactive(code), Some(key)) = (&base, &own.own) else {
            return Ok(base);
        };
        if self.key_of_value(&base).is_some() {
            return Ok(base);
        }
        let types = Rc::clone(&self.given.types);
        if types
            .definition(key)
            .is_none_or(|found| !found.generics.params.is_empty())
        {
            return Ok(base);
        }
        let (path, tokens) = (&own.path, &code.tokens);
        let fresh = self
            .writer
            .fresh(&syn::Ident::new("base", proc_macro2::Span::call_site()));
        self.writer
            .keep_statement(quote!(let #fresh: #path = #tokens;), &code.mentions)?;
        let base = Value::Inactive(Inactive {
            tokens: quote!(#fresh),
            mentions: Vec::new(),
        });
        self.note_type(&base, &Written::of(key));
        Ok(base)
    }

    /// `Pair(a, b)`. `None` for another call.
    pub(crate) fn eval_tuple_struct(
        &mut self,
        call: &syn::ExprCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let Some(path) = tuple_struct(call) else {
            return Ok(None);
        };
        if path
            .get_ident()
            .is_some_and(|name| self.names.scopes.id(&name.to_string()).is_some())
        {
            // A variable that holds a closure, in capitals: `F(1.0)`.
            return Ok(None);
        }
        if self.rule_of_path(path, call.args.len()).is_some() {
            // A function in capitals: `puruspe::Jn(2, x)`.
            return Ok(None);
        }
        let members = (0..call.args.len()).map(|index| Member::from(syn::Index::from(index)));
        let layout = self.layout_written(path, members.collect());
        let fields: Vec<&Expr> = call.args.iter().collect();
        let value = self.structure(layout, &fields, (path, want), call)?;
        self.check_literal(&value, &fields, false);
        self.declared_order(value, call).map(Some)
    }

    fn structure(
        &mut self,
        layout: Layout,
        fields: &[&Expr],
        written: (&syn::Path, Want<'_>),
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        if layout.own.as_ref().is_some_and(|key| self.has_drop(key)) {
            let message = messages::runs_when_dropped(&layout.name());
            return self.writer.refuse(at, &message);
        }
        let mut values = Vec::with_capacity(fields.len());
        for (field, member) in fields.iter().zip(&layout.members) {
            let declared = self.field_of_literal(&layout, member, written);
            let want = declared.as_ref().map(|declared| &declared.ty);
            let value = self.eval_apart(field, want);
            let value = value.and_then(|value| match &declared {
                Some(declared) => self.in_declared_width(value, declared, field),
                None => Ok(value),
            });
            let of_field = match &value {
                Ok(Value::Inactive(_)) if declared.is_none() => self.type_of_expression(field),
                _ => None,
            };
            let value = value.and_then(|value| self.settle_known(value));
            if let (Ok(value), Some(written)) = (&value, declared.as_ref().or(of_field.as_ref())) {
                self.note_type(value, written);
            }
            values.push(match (value, &declared) {
                (Ok(value), Some(declared)) => Ok(typed(value, &declared.ty)),
                (value, _) => value,
            });
        }
        let values = values.into_iter().collect::<Found<Vec<Value>>>()?;
        self.writer
            .limited(Value::Struct(Rc::new(layout), Rc::new(values)), at)
    }

    /// An expression with literals that are split into parts, active or not.
    pub(crate) fn eval_apart(&mut self, expression: &Expr, want: Want<'_>) -> Found<Value> {
        match strip(expression) {
            Expr::Struct(literal) => self.eval_struct(literal, want),
            Expr::Array(array) => {
                let parts = self.eval_each_apart(&array.elems, true, want)?;
                self.writer.limited(Value::array(parts), expression)
            }
            Expr::Tuple(tuple) => {
                let parts = self.eval_each_apart(&tuple.elems, false, want)?;
                self.writer.limited(Value::tuple(parts), expression)
            }
            Expr::Call(call) => match self.eval_tuple_struct(call, want)? {
                Some(value) => Ok(value),
                None => self.eval_as(expression, want),
            },
            _ => self.eval_as(expression, want),
        }
    }

    pub(crate) fn eval_each_apart<P>(
        &mut self,
        parts: &Punctuated<Expr, P>,
        is_array: bool,
        want: Want<'_>,
    ) -> Found<Vec<Value>> {
        if !parts.iter().any(has_struct) {
            return self.eval_parts(parts, is_array, want);
        }
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            let value = self.eval_apart(part, None);
            values.push(value.and_then(|value| self.settle_known(value)));
        }
        values.into_iter().collect()
    }

    /// The initial value of a `let`. A mutable struct of plain numbers is split, because a field
    /// may become active later.
    pub(crate) fn eval_initial(&mut self, pattern: &syn::Pat, expression: &Expr) -> Found<Value> {
        self.note_written(pattern);
        let (pattern, ty) = match pattern {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        let mutable = matches!(pattern, syn::Pat::Ident(name) if name.mutability.is_some());
        if mutable && has_struct(expression) && is_plain(expression) {
            return self.eval_apart(expression, ty);
        }
        if let Some(list) = self.list_of_crate(expression)? {
            return Ok(list);
        }
        let returned = match ty {
            Some(_) => None,
            None => self.type_of_returned(pattern, expression),
        };
        let value = self.eval_as(expression, ty.or(returned.as_ref()))?;
        let value = match ty {
            Some(ty) => {
                self.refuse_other_lengths(ty, &value, expression)?;
                self.in_declared_width(value, &self.written(ty), expression)?
            }
            None => value,
        };
        match (value, ty) {
            (Value::Inactive(inactive), Some(ty)) => self.annotated(inactive, ty, pattern),
            (value, _) => Ok(value),
        }
    }
}
