//! Consumers of iterators: sums, products, folds, and searches such as `nth`.
//!
//! ```text
//! [a, b, c].iter().sum()             a + b + c          not  -0.0 + a + b + c: the same to the
//!                                                            last bit
//! [].iter().sum()                    -0.0
//! [a, b, c].iter().fold(z, f)        f(f(f(z, a), b), c)
//! [a, b, c].iter().nth(1).unwrap()   b                  `nth(3)` is refused: it would panic
//! ```
//!
//! Items are taken one by one, so that the closures of earlier adapters run in the order of the
//! library.

use std::rc::Rc;

use syn::ExprMethodCall;

use crate::interface::Wrapper;
use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::collect::collected_wrapper;
use crate::front::methods::positions::Which;
use crate::front::methods::selections::Selection;
use crate::front::methods::table::{At, Given, Operands};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::items::{Item, is_uncertain};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    pub(crate) fn folded(
        &mut self,
        items: Vec<Item>,
        first: Value,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let mut total = first;
        for item in items {
            let next = |run: &mut Self, value: Value| {
                let arguments = vec![total.clone(), value];
                let total = run.call(callable, arguments, call)?;
                run.writer.settle_part(total)
            };
            total = self.if_there(&item, &next, &|_| Ok(total.clone()), call)?;
        }
        Ok(total)
    }

    /// Splits pairs into two lists.
    pub(crate) fn unzipped(&mut self, items: Vec<Item>, call: &ExprMethodCall) -> Found<Value> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for item in items {
            match self.take(item, call)? {
                Value::Tuple(parts) if parts.len() == 2 => {
                    left.push(parts[0].clone());
                    right.push(parts[1].clone());
                }
                found => {
                    return self
                        .writer
                        .refuse(call, &messages::pattern_does_not_fit(&found.describe()));
                }
            }
        }
        let lists = vec![Value::array(left), Value::array(right)];
        Ok(Value::tuple(lists))
    }

    /// `collect` into the type that the source says.
    pub(crate) fn collect(&mut self, items: Vec<Item>, at: At<'_>) -> Found<Value> {
        match collected_wrapper(at.call, at.want) {
            Some(wrapper) => self.collected(items, wrapper, at.call),
            None => self.taken(items, at.call),
        }
    }

    pub(crate) fn for_each(
        &mut self,
        items: Vec<Item>,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        for item in items {
            let run = |run: &mut Self, value: Value| {
                let arguments = vec![value];
                let value = run.call(callable, arguments, call)?;
                run.writer.discard(value)?;
                Ok(Value::unit())
            };
            self.if_there(&item, &run, &|_| Ok(Value::unit()), call)?;
        }
        Ok(Value::unit())
    }

    /// `reduce`: a fold that begins with the first item.
    pub(crate) fn reduced(
        &mut self,
        mut items: Vec<Item>,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        if items.iter().any(is_uncertain) {
            return self.reduced_if_there(items, callable, call);
        }
        let rest = items.split_off(items.len().min(1));
        let found = match items.pop() {
            None => None,
            Some(first) => {
                let first = self.take_settled(first, call)?;
                Some(self.folded(rest, first, callable, call)?)
            }
        };
        self.search_result(found)
    }

    /// The same for items that may be missing.
    fn reduced_if_there(
        &mut self,
        items: Vec<Item>,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let there = |value: Value| Ok(Maybe::there(Wrapper::Option, value).into_value());
        let mut total = Rc::new(Maybe::nothing());
        for item in items {
            let found = self.take_perhaps(item, call)?;
            let next = |run: &mut Self| {
                let inside = run.writer.settle_part(found.inside.clone())?;
                let fold = |run: &mut Self| {
                    let arguments = vec![total.inside.clone(), inside.clone()];
                    let total = run.call(callable, arguments, call)?;
                    there(run.writer.settle_part(total)?)
                };
                run.if_present(&total, &fold, &|_| there(inside.clone()), call)
            };
            let keep = |_: &mut Self| Ok(Value::Maybe(Rc::clone(&total)));
            let Value::Maybe(next) = self.if_present(&found, &next, &keep, call)? else {
                return Err(Stop);
            };
            total = next;
        }
        Ok(Value::Maybe(total))
    }

    /// `first` and `next`
    pub(crate) fn first_item(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        self.item_at(of.items(), 0, at.call).map(Given::Value)
    }

    /// The item at a position. The items before it are taken too, because their closures may have
    /// effects.
    pub(crate) fn item_at(
        &mut self,
        items: Vec<Item>,
        position: usize,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        if items.iter().any(is_uncertain) {
            return self.item_there(items, Which::At(position), call);
        }
        let selected = self.selected(Selection::Skip, items, position, call)?;
        let found = match selected.into_iter().next() {
            None => None,
            Some(item) => Some(self.take(item, call)?),
        };
        self.search_result(found)
    }

    fn search_result(&mut self, found: Option<Value>) -> Found<Value> {
        let found = found.map(|found| self.writer.settle_part(found));
        Ok(Maybe::of(found.transpose()?).into_value())
    }

    /// Sum or product from the left.
    pub(crate) fn accumulated(
        &mut self,
        items: Vec<Item>,
        operation: Operation,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let op: syn::BinOp = match operation {
            Operation::Add => syn::parse_quote!(+),
            _ => syn::parse_quote!(*),
        };
        let mut total: Option<Value> = None;
        for item in items {
            // Only run time knows whether this item is added, so a branch adds it or keeps the
            // total.
            if is_uncertain(&item) {
                let before = total.unwrap_or_else(|| self.empty(operation, call));
                let next = |run: &mut Self, value: Value| {
                    let value = match run.behind(value, call)? {
                        integer @ Value::Integer(_) => integer,
                        value => Value::Scalar(run.as_scalar(value, call, Behind::Reference)?),
                    };
                    run.operate(&op, before.clone(), value, call)
                };
                total = Some(self.if_there(&item, &next, &|_| Ok(before.clone()), call)?);
                continue;
            }
            let value = self.take(item, call)?;
            let value = match self.behind(value, call)? {
                integer @ Value::Integer(_) => integer,
                value => match self.zero_of_crate(&value) {
                    // Such a type adds its items to zero.
                    Some(zero) if matches!(operation, Operation::Add) => {
                        total = Some(total.unwrap_or(zero));
                        value
                    }
                    // A matrix of a size that only run time knows begins with the first item.
                    None if matches!((&value, operation), (Value::Matrix(_), Operation::Add)) => {
                        value
                    }
                    _ => Value::Scalar(self.as_scalar(value, call, Behind::Reference)?),
                },
            };
            total = Some(match total {
                None => value,
                Some(total) => self.operate(&op, total, value, call)?,
            });
        }
        Ok(total.unwrap_or_else(|| self.empty(operation, call)))
    }

    /// Zero of the type of a value, if that is a vector, a matrix or a complex number of another
    /// crate.
    fn zero_of_crate(&mut self, value: &Value) -> Option<Value> {
        if let Value::Matrix(matrix) = value {
            let zero = Value::Scalar(self.writer.builder.literal(0.0));
            let zeros = vec![zero; matrix.rows * matrix.cols];
            let zeros = Matrix::new(matrix.rows, matrix.cols, zeros);
            return matrix.extents.are_fixed().then_some(Value::Matrix(zeros));
        }
        let Value::Struct(layout, parts) = value else {
            return None;
        };
        let zero = |part: &Value| match part {
            Value::Scalar(_) => Some(Value::Scalar(self.writer.builder.literal(0.0))),
            _ => None,
        };
        let parts: Option<Vec<Value>> = parts.iter().map(zero).collect();
        let parts = Rc::new(parts?);
        layout.made?;
        Some(Value::Struct(Rc::clone(layout), parts))
    }

    /// The sum or product of no items, as in the library.
    pub(crate) fn empty(&mut self, operation: Operation, call: &ExprMethodCall) -> Value {
        // Without items only the type in `sum::<..>()` tells whether the sum is an integer.
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
}
