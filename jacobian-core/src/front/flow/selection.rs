//! Elements at an index that only run time knows: selections, without a branch.
//!
//! ```text
//! x[i]              v5 = the index as a scalar        v6 = selected v5 [v0, v1, v2]
//! x[i] = v4         x[0]: selected (i is 0) [v0, v4], x[1]: selected (i is 1) [v1, v4], ..
//! p from 1 or 2     x[p]: selected (p - 1) [v1, v2]: only the elements that it can name
//! perm[i]           opaque: `[0, 2, 1][i]`
//! ```
//!
//! All elements are computed already, so nothing is saved by a branch. The partial of a selected
//! value by each element is one or zero, and equal indices share these factors. So a read costs an
//! edge for each element, a write two for each element, and an exchange of two rows as much as two
//! writes.
//!
//! Invariant: an index out of bounds panics at the place of the read with the message of the
//! user's own code, because its check is emitted even if the value is not used.

use proc_macro2::{Literal, Span};
use quote::{ToTokens, quote};

use crate::interface::Head;
use crate::ir::{Origin, ValueId};

use crate::front::flow::machine::{Arm, Machine};
use crate::front::flow::references::all_places;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index::Index;
use crate::front::value::maybe::Maybe;
use crate::front::value::parts::{Meanings, by_part, in_one_order, unequal_lists};
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;
use crate::front::write::opaque::Behind;

/// The operations for a partial of an element that is written at an index of run time. A power flow
/// of 14 buses and 20 branches has 92,000 lines for 7,840 of them.
const OPERATIONS_OF_PARTIAL: usize = 12;

impl<M: Machine> Lowering<M> {
    /// The value of the element at an index.
    pub(crate) fn element_at(
        &mut self,
        index: &Index,
        elements: &[Value],
        at: &impl ToTokens,
    ) -> Found<Value> {
        let candidates = elements[index.first..index.first + index.count].iter();
        let values = candidates.map(|value| self.behind(value.clone(), at));
        let values: Vec<Value> = values.collect::<Found<_>>()?;
        if values.iter().any(|value| self.is_active_value(value)) {
            self.writer.widest_choice = self.writer.widest_choice.max(index.count);
        }
        self.one_of(index, values, at)
    }

    /// Counts a write at an index of run time. Each element that it may name depends on all that
    /// reads at such indices may have named.
    pub(crate) fn spend_on_write(&mut self, index: &Index, at: &impl ToTokens) -> Found<()> {
        let partials = index.count.saturating_mul(self.writer.widest_choice.max(1));
        self.writer.chosen_writes = self.writer.chosen_writes.saturating_add(partials);
        let spent = self.writer.chosen_writes;
        if spent.saturating_mul(OPERATIONS_OF_PARTIAL) <= self.writer.limit {
            return Ok(());
        }
        self.refuse_choices_written(index.count, spent, &at.to_token_stream())
    }

