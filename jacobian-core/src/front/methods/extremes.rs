//! Largest and smallest item of an iterator: `min`, `max`, `min_by` and `max_by`.
//!
//! ```text
//! x.iter().max_by(|a, b| a.total_cmp(b))     the later one of two, unless the comparison gives
//!                                            `Greater`
//! (0..n).max()                               integers are known at expansion, and so is the
//!                                            largest
//! ```
//!
//! Cost: a branch for each item but the first, if a closure compares.

use quote::quote;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::integer::Integer;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};

/// The item that is searched for.
#[derive(Clone, Copy)]
pub(crate) enum Extreme {
    Largest,
    Smallest,
}

impl<M: Machine> Lowering<M> {
    /// `min` and `max` of known integers. `None` if there are no items.
    pub(crate) fn extreme(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        extreme: Extreme,
    ) -> Found<Given> {
        let items = of.items();
        let mut integers = Vec::with_capacity(items.len());
        for item in items {
            match self.take(item, at.call)? {
                Value::Integer(integer) => integers.push(integer),
                found => {
                    return self
                        .writer
                        .refuse(at.call, &messages::not_ordered(&found.describe()));
                }
            }
        }
        let by_value = |integer: &Integer| integer.value;
        let found = match extreme {
            Extreme::Largest => integers.into_iter().max_by_key(by_value),
            Extreme::Smallest => integers.into_iter().min_by_key(by_value),
        };
        let found = Maybe::of(found.map(Value::Integer));
        Ok(Given::Value(found.into_value()))
    }

    /// `max_by` and `min_by`. Of equal items the largest is the last one, and the smallest is the
    /// first one, as in the library.
    pub(crate) fn extreme_by(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        extreme: Extreme,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let call = at.call;
        let mut best: Option<Value> = None;
        for item in items {
            let value = self.take_settled(item, call)?;
            let Some(before) = best.take() else {
                best = Some(value);
                continue;
            };
            // The closure gets references to the items.
            let pair = [&before, &value].map(|item| item.clone().referred());
            let compared = self.call(&callable, pair.to_vec(), call)?;
            let Value::Inactive(compared) = compared else {
                let message = messages::not_ordered(&compared.describe());
                return self.writer.refuse(&call.args[0], &message);
            };
            // `max_by` keeps the item before if it is greater, and `min_by` replaces it if it is
            // greater.
            let tokens = compared.tokens;
            let asked = Inactive {
                tokens: quote!((#tokens).is_gt()),
                mentions: compared.mentions,
            };
            let (greater, other) = match extreme {
                Extreme::Largest => (before, value),
                Extreme::Smallest => (value, before),
            };
            let chosen = self.either(
                asked,
                &|_| Ok(greater.clone()),
                &|_| Ok(other.clone()),
                call,
            )?;
            best = Some(chosen);
        }
        Ok(Given::Value(Maybe::of(best).into_value()))
    }
}
