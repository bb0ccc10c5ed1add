//! Iterator chains: `x.iter().zip(w).map(|(a, b)| a * b).sum::<f64>()`.
//!
//! ```text
//! x.iter()         x0  x1  x2                   ready
//! .zip(w)          (x0, w0)  (x1, w1)  ..       pairs
//! .map(f)          f(..)  f(..)  f(..)          deferred: no closure runs before its item is taken
//! .sum()           f(..) + f(..) + f(..)        taken in order, one by one
//! ```
//!
//! Lengths are known at expansion, so a chain is a list. A closure runs when its item is taken, in
//! the order of the library. A sum begins with the first item, because the initial -0.0 of the
//! library changes no bit of it. The same is true of the initial 1.0 of a product.

use std::rc::Rc;

use syn::ExprMethodCall;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, Order, is_uncertain};
use crate::front::value::maybe::{Maybe, Presence};

/// Cuts a slice into subslices of equal length.
#[derive(Clone, Copy)]
pub(crate) enum Pieces {
    /// One at each position, `windows`.
    Overlapping,
    /// Side by side with a shorter last one, `chunks`.
    WithRest,
    /// Side by side without the rest, `chunks_exact`.
    Whole,
    /// Side by side from the end, with a shorter last one, `rchunks`.
    FromEnd,
}

impl<M: Machine> Lowering<M> {
    /// Takes all items and gives them as an array.
    pub(crate) fn taken(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Found<Value> {
        if items.iter().any(is_uncertain) {
            return self.collected_there(items, call);
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let value = self.take_settled(item, call)?;
            values.push(value);
        }
        self.writer.limited(Value::array(values), call)
    }

    /// Subslices of one length: overlapping, or side by side.
    pub(crate) fn pieces(&mut self, mut of: Operands, at: At<'_>, pieces: Pieces) -> Found<Given> {
        let (elements, length) = (of.elements(), of.integer());
        let length = usize::try_from(length).ok().filter(|length| *length > 0);
        let Some(length) = length else {
            return self.writer.refuse(at.call, messages::STEP_OF_ZERO);
        };
        let array = |piece: &[Value]| Item::Ready(Value::array(piece.to_vec()));
        let steps = match pieces {
            Pieces::Overlapping => elements.len(),
            Pieces::WithRest | Pieces::Whole | Pieces::FromEnd => elements.len().div_ceil(length),
        };
        if !self.writer.spend(steps, at.call) {
            return Err(Stop);
        }
        Ok(Given::Items(match pieces {
            Pieces::Overlapping => elements.windows(length).map(array).collect(),
            Pieces::WithRest => elements.chunks(length).map(array).collect(),
            Pieces::Whole => elements.chunks_exact(length).map(array).collect(),
            Pieces::FromEnd => elements.rchunks(length).map(array).collect(),
        }))
    }

    pub(crate) fn flatten(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        self.flattened(of.items(), at.call).map(Given::Items)
    }

    pub(crate) fn flattened(
        &mut self,
        items: Vec<Item>,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        self.refuse_taken_early(&items, call)?;
        let mut flat = Vec::new();
        for item in items {
            let found = self.take_perhaps(item, call)?;
            let elements = match found.inside.clone() {
                Value::Array(elements) => elements,
                Value::Maybe(inner) => {
                    let there = |_: &mut Self| Ok(Value::Maybe(Rc::clone(&inner)));
                    let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
                    let inner = self.if_present(&found, &there, &missing, call)?;
                    let Value::Maybe(inner) = inner else {
                        return Err(Stop);
                    };
                    match &inner.presence {
                        Presence::Never(..) => {}
                        Presence::Always => flat.push(Item::Ready(inner.inside.clone())),
                        Presence::Asked(_) => flat.push(Item::Perhaps(inner, Order::Scattered)),
                    }
                    continue;
                }
                Value::Reference(place) => match self.parts_of(&place, call)? {
                    Value::Array(elements) => elements,
                    found => return self.refuse_items(call, &found),
                },
                found => return self.refuse_items(call, &found),
            };
            let elements = elements.iter().cloned();
            if matches!(found.presence, Presence::Always) {
                flat.extend(elements.map(Item::Ready));
                continue;
            }
            let each = |element| Item::Perhaps(Rc::new(found.with(element)), Order::Scattered);
            flat.extend(elements.map(each));
        }
        Ok(flat)
    }

    pub(crate) fn refuse_items(
        &mut self,
        call: &ExprMethodCall,
        found: &Value,
    ) -> Found<Vec<Item>> {
        self.writer
            .refuse(call, &messages::not_iterable(&found.describe()))
    }
}
