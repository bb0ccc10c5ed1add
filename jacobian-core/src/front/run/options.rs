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

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, Pat};

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::methods::table::{Operand, Parameter};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::match_parts::Bindings;
use crate::front::syntax::form::Want;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::syntax::variants::{is_quiet, last_is, mentions_conversion, variant_called};
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Carried, Maybe, errors};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

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
        if let Some(followed) = self.followed_failure(error) {
            return Ok(followed);
        }
        let is_active = self.names.is_active(error);
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
        let carried = if is_active {
            Carried::Lost
        } else {
            self.constant_error(&error)
        };
        let failed = Maybe::failed(&error, mentions);
        Ok(failed.carrying(carried).into_value())
    }

    /// `Err(error)` with an active error, if the error can be followed.
    pub(crate) fn followed_failure(&mut self, error: &Expr) -> Option<Value> {
        if !self.names.is_active(error) || mentions_conversion(error.to_token_stream()) {
            return None;
        }
        let declared = self.frames.fallible.last();
        let declared = declared.and_then(|(_, error)| error.clone());
        self.attempted(|run| {
            let value = run.eval_apart(error, declared.as_ref())?;
            // A place may hold a number that is not active yet.
            let is_number = declared.is_some_and(|ty| run.is_scalar_type(&ty));
            let value = match value {
                Value::Inactive(_) if is_number => {
                    Value::Scalar(run.as_scalar(value, error, Behind::Nothing)?)
                }
                value => value,
            };
            run.failed_with(value)
        })
    }

    /// `map_err`, `ok_or` and `ok_or_else` where the new error can be followed.
    pub(crate) fn followed_change(
        &mut self,
        maybe: &Maybe,
        call: &ExprMethodCall,
    ) -> Option<Value> {
        let is_value = call.method == "ok_or";
        let is_changed = is_value || call.method == "ok_or_else" || call.method == "map_err";
        let argument = call.args.first().filter(|_| is_changed)?;
        if !matches!(maybe.carried, Carried::Followed(_)) && !self.names.is_active(argument) {
            return None;
        }
        let present = |_: &mut Self| {
            let same = Maybe::there(Wrapper::Result, maybe.inside.clone());
            Ok(same.into_value())
        };
        self.attempted(|run| {
            if is_value {
                let error = run.eval_apart(argument, None)?;
                let absent =
                    |run: &mut Self, _: Option<TokenStream>| run.failed_with(error.clone());
                return run.by_presence(maybe, &present, &absent, call);
            }
            let variant: Option<Expr> = match argument {
                Expr::Path(path) if names_type(path) => {
                    Some(syn::parse_quote!(|__error| #path(__error)))
                }
                _ => None,
            };
            let variant = variant.map(|called| run.trees.keep(called));
            let function = variant.as_deref().unwrap_or(argument);
            let Operand::Function(function) = run.operand(&Parameter::Function, function)? else {
                return Err(Stop);
            };
            let absent = |run: &mut Self, old: Option<TokenStream>| {
                let error = run.call(&function, errors(maybe, old), call)?;
                run.failed_with(error)
            };
            run.by_presence(maybe, &present, &absent, call)
        })
    }

    /// A number that `into` makes a number of the same type.
    pub(crate) fn number_as_itself(
        &mut self,
        number: &Expr,
        bound: Option<&syn::Type>,
        wanted: Option<&syn::Type>,
    ) -> Option<Value> {
        if self.writer.builder.is_mixed() {
            return None;
        }
        if let Some(bound) = bound {
            let peeked = self.peek(number).filter(|_| self.is_scalar_type(bound));
            return peeked.filter(|value| matches!(value, Value::Scalar(_)));
        }
        let is_value = |ty: &&syn::Type| matches!(ty, syn::Type::Path(_));
        let wanted = wanted.filter(is_value)?;
        if !self.is_scalar_type(wanted) || !self.names.is_active(number) {
            return None;
        }
        self.attempted(|run| match run.eval(number)? {
            value @ Value::Scalar(_) => Ok(value),
            _ => Err(Stop),
        })
    }

    /// The value of code that may be refused. Then it is as if it had not been tried.
    fn attempted(&mut self, attempt: impl FnOnce(&mut Self) -> Found<Value>) -> Option<Value> {
        if self.writer.at_run_time().is_err() {
            return None;
        }
        let before = self.checkpoint();
        let value = attempt(self);
        let is_done =
            self.writer.diagnostics.len() == before.n_errors() && self.control.flow.is_none();
        match value {
            Ok(value) if is_done => Some(value),
            _ => {
                self.rollback(before);
                None
            }
        }
    }

    /// `Err(..)` of a value that can be carried.
    fn failed_with(&mut self, error: Value) -> Found<Value> {
        let is_followed = self.is_active_value(&error) || matches!(error, Value::Scalar(_));
        if !is_followed || !self.can_carry(&error) {
            return Err(Stop);
        }
        let mut mentions: Vec<ValueId> = Vec::new();
        let tokens = self.spell(&error, &mut mentions).ok_or(Stop)?;
        let code = Value::Inactive(Inactive { tokens, mentions });
        let Value::Inactive(settled) = self.writer.settle_part(code)? else {
            return Err(Stop);
        };
        let failed = Maybe::failed(&settled.tokens, settled.mentions);
        Ok(failed.carrying(Carried::Followed(error)).into_value())
    }

    /// The pattern inside of `Err` as it is emitted, with the values of its names.
    pub(crate) fn error_pattern(
        &mut self,
        pattern: &Pat,
        maybe: &Maybe,
        bindings: &mut Bindings,
    ) -> Found<TokenStream> {
        let (renamed, bound) = self.rename_pattern(pattern, &TokenStream::new());
        let mut followed: Bindings = Vec::new();
        if let (Carried::Followed(error), false) = (&maybe.carried, bound.is_empty()) {
            match pattern {
                Pat::Ident(name) if name.subpat.is_none() => {
                    followed.push((name.ident.clone(), error.clone()));
                }
                _ if self.can_fit(pattern, error) => {
                    self.part_pattern(pattern, error, &mut followed)?;
                }
                // Nothing is active in a variant that this error never is.
                _ => {}
            }
        }
        // rustc matches the error itself, so the names of inactive parts are bound by it.
        bindings.extend(bound.into_iter().map(|(name, place)| {
            let value = followed.iter().find(|(other, _)| *other == name);
            match (value, place) {
                (Some((_, value)), _) if !matches!(value, Value::Inactive(_)) => {
                    (name, value.clone())
                }
                (_, Value::Inactive(place)) => (name, maybe.part_of_error(place.tokens)),
                (_, other) => (name, other),
            }
        }));
        Ok(renamed.into_token_stream())
    }
}

/// Whether a path is that of a variant or of a tuple struct.
fn names_type(path: &syn::ExprPath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}
