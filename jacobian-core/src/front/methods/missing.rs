//! Items are taken: closures run, and if an item may be missing, only in the arm where it is there.
//!
//! ```text
//! x.iter().zip(data).map(f)     if item_1 is there { f(x1, item_1) }
//! ```
//!
//! Cost: a branch for each closure on an item with an answer that only run time knows.

use std::rc::Rc;

use quote::quote;
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::{Arm, Machine};
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, has_effects, is_uncertain};
use crate::front::value::maybe::{Maybe, Presence};

/// The code that runs with an item that is there.
pub(crate) type WithItem<'a, M> = dyn Fn(&mut Lowering<M>, Value) -> Found<Value> + 'a;

impl<M: Machine> Lowering<M> {
    /// Runs the closures that an item goes through.
    pub(crate) fn take(&mut self, item: Item, at: &ExprMethodCall) -> Found<Value> {
        let value = match item {
            Item::Ready(value) => value,
            Item::Mapped(inner, callable) => {
                let value = self.take(*inner, at)?;
                self.call(&callable, vec![value], at)?
            }
            Item::Pair(left, right) => {
                // Both are settled: the closure of the right item runs after the left one, and code
                // with effects runs here even if nothing uses the pair.
                let left = self.take_settled(*left, at)?;
                let right = self.take_settled(*right, at)?;
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

    /// Takes an item that may be left out.
    pub(crate) fn take_perhaps(&mut self, item: Item, call: &ExprMethodCall) -> Found<Rc<Maybe>> {
        match item {
            Item::Perhaps(found, _) => Ok(found),
            Item::Under(asked, _, inner) if !is_uncertain(&inner) && !has_effects(&inner) => {
                let inside = self.take(*inner, call)?;
                Ok(Rc::new(asked.with(inside)))
            }
            Item::Under(asked, _, inner) => {
                let take = |run: &mut Self| {
                    let found = run.take_perhaps((*inner).clone(), call)?;
                    Ok(Value::Maybe(found))
                };
                let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
                match self.if_present(&asked, &take, &missing, call)? {
                    Value::Maybe(found) => Ok(found),
                    _ => Err(Stop),
                }
            }
            Item::Pair(left, right) if is_uncertain(&left) || is_uncertain(&right) => {
                self.take_pair(*left, &right, call)
            }
            Item::After(dropped, inner) if is_uncertain(&inner) => {
                self.drop_items(dropped, call)?;
                self.take_perhaps(*inner, call)
            }
            // The closure runs only in the arm where the item is there.
            Item::Mapped(inner, callable) if is_uncertain(&inner) => {
                let found = self.take_perhaps(*inner, call)?;
                let apply = |run: &mut Self| run.call(&callable, vec![found.inside.clone()], call);
                let inside = self.if_present(&found, &apply, &|_| Ok(Value::Unassigned), call)?;
                Ok(Rc::new(found.with(inside)))
            }
            item => {
                let value = self.take(item, call)?;
                Ok(Rc::new(Maybe::there(Wrapper::Option, value)))
            }
        }
    }

    /// Runs one arm on an item that is there, and another if it is missing. The closures of the
    /// item run in the same arm.
    pub(crate) fn if_there(
        &mut self,
        item: &Item,
        present: &WithItem<'_, M>,
        absent: &Arm<'_, M>,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        match item {
            Item::Perhaps(found, _) => {
                let inside = |run: &mut Self| present(run, found.inside.clone());
                self.if_present(found, &inside, absent, call)
            }
            Item::Under(asked, _, inner) => {
                let inside = |run: &mut Self| run.if_there(inner, present, absent, call);
                self.if_present(asked, &inside, absent, call)
            }
            Item::Mapped(inner, callable) => {
                let apply = |run: &mut Self, value: Value| {
                    let value = run.call(callable, vec![value], call)?;
                    present(run, value)
                };
                self.if_there(inner, &apply, absent, call)
            }
            Item::Pair(..) | Item::After(..) if is_uncertain(item) => {
                let found = self.take_perhaps(item.clone(), call)?;
                let inside = |run: &mut Self| present(run, found.inside.clone());
                self.if_present(&found, &inside, absent, call)
            }
            item => {
                let value = self.take(item.clone(), call)?;
                present(self, value)
            }
        }
    }

    /// Takes a pair, which is there if both of its items are.
    fn take_pair(&mut self, left: Item, right: &Item, call: &ExprMethodCall) -> Found<Rc<Maybe>> {
        let left = self.take_perhaps(left, call)?;
        let left = self.settled_if_there(&left)?;
        let pair = |right: Value| Value::tuple(vec![left.inside.clone(), right]);
        // A closure runs only where the left item is there.
        if has_effects(right) && !matches!(left.presence, Presence::Always) {
            let take = |run: &mut Self| {
                let found = run.take_perhaps(right.clone(), call)?;
                Ok(found.with(pair(found.inside.clone())).into_value())
            };
            let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
            return match self.if_present(&left, &take, &missing, call)? {
                Value::Maybe(found) => Ok(found),
                _ => Err(Stop),
            };
        }
        let right = self.take_perhaps(right.clone(), call)?;
        let right = self.settled_if_there(&right)?;
        let inside = pair(right.inside.clone());
        let both = match (&left.presence, &right.presence) {
            (Presence::Asked(a), Presence::Asked(b)) => {
                let answer = quote!(#a.and(#b));
                Presence::Asked(self.writer.settle_answer(&answer, &[])?)
            }
            (Presence::Always, other) | (other, Presence::Always) => other.clone(),
            (Presence::Never(..), _) | (_, Presence::Never(..)) => {
                return Ok(Rc::new(Maybe::nothing()));
            }
        };
        Ok(Rc::new(Maybe {
            presence: both,
            ..Maybe::there(Wrapper::Option, inside)
        }))
    }

    /// Evaluates opaque code now, into a variable. What may be missing is evaluated only where it
    /// is there.
    pub(crate) fn settled_if_there(&mut self, found: &Maybe) -> Found<Maybe> {
        Ok(match &found.presence {
            Presence::Always => found.with(self.writer.settle_part(found.inside.clone())?),
            _ => found.clone(),
        })
    }
}
