//! Structs with some fields that are independents: `wrt(self.a, b.pose.x)`.
//!
//! ```text
//! b  =  Fields { place: `b`, known: pose -> Fields { place: `b.pose`, known: x -> v3 } }
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

use crate::front::read::paths::FieldPath;
use crate::front::value::Value;

/// A struct at a place of the user's, with some fields that are known values.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) place: TokenStream,
    pub(crate) members: Vec<Member>,
    /// The values of these fields.
    pub(crate) values: Vec<Value>,
    /// Those that are outputs, or that contain one.
    pub(crate) written: Vec<Member>,
}

/// A field that is known, and whether it is an output.
#[derive(Clone, Debug)]
pub(crate) struct KnownField<'a> {
    pub(crate) path: &'a FieldPath,
    pub(crate) value: Value,
    pub(crate) is_output: bool,
}

/// A value of which each known field may be assigned to.
pub(crate) fn all_written(value: Value) -> Value {
    match value {
        Value::Fields(fields) => Value::Fields(Rc::new(Fields {
            place: fields.place.clone(),
            members: fields.members.clone(),
            values: fields.values.iter().cloned().map(all_written).collect(),
            written: fields.members.clone(),
        })),
        Value::Array(parts) if parts.iter().any(is_at_place) => {
            Value::array(parts.iter().cloned().map(all_written).collect())
        }
        whole => whole,
    }
}

/// Whether a value is known in part, or a list of such values.
fn is_at_place(value: &Value) -> bool {
    match value {
        Value::Fields(_) => true,
        Value::Array(parts) => parts.iter().any(is_at_place),
        _ => false,
    }
}

impl Fields {
    pub(crate) fn position(&self, member: &Member) -> Option<usize> {
        self.members.iter().position(|known| known == member)
    }

    pub(crate) fn get(&self, member: &Member) -> Option<&Value> {
        self.values.get(self.position(member)?)
    }

    /// The position of a field that may be assigned to.
    pub(crate) fn written_position(&self, member: &Member) -> Option<usize> {
        self.position(member)
            .filter(|_| self.written.contains(member))
    }

    /// The struct at a place with these fields. Fields inside of fields recurse.
    pub(crate) fn of(place: &TokenStream, known: &[KnownField<'_>], depth: usize) -> Value {
        let mut fields = Self {
            place: place.clone(),
            members: Vec::new(),
            values: Vec::new(),
            written: Vec::new(),
        };
        for field in known {
            let member = &field.path.members[depth];
            if field.is_output && !fields.written.contains(member) {
                fields.written.push(member.clone());
            }
            if fields.position(member).is_some() {
                continue;
            }
            let is_inside = |other: &&KnownField<'_>| other.path.members[depth] == *member;
            let inside: Vec<KnownField<'_>> = known.iter().filter(is_inside).cloned().collect();
            let value = if field.path.members.len() == depth + 1 {
                field.value.clone()
            } else {
                Self::of(&quote!(#place.#member), &inside, depth + 1)
            };
            fields.members.push(member.clone());
            fields.values.push(value);
        }
        Value::Fields(Rc::new(fields))
    }
}
