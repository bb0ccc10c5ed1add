//! Methods of itertools that put several items together: `tuple_windows`, `cartesian_product`.
//!
//! ```text
//! [a, b, c].tuple_windows()         (a, b)  (b, c)
//! [a, b, c].tuple_combinations()    (a, b)  (a, c)  (b, c)
//! [a, b].cartesian_product([c, d])  (a, c)  (a, d)  (b, c)  (b, d)
//! ```
//!
//! An item may be in several tuples, so the items are taken before. How many items a tuple has is
//! in the turbofish, which `read/iterator_crates` wrote.

use syn::{ExprMethodCall, GenericArgument, Type};

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, is_uncertain};
use crate::front::value::maybe::Maybe;

/// Which items are put into a tuple.
#[derive(Clone, Copy)]
pub(crate) enum Tuples {
    /// Neighbours, from each position on.
    Overlapping,
    /// The same, and the first item follows the last one.
    Circular,
    /// Neighbours, each item once.
    SideBySide,
    /// Each choice of items, in their order.
    Chosen,
}

impl<M: Machine> Lowering<M> {
    pub(crate) fn tuples(&mut self, mut of: Operands, at: At<'_>, tuples: Tuples) -> Found<Given> {
        let Some(length) = tuple_length(at.call).filter(|length| *length > 0) else {
            let message = messages::tuple_length_not_known(&at.call.method.to_string());
            return self.writer.refuse(at.call, &message);
        };
        let items = self.each_settled(of.items(), at.call)?;
        let n_items = items.len();
        let chosen: Vec<Vec<usize>> = match tuples {
            Tuples::Overlapping => (0..(n_items + 1).saturating_sub(length))
                .map(|first| (first..first + length).collect())
                .collect(),
            Tuples::Circular => (0..n_items)
                .map(|first| (first..first + length).map(|at| at % n_items).collect())
                .collect(),
            Tuples::SideBySide => (0..n_items / length)
                .map(|tuple| (tuple * length..(tuple + 1) * length).collect())
                .collect(),
            Tuples::Chosen => self.choices(n_items, length, at.call)?,
        };
        self.put_together(&items, &chosen, Value::tuple, at.call)
    }

    /// `combinations(k)`: a list for each choice.
    pub(crate) fn combinations(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (items, length) = (of.items(), of.integer());
        let items = self.each_settled(items, at.call)?;
        let length = usize::try_from(length).map_err(|_| Stop)?;
        let chosen = self.choices(items.len(), length, at.call)?;
        self.put_together(&items, &chosen, Value::array, at.call)
    }

    fn put_together(
        &mut self,
        items: &[Value],
        chosen: &[Vec<usize>],
        of_parts: fn(Vec<Value>) -> Value,
        call: &ExprMethodCall,
    ) -> Found<Given> {
        let steps = chosen.iter().map(Vec::len).sum();
        if !self.writer.spend(steps, call) {
            return Err(Stop);
        }
        let together = |positions: &Vec<usize>| {
            let parts = positions.iter().map(|position| items[*position].clone());
            Item::Ready(of_parts(parts.collect()))
        };
        Ok(Given::Items(chosen.iter().map(together).collect()))
    }

    /// The ways to choose some of these positions, in lexicographic order.
    fn choices(
        &mut self,
        n_items: usize,
        length: usize,
        call: &ExprMethodCall,
    ) -> Found<Vec<Vec<usize>>> {
        let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..length {
            let mut longer = Vec::new();
            for choice in choices {
                let next = choice.last().map_or(0, |last| last + 1);
                if !self.writer.spend(n_items.saturating_sub(next), call) {
                    return Err(Stop);
                }
                longer.extend((next..n_items).map(|position| {
                    let mut choice = choice.clone();
                    choice.push(position);
                    choice
                }));
            }
            choices = longer;
        }
        Ok(choices)
    }

    /// `zip_eq`, which panics if the lists differ in length.
    pub(crate) fn zipped_equal(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (left, right) = (of.items(), of.items());
        if left.iter().chain(&right).any(is_uncertain) {
            return self.writer.refuse(at.call, messages::FILTER_AT_RUN_TIME);
        }
        if left.len() != right.len() {
            let message = messages::lengths_differ(left.len(), right.len());
            return self.writer.refuse(at.call, &message);
        }
        let pairs = left.into_iter().zip(right);
        let pair = |(left, right)| Item::Pair(Box::new(left), Box::new(right));
        Ok(Given::Items(pairs.map(pair).collect()))
    }

    /// `cartesian_product`: each item on the left is paired with all items on the right.
    pub(crate) fn product_of_lists(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (left, right) = (of.items(), of.items());
        let left = self.each_settled(left, at.call)?;
        if right.iter().any(is_uncertain) {
            return self.writer.refuse(at.call, messages::FILTER_AT_RUN_TIME);
        }
        if !self.writer.spend(left.len() * right.len(), at.call) {
            return Err(Stop);
        }
        let mut pairs = Vec::with_capacity(left.len() * right.len());
        for value in left {
            let first = Item::Ready(value);
            let pair =
                |second: &Item| Item::Pair(Box::new(first.clone()), Box::new(second.clone()));
            pairs.extend(right.iter().map(pair));
        }
        Ok(Given::Items(pairs))
    }

    /// `sum1` and `product1`: nothing for no items.
    pub(crate) fn accumulated_if_any(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        operation: Operation,
    ) -> Found<Given> {
        let items = of.items();
        if items.iter().any(is_uncertain) {
            return self.writer.refuse(at.call, messages::FILTER_AT_RUN_TIME);
        }
        let total = match items.len() {
            0 => None,
            _ => Some(self.accumulated(items, operation, at.call)?),
        };
        Ok(Given::Value(Maybe::of(total).into_value()))
    }

    /// Items that are used more than once. Each has to be there.
    fn each_settled(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Found<Vec<Value>> {
        if items.iter().any(is_uncertain) {
            return self.writer.refuse(call, messages::FILTER_AT_RUN_TIME);
        }
        let items = items.into_iter();
        items.map(|item| self.take_settled(item, call)).collect()
    }
}

/// The number of types in `tuple_windows::<(_, _)>()`.
fn tuple_length(call: &ExprMethodCall) -> Option<usize> {
    let arguments = &call.turbofish.as_ref()?.args;
    match arguments.first()? {
        GenericArgument::Type(Type::Tuple(parts)) => Some(parts.elems.len()),
        _ => None,
    }
}
