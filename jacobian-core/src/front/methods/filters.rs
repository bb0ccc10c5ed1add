//! Filters of iterators: `filter`, `take_while`, `scan`, `find` and `max_by`, decided at expansion
//! or by branches.
//!
//! ```text
//! (0..4).filter(|i| i % 2 == 0)              known: x0 and x2 are left
//! x.iter().filter(|v| **v > 0.0).sum()       the answers are variables; a sum adds where the answer is yes
//! x.iter().find(|v| **v > t)                 if v0 > t { v0 } else if v1 > t { v1 } else { nothing }
//! x.iter().max_by(|a, b| a.total_cmp(b))     of two the later one, unless the comparison says `Greater`
//! ```
//!
//! How many items there are stays known: an item that may be left out is one with an answer beside
//! it. Methods that count items cannot follow that and are refused.
//!
//! Cost: a branch for each item whose answer only run time knows.

use std::rc::Rc;

use quote::quote;
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::items::{Item, index, is_uncertain};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};

impl<M: Machine> Lowering<M> {
    /// `filter` and `filter_map`.
    pub(crate) fn filtered(
        &mut self,
        items: Vec<Item>,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        let mut kept = Vec::new();
        for item in items {
            let value = self.take_settled(item, call)?;
            let answer = self.call(callable, vec![value.clone()], call);
            let found = match answer {
                Value::Maybe(found) if call.method == "filter_map" => Value::Maybe(found),
                Value::Poison => return Err(Stop),
                answer if call.method == "filter" => self.if_asked(answer, value, call),
                answer => {
                    let message = messages::not_maybe("filter_map", &answer.describe());
                    self.writer.refuse(&call.args[0], &message);
                    return Err(Stop);
                }
            };
            let Value::Maybe(found) = found else {
                return Err(Stop);
            };
            match &found.presence {
                Presence::Always => kept.push(Item::Ready(found.inside.clone())),
                Presence::Never(..) => {}
                Presence::Asked(_) => kept.push(Item::Perhaps(found)),
            }
        }
        Ok(kept)
    }

    /// `take_while`, `skip_while` and `map_while`: an item is asked as long as the answer for the
    /// one before is open.
    pub(crate) fn selected_while(
        &mut self,
        items: Vec<Item>,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        let skips = call.method == "skip_while";
        let mut kept = Vec::new();
        let mut before: Option<Rc<Maybe>> = None;
        let mut items = items.into_iter();
        while let Some(item) = items.next() {
            let take = |run: &mut Self| {
                let value = run.take(item.clone(), call).unwrap_or(Value::Poison);
                run.writer.settle_part(value)
            };
            let ask = |run: &mut Self| {
                let value = take(run);
                let arguments = vec![value.clone()];
                match run.call(callable, arguments, call) {
                    found @ Value::Maybe(_) if call.method == "map_while" => found,
                    Value::Boolean(answer) => {
                        run.if_asked(Value::Boolean(answer != skips), value, call)
                    }
                    Value::Inactive(mut asked) => {
                        if skips {
                            let tokens = asked.tokens;
                            asked.tokens = quote!(!(#tokens));
                        }
                        run.if_asked(Value::Inactive(asked), value, call)
                    }
                    answer => run.if_asked(answer, value, call),
                }
            };
            let found = match &before {
                None => ask(self),
                Some(before) if skips => {
                    let take = |run: &mut Self| match take(run) {
                        Value::Poison => Value::Poison,
                        value => Maybe::there(Wrapper::Option, value).into_value(),
                    };
                    self.if_present(before, &take, &ask, call)
                }
                Some(before) => {
                    self.if_present(before, &ask, &|_| Maybe::nothing().into_value(), call)
                }
            };
            let Value::Maybe(found) = found else {
                return Err(Stop);
            };
            match &found.presence {
                Presence::Always => kept.push(Item::Ready(found.inside.clone())),
                Presence::Never(..) if skips => continue,
                Presence::Never(..) => return Ok(kept),
                Presence::Asked(_) => {
                    kept.push(Item::Perhaps(Rc::clone(&found)));
                    before = Some(found);
                    continue;
                }
            }
            if skips {
                kept.extend(items);
                return Ok(kept);
            }
        }
        Ok(kept)
    }

    /// `scan(first, |state, item| ..)`: the state is a variable.
    pub(crate) fn scanned(
        &mut self,
        items: Vec<Item>,
        first: Value,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        let state = self
            .writer
            .fresh(&syn::Ident::new("state", proc_macro2::Span::call_site()));
        self.bind(&state, first);
        let state = self.variable(&state).ok_or(Stop)?;
        let mut kept = Vec::new();
        let mut before: Option<Rc<Maybe>> = None;
        for item in items {
            let step = |run: &mut Self| {
                let Ok(value) = run.take(item.clone(), call) else {
                    return Value::Poison;
                };
                let arguments = vec![Value::Reference(state.clone()), value];
                run.call(callable, arguments, call)
            };
            let found = match &before {
                None => step(self),
                Some(before) => {
                    self.if_present(before, &step, &|_| Maybe::nothing().into_value(), call)
                }
            };
            match found {
                Value::Maybe(found) => match &found.presence {
                    Presence::Always => kept.push(Item::Ready(found.inside.clone())),
                    Presence::Never(..) => return Ok(kept),
                    Presence::Asked(_) => {
                        kept.push(Item::Perhaps(Rc::clone(&found)));
                        before = Some(found);
                    }
                },
                Value::Poison => return Err(Stop),
                other => {
                    let message = messages::not_maybe("scan", &other.describe());
                    self.writer.refuse(&call.args[1], &message);
                    return Err(Stop);
                }
            }
        }
        Ok(kept)
    }

    /// An item that may be left out.
    pub(crate) fn take_perhaps(&mut self, item: Item, call: &ExprMethodCall) -> Found<Rc<Maybe>> {
        match item {
            Item::Perhaps(found) => Ok(found),
            Item::Mapped(inner, callable) if is_uncertain(&inner) => {
                let found = self.take_perhaps(*inner, call)?;
                let apply = |run: &mut Self| run.call(&callable, vec![found.inside.clone()], call);
                match self.if_present(&found, &apply, &|_| Value::Unassigned, call) {
                    Value::Poison => Err(Stop),
                    inside => Ok(Rc::new(found.with(inside))),
                }
            }
            item => {
                let value = self.take(item, call)?;
                Ok(Rc::new(Maybe::there(Wrapper::Option, value)))
            }
        }
    }

    /// The first item that is wanted: `find`, `find_map` and `position`.
    pub(crate) fn first_wanted(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.take_settled(item, at.call)?);
        }
        let found = self.first_of(&values, 0, &callable, at.call);
        Ok(Given::Value(found))
    }

