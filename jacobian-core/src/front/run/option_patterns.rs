//! `if let`, `let ... else` and `match` on an `Option` or `Result` that contains a number.
//!
//! ```text
//! match helper(x) {                     match met_1 {
//!     Some(y) if y > 1.0 => y.ln(),         Some(()) if v3 > 1.0 => .., `y` is v3
//!     Some(y) => y,                         Some(()) => ..
//!     None => 0.0,                          None => ..
//! }                                     }
//! ```
//!
//! The user's arms stay arms, in their order. The value inside is known, so it needs no pattern. If
//! expansion knows whether it is there, the arms that cannot be taken are dropped.
//!
//! Cost: that of the arms.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

use crate::interface::{Head, Wrapper};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::{ArmCode, ArmSource, Goes};
use crate::front::run::matched::fits_inside;
use crate::front::run::own_variants::is_own_enum;
use crate::front::syntax::patterns::{
    behind_name, conjuncts, is_irrefutable, is_irrefutable_inside, names,
};
use crate::front::syntax::strip::strip;
use crate::front::syntax::variants::{last_is, last_present};
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence, group_after};
use crate::front::value::{Inactive, Value};

/// An arm with a pattern on an `Option` or `Result`.
pub(crate) struct Case<'a> {
    pub(crate) pattern: &'a Pat,
    pub(crate) guard: Option<&'a Expr>,
    pub(crate) code: ArmCode<'a>,
}

