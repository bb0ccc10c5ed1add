//! The ends of iterator chains: sums, folds, and the methods that may find nothing.
//!
//! ```text
//! [a, b, c].iter().sum()             a + b + c          not  -0.0 + a + b + c: the same to the last bit
//! [].iter().sum()                    -0.0
//! [a, b, c].iter().fold(z, f)        f(f(f(z, a), b), c)
//! [a, b, c].iter().nth(1).unwrap()   b                  `nth(3)` is refused: it would panic
//! ```
//!
//! Items are taken one by one, so that closures further up run in the order of the library.

use syn::{Expr, ExprMethodCall};

use crate::ir::elemental::Operation;

use crate::front::messages;
use crate::front::methods::collect::collected_wrapper;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{self, Want};
use crate::front::value::Value;
use crate::front::value::function::Callable;
use crate::front::value::integer::Integer;
use crate::front::value::items::Item;
use crate::front::value::maybe::{Maybe, Presence};

impl Lowering<Run> {
    /// `slice.try_into().unwrap()`: the same elements.
    pub(crate) fn eval_converted(&mut self, call: &ExprMethodCall) -> Option<Value> {
        if !matches!(call.method.to_string().as_str(), "unwrap" | "expect") {
            return None;
        }
        let Expr::MethodCall(inner) = form::strip(&call.receiver) else {
            return None;
        };
        let converts = inner.method == "try_into" && inner.args.is_empty();
        converts.then(|| self.eval_base(&inner.receiver))
    }

    /// A method that ends a chain.
    pub(crate) fn consume(&mut self, call: &ExprMethodCall, want: Want<'_>) -> Option<Value> {
        let name = call.method.to_string();
        match name.as_str() {
            "split_at" => {
                let elements = self.elements_of(&call.receiver)?;
                return self.split(elements, call);
            }
            "split_at_mut" => {
                let elements = self.borrow_elements(&call.receiver)?;
                return self.split(elements, call);
            }
            "to_vec" => return Some(Value::array(self.elements_of(&call.receiver)?)),
            _ => {}
        }
        let items = self.chain_of(&call.receiver)?;
        match name.as_str() {
            "sum" => self.accumulated(items, Operation::Add, call),
            "product" => self.accumulated(items, Operation::Mul, call),
            "count" => self.counted(items, call),
            "collect" => match collected_wrapper(call, want) {
                Some(wrapper) => self.collected(items, wrapper, call),
                None => Some(self.taken(items, call)),
            },
            "fold" => {
                let first = self.eval(&call.args[0]);
                let first = self.writer.settle_part(first);
                let callable = self.callable(&call.args[1])?;
                self.folded(items, first, &callable, call)
            }
            "for_each" => {
                let callable = self.callable(&call.args[0])?;
                for item in items {
                    let found = self.take_perhaps(item, call)?;
                    let run = |lowering: &mut Lowering<Run>| {
                        let arguments = vec![found.inside.clone()];
                        let value = lowering.apply_callable(&callable, arguments, call);
                        lowering.writer.discard(value);
                        Value::unit()
                    };
                    self.if_present(&found, &run, &|_| Value::unit(), call);
                }
                Some(Value::unit())
            }
            "unzip" => self.unzipped(items, call),
            _ => Some(self.taken(items, call)),
        }
    }

