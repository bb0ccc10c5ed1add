//! Methods of `Option` and `Result`: recognizes the receiver and evaluates the arguments once and
//! in order.
//!
//! The receiver may be an opaque `Option` if the method is one that only `Option` and `Result`
//! have. Then the receiver is split first into an answer and the value inside.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::interface::{Head, Wrapper};
use crate::ir::Width;

use crate::front::messages;
use crate::front::methods::table::{At, Given, Operand, Operands, Parameter, find};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};
use crate::spelling;

/// Methods that only `Option` and `Result` have, so the name alone tells the type of the receiver.
pub(crate) const ONLY_THEIRS: &[&str] = &[
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
    "map_or_else",
    "is_some_and",
    "is_none_or",
    "and_then",
    "ok_or",
    "ok_or_else",
];

impl Lowering<Run> {
    /// Whether a condition asks if a value is there, for example `root(x).is_some()`.
    pub(crate) fn asks_presence(&mut self, condition: &Expr) -> bool {
        let Expr::MethodCall(call) = condition else {
            return false;
        };
        let name = call.method.to_string();
        (name.starts_with("is_") || name == "map_or" || name == "unwrap_or")
            && Self::OPTIONS.iter().any(|row| row.name == name)
            && self.is_maybe(&call.receiver)
    }