    /// `filter` and `filter_map`
    pub(crate) fn filter(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        self.filtered(items, &callable, at.call).map(Given::Items)
    }

    /// `take_while`, `skip_while` and `map_while`
    pub(crate) fn select_while(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        self.selected_while(items, &callable, at.call)
            .map(Given::Items)
    }

    pub(crate) fn first_of(
        &mut self,
        values: &[Value],
        position: usize,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Value {
        let Some(value) = values.get(position) else {
            return Maybe::nothing().into_value();
        };
        let rest = |run: &mut Self| run.first_of(values, position + 1, callable, call);
        let wanted = if call.method == "position" {
            Value::Integer(index(position))
        } else {
            value.clone()
        };
        let wanted = |_: &mut Self| Maybe::there(Wrapper::Option, wanted.clone()).into_value();
        match self.call(callable, vec![value.clone()], call) {
            Value::Boolean(true) => wanted(self),
            Value::Boolean(false) => rest(self),
            Value::Inactive(asked) => self.either(asked, &wanted, &rest, call),
            Value::Maybe(found) if call.method == "find_map" => {
                let here =
                    |_: &mut Self| Maybe::there(Wrapper::Option, found.inside.clone()).into_value();
                self.if_present(&found, &here, &rest, call)
            }
            Value::Poison => Value::Poison,
            other => self
                .writer
                .refuse(&call.args[0], &messages::not_a_condition(&other.describe())),
        }
    }

    /// `max_by` and `min_by`, with the library's rule for ties.
    pub(crate) fn extreme_by(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let call = at.call;
        let mut best: Option<Value> = None;
        for item in items {
            let value = self.take_settled(item, call)?;
            let Some(before) = best.take() else {
                best = Some(value);
                continue;
            };
            let compared = self.call(&callable, vec![before.clone(), value.clone()], call);
            let Value::Inactive(compared) = compared else {
                if !matches!(compared, Value::Poison) {
                    let message = messages::not_ordered(&compared.describe());
                    self.writer.refuse(&call.args[0], &message);
                }
                return Err(Stop);
            };
            let tokens = compared.tokens;
            let asked = Inactive {
                tokens: quote!((#tokens).is_gt()),
                mentions: compared.mentions,
            };
            let (greater, other) = if call.method == "max_by" {
                (before, value)
            } else {
                (value, before)
            };
            let chosen = self.either(asked, &|_| greater.clone(), &|_| other.clone(), call);
            if matches!(chosen, Value::Poison) {
                return Err(Stop);
            }
            best = Some(chosen);
        }
        Ok(Given::Value(Maybe::of(best).into_value()))
    }
}
