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
use syn::spanned::Spanned;

use crate::interface::Head;
use crate::ir::elemental::Operation;
use crate::ir::{Origin, ValueId};

use crate::front::flow::machine::{Arm, Machine};
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::{as_operand, is_place};
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::Maybe;
use crate::front::value::parts::{Meanings, by_part, in_one_order, unequal_lists};
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;
use crate::front::write::opaque::Behind;

/// An index that only run time knows, evaluated and below the number of candidates.
#[derive(Clone)]
pub(crate) struct Index {
    /// As a scalar of the code list.
    id: ValueId,
    /// As a `usize` in opaque code.
    tokens: Inactive,
    /// The position that the index zero means.
    pub(crate) first: usize,
    /// The number of positions that it can mean.
    pub(crate) count: usize,
}

impl<M: Machine> Lowering<M> {
    /// Evaluates an index, and checks it as the user's own code does.
    pub(crate) fn index_below(
        &mut self,
        position: Inactive,
        below: Below,
        at: &impl ToTokens,
    ) -> Found<Index> {
        self.writer.at_run_time()?;
        let length = below.number();
        if length == 0 {
            return self.writer.refuse(at, messages::INDEX_OF_NOTHING);
        }
        if !self.writer.spend(length, at) {
            return Err(Stop);
        }
        let position = self.settled_index(position)?;
        let bounds = self.writer.bounds(&position.tokens);
        let within = bounds.and_then(|bounds| bounds.within(length));
        let (first, count) = within.unwrap_or((0, length));
        let tokens = &position.tokens;
        let from_first = match first {
            0 => quote!(#tokens),
            first => {
                let first = Literal::usize_unsuffixed(first);
                let tokens = as_operand(tokens.clone());
                quote!((#tokens - #first))
            }
        };
        // An index that can only name elements is not checked.
        let below = if within.is_some() {
            Below::Checked(length)
        } else {
            below
        };
        let span = at.to_token_stream().span();
        let id = self.writer.index_scalar(&position, first, below, span);
        Ok(Index {
            id,
            tokens: Inactive {
                tokens: from_first,
                mentions: position.mentions,
            },
            first,
            count,
        })
    }

    /// An index that is evaluated once. It goes into a variable unless it is a place already.
    fn settled_index(&mut self, position: Inactive) -> Found<Inactive> {
        let position = Value::Inactive(position).behind_references();
        let Value::Inactive(position) = position else {
            return Err(Stop);
        };
        if is_place(&position.tokens) {
            return Ok(position);
        }
        let name = syn::Ident::new("index", Span::call_site());
        match self.writer.settle_as(&name, position)? {
            Value::Inactive(settled) => Ok(settled),
            _ => Err(Stop),
        }
    }

    /// Whether an index is this position: an index into two values, the second for yes.
    pub(crate) fn index_is(&mut self, index: &Index, position: usize) -> Index {
        let number = u32::try_from(position - index.first).unwrap_or(u32::MAX);
        let operation = Operation::IsIndex(number);
        let id = self
            .writer
            .builder
            .apply(operation, &[index.id], Origin::default());
        let (tokens, number) = (&index.tokens.tokens, Literal::u32_unsuffixed(number));
        Index {
            id,
            tokens: Inactive {
                tokens: quote!(usize::from(#tokens == #number)),
                mentions: index.tokens.mentions.clone(),
            },
            first: 0,
            count: 2,
        }
    }

    /// Whether both of two such answers are yes.
    pub(crate) fn both(&mut self, one: &Index, other: &Index) -> Index {
        let zero = self.writer.builder.literal(0.0);
        let id = self
            .writer
            .builder
            .selected(one.id, &[zero, other.id], Origin::default());
        let (a, b) = (&one.tokens, &other.tokens);
        let (left, right) = (&a.tokens, &b.tokens);
        Index {
            id,
            tokens: Inactive {
                tokens: quote!((#left * #right)),
                mentions: a.mentions.iter().chain(&b.mentions).copied().collect(),
            },
            first: 0,
            count: 2,
        }
    }

    /// The element at an index.
    pub(crate) fn element_at(
        &mut self,
        index: &Index,
        elements: &[Value],
        at: &impl ToTokens,
    ) -> Found<Value> {
        let candidates = elements[index.first..index.first + index.count].iter();
        self.one_of(index, candidates.cloned().collect(), at)
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
        let inside = self.element_at(&index, elements, call)?;
        self.if_asked(is_there, inside, call)
    }

    /// One of the values, by an index.
    pub(crate) fn one_of(
        &mut self,
        index: &Index,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
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
