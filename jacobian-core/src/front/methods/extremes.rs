//! Largest and smallest item of an iterator: `min`, `max`, `min_by`, `max_by`, `min_by_key` and
//! `max_by_key`.
//!
//! ```text
//! x.iter().max_by(|a, b| a.total_cmp(b))     the later one of two, unless the comparison gives
//!                                            `Greater`
//! (0..n).max()                               integers are known at expansion, and so is the
//!                                            largest
//! ```
//!
//! Cost: a branch for each item but the first, if a closure compares.

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
use crate::front::value::integer::Integer;
use crate::front::value::items::Item;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};

/// The item that is searched for.
#[derive(Clone, Copy)]
pub(crate) enum Extreme {
    Largest,
    Smallest,
}

impl<M: Machine> Lowering<M> {
    /// `min` and `max` of known integers, or of structs with an order.
    pub(crate) fn extreme(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        extreme: Extreme,
    ) -> Found<Given> {
        let items = of.items();
        let is_certain = |item: &Item| !matches!(item, Item::Perhaps(..) | Item::Under(..));
        if !items.iter().all(is_certain) {
            return self.extreme_struct(items, at, extreme);
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.take_settled(item, at.call)?);
        }
        let known = values.iter().map(|value| match value {
            Value::Integer(integer) => Some(integer.clone()),
            _ => None,
        });
        let Some(integers) = known.collect::<Option<Vec<Integer>>>() else {
            let items = values.into_iter().map(Item::Ready).collect();
            return self.extreme_struct(items, at, extreme);
        };
        let by_value = |integer: &Integer| integer.value;
        let found = match extreme {
            Extreme::Largest => integers.into_iter().max_by_key(by_value),
            Extreme::Smallest => integers.into_iter().min_by_key(by_value),
        };
        let found = Maybe::of(found.map(Value::Integer));
        Ok(Given::Value(found.into_value()))
    }

    /// The same by the `Ord` of a type.
    fn extreme_struct(&mut self, items: Vec<Item>, at: At<'_>, extreme: Extreme) -> Found<Given> {
        let call = at.call;
        let better = |run: &mut Self, before: Value, value: Value| {
            let asked = run.is_greater([&before, &value], call)?;
            run.one_of_two(asked, before, value, extreme, call)
        };
        let found = self.best_of(items, &|_, value| Ok(value), &better, call)?;
        Ok(Given::Value(Value::Maybe(found)))
    }

    /// `max_by` and `min_by`. Of equal items the largest is the last one, and the smallest is the
    /// first one, as in the library.
    pub(crate) fn extreme_by(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        extreme: Extreme,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let call = at.call;
        let better = |run: &mut Self, before: Value, value: Value| {
            run.better(before, value, &callable, extreme, call)
        };
        let found = self.best_of(items, &|_, value| Ok(value), &better, call)?;
        Ok(Given::Value(Value::Maybe(found)))
    }

    /// `max_by_key` and `min_by_key`. Each key is computed once, and the items are kept with their
    /// keys.
    pub(crate) fn extreme_by_key(
        &mut self,
        mut of: Operands,
        at: At<'_>,
        extreme: Extreme,
    ) -> Found<Given> {
        let (items, callable) = (of.items(), of.function());
        let call = at.call;
        let with_key = |run: &mut Self, value: Value| {
            let arguments = vec![value.clone().referred()];
            let key = run.call(&callable, arguments, call)?;
            Ok(Value::tuple(vec![run.writer.settle_part(key)?, value]))
        };
        let better = |run: &mut Self, before: Value, value: Value| {
            let asked = run.has_greater_key(&before, &value, call)?;
            run.one_of_two(asked, before, value, extreme, call)
        };
        let found = self.best_of(items, &with_key, &better, call)?;
        let inside = match &found.inside {
            Value::Tuple(parts) => parts[1].clone(),
            inside => inside.clone(),
        };
        Ok(Given::Value(found.with(inside).into_value()))
    }

    /// Whether the key of the first of two items with keys is greater.
    fn has_greater_key(
        &mut self,
        before: &Value,
        value: &Value,
        call: &ExprMethodCall,
    ) -> Found<Inactive> {
        match (before, value) {
            (Value::Tuple(before), Value::Tuple(value)) => {
                self.is_greater([&before[0], &value[0]], &call.args[0])
            }
            _ => Err(Stop),
        }
    }

    /// Whether the first of two values is greater, by the `Ord` of their type.
    fn is_greater(&mut self, pair: [&Value; 2], at: &impl quote::ToTokens) -> Found<Inactive> {
        let mut mentions = Vec::new();
        let mut spelled = Vec::with_capacity(2);
        for value in pair {
            let spelled_value = self.spell(value, &mut mentions);
            let Some(value) = spelled_value.filter(|_| !has_number(value)) else {
                let message = messages::not_ordered(&value.describe());
                return self.writer.refuse(at, &message);
            };
            spelled.push(value);
        }
        Ok(Inactive {
            tokens: quote!(::core::cmp::Ord::cmp(#(&#spelled),*).is_gt()),
            mentions,
        })
    }

    /// The best of the items that are there, if there are any.
    fn best_of(
        &mut self,
        items: Vec<Item>,
        prepared: &dyn Fn(&mut Self, Value) -> Found<Value>,
        better: &dyn Fn(&mut Self, Value, Value) -> Found<Value>,
        call: &ExprMethodCall,
    ) -> Found<Rc<Maybe>> {
        let there = |value: Value| Ok(Maybe::there(Wrapper::Option, value).into_value());
        let mut best = Rc::new(Maybe::nothing());
        for item in items {
            let found = self.take_perhaps(item, call)?;
            let found = self.settled_if_there(&found)?;
            let choose = |run: &mut Self| {
                let value = run.writer.settle_part(found.inside.clone())?;
                let value = prepared(run, value)?;
                let compare =
                    |run: &mut Self| there(better(run, best.inside.clone(), value.clone())?);
                run.if_present(&best, &compare, &|_| there(value.clone()), call)
            };
            let keep = |_: &mut Self| Ok(Value::Maybe(Rc::clone(&best)));
            let Value::Maybe(next) = self.if_present(&found, &choose, &keep, call)? else {
                return Err(Stop);
            };
            best = next;
        }
        Ok(best)
    }

    /// One of two items, by the comparison of a closure.
    fn better(
        &mut self,
        before: Value,
        value: Value,
        callable: &Callable,
        extreme: Extreme,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        // The closure gets references to the items.
        let pair = [&before, &value].map(|item| item.clone().referred());
        let compared = self.call(callable, pair.to_vec(), call)?;
        let Value::Inactive(compared) = compared else {
            let message = messages::not_ordered(&compared.describe());
            return self.writer.refuse(&call.args[0], &message);
        };
        // `max_by` keeps the item before if it is greater, and `min_by` replaces it if it is
        // greater.
        let tokens = compared.tokens;
        let asked = Inactive {
            tokens: quote!((#tokens).is_gt()),
            mentions: compared.mentions,
        };
        self.one_of_two(asked, before, value, extreme, call)
    }

    /// One of two items, by the answer whether the first one is greater.
    fn one_of_two(
        &mut self,
        asked: Inactive,
        before: Value,
        value: Value,
        extreme: Extreme,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let (greater, other) = match extreme {
            Extreme::Largest => (before, value),
            Extreme::Smallest => (value, before),
        };
        self.either(
            asked,
            &|_| Ok(greater.clone()),
            &|_| Ok(other.clone()),
            call,
        )
    }
}

/// Whether a value has a floating-point number beside others, which has no order.
fn has_number(value: &Value) -> bool {
    match value {
        Value::Scalar(_) => true,
        Value::Tuple(parts) | Value::Array(parts) => parts.iter().any(has_number),
        _ => false,
    }
}
