//! Values that may be missing: an `Option` or `Result` of a number that has derivatives.
//!
//! ```text
//! Some(x.ln())                                        there, inside v1
//! if x > 0.0 { Some(x.ln()) } else { None }           there if `met_1` is `Some(())`,
//!                                                     inside v2 = join [v1, 0.0]
//! helper(x)?                                          `met_1?;` and then v2
//! ```
//!
//! The number inside is an ordinary value of the code list. A variable of type `Option<()>` or
//! `Result<(), E>` says whether it is there, and carries the error. If expansion knows the answer,
//! there is no variable. If the number is missing, its value is zero, and nothing reads it.
//!
//! Invariant: the number inside is read only where it is there. Cost: one branch if the arms of an
//! `if` disagree.

use quote::{ToTokens, quote};
use syn::Expr;

use crate::interface::Wrapper;

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::Want;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::syntax::variants::{is_quiet, last_is, mentions_conversion, variant_called};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::Maybe;

impl Lowering<Run> {
    /// `Some(e)`, `Ok(e)`, `Err(e)` and `None`. Gives `None` for other expressions, and for those
    /// that stay opaque.
    pub(crate) fn eval_wrapped(
        &mut self,
        expression: &Expr,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        match strip(expression) {
            Expr::Path(path) if last_is(&path.path, "None") => {
                let ty = want.map(types::unwrap);
                let spelled = match ty {
                    Some((Wrapper::Option, inner)) if self.frames.foreign == 0 => {
                        quote!(None::<#inner>)
                    }
                    _ => quote!(None),
                };
                let nothing = Maybe::missing(Wrapper::Option, spelled, Vec::new());
                Ok(Some(nothing.into_value()))
            }
            Expr::Call(call) if call.args.len() == 1 => {
                let argument = &call.args[0];
                match variant_called(&call.func) {
                    None => Ok(None),
                    Some("Err") => {
                        self.writer.at_run_time()?;
                        self.failure(argument).map(Some)
                    }
                    Some(name) => self.eval_present(name, argument),
                }
            }
            // The arm of a branch that is known.
            Expr::Block(arm) if arm.label.is_none() => match arm.block.stmts.as_slice() {
                [syn::Stmt::Expr(tail, None)] => self.eval_wrapped(tail, want),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    pub(crate) fn eval_present(&mut self, variant: &str, argument: &Expr) -> Found<Option<Value>> {
        let wrapper = match variant {
            "Some" => Wrapper::Option,
            _ => Wrapper::Result,
        };
        let is_active = self.names.is_active(argument);
        if !is_active && self.try_known(argument).is_none() {
            return Ok(None);
        }
        let inside = self.eval_apart(argument, None)?;
        let inside = self.writer.settle_part(inside)?;
        Ok(Some(Maybe::there(wrapper, inside).into_value()))
    }

    /// `Err(error)`. The error is evaluated now.
    pub(crate) fn failure(&mut self, error: &Expr) -> Found<Value> {
        let carries = self.names.is_active(error);
        let Value::Inactive(kept) = self.keep(error)? else {
            return Err(Stop);
        };
        let ty = self
            .frames
            .fallible
            .last()
            .and_then(|(_, error)| error.clone());
        let is_converted = mentions_conversion(kept.tokens.clone());
        let (error, mentions) = match ty.filter(|_| is_converted) {
            Some(ty) => {
                let fresh = self
                    .writer
                    .fresh(&syn::Ident::new("error", proc_macro2::Span::call_site()));
                let tokens = kept.tokens;
                self.writer
                    .keep_statement(quote!(let #fresh: #ty = #tokens;), &kept.mentions)?;
                (fresh.into_token_stream(), Vec::new())
            }
            // An expression without effects is not evaluated now, but copied to each use.
            None if is_quiet(kept.tokens.clone()) => (kept.tokens, kept.mentions),
            None => match self.writer.settle_part(Value::Inactive(kept))? {
                Value::Inactive(settled) => (settled.tokens, settled.mentions),
                _ => return Err(Stop),
            },
        };
        let failed = Maybe::failed(&error, mentions);
        Ok(failed.carrying(carries).into_value())
    }
}
