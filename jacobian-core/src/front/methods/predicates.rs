//! Iterator methods that ask something of all items: `any`, `all`, `partition` and `count`.
//!
//! ```text
//! x.iter().any(|v| *v > t)         met_1 = (v0 > t).then_some(())
//!                                  met_2 = met_1, or if nothing is decided (v1 > t).then_some(())
//!                                  met_2.is_some()
//! x.iter().filter(..).count()      0 + usize::from(met_1.is_some()) + usize::from(met_2.is_some())
//! ```
//!
//! Answers have no derivative: they are opaque conditions and integers. If no closure names an
//! active value, the user's own iterator is emitted instead, see `run::macros`.
//!
//! Cost: a branch for each item but the first, because no closure runs after the answer is known.

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, Order, index};
use crate::front::value::maybe::{Maybe, Presence, is_there};
use crate::front::value::{Inactive, Value};

/// Whether one item has to fulfil a condition, or all items.
#[derive(Clone, Copy)]
pub(crate) enum Quantifier {
    Any,
    All,
}

impl Quantifier {
    /// The answer for one item that decides for all of them.
    fn decisive(self) -> bool {
        match self {
            Self::Any => true,
            Self::All => false,
        }
    }
}

impl<M: Machine> Lowering<M> {
    /// `any` and `all`: the items are asked one by one until the answer is known.
    pub(crate) fn quantified(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        quantifier: Quantifier,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let call = at.call;
        let decisive = quantifier.decisive();
        let there = || Ok(Maybe::there(Wrapper::Option, Value::unit()).into_value());
        let nothing = || Ok(Maybe::nothing().into_value());
        // `decided` is there if an item so far has decided. Then no other closure runs.
        let mut decided = Rc::new(Maybe::nothing());
        for item in items {
            let ask = |run: &mut Self, value: Value| match run.call(&callable, vec![value], call)? {
                Value::Boolean(answer) if answer == decisive => there(),
                Value::Boolean(_) => nothing(),
                Value::Inactive(mut asked) if !decisive => {
                    let tokens = asked.tokens;
                    asked.tokens = quote!(!(#tokens));
                    run.if_asked(Value::Inactive(asked), Value::unit(), call)
                }
                answer => run.if_asked(answer, Value::unit(), call),
            };
            let next = |run: &mut Self| {
                let found = run.take_perhaps(item.clone(), call)?;
                let present = |run: &mut Self| ask(run, found.inside.clone());
                run.if_present(&found, &present, &|_| nothing(), call)
            };
            let Value::Maybe(found) = self.if_present(&decided, &|_| there(), &next, call)? else {
                return Err(Stop);
            };
            decided = found;
        }
        Ok(Given::Value(is_there(&decided, decisive)))
    }

    /// `partition`: the items that the closure accepts, and the others.
    pub(crate) fn partitioned(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let (mut accepted, mut others) = (Vec::new(), Vec::new());
        for item in items {
            let value = self.take_settled(item, at.call)?;
            match self.call(&callable, vec![value.clone()], at.call)? {
                Value::Boolean(true) => accepted.push(Item::Ready(value)),
                Value::Boolean(false) => others.push(Item::Ready(value)),
                Value::Inactive(asked) => {
                    let name = Ident::new("is_accepted", Span::call_site());
                    let answer = self.writer.settle_as(&name, asked)?;
                    let Value::Inactive(mut asked) = answer.clone() else {
                        return Err(Stop);
                    };
                    let tokens = asked.tokens;
                    asked.tokens = quote!(!#tokens);
                    for (list, answer) in [
                        (&mut accepted, answer),
                        (&mut others, Value::Inactive(asked)),
                    ] {
                        let Value::Maybe(found) = self.if_asked(answer, value.clone(), at.call)?
                        else {
                            return Err(Stop);
                        };
                        list.push(Item::Perhaps(found, Order::Scattered));
                    }
                }
                answer => {
                    let message = messages::not_a_condition(&answer.describe());
                    return self.writer.refuse(&at.call.args[0], &message);
                }
            }
        }
        let accepted = self.taken(accepted, at.call)?;
        let lists = vec![accepted, self.taken(others, at.call)?];
        Ok(Given::Value(Value::tuple(lists)))
    }

    /// The number of items. Only run time may know whether an item is there.
    pub(crate) fn counted(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Found<Value> {
        let (mut known, mut asked) = (0, Vec::new());
        for item in items {
            let found = self.take_perhaps(item, call)?;
            match &found.presence {
                Presence::Never(..) => {}
                Presence::Always => {
                    known += 1;
                    // A counted item may be opaque code with effects, so it is still evaluated.
                    self.writer.discard(found.inside.clone())?;
                }
                Presence::Asked(answer) => asked.push(found.question(answer)),
            }
        }
        if asked.is_empty() {
            return Ok(Value::Integer(index(known)));
        }
        Ok(Value::Inactive(Inactive {
            tokens: quote!((#known #(+ usize::from(#asked))*)),
            mentions: Vec::new(),
        }))
    }
}
