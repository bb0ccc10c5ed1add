//! Lists that a loop at run time makes longer: they are put into memory before the loop.
//!
//! ```text
//! let mut out = vec![x];                    [x] at the start, [x, y] at the end of an iteration
//! while y > tol { ..; out.push(y); }        so `let mut __list_1 = vec![([x, 1.0], ())];` comes
//!                                           before the loop, and the loop is lowered again
//! ```
//!
//! The same holds for a list of the user's own into which an iteration stores an active value, and
//! for one that has several lengths at the end of an iteration. A list in memory is changed in
//! place, so the loop itself sees no change.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};

use crate::interface::Opaque;
use crate::ir::RegionId;

use crate::front::flow::meeting::Meeting;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::parts::Meanings;
use crate::front::value::stored::{Stored, has_list};

impl<M> Lowering<M> {
    /// The value at the start of an iteration with lists in memory, without a place, where the
    /// iteration makes lists of another length. `None` if that is not the difference.
    pub(crate) fn stored_instead(&self, start: &Value, end: &Value) -> Option<Value> {
        let elements = |value: &Value| -> Option<Vec<Value>> {
            match value {
                Value::Array(elements) => Some(elements.to_vec()),
                Value::Part(part) => {
                    let insides = part.items.iter().map(|found| found.inside.clone());
                    Some(insides.collect())
                }
                // The user's own list has elements like those of the other one.
                Value::Inactive(_) | Value::Unassigned => Some(Vec::new()),
                Value::Stored(list) => Some(vec![list.like.clone()]),
                _ => None,
            }
        };
        let is_list =
            |value: &Value| matches!(value, Value::Array(_) | Value::Part(_) | Value::Stored(_));
        if let (Value::Array(a), Value::Array(b)) = (start, end)
            && a.len() == b.len()
        {
            return self.parts_instead(start, end);
        }
        if is_list(start) || is_list(end) {
            if matches!(start, Value::Stored(_)) {
                return None;
            }
            let mut elements_of_both = elements(start)?;
            elements_of_both.extend(elements(end)?);
            let like = self.element_like(&elements_of_both)?;
            let place = proc_macro2::TokenStream::new();
            return Some(Stored { place, like }.into_value());
        }
        // A vector or matrix of ndarray, opaque so far.
        if let (Value::Inactive(_), Value::Struct(layout, _)) = (start, end)
            && self.is_array_of_crate(layout)
            && has_list(end)
        {
            return Some(end.clone());
        }
        self.parts_instead(start, end)
    }

    /// Whether a value is a list in memory that exists outside of a loop that it leaves.
    pub(crate) fn is_list_around(&self, value: &Value, outside: RegionId) -> bool {
        let Value::Stored(list) = value else {
            return false;
        };
        let declared = self.writer.fresh_in.get(&list.place.to_string());
        let code = self.writer.builder.code();
        declared.is_some_and(|region| code.is_visible(*region, outside))
    }

    fn parts_instead(&self, start: &Value, end: &Value) -> Option<Value> {
        let (Some(starts), Some(ends)) = (start.parts(), end.parts()) else {
            return None;
        };
        if !start.is_like(end) {
            return None;
        }
        let mut differs = false;
        let pairs = starts.iter().zip(ends);
        let parts = pairs.map(|(start, end)| {
            if self.is_same(start, end) {
                return start.clone();
            }
            match self.stored_instead(start, end) {
                Some(instead) => {
                    differs = true;
                    instead
                }
                None => start.clone(),
            }
        });
        let parts: Vec<Value> = parts.collect();
        differs.then(|| start.rebuilt(parts))
    }

    /// The value with such lists put into memory.
    pub(crate) fn put_into_memory(
        &mut self,
        value: &Value,
        instead: &Value,
        at: &impl ToTokens,
    ) -> Found<Value> {
        match (value, instead) {
            (Value::Stored(_), _) => Ok(value.clone()),
            (value, Value::Stored(list)) if list.place.is_empty() => {
                let empty = Value::array(Vec::new());
                let value = match value {
                    Value::Unassigned => &empty,
                    value => value,
                };
                self.stored_copy(list.like.clone(), value, at)
            }
            (Value::Inactive(_), Value::Struct(layout, _)) if self.is_array_of_crate(layout) => {
                self.array_in_memory(value, layout, at)
            }
            _ => {
                let (Some(parts), Some(likes)) = (value.parts(), instead.parts()) else {
                    return Ok(value.clone());
                };
                let pairs = parts.iter().zip(likes);
                let parts = pairs.map(|(part, like)| self.put_into_memory(part, like, at));
                Ok(value.rebuilt(parts.collect::<Found<_>>()?))
            }
        }
    }
}

impl Meeting {
    /// Joins lists, at least one of which is in memory: each arm copies its list.
    pub(crate) fn merge_stored<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: &Meanings,
    ) -> Found<Value> {
        let of_stored = |value: &Value| match value {
            Value::Stored(list) => Some(list.like.clone()),
            _ => None,
        };
        let like = meanings.iter().flatten().find_map(of_stored).ok_or(Stop)?;
        let name = lowering
            .writer
            .fresh(&Ident::new("list", Span::call_site()));
        let outside = lowering.writer.builder.region();
        for (meaning, arm) in meanings.iter().zip(&self.arms) {
            let Some(value) = meaning else { continue };
            let mut mentions = Vec::new();
            lowering.writer.builder.enter(*arm);
            let rows = lowering.stored_rows(&like, value, &mut mentions, &self.at);
            let kept = rows.and_then(|rows| {
                let assigned = quote!(#name = #rows;);
                lowering.writer.keep_statement(assigned, &mentions)
            });
            lowering.writer.builder.enter(outside);
            kept?;
        }
        let head = lowering.writer.builder.code().branch(self.branch).head();
        if let Opaque::Branch { declared, .. } = &mut lowering.writer.opaques[head.0 as usize] {
            declared.push(name.clone());
        }
        let place = name.to_token_stream();
        Ok(Stored { place, like }.into_value())
    }
}
