//! Dispatch of methods: the receiver is evaluated once, and its kind, the name and the number of
//! arguments find the row of the table.
//!
//! ```text
//! x.iter().map(f).sum()     an array: its row `iter`; then the rows `map` and `sum` of items
//! root(x).map(f)            an `Option`: its row `map`
//! v.map(f)                  a matrix: its row `map`
//! y.iter_mut(), y.pop()     change what they are called on, so they look at the place instead
//! ```
//!
//! Of code of the user's only rustc knows the type. There, and only there, the form decides.

use std::rc::Rc;

use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::methods::table::{At, Given, Gives, Method, Operand, Operands, Parameter, find};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::matrix_calls::is_object;
use crate::front::run::option_calls::ONLY_THEIRS;
use crate::front::run::own_methods::OwnMethod;
use crate::front::run::parts_at_run_time::{borrowed, items_behind, part_items};
use crate::front::run::stored_changes::takes_list;
use crate::front::syntax::form::{Want, open_start};
use crate::front::syntax::questions;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, ready};

impl Lowering<Run> {
    /// The same, without copies.
    pub(crate) fn eval_any_method(
        &mut self,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        if let Some(length) = self.spelled_length(call) {
            return Ok(length);
        }
        if let Some(value) = self.eval_stored_method(call)? {
            return Ok(value);
        }
        if let Some(value) = self.eval_ruled_method(call)? {
            return Ok(value);
        }
        if let Some(value) = self.eval_towards(call, want)? {
            return Ok(value);
        }
        // A type of the user's may have a method of this name, but a comparison is a `bool`.
        if questions::is_then_of_comparison(call) {
            return self.then(call);
        }
        match self.eval_own_method(call)? {
            OwnMethod::Answer(value) => return Ok(value),
            OwnMethod::NotOf(receiver) => return self.method_of_evaluated(receiver, call, want),
            OwnMethod::Unknown => {}
        }
        if questions::is_then(call) {
            return self.then(call);
        }
        if let Some(value) = self.eval_search(call, want)? {
            return Ok(value);
        }
        if let Some(inner) = self.changed_behind_deref(call) {
            let inner = self.trees.keep(inner);
            return self.eval_method(&inner, want);
        }
        if let Some(value) = self.eval_at_place(call, want)? {
            return Ok(value);
        }
        if let Some(value) = self.eval_converted(call)? {
            return Ok(value);
        }
        let receiver = self.eval_receiver(&call.receiver)?;
        self.method_of_evaluated(receiver, call, want)
    }

    /// A method that changes the list in a struct with a `DerefMut`, on that list.
    fn changed_behind_deref(&mut self, call: &ExprMethodCall) -> Option<ExprMethodCall> {
        let changes_list = call.method == "iter_mut"
            || Self::is_sorting(call)
            || Self::LISTS.iter().any(|row| call.method == row.name);
        let list = self
            .list_behind_own(&call.receiver)
            .filter(|_| changes_list)?;
        let mut call = call.clone();
        *call.receiver = list;
        Some(call)
    }

    /// A method that changes its receiver. `None` if the method does not change a receiver of this
    /// kind.
    fn eval_at_place(&mut self, call: &ExprMethodCall, want: Want<'_>) -> Found<Option<Value>> {
        if call.method == "iter_mut"
            && let Some(part) = self.part_of(&borrowed(&call.receiver))?
        {
            return self.part_method(&part, call).map(Some);
        }
        if let Some(items) = self.ended(call)? {
            return Ok(Some(items));
        }
        if let Some(value) = self.taken_from_list(call)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.eval_maybe_place(call)? {
            return Ok(Some(value));
        }
        if self.is_matrix_change(call) {
            return self.change_matrix(call).map(Some);
        }
        if self.run_array_method(call) {
            return Ok(Some(Value::unit()));
        }
        let row = find(Self::ITERATORS, call);
        if let Some(row) = row
            && (matches!(row.receiver, Parameter::Borrowed)
                || open_start(&call.receiver).is_some()
                || self.is_endless(&call.receiver)
                || self.zips_driven(call))
        {
            return self.run_row(row, call, want).map(Some);
        }
        // A method may advance an iterator that has a name. Then the rest is stored, or it is
        // refused.
        let takes = |row: &Method<Run>| {
            matches!(row.gives, Gives::Answer | Gives::Maybe) || row.name == "by_ref"
        };
        if row.is_none_or(takes) {
            return self.advanced(call);
        }
        Ok(None)
    }

    /// A receiver before dispatch: a reference is not followed yet, and the closures of items are
    /// not run yet.
    pub(crate) fn eval_receiver(&mut self, receiver: &Expr) -> Found<Value> {
        match strip(receiver) {
            Expr::MethodCall(inner) if Self::is_adapter(inner) => self.eval_method(inner, None),
            Expr::Range(_) => {
                let items = self.items_of(receiver)?;
                Ok(Value::Items(Rc::new(ready(items))))
            }
            _ => self.eval(receiver),
        }
    }

