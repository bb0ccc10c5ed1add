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

use super::callable::Callable;
use super::chains::{Item, OPTIONAL, index, is_listed};
use super::value::{Integer, Value};
use super::{Lowering, messages};

impl Lowering<'_> {
    /// `chain.last().unwrap()` and its like.
    pub(super) fn eval_optional(&mut self, call: &ExprMethodCall) -> Option<Value> {
        if !matches!(call.method.to_string().as_str(), "unwrap" | "expect") {
            return None;
        }
        let Expr::MethodCall(inner) = super::expression::strip(&call.receiver) else {
            return None;
        };
        if inner.method == "try_into" && inner.args.is_empty() {
            return Some(self.eval_base(&inner.receiver));
        }
        is_listed(inner, OPTIONAL).then(|| self.found(inner).unwrap_or(Value::Poison))
    }

    /// A method that ends a chain.
    pub(super) fn consume(&mut self, call: &ExprMethodCall) -> Option<Value> {
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
            "count" => {
                let count = items.len();
                for item in items {
                    let value = self.take(item, call)?;
                    self.discard(value);
                }
                Some(Value::Integer(index(count)))
            }
            "fold" => {
                let first = self.eval(&call.args[0]);
                let first = self.settle_part(first);
                let callable = self.callable(&call.args[1])?;
                self.folded(items, first, &callable, call)
            }
            "for_each" => {
                let callable = self.callable(&call.args[0])?;
                for item in items {
                    let item = Item::Mapped(Box::new(item), callable.clone());
                    let value = self.take(item, call)?;
                    self.discard(value);
                }
                Some(Value::unit())
            }
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
            let value = self.take(item, call)?;
            total = self.apply_callable(callable, vec![total, value], call);
            total = self.settle_part(total);
        }
        Some(total)
    }

    fn split(&mut self, elements: Vec<Value>, call: &ExprMethodCall) -> Option<Value> {
        let position = self.eval_position(&call.args[0])?;
        let found = usize::try_from(position).ok();
        let Some(position) = found.filter(|position| *position <= elements.len()) else {
            let message = messages::index_out_of_bounds(position, elements.len() + 1);
            self.refuse(&call.args[0], &message);
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
            let value = self.take(item, call)?;
            let value = match self.behind(value, call) {
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
            (Operation::Add, false) => Value::Scalar(self.builder.literal(-0.0)),
            (_, false) => Value::Scalar(self.builder.literal(1.0)),
        }
    }

    /// The value of a method that may find nothing, where it finds something.
    fn found(&mut self, call: &ExprMethodCall) -> Option<Value> {
        let name = call.method.to_string();
        let mut items = self.chain_of(&call.receiver)?;
        let found = match name.as_str() {
            "reduce" => {
                let callable = self.callable(&call.args[0])?;
                let rest = items.split_off(items.len().min(1));
                match items.pop() {
                    None => None,
                    Some(first) => {
                        let first = self.take(first, call)?;
                        let first = self.settle_part(first);
                        Some(self.folded(rest, first, &callable, call)?)
                    }
                }
            }
            "min" | "max" => self.extreme(items, name == "max", call)?.pop(),
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
        if found.is_none() {
            self.refuse(call, messages::NOTHING_FOUND);
        }
        found
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
                    self.refuse(call, &messages::not_ordered(&found.describe()));
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
