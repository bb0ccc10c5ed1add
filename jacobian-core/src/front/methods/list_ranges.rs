//! Methods of lists that take a range: `drain`, `copy_within`, `extend_from_within`.
//!
//! ```text
//! list.drain(..2)              the first two, which are no longer in the list
//! list.copy_within(0..2, 1)    the first two, written from position 1 on
//! list.extend_from_within(1..) the rest, once more at the end
//! ```

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

/// Whether a method takes a range of positions as its first argument.
pub(crate) fn takes_range(call: &syn::ExprMethodCall) -> bool {
    match call.method.to_string().as_str() {
        "drain" | "extend_from_within" => call.args.len() == 1,
        "copy_within" => call.args.len() == 2,
        _ => false,
    }
}

impl<M: Machine> Lowering<M> {
    /// The list after such a method, and what the method gives. `copy_within` also has the position
    /// to which it writes.
    pub(crate) fn by_range(
        &mut self,
        mut elements: Vec<Value>,
        ((start, end), to): ((i128, i128), Option<i128>),
        call: &syn::ExprMethodCall,
    ) -> Found<(Vec<Value>, Value)> {
        let bounds = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let part = bounds.and_then(|(start, end)| elements.get(start..end));
        let (Some((start, end)), Some(part)) = (bounds, part.map(<[Value]>::to_vec)) else {
            let message = messages::range_out_of_bounds(start, end, elements.len());
            return self.writer.refuse(&call.args[0], &message);
        };
        if call.method == "drain" {
            elements.drain(start..end);
            return Ok((elements, Value::array(part)));
        }
        if let Some(to) = to {
            let last = elements.len() - part.len();
            let position = self.below(to, last + 1, &call.args[1])?;
            elements.splice(position..position + part.len(), part);
        } else {
            if !self.writer.spend(part.len(), call) {
                return Err(Stop);
            }
            elements.extend(part);
        }
        Ok((elements, Value::unit()))
    }
}
