//! Iterators without an end, up to the method that ends them.
//!
//! ```text
//! x.iter().cycle()                     item p is x[p % len]
//! repeat(v), repeat_with(f)            item p is v, or what `f` gives
//!     .skip(1), .map(g), ..            the same of another iterator without an end
//!     .take(n), or `zip` with a list   n items, or as many as the list has
//! successors(first, f).take(n)         first, f(first), f(f(first)), ..
//! ```
//!
//! Nothing else ends them at expansion, so every other method is refused.

use std::rc::Rc;

use syn::{Expr, ExprCall, ExprMethodCall};

use crate::front::messages;
use crate::front::methods::filters::While;
use crate::front::methods::positions::copied;
use crate::front::methods::table::{Operands, Parameter};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::open_start;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::items::{Endless, Item, Order, behind, index, is_uncertain};
use crate::front::value::maybe::{Maybe, Presence};

impl Lowering<Run> {
    /// Whether an expression is an iterator without an end, other than a range.
    pub(crate) fn is_endless(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Call(call) => {
                let mut makes = ["repeat", "repeat_with"].iter();
                makes.any(|name| self.is_of_iter(call, name))
            }
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
                ("cycle", 0) => true,
                ("skip" | "step_by" | "map", 1) | ("copied" | "cloned" | "enumerate", 0) => {
                    self.goes_on(&call.receiver)
                }
                ("zip", 1) => self.goes_on(&call.receiver) && self.goes_on(&call.args[0]),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression is an iterator without an end, `1..` included.
    fn goes_on(&self, expression: &Expr) -> bool {
        open_start(expression).is_some() || self.is_endless(expression)
    }

    /// Whether a call is of `iter::name` of the standard library.
    pub(crate) fn is_of_iter(&self, call: &ExprCall, name: &str) -> bool {
        let Expr::Path(callee) = strip(&call.func) else {
            return false;
        };
        let segments = &callee.path.segments;
        let is_named = segments.last().is_some_and(|last| last.ident == name);
        let is_own = self.names.scopes.get(name).is_some();
        is_named
            && match segments.len() {
                1 => !is_own,
                n => segments[n - 2].ident == "iter",
            }
    }

    /// Refuses an iterator without an end that nothing ends.
    pub(crate) fn refuse_endless(&mut self, expression: &Expr) -> Found<()> {
        let is_made = match expression {
            Expr::Call(call) => {
                let mut makes = ["successors", "from_fn"].iter();
                makes.any(|name| self.is_of_iter(call, name))
            }
            _ => false,
        };
        let is_endless = is_made || self.is_endless(expression);
        if is_endless && !self.is_driven_chain(expression) {
            return self.writer.refuse(expression, messages::ENDLESS);
        }
        Ok(())
    }

    /// The items of an iterator without an end, by their positions.
    pub(crate) fn endless(&mut self, expression: &Expr) -> Found<Endless> {
        if let Some(start) = open_start(expression) {
            let start = self.eval_integer(start, "loop bound")?;
            return Ok(Endless(Rc::new(move |position| {
                let number = i128::try_from(position).expect("invariant: lengths fit");
                Item::Ready(Value::integer(start + number))
            })));
        }
        let call = match strip(expression) {
            Expr::MethodCall(call) if call.method == "cycle" => return self.cycled(call),
            Expr::MethodCall(call) => call,
            Expr::Call(call) => return self.repeated_item(call),
            other => return self.writer.refuse(other, messages::NOT_DIFFERENTIATED),
        };
        let Endless(inner) = self.endless(&call.receiver)?;
        Ok(Endless(match call.method.to_string().as_str() {
            "skip" => {
                let count = self.count_of(call)?;
                Rc::new(move |position| match position {
                    0 => behind((0..count).map(&*inner).collect(), inner(count)),
                    position => inner(position + count),
                })
            }
            "step_by" => {
                let step = self.count_of(call)?;
                if step == 0 {
                    return self.writer.refuse(call, messages::STEP_OF_ZERO);
                }
                Rc::new(move |position| match position {
                    0 => inner(0),
                    position => {
                        let dropped = (position - 1) * step + 1..position * step;
                        behind(dropped.map(&*inner).collect(), inner(position * step))
                    }
                })
            }
            "zip" => {
                let Endless(other) = self.endless(&call.args[0])?;
                Rc::new(move |position| {
                    Item::Pair(Box::new(inner(position)), Box::new(other(position)))
                })
            }
            "map" => {
                let function = self.callable(&call.args[0])?;
                Rc::new(move |position| Item::Mapped(Box::new(inner(position)), function.clone()))
            }
            "enumerate" => Rc::new(move |position| {
                let number = Value::Integer(index(position));
                Item::Pair(Box::new(Item::Ready(number)), Box::new(inner(position)))
            }),
            // `copied` and `cloned`
            _ => Rc::new(move |position| copied(inner(position))),
        }))
    }

    /// `repeat(value)` and `repeat_with(closure)`.
    fn repeated_item(&mut self, call: &ExprCall) -> Found<Endless> {
        let Some(argument) = call.args.first() else {
            return self.writer.refuse(call, messages::NOT_DIFFERENTIATED);
        };
        let item = if self.is_of_iter(call, "repeat_with") {
            self.item_by(argument)?
        } else {
            let value = self.eval(argument)?;
            Item::Ready(self.writer.settle_part(value)?)
        };
        Ok(Endless(Rc::new(move |_| item.clone())))
    }

    fn cycled(&mut self, call: &ExprMethodCall) -> Found<Endless> {
        let items = self.chain_of(&call.receiver)?;
        if items.is_empty() {
            return self.writer.refuse(call, messages::INDEX_OF_NOTHING);
        }
        // Only run time knows how many items a round has.
        if items.iter().any(is_uncertain) {
            return self.writer.refuse(call, messages::FILTER_AT_RUN_TIME);
        }
        Ok(Endless(Rc::new(move |position| {
            items[position % items.len()].clone()
        })))
    }

    /// `take(n)` of an iterator without an end.
    pub(crate) fn ended(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        if call.method != "take" || call.args.len() != 1 {
            return Ok(None);
        }
        let items = match strip(&call.receiver) {
            Expr::Call(made) if self.is_of_iter(made, "successors") && made.args.len() == 2 => {
                self.successors(made, call)?
            }
            Expr::Call(made) if self.is_of_iter(made, "from_fn") && made.args.len() == 1 => {
                let item = self.item_by(&made.args[0])?;
                let count = self.count_of(call)?;
                let items = vec![item; count];
                self.selected_while(items, &Callable::Identity, While::Map, call)?
            }
            receiver if self.is_endless(receiver) && !self.is_driven_chain(receiver) => {
                let endless = self.endless(receiver)?;
                let count = self.count_of(call)?;
                endless.first(count)
            }
            _ => return Ok(None),
        };
        Ok(Some(Value::Items(Rc::new(items))))
    }

    /// An item that a closure without arguments gives when it is taken.
    fn item_by(&mut self, function: &Expr) -> Found<Item> {
        let with_argument = self.trees.keep(syn::parse_quote!(|_| (#function)()));
        let function = self.callable(&with_argument)?;
        Ok(Item::Mapped(Box::new(Item::Ready(Value::unit())), function))
    }

    /// The argument of a call, a number known at expansion.
    fn count_of(&mut self, call: &ExprMethodCall) -> Found<usize> {
        let operand = self.operand(&Parameter::Integer("count"), &call.args[0])?;
        let count = usize::try_from(Operands::new(vec![operand]).integer()).unwrap_or(usize::MAX);
        if !self.writer.spend(count, call) {
            return Err(Stop);
        }
        Ok(count)
    }

    /// `successors(first, f).take(n)`: each item is that of the closure on the one before.
    fn successors(&mut self, made: &ExprCall, call: &ExprMethodCall) -> Found<Vec<Item>> {
        let Value::Maybe(mut next) = self.eval_base(&made.args[0])? else {
            return self.writer.refuse(made, messages::NOT_DIFFERENTIATED);
        };
        let function = self.callable(&made.args[1])?;
        let count = self.count_of(call)?;
        let mut items = Vec::new();
        while items.len() < count {
            next = Rc::new(self.settled_if_there(&next)?);
            items.push(match &next.presence {
                Presence::Never(..) => break,
                Presence::Always => Item::Ready(next.inside.clone()),
                Presence::Asked(_) => Item::Perhaps(Rc::clone(&next), Order::Prefix),
            });
            // The library computes the item behind the last one as well.
            let there = |run: &mut Self| run.call(&function, vec![next.inside.clone()], call);
            let missing = |_: &mut Self| Ok(Maybe::nothing().into_value());
            let Value::Maybe(found) = self.if_present(&next, &there, &missing, call)? else {
                return self
                    .writer
                    .refuse(&made.args[1], messages::NOT_DIFFERENTIATED);
            };
            next = found;
        }
        Ok(items)
    }
}
