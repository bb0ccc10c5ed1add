//! Iterator chains: `x.iter().zip(w).map(|(a, b)| a * b).sum::<f64>()`.
//!
//! ```text
//! x.iter()            x0  x1  x2                   ready
//! .zip(w)             (x0, w0)  (x1, w1)  ..       pairs
//! .map(f)             f(..)  f(..)  f(..)          deferred: no closure runs before its item is taken
//! .sum()              f(..) + f(..) + f(..)        taken in order, one by one
//! ```
//!
//! Lengths are known at expansion, so a chain is a list; what a closure does happens when its item is taken, in
//! the order of the library. A sum begins with the first item: the library's initial -0.0 changes no bit of
//! it, no more than the initial 1.0 of a product.

use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::methods::list_names::{ADAPTERS, CONSUMERS, OPTIONAL, QUANTIFIERS, is_listed};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{self, Want, open_start};
use crate::front::value::Value;
use crate::front::value::items::{Item, behind, counting, indices, is_uncertain, ready};

impl Lowering<Run> {
    /// A method of iterators or arrays; `None` where it is one of numbers.
    pub(crate) fn eval_chain(&mut self, call: &ExprMethodCall, want: Want<'_>) -> Option<Value> {
        if is_listed(call, ADAPTERS) {
            let items = self.chain(call);
            return Some(items.map_or(Value::Poison, |items| self.taken(items, call)));
        }
        if is_listed(call, CONSUMERS) {
            return Some(self.consume(call, want).unwrap_or(Value::Poison));
        }
        if let Some(value) = self.advanced(call) {
            return Some(value);
        }
        if is_listed(call, QUANTIFIERS) {
            return Some(self.quantified(call).unwrap_or(Value::Poison));
        }
        if is_listed(call, OPTIONAL) {
            return Some(self.found(call).unwrap_or(Value::Poison));
        }
        self.eval_converted(call)
    }

    /// The items of a chain, in order. What its closures do happens now.
    pub(crate) fn chain_items(&mut self, call: &ExprMethodCall) -> Option<Vec<Value>> {
        let items = self.chain(call)?;
        items
            .into_iter()
            .map(|item| self.take(item, call))
            .collect()
    }

    /// The items as an array: a list that nothing more is asked of.
    pub(crate) fn taken(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Value {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let Some(value) = self.take_settled(item, call) else {
                return Value::Poison;
            };
            values.push(value);
        }
        self.writer.limited(Value::array(values), call)
    }

    /// Runs the closures that an item goes through.
    pub(crate) fn take(&mut self, item: Item, at: &ExprMethodCall) -> Option<Value> {
        let value = match item {
            Item::Ready(value) => value,
            Item::Mapped(inner, callable) => {
                let value = self.take(*inner, at)?;
                self.apply_callable(&callable, vec![value], at)
            }
            Item::Pair(left, right) => {
                let left = self.take_settled(*left, at)?;
                let right = self.take(*right, at)?;
                Value::tuple(vec![left, right])
            }
            Item::Perhaps(_) => {
                self.writer.refuse(at, messages::FILTER_AT_RUN_TIME);
                return None;
            }
            Item::After(dropped, item) => {
                for item in dropped {
                    let value = self.take(item, at)?;
                    self.writer.discard(value);
                }
                self.take(*item, at)?
            }
        };
        (!matches!(value, Value::Poison) && !self.writer.exhausted).then_some(value)
    }

    /// The same for an item that is used more than once: opaque code is evaluated now, into a variable.
    pub(crate) fn take_settled(&mut self, item: Item, at: &ExprMethodCall) -> Option<Value> {
        let value = self.take(item, at)?;
        Some(self.writer.settle_part(value))
    }

    /// The items of an expression, whose closures wait.
    pub(crate) fn chain_of(&mut self, expression: &Expr) -> Option<Vec<Item>> {
        match form::strip(expression) {
            Expr::MethodCall(call) if is_listed(call, ADAPTERS) => self.chain(call),
            other => Some(ready(self.items_of(other)?)),
        }
    }

