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

use quote::ToTokens;
use syn::ExprMethodCall;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands, Position};
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, Order, behind, has_known_positions};
use crate::front::value::maybe::Presence;
use crate::front::value::{Inactive, Value};

/// The items of an iterator that are left.
#[derive(Clone, Copy)]
pub(crate) enum Selection {
    /// `take`
    Take,
    /// `skip`
    Skip,
    /// `step_by`
    StepBy,
}

/// Cuts a slice into subslices of equal length.
#[derive(Clone, Copy)]
pub(crate) enum Pieces {
    /// One at each position, `windows`.
    Overlapping,
    /// Side by side with a shorter last one, `chunks`.
    WithRest,
    /// Side by side without the rest, `chunks_exact`.
    Whole,
}

impl<M: Machine> Lowering<M> {
    /// Takes all items and gives them as an array.
    pub(crate) fn taken(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Found<Value> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let value = self.take_settled(item, call)?;
            values.push(value);
        }
        self.writer.limited(Value::array(values), call)
    }

    /// Runs the closures that an item goes through.
    pub(crate) fn take(&mut self, item: Item, at: &ExprMethodCall) -> Found<Value> {
        let value = match item {
            Item::Ready(value) => value,
            Item::Mapped(inner, callable) => {
                let value = self.take(*inner, at)?;
                self.call(&callable, vec![value], at)?
            }
            Item::Pair(left, right) => {
                // The left item is settled, because the closure of the right item runs after it.
                let left = self.take_settled(*left, at)?;
                let right = self.take(*right, at)?;
                Value::tuple(vec![left, right])
            }
            Item::Perhaps(..) | Item::Under(..) => {
                return self.writer.refuse(at, messages::FILTER_AT_RUN_TIME);
            }
            Item::After(dropped, item) => {
                self.drop_items(dropped, at)?;
                self.take(*item, at)?
            }
        };
        if self.writer.exhausted {
            return Err(Stop);
        }
        Ok(value)
    }

    /// Runs the closures of items that are skipped.
    pub(crate) fn drop_items(&mut self, dropped: Vec<Item>, at: &ExprMethodCall) -> Found<()> {
        for item in dropped {
            let found = self.take_perhaps(item, at)?;
            if matches!(found.presence, Presence::Always) {
                self.writer.discard(found.inside.clone())?;
            }
        }
        Ok(())
    }

    /// The same for an item that is used more than once: opaque code is evaluated now, into a
    /// variable.
    pub(crate) fn take_settled(&mut self, item: Item, at: &ExprMethodCall) -> Found<Value> {
        let value = self.take(item, at)?;
        self.writer.settle_part(value)
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
            Pieces::WithRest | Pieces::Whole => elements.len().div_ceil(length),
        };
        if !self.writer.spend(steps, at.call) {
            return Err(Stop);
        }
        Ok(Given::Items(match pieces {
            Pieces::Overlapping => elements.windows(length).map(array).collect(),
            Pieces::WithRest => elements.chunks(length).map(array).collect(),
            Pieces::Whole => elements.chunks_exact(length).map(array).collect(),
        }))
    }

    pub(crate) fn flatten(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        self.flattened(of.items(), at.call).map(Given::Items)
    }

    pub(crate) fn select(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        selection: Selection,
    ) -> Found<Given> {
        let (items, count) = (of.items(), of.position());
        let items = match count {
            Position::Known(count) => {
                let count = usize::try_from(count).map_err(|_| Stop)?;
                self.selected(selection, items, count, at.call)
            }
            Position::RunTime(count) => self.selected_at_run_time(selection, items, count, at.call),
        };
        items.map(Given::Items)
    }

    /// `take`, `skip` and `step_by`. Skipped items are taken too, as in the library, because their
    /// closures may have effects.
    pub(crate) fn selected(
        &mut self,
        selection: Selection,
        items: Vec<Item>,
        count: usize,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        // The position of an item depends on which items before it are there.
        let step_is_zero = matches!(selection, Selection::StepBy) && count == 0;
        if !step_is_zero && !has_known_positions(&items) {
            let count = Inactive {
                tokens: proc_macro2::Literal::usize_suffixed(count).into_token_stream(),
                mentions: Vec::new(),
            };
            return self.selected_at_run_time(selection, items, count, call);
        }
        let mut items = items.into_iter();
        Ok(match selection {
            Selection::Take => items.take(count).collect(),
            Selection::Skip => {
                let dropped = items.by_ref().take(count).collect();
                let first = items.next().map(|first| behind(dropped, first));
                first.into_iter().chain(items).collect()
            }
            Selection::StepBy if count == 0 => {
                return self.writer.refuse(call, messages::STEP_OF_ZERO);
            }
            Selection::StepBy => {
                let mut stepped: Vec<Item> = items.next().into_iter().collect();
                loop {
                    let dropped: Vec<Item> = items.by_ref().take(count - 1).collect();
                    let Some(item) = items.next() else { break };
                    stepped.push(behind(dropped, item));
                }
                stepped
            }
        })
    }

    pub(crate) fn flattened(
        &mut self,
        items: Vec<Item>,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        let mut flat = Vec::new();
        for item in items {
            let found = self.take_perhaps(item, call)?;
            let elements = match found.inside.clone() {
                Value::Array(elements) => elements,
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