    /// The row of a method by the kind of its receiver.
    pub(crate) fn dispatch(
        &mut self,
        receiver: Value,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        self.refuse_list_of_trait(&receiver, call)?;
        let of_items = find(Self::ITERATORS, call);
        let receiver = match (receiver, of_items) {
            // Items of a reference are references to its parts.
            (Value::Reference(place), Some(row)) if matches!(row.receiver, Parameter::Items) => {
                self.parts_of(&place, &call.receiver)?
            }
            (receiver, _) => self.behind(receiver, &call.receiver)?,
        };
        if let Some(inner) = self.receiver_behind_deref(&receiver, call) {
            return self.method_behind_deref(inner, call, want);
        }
        if call.method != "clone"
            && let Some(inner) = self.own_deref(&receiver, call)?
        {
            return self.method_behind_deref(inner, call, want);
        }
        match (receiver, of_items) {
            (Value::Maybe(maybe), _) => self.maybe_method((*maybe).clone(), call),
            (Value::Part(part), Some(row)) if matches!(row.receiver, Parameter::Items) => {
                let items = Operand::Items(part_items(&part));
                self.run_row_on(row, items, call, want)
            }
            (Value::Part(part), _) => self.part_method(&part, call),
            (Value::Inactive(kept), _) if self.is_opaque_maybe(&kept, call) => {
                self.method_of_opaque_maybe(kept, call)
            }
            (other, _) if ONLY_THEIRS.iter().any(|name| call.method == name) => {
                let message = messages::not_maybe(&call.method.to_string(), &other.describe());
                self.writer.refuse(&call.receiver, &message)
            }
            // The elements of a matrix are items only after `iter()`. For example, `v.map(f)` is a
            // method of the matrix.
            (of, _) if self.is_conversion(&of, call, want) => {
                self.convert_to_wanted(of, call, want)
            }
            (Value::Array(of), _) if takes_list(&of, call) => self.list_as_whole(of, call, want),
            (matrix @ Value::Matrix(_), _) if call.method != "iter" => self.method_of(matrix, call),
            (of, _) if call.method != "clone" && is_object(&of) => {
                self.eval_object_method(of, call)
            }
            (Value::Integer(integer), _) => match find(Self::INTEGERS, call) {
                Some(row) => {
                    let integer = Operand::Value(Value::Integer(integer));
                    self.run_row_on(row, integer, call, want)
                }
                None => self.method_of(Value::Integer(integer), call),
            },
            (receiver, Some(row)) => {
                // `map` of an array runs its closure at once, `map` of an iterator does not.
                let is_array = matches!(receiver, Value::Array(_)) && row.name == "map";
                let is_eager = is_array && !self.is_iterator(&call.receiver);
                let receiver = self.receiver_of(row, receiver, call)?;
                match self.run_row_on(row, receiver, call, want)? {
                    Value::Items(items) if is_eager => self.taken(Rc::unwrap_or_clone(items), call),
                    value => Ok(value),
                }
            }
            (Value::Items(items), None) => {
                let items = self.taken(Rc::unwrap_or_clone(items), call)?;
                self.method_of(items, call)
            }
            (receiver, None) => self.method_of(receiver, call),
        }
    }

    /// Converts a receiver to the operand that a row of a list takes: items, or their elements.
    fn receiver_of(
        &mut self,
        row: &Method<Run>,
        receiver: Value,
        call: &ExprMethodCall,
    ) -> Found<Operand> {
        let items = match receiver {
            Value::Items(items) => Rc::unwrap_or_clone(items),
            value => {
                self.refuse_of_crate(&value, call)?;
                ready(self.elements(value, &call.receiver)?)
            }
        };
        Ok(match row.receiver {
            Parameter::Items | Parameter::Sequence => Operand::Items(items),
            _ => Operand::Elements(self.each_taken(items, call)?),
        })
    }

    /// Runs the closures of items, in order.
    pub(crate) fn each_taken(
        &mut self,
        items: Vec<Item>,
        call: &ExprMethodCall,
    ) -> Found<Vec<Value>> {
        let items = items.into_iter();
        items.map(|item| self.take(item, call)).collect()
    }

    /// Runs a row on a receiver that has been evaluated. The row says how to evaluate the
    /// arguments.
    fn run_row_on(
        &mut self,
        row: &Method<Run>,
        receiver: Operand,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        let mut operands = vec![receiver];
        for (parameter, argument) in row.parameters.iter().zip(&call.args) {
            operands.push(self.operand(parameter, argument)?);
        }
        self.finish_row(row, operands, At { call, want })
    }

