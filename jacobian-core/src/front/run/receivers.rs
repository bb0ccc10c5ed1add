//! The receiver of a method that is run: `self` in its body.
//!
//! ```text
//! a.dot(b)             `self` is the value of `a`, or the place `k.pos` where that is opaque
//! p.advance(dt)        `self` is a reference to `p`
//! ```

use quote::quote;
use syn::Pat;

use crate::front::names::functions::{Function, TakesSelf};
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::run::Run;
use crate::front::syntax::tokens::behind_references;
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
        let known = match &value {
            Value::Inactive(inactive) => self.type_of_tokens(&inactive.tokens),
            _ => None,
        };
        let value = self.writer.settle_part(value)?;
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

    /// An enum is matched by rustc, so `self` must be a reference to it where the method says so,
    /// and the enum itself where it does not.
    fn as_declared(&self, function: &Function, value: Value) -> Value {
        let key = self.key_of_value(&value);
        let is_enum = key.is_some_and(|key| self.given.types.is_enum(&key));
        let Value::Inactive(Inactive { tokens, mentions }) = value else {
            return value;
        };
        let text = tokens.to_string();
        let written = self.type_of_tokens(&tokens);
        let is_reference = self.names.borrowed.contains(&text)
            || written.is_some_and(|written| matches!(written.ty, syn::Type::Reference(_)));
        let tokens = match (is_enum, function.takes_self, is_reference) {
            (true, TakesSelf::ByReference, false) => quote!(&#tokens),
            (true, TakesSelf::ByValue | TakesSelf::AsCopy, true) => quote!((*#tokens)),
            _ => tokens,
        };
        Value::Inactive(Inactive { tokens, mentions })
    }

    /// Binds `self`. The body of a `mut self` method changes a copy, so an opaque struct is taken
    /// apart for it.
    pub(crate) fn bind_receiver(&mut self, function: &Function, value: Value) {
        let opened = self.in_fields(&value);
        let value = match (function.takes_self, opened) {
            (TakesSelf::AsCopy, Some(opened)) => opened,
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

    /// Remembers the type of the variable that a pattern is.
    pub(crate) fn note_type_of(&mut self, pattern: &Pat, written: &Written) {
        if let Pat::Ident(name) = pattern
            && let Some(binding) = self.names.scopes.get(&name.ident.to_string())
        {
            let value = binding.value.clone();
            self.note_type(&value, written);
        }
    }
}

/// Whether a type is written with generic arguments.
fn has_arguments(written: &Written) -> bool {
    matches!(behind_reference(&written.ty), syn::Type::Path(path)
        if path.path.segments.last().is_some_and(|last| !last.arguments.is_none()))
}
