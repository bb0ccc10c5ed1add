//! `take`, `skip` and `step_by`, by a count that is known or by one of run time.
//!
//! ```text
//! x.iter().take(k)        item p is there if p is less than `k`
//! x.iter().skip(k)        item p is there if p is `k` or more
//! ```

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::positions::number;
use crate::front::methods::table::{At, Given, Operands, Position};
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, Order, behind, has_effects, has_known_positions, indices};
use crate::front::value::maybe::Maybe;
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

impl<M: Machine> Lowering<M> {
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
                let dropped: Vec<Item> = items.by_ref().take(count).collect();
                let Some(first) = items.next() else {
                    // The library takes them, and there is no item that could do so.
                    self.refuse_taken_early(&dropped, call)?;
                    return Ok(Vec::new());
                };
                std::iter::once(behind(dropped, first))
                    .chain(items)
                    .collect()
            }
            Selection::StepBy if count == 0 => {
                return self.writer.refuse(call, messages::STEP_OF_ZERO);
            }
            Selection::StepBy => {
                let mut stepped: Vec<Item> = items.next().into_iter().collect();
                loop {
                    let dropped: Vec<Item> = items.by_ref().take(count - 1).collect();
                    let Some(item) = items.next() else {
                        self.refuse_taken_early(&dropped, call)?;
                        break;
                    };
                    stepped.push(behind(dropped, item));
                }
                stepped
            }
        })
    }

    /// `take`, `skip` and `step_by` where a count or a position is known at run time only.
    pub(crate) fn selected_at_run_time(
        &mut self,
        selection: Selection,
        items: Vec<Item>,
        count: Inactive,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        let known = has_known_positions(&items);
        let positions = if known {
            indices().take(items.len()).collect()
        } else {
            self.positions(&items)?
        };
        let name = Ident::new("count", Span::call_site());
        let Value::Inactive(count) = self.writer.settle_as(&name, count)? else {
            return Err(Stop);
        };
        let count = count.tokens;
        if matches!(selection, Selection::StepBy) {
            let check = quote!(::core::assert!(#count != 0, "assertion failed: step != 0"););
            self.writer.keep_statement(check, &[])?;
        }
        let order = match selection {
            Selection::Take if known => Order::Prefix,
            _ => Order::Scattered,
        };
        let mut selected = Vec::with_capacity(items.len());
        for (item, position) in items.into_iter().zip(positions) {
            let position = number(&position);
            let condition = match selection {
                Selection::Take => quote!((#position) < #count),
                Selection::Skip => quote!((#position) >= #count),
                Selection::StepBy => quote!((#position) % #count == 0),
            };
            // The library takes the items that it skips.
            if has_effects(&item) && !matches!(selection, Selection::Take) {
                let found = self.take_perhaps(item, call)?;
                let found = self.restricted(&found, condition)?;
                selected.push(Item::Perhaps(found, order));
                continue;
            }
            let answer = quote!((#condition).then_some(()));
            let answer = self.writer.settle_answer(&answer, &[])?;
            let answer = Rc::new(Maybe::asked(Wrapper::Option, answer, Value::unit()));
            selected.push(Item::Under(answer, order, Box::new(item)));
        }
        Ok(selected)
    }
}