    pub(crate) fn chain(&mut self, call: &ExprMethodCall) -> Option<Vec<Item>> {
        let name = call.method.to_string();
        match name.as_str() {
            "iter" => return Some(ready(self.elements_of(&call.receiver)?)),
            "iter_mut" => return Some(ready(self.borrow_elements(&call.receiver)?)),
            "windows" | "chunks" | "chunks_exact" => {
                let elements = self.elements_of(&call.receiver)?;
                return self.pieces(&elements, call);
            }
            "chunks_mut" | "chunks_exact_mut" => {
                let elements = self.borrow_elements(&call.receiver)?;
                return self.pieces(&elements, call);
            }
            "zip" => return self.zip(call),
            _ => {}
        }
        let items = self.chain_of(&call.receiver)?;
        let argument = call.args.first();
        Some(match (name.as_str(), argument) {
            ("rev", _) => items.into_iter().rev().collect(),
            ("enumerate", _) => {
                let counted =
                    |(index, item)| Item::Pair(Box::new(Item::Ready(index)), Box::new(item));
                indices().zip(items).map(counted).collect()
            }
            ("flatten" | "as_flattened" | "concat", _) => self.flattened(items, call)?,
            ("chain", Some(other)) => {
                let mut items = items;
                items.extend(self.chain_of(other)?);
                items
            }
            ("take" | "skip" | "step_by", Some(count)) => {
                let count = usize::try_from(self.eval_integer(count, "count")?).ok()?;
                self.selected(&name, items, count, call)?
            }
            ("map", Some(function)) => {
                let callable = self.callable(function)?;
                let map = |item| Item::Mapped(Box::new(item), callable.clone());
                items.into_iter().map(map).collect()
            }
            ("flat_map", Some(function)) => {
                let callable = self.callable(function)?;
                let map = |item| Item::Mapped(Box::new(item), callable.clone());
                let mapped = items.into_iter().map(map).collect();
                self.flattened(mapped, call)?
            }
            ("filter" | "filter_map", Some(function)) => {
                let callable = self.callable(function)?;
                self.filtered(items, &callable, call)?
            }
            ("take_while" | "skip_while" | "map_while", Some(function)) => {
                let callable = self.callable(function)?;
                self.selected_while(items, &callable, call)?
            }
            ("scan", _) => self.scanned(items, call)?,
            _ => items,
        })
    }

    /// Subslices of one length: overlapping, or side by side.
    pub(crate) fn pieces(
        &mut self,
        elements: &[Value],
        call: &ExprMethodCall,
    ) -> Option<Vec<Item>> {
        let length = self.eval_integer(&call.args[0], "length")?;
        let length = usize::try_from(length).ok().filter(|length| *length > 0);
        let Some(length) = length else {
            self.writer.refuse(call, messages::STEP_OF_ZERO);
            return None;
        };
        let array = |piece: &[Value]| Item::Ready(Value::array(piece.to_vec()));
        let name = call.method.to_string();
        let count = elements.len().div_ceil(length);
        let steps = if name == "windows" {
            elements.len()
        } else {
            count
        };
        if !self.writer.spend(steps, call) {
            return None;
        }
        Some(match name.as_str() {
            "windows" => elements.windows(length).map(array).collect(),
            "chunks" | "chunks_mut" => elements.chunks(length).map(array).collect(),
            _ => elements.chunks_exact(length).map(array).collect(),
        })
    }

    /// Items side by side, as many as the shorter list has. A range without end has as many as the other.
    pub(crate) fn zip(&mut self, call: &ExprMethodCall) -> Option<Vec<Item>> {
        let other = &call.args[0];
        let (left, right) = match (open_start(&call.receiver), open_start(other)) {
            (Some(start), None) => {
                let start = self.eval_integer(start, "loop bound")?;
                let right = self.chain_of(other)?;
                (counting(start, right.len()), right)
            }
            (None, Some(start)) => {
                let left = self.chain_of(&call.receiver)?;
                let start = self.eval_integer(start, "loop bound")?;
                let right = counting(start, left.len());
                (left, right)
            }
            _ => (self.chain_of(&call.receiver)?, self.chain_of(other)?),
        };
        let pair = |(left, right)| Item::Pair(Box::new(left), Box::new(right));
        Some(left.into_iter().zip(right).map(pair).collect())
    }

    /// `take`, `skip` and `step_by`: items in between are taken too, as the library does.
    pub(crate) fn selected(
        &mut self,
        name: &str,
        items: Vec<Item>,
        count: usize,
        call: &ExprMethodCall,
    ) -> Option<Vec<Item>> {
        if items.iter().any(is_uncertain) {
            self.writer.refuse(call, messages::FILTER_AT_RUN_TIME);
            return None;
        }
        let mut items = items.into_iter();
        Some(match name {
            "take" => items.take(count).collect(),
            "skip" => {
                let dropped = items.by_ref().take(count).collect();
                let first = items.next().map(|first| behind(dropped, first));
                first.into_iter().chain(items).collect()
            }
            _ if count == 0 => {
                self.writer.refuse(call, messages::STEP_OF_ZERO);
                return None;
            }
            _ => {
                let mut stepped: Vec<Item> = items.next().into_iter().collect();
                loop {
                    let dropped: Vec<Item> = items.by_ref().take(count - 1).collect();
                    let Some(item) = items.next() else { break };
                    stepped.push(behind(dropped, item));
                }
                stepped
            }
        })
    }

    pub(crate) fn flattened(
        &mut self,
        items: Vec<Item>,
        call: &ExprMethodCall,
    ) -> Option<Vec<Item>> {
        let mut flat = Vec::new();
        for item in items {
            match self.take(item, call)? {
                Value::Array(elements) => flat.extend(ready(elements.to_vec())),
                Value::Reference(place) => match self.parts_of(&place, call) {
                    Value::Array(elements) => flat.extend(ready(elements.to_vec())),
                    found => return self.refuse_items(call, &found),
                },
                found => return self.refuse_items(call, &found),
            }
        }
        Some(flat)
    }

    pub(crate) fn refuse_items(
        &mut self,
        call: &ExprMethodCall,
        found: &Value,
    ) -> Option<Vec<Item>> {
        self.writer
            .refuse(call, &messages::not_iterable(&found.describe()));
        None
    }
}
