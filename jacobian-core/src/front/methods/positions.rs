//! Positions of items if only run time knows which items are there.
//!
//! ```text
//! x.iter().zip(data)              item p is there if `data` gives p + 1 items: position p
//! x.iter().filter(f).enumerate()  item p has as position the number of items before it that are
//!                                 there, an integer of run time
//! x.iter().skip(k)                item p is there if its position is `k` or more
//! ```
//!
//! The list keeps its length. Each adapter that depends on positions adds conditions to the items.
//! Positions that are known at expansion stay known, because then the pattern is exact.
//!
//! Cost: a condition for each item, and for a list beside a filter one edge for each pair.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operand, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::items::{
    Adapter, Driven, Endless, Item, Order, counting, has_known_positions, index, indices,
    is_uncertain, question,
};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Integer, Value};
use crate::front::write::indices::Below;

/// The item that a search takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which {
    At(usize),
    Last,
}

impl<M: Machine> Lowering<M> {
    /// The position of each item among those that are there.
    pub(crate) fn positions(&mut self, items: &[Item]) -> Found<Vec<Value>> {
        let mut next = Value::Integer(index(0));
        let mut positions = Vec::with_capacity(items.len());
        for item in items {
            positions.push(next.clone());
            next = match (question(item), next) {
                (None, Value::Integer(before)) => Value::Integer(after(before)),
                (asked, before) => {
                    let before = number(&before);
                    let step = match asked {
                        None => quote!(1),
                        Some(asked) => quote!(usize::from(#asked)),
                    };
                    let name = self.writer.fresh(&Ident::new("count", Span::call_site()));
                    self.writer.no_numbers.insert(name.to_string());
                    self.writer
                        .keep_statement(quote!(let #name = #before + #step;), &[])?;
                    Value::Inactive(plain(name.into_token_stream()))
                }
            };
        }
        Ok(positions)
    }

    /// `enumerate`
    pub(crate) fn enumerated(&mut self, items: Vec<Item>) -> Found<Vec<Item>> {
        let positions = if has_known_positions(&items) {
            indices().take(items.len()).collect()
        } else {
            self.positions(&items)?
        };
        let counted = |(index, item)| Item::Pair(Box::new(Item::Ready(index)), Box::new(item));
        Ok(positions.into_iter().zip(items).map(counted).collect())
    }

    /// The same value, there only if a condition holds as well.
    pub(crate) fn restricted(&mut self, found: &Maybe, condition: TokenStream) -> Found<Rc<Maybe>> {
        let asked = match &found.presence {
            Presence::Never(..) => return Ok(Rc::new(found.clone())),
            Presence::Always => condition,
            Presence::Asked(answer) => {
                let question = found.question(answer);
                quote!(#question && #condition)
            }
        };
        let answer = quote!((#asked).then_some(()));
        let answer = self.writer.settle_answer(&answer, &[])?;
        let inside = found.inside.clone();
        Ok(Rc::new(Maybe::asked(Wrapper::Option, answer, inside)))
    }

    /// An item by its position among those that are there, or the last one. Closures of all items
    /// run, as far as these items are there.
    pub(crate) fn item_there(
        &mut self,
        items: Vec<Item>,
        which: Which,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let positions = match which {
            Which::Last => Vec::new(),
            Which::At(_) => self.positions(&items)?,
        };
        let mut best = Maybe::nothing().into_value();
        for (at, item) in items.into_iter().enumerate() {
            let mut found = self.take_perhaps(item, call)?;
            if let Which::At(wanted) = which {
                let (position, wanted) =
                    (number(&positions[at]), Literal::usize_unsuffixed(wanted));
                found = self.restricted(&found, quote!((#position) == #wanted))?;
            }
            let here =
                |_: &mut Self| Ok(Maybe::there(Wrapper::Option, found.inside.clone()).into_value());
            best = self.if_present(&found, &here, &|_| Ok(best.clone()), call)?;
        }
        Ok(best)
    }

    /// `zip`: pairs of items, up to the length of the shorter list.
    pub(crate) fn zipped(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        use Operand::{Driven, Endless, From, Items};
        let pairs = match (of.sequence(), of.sequence()) {
            (Items(left), Items(right)) => self.zipped_lists(left, right, at.call)?,
            (From(start), Items(right)) => {
                let left = self.counted_beside(start, &right)?;
                paired(left, right)
            }
            (Items(left), From(start)) => {
                let right = self.counted_beside(start, &left)?;
                paired(left, right)
            }
            (Endless(left), Items(right)) => {
                self.refuse_surplus(Some(&left.item(right.len())), at.call)?;
                let left = self.endless_beside(&left, &right, at.call)?;
                paired(left, right)
            }
            (Items(left), Endless(right)) => {
                let right = self.endless_beside(&right, &left, at.call)?;
                paired(left, right)
            }
            (Driven(left), Items(right)) => {
                let left = self.driven_beside(&left, &right)?;
                paired(left, right)
            }
            (Items(left), Driven(right)) => {
                let right = self.driven_beside(&right, &left)?;
                paired(left, right)
            }
            _ => return self.writer.refuse(at.call, messages::ENDLESS),
        };
        Ok(Given::Items(pairs))
    }

    /// A range without an end, beside items.
    fn counted_beside(&mut self, start: i128, items: &[Item]) -> Found<Vec<Item>> {
        if has_known_positions(items) {
            return Ok(counting(start, items.len()));
        }
        let start = Literal::i128_unsuffixed(start);
        let item = |position: Value| {
            let position = number(&position);
            Item::Ready(Value::Inactive(plain(quote!((#start + #position)))))
        };
        Ok(self.positions(items)?.into_iter().map(item).collect())
    }

    /// Another iterator without an end, beside items.
    fn endless_beside(
        &mut self,
        endless: &Endless,
        items: &[Item],
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        let first = endless.first(items.len());
        if has_known_positions(items) {
            return Ok(first);
        }
        self.chosen_beside(first, items, call)
    }

    fn zipped_lists(
        &mut self,
        left: Vec<Item>,
        right: Vec<Item>,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        self.refuse_surplus(left.get(right.len()), call)?;
        match (has_known_positions(&left), has_known_positions(&right)) {
            (true, true) => Ok(paired(left, right)),
            (false, true) => {
                let right = self.chosen_beside(right, &left, call)?;
                Ok(paired(left, right))
            }
            (true, false) => {
                let left = self.chosen_beside(left, &right, call)?;
                Ok(paired(left, right))
            }
            (false, false) => self.writer.refuse(call, messages::FILTER_AT_RUN_TIME),
        }
    }

    /// The items of a list at the positions of other items.
    fn chosen_beside(
        &mut self,
        list: Vec<Item>,
        items: &[Item],
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        if list.iter().any(is_uncertain) {
            return self.writer.refuse(call, messages::FILTER_AT_RUN_TIME);
        }
        // All of them run here, in the library only as many as there are items beside them.
        for item in &list {
            self.refuse_surplus(Some(item), call)?;
        }
        if list.is_empty() {
            return Ok(Vec::new());
        }
        let list = list.into_iter().map(|item| self.take_settled(item, call));
        let list: Vec<Value> = list.collect::<Found<_>>()?;
        let positions = self.positions(items)?;
        let mut chosen = Vec::with_capacity(positions.len());
        for position in positions {
            let found = match position {
                Value::Integer(known) => {
                    let known = usize::try_from(known.value).ok();
                    let known = known.and_then(|known| list.get(known)).cloned();
                    Rc::new(Maybe::of(known))
                }
                position => {
                    let (length, last) = (list.len(), list.len() - 1);
                    let [length, last] = [length, last].map(Literal::usize_unsuffixed);
                    let position = number(&position);
                    // A position beyond the list is that of an item that is not taken.
                    let within = plain(quote!(::core::cmp::Ord::min(#position, #last)));
                    let index = self.index_below(within, Below::Checked(list.len()), call)?;
                    let inside = self.element_at(&index, &list, call)?;
                    let there = Maybe::there(Wrapper::Option, inside);
                    self.restricted(&there, quote!((#position) < #length))?
                }
            };
            chosen.push(Item::Perhaps(found, Order::Scattered));
        }
        Ok(chosen)
    }

    /// As many items of an iterator of the user's as there are items beside it. Its variable moves
    /// on for each of them that is there.
    fn driven_beside(&mut self, driven: &Driven, beside: &[Item]) -> Found<Vec<Item>> {
        let known = has_known_positions(beside);
        let order = if known {
            Order::Prefix
        } else {
            Order::Scattered
        };
        let iterator = &driven.iterator;
        let mut items = Vec::with_capacity(beside.len());
        for other in beside {
            let name = self.writer.fresh(&Ident::new("item", Span::call_site()));
            let next = quote!(::core::iter::Iterator::next(&mut #iterator));
            let next = match question(other).filter(|_| !known) {
                None => next,
                Some(asked) => quote!(if #asked { #next } else { ::core::option::Option::None }),
            };
            self.writer
                .keep_statement(quote!(let mut #name = #next;), &[])?;
            self.writer.note_reach(&name, &iterator.to_token_stream());
            let item = Value::Inactive(plain(name.to_token_stream()));
            self.note_optional(&item, driven.written.as_ref());
            let answer = quote!(#name.as_ref().map(|_| ()));
            let answer = self.writer.settle_answer(&answer, &[])?;
            let inside = Value::Inactive(plain(quote!(#name.unwrap())));
            let found = Maybe::asked(Wrapper::Option, answer, inside);
            items.push(Item::Perhaps(Rc::new(found), order));
        }
        for adapter in &driven.adapters {
            items = match adapter {
                Adapter::Enumerate => self.enumerated(items)?,
                Adapter::Map(function) => {
                    let map = |item| Item::Mapped(Box::new(item), function.clone());
                    items.into_iter().map(map).collect()
                }
                Adapter::Copy => items.into_iter().map(dereferenced).collect(),
            };
        }
        Ok(items)
    }
}

/// The value that an item refers to.
pub(crate) fn copied(item: Item) -> Item {
    match item {
        Item::Ready(value) => Item::Ready(value.behind_references()),
        Item::Under(found, order, inner) => Item::Under(found, order, Box::new(copied(*inner))),
        item => Item::Mapped(Box::new(item), Callable::Identity),
    }
}

/// An item behind a reference. In a closure of its own its branch would need a default value, which
/// references lack.
fn dereferenced(item: Item) -> Item {
    match item {
        Item::Perhaps(found, order) => {
            let inside = match found.inside.clone() {
                Value::Inactive(Inactive { tokens, mentions }) => Value::Inactive(Inactive {
                    tokens: quote!((*#tokens)),
                    mentions,
                }),
                value => value,
            };
            Item::Perhaps(Rc::new(found.with(inside)), order)
        }
        item => copied(item),
    }
}

fn paired(left: Vec<Item>, right: Vec<Item>) -> Vec<Item> {
    let pair = |(left, right)| Item::Pair(Box::new(left), Box::new(right));
    left.into_iter().zip(right).map(pair).collect()
}

fn after(before: Integer) -> Integer {
    Integer {
        value: before.value + 1,
        ..before
    }
}

pub(crate) fn plain(tokens: TokenStream) -> Inactive {
    Inactive {
        tokens,
        mentions: Vec::new(),
    }
}

/// A position as tokens.
pub(crate) fn number(position: &Value) -> TokenStream {
    match position {
        Value::Integer(known) => Literal::i128_unsuffixed(known.value).into_token_stream(),
        Value::Inactive(position) => position.tokens.clone(),
        _ => quote!(0),
    }
}
