//! Copies of structs of which some fields are followed: variables of their own, whose fields can be
//! assigned.
//!
//! ```text
//! let mut next = self.clone();    Struct: the followed fields by their values, the others as
//! next.pose.x += dt * next.v;     copies of the user's fields; `self` stays as it is
//! Params { k: x, ..*p }           the base of a literal, by its fields
//! fn f(mut p: Params) { .. }      a parameter that is its own variable
//! ```
//!
//! The definition of the struct must be in view, because all of its fields are named.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Member, Pat};

use crate::interface::Parameter;

use crate::front::names::state::Lowering;
use crate::front::read::signature::Signature;
use crate::front::syntax::form::root_name;
use crate::front::syntax::no_numbers::is_phantom_code;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, is_other_primitive, type_name};
use crate::front::value::fields::Fields;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// How the user's code makes the copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// `p.clone()` and `*p`.
    Cloned,
    /// `p` itself, which nothing else uses from here on.
    Moved,
}

impl<M> Lowering<M> {
    /// A copy for a `let`, if its variable is changed or if the original may be.
    pub(crate) fn own_variable(
        &mut self,
        pattern: &Pat,
        init: &Expr,
        value: Value,
    ) -> Found<Value> {
        self.refuse_hidden_state(&value, init)?;
        let Value::Fields(fields) = &value else {
            return Ok(value);
        };
        let Some(copied) = self.way_of_copying(init) else {
            return Ok(value);
        };
        if is_mutable(pattern) || self.may_change(&fields.place) {
            return self.own_copy(value, copied);
        }
        Ok(value)
    }

