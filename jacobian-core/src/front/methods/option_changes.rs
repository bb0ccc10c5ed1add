//! Methods that make an `Option` or a `Result` of a condition, or of one another.
//!
//! ```text
//! (x > 0.0).then(|| x.ln())       the condition is the answer, the closure runs in the arm where it holds
//! root(x).ok_or(Bad)              another answer, the same number inside
//! best.take()                     `None` is assigned, the old value is what the call gives
//! ```
//!
//! Errors are the user's own: what makes or changes one is carried along as it stands.

use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::interface::{Head, Wrapper};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::value::maybe::{Maybe, Presence, group_after};
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// `ok()`
    pub(crate) fn without_error(&mut self, maybe: &Maybe) -> Value {
        match &maybe.presence {
            Presence::Always => Maybe::there(Wrapper::Option, maybe.inside.clone()).into_value(),
            Presence::Never(..) => Maybe::nothing().into_value(),
            Presence::Asked(answer) => {
                let answer = self.writer.settle_answer(&quote!(#answer.ok()), &[]);
                Maybe::asked(Wrapper::Option, answer, maybe.inside.clone()).into_value()
            }
        }
    }

    /// `ok_or`, `ok_or_else` and `map_err`: the user's own code makes the error.
    pub(crate) fn with_error(
        &mut self,
        maybe: &Maybe,
        error: &Expr,
        call: &ExprMethodCall,
    ) -> Value {
        if self.writer.trial.is_some() {
            return self.writer.refuse(call, "");
        }
        let Value::Inactive(kept) = self.keep(error) else {
            return Value::Poison;
        };
        let (method, tokens) = (&call.method, &kept.tokens);
        let changed = match &maybe.presence {
            Presence::Always => Maybe::there(Wrapper::Result, maybe.inside.clone()),
            Presence::Never(spelled, mentions) => {
                let error = group_after(spelled, "Err");
                let error = match (error, method == "ok_or") {
                    (_, true) => quote!(#tokens),
                    (error, false) => quote!((#tokens)(#error)),
                };
                let all = mentions.iter().chain(&kept.mentions).copied();
                Maybe::failed(&error, all.collect())
            }
            Presence::Asked(answer) => {
                let changed = quote!(#answer.#method(#tokens));
                let answer = self.writer.settle_answer(&changed, &kept.mentions);
                Maybe::asked(Wrapper::Result, answer, maybe.inside.clone())
            }
        };
        let carries = maybe.carries || self.names.is_active(error);
        changed.carrying(carries).into_value()
    }

    /// `condition.then(closure)` and `condition.then_some(value)`.
    pub(crate) fn then(&mut self, call: &ExprMethodCall) -> Value {
        let condition = if self.writer.trial.is_some() {
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
        let Some(function) = self.callable(&call.args[0]) else {
            return Value::Poison;
        };
        let apply =
            |lowering: &mut Lowering<Run>| lowering.apply_callable(&function, Vec::new(), call);
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
        let Some(place) = self.place_behind(receiver) else {
            return Value::Poison;
        };
        let Some(old) = self.load(&place) else {
            return self.writer.refuse(receiver, messages::CANNOT_ASSIGN);
        };
        self.store(&place, Maybe::nothing().into_value(), receiver);
        old
    }
}
