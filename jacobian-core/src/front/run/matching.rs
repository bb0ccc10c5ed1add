//! `match`: decided at expansion if the value is known, or else a branch with several arms.
//!
//! ```text
//! match i { 0 => a, 1 | 2 => b, _ => c }           i from a loop: only one arm is run
//! match self.mode { Mode::Linear => .., .. }       the user's patterns stay as they are
//! match x { v if v < 0.0 => .., _ => .. }          `v` is bound to the value, the guard is emitted
//! ```
//!
//! Cost: that of the arms.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::{Expr, Pat};

use crate::interface::Head;
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::{ArmCode, ArmSource, Goes};
use crate::front::run::matched::Matched;
use crate::front::run::option_patterns::Case;
use crate::front::run::own_variants::{binds_all, fits_path, is_own_enum};
use crate::front::syntax::choices::with_spread_patterns;
use crate::front::syntax::guards::{Leaves, by_guards};
use crate::front::syntax::patterns::{
    self, binds_mutably, copying_others, guard_of, pattern_mut, pattern_of,
};
use crate::front::syntax::variants::last_is;
use crate::front::value::found::Found;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};

/// The result of matching a known value.
pub(crate) enum Taken<'a> {
    Arm(&'a syn::Arm),
    None,
    /// Only rustc understands the patterns.
    Unknown,
}

