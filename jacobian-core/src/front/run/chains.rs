//! Methods of iterators, arrays and slices: their receivers and arguments, evaluated once and in
//! order.
//!
//! What the methods do with them is in `methods`, row by row.

use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::methods::table::{At, Given, Gives, Method, Operand, Operands, Parameter, find};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{Want, open_start};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, ready};
use crate::front::value::maybe::Maybe;

impl Lowering<Run> {
    /// A method of iterators or arrays; `None` where it is one of numbers.
    pub(crate) fn eval_chain(&mut self, call: &ExprMethodCall, want: Want<'_>) -> Option<Value> {
        let Some(row) = find(Self::ITERATORS, call) else {
            return self.advanced(call).or_else(|| self.eval_converted(call));
        };
        // An iterator that has a name moves on when it is asked, or it is refused.
        if matches!(row.gives, Gives::Answer | Gives::Maybe)
            && let Some(value) = self.advanced(call)
        {
            return Some(value);
        }
        Some(match self.run_row(row, call, want) {
            Ok(Given::Items(items)) => self.taken(items, call),
            Ok(Given::Value(value)) => value,
            Err(Stop) => Value::Poison,
        })
    }

    /// The items of a chain, in order. What its closures do happens now.
    pub(crate) fn chain_items(&mut self, call: &ExprMethodCall) -> Found<Vec<Value>> {
        let items = self.chain_of_call(call).unwrap_or(Err(Stop))?;
        items
            .into_iter()
            .map(|item| self.take(item, call))
            .collect()
    }

    /// The items of an expression, whose closures wait.
    pub(crate) fn chain_of(&mut self, expression: &Expr) -> Found<Vec<Item>> {
        if let Expr::MethodCall(call) = strip(expression)
            && let Some(items) = self.chain_of_call(call)
        {
            return items;
        }
        Ok(ready(self.items_of(strip(expression))?))
    }

    /// The items that a call gives, if it is of a method that gives items.
    fn chain_of_call(&mut self, call: &ExprMethodCall) -> Option<Found<Vec<Item>>> {
        let row = find(Self::ITERATORS, call).filter(|row| row.gives == Gives::Items)?;
        Some(match self.run_row(row, call, None) {
            Ok(Given::Items(items)) => Ok(items),
            Ok(Given::Value(_)) | Err(Stop) => Err(Stop),
        })
    }

    /// Whether a call makes a list of a list.
    pub(crate) fn is_adapter(call: &ExprMethodCall) -> bool {
        find(Self::ITERATORS, call).is_some_and(|row| row.gives == Gives::Items)
    }

    /// Whether a call is one of lists, so that what it gives is known part by part.
    pub(crate) fn is_followed(call: &ExprMethodCall) -> bool {
        find(Self::ITERATORS, call).is_some_and(|row| row.gives != Gives::Answer)
    }

    /// Whether a call is one of lists that may find nothing.
    pub(crate) fn is_search(call: &ExprMethodCall) -> bool {
        find(Self::ITERATORS, call).is_some_and(|row| row.gives == Gives::Maybe)
    }

    fn run_row(
        &mut self,
        row: &Method<Run>,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Given> {
        let mut operands = Vec::with_capacity(row.parameters.len() + 1);
        // Of two ranges without end nobody knows how many items they have together.
        let is_endless = |expression: &Expr| open_start(expression).is_some();
        let endless = is_endless(&call.receiver) && call.args.iter().all(is_endless);
        let parameters = std::iter::once(&row.receiver).chain(row.parameters);
        let expressions = std::iter::once(&*call.receiver).chain(&call.args);
        for (parameter, expression) in parameters.zip(expressions) {
            let parameter = match parameter {
                Parameter::Sequence if endless => &Parameter::Items,
                parameter => parameter,
            };
            operands.push(self.operand(parameter, expression)?);
        }
        (row.run)(self, Operands::new(operands), At { call, want })
    }

    /// A receiver or an argument, evaluated as the row says.
    pub(crate) fn operand(&mut self, parameter: &Parameter, expression: &Expr) -> Found<Operand> {
        Ok(match parameter {
            Parameter::Value => Operand::Value(self.eval(expression)),
            Parameter::Base => Operand::Value(self.eval_base(expression)),
            Parameter::Taken => Operand::Elements(self.items_of(expression)?),
            Parameter::Settled => {
                let value = self.eval(expression);
                Operand::Value(self.writer.settle_part(value))
            }
            Parameter::Function => Operand::Function(self.callable(expression)?),
            Parameter::Integer(role) => Operand::Integer(self.eval_integer(expression, role)?),
            Parameter::Sequence => match open_start(expression) {
                Some(start) => Operand::From(self.eval_integer(start, "loop bound")?),
                None => Operand::Items(self.chain_of(expression)?),
            },
            Parameter::Items => Operand::Items(self.chain_of(expression)?),
            Parameter::Elements => Operand::Elements(self.elements_of(expression)?),
            Parameter::Borrowed => Operand::Elements(self.borrow_elements(expression)?),
            Parameter::Maybe => match self.eval_base(expression) {
                Value::Maybe(maybe) => Operand::Maybe((*maybe).clone()),
                _ => return Err(Stop),
            },
            Parameter::Kept => {
                if self.writer.is_trial() {
                    self.writer.refuse_quietly();
                    return Err(Stop);
                }
                let Value::Inactive(kept) = self.keep(expression) else {
                    return Err(Stop);
                };
                Operand::Kept(kept, self.names.is_active(expression))
            }
            Parameter::Unseen => Operand::Unseen,
        })
    }

    /// Methods that move an iterator which has a name: `next` and `nth` do, of others nobody sees
    /// how far.
    pub(crate) fn advanced(&mut self, call: &ExprMethodCall) -> Option<Value> {
        let name = call.method.to_string();
        let moves = matches!(
            name.as_str(),
            "next" | "nth" | "by_ref" | "find" | "find_map" | "position" | "any" | "all"
        );
        if !moves || !matches!(strip(&call.receiver), Expr::Path(_)) {
            return None;
        }
        if self.writer.is_trial() {
            return Some(self.writer.refuse(call, ""));
        }
        let (place, elements) = self.array_at(&call.receiver)?;
        let skipped = match (name.as_str(), call.args.first()) {
            ("next", None) => 0,
            ("nth", Some(count)) => usize::try_from(self.eval_position(count).ok()?).ok()?,
            _ => return Some(self.writer.refuse(call, messages::ITERATOR_LEFT)),
        };
        let mut rest = elements.into_iter().skip(skipped);
        let found = rest.next();
        self.store(&place, Value::array(rest.collect()), &call.receiver);
        Some(Maybe::of(found).into_value())
    }

    /// `slice.try_into().unwrap()`: the same elements.
    pub(crate) fn eval_converted(&mut self, call: &ExprMethodCall) -> Option<Value> {
        if !matches!(call.method.to_string().as_str(), "unwrap" | "expect") {
            return None;
        }
        let Expr::MethodCall(inner) = strip(&call.receiver) else {
            return None;
        };
        let converts = inner.method == "try_into" && inner.args.is_empty();
        converts.then(|| self.eval_base(&inner.receiver))
    }
}
