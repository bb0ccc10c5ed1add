//! Indices that only run time knows: their checks, and whether they name a position.
//!
//! ```text
//! x[i]       v5 = the index as a scalar, after the check of the user's own code
//! i is 2     an index into two values, the second for yes
//! ```

use proc_macro2::{Literal, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use crate::ir::Origin;
use crate::ir::elemental::Operation;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::{as_operand, is_place};
use crate::front::value::found::{Found, Stop};
use crate::front::value::index::Index;
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;

/// The most elements that an index in a loop at run time may name without counting as long.
const SHORT: usize = 32;

impl<M> Lowering<M> {
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
        let bounds = self.bounds_of_index(&position.tokens);
        let position = self.settled_index(position)?;
        let within = bounds.and_then(|bounds| bounds.within(length));
        let (first, count) = within.unwrap_or((0, length));
        if count.saturating_mul(messages::BRANCH) > self.writer.limit {
            return self.refuse_long_choice(count, &at.to_token_stream());
        }
        if count > SHORT && !self.control.repeated.is_empty() {
            // Each element of the state may depend on each other one, so the entries that an
            // iteration carries grow with the square.
            self.writer.chosen_in_loops += count.saturating_mul(count);
            if self.writer.chosen_in_loops > self.writer.limit {
                return self.refuse_choices_in_loop(count, &at.to_token_stream());
            }
        }
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
        let below = if bounds.is_some_and(|bounds| bounds.are_below(length)) {
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
    pub(crate) fn settled_index(&mut self, position: Inactive) -> Found<Inactive> {
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
}
