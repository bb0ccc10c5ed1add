//! Lists that have another length in another arm.
//!
//! ```text
//! let mut v = vec![x[0]];
//! if x[1] > 0.0 { v.push(x[1]); }      [x0] here, [x0, x1] there
//! v.iter().sum::<f64>()                [x0, x1 if it is there], of `met_1` elements
//! ```
//!
//! The lists are joined position by position; behind the end of a list nothing is there. That is
//! right because the elements that are there, in order, are the list in each arm. Cost: what a join
//! of `Option`s costs, for each position that differs.

use std::rc::Rc;

use proc_macro2::Literal;
use quote::{ToTokens, quote};

use crate::interface::Wrapper;

use crate::front::flow::meeting::Meeting;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Order, Part};
use crate::front::value::maybe::Maybe;
use crate::front::value::parts::Meanings;
use crate::front::value::{Inactive, Value};

/// A list as one of a length that only run time knows. `None` for a value that is no list.
pub(crate) fn as_part(value: &Value) -> Option<Rc<Part>> {
    match value {
        Value::Part(part) => Some(Rc::clone(part)),
        Value::Array(elements) => {
            let there = |value: &Value| Rc::new(Maybe::there(Wrapper::Option, value.clone()));
            Some(Rc::new(Part {
                items: elements.iter().map(there).collect(),
                order: Order::Prefix,
                first: Some(quote!(0)),
                length: Literal::usize_suffixed(elements.len()).into_token_stream(),
            }))
        }
        _ => None,
    }
}

/// Whether values are lists, of which one has another length than the others or one that only run
/// time knows.
pub(crate) fn differ_in_length(meanings: &Meanings) -> bool {
    let length = |value: &Value| match value {
        Value::Array(elements) => Some(elements.len()),
        _ => None,
    };
    let mut known = meanings.iter().flatten();
    let is_list = |value: &Value| matches!(value, Value::Array(_) | Value::Part(_));
    if !known.clone().all(is_list) {
        return false;
    }
    let first = known.next().and_then(length);
    first.is_none() || known.any(|value| length(value) != first)
}

impl Meeting {
    /// Joins lists, with `merge` for each position.
    pub(crate) fn merge_lists<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: &Meanings,
        merge: &dyn Fn(&mut Lowering<M>, Meanings) -> Found<Value>,
    ) -> Found<Value> {
        let parts: Vec<Option<Rc<Part>>> = meanings
            .iter()
            .map(|value| value.as_ref().and_then(as_part))
            .collect();
        let known = || parts.iter().flatten();
        let capacity = known().map(|part| part.items.len()).max().ok_or(Stop)?;
        if !lowering.writer.spend(capacity, &self.at) {
            return Err(Stop);
        }
        let mut items = Vec::with_capacity(capacity);
        for position in 0..capacity {
            let slot = |part: &Rc<Part>| match part.items.get(position) {
                Some(found) => (**found).clone().into_value(),
                None => Maybe::nothing().into_value(),
            };
            let slots = parts.iter().map(|part| part.as_ref().map(slot));
            match merge(lowering, slots.collect())? {
                Value::Maybe(found) => items.push(found),
                other => {
                    let message = messages::cannot_join(&other.describe());
                    return lowering.writer.refuse(&self.at, &message);
                }
            }
        }
        let length = |part: &Rc<Part>| {
            Value::Inactive(Inactive {
                tokens: part.length.clone(),
                mentions: Vec::new(),
            })
        };
        let lengths = parts.iter().map(|part| part.as_ref().map(length));
        let Value::Inactive(length) = self.declare(lowering, lengths.collect())? else {
            return Err(Stop);
        };
        let is_prefix = known().all(|part| part.order == Order::Prefix);
        Ok(Value::Part(Rc::new(Part {
            items,
            order: if is_prefix {
                Order::Prefix
            } else {
                Order::Scattered
            },
            first: is_prefix.then(|| quote!(0)),
            length: length.tokens,
        })))
    }
}
