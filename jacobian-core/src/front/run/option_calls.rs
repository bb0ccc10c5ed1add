//! Methods of `Option` and `Result`: whether a receiver is one, and its arguments, evaluated once
//! and in order.
//!
//! A method whose receiver is the user's own `Option` works too, where it is one that only `Option`
//! has: the receiver is then taken apart first.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::interface::{Head, Wrapper};

use crate::front::messages;
use crate::front::methods::table::{At, Given, Operand, Operands, find};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::questions;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};

/// Methods that only an `Option` or `Result` has, whatever else is known.
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
    /// Whether a condition asks if something is there.
    pub(crate) fn asks_presence(&mut self, condition: &Expr) -> bool {
        let Expr::MethodCall(call) = condition else {
            return false;
        };
        let name = call.method.to_string();
        (name.starts_with("is_") || name == "map_or" || name == "unwrap_or")
            && Self::OPTIONS.iter().any(|row| row.name == name)
            && self.is_maybe(&call.receiver)
    }

    /// A method of an `Option` or `Result`; `None` where the receiver is something else.
    pub(crate) fn eval_maybe_method(&mut self, call: &ExprMethodCall) -> Option<Value> {
        if (call.method == "then" && call.args.len() == 1) || call.method == "then_some" {
            return Some(self.then(call));
        }
        if !Self::OPTIONS.iter().any(|row| call.method == row.name) {
            return None;
        }
        let only_theirs = ONLY_THEIRS.iter().any(|name| call.method == name);
        if !only_theirs && !self.is_maybe(&call.receiver) {
            return None;
        }
        if call.method == "take" && call.args.is_empty() {
            return Some(self.take_out(&call.receiver));
        }
        if call.method == "as_mut" {
            let receiver = &call.receiver;
            let reference: Expr = syn::parse_quote!(&mut #receiver);
            let reference = self.trees.keep(reference);
            let maybe = self.maybe_matched(&reference);
            return maybe.map(Maybe::into_value);
        }
        let maybe = match self.eval_base(&call.receiver) {
            Value::Maybe(maybe) => (*maybe).clone(),
            Value::Poison => return Some(Value::Poison),
            Value::Inactive(kept) if questions::is_question(&call.receiver) => {
                return Some(self.keep_method(&kept, call));
            }
            Value::Inactive(kept) if !self.writer.is_trial() => {
                let wrapper = self.wrapper_of(&kept).unwrap_or(Wrapper::Option);
                self.writer.maybe_of(kept, wrapper)
            }
            other => {
                let message = messages::not_maybe(&call.method.to_string(), &other.describe());
                return Some(self.writer.refuse(&call.receiver, &message));
            }
        };
        Some(self.maybe_method(maybe, call))
    }

    fn maybe_method(&mut self, maybe: Maybe, call: &ExprMethodCall) -> Value {
        let Some(row) = find(Self::OPTIONS, call) else {
            return self.refuse_option_method(&maybe.describe(), call);
        };
        let mut operands = vec![Ok(Operand::Maybe(maybe))];
        for (parameter, argument) in row.parameters.iter().zip(&call.args) {
            operands.push(self.operand(parameter, argument));
        }
        let operands: Found<Vec<Operand>> = operands.into_iter().collect();
        let given = operands.and_then(|operands| {
            let at = At { call, want: None };
            (row.run)(self, Operands::new(operands), at)
        });
        match given {
            Ok(Given::Value(value)) => value,
            Ok(Given::Items(_)) | Err(Stop) => Value::Poison,
        }
    }

    /// A method of what an observation gives, `x.partial_cmp(&y).unwrap_or(Equal)`.
    pub(crate) fn keep_method(&mut self, kept: &Inactive, call: &ExprMethodCall) -> Value {
        let mut mentions = kept.mentions.clone();
        let arguments: Vec<TokenStream> = call
            .args
            .iter()
            .map(|argument| self.observe(argument, &mut mentions))
            .collect();
        let (receiver, method) = (&kept.tokens, &call.method);
        Value::Inactive(Inactive {
            tokens: quote!(#receiver.#method(#(#arguments),*)),
            mentions,
        })
    }

    /// `condition.then(closure)` and `condition.then_some(value)`.
    pub(crate) fn then(&mut self, call: &ExprMethodCall) -> Value {
        let condition = if self.writer.is_trial() {
            self.eval(&call.receiver)
        } else {
            self.eval_condition(&call.receiver)
        };
        if call.method == "then_some" {
            let inside = self.eval(&call.args[0]);
            let inside = self.writer.settle_part(inside);
            return self.if_asked(condition, inside, call);
        }
        if matches!(condition, Value::Boolean(false)) {
            return Maybe::nothing().into_value();
        }
        let Ok(function) = self.callable(&call.args[0]) else {
            return Value::Poison;
        };
        let apply = |run: &mut Self| run.apply_callable(&function, Vec::new(), call);
        let maybe = self.if_asked(condition, Value::unit(), call);
        let Value::Maybe(maybe) = maybe else {
            return maybe;
        };
        let Presence::Asked(answer) = &maybe.presence else {
            return maybe.with(apply(self)).into_value();
        };
        let asked = Inactive {
            tokens: answer.clone(),
            mentions: Vec::new(),
        };
        let head = Head::If(maybe.question(answer));
        match self.branch(head, asked, &[&apply, &|_| Value::Unassigned], call) {
            Value::Poison => Value::Poison,
            inside => maybe.with(inside).into_value(),
        }
    }

    /// `place.take()`
    pub(crate) fn take_out(&mut self, receiver: &Expr) -> Value {
        let Ok(place) = self.place_behind(receiver) else {
            return Value::Poison;
        };
        let Some(old) = self.load(&place) else {
            return self.writer.refuse(receiver, messages::CANNOT_ASSIGN);
        };
        self.store(&place, Maybe::nothing().into_value(), receiver);
        old
    }
}
