//! Methods of `Option` and `Result`.
//!
//! ```text
//! root(x).unwrap_or(0.0)          v4 = join [v3, 0.0]      one branch on the answer
//! root(x).map(|r| r * r)          the closure runs in the arm where something is inside
//! root(x).unwrap()                the user's own panic, about the answer
//! ```
//!
//! A method whose receiver is the user's own `Option` works too, where it is one that only `Option` has: the
//! receiver is then taken apart first.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::interface::Wrapper;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::questions;
use crate::front::value::maybe::{Maybe, Presence, errors, is_there};
use crate::front::value::{Inactive, Value};

/// Every method that is followed.
pub(crate) const METHODS: &[&str] = &[
    "map",
    "map_err",
    "and_then",
    "filter",
    "or",
    "or_else",
    "ok",
    "copied",
    "cloned",
    "as_ref",
    "as_mut",
    "as_deref",
    "clone",
    "take",
    "flatten",
    "ok_or",
    "ok_or_else",
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
    "map_or_else",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "is_some_and",
    "is_ok_and",
    "is_none_or",
];

/// Every method that is followed, for messages.
pub(crate) fn method_names() -> &'static [&'static str] {
    METHODS
}

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
            && METHODS.contains(&name.as_str())
            && self.is_maybe(&call.receiver)
    }

    /// A method of an `Option` or `Result`; `None` where the receiver is something else.
    pub(crate) fn eval_maybe_method(&mut self, call: &ExprMethodCall) -> Option<Value> {
        if (call.method == "then" && call.args.len() == 1) || call.method == "then_some" {
            return Some(self.then(call));
        }
        if !METHODS.iter().any(|name| call.method == name) {
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
            Value::Inactive(kept) if self.writer.trial.is_none() => {
                let wrapper = self.wrapper_of(&kept).unwrap_or(Wrapper::Option);
                self.maybe_of(kept, wrapper)
            }
            other => {
                let message = messages::not_maybe(&call.method.to_string(), &other.describe());
                return Some(self.writer.refuse(&call.receiver, &message));
            }
        };
        Some(self.maybe_method(&maybe, call))
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

    pub(crate) fn maybe_method(&mut self, maybe: &Maybe, call: &ExprMethodCall) -> Value {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let inside = |_: &mut Lowering<Run>| maybe.inside.clone();
        match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("is_some" | "is_ok", []) => is_there(maybe, true),
            ("is_none" | "is_err", []) => is_there(maybe, false),
            ("unwrap", []) | ("expect", [_]) => self.unwrapped(maybe, call),
            ("unwrap_or", [other]) => {
                let other = self.eval(other);
                let other = self.writer.settle_part(other);
                self.if_present(maybe, &inside, &|_| other.clone(), call)
            }
            ("unwrap_or_default", []) => {
                let zero = self.zero_like(&maybe.inside);
                self.if_present(maybe, &inside, &|_| zero.clone(), call)
            }
            ("copied" | "cloned" | "as_ref" | "clone" | "as_deref", []) => {
                maybe.clone().into_value()
            }
            ("map_or", [other, function]) => {
                let other = self.eval(other);
                let other = self.writer.settle_part(other);
                let Some(function) = self.callable(function) else {
                    return Value::Poison;
                };
                let present = |lowering: &mut Lowering<Run>| {
                    lowering.apply_callable(&function, vec![maybe.inside.clone()], call)
                };
                self.if_present(maybe, &present, &|_| other.clone(), call)
            }
            ("flatten", []) => {
                let nothing = Maybe::nothing().into_value();
                self.if_present(maybe, &inside, &|_| nothing.clone(), call)
            }
            ("ok", []) => self.without_error(maybe),
            ("or", [other]) => {
                let other = self.eval(other);
                let whole = Maybe::there(maybe.wrapper, maybe.inside.clone()).into_value();
                self.if_present(maybe, &|_| whole.clone(), &|_| other.clone(), call)
            }
            ("ok_or" | "ok_or_else" | "map_err", [error]) => self.with_error(maybe, error, call),
            (
                "map" | "and_then" | "filter" | "is_some_and" | "is_ok_and" | "is_none_or"
                | "unwrap_or_else" | "or_else",
                [function],
            ) => self.applied(maybe, function, call),
            ("map_or_else", [other, function]) => self.map_or_else(maybe, [other, function], call),
            _ => self.writer.refuse(
                call,
                &messages::method_of_maybe(&call.method, &maybe.describe(), method_names()),
            ),
        }
    }

    /// `map_or_else(other, function)`
    pub(crate) fn map_or_else(
        &mut self,
        maybe: &Maybe,
        [other, function]: [&Expr; 2],
        call: &ExprMethodCall,
    ) -> Value {
        let (Some(other), Some(function)) = (self.callable(other), self.callable(function)) else {
            return Value::Poison;
        };
        let present = |lowering: &mut Lowering<Run>| {
            lowering.apply_callable(&function, vec![maybe.inside.clone()], call)
        };
        let absent = |lowering: &mut Lowering<Run>, error: Option<TokenStream>| {
            lowering.apply_callable(&other, errors(maybe, error), call)
        };
        self.by_presence(maybe, &present, &absent, call)
    }

    /// A method that takes a closure.
    pub(crate) fn applied(
        &mut self,
        maybe: &Maybe,
        function: &Expr,
        call: &ExprMethodCall,
    ) -> Value {
        let Some(function) = self.callable(function) else {
            return Value::Poison;
        };
        let inside = || vec![maybe.inside.clone()];
        let apply =
            |lowering: &mut Lowering<Run>| lowering.apply_callable(&function, inside(), call);
        match call.method.to_string().as_str() {
            "map" => match &maybe.presence {
                Presence::Never(..) => maybe.clone().into_value(),
                Presence::Always => maybe.with(apply(self)).into_value(),
                Presence::Asked(_) => {
                    let mapped = self.if_present(maybe, &apply, &|_| Value::Unassigned, call);
                    if matches!(mapped, Value::Poison) {
                        return Value::Poison;
                    }
                    maybe.with(mapped).into_value()
                }
            },
            "and_then" => {
                let missing = |_: &mut Lowering<Run>, error: Option<TokenStream>| match error {
                    Some(error) => {
                        let failed = Maybe::failed(&error, Vec::new());
                        failed.carrying(maybe.carries).into_value()
                    }
                    None => Maybe::nothing().into_value(),
                };
                self.by_presence(maybe, &apply, &missing, call)
            }
            "is_some_and" | "is_ok_and" => {
                self.if_present(maybe, &apply, &|_| Value::Boolean(false), call)
            }
            "is_none_or" => self.if_present(maybe, &apply, &|_| Value::Boolean(true), call),
            "filter" => {
                let kept = self.if_present(maybe, &apply, &|_| Value::Boolean(false), call);
                match kept {
                    Value::Boolean(true) => maybe.clone().into_value(),
                    Value::Boolean(false) => Maybe::nothing().into_value(),
                    kept => self.if_asked(kept, maybe.inside.clone(), call),
                }
            }
            "or_else" => {
                let whole = Maybe::there(maybe.wrapper, maybe.inside.clone()).into_value();
                let absent = |lowering: &mut Lowering<Run>, error: Option<TokenStream>| {
                    lowering.apply_callable(&function, errors(maybe, error), call)
                };
                self.by_presence(maybe, &|_| whole.clone(), &absent, call)
            }
            _ => {
                let absent = |lowering: &mut Lowering<Run>, error: Option<TokenStream>| {
                    lowering.apply_callable(&function, errors(maybe, error), call)
                };
                let inside = |_: &mut Lowering<Run>| maybe.inside.clone();
                self.by_presence(maybe, &inside, &absent, call)
            }
        }
    }

    /// `unwrap` and `expect`, which panic as the user's own do.
    pub(crate) fn unwrapped(&mut self, maybe: &Maybe, call: &ExprMethodCall) -> Value {
        match &maybe.presence {
            Presence::Always => {}
            _ if self.writer.trial.is_some() => return self.writer.refuse(call, ""),
            Presence::Never(..) => {
                return self.writer.refuse(&call.receiver, messages::NOTHING_FOUND);
            }
            Presence::Asked(answer) => {
                let mut mentions = Vec::new();
                let arguments: Vec<TokenStream> = call
                    .args
                    .iter()
                    .map(|argument| self.observe(argument, &mut mentions))
                    .collect();
                let method = &call.method;
                self.writer
                    .keep_statement(quote!(#answer.#method(#(#arguments),*);), &mentions);
            }
        }
        maybe.inside.clone()
    }
}
