//! The receiver of a method that is run: `self` in its body.
//!
//! ```text
//! a.dot(b)             `self` is the value of `a`, or the place `k.pos` where that is opaque
//! p.advance(dt)        `self` is a reference to `p`
//! ```

use quote::quote;
use syn::Pat;

use crate::front::names::functions::{Function, TakesSelf};
use crate::front::names::own_copies::Copied;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::run::Run;
use crate::front::syntax::tokens::{behind_references, is_place};
use crate::front::syntax::types::behind_reference;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// A receiver before the call: opaque code that is not a place is evaluated now.
    pub(crate) fn receiver_value(&mut self, function: &Function, value: Value) -> Found<Value> {
        let Value::Inactive(inactive) = value else {
            return Ok(value);
        };
        let value = Value::Inactive(Inactive {
            tokens: behind_references(inactive.tokens),
            ..inactive
        });
        if let Some(key) = self.key_of_value(&value) {
            self.refuse_unknown_shape(&value, &key)?;
        }
        let known = match &value {
            Value::Inactive(inactive) => self.type_of_tokens(&inactive.tokens),
            _ => None,
        };
        let value = match self.borrowed_receiver(function, &value)? {
            Some(value) => value,
            None => self.writer.settle_part(value)?,
        };
        if let Some(this) = &function.this {
            // The type at the call has the values of const parameters, `Vector<3>`.
            let written = known.filter(has_arguments).unwrap_or_else(|| Written {
                ty: this.clone(),
                at: function.within.clone(),
            });
            self.note_type(&value, &written);
        }
        Ok(self.as_declared(function, value))
    }

    /// The place of a receiver that `&self` borrows, if it has a type of the user's own that a copy
    /// would move. What is behind a shared reference does not change, so its place is kept. Another
    /// place is borrowed, so that rustc refuses what would read it after a change.
    fn borrowed_receiver(&mut self, function: &Function, value: &Value) -> Found<Option<Value>> {
        let Value::Inactive(inactive) = value else {
            return Ok(None);
        };
        let is_copied = self.key_of_value(value).is_none_or(|key| {
            let definition = self.given.types.definition(&key);
            let derives = definition.is_some_and(|found| found.derives.contains("Copy"));
            !key.contains("::") || derives || self.given.types.foreign(&key).is_some()
        });
        if is_copied
            || function.takes_self != TakesSelf::ByReference
            || !is_place(&inactive.tokens)
            || self.is_reference(&inactive.tokens)
        {
            return Ok(None);
        }
        // Another variable may have the name of a parameter, but not that of `self`.
        let is_of_self = first_name(inactive.tokens.clone()).is_some_and(|root| root == "self");
        let is_shared = is_of_self && self.names.borrowed.contains("self");
        if is_shared {
            return Ok(Some(value.clone()));
        }
        let (place, mentions) = (&inactive.tokens, inactive.mentions.clone());
        let borrowed = Inactive {
            tokens: quote!(&#place),
            mentions,
        };
        let value = self.writer.settle_part(Value::Inactive(borrowed))?;
        if let Value::Inactive(inactive) = &value {
            self.names.borrowed.insert(inactive.tokens.to_string());
        }
        Ok(Some(value))
    }

    /// An enum is matched by rustc, so `self` must be a reference to it where the method says so,
    /// and the enum itself where it does not.
    fn as_declared(&self, function: &Function, value: Value) -> Value {
        let key = self.key_of_value(&value);
        let is_enum = key.is_some_and(|key| self.given.types.is_enum(&key));
        let Value::Inactive(Inactive { tokens, mentions }) = value else {
            return value;
        };
        let is_reference = self.is_reference(&tokens);
        let tokens = match (is_enum, function.takes_self, is_reference) {
            (true, TakesSelf::ByReference, false) => quote!(&#tokens),
            (true, TakesSelf::ByValue | TakesSelf::AsCopy, true) => quote!((*#tokens)),
            _ => tokens,
        };
        Value::Inactive(Inactive { tokens, mentions })
    }

    /// Whether a place holds a reference, as far as its type is known.
    fn is_reference(&self, place: &proc_macro2::TokenStream) -> bool {
        let written = self.type_of_tokens(place);
        self.names.borrowed.contains(&place.to_string())
            || written.is_some_and(|written| matches!(written.ty, syn::Type::Reference(_)))
    }

    /// Binds `self`. The body of a `mut self` method changes a copy, so an opaque struct is taken
    /// apart for it.
    pub(crate) fn bind_receiver(&mut self, function: &Function, value: Value) {
        let opened = self.in_fields(&value);
        let value = match (function.takes_self, opened) {
            (TakesSelf::AsCopy, Some(opened)) => opened,
            (TakesSelf::AsCopy, None) => {
                let copy = self.own_copy(value.clone(), Copied::Cloned);
                copy.unwrap_or(value)
            }
            (_, Some(opened)) if self.is_in_prelude() => opened,
            _ => value,
        };
        let active = self.is_active_value(&value);
        self.writer.name_leaves(&value);
        self.names.scopes.bind("self".to_owned(), value, active);
    }

    /// Remembers the declared type of an opaque variable.
    pub(crate) fn note_declared(&mut self, pattern: &Pat, ty: &syn::Type) {
        let written = self.written(ty);
        self.note_type_of(pattern, &written);
    }
}

/// The name that a place begins with.
fn first_name(place: proc_macro2::TokenStream) -> Option<String> {
    place.into_iter().find_map(|token| match token {
        proc_macro2::TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    })
}

/// Whether a type is written with generic arguments.
fn has_arguments(written: &Written) -> bool {
    matches!(behind_reference(&written.ty), syn::Type::Path(path)
        if path.path.segments.last().is_some_and(|last| !last.arguments.is_none()))
}
