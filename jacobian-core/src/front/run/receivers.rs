//! The receiver of a method that is run: `self` in its body.
//!
//! ```text
//! a.dot(b)             `self` is the value of `a`, or the place `k.pos` where that is opaque
//! p.advance(dt)        `self` is a reference to `p`
//! ```

use std::rc::Rc;

use quote::quote;
use syn::{Expr, Pat};

use crate::front::names::functions::{Function, TakesSelf};
use crate::front::names::own_copies::Copied;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Written};
use crate::front::run::Run;
use crate::front::syntax::form::root_name;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{behind_references, is_part_of_item, is_place};
use crate::front::syntax::types::{behind_reference, pointee};
use crate::front::value::fields::Fields;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// Whether a trial passes on a receiver that only run time knows: `model.dim()` may be known,
    /// as long as nothing reads `model`.
    pub(crate) fn is_only_tried(&self, receiver: Option<&Value>) -> bool {
        matches!(receiver, Some(Value::Inactive(_))) && self.writer.is_trial()
    }

    /// A receiver before the call: opaque code that is not a place is evaluated now.
    pub(crate) fn receiver_value(&mut self, function: &Function, value: Value) -> Found<Value> {
        let Value::Inactive(inactive) = value else {
            return Ok(value);
        };
        let value = Value::Inactive(Inactive {
            tokens: behind_references(inactive.tokens),
            ..inactive
        });
        let value = match self.key_of_value(&value) {
            Some(key) => self.with_rows_in_memory(value, &key)?,
            None => value,
        };
        match &value {
            value if self.is_only_tried(Some(value)) => return Ok(value.clone()),
            Value::Inactive(code) if !self.is_known_code(&code.tokens) => {}
            _ => return Ok(value),
        }
        let known = match &value {
            Value::Inactive(inactive) => self.type_of_tokens(&inactive.tokens),
            _ => None,
        };
        let value = self.behind_pointer(function, value, known.as_ref());
        let known = known.map(|known| known.with(pointee(&known.ty)));
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

    /// What a `Box` or another pointer holds, for a method that takes a reference to it: a `match`
    /// on the pointer would not compile.
    fn behind_pointer(&self, function: &Function, value: Value, known: Option<&Written>) -> Value {
        match value {
            Value::Inactive(inactive) if function.takes_self == TakesSelf::ByReference => {
                Value::Inactive(self.dereferenced_pointer(inactive, known))
            }
            value => value,
        }
    }

    /// The same for an argument that is a reference to a pointer, where the parameter is one to
    /// what it holds.
    pub(crate) fn coerced(&self, pattern: &Pat, inactive: Inactive) -> Inactive {
        let declared = match pattern {
            Pat::Type(typed) => match &*typed.ty {
                syn::Type::Reference(declared) if declared.mutability.is_none() => &*declared.elem,
                _ => return inactive,
            },
            _ => return inactive,
        };
        if pointee(declared) != declared || self.is_any_type(declared) {
            return inactive;
        }
        let known = self.type_of_tokens(&inactive.tokens);
        self.dereferenced_pointer(inactive, known.as_ref())
    }

    /// A reference to what a pointer holds. rustc finds it by the type, through any references.
    fn dereferenced_pointer(&self, inactive: Inactive, known: Option<&Written>) -> Inactive {
        let types = &self.given.types;
        let held = known.and_then(|known| {
            let ty = behind_reference(&known.ty);
            let is_pointer = types.key_of(ty, &known.at).is_none() && pointee(ty) != ty;
            let key = types
                .key_of(pointee(ty), &known.at)
                .filter(|_| is_pointer)?;
            let is_plain = types.definition(&key)?.generics.params.is_empty();
            types
                .path_in_view(&key, self.given.home.module)
                .filter(|_| is_plain)
        });
        let Some(held) = held else {
            return inactive;
        };
        let tokens = &inactive.tokens;
        Inactive {
            tokens: quote!(::core::convert::identity::<&#held>(&#tokens)),
            mentions: inactive.mentions,
        }
    }

    /// The place of a receiver that `&self` borrows, if it has a type of the user's own that a copy
    /// would move. What is behind a shared reference does not change, so its place is kept. Another
    /// place is borrowed, so that rustc refuses what would read it after a change.
    fn borrowed_receiver(&mut self, function: &Function, value: &Value) -> Found<Option<Value>> {
        let Value::Inactive(inactive) = value else {
            return Ok(None);
        };
        let key = self.key_of_value(value);
        // The methods of ndarray that take an array by value change a copy of it.
        let layout = key.clone().and_then(|key| self.layout_of(&key));
        let is_array = layout.is_some_and(|layout| self.is_array_of_crate(&layout));
        let is_copied = key.is_none_or(|key| {
            let definition = self.given.types.definition(&key);
            let derives = definition.is_some_and(|found| found.derives.contains("Copy"));
            let is_foreign = self.given.types.foreign(&key).is_some() && !is_array;
            !key.contains("::") || derives || is_foreign
        });
        if is_copied
            || (function.takes_self != TakesSelf::ByReference && !is_array)
            || !(is_place(&inactive.tokens) || is_part_of_item(&inactive.tokens))
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
        self.borrowed_place(inactive).map(Some)
    }

    /// A variable that borrows a place.
    fn borrowed_place(&mut self, place: &Inactive) -> Found<Value> {
        let Inactive { tokens, mentions } = place.clone();
        let tokens = quote!(&#tokens);
        let value = Value::Inactive(Inactive { tokens, mentions });
        let value = self.writer.settle_part(value)?;
        if let Value::Inactive(inactive) = &value {
            self.names.borrowed.insert(inactive.tokens.to_string());
        }
        Ok(value)
    }

    /// Evaluates opaque code into a variable. Texts of the prelude copy arrays that the source
    /// borrows, `self.weights.dot(x)`, so such a place is borrowed here.
    pub(crate) fn settle_copied(&mut self, value: Value) -> Found<Value> {
        let key = self.key_of_value(&value).filter(|_| self.is_in_prelude());
        let layout = key.and_then(|key| self.layout_of(&key));
        match &value {
            Value::Inactive(place)
                if layout.is_some_and(|layout| self.is_array_of_crate(&layout))
                    && is_place(&place.tokens)
                    && !self.is_reference(&place.tokens) =>
            {
                self.borrowed_place(place)
            }
            _ => self.writer.settle_part(value),
        }
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

    /// A struct of the caller's, or in a field of one, of which nothing is followed. A method that
    /// changes it writes to the fields at its place.
    pub(crate) fn unfollowed_struct(&self, receiver: &Expr) -> Option<Value> {
        if !matches!(strip(receiver), Expr::Field(_) | Expr::Path(_)) {
            return None;
        }
        let root = root_name(receiver)?;
        let is_of_known = match self.peek(&syn::parse_quote!(#root)) {
            Some(Value::Fields(_)) => true,
            _ => self.is_callers(receiver),
        };
        let value = self.peek(receiver).filter(|_| is_of_known)?;
        let Value::Inactive(place) = &value else {
            return None;
        };
        let key = self.key_of_value(&value)?;
        let definition = self.given.types.definition(&key)?;
        if !matches!(definition.body, Body::Struct(_)) || definition.made.is_some() {
            return None;
        }
        Some(Value::Fields(Rc::new(Fields {
            place: place.tokens.clone(),
            members: Vec::new(),
            values: Vec::new(),
            written: Vec::new(),
        })))
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