    /// Methods that change an `Option` at a place, and `as_mut`. `None` for another place.
    pub(crate) fn eval_maybe_place(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let name = call.method.to_string();
        let takes = call.method == "take" && call.args.is_empty();
        let sets = ["insert", "replace", "get_or_insert", "get_or_insert_with"];
        let sets = sets.contains(&name.as_str()) && call.args.len() == 1;
        if !takes && !sets && call.method != "as_mut" {
            return Ok(None);
        }
        let place = self.quietly(|run| run.place_behind(&call.receiver));
        let is_maybe = place.is_ok_and(|place| matches!(self.load(&place), Some(Value::Maybe(_))));
        if !is_maybe {
            return Ok(None);
        }
        if takes {
            return self.take_out(&call.receiver).map(Some);
        }
        if sets && let Some(old) = self.set_inside(&name, call)? {
            return Ok(Some(old));
        }
        let receiver = &call.receiver;
        let reference: Expr = syn::parse_quote!(&mut #receiver);
        let reference = self.trees.keep(reference);
        let maybe = self.maybe_matched(&reference)?;
        if sets {
            return Ok(maybe.map(|maybe| maybe.inside));
        }
        Ok(maybe.map(Maybe::into_value))
    }

    /// `insert`, `replace` and `get_or_insert`: a new value inside, which is there. `replace` gives
    /// the old `Option`.
    fn set_inside(&mut self, name: &str, call: &ExprMethodCall) -> Found<Option<Value>> {
        let argument = &call.args[0];
        let place = self.place_behind(&call.receiver)?;
        let given = match name {
            "get_or_insert_with" => Operand::Function(self.callable(argument)?),
            _ => self.operand(&Parameter::Settled, argument)?,
        };
        let Some(Value::Maybe(old)) = self.load(&place) else {
            return self.writer.refuse(&call.receiver, messages::CANNOT_ASSIGN);
        };
        let new = |run: &mut Self| match &given {
            Operand::Function(function) => run.apply_callable(function, Vec::new(), call),
            Operand::Value(value) => Ok(value.clone()),
            _ => Err(Stop),
        };
        let inside = match name {
            "insert" | "replace" => new(self)?,
            _ => self.if_present(&old, &|_| Ok(old.inside.clone()), &new, call)?,
        };
        let new = Maybe::there(Wrapper::Option, inside).into_value();
        self.store(&place, new, &call.receiver);
        Ok((name == "replace").then(|| Value::Maybe(old)))
    }

    /// A method of an `Option` or `Result`.
    pub(crate) fn maybe_method(&mut self, maybe: Maybe, call: &ExprMethodCall) -> Found<Value> {
        let Some(row) = find(Self::OPTIONS, call) else {
            return self.refuse_option_method(&maybe.describe(), call);
        };
        if let Some(changed) = self.followed_change(&maybe, call) {
            return Ok(changed);
        }
        let mut operands = vec![Ok(Operand::Maybe(maybe))];
        for (parameter, argument) in row.parameters.iter().zip(&call.args) {
            operands.push(self.operand(parameter, argument));
        }
        let operands: Found<Vec<Operand>> = operands.into_iter().collect();
        match (row.run)(self, Operands::new(operands?), At { call, want: None })? {
            Given::Value(value) => Ok(value),
            Given::Items(_) => Err(Stop),
        }
    }

    /// A method of the result of a comparison, for example `x.partial_cmp(&y).unwrap_or(Equal)`.
    pub(crate) fn keep_method(&mut self, kept: &Inactive, call: &ExprMethodCall) -> Found<Value> {
        let mut mentions = kept.mentions.clone();
        let arguments: Found<Vec<TokenStream>> = call
            .args
            .iter()
            .map(|argument| self.observe(argument, &mut mentions))
            .collect();
        let arguments = arguments?;
        let (receiver, method) = (&kept.tokens, &call.method);
        Ok(Value::Inactive(Inactive {
            tokens: quote!(#receiver.#method(#(#arguments),*)),
            mentions,
        }))
    }

    /// `condition.then(closure)` and `condition.then_some(value)`.
    pub(crate) fn then(&mut self, call: &ExprMethodCall) -> Found<Value> {
        let condition = self.eval_condition(&call.receiver);
        if call.method == "then_some" {
            let inside = self.eval(&call.args[0])?;
            let inside = self.writer.settle_part(inside)?;
            return self.if_asked(condition?, inside, call);
        }
        let condition = condition?;
        if matches!(condition, Value::Boolean(false)) {
            return Ok(Maybe::nothing().into_value());
        }
        let function = self.callable(&call.args[0])?;
        let apply = |run: &mut Self| run.apply_callable(&function, Vec::new(), call);
        let maybe = self.if_asked(condition, Value::unit(), call)?;
        let Value::Maybe(maybe) = maybe else {
            return Ok(maybe);
        };
        let Presence::Asked(answer) = &maybe.presence else {
            return Ok(maybe.with(apply(self)?).into_value());
        };
        let asked = Inactive {
            tokens: answer.clone(),
            mentions: Vec::new(),
        };
        let head = Head::If(maybe.question(answer));
        let inside = self.branch(head, asked, &[&apply, &|_| Ok(Value::Unassigned)], call)?;
        Ok(maybe.with(inside).into_value())
    }

    /// `place.take()`
    pub(crate) fn take_out(&mut self, receiver: &Expr) -> Found<Value> {
        let place = self.place_behind(receiver)?;
        let Some(old) = self.load(&place) else {
            return self.writer.refuse(receiver, messages::CANNOT_ASSIGN);
        };
        let nothing = self.nothing_like(&old);
        self.store(&place, nothing.into_value(), receiver);
        Ok(old)
    }

    /// `None`, with the type inside of an `Option`, because rustc may not see it elsewhere.
    fn nothing_like(&self, old: &Value) -> Maybe {
        let Value::Maybe(old) = old else {
            return Maybe::nothing();
        };
        if let Value::Scalar(id) = old.inside
            && self.writer.builder.width(id) != Width::Single
        {
            let scalar = spelling::scalar_type(self.writer.precision);
            return Maybe::missing(Wrapper::Option, quote!(None::<#scalar>), Vec::new());
        }
        match &old.presence {
            Presence::Never(spelled, _) => {
                Maybe::missing(Wrapper::Option, spelled.clone(), Vec::new())
            }
            _ => Maybe::nothing(),
        }
    }
}
