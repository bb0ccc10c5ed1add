//! Places: a variable or a part of it, and stores to it.
//!
//! ```text
//! y[1][0] = v             the place is variable `y` with the path [1, 0]
//! let r = &mut y[1];      the value of `r` is a reference to the place `y`, [1]
//! r[0] = v                follows `r` to its place, then [0]: the same as the first line
//! for v in &mut y { .. }  `v` refers to `y`, [0], then to `y`, [1], ...
//! ```
//!
//! At expansion a reference is a place, so a write through it is a write to the variable. A place
//! has the id of a binding and not a name, because another variable may shadow the name.

use quote::ToTokens;
use syn::Expr;

use crate::front::messages;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::syntax::form::path_key;
use crate::front::syntax::tokens::shown;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::{Place, Unlocated, locate};

impl<M> Lowering<M> {
    /// The place of a variable.
    pub(crate) fn variable(&self, name: &syn::Ident) -> Option<Place> {
        Some(Place {
            root: self.names.scopes.id(&name.to_string())?,
            name: name.clone(),
            path: Vec::new(),
        })
    }

    pub(crate) fn is_output_place(&self, place: &Place) -> bool {
        self.names
            .scopes
            .by_id(place.root)
            .is_some_and(|binding| binding.role == Role::Output)
    }

    /// The parts of an aggregate behind a reference: references to them.
    pub(crate) fn parts_of(&mut self, place: &Place, at: &impl ToTokens) -> Found<Value> {
        let place = self.follow(place.clone());
        let refer = |count: usize| {
            (0..count)
                .map(|position| Value::Reference(place.then(position)))
                .collect()
        };
        match self.load(&place) {
            // A matrix is read as a whole.
            Some(Value::Poison) => Err(Stop),
            Some(matrix @ Value::Matrix(_)) => Ok(matrix),
            Some(value) => Ok(match value.parts() {
                Some(parts) => value.rebuilt(refer(parts.len())),
                None => value,
            }),
            None => self.writer.refuse(at, messages::REFERENCE_LOST),
        }
    }

    /// Whether a place is in a variable that holds what a reference means.
    pub(crate) fn is_hidden(&self, place: &Place) -> bool {
        let binding = self.names.scopes.by_id(place.root);
        binding.is_some_and(|binding| binding.selected.is_some())
    }

    pub(crate) fn root_value(&self, place: &Place) -> Value {
        let binding = self.names.scopes.by_id(place.root);
        binding.map_or(Value::Poison, |binding| binding.value.clone())
    }

    /// Assigns the result of an expression. After a mistake the whole variable is poisoned, so that
    /// its uses are not reported again.
    pub(crate) fn store_found(&mut self, place: &Place, found: Found<Value>, at: &Expr) {
        match found {
            Ok(value) => self.store(place, value, at),
            // Control has left the statement, so nothing is assigned.
            Err(Stop) if self.control.flow.is_some() => {}
            Err(Stop) if self.writer.at_run_time().is_err() => {}
            Err(Stop) => {
                if let Some(binding) = self.names.scopes.by_id_mut(place.root) {
                    binding.value = Value::Poison;
                }
            }
        }
    }

    /// Assigns. If the place holds a reference and the new value is not a reference, the write goes
    /// through the reference.
    pub(crate) fn store(&mut self, place: &Place, value: Value, at: &Expr) {
        if matches!(value, Value::Reference(_)) {
            return self.store_at(place, value, at);
        }
        let place = self.follow(place.clone());
        // An array of references, for example a `&mut` slice: the values are written through them.
        if let (Some(Value::Array(slots)), Value::Array(values)) = (self.load(&place), &value)
            && slots.len() == values.len()
            && slots.iter().any(|slot| matches!(slot, Value::Reference(_)))
        {
            for (position, value) in values.iter().enumerate() {
                self.store(&place.then(position), value.clone(), at);
            }
            return;
        }
        self.store_at(&place, value, at);
    }

    pub(crate) fn store_at(&mut self, place: &Place, value: Value, at: &Expr) {
        // A trial leaves names as they are.
        if self.writer.at_run_time().is_err() {
            return;
        }
        let value = match self.stored_over(place, value, at) {
            Ok(Some(value)) => value,
            Ok(None) => return,
            Err(Stop) => Value::Poison,
        };
        let value = match self.with_other_fields(place, value, at) {
            Ok(value) => value,
            Err(Stop) => Value::Poison,
        };
        if let Value::Array(_) | Value::Tuple(_) | Value::Struct(..) = &value {
            // An aggregate stored into a part of itself can double in size at each step of a loop,
            // so its size is limited.
            let both = Value::array(vec![value.clone(), self.root_value(place)]);
            if self.writer.limited(both, at).is_err() {
                return;
            }
        }
        if let Some(field) = self.field_not_written(place) {
            self.writer.report(at, &messages::field_not_output(&field));
            return;
        }
        let active = self.is_active_value(&value);
        self.writer.name_leaves(&value);
        let Some(binding) = self.names.scopes.by_id_mut(place.root) else {
            self.writer.report(at, messages::REFERENCE_LOST);
            return;
        };
        if binding.role == Role::Item {
            // The user's code would change a copy of the constant.
            self.writer.report(at, messages::CANNOT_ASSIGN);
            return;
        }
        if binding.selected.is_some() {
            self.names.unwritten.push(place.clone());
        }
        match locate(&mut binding.value, &place.path) {
            Ok(slot) => {
                *slot = value;
                // After a write to a part, the other parts may still be active.
                binding.active = if place.path.is_empty() {
                    active
                } else {
                    binding.active || active
                };
            }
            Err(Unlocated::Reported) => {}
            Err(Unlocated::Opaque) => {
                let message = self.active_into_opaque(place, &at.to_token_stream());
                self.writer.report(at, &message);
            }
            Err(Unlocated::Said(message)) => {
                self.writer.report(at, &message);
            }
        }
    }

    /// Whether a path is a new value wherever it is named: a constant, or a struct without fields.
    pub(crate) fn is_new_value(&self, path: &syn::ExprPath) -> bool {
        let key = path_key(&path.path).filter(|_| path.qself.is_none());
        match key.and_then(|key| self.names.scopes.get(&key)) {
            Some(binding) => binding.role == Role::Item,
            None => self.is_unit_struct(&path.path),
        }
    }

    /// The field behind `&mut` that a place is in, if it is an independent but no output.
    fn field_not_written(&self, place: &Place) -> Option<String> {
        let mut value = &self.names.scopes.by_id(place.root)?.value;
        for position in &place.path {
            if let Value::Fields(fields) = value {
                let member = fields.members.get(*position)?;
                if !fields.written.contains(member) {
                    let field = &fields.place;
                    return Some(shown(&quote::quote!(#field.#member)));
                }
            }
            value = value.parts()?.get(*position)?;
        }
        None
    }

    /// A value that is stored where a struct with outputs is: its other fields are written.
    fn with_other_fields(&mut self, place: &Place, value: Value, at: &Expr) -> Found<Value> {
        let current = self.load(place);
        let Some(Value::Fields(fields)) = current else {
            return Ok(value);
        };
        if let Value::Fields(new) = &value
            && new.place.to_string() == fields.place.to_string()
        {
            return Ok(value);
        }
        let tokens = &fields.place;
        let tokens = if place.path.is_empty() {
            quote::quote!(*#tokens)
        } else {
            tokens.clone()
        };
        self.fields_assigned(&fields, &tokens, value, at)
    }
}