    fn folded(
        &mut self,
        items: Vec<Item>,
        first: Value,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Option<Value> {
        let mut total = first;
        for item in items {
            let found = self.take_perhaps(item, call)?;
            let next = |lowering: &mut Lowering<Run>| {
                let arguments = vec![total.clone(), found.inside.clone()];
                let total = lowering.apply_callable(callable, arguments, call);
                lowering.writer.settle_part(total)
            };
            total = self.if_present(&found, &next, &|_| total.clone(), call);
        }
        Some(total)
    }

    /// Pairs taken apart into two lists.
    fn unzipped(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Option<Value> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for item in items {
            match self.take(item, call)? {
                Value::Tuple(parts) if parts.len() == 2 => {
                    left.push(parts[0].clone());
                    right.push(parts[1].clone());
                }
                found => {
                    self.writer
                        .refuse(call, &messages::pattern_does_not_fit(&found.describe()));
                    return None;
                }
            }
        }
        let lists = vec![Value::array(left), Value::array(right)];
        Some(Value::tuple(lists))
    }

    fn split(&mut self, elements: Vec<Value>, call: &ExprMethodCall) -> Option<Value> {
        let position = self.eval_position(&call.args[0])?;
        let found = usize::try_from(position).ok();
        let Some(position) = found.filter(|position| *position <= elements.len()) else {
            let message = messages::index_out_of_bounds(position, elements.len() + 1);
            self.writer.refuse(&call.args[0], &message);
            return None;
        };
        let mut left = elements;
        let right = left.split_off(position);
        Some(Value::tuple(vec![Value::array(left), Value::array(right)]))
    }

    /// Sum or product from the left.
    fn accumulated(
        &mut self,
        items: Vec<Item>,
        operation: Operation,
        call: &ExprMethodCall,
    ) -> Option<Value> {
        let op: syn::BinOp = match operation {
            Operation::Add => syn::parse_quote!(+),
            _ => syn::parse_quote!(*),
        };
        let mut total: Option<Value> = None;
        for item in items {
            let found = self.take_perhaps(item, call)?;
            if let Presence::Asked(_) = found.presence {
                let before = total.unwrap_or_else(|| self.empty(operation, call));
                let next = |lowering: &mut Lowering<Run>| {
                    let inside = found.inside.clone();
                    lowering.combine(&op, before.clone(), inside, call)
                };
                total = Some(self.if_present(&found, &next, &|_| before.clone(), call));
                continue;
            }
            let value = match self.behind(found.inside.clone(), call) {
                integer @ Value::Integer(_) => integer,
                value => Value::Scalar(self.as_scalar(value, call, true)?),
            };
            total = Some(match total {
                None => value,
                Some(total) => self.combine(&op, total, value, call),
            });
        }
        Some(total.unwrap_or_else(|| self.empty(operation, call)))
    }

    /// What the library gives for no items.
    fn empty(&mut self, operation: Operation, call: &ExprMethodCall) -> Value {
        let is_integer = call.turbofish.as_ref().is_some_and(|types| {
            let types = quote::ToTokens::to_token_stream(types).to_string();
            !types.contains("f64") && !types.contains("f32") && !types.contains('_')
        });
        match (operation, is_integer) {
            (Operation::Add, true) => Value::integer(0),
            (_, true) => Value::integer(1),
            (Operation::Add, false) => Value::Scalar(self.writer.builder.literal(-0.0)),
            (_, false) => Value::Scalar(self.writer.builder.literal(1.0)),
        }
    }

    /// What a method finds, or `None`.
    pub(crate) fn found(&mut self, call: &ExprMethodCall) -> Option<Value> {
        let name = call.method.to_string();
        if matches!(name.as_str(), "get" | "get_mut" | "first_mut" | "last_mut") {
            return self.element_if_any(call);
        }
        let mut items = self.chain_of(&call.receiver)?;
        let found = match name.as_str() {
            "reduce" => {
                let callable = self.callable(&call.args[0])?;
                let rest = items.split_off(items.len().min(1));
                match items.pop() {
                    None => None,
                    Some(first) => {
                        let first = self.take_settled(first, call)?;
                        Some(self.folded(rest, first, &callable, call)?)
                    }
                }
            }
            "min" | "max" => self.extreme(items, name == "max", call)?.pop(),
            "find" | "find_map" | "position" => return self.first_wanted(items, call),
            "max_by" | "min_by" => return self.extreme_by(items, call),
            _ => {
                let position = match name.as_str() {
                    "nth" => usize::try_from(self.eval_position(&call.args[0])?).ok()?,
                    "last" => items.len().saturating_sub(1),
                    _ => 0,
                };
                let selected = self.selected("skip", items, position, call)?;
                match selected.into_iter().next() {
                    None => None,
                    Some(item) => Some(self.take(item, call)?),
                }
            }
        };
        let found = found.map(|found| self.writer.settle_part(found));
        Some(Maybe::of(found).into_value())
    }

    /// `array.get(index)`, `array.last_mut()`
    fn element_if_any(&mut self, call: &ExprMethodCall) -> Option<Value> {
        let elements = if call.method == "get" {
            self.elements_of(&call.receiver)?
        } else {
            self.borrow_elements(&call.receiver)?
        };
        let position = match call.args.first() {
            Some(position) => usize::try_from(self.eval_position(position)?).ok(),
            None if call.method == "last_mut" => elements.len().checked_sub(1),
            None => Some(0),
        };
        let element = position.and_then(|position| elements.get(position).cloned());
        Some(Maybe::of(element).into_value())
    }

    /// The least or greatest of known integers; nothing of none.
    fn extreme(
        &mut self,
        items: Vec<Item>,
        greatest: bool,
        call: &ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let mut integers = Vec::with_capacity(items.len());
        for item in items {
            match self.take(item, call)? {
                Value::Integer(integer) => integers.push(integer),
                found => {
                    self.writer
                        .refuse(call, &messages::not_ordered(&found.describe()));
                    return None;
                }
            }
        }
        let by_value = |integer: &Integer| integer.value;
        let found = if greatest {
            integers.into_iter().max_by_key(by_value)
        } else {
            integers.into_iter().min_by_key(by_value)
        };
        Some(found.map(Value::Integer).into_iter().collect())
    }
}
