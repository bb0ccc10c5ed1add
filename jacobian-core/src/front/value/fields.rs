//! Structs with some fields that are independents: `wrt(self.a, b.pose.x)`.
//!
//! ```text
//! b  =  Fields { place: `b`, known: pose -> Fields { place: `b.pose`, known: x -> v3 } }
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

use crate::front::read::column::Column;
use crate::front::value::Value;

/// A struct at a place of the user's, with some fields that are known values.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) place: TokenStream,
    pub(crate) known: Vec<(Member, Value)>,
}

impl Fields {
    pub(crate) fn get(&self, member: &Member) -> Option<&Value> {
        let mut known = self.known.iter();
        known
            .find(|(name, _)| name == member)
            .map(|(_, value)| value)
    }

    /// The struct at a place with these columns as fields. Fields inside of fields recurse.
    pub(crate) fn of(place: TokenStream, columns: &[(&Column, Value)], depth: usize) -> Value {
        let mut known: Vec<(Member, Value)> = Vec::new();
        for (column, value) in columns {
            let member = &column.path.members[depth];
            if known.iter().any(|(name, _)| name == member) {
                continue;
            }
            let is_inside = |other: &&(&Column, Value)| other.0.path.members[depth] == *member;
            let inside: Vec<(&Column, Value)> = columns.iter().filter(is_inside).cloned().collect();
            let value = if column.path.members.len() == depth + 1 {
                value.clone()
            } else {
                Self::of(quote!(#place.#member), &inside, depth + 1)
            };
            known.push((member.clone(), value));
        }
        Value::Fields(Rc::new(Self { place, known }))
    }
}
