//! `match`: decided at expansion where the value is known, a branch of many arms where it is not.
//!
//! ```text
//! match i { 0 => a, 1 | 2 => b, _ => c }           i from a loop: one arm is all there is
//! match self.mode { Mode::Linear => .., .. }       the user's patterns stay as they are
//! match x { v if v < 0.0 => .., _ => .. }          a name stands for the value, a guard is asked
//! ```
//!
//! Cost: that of the arms.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

use crate::interface::Head;

use super::branch::{ArmCode, ArmSource};
use super::expression::strip;
use super::value::{Inactive, Value};
use super::{Lowering, messages};

/// What a known value does.
enum Taken<'a> {
    Arm(&'a syn::Arm),
    None,
    /// Only rustc understands the patterns.
    Unknown,
}

impl Lowering<'_> {
    /// `match` as an expression or statement; `returned` where its value is what the function returns.
    pub(crate) fn eval_match(&mut self, found: &syn::ExprMatch, returned: bool) -> Value {
        if let Some(known) = self.try_known(&found.expr) {
            match self.known_arm(found, &known) {
                Taken::Arm(arm) => return self.run_known_arm(arm, &known, returned),
                Taken::None => return self.refuse(found, messages::NO_ARM_FITS),
                Taken::Unknown => {}
            }
        }
        if self.trial.is_some() {
            return self.refuse(found, "");
        }
        match self.eval_scrutinee(&found.expr) {
            Value::Poison => Value::Poison,
            Value::Scalar(id) => {
                let mut mentions = Vec::new();
                let spelled = self.spell(&Value::Scalar(id), &mut mentions);
                let tokens = spelled.unwrap_or_default();
                self.match_at_run_time(found, Inactive { tokens, mentions }, Some(id), returned)
            }
            Value::Inactive(scrutinee) => self.match_at_run_time(found, scrutinee, None, returned),
            value @ (Value::Integer(_) | Value::Boolean(_)) => {
                let tokens = self.spell(&value, &mut Vec::new()).unwrap_or_default();
                let mentions = Vec::new();
                self.match_at_run_time(found, Inactive { tokens, mentions }, None, returned)
            }
            other => self.refuse(&found.expr, &messages::not_matchable(&other.describe())),
        }
    }

    fn eval_scrutinee(&mut self, scrutinee: &Expr) -> Value {
        match strip(scrutinee) {
            Expr::Tuple(tuple) if self.activity.is_active(scrutinee, &self.scopes) => {
                let (mut parts, mut mentions) = (Vec::new(), Vec::new());
                for part in &tuple.elems {
                    match self.eval_scrutinee(part) {
                        Value::Inactive(inactive) => {
                            parts.push(inactive.tokens);
                            mentions.extend(inactive.mentions);
                        }
                        Value::Poison => return Value::Poison,
                        value => match self.spell(&value, &mut mentions) {
                            Some(tokens) => parts.push(tokens),
                            None => return Value::Poison,
                        },
                    }
                }
                Value::Inactive(Inactive {
                    tokens: quote!((#(#parts,)*)),
                    mentions,
                })
            }
            inner if Self::is_question(inner) => self.eval_condition(inner),
            inner if !self.activity.is_active(inner, &self.scopes) => self.keep(inner),
            inner => self.eval(inner),
        }
    }

    fn match_at_run_time(
        &mut self,
        found: &syn::ExprMatch,
        scrutinee: Inactive,
        active: Option<crate::ir::ValueId>,
        returned: bool,
    ) -> Value {
        let mut asked = scrutinee;
        let tokens = asked.tokens.clone();
        let (mut patterns, mut arms) = (Vec::new(), Vec::new());
        for arm in &found.arms {
            let Some((pattern, bindings)) = self.arm_pattern(arm, active) else {
                return Value::Poison;
            };
            let scope = self.scopes.enter();
            for (name, value) in &bindings {
                self.bind(name, value.clone());
            }
            let guard = self.guard(arm, &mut asked);
            self.scopes.leave(scope);
            patterns.push(quote!(#pattern #guard));
            arms.push(ArmSource {
                code: ArmCode::Expression(&arm.body),
                bindings,
            });
        }
        // Patterns may name whatever is in the user's scope.
        let named: TokenStream = patterns.iter().cloned().collect();
        let asked = Inactive {
            tokens: quote!(#tokens #named),
            mentions: asked.mentions,
        };
        let head = Head::Match(tokens, patterns);
        self.branch(head, asked, arms, returned, &found.expr)
    }

    /// The pattern as it is emitted, and the names it binds.
    fn arm_pattern(
        &mut self,
        arm: &syn::Arm,
        active: Option<crate::ir::ValueId>,
    ) -> Option<(TokenStream, Vec<(syn::Ident, Value)>)> {
        if let Some(cfg) = arm.attrs.iter().find(|found| found.path().is_ident("cfg")) {
            self.refuse(cfg, messages::CFG_INSIDE);
            return None;
        }
        let (renamed, bindings) = self.rename_pattern(pattern_of(arm));
        let Some(id) = active else {
            return Some((renamed.into_token_stream(), bindings));
        };
        let value = Value::Scalar(id);
        match (pattern_of(arm), bindings.is_empty()) {
            (_, true) => Some((renamed.into_token_stream(), bindings)),
            (Pat::Ident(name), _) if name.by_ref.is_none() && name.subpat.is_none() => {
                Some((quote!(_), vec![(name.ident.clone(), value)]))
            }
            (Pat::Ident(name), _) if name.by_ref.is_none() => {
                let inner = name.subpat.as_ref().map(|(_, inner)| inner);
                Some((quote!(#inner), vec![(name.ident.clone(), value)]))
            }
            _ => {
                self.refuse(pattern_of(arm), messages::PATTERN_ON_ACTIVE);
                None
            }
        }
    }

    fn guard(&mut self, arm: &syn::Arm, asked: &mut Inactive) -> Option<TokenStream> {
        match self.eval_condition(guard_of(arm)?) {
            Value::Boolean(known) => Some(quote!(if #known)),
            Value::Inactive(Inactive { tokens, mentions }) => {
                asked.mentions.extend(mentions);
                Some(quote!(if #tokens))
            }
            _ => None,
        }
    }

    /// The arm that a known value takes.
    fn known_arm<'a>(&mut self, found: &'a syn::ExprMatch, known: &Value) -> Taken<'a> {
        for arm in &found.arms {
            match self.fits(pattern_of(arm), known) {
                None => return Taken::Unknown,
                Some(false) => continue,
                Some(true) => {}
            }
            let Some(guard) = guard_of(arm) else {
                return Taken::Arm(arm);
            };
            let scope = self.scopes.enter();
            self.bind_known(pattern_of(arm), known);
            let answer = self.try_known(guard);
            self.scopes.leave(scope);
            match answer {
                Some(Value::Boolean(true)) => return Taken::Arm(arm),
                Some(Value::Boolean(false)) => {}
                _ => return Taken::Unknown,
            }
        }
        Taken::None
    }

    /// Whether a known value fits a pattern; nothing where only rustc can say.
    fn fits(&mut self, pattern: &Pat, known: &Value) -> Option<bool> {
        match (pattern, known) {
            (Pat::Wild(_), _) => Some(true),
            (Pat::Paren(inner), _) => self.fits(&inner.pat, known),
            (Pat::Reference(inner), _) => self.fits(&inner.pat, known),
            (Pat::Ident(name), _) if name.subpat.is_none() => {
                let text = name.ident.to_string();
                let is_name = !text.starts_with(char::is_uppercase);
                is_name.then_some(true)
            }
            (Pat::Or(cases), _) => {
                let mut fits = false;
                for case in &cases.cases {
                    fits |= self.fits(case, known)?;
                }
                Some(fits)
            }
            (Pat::Tuple(tuple), Value::Tuple(parts)) if tuple.elems.len() == parts.len() => {
                let mut fits = true;
                for (pattern, part) in tuple.elems.iter().zip(parts.iter()) {
                    fits &= self.fits(pattern, part)?;
                }
                Some(fits)
            }
            (Pat::Lit(_), _) => self.equals(pattern, known),
            (Pat::Range(range), Value::Integer(integer)) => {
                let start = match &range.start {
                    Some(start) => self.eval_integer(start, "bound")?,
                    None => i128::MIN,
                };
                let end = match &range.end {
                    Some(end) => self.eval_integer(end, "bound")?,
                    None => i128::MAX,
                };
                let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                let below = integer.value < end || (closed && integer.value == end);
                Some(integer.value >= start && (below || range.end.is_none()))
            }
            _ => None,
        }
    }

    fn equals(&mut self, literal: &Pat, known: &Value) -> Option<bool> {
        let literal: Expr = syn::parse2(literal.to_token_stream()).ok()?;
        match (self.try_known(&literal)?, known) {
            (Value::Integer(a), Value::Integer(b)) => Some(a.value == b.value),
            (Value::Boolean(a), Value::Boolean(b)) => Some(a == *b),
            _ => None,
        }
    }

    fn bind_known(&mut self, pattern: &Pat, known: &Value) {
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() => self.bind(&name.ident, known.clone()),
            Pat::Paren(inner) => self.bind_known(&inner.pat, known),
            Pat::Tuple(tuple) => {
                if let Value::Tuple(parts) = known {
                    for (pattern, part) in tuple.elems.iter().zip(parts.iter()) {
                        self.bind_known(pattern, part);
                    }
                }
            }
            _ => {}
        }
    }

    fn run_known_arm(&mut self, arm: &syn::Arm, known: &Value, returned: bool) -> Value {
        let scope = self.scopes.enter();
        self.bind_known(pattern_of(arm), known);
        let value = self.run_arm_code(&ArmCode::Expression(&arm.body), returned);
        self.scopes.leave(scope);
        value
    }
}

/// The pattern of an arm without its guard.
fn pattern_of(arm: &syn::Arm) -> &Pat {
    match &arm.pat {
        Pat::Guard(guarded) => &guarded.pat,
        pattern => pattern,
    }
}

fn guard_of(arm: &syn::Arm) -> Option<&Expr> {
    match &arm.pat {
        Pat::Guard(guarded) => Some(&guarded.guard),
        _ => None,
    }
}