    /// How an expression copies the struct that it names. `None` for references.
    pub(crate) fn way_of_copying(&self, init: &Expr) -> Option<Copied> {
        match strip(init) {
            Expr::MethodCall(call) if call.method == "clone" || call.method == "to_owned" => {
                Some(Copied::Cloned)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => Some(Copied::Cloned),
            Expr::Field(_) => Some(Copied::Cloned),
            Expr::Path(path) => {
                let name = root_name(init)?.to_string();
                let refers = path.path.is_ident("self")
                    || self.names.borrowed.contains(&name)
                    || self.names.borrowed_mutably.contains(&name);
                (!refers).then_some(Copied::Moved)
            }
            _ => None,
        }
    }

    /// Whether a value is a struct behind a shared reference of which a copy serves as well. It is
    /// cloned, because it cannot be moved. A `Cell` in it might change, so its other fields are
    /// numbers and texts.
    pub(crate) fn is_behind_shared(&mut self, value: &Value) -> bool {
        let Value::Fields(fields) = value else {
            return false;
        };
        let key = self.key_of_value(value);
        let Some(layout) = key.and_then(|key| self.layout_of(&key)) else {
            return false;
        };
        let root = fields.place.clone().into_iter().next();
        let root = root.map(|root| root.to_string());
        let is_borrowed = root.is_some_and(|root| self.names.borrowed.contains(&root));
        is_borrowed
            && fields.written.is_empty()
            && !self.may_change(&fields.place)
            && layout
                .members
                .iter()
                .all(|member| self.is_plain_field(fields, member))
    }

    /// Whether the values at the ends of arms are joined as copies of whole structs.
    pub(crate) fn are_joined_as_copies(&mut self, values: &[&Value]) -> bool {
        let is_readable =
            |value: &&Value| matches!(value, Value::Fields(fields) if fields.written.is_empty());
        let is_struct = |value: &&Value| matches!(value, Value::Struct(..));
        let is_any_whole = values.iter().any(is_struct);
        let mut are_shared = || values.iter().all(|value| self.is_behind_shared(value));
        values.iter().any(is_readable) && (is_any_whole || are_shared())
    }

    /// The struct with all of its fields, at the end of an arm.
    pub(crate) fn joined_copy(&mut self, value: Value) -> Found<Value> {
        let copied = if self.is_behind_shared(&value) {
            Copied::Cloned
        } else {
            Copied::Moved
        };
        self.own_copy(value, copied)
    }

    fn is_of_numbers(&mut self, value: &Value) -> bool {
        match value {
            Value::Scalar(_) => true,
            Value::Fields(_) => self.is_behind_shared(value),
            aggregate => aggregate
                .parts()
                .is_some_and(|parts| parts.iter().all(|part| self.is_of_numbers(part))),
        }
    }

    fn is_plain_field(&mut self, fields: &Fields, member: &Member) -> bool {
        if let Some(known) = fields.get(member) {
            return self.is_of_numbers(known);
        }
        let place = &fields.place;
        let written = self.type_of_tokens(&quote!(#place.#member));
        written.is_some_and(|written| {
            is_other_primitive(&written.ty) || self.is_scalar_type(&written.ty)
        })
    }

    /// Whether the user's code may change a place.
    pub(crate) fn may_change(&self, place: &TokenStream) -> bool {
        let root = place.clone().into_iter().next();
        root.is_some_and(|root| self.names.mutable.contains(&root.to_string()))
    }

    /// The same for a parameter: `mut p: Params` of a function that is inlined.
    pub(crate) fn own_argument(&mut self, pattern: &Pat, value: Value) -> Found<Value> {
        let is_reference =
            matches!(pattern, Pat::Type(typed) if matches!(*typed.ty, syn::Type::Reference(_)));
        match &value {
            Value::Fields(_) if is_mutable(pattern) && !is_reference => {
                self.own_copy(value, Copied::Cloned)
            }
            _ => Ok(value),
        }
    }

    /// The same for the parameters of the attributed function.
    pub(crate) fn own_parameters(&mut self, signature: &Signature) {
        let interface = &signature.interface;
        let is_own = |parameter: &&Parameter| {
            parameter.mutability.is_some() && !matches!(parameter.ty, syn::Type::Reference(_))
        };
        let names = interface.parameters.iter().filter(is_own);
        let mut names: Vec<syn::Ident> = names.map(|parameter| parameter.name.clone()).collect();
        names.extend(interface.receiver.iter().filter_map(|receiver| {
            let is_value = matches!(receiver.kind, syn::ReceiverKind::Value);
            let is_own = receiver.mutability.is_some() && is_value;
            is_own.then(|| receiver.self_token.into())
        }));
        for name in names {
            let binding = self.names.scopes.get(&name.to_string());
            let value = binding.map(|binding| binding.value.clone());
            if let Some(value @ Value::Fields(_)) = value
                && let Ok(value) = self.own_copy(value, Copied::Moved)
            {
                self.bind(&name, value);
            }
        }
    }

    /// The struct with all of its fields. Another value, or a struct out of sight, stays as it is.
    pub(crate) fn own_copy(&mut self, value: Value, copied: Copied) -> Found<Value> {
        let fields = match &value {
            Value::Fields(fields) => fields,
            Value::Struct(..) | Value::Tuple(_) | Value::Array(_) if copied == Copied::Cloned => {
                let parts = value.parts().unwrap_or_default().iter();
                let parts = parts.map(|part| match part {
                    Value::Inactive(inner) => self.cloned_part(inner.clone()),
                    part => self.own_copy(part.clone(), copied),
                });
                let parts = parts.collect::<Found<Vec<Value>>>()?;
                return Ok(value.rebuilt(parts));
            }
            _ => return Ok(value),
        };
        let key = self.key_of_value(&value);
        let layout = key.and_then(|key| self.layout_of(&key));
        let Some(layout) = layout.filter(|layout| layout.made.is_none()) else {
            return Ok(value);
        };
        let mut parts = Vec::with_capacity(layout.members.len());
        for member in &layout.members {
            parts.push(match fields.get(member) {
                Some(known) => self.own_copy(known.clone(), copied)?,
                None => self.other_field(fields, member, copied)?,
            });
        }
        Ok(Value::Struct(layout, Rc::new(parts)))
    }

    /// A field that is not followed.
    fn other_field(&mut self, fields: &Fields, member: &Member, copied: Copied) -> Found<Value> {
        let place = &fields.place;
        let field = plain(quote!(#place.#member));
        if copied == Copied::Moved {
            return Ok(self.typed_place(field));
        }
        self.cloned_part(field)
    }

    /// Whether opaque code is a literal text or a place of type `str`, which its owner keeps.
    pub(crate) fn is_text_of_others(&self, tokens: &TokenStream) -> bool {
        let is_literal = || syn::parse2::<syn::LitStr>(tokens.clone()).is_ok();
        let written = self.type_of_tokens(tokens);
        let is_str =
            |ty: &syn::Type| type_name(behind_reference(ty)).is_some_and(|name| name == "str");
        is_literal() || written.is_some_and(|written| is_str(&written.ty))
    }

    /// A copy of an opaque part. A number that cannot change needs none.
    fn cloned_part(&mut self, part: Inactive) -> Found<Value> {
        let written = self.type_of_tokens(&part.tokens);
        let is_number = written.as_ref().is_some_and(|written| {
            let is_text = type_name(&written.ty).is_some_and(|name| name == "String");
            (is_other_primitive(&written.ty) && !is_text) || self.is_scalar_type(&written.ty)
        });
        if is_number && !self.may_change(&part.tokens) {
            return Ok(self.typed_place(part));
        }
        // If nothing used a copy of `PhantomData`, rustc could not infer its type.
        if is_phantom_code(&part.tokens) {
            return Ok(Value::Inactive(part));
        }
        let Inactive { tokens, mentions } = part;
        let tokens = quote!(::core::clone::Clone::clone(&#tokens));
        let copy = Value::Inactive(Inactive { tokens, mentions });
        let copy = self.writer.settle_part(copy)?;
        if let Some(written) = written {
            self.note_type(&copy, &written);
        }
        Ok(copy)
    }
}

fn is_mutable(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => name.mutability.is_some() && name.by_ref.is_none(),
        Pat::Type(typed) => is_mutable(&typed.pat),
        _ => false,
    }
}

fn plain(tokens: TokenStream) -> Inactive {
    Inactive {
        tokens,
        mentions: Vec::new(),
    }
}

/// `text.to_owned()`
pub(crate) fn owned_text(text: Inactive) -> Value {
    let Inactive { tokens, mentions } = text;
    let tokens = quote!(#tokens.to_owned());
    Value::Inactive(Inactive { tokens, mentions })
}
