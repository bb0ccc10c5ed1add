//! The operator `?`, and the results of functions that may fail.
//!
//! ```text
//! fn root(v: f64) -> Option<f64> { .. }        inlined: its value may be missing
//! let r = root(x)?;                            in the attributed function: `met_1?;`, so that the
//!                                              generated one fails too
//!                                              in an inlined one: a branch that returns `None`
//!                                              or the error
//! ```
//!
//! Errors are converted as in Rust: in the attributed function by the emitted `?`, in an inlined
//! function by `From` into the error type that it declares.
//!
//! Invariant: after `?` the value inside is there.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::control::Flow;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::Want;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence, group_after};
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// `operand?`
    pub(crate) fn eval_try(&mut self, question: &syn::ExprTry) -> Found<Value> {
        match self.eval_base(&question.expr)? {
            Value::Maybe(maybe) => self.propagate(&maybe, question),
            Value::Inactive(kept) => {
                self.writer.at_run_time()?;
                if self.frames.calls.is_empty() {
                    let tokens = kept.tokens;
                    let inside = Inactive {
                        tokens: quote!(#tokens?),
                        mentions: kept.mentions,
                    };
                    return Ok(Value::Inactive(inside));
                }
                match self.frames.fallible.last() {
                    Some((wrapper, _)) if *wrapper != Wrapper::Plain => {
                        self.propagate_opaque(kept, *wrapper, question)
                    }
                    _ => self.writer.refuse(question, messages::LEAVES_INLINED),
                }
            }
            other => self
                .writer
                .refuse(question, &messages::not_maybe("?", &other.describe())),
        }
    }

    /// Gives the value inside, or leaves the function.
    fn propagate(&mut self, maybe: &Maybe, at: &impl ToTokens) -> Found<Value> {
        let inside = maybe.inside.clone();
        if matches!(maybe.presence, Presence::Always) {
            return Ok(inside);
        }
        self.writer.at_run_time()?;
        if !self.frames.calls.is_empty() {
            return self.propagate_inlined(maybe, at);
        }
        match &maybe.presence {
            Presence::Always => Ok(inside),
            Presence::Never(spelled, mentions) => {
                let tokens = match maybe.wrapper {
                    // A bare `None?` has no type to infer, so it would not compile.
                    Wrapper::Option => quote!(return None;),
                    Wrapper::Result | Wrapper::Plain => quote!(#spelled?;),
                };
                self.writer.keep_statement(tokens, mentions)?;
                self.fail()
            }
            Presence::Asked(answer) => {
                self.writer.keep_statement(quote!(#answer?;), &[])?;
                Ok(inside)
            }
        }
    }

    /// The same in an inlined function, for opaque code. The value inside may be of a type without
    /// a default, so it is taken out where it is known to be there.
    fn propagate_opaque(
        &mut self,
        kept: Inactive,
        wrapper: Wrapper,
        at: &impl ToTokens,
    ) -> Found<Value> {
        if self.has_value_inside(&kept) {
            let maybe = self.maybe_of(kept, wrapper)?;
            return self.propagate(&maybe, at);
        }
        let written = self.type_of_tokens(&kept.tokens).and_then(|of| of.inside());
        let maybe = self.writer.maybe_or(kept, wrapper, None)?;
        let inside = self.propagate(&maybe, at)?;
        let Value::Inactive(Inactive { tokens, mentions }) = inside else {
            return Ok(inside);
        };
        let tokens = match maybe.presence {
            Presence::Asked(_) => quote!(#tokens.unwrap()),
            _ => tokens,
        };
        let name = syn::Ident::new("inside", proc_macro2::Span::call_site());
        let inside = self
            .writer
            .settle_as(&name, Inactive { tokens, mentions })?;
        if let Some(written) = written {
            self.note_type(&inside, &written);
        }
        Ok(inside)
    }

    /// The same in an inlined function: it returns the `None` or `Err` to its caller.
    fn propagate_inlined(&mut self, maybe: &Maybe, at: &impl ToTokens) -> Found<Value> {
        let inside = maybe.inside.clone();
        let leave = |lowering: &mut Lowering<Run>, missing: Value| {
            lowering.control.flow = Some(Flow::Return(Ok(missing)));
            Err(Stop)
        };
        match &maybe.presence {
            Presence::Always => Ok(inside),
            Presence::Never(..) if maybe.wrapper == Wrapper::Option => {
                leave(self, Value::Maybe(Rc::new(maybe.clone())))
            }
            Presence::Never(spelled, mentions) => {
                let error = group_after(spelled, "Err").unwrap_or_else(|| spelled.clone());
                let missing = self.converted(maybe, &error, mentions.clone())?;
                leave(self, missing)
            }
            Presence::Asked(_) => {
                let present = |_: &mut Lowering<Run>| Ok(inside.clone());
                let absent = |lowering: &mut Lowering<Run>, error: Option<TokenStream>| {
                    let missing = match error {
                        None => Maybe::nothing().into_value(),
                        Some(error) => lowering.converted(maybe, &error, Vec::new())?,
                    };
                    leave(lowering, missing)
                };
                self.by_presence(maybe, &present, &absent, at)
            }
        }
    }

    /// Converts an error to the type that the inlined function declares.
    fn converted(
        &mut self,
        maybe: &Maybe,
        error: &TokenStream,
        mentions: Vec<ValueId>,
    ) -> Found<Value> {
        let ty = self
            .frames
            .fallible
            .last()
            .and_then(|(_, error)| error.clone());
        let Some(ty) = ty else {
            let failed = Maybe::failed(error, mentions);
            return Ok(failed.carrying(maybe.carried.clone()).into_value());
        };
        let fresh = self
            .writer
            .fresh(&syn::Ident::new("error", proc_macro2::Span::call_site()));
        self.writer.keep_statement(
            quote!(let #fresh: #ty = ::core::convert::From::from(#error);),
            &mentions,
        )?;
        let failed = Maybe::failed(&fresh.into_token_stream(), Vec::new());
        let carried = self.carried_into(maybe, &ty);
        Ok(failed.carrying(carried).into_value())
    }

    /// The returned value of a function that may fail, without its wrapper. Control leaves if the
    /// value is missing.
    pub(crate) fn eval_unwrapped(&mut self, returned: &Expr, want: Want<'_>) -> Found<Value> {
        let variant = match self.frames.wrapper {
            Wrapper::Option => "Some",
            Wrapper::Result | Wrapper::Plain => "Ok",
        };
        match self.eval_as(returned, want)? {
            Value::Maybe(maybe) if maybe.wrapper == self.frames.wrapper => match &maybe.presence {
                Presence::Always => Ok(maybe.inside.clone()),
                Presence::Never(spelled, mentions) => {
                    self.writer
                        .keep_statement(quote!(return #spelled;), mentions)?;
                    self.fail()
                }
                Presence::Asked(answer) => {
                    let tokens = match maybe.wrapper {
                        Wrapper::Option => quote!(#answer?;),
                        Wrapper::Result | Wrapper::Plain => {
                            quote!(if let Err(__error) = #answer { return Err(__error); })
                        }
                    };
                    self.writer.keep_statement(tokens, &[])?;
                    Ok(maybe.inside.clone())
                }
            },
            _ => self
                .writer
                .refuse(returned, &messages::not_wrapped(variant)),
        }
    }
}
