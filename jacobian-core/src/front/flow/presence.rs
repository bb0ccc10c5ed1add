//! Branches on whether an `Option` or a `Result` has a value inside.

use quote::{ToTokens, quote};
use syn::ExprMethodCall;

use crate::interface::{Head, Wrapper};

use crate::front::flow::machine::{Absent, Arm, Machine};
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence, group_after};
use crate::front::value::{Inactive, Value};

impl<M: Machine> Lowering<M> {
    /// Runs one arm if the value is there and another if it is missing. The second gets the error.
    pub(crate) fn by_presence(
        &mut self,
        maybe: &Maybe,
        present: &Arm<'_, M>,
        absent: &Absent<'_, M>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let Presence::Asked(answer) = &maybe.presence else {
            return match &maybe.presence {
                Presence::Never(spelled, _) => absent(self, group_after(spelled, "Err")),
                _ => present(self),
            };
        };
        if maybe.wrapper == Wrapper::Option {
            return self.if_present(maybe, present, &|lowering| absent(lowering, None), at);
        }
        let error = self
            .writer
            .fresh(&syn::Ident::new("error", proc_macro2::Span::call_site()));
        // The second arm needs the error, so the branch is a `match` and not an `if`.
        let patterns = vec![quote!(Ok(())), quote!(Err(#error))];
        let error = error.into_token_stream();
        let otherwise = |lowering: &mut Lowering<M>| absent(lowering, Some(error.clone()));
        self.branch_on_answer(
            Head::Match(answer.clone(), patterns),
            present,
            &otherwise,
            at,
        )
    }

    /// The same, if the error is not needed.
    pub(crate) fn if_present(
        &mut self,
        maybe: &Maybe,
        present: &Arm<'_, M>,
        absent: &Arm<'_, M>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        match &maybe.presence {
            Presence::Always => present(self),
            Presence::Never(..) => absent(self),
            Presence::Asked(answer) => {
                self.branch_on_answer(Head::If(maybe.question(answer)), present, absent, at)
            }
        }
    }

    pub(crate) fn branch_on_answer(
        &mut self,
        head: Head,
        present: &Arm<'_, M>,
        absent: &Arm<'_, M>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let (Head::If(tokens) | Head::Match(tokens, _)) = &head else {
            return Err(Stop);
        };
        let asked = Inactive {
            tokens: tokens.clone(),
            mentions: Vec::new(),
        };
        self.branch(head, asked, &[present, absent], at)
    }

    /// A value that is there if a condition holds.
    pub(crate) fn if_asked(
        &mut self,
        condition: Value,
        inside: Value,
        at: &ExprMethodCall,
    ) -> Found<Value> {
        match condition {
            Value::Boolean(true) => Ok(Maybe::there(Wrapper::Option, inside).into_value()),
            Value::Boolean(false) => Ok(Maybe::nothing().into_value()),
            Value::Inactive(asked) => {
                let tokens = asked.tokens;
                let answer = self
                    .writer
                    .settle_answer(&quote!((#tokens).then_some(())), &asked.mentions)?;
                Ok(Maybe::asked(Wrapper::Option, answer, inside).into_value())
            }
            other => self
                .writer
                .refuse(at, &messages::not_a_condition(&other.describe())),
        }
    }

    /// A branch on a condition that only run time knows.
    pub(crate) fn either(
        &mut self,
        asked: Inactive,
        then: &Arm<'_, M>,
        otherwise: &Arm<'_, M>,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let head = Head::If(asked.tokens.clone());
        self.branch(head, asked, &[then, otherwise], call)
    }
}
