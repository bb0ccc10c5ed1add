//! Filters of iterators: `filter`, `take_while`, `scan` and `find`, decided at expansion or by
//! branches.
//!
//! ```text
//! (0..4).filter(|i| i % 2 == 0)              known: 0 and 2 are left
//! x.iter().filter(|v| **v > 0.0).sum()       the answers are variables; the sum adds an item if
//!                                            its answer is yes
//! x.iter().find(|v| **v > t)                 if v0 > t { v0 } else if v1 > t { v1 } else { nothing
//!                                            }
//! ```
//!
//! The list keeps its length: an item that may be left out stays in it, together with an answer.
//! Methods that depend on the position of an item cannot follow that and are refused.
//!
//! Cost: a branch for each item with an answer that only run time knows.

use std::rc::Rc;

use quote::quote;
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::items::{Item, Order, has_known_positions, is_uncertain};
use crate::front::value::maybe::{Maybe, Presence};

/// The items that are left, up to or from the first `false` of a closure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum While {
    /// Those before the first `false`, `take_while`.
    Take,
    /// Those from the first `false` on, `skip_while`.
    Skip,
    /// The values inside of the answers before the first `None`, `map_while`.
    Map,
}

/// The result of a search for the first item that a closure accepts.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// `find`
    Item,
    /// The value inside of the answer, `find_map`.
    Inside,
    /// `position`
    Position,
}

/// The answer of a filter for one item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Item,
    /// The value inside of the answer, `filter_map`.
    Inside,
}

/// Filters one item by the answer of a closure. Gives a value that may be missing.
type Kept<'a, M> = &'a dyn Fn(&mut Lowering<M>, Value, Value) -> Found<Value>;

impl<M: Machine> Lowering<M> {
    pub(crate) fn filter(&mut self, of: Operands, at: At<'_>) -> Found<Given> {
        let kept = |run: &mut Self, item, answer| run.if_asked(answer, item, at.call);
        self.filtered(of, at, Keeps::Item, &kept)
    }

    pub(crate) fn filter_map(&mut self, of: Operands, at: At<'_>) -> Found<Given> {
        let kept = |run: &mut Self, _, answer| match answer {
            Value::Maybe(_) => Ok(answer),
            answer => {
                let message = messages::not_maybe("filter_map", &answer.describe());
                run.writer.refuse(&at.call.args[0], &message)
            }
        };
        self.filtered(of, at, Keeps::Inside, &kept)
    }