/// The cases in which a pattern fits a value that may be missing.
#[derive(Clone, Copy)]
pub(crate) enum Says<'a> {
    Anything,
    Named(&'a syn::PatIdent),
    Present(&'a Pat),
    Nothing,
    Error(&'a Pat),
}

impl Lowering<Run> {
    /// The value of a scrutinee, if it may be missing.
    pub(crate) fn maybe_matched(&mut self, scrutinee: &Expr) -> Found<Option<Maybe>> {
        let value = if self.takes_from_list(scrutinee) {
            Some(self.eval(scrutinee)?)
        } else if !self.names.is_active(scrutinee) {
            self.try_known(scrutinee)
        } else if self.is_maybe(scrutinee) {
            Some(self.eval(scrutinee)?)
        } else {
            None
        };
        Ok(match value {
            Some(Value::Maybe(maybe)) => Some((*maybe).clone()),
            Some(Value::Reference(place)) => {
                let place = self.follow(place);
                match self.load(&place) {
                    Some(Value::Maybe(maybe)) => {
                        let inside = match maybe.inside {
                            Value::Unassigned => Value::Unassigned,
                            _ => Value::Reference(place.then(0)),
                        };
                        Some(maybe.with(inside))
                    }
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// Chooses the first arm that fits, at expansion or by a branch at run time.
    pub(crate) fn choose(
        &mut self,
        maybe: &Maybe,
        cases: Vec<Case<'_>>,
        goes: Goes,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let (mut patterns, mut arms) = (Vec::new(), Vec::new());
        let mut asked = Inactive {
            tokens: scrutinee(maybe),
            mentions: Vec::new(),
        };
        let last = last_present(cases.iter().map(|case| behind_name(case.pattern).1));
        for (position, case) in cases.into_iter().enumerate() {
            let (whole, asks) = behind_name(case.pattern);
            self.note_pattern(asks);
            let says = self.says(asks)?;
            if !is_possible(&says, &maybe.presence) {
                continue;
            }
            let inner = refutable_inner(&says).filter(|_| last != Some(position));
            let (pattern, mut arm) = self.case(maybe, says, case.code)?;
            let whole = whole.map(|name| (name.clone(), maybe.clone().into_value()));
            arm.bindings.extend(whole);
            let guard = match case.guard {
                None => None,
                Some(guard) => match self.guard_of_case(&arm, guard, &mut asked)? {
                    Value::Boolean(true) => None,
                    Value::Boolean(false) => continue,
                    Value::Inactive(guard) => Some(guard.tokens),
                    _ => return Err(Stop),
                },
            };
            let guard = match (inner.map(|inner| fits_inside(inner, &maybe.inside)), guard) {
                (Some(fits), Some(guard)) => Some(quote!(#fits && (#guard))),
                (Some(fits), None) => Some(fits),
                (None, guard) => guard,
            };
            // A pattern inside of `Err` is left to rustc, so such an arm is never certain.
            let is_certain = !matches!(maybe.presence, Presence::Asked(_))
                && guard.is_none()
                && !matches!(says, Says::Error(_));
            if is_certain && arms.is_empty() {
                return self.run_case(&arm, goes);
            }
            patterns.push(match guard {
                Some(guard) => quote!(#pattern if #guard),
                None => pattern,
            });
            arms.push(arm);
            if is_certain {
                break;
            }
        }
        if arms.is_empty() {
            return self.writer.refuse(at, messages::NO_ARM_FITS);
        }
        let head = Head::Match(asked.tokens.clone(), patterns.clone());
        let named: TokenStream = patterns.into_iter().collect();
        let tokens = asked.tokens;
        asked.tokens = quote!(#tokens #named);
        self.branch_of(head, asked, &arms, goes, at)
    }

    pub(crate) fn run_case(&mut self, arm: &ArmSource<'_>, goes: Goes) -> Found<Value> {
        let scope = self.names.scopes.enter();
        self.bind_arm(arm);
        let value = self.run_arm_code(&arm.code, goes);
        self.names.scopes.leave(scope);
        value
    }

    pub(crate) fn guard_of_case(
        &mut self,
        arm: &ArmSource<'_>,
        guard: &Expr,
        asked: &mut Inactive,
    ) -> Found<Value> {
        let scope = self.names.scopes.enter();
        self.bind_arm(arm);
        let value = self.eval_guard(guard);
        self.names.scopes.leave(scope);
        if let Ok(Value::Inactive(inactive)) = &value {
            asked.mentions.extend(&inactive.mentions);
        }
        value
    }

    /// The pattern as it is emitted, and the arm with its bindings.
    pub(crate) fn case<'b>(
        &mut self,
        maybe: &Maybe,
        says: Says<'b>,
        code: ArmCode<'b>,
    ) -> Found<(TokenStream, ArmSource<'b>)> {
        let mut arm = ArmSource::of(code);
        let is_known = !matches!(maybe.presence, Presence::Asked(_));
        let pattern = match says {
            Says::Anything => quote!(_),
            Says::Named(name) => {
                let whole = maybe.clone().into_value();
                arm.bindings.push((name.ident.clone(), whole));
                quote!(_)
            }
            Says::Present(inner) => {
                let is_own = matches!(maybe.inside, Value::Inactive(_));
                if is_irrefutable(inner) {
                    arm.matched = Some((inner, maybe.inside.clone()));
                } else if let (true, Pat::Ident(name)) = (is_own, inner)
                    && name
                        .subpat
                        .as_ref()
                        .is_some_and(|(_, of)| names(of).is_empty())
                {
                    let inside = maybe.inside.clone();
                    arm.bindings.push((name.ident.clone(), inside));
                } else if !is_own || !names(inner).is_empty() {
                    return self.writer.refuse(inner, messages::PATTERN_ON_ACTIVE);
                }
                let variant = maybe.variant();
                if is_known {
                    quote!(_)
                } else {
                    quote!(#variant(()))
                }
            }
            Says::Nothing if is_known => quote!(_),
            Says::Nothing => quote!(None),
            Says::Error(inner) => {
                let renamed = self.error_pattern(inner, maybe, &mut arm.bindings)?;
                if is_known {
                    renamed
                } else {
                    quote!(Err(#renamed))
                }
            }
        };
        Ok((pattern, arm))
    }

    pub(crate) fn says<'b>(&mut self, pattern: &'b Pat) -> Found<Says<'b>> {
        match pattern {
            Pat::Wild(_) => return Ok(Says::Anything),
            Pat::Paren(inner) => return self.says(&inner.pat),
            Pat::Reference(inner) => return self.says(&inner.pat),
            Pat::Ident(name) if name.ident == "None" => return Ok(Says::Nothing),
            Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
                return Ok(Says::Named(name));
            }
            Pat::Path(path) if last_is(&path.path, "None") => return Ok(Says::Nothing),
            Pat::TupleStruct(variant) if variant.elems.len() == 1 => {
                let inner = &variant.elems[0];
                if last_is(&variant.path, "Some") || last_is(&variant.path, "Ok") {
                    return Ok(Says::Present(inner));
                }
                if last_is(&variant.path, "Err") {
                    return Ok(Says::Error(inner));
                }
            }
            _ => {}
        }
        self.writer.refuse(pattern, messages::PATTERN_ON_ACTIVE)
    }

    /// `if let pattern = scrutinee && ..`: one `let` and other conditions, which become the guard.
    pub(crate) fn eval_if_maybe(
        &mut self,
        branch: &syn::ExprIf,
        goes: Goes,
    ) -> Found<Option<Value>> {
        let mut conditions = Vec::new();
        conjuncts(&branch.cond, &mut conditions);
        let Some(position) = conditions
            .iter()
            .position(|condition| is_let_expression(condition))
        else {
            return Ok(None);
        };
        let Expr::Let(found) = conditions.remove(position) else {
            return Ok(None);
        };
        // A condition to the left of the `let` is evaluated before the scrutinee. As a guard it
        // comes after it, so this is correct only if the scrutinee is a name.
        let is_name = matches!(strip(&found.expr), Expr::Path(_));
        if conditions
            .iter()
            .any(|condition| is_let_expression(condition))
            || (position > 0 && !is_name)
        {
            return Ok(None);
        }
        let maybe = self.maybe_matched(&found.expr)?;
        let guard = conditions
            .into_iter()
            .cloned()
            .reduce(|left, right| syn::parse_quote!((#left) && (#right)))
            .map(|guard| self.trees.keep(guard));
        let Some(maybe) = maybe else {
            return self.eval_if_parts(branch, found, guard.as_deref(), goes);
        };
        if is_own_enum(&maybe.inside) && is_name && !is_irrefutable_inside(&found.pat) {
            return self.eval_if_parts(branch, found, guard.as_deref(), goes);
        }
        let anything: Pat = syn::parse_quote!(_);
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => ArmCode::Expression(otherwise),
            None => ArmCode::Empty,
        };
        let cases = vec![
            Case {
                pattern: &found.pat,
                guard: guard.as_deref(),
                code: ArmCode::Block(&branch.then_branch),
            },
            Case {
                pattern: &anything,
                guard: None,
                code: otherwise,
            },
        ];
        self.choose(&maybe, cases, goes, found).map(Some)
    }

    /// `if let` on an active value of another kind, rewritten as a `match`.
    pub(crate) fn eval_if_parts(
        &mut self,
        branch: &syn::ExprIf,
        found: &syn::ExprLet,
        guard: Option<&Expr>,
        goes: Goes,
    ) -> Found<Option<Value>> {
        if !self.names.is_active(&found.expr) {
            return Ok(None);
        }
        let (scrutinee, pattern, then) = (&found.expr, &found.pat, &branch.then_branch);
        let otherwise = branch.else_branch.as_ref();
        let otherwise =
            otherwise.map_or_else(|| quote!({}), |(_, otherwise)| otherwise.to_token_stream());
        let guard = guard.map(|guard| quote!(if #guard));
        let same: syn::ExprMatch = syn::parse_quote! {
            match #scrutinee { #pattern #guard => #then, _ => #otherwise }
        };
        let same = self.trees.keep(same);
        let value = self.eval_match(&same, goes)?;
        Ok(Some(value))
    }

    /// `let pattern = value else { leave };`
    pub(crate) fn run_let_else_maybe(
        &mut self,
        pattern: &Pat,
        maybe: &Maybe,
        otherwise: &Expr,
    ) -> Found<()> {
        let anything: Pat = syn::parse_quote!(_);
        let there = |pattern, code| Case {
            pattern,
            guard: None,
            code,
        };
        let cases = vec![
            there(pattern, ArmCode::Empty),
            there(&anything, ArmCode::Expression(otherwise)),
        ];
        match self.says(pattern)? {
            Says::Present(inner) => {
                self.choose(maybe, cases, Goes::On, pattern)?;
                self.bind_pattern(inner, maybe.inside.clone());
                Ok(())
            }
            Says::Nothing => self.choose(maybe, cases, Goes::On, pattern).map(drop),
            _ => self.writer.refuse(pattern, messages::LET_ELSE),
        }
    }
}

/// A pattern such as the number in `Some(0)`, which asks for more than a value.
fn refutable_inner<'b>(says: &Says<'b>) -> Option<&'b Pat> {
    match says {
        Says::Present(inner) if !is_irrefutable(inner) => Some(inner),
        _ => None,
    }
}

fn is_let_expression(condition: &Expr) -> bool {
    matches!(condition, Expr::Let(_))
}

/// The scrutinee of the emitted `match`.
pub(crate) fn scrutinee(maybe: &Maybe) -> TokenStream {
    match &maybe.presence {
        Presence::Asked(answer) => answer.clone(),
        Presence::Never(spelled, _) if maybe.wrapper == Wrapper::Result => {
            group_after(spelled, "Err").unwrap_or_else(|| spelled.clone())
        }
        _ => quote!(()),
    }
}

pub(crate) fn is_possible(says: &Says<'_>, presence: &Presence) -> bool {
    !matches!(
        (says, presence),
        (Says::Present(_), Presence::Never(..))
            | (Says::Nothing | Says::Error(_), Presence::Always)
    )
}