    /// The same for a receiver that is a place, or a range without an end.
    fn run_row(
        &mut self,
        row: &Method<Run>,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        // If no range has an end and no length is known, nothing limits the number of items. As
        // `Items`, such a sequence is refused.
        let mut is_endless = |expression: &Expr| {
            open_start(expression).is_some()
                || self.is_endless(expression)
                || self.is_driven_chain(expression)
        };
        let endless = matches!(row.receiver, Parameter::Sequence)
            && is_endless(&call.receiver)
            && call.args.iter().all(is_endless);
        let mut operands = Vec::with_capacity(row.parameters.len() + 1);
        let parameters = std::iter::once(&row.receiver).chain(row.parameters);
        let expressions = std::iter::once(&*call.receiver).chain(&call.args);
        for (parameter, expression) in parameters.zip(expressions) {
            let parameter = match parameter {
                Parameter::Sequence if endless => &Parameter::Items,
                parameter => parameter,
            };
            operands.push(self.operand(parameter, expression)?);
        }
        self.finish_row(row, operands, At { call, want })
    }

    fn finish_row(
        &mut self,
        row: &Method<Run>,
        operands: Vec<Operand>,
        at: At<'_>,
    ) -> Found<Value> {
        Ok(match (row.run)(self, Operands::new(operands), at)? {
            Given::Items(items) => Value::Items(Rc::new(items)),
            Given::Value(value) => value,
        })
    }

    /// The items of an expression. Their closures are not run yet.
    pub(crate) fn chain_of(&mut self, expression: &Expr) -> Found<Vec<Item>> {
        if let Expr::MethodCall(call) = strip(expression)
            && Self::is_adapter(call)
        {
            return match self.eval_method(call, None)? {
                Value::Items(items) => Ok(Rc::unwrap_or_clone(items)),
                value => Ok(ready(self.elements(value, expression)?)),
            };
        }
        if let Some(part) = self.part_of(expression)? {
            return Ok(items_behind(expression, &part));
        }
        Ok(ready(self.items_of(strip(expression))?))
    }

    /// Whether a call makes a list of a list.
    pub(crate) fn is_adapter(call: &ExprMethodCall) -> bool {
        find(Self::ITERATORS, call).is_some_and(|row| row.gives == Gives::Items)
    }

    /// Whether a call is a method of lists whose result we know part by part.
    pub(crate) fn is_followed(call: &ExprMethodCall) -> bool {
        find(Self::ITERATORS, call).is_some_and(|row| row.gives != Gives::Answer)
    }

    /// Whether a call is a method of lists that may find nothing.
    pub(crate) fn is_search(call: &ExprMethodCall) -> bool {
        find(Self::ITERATORS, call).is_some_and(|row| row.gives == Gives::Maybe)
    }

    /// A receiver or an argument, evaluated as the row says.
    pub(crate) fn operand(&mut self, parameter: &Parameter, expression: &Expr) -> Found<Operand> {
        Ok(match parameter {
            Parameter::Value => Operand::Value(self.eval(expression)?),
            Parameter::Base => Operand::Value(self.eval_base(expression)?),
            Parameter::Taken => Operand::Elements(self.items_of(expression)?),
            Parameter::Settled => {
                let value = self.eval(expression)?;
                Operand::Value(self.writer.settle_part(value)?)
            }
            Parameter::Function => Operand::Function(self.callable(expression)?),
            Parameter::Signed(role) => Operand::Integer(self.eval_integer(expression, role)?),
            Parameter::Integer(role) => {
                let value = self.eval(expression)?;
                self.not_negative(value, expression, role)?
            }
            Parameter::Index(role) => match self.eval(expression)? {
                Value::Inactive(position) => Operand::Value(Value::Inactive(position)),
                value => self.not_negative(value, expression, role)?,
            },
            Parameter::Sequence => match open_start(expression) {
                Some(start) => Operand::From(self.eval_integer(start, "loop bound")?),
                None if self.is_driven_chain(expression) => {
                    Operand::Driven(self.driven(expression)?)
                }
                None if self.is_endless(expression) => Operand::Endless(self.endless(expression)?),
                None => Operand::Items(self.chain_of(expression)?),
            },
            Parameter::Items => Operand::Items(self.chain_of(expression)?),
            Parameter::Elements => Operand::Elements(self.elements_of(expression)?),
            Parameter::Borrowed => Operand::Elements(self.borrow_elements(expression)?),
            Parameter::Maybe => match self.eval_base(expression)? {
                Value::Maybe(maybe) => Operand::Maybe((*maybe).clone()),
                _ => return Err(Stop),
            },
            Parameter::Kept => {
                self.writer.at_run_time()?;
                let Value::Inactive(kept) = self.keep(expression)? else {
                    return Err(Stop);
                };
                Operand::Kept(kept, self.names.is_active(expression))
            }
            Parameter::Unseen => Operand::Unseen,
        })
    }

    fn not_negative(&mut self, value: Value, expression: &Expr, role: &str) -> Found<Operand> {
        match self.known_integer(value, expression, role)? {
            // rustc refuses it as well, but only when it compiles the user's function.
            below if below < 0 => self
                .writer
                .refuse(expression, &messages::negative(role, below)),
            value => Ok(Operand::Integer(value)),
        }
    }
}
