//! Methods of `Option` and `Result`, and their rows in the table.
//!
//! ```text
//! root(x).unwrap_or(0.0)          v4 = join [v3, 0.0]      one branch on the answer
//! root(x).map(|r| r * r)          the closure runs in the arm where something is inside
//! root(x).unwrap()                the user's own panic, about the answer
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::ExprMethodCall;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{self, At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::maybe::{Maybe, Presence, errors, is_there};
use Parameter::{Function, Kept, Settled, Unseen};

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Maybe, parameters, run)
}

/// A row whose function always gives a value.
#[expect(
    clippy::unnecessary_wraps,
    reason = "rows of other kinds find nothing after a mistake"
)]
fn value(value: Value) -> Found<Given> {
    Ok(Given::Value(value))
}

impl<M: Machine> Lowering<M> {
    /// The methods of `Option` and `Result`, in the order in which messages suggest them.
    pub(crate) const OPTIONS: &'static [Method<M>] = &[
        row("map", &[Function], Self::apply_inside),
        row("map_err", &[Kept], Self::change_error),
        row("and_then", &[Function], Self::apply_inside),
        row("filter", &[Function], Self::apply_inside),
        row("or", &[Parameter::Value], |run, mut of, at| {
            let (maybe, other) = (of.maybe(), of.value());
            let whole = Maybe::there(maybe.wrapper, maybe.inside.clone()).into_value();
            value(run.if_present(&maybe, &|_| whole.clone(), &|_| other.clone(), at.call))
        }),
        row("or_else", &[Function], Self::apply_inside),
        row("ok", &[], |run, mut of, _| {
            value(run.without_error(&of.maybe()))
        }),
        row("copied", &[], |_, mut of, _| value(of.maybe().into_value())),
        row("cloned", &[], |_, mut of, _| value(of.maybe().into_value())),
        row("as_ref", &[], |_, mut of, _| value(of.maybe().into_value())),
        row("as_mut", &[], |_, mut of, _| value(of.maybe().into_value())),
        row("as_deref", &[], |_, mut of, _| {
            value(of.maybe().into_value())
        }),
        row("clone", &[], |_, mut of, _| value(of.maybe().into_value())),
        row("take", &[], |_, mut of, _| value(of.maybe().into_value())),
        row("flatten", &[], |run, mut of, at| {
            let nothing = Maybe::nothing().into_value();
            value(run.or_else_value(&of.maybe(), &nothing, at.call))
        }),
        row("ok_or", &[Kept], Self::change_error),
        row("ok_or_else", &[Kept], Self::change_error),
        row("unwrap", &[], |run, mut of, at| {
            value(run.unwrapped(&of.maybe(), at.call))
        }),
        row("expect", &[Unseen], |run, mut of, at| {
            value(run.unwrapped(&of.maybe(), at.call))
        }),
        row("unwrap_or", &[Settled], |run, mut of, at| {
            let (maybe, other) = (of.maybe(), of.value());
            value(run.or_else_value(&maybe, &other, at.call))
        }),
        row("unwrap_or_else", &[Function], Self::apply_inside),
        row("unwrap_or_default", &[], |run, mut of, at| {
            let maybe = of.maybe();
            let zero = run.zero_like(&maybe.inside);
            value(run.or_else_value(&maybe, &zero, at.call))
        }),
        row("map_or", &[Settled, Function], |run, mut of, at| {
            let (maybe, other, function) = (of.maybe(), of.value(), of.function());
            let present = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
            value(run.if_present(&maybe, &present, &|_| other.clone(), at.call))
        }),
        row("map_or_else", &[Function, Function], Self::map_or_else),
        row("is_some", &[], |_, mut of, _| {
            value(is_there(&of.maybe(), true))
        }),
        row("is_none", &[], |_, mut of, _| {
            value(is_there(&of.maybe(), false))
        }),
        row("is_ok", &[], |_, mut of, _| {
            value(is_there(&of.maybe(), true))
        }),
        row("is_err", &[], |_, mut of, _| {
            value(is_there(&of.maybe(), false))
        }),
        row("is_some_and", &[Function], Self::apply_inside),
        row("is_ok_and", &[Function], Self::apply_inside),
        row("is_none_or", &[Function], Self::apply_inside),
    ];

    /// The refusal of a method of such values that is not followed.
    pub(crate) fn refuse_option_method(&mut self, found: &str, call: &ExprMethodCall) -> Value {
        let known = table::names(Self::OPTIONS);
        let message = messages::method_of_maybe(&call.method, found, &known);
        self.writer.refuse(call, &message)
    }

    /// What is inside, or another value.
    fn or_else_value(&mut self, maybe: &Maybe, other: &Value, call: &ExprMethodCall) -> Value {
        let inside = |_: &mut Self| maybe.inside.clone();
        self.if_present(maybe, &inside, &|_| other.clone(), call)
    }

    fn map_or_else(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, other, function) = (of.maybe(), of.function(), of.function());
        let present = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
        let absent = |run: &mut Self, error: Option<TokenStream>| {
            run.call(&other, errors(&maybe, error), at.call)
        };
        value(self.by_presence(&maybe, &present, &absent, at.call))
    }

    fn apply_inside(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        value(self.applied(&maybe, &function, at.call))
    }

    fn change_error(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, (kept, is_active)) = (of.maybe(), of.kept());
        value(self.with_error(&maybe, &kept, is_active, at.call))
    }

    /// A method that takes a closure.
    fn applied(&mut self, maybe: &Maybe, function: &Callable, call: &ExprMethodCall) -> Value {
        let inside = || vec![maybe.inside.clone()];
        let apply = |run: &mut Self| run.call(function, inside(), call);
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
                let missing = |_: &mut Self, error: Option<TokenStream>| match error {
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
                let absent = |run: &mut Self, error: Option<TokenStream>| {
                    run.call(function, errors(maybe, error), call)
                };
                self.by_presence(maybe, &|_| whole.clone(), &absent, call)
            }
            _ => {
                let absent = |run: &mut Self, error: Option<TokenStream>| {
                    run.call(function, errors(maybe, error), call)
                };
                let inside = |_: &mut Self| maybe.inside.clone();
                self.by_presence(maybe, &inside, &absent, call)
            }
        }
    }

    /// `unwrap` and `expect`, which panic as the user's own do.
    fn unwrapped(&mut self, maybe: &Maybe, call: &ExprMethodCall) -> Value {
        match &maybe.presence {
            Presence::Always => {}
            _ if self.writer.is_trial() => return self.writer.refuse(call, ""),
            Presence::Never(..) => {
                return self.writer.refuse(&call.receiver, messages::NOTHING_FOUND);
            }
            Presence::Asked(answer) => {
                let (arguments, mentions) = M::observe(self, call);
                let method = &call.method;
                self.writer
                    .keep_statement(quote!(#answer.#method(#(#arguments),*);), &mentions);
            }
        }
        maybe.inside.clone()
    }
}