impl Lowering<Run> {
    /// `matches!(value, pattern if guard)`, rewritten as a `match` that gives `true` or `false`.
    pub(crate) fn eval_matches(&mut self, call: &syn::Macro) -> Found<Value> {
        let parse = |input: syn::parse::ParseStream<'_>| -> syn::Result<syn::ExprMatch> {
            let value: Expr = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            let pattern = Pat::parse_multi_with_leading_vert(input)?;
            let guard = if input.peek(syn::Token![if]) {
                input.parse::<syn::Token![if]>()?;
                let guard: Expr = input.parse()?;
                quote!(if #guard)
            } else {
                TokenStream::new()
            };
            input.parse::<Option<syn::Token![,]>>()?;
            syn::parse2(quote!(match #value { #pattern #guard => true, _ => false }))
        };
        match parse.parse2(call.tokens.clone()) {
            Ok(written) => {
                let written = self.trees.keep(written);
                self.eval_match(&written, Goes::On)
            }
            Err(error) => self.writer.refuse(call, &error.to_string()),
        }
    }

    /// `match` as an expression or statement. With [`Goes::Back`] the function returns its value.
    pub(crate) fn eval_match(&mut self, found: &syn::ExprMatch, goes: Goes) -> Found<Value> {
        let spread = with_spread_patterns(found).map(|spread| self.trees.keep(spread));
        let found = spread.as_deref().unwrap_or(found);
        let has_guards = found.arms.iter().any(|arm| guard_of(arm).is_some());
        let before = has_guards.then(|| self.checkpoint());
        let value = self.eval_match_at_once(found, goes);
        let Some(before) = before.filter(|_| std::mem::take(&mut self.control.guard_computes))
        else {
            return value;
        };
        self.rollback(before);
        match goes {
            Goes::Back => {
                let whole = self.trees.keep(by_guards(found, Leaves::Function));
                self.eval_returned_block(&whole)
            }
            Goes::On => {
                let whole = self.trees.keep(by_guards(found, Leaves::Block));
                self.eval_labelled(&syn::parse_quote!('__match:), &whole)
            }
        }
    }

    /// `match` with guards that are emitted as they are.
    fn eval_match_at_once(&mut self, found: &syn::ExprMatch, goes: Goes) -> Found<Value> {
        for arm in &found.arms {
            self.note_pattern(pattern_of(arm));
        }
        if let Some(maybe) = self.maybe_matched(&found.expr)? {
            if is_own_enum(&maybe.inside) && found.arms.iter().any(asks_inside) {
                let matched = Matched::unchanged(maybe.into_value());
                return self.match_parts(found, &matched, goes);
            }
            return self.match_maybe(found, &maybe, goes);
        }
        let writes = found.arms.iter().any(|arm| binds_mutably(pattern_of(arm)));
        if let Some(known) = self.try_known(&found.expr).filter(|_| !writes) {
            match self.known_arm(found, &known) {
                Taken::Arm(arm) => return self.run_known_arm(arm, &known, goes),
                Taken::None => return self.writer.refuse(found, messages::NO_ARM_FITS),
                Taken::Unknown => {}
            }
        }
        self.writer.at_run_time()?;
        let matched = self.matched(found, writes)?;
        let copying = (writes && !matched.is_reference).then(|| self.copying_arms(found));
        let found = copying.as_deref().unwrap_or(found);
        match &matched.value {
            Value::Inactive(scrutinee) => self.match_at_run_time(found, scrutinee.clone(), goes),
            Value::Struct(layout, _) => self.match_struct(found, &matched, layout, goes),
            Value::Scalar(_)
            | Value::Tuple(_)
            | Value::Array(_)
            | Value::Choice(..)
            | Value::Integer(_)
            | Value::Boolean(_) => self.match_parts(found, &matched, goes),
            other => self
                .writer
                .refuse(&found.expr, &messages::not_matchable(&other.describe())),
        }
    }

    /// The same `match`, whose patterns with `ref mut` bind copies to the other names.
    fn copying_arms(&mut self, found: &syn::ExprMatch) -> Rc<syn::ExprMatch> {
        let mut copying = found.clone();
        for arm in &mut copying.arms {
            copying_others(pattern_mut(arm));
        }
        self.trees.keep(copying)
    }

    pub(crate) fn match_maybe(
        &mut self,
        found: &syn::ExprMatch,
        maybe: &Maybe,
        goes: Goes,
    ) -> Found<Value> {
        let cases = found.arms.iter().flat_map(|arm| {
            let patterns = match pattern_of(arm) {
                Pat::Or(cases) => cases.cases.iter().collect(),
                pattern => vec![pattern],
            };
            patterns.into_iter().map(|pattern| Case {
                pattern,
                guard: guard_of(arm),
                code: ArmCode::Expression(&arm.body),
            })
        });
        let cases = cases.collect();
        self.choose(maybe, cases, goes, &found.expr)
    }

    /// The user's own patterns on an opaque value.
    pub(crate) fn match_at_run_time(
        &mut self,
        found: &syn::ExprMatch,
        scrutinee: Inactive,
        goes: Goes,
    ) -> Found<Value> {
        if let [arm] = found.arms.as_slice()
            && guard_of(arm).is_none()
        {
            // The only arm is no branch: its values are those of the code around.
            let scope = self.names.scopes.enter();
            self.keep_let(pattern_of(arm), scrutinee);
            let value = self.run_arm_code(&ArmCode::Expression(&arm.body), goes);
            self.names.scopes.leave(scope);
            return self.outlived(value);
        }
        let mut asked = scrutinee;
        let tokens = asked.tokens.clone();
        let written = self.type_of_matched(&found.expr, &tokens);
        let (mut patterns, mut arms) = (Vec::new(), Vec::new());
        for arm in &found.arms {
            let (pattern, bindings) = self.rename_pattern(pattern_of(arm), &tokens);
            self.note_types_of((pattern_of(arm), &bindings), written.as_ref());
            let scope = self.names.scopes.enter();
            for (name, value) in &bindings {
                self.bind(name, value.clone());
            }
            let guard = self.guard_tokens(arm, &mut asked.mentions);
            self.names.scopes.leave(scope);
            let guard = guard?;
            patterns.push(quote!(#pattern #guard));
            arms.push(ArmSource {
                bindings,
                ..ArmSource::of(ArmCode::Expression(&arm.body))
            });
        }
        // Patterns may name items of the user's scope, so their tokens are part of the condition.
        let named: TokenStream = patterns.iter().cloned().collect();
        let asked = Inactive {
            tokens: quote!(#tokens #named),
            mentions: asked.mentions,
        };
        let head = Head::Match(tokens, patterns);
        self.branch_of(head, asked, &arms, goes, &found.expr)
    }

    /// The guard of an arm as it is emitted, if there is one. The names of the pattern are in
    /// scope.
    pub(crate) fn guard_tokens(
        &mut self,
        arm: &syn::Arm,
        mentions: &mut Vec<ValueId>,
    ) -> Found<TokenStream> {
        let Some(guard) = guard_of(arm) else {
            return Ok(TokenStream::new());
        };
        match self.eval_guard(guard)? {
            Value::Boolean(known) => Ok(quote!(if #known)),
            Value::Inactive(asked) => {
                mentions.extend(asked.mentions);
                let tokens = asked.tokens;
                Ok(quote!(if #tokens))
            }
            other => self
                .writer
                .refuse(guard, &messages::not_a_condition(&other.describe())),
        }
    }

    /// The arm that a known value takes.
    pub(crate) fn known_arm<'a>(&mut self, found: &'a syn::ExprMatch, known: &Value) -> Taken<'a> {
        for arm in &found.arms {
            match self.fits(pattern_of(arm), known) {
                None => return Taken::Unknown,
                Some(false) => continue,
                Some(true) => {}
            }
            let Some(guard) = guard_of(arm) else {
                return Taken::Arm(arm);
            };
            let scope = self.names.scopes.enter();
            self.bind_known(pattern_of(arm), known);
            let answer = self.try_known(guard);
            self.names.scopes.leave(scope);
            match answer {
                Some(Value::Boolean(true)) => return Taken::Arm(arm),
                Some(Value::Boolean(false)) => {}
                _ => return Taken::Unknown,
            }
        }
        Taken::None
    }

    /// Whether a known value fits a pattern. `None` if only rustc can say.
    pub(crate) fn fits(&mut self, pattern: &Pat, known: &Value) -> Option<bool> {
        match (pattern, known) {
            (Pat::Wild(_), _) => Some(true),
            (Pat::Paren(inner), _) => self.fits(&inner.pat, known),
            (Pat::Reference(inner), _) => self.fits(&inner.pat, known),
            (Pat::Ident(name), _) if name.subpat.is_none() => {
                let text = name.ident.to_string();
                // A capital is probably a constant or a variant. rustc is asked that other names
                // are variables (`note_pattern`).
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
            (Pat::Slice(slice), Value::Array(parts)) => {
                let has_rest = slice.elems.iter().any(patterns::is_rest);
                let named = slice.elems.len() - usize::from(has_rest);
                if named > parts.len() || (!has_rest && named < parts.len()) {
                    return Some(false);
                }
                let all = slice.elems.iter().all(patterns::is_irrefutable);
                all.then_some(true)
            }
            (Pat::Struct(found), Value::Struct(layout, _)) => {
                let fits = fits_path(&found.path, layout)?;
                (!fits || patterns::is_irrefutable(pattern)).then_some(fits)
            }
            (Pat::TupleStruct(found), Value::Struct(layout, _)) => {
                let fits = fits_path(&found.path, layout)?;
                (!fits || binds_all(pattern)).then_some(fits)
            }
            (Pat::Path(found), Value::Struct(layout, _)) if layout.is_variant => {
                fits_path(&found.path, layout)
            }
            (_, Value::Inactive(code)) => self.known_code_fits(pattern, &code.tokens),
            (Pat::Lit(_), _) => self.equals(pattern, known),
            (Pat::Range(range), Value::Integer(integer)) => {
                let start = match &range.start {
                    Some(start) => self.eval_integer(start, "bound").ok()?,
                    None => i128::MIN,
                };
                let end = match &range.end {
                    Some(end) => self.eval_integer(end, "bound").ok()?,
                    None => i128::MAX,
                };
                let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                let below = integer.value < end || (closed && integer.value == end);
                Some(integer.value >= start && (below || range.end.is_none()))
            }
            _ => None,
        }
    }

    pub(crate) fn equals(&mut self, literal: &Pat, known: &Value) -> Option<bool> {
        let literal: Expr = syn::parse2(literal.to_token_stream()).ok()?;
        match (self.try_known(&literal)?, known) {
            (Value::Integer(a), Value::Integer(b)) => Some(a.value == b.value),
            (Value::Boolean(a), Value::Boolean(b)) => Some(a == *b),
            _ => None,
        }
    }

    pub(crate) fn bind_known(&mut self, pattern: &Pat, known: &Value) {
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() => self.bind(&name.ident, known.clone()),
            Pat::Paren(inner) => self.bind_known(&inner.pat, known),
            Pat::Reference(inner) => self.bind_known(&inner.pat, known),
            // The first case that fits gives the names their values.
            Pat::Or(cases) => {
                let mut cases = cases.cases.iter();
                if let Some(case) = cases.find(|case| self.fits(case, known) == Some(true)) {
                    self.bind_known(case, known);
                }
            }
            Pat::Tuple(tuple) => {
                if let Value::Tuple(parts) = known {
                    for (pattern, part) in tuple.elems.iter().zip(parts.iter()) {
                        self.bind_known(pattern, part);
                    }
                }
            }
            Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_) => {
                self.bind_pattern(pattern, known.clone());
            }
            _ => {}
        }
    }

    pub(crate) fn run_known_arm(
        &mut self,
        arm: &syn::Arm,
        known: &Value,
        goes: Goes,
    ) -> Found<Value> {
        let scope = self.names.scopes.enter();
        self.bind_known(pattern_of(arm), known);
        let value = self.run_arm_code(&ArmCode::Expression(&arm.body), goes);
        self.names.scopes.leave(scope);
        value
    }
}

/// Whether an arm asks for more than whether a value is there.
fn asks_inside(arm: &syn::Arm) -> bool {
    let cases = match pattern_of(arm) {
        Pat::Or(cases) => cases.cases.iter().collect(),
        pattern => vec![pattern],
    };
    let inner = |case: &&Pat| match case {
        Pat::TupleStruct(found) if found.elems.len() == 1 => {
            !last_is(&found.path, "Err") && !patterns::is_irrefutable(&found.elems[0])
        }
        _ => false,
    };
    cases.iter().any(inner)
}