    /// The element at an index, or nothing if there are fewer elements.
    pub(crate) fn element_if_there(
        &mut self,
        elements: &[Value],
        position: Inactive,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        self.writer.at_run_time()?;
        if elements.is_empty() {
            self.writer.discard(Value::Inactive(position))?;
            return Ok(Maybe::nothing().into_value());
        }
        let position = self.settled_index(position)?;
        let [length, last] = [elements.len(), elements.len() - 1].map(Literal::usize_unsuffixed);
        let tokens = &position.tokens;
        let is_there = Value::Inactive(Inactive {
            tokens: quote!(#tokens < #length),
            mentions: position.mentions.clone(),
        });
        // The element of a position beyond the last one is not read.
        let below = Inactive {
            tokens: quote!(::core::cmp::Ord::min(#tokens, #last)),
            mentions: position.mentions.clone(),
        };
        let index = self.index_below(below, Below::Checked(elements.len()), call)?;
        let candidates = elements[index.first..index.first + index.count].to_vec();
        let inside = self.one_of(&index, candidates, call)?;
        self.if_asked(is_there, inside, call)
    }

    /// One of the values, by an index. Of references it is a reference to one of the places.
    pub(crate) fn one_of(
        &mut self,
        index: &Index,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        if let Some(places) = all_places(values.iter()) {
            return self.reference_to_one(index, places, at);
        }
        let values = values.into_iter().map(|value| self.behind(value, at));
        let values: Vec<Value> = values.collect::<Found<_>>()?;
        let first = values.first().cloned().ok_or(Stop)?;
        if values.iter().any(|value| matches!(value, Value::Poison)) {
            return Err(Stop);
        }
        if values
            .iter()
            .any(|value| matches!(value, Value::Unassigned))
        {
            return self.writer.refuse(at, messages::UNASSIGNED);
        }
        if values.iter().all(|value| self.is_same(&first, value)) {
            return Ok(first);
        }
        let are_variants = self.variants_among(&values.iter().collect::<Vec<_>>());
        if are_variants.is_some() || values.iter().any(|value| matches!(value, Value::Maybe(_))) {
            return self.one_by_branch(index, &values, at);
        }
        let meanings: Meanings = values.into_iter().map(Some).collect();
        let Some(meanings) = in_one_order(meanings, &first) else {
            return self.refuse_selection(&first.describe(), at);
        };
        if let Some(found) = unequal_lists(&meanings) {
            return self.refuse_selection(&found, at);
        }
        if let Some(parts) = by_part(&meanings) {
            let parts = parts.into_iter().map(|part| {
                let part = part.into_iter().flatten().collect();
                self.one_of(index, part, at)
            });
            let parts = parts.collect::<Found<Vec<Value>>>()?;
            let mut aggregates = meanings.iter().flatten();
            let like = aggregates.find(|value| value.parts().is_some());
            return Ok(like.unwrap_or(&first).rebuilt(parts));
        }
        self.one_leaf_of(index, meanings.into_iter().flatten().collect(), at)
    }

    /// The same for values without parts.
    fn one_leaf_of(
        &mut self,
        index: &Index,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        if values.iter().any(|value| matches!(value, Value::Scalar(_))) {
            let scalars = values
                .into_iter()
                .map(|value| self.as_scalar(value, at, Behind::Nothing));
            let scalars = scalars.collect::<Found<Vec<ValueId>>>()?;
            let selected = self
                .writer
                .builder
                .selected(index.id, &scalars, Origin::default());
            return Ok(Value::Scalar(selected));
        }
        let is_own = |value: &Value| {
            matches!(
                value,
                Value::Integer(_) | Value::Boolean(_) | Value::Inactive(_)
            )
        };
        if let Some(other) = values.iter().find(|value| !is_own(value)) {
            let found = other.describe();
            return self.refuse_selection(&found, at);
        }
        let mut mentions = index.tokens.mentions.clone();
        let Some(spelled) = self.spell_all(&values, &mut mentions) else {
            return Err(Stop);
        };
        let tokens = &index.tokens.tokens;
        let name = syn::Ident::new("chosen", Span::call_site());
        let chosen = self.writer.settle_as(
            &name,
            Inactive {
                tokens: quote!([#(#spelled),*][#tokens]),
                mentions,
            },
        )?;
        self.writer.note_bounds(&chosen, &values);
        Ok(chosen)
    }

    /// Of values that may be missing the answers differ, so these are selected by a branch.
    fn one_by_branch(
        &mut self,
        index: &Index,
        values: &[Value],
        at: &impl ToTokens,
    ) -> Found<Value> {
        let give = |value: &Value| {
            let value = value.clone();
            move |_: &mut Self| Ok(value.clone())
        };
        let arms: Vec<_> = values.iter().map(give).collect();
        let arms: Vec<&Arm<'_, M>> = arms.iter().map(|arm| arm as &Arm<'_, M>).collect();
        let patterns = (0..values.len()).map(|position| {
            let number = Literal::usize_unsuffixed(position);
            if position + 1 == values.len() {
                quote!(_)
            } else {
                quote!(#number)
            }
        });
        let head = Head::Match(index.tokens.tokens.clone(), patterns.collect());
        self.branch(head, index.tokens.clone(), &arms, at)
    }

    fn refuse_selection<T>(&mut self, found: &str, at: &impl ToTokens) -> Found<T> {
        let message = messages::cannot_select(found);
        self.writer.refuse(at, &message)
    }
}
