//! Methods of `Option` and `Result`, and their rows in the table.
//!
//! ```text
//! root(x).unwrap_or(0.0)          v4 = join [v3, 0.0]      one branch on the answer
//! root(x).map(|r| r * r)          the closure runs in the arm for `Some`
//! root(x).unwrap()                the user's own panic, emitted as `unwrap` of the answer
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::ExprMethodCall;

use crate::front::flow::machine::{Arm, Machine};
use crate::front::messages;
use crate::front::methods::option_changes::NewError;
use crate::front::methods::table::{self, At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::place_referred_to;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::items::{Item, Order};
use crate::front::value::maybe::{Maybe, Presence, errors, is_there};
use Parameter::{Function, Kept, Settled, Unseen};

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Maybe, parameters, run)
}

/// These rows always give a value.
fn value(found: Found<Value>) -> Found<Given> {
    found.map(Given::Value)
}

impl<M: Machine> Lowering<M> {
    /// The methods of `Option` and `Result`, in the order in which messages suggest them.
    pub(crate) const OPTIONS: &'static [Method<M>] = &[
        row("map", &[Function], Self::map_inside),
        row("map_err", &[Kept], |run, of, at| {
            run.change_error(of, at, NewError::Function)
        }),
        row("and_then", &[Function], Self::and_then),
        row("filter", &[Function], Self::filter_inside),
        row("inspect", &[Function], Self::inspect),
        row("inspect_err", &[Function], Self::inspect_error),
        row("or", &[Parameter::Value], |run, mut of, at| {
            let (maybe, other) = (of.maybe(), of.value());
            let whole = Maybe::there(maybe.wrapper, maybe.inside.clone()).into_value();
            value(run.if_present(
                &maybe,
                &|_| Ok(whole.clone()),
                &|_| Ok(other.clone()),
                at.call,
            ))
        }),
        row("or_else", &[Function], Self::or_else),
        row("and", &[Parameter::Value], |run, mut of, at| {
            let (maybe, other) = (of.maybe(), of.value());
            value(run.if_there_then(&maybe, &|_| Ok(other.clone()), at.call))
        }),
        row("zip", &[Parameter::Value], Self::zip_inside),
        row("xor", &[Parameter::Value], Self::xor),
        row("iter", &[], |run, mut of, _| run.items_inside(&of.maybe())),
        row("into_iter", &[], |run, mut of, _| {
            run.items_inside(&of.maybe())
        }),
        row("ok", &[], |run, mut of, _| {
            value(run.without_error(&of.maybe()))
        }),
        row("err", &[], |run, mut of, at| {
            value(run.only_error(&of.maybe(), at.call))
        }),
        row("copied", &[], Self::copied),
        row("cloned", &[], Self::copied),
        row("as_ref", &[], |_, mut of, _| {
            value(Ok(of.maybe().into_value()))
        }),
        row("as_mut", &[], |_, mut of, _| {
            value(Ok(of.maybe().into_value()))
        }),
        row("as_deref", &[], |_, mut of, _| {
            value(Ok(of.maybe().into_value()))
        }),
        row("clone", &[], |_, mut of, _| {
            value(Ok(of.maybe().into_value()))
        }),
        row("take", &[], |_, mut of, _| {
            value(Ok(of.maybe().into_value()))
        }),
        row("flatten", &[], |run, mut of, at| {
            let nothing = Maybe::nothing().into_value();
            value(run.or_else_value(&of.maybe(), &nothing, at.call))
        }),
        row("ok_or", &[Kept], |run, of, at| {
            run.change_error(of, at, NewError::Value)
        }),
        row("ok_or_else", &[Kept], |run, of, at| {
            run.change_error(of, at, NewError::Function)
        }),
        row("context", &[Kept], Self::add_context),
        row("with_context", &[Kept], Self::add_context),
        row("wrap_err", &[Kept], Self::add_context),
        row("wrap_err_with", &[Kept], Self::add_context),
        row("change_context", &[Kept], Self::add_context),
        row("whatever_context", &[Kept], Self::add_context),
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
        row("unwrap_or_else", &[Function], Self::unwrap_or_else),
        row("unwrap_or_default", &[], |run, mut of, at| {
            let maybe = of.maybe();
            // What is never there is a number most of the time, and else nothing accepts it.
            let zero = match run.zero_like(&maybe.inside) {
                Value::Unassigned => Value::Scalar(run.writer.builder.literal(0.0)),
                zero => zero,
            };
            value(run.or_else_value(&maybe, &zero, at.call))
        }),
        row("map_or", &[Settled, Function], |run, mut of, at| {
            let (maybe, other, function) = (of.maybe(), of.value(), of.function());
            let present = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
            value(run.if_present(&maybe, &present, &|_| Ok(other.clone()), at.call))
        }),
        row("map_or_else", &[Function, Function], Self::map_or_else),
        row("is_some", &[], |_, mut of, _| {
            value(Ok(is_there(&of.maybe(), true)))
        }),
        row("is_none", &[], |_, mut of, _| {
            value(Ok(is_there(&of.maybe(), false)))
        }),
        row("is_ok", &[], |_, mut of, _| {
            value(Ok(is_there(&of.maybe(), true)))
        }),
        row("is_err", &[], |_, mut of, _| {
            value(Ok(is_there(&of.maybe(), false)))
        }),
        row("is_some_and", &[Function], |run, of, at| {
            run.ask_inside(of, at, &Value::Boolean(false))
        }),
        row("is_ok_and", &[Function], |run, of, at| {
            run.ask_inside(of, at, &Value::Boolean(false))
        }),
        row("is_none_or", &[Function], |run, of, at| {
            run.ask_inside(of, at, &Value::Boolean(true))
        }),
    ];

    /// The refusal of a method that is not followed.
    pub(crate) fn refuse_option_method(
        &mut self,
        found: &str,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let known = table::names(Self::OPTIONS);
        let message = messages::method_of_maybe(&call.method, found, &known);
        self.writer.refuse(call, &message)
    }

    /// The value inside, or another value if it is missing.
    fn or_else_value(
        &mut self,
        maybe: &Maybe,
        other: &Value,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let inside = |_: &mut Self| Ok(maybe.inside.clone());
        self.if_present(maybe, &inside, &|_| Ok(other.clone()), call)
    }

    fn map_or_else(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, other, function) = (of.maybe(), of.function(), of.function());
        let present = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
        let absent = |run: &mut Self, error: Option<TokenStream>| {
            run.call(&other, errors(&maybe, error), at.call)
        };
        value(self.by_presence(&maybe, &present, &absent, at.call))
    }

    /// `copied` and `cloned`: the value behind a reference now, because it may change later.
    fn copied(&mut self, mut of: Operands, _: At<'_>) -> Found<Given> {
        let maybe = of.maybe();
        let copied = match &maybe.inside {
            Value::Inactive(reference) if place_referred_to(&reference.tokens).is_some() => {
                let place = maybe.inside.clone().behind_references();
                maybe.with(self.writer.settle_part(place)?)
            }
            _ => maybe,
        };
        value(Ok(copied.into_value()))
    }

    fn change_error(&mut self, mut of: Operands, at: At<'_>, new: NewError) -> Found<Given> {
        let (maybe, (kept, is_active)) = (of.maybe(), of.kept());
        value(self.with_error(&maybe, &kept, is_active, new, at.call))
    }

    fn map_inside(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let apply = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
        let mapped = match &maybe.presence {
            Presence::Never(..) => return value(Ok(maybe.into_value())),
            Presence::Always => apply(self)?,
            Presence::Asked(_) => {
                // In the arm without a value the join fills in zero, which nothing reads.
                self.if_present(&maybe, &apply, &|_| Ok(Value::Unassigned), at.call)?
            }
        };
        value(Ok(maybe.with(mapped).into_value()))
    }

    fn and_then(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let apply = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
        value(self.if_there_then(&maybe, &apply, at.call))
    }

    /// Another `Option` or `Result` if this one has a value, or else its `None` or its error.
    fn if_there_then(
        &mut self,
        maybe: &Maybe,
        then: &Arm<'_, M>,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let missing = |_: &mut Self, error: Option<TokenStream>| {
            let missing = match error {
                Some(error) => Maybe::failed(&error, Vec::new()).carrying(maybe.carried.clone()),
                None => Maybe::nothing(),
            };
            Ok(missing.into_value())
        };
        self.by_presence(maybe, then, &missing, call)
    }

    fn zip_inside(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, other) = (of.maybe(), self.other(of.value(), at.call)?);
        let pair = vec![maybe.inside.clone(), other.inside.clone()];
        let both = other.with(Value::tuple(pair)).into_value();
        value(self.if_there_then(&maybe, &|_| Ok(both.clone()), at.call))
    }

    fn xor(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, other) = (of.maybe(), self.other(of.value(), at.call)?);
        let one = Maybe::there(maybe.wrapper, maybe.inside.clone()).into_value();
        let nothing = |_: &mut Self| Ok(Maybe::nothing().into_value());
        let alone =
            |run: &mut Self| run.if_present(&other, &nothing, &|_| Ok(one.clone()), at.call);
        let absent = |_: &mut Self| Ok(Value::Maybe(Rc::clone(&other)));
        value(self.if_present(&maybe, &alone, &absent, at.call))
    }

    /// The `Option` that is the argument.
    fn other(&mut self, argument: Value, call: &ExprMethodCall) -> Found<Rc<Maybe>> {
        match argument {
            Value::Maybe(other) => Ok(other),
            found => {
                let message = messages::not_maybe(&call.method.to_string(), &found.describe());
                self.writer.refuse(&call.args[0], &message)
            }
        }
    }

    /// `iter` and `into_iter`: one item, or none.
    #[expect(clippy::unused_self, reason = "a row of the table")]
    #[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
    fn items_inside(&mut self, maybe: &Maybe) -> Found<Given> {
        let items = match &maybe.presence {
            Presence::Never(..) => Vec::new(),
            Presence::Always => vec![Item::Ready(maybe.inside.clone())],
            Presence::Asked(_) => vec![Item::Perhaps(Rc::new(maybe.clone()), Order::Prefix)],
        };
        Ok(Given::Value(Value::Items(Rc::new(items))))
    }

    /// `is_some_and`, `is_ok_and` and `is_none_or`: the answer of the closure, or the one for a
    /// missing value.
    fn ask_inside(&mut self, mut of: Operands, at: At<'_>, for_nothing: &Value) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let apply = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
        value(self.if_present(&maybe, &apply, &|_| Ok(for_nothing.clone()), at.call))
    }

    fn filter_inside(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let apply = |run: &mut Self| run.call(&function, vec![maybe.inside.clone()], at.call);
        let no = |_: &mut Self| Ok(Value::Boolean(false));
        match self.if_present(&maybe, &apply, &no, at.call)? {
            Value::Boolean(true) => value(Ok(maybe.into_value())),
            Value::Boolean(false) => value(Ok(Maybe::nothing().into_value())),
            kept => value(self.if_asked(kept, maybe.inside.clone(), at.call)),
        }
    }

    /// `inspect`: the closure runs on the value, if it is there.
    fn inspect(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let apply = |run: &mut Self| {
            run.call(&function, vec![maybe.inside.clone()], at.call)?;
            Ok(Value::unit())
        };
        self.if_present(&maybe, &apply, &|_| Ok(Value::unit()), at.call)?;
        value(Ok(maybe.into_value()))
    }

    fn add_context(&mut self, of: Operands, at: At<'_>) -> Found<Given> {
        self.change_error(of, at, NewError::Context)
    }

    fn inspect_error(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let absent = |run: &mut Self, error: Option<TokenStream>| {
            let error = error.map(|error| quote!((&#error)));
            run.call(&function, errors(&maybe, error), at.call)?;
            Ok(Value::unit())
        };
        self.by_presence(&maybe, &|_| Ok(Value::unit()), &absent, at.call)?;
        value(Ok(maybe.into_value()))
    }

    fn or_else(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        let whole = Maybe::there(maybe.wrapper, maybe.inside.clone()).into_value();
        value(self.or_called(&maybe, &whole, &function, at.call))
    }

    fn unwrap_or_else(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (maybe, function) = (of.maybe(), of.function());
        value(self.or_called(&maybe, &maybe.inside, &function, at.call))
    }

    /// A value if it is there, or else the result of a function.
    fn or_called(
        &mut self,
        maybe: &Maybe,
        present: &Value,
        function: &Callable,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let absent = |run: &mut Self, error: Option<TokenStream>| {
            run.call(function, errors(maybe, error), call)
        };
        self.by_presence(maybe, &|_| Ok(present.clone()), &absent, call)
    }

    /// `unwrap` and `expect`, which panic as in the user's function.
    fn unwrapped(&mut self, maybe: &Maybe, call: &ExprMethodCall) -> Found<Value> {
        match &maybe.presence {
            Presence::Always => {}
            Presence::Never(..) => {
                return self.writer.refuse(&call.receiver, messages::NOTHING_FOUND);
            }
            Presence::Asked(answer) => {
                // The same method on the answer panics in the same cases.
                let (arguments, mentions) = M::observe(self, call)?;
                let method = &call.method;
                self.writer
                    .keep_statement(quote!(#answer.#method(#(#arguments),*);), &mentions)?;
            }
        }
        Ok(maybe.inside.clone())
    }
}