    fn filtered(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        keeps: Keeps,
        left: Kept<'_, M>,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        if at.call.method != "retain" {
            self.refuse_changes(&callable, at.call)?;
            self.refuse_taken_early(&items, at.call)?;
        }
        let mut kept = Vec::new();
        for item in items {
            let before = self.take_perhaps(item, at.call)?;
            let before = self.settled_if_there(&before)?;
            let is_certain = matches!(before.presence, Presence::Always);
            let ask = |run: &mut Self| {
                let value = before.inside.clone();
                let answer = run.call(&callable, vec![value.clone()], at.call)?;
                // The item itself stays as it is, outside of the arm.
                let value = if is_certain { value } else { Value::unit() };
                left(run, value, answer)
            };
            let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
            let Value::Maybe(mut found) = self.if_present(&before, &ask, &missing, at.call)? else {
                return Err(Stop);
            };
            if !is_certain && keeps == Keeps::Item {
                found = Rc::new(found.with(before.inside.clone()));
            }
            match &found.presence {
                Presence::Always => kept.push(Item::Ready(found.inside.clone())),
                Presence::Never(..) => {}
                Presence::Asked(_) => kept.push(Item::Perhaps(found, Order::Scattered)),
            }
        }
        Ok(Given::Items(kept))
    }

    /// `take_while`, `skip_while` and `map_while`. The closure runs on an item only if the answers
    /// before it have not decided.
    pub(crate) fn selected_while(
        &mut self,
        items: Vec<Item>,
        callable: &Callable,
        selection: While,
        call: &ExprMethodCall,
    ) -> Found<Vec<Item>> {
        self.refuse_changes(callable, call)?;
        let skips = selection == While::Skip;
        let order = if skips || !has_known_positions(&items) {
            Order::Scattered
        } else {
            Order::Prefix
        };
        let mut kept = Vec::new();
        let mut before: Option<Rc<Maybe>> = None;
        let mut items = items.into_iter();
        while let Some(item) = items.next() {
            let take = |run: &mut Self| {
                let value = run.take(item.clone(), call)?;
                run.writer.settle_part(value)
            };
            let ask = |run: &mut Self| {
                // Behind a missing item of a prefix there are no others.
                if is_uncertain(&item) && order == Order::Prefix {
                    return run.ask_if_there(&item, callable, selection, call);
                }
                let value = take(run)?;
                run.ask_about(value, callable, selection, call)
            };
            let found = match &before {
                None => ask(self)?,
                // After an item that `skip_while` keeps, and after one that the others leave out,
                // the closure does not run any more.
                Some(before) if skips => {
                    let take =
                        |run: &mut Self| Ok(Maybe::there(Wrapper::Option, take(run)?).into_value());
                    self.if_present(before, &take, &ask, call)?
                }
                Some(before) => {
                    { self.if_present(before, &ask, &|_| Ok(Maybe::nothing().into_value()), call) }?
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
                    kept.push(Item::Perhaps(Rc::clone(&found), order));
                    before = Some(found);
                    continue;
                }
            }
            if skips {
                // The answer is known, so all later items are kept.
                kept.extend(items);
                return Ok(kept);
            }
        }
        Ok(kept)
    }

    /// The answer of the closure about an item, with the item inside.
    fn ask_about(
        &mut self,
        value: Value,
        callable: &Callable,
        selection: While,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let skips = selection == While::Skip;
        match self.call(callable, vec![value.clone()], call)? {
            found @ Value::Maybe(_) if selection == While::Map => Ok(found),
            Value::Boolean(answer) => self.if_asked(Value::Boolean(answer != skips), value, call),
            Value::Inactive(mut asked) => {
                if skips {
                    let tokens = asked.tokens;
                    asked.tokens = quote!(!(#tokens));
                }
                self.if_asked(Value::Inactive(asked), value, call)
            }
            answer => self.if_asked(answer, value, call),
        }
    }

    /// The same about an item that may be missing.
    fn ask_if_there(
        &mut self,
        item: &Item,
        callable: &Callable,
        selection: While,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let found = self.take_perhaps(item.clone(), call)?;
        let answer = |run: &mut Self| {
            let value = found.inside.clone();
            match run.call(callable, vec![value], call)? {
                inside @ Value::Maybe(_) if selection == While::Map => Ok(inside),
                answer => run.if_asked(answer, Value::unit(), call),
            }
        };
        let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
        let kept = self.if_present(&found, &answer, &missing, call)?;
        Ok(match kept {
            Value::Maybe(kept) if selection != While::Map => {
                kept.with(found.inside.clone()).into_value()
            }
            kept => kept,
        })
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
        self.refuse_changes(callable, call)?;
        // The closure takes the state by `&mut`, so its writes need a variable to go to.
        self.bind(&state, first);
        let state = self.variable(&state).ok_or(Stop)?;
        let mut kept = Vec::new();
        let mut before: Option<Rc<Maybe>> = None;
        let known = has_known_positions(&items);
        let order = if known {
            Order::Prefix
        } else {
            Order::Scattered
        };
        for item in items {
            let step = |run: &mut Self| {
                let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
                let found = if known {
                    run.take_perhaps(item.clone(), call)?
                } else {
                    let value = run.take(item.clone(), call)?;
                    Rc::new(Maybe::there(Wrapper::Option, value))
                };
                let apply = |run: &mut Self| {
                    let arguments = vec![Value::Reference(state.clone()), found.inside.clone()];
                    run.call(callable, arguments, call)
                };
                run.if_present(&found, &apply, &missing, call)
            };
            let found = match &before {
                None => step(self)?,
                Some(before) => {
                    self.if_present(before, &step, &|_| Ok(Maybe::nothing().into_value()), call)
                }?,
            };
            match found {
                Value::Maybe(found) => match &found.presence {
                    Presence::Always => kept.push(Item::Ready(found.inside.clone())),
                    Presence::Never(..) => return Ok(kept),
                    Presence::Asked(_) => {
                        kept.push(Item::Perhaps(Rc::clone(&found), order));
                        before = Some(found);
                    }
                },
                other => {
                    let message = messages::not_maybe("scan", &other.describe());
                    return self.writer.refuse(&call.args[1], &message);
                }
            }
        }
        Ok(kept)
    }

    /// The first item that the closure accepts: `find`, `find_map` and `position`.
    pub(crate) fn first_wanted(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        wanted: Wanted,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let positions = match wanted {
            Wanted::Position => self.positions(&items)?,
            Wanted::Item | Wanted::Inside => vec![Value::Unassigned; items.len()],
        };
        let items: Vec<(Item, Value)> = items.into_iter().zip(positions).collect();
        let found = self.first_of(&items, &callable, wanted, at.call)?;
        Ok(Given::Value(found))
    }

    /// `take_while`, `skip_while` and `map_while`
    pub(crate) fn select_while(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        selection: While,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        self.refuse_taken_early(&items, at.call)?;
        self.selected_while(items, &callable, selection, at.call)
            .map(Given::Items)
    }

    fn first_of(
        &mut self,
        items: &[(Item, Value)],
        callable: &Callable,
        wanted: Wanted,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let Some(((item, position), rest)) = items.split_first() else {
            return Ok(Maybe::nothing().into_value());
        };
        let before = self.take_perhaps(item.clone(), call)?;
        let before = self.settled_if_there(&before)?;
        // A recursion and not a loop, because the later items are taken and searched in the `else`
        // arm of the branch on this one. Their closures must not run if this one is found.
        let rest = |run: &mut Self| run.first_of(rest, callable, wanted, call);
        let inside = match wanted {
            Wanted::Position => position.clone(),
            Wanted::Item | Wanted::Inside => before.inside.clone(),
        };
        let there = |inside: &Value| Ok(Maybe::there(Wrapper::Option, inside.clone()).into_value());
        let ask = |run: &mut Self| run.call(callable, vec![before.inside.clone()], call);
        if !matches!(before.presence, Presence::Always) {
            let ask = |run: &mut Self| match ask(run)? {
                found @ Value::Maybe(_) if matches!(wanted, Wanted::Inside) => Ok(found),
                answer => run.if_asked(answer, Value::unit(), call),
            };
            let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
            let Value::Maybe(found) = self.if_present(&before, &ask, &missing, call)? else {
                return Err(Stop);
            };
            let here = |_: &mut Self| match wanted {
                Wanted::Inside => there(&found.inside),
                Wanted::Item | Wanted::Position => there(&inside),
            };
            return self.if_present(&found, &here, &rest, call);
        }
        let here = |_: &mut Self| there(&inside);
        match ask(self)? {
            Value::Boolean(true) => here(self),
            Value::Boolean(false) => rest(self),
            Value::Inactive(asked) => self.either(asked, &here, &rest, call),
            Value::Maybe(found) if matches!(wanted, Wanted::Inside) => {
                let here = |_: &mut Self| there(&found.inside);
                self.if_present(&found, &here, &rest, call)
            }
            other => self
                .writer
                .refuse(&call.args[0], &messages::not_a_condition(&other.describe())),
        }
    }
}
