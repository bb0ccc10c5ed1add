//! Methods that convert between a condition, an `Option` and a `Result`.
//!
//! ```text
//! (x > 0.0).then(|| x.ln())       the condition is the answer, the closure runs in the arm where
//!                                 it holds
//! root(x).ok_or(Bad)              another answer, the same number inside
//! best.take()                     `None` is assigned, and the call gives the old value
//! ```
//!
//! Errors are the user's own. Code that makes or changes an error is copied.

use quote::quote;
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::maybe::{Carried, Maybe, Presence, group_after};
use crate::front::value::{Inactive, Value};

/// The form of the user's code that makes an error.
#[derive(Clone, Copy)]
pub(crate) enum NewError {
    /// It is the error, `ok_or(error)`.
    Value,
    /// It is a function that gives the error, `ok_or_else(f)` and `map_err(f)`.
    Function,
    /// A method of a trait for errors makes it of the old one, `context(text)` of anyhow.
    Context,
}

impl<M: Machine> Lowering<M> {
    /// `ok()`
    pub(crate) fn without_error(&mut self, maybe: &Maybe) -> Found<Value> {
        let changed = match &maybe.presence {
            Presence::Always => Maybe::there(Wrapper::Option, maybe.inside.clone()),
            Presence::Never(..) => Maybe::nothing(),
            Presence::Asked(answer) => {
                let answer = self.writer.settle_answer(&quote!(#answer.ok()), &[])?;
                Maybe::asked(Wrapper::Option, answer, maybe.inside.clone())
            }
        };
        Ok(changed.into_value())
    }

    /// `err()`, of an error that is followed.
    pub(crate) fn only_error(&mut self, maybe: &Maybe, call: &ExprMethodCall) -> Found<Value> {
        let found = match (&maybe.presence, &maybe.carried) {
            (Presence::Always, _) => Maybe::nothing(),
            (Presence::Never(..), Carried::Followed(error)) => {
                Maybe::there(Wrapper::Option, error.clone())
            }
            (Presence::Asked(answer), Carried::Followed(error)) => {
                let is_failed = quote!(#answer.is_err().then_some(()));
                let answer = self.writer.settle_answer(&is_failed, &[])?;
                Maybe::asked(Wrapper::Option, answer, error.clone())
            }
            _ => return self.writer.refuse(call, messages::CARRIED),
        };
        Ok(found.into_value())
    }

    /// `ok_or`, `ok_or_else`, `map_err` and `context`: the user's own code makes the error.
    pub(crate) fn with_error(
        &mut self,
        maybe: &Maybe,
        kept: &Inactive,
        is_active: bool,
        new: NewError,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let (method, tokens) = (&call.method, &kept.tokens);
        let changed = match &maybe.presence {
            Presence::Always => Maybe::there(Wrapper::Result, maybe.inside.clone()),
            Presence::Never(spelled, mentions) => {
                let error = group_after(spelled, "Err");
                let error = match new {
                    NewError::Value => quote!(#tokens),
                    NewError::Function => quote!((#tokens)(#error)),
                    NewError::Context => {
                        let missing = error.map_or_else(
                            || quote!(::core::option::Option::<()>::None),
                            |error| quote!(::core::result::Result::<(), _>::Err(#error)),
                        );
                        quote!(#missing.#method(#tokens).unwrap_err())
                    }
                };
                let all = mentions.iter().chain(&kept.mentions).copied();
                Maybe::failed(&error, all.collect())
            }
            Presence::Asked(answer) => {
                let changed = quote!(#answer.#method(#tokens));
                let answer = self.writer.settle_answer(&changed, &kept.mentions);
                Maybe::asked(Wrapper::Result, answer?, maybe.inside.clone())
            }
        };
        let is_lost = is_active || maybe.carries();
        let carried = if is_lost {
            Carried::Lost
        } else {
            Carried::Nothing
        };
        Ok(changed.carrying(carried).into_value())
    }
}
