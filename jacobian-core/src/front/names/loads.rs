//! Loads: the value that a place holds now, through references.

use proc_macro2::TokenStream;
use syn::Member;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::Place;

impl<M> Lowering<M> {
    /// The place itself, or if it holds a reference, the place behind it.
    pub(crate) fn follow(&self, mut place: Place) -> Place {
        while let Some(Value::Reference(next)) = self.load(&place) {
            place = next;
        }
        place
    }

    /// The value, or if it is a reference, the value behind it.
    pub(crate) fn behind(&mut self, value: Value, at: &impl quote::ToTokens) -> Found<Value> {
        let Value::Reference(place) = value else {
            return Ok(value.behind_references());
        };
        let place = self.follow(place);
        match self.load(&place) {
            Some(Value::Poison) => Err(Stop),
            Some(value) => Ok(value),
            None => self.writer.refuse(at, messages::REFERENCE_LOST),
        }
    }

    /// The caller's place of a struct with known fields, or of one behind a reference of ours. A
    /// method that is called as `self.inner.mean()` names it `self`, which is another struct where
    /// the code goes.
    pub(crate) fn callers_place(&self, value: &Value) -> Option<TokenStream> {
        match value {
            Value::Fields(fields) => Some(fields.place.clone()),
            Value::Reference(place) => match self.load(&self.follow(place.clone()))? {
                Value::Fields(fields) => Some(fields.place.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value that a place holds.
    pub(crate) fn load(&self, place: &Place) -> Option<Value> {
        let mut value = self.names.scopes.by_id(place.root)?.value.clone();
        for position in &place.path {
            value = match value {
                Value::Maybe(maybe) => maybe.inside.clone(),
                Value::Poison => return Some(Value::Poison),
                aggregate => aggregate.parts()?.get(*position)?.clone(),
            };
        }
        Some(value)
    }

    /// The value behind the `Deref` of a type of another crate.
    pub(crate) fn behind_deref(&self, value: &Value) -> Option<Value> {
        let Value::Struct(layout, fields) = value else {
            return None;
        };
        let member = self.given.types.behind_member(layout.own.as_ref()?)?;
        fields.get(layout.position(&member)?).cloned()
    }

    /// A field of a struct, or of what is behind its `Deref`.
    pub(crate) fn field_of_struct(&self, value: &Value, member: &Member) -> Option<Value> {
        match (value, member) {
            (Value::Struct(layout, fields), _) => match layout.position(member) {
                Some(position) => fields.get(position).cloned(),
                None => self.field_of_struct(&self.behind_deref(value)?, member),
            },
            (Value::Matrix(matrix), Member::Named(name)) => {
                let position = matrix.coordinate(&name.to_string())?;
                matrix.elements.get(position).cloned()
            }
            _ => None,
        }
    }
}
