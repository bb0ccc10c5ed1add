//! `match` on tuples, arrays and structs that contain active values.
//!
//! ```text
//! match (root(x), y) {                   match (met_1, v2) {
//!     (Some(r), b) if r > b => r * b,        (Some(()), _) if v5 > v2 => ..   `r` is v5, `b` is v2
//!     (Some(r), 0.0..=1.0) => r,             (Some(()), 0.0..=1.0) => ..
//!     _ => y,                                _ => ..
//! }                                      }
//! ```
//!
//! A name in a pattern is bound to the part itself, with its derivatives, and is not emitted.
//! Conditions on a part are emitted. Opaque parts are matched by the user's own patterns.
//!
//! Invariant: no name of a pattern is bound to a copy of an active value. Cost: that of the arms.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

use crate::interface::{Head, Layout, Wrapper};
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::{ArmCode, ArmSource, Goes};
use crate::front::run::matched::Matched;
use crate::front::run::own_variants::{binds_opaque, fits_path, has_choice, tags_alone};
use crate::front::run::patterns::{binds_part, is_bound_here};
use crate::front::syntax::choices::binds_nothing;
use crate::front::syntax::patterns::{
    alternatives, is_plain_name, is_rest, is_variable, path_of, pattern_of,
};
use crate::front::syntax::questions;
use crate::front::syntax::strip::strip;
use crate::front::syntax::variants::{last_is, says_none};
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};

pub(crate) type Bindings = Vec<(syn::Ident, Value)>;

/// The arms of a `match`, with the patterns and guards that are emitted.
struct Cases<'a> {
    patterns: Vec<TokenStream>,
    guards: Vec<TokenStream>,
    arms: Vec<ArmSource<'a>>,
}

impl Lowering<Run> {
    /// The parts of the matched value. Conditions are emitted, and opaque parts are kept.
    pub(crate) fn eval_matched(&mut self, scrutinee: &Expr) -> Found<Value> {
        match strip(scrutinee) {
            Expr::Tuple(tuple) if self.names.is_active(scrutinee) => {
                let mut parts = Vec::with_capacity(tuple.elems.len());
                for part in &tuple.elems {
                    parts.push(self.eval_matched(part)?);
                }
                Ok(Value::tuple(parts))
            }
            inner if questions::is_question(inner) => self.eval_condition(inner),
            inner if self.is_written_through(inner) => self.eval(inner),
            inner if !self.names.is_active(inner) => self.keep(inner),
            inner => Ok(self.eval(inner)?.behind_references()),
        }
    }

    /// Whether an expression is a `&mut` reference to a value that is followed.
    pub(crate) fn is_written_through(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let binding = self.names.scopes.get(&name.to_string());
                binding.is_some_and(|binding| matches!(binding.value, Value::Reference(_)))
            }),
            Expr::Reference(reference) => {
                let place = reference.mutability.and(self.peek(&reference.expr));
                place.is_some_and(|value| value.parts().is_some())
            }
            _ => false,
        }
    }

    /// A branch with one arm for each pattern of the `match`; alternatives `a | b` are separate
    /// patterns.
    pub(crate) fn match_parts(
        &mut self,
        found: &syn::ExprMatch,
        matched: &Matched,
        goes: Goes,
    ) -> Found<Value> {
        let mut mentions = Vec::new();
        let (mut patterns, mut guards, mut arms) = (Vec::new(), Vec::new(), Vec::new());
        let cases = found.arms.iter().flat_map(|arm| {
            let patterns = alternatives(pattern_of(arm)).into_iter();
            patterns.map(move |pattern| (arm, pattern))
        });
        for (arm, pattern) in cases {
            if !self.can_fit(pattern, &matched.value) {
                continue;
            }
            let mut bindings = Vec::new();
            let parts = matched.parts_for(pattern);
            let pattern = self.part_pattern(pattern, parts, &mut bindings)?;
            let arm_source = ArmSource {
                bindings,
                ..ArmSource::of(ArmCode::Expression(&arm.body))
            };
            let scope = self.names.scopes.enter();
            self.bind_arm(&arm_source);
            // A guard may use names that the pattern binds, so it is lowered in a scope that has
            // them.
            let guard = self.guard_tokens(arm, &mut mentions);
            self.names.scopes.leave(scope);
            guards.push(guard?);
            patterns.push(pattern);
            arms.push(arm_source);
        }
        if arms.is_empty() {
            return self.writer.refuse(found, messages::NO_ARM_FITS);
        }
        let cases = Cases {
            patterns,
            guards,
            arms,
        };
        self.emit_match(found, matched, cases, mentions, goes)
    }

    fn emit_match(
        &mut self,
        found: &syn::ExprMatch,
        matched: &Matched,
        cases: Cases<'_>,
        mut mentions: Vec<ValueId>,
        goes: Goes,
    ) -> Found<Value> {
        let Cases {
            mut patterns,
            guards,
            mut arms,
        } = cases;
        if has_choice(&matched.value) {
            // Tags are integers, so rustc does not see that the user's patterns are exhaustive.
            // Each value that comes to the last pattern without a guard fits it.
            let last = guards.iter().rposition(TokenStream::is_empty).ok_or(Stop)?;
            patterns.truncate(last + 1);
            arms.truncate(last + 1);
            if !binds_opaque(&patterns[last]) {
                patterns[last] = quote!(_);
            }
        }
        let tokens = match tags_alone(&matched.value, &mut patterns) {
            Some(tag) => Some(tag),
            None => self.matched_tokens(&matched.value, &mut mentions),
        };
        let Some(tokens) = tokens else {
            let message = messages::not_matchable(&matched.value.describe());
            return self.writer.refuse(&found.expr, &message);
        };
        let patterns = patterns.into_iter().zip(guards);
        let patterns: Vec<TokenStream> = patterns
            .map(|(pattern, guard)| quote!(#pattern #guard))
            .collect();
        let named: TokenStream = patterns.iter().cloned().collect();
        let asked = Inactive {
            tokens: quote!(#tokens #named),
            mentions,
        };
        let head = Head::Match(tokens, patterns);
        self.branch_of(head, asked, &arms, goes, &found.expr)
    }

    /// The scrutinee of the emitted `match`.
    pub(crate) fn matched_tokens(
        &self,
        value: &Value,
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        let mut all = |values: &[Value]| -> Option<Vec<TokenStream>> {
            let parts = values.iter();
            parts
                .map(|part| self.matched_tokens(part, mentions))
                .collect()
        };
        match value {
            Value::Unassigned => Some(quote!(())),
            Value::Tuple(parts) | Value::Struct(_, parts) | Value::Choice(_, parts) => {
                let parts = all(parts)?;
                Some(quote!((#(#parts,)*)))
            }
            Value::Array(parts) => {
                let parts = all(parts)?;
                Some(quote!([#(#parts),*]))
            }
            Value::Maybe(maybe) if has_choice(&maybe.inside) => {
                let inside = self.matched_tokens(&maybe.inside, mentions)?;
                let answer = maybe.with(Value::unit()).into_value();
                let answer = self.matched_tokens(&answer, mentions)?;
                Some(quote!((#answer, #inside)))
            }
            Value::Maybe(maybe) => match &maybe.presence {
                Presence::Always if maybe.wrapper == Wrapper::Option => Some(quote!(Some(()))),
                Presence::Always => Some(quote!(Ok::<(), ()>(()))),
                Presence::Never(_, _) if maybe.wrapper == Wrapper::Option => {
                    Some(quote!(None::<()>))
                }
                Presence::Never(spelled, mentioned) => {
                    mentions.extend(mentioned);
                    Some(quote!(Result::<(), _>::#spelled))
                }
                Presence::Asked(answer) => Some(answer.clone()),
            },
            value => self.spell(value, mentions),
        }
    }

    /// A pattern as it is emitted. Its names are bound to parts of the value.
    pub(crate) fn part_pattern(
        &mut self,
        pattern: &Pat,
        value: &Value,
        bindings: &mut Bindings,
    ) -> Found<TokenStream> {
        match (pattern, value) {
            (Pat::Wild(_) | Pat::Rest(_), _) => Ok(pattern.to_token_stream()),
            (Pat::Paren(inner), _) => self.part_pattern(&inner.pat, value, bindings),
            (Pat::Reference(inner), _) if !matches!(value, Value::Inactive(_)) => {
                let value = self.behind(value.clone(), pattern)?;
                self.part_pattern(&inner.pat, &value, bindings)
            }
            (_, Value::Maybe(maybe)) => self.maybe_pattern(pattern, maybe, bindings),
            (Pat::Ident(name), _)
                if is_variable(name) && binds_part(name, value) && is_bound_here(name, value) =>
            {
                bindings.push((name.ident.clone(), value.clone()));
                match &name.subpat {
                    Some((_, inner)) => self.part_pattern(inner, value, bindings),
                    None => Ok(quote!(_)),
                }
            }
            (_, Value::Reference(place))
                if takes_apart(pattern) || self.refers_to_choice(value) =>
            {
                let parts = self.parts_of(place, pattern)?;
                self.part_pattern(pattern, &parts, bindings)
            }
            (Pat::Tuple(tuple), Value::Tuple(parts)) => {
                let parts = self.part_patterns(&tuple.elems, parts, bindings, pattern)?;
                Ok(quote!((#(#parts,)*)))
            }
            (Pat::Slice(slice), Value::Array(parts)) => {
                let parts = self.part_patterns(&slice.elems, parts, bindings, pattern)?;
                Ok(quote!([#(#parts),*]))
            }
            (Pat::Or(cases), Value::Choice(..) | Value::Struct(..)) if binds_nothing(pattern) => {
                let cases = cases.cases.iter().filter(|case| self.can_fit(case, value));
                let cases: Vec<&Pat> = cases.collect();
                let emitted = cases
                    .iter()
                    .map(|case| self.part_pattern(case, value, bindings));
                let emitted: Vec<TokenStream> = emitted.collect::<Found<_>>()?;
                Ok(quote!(#(#emitted)|*))
            }
            (_, Value::Choice(variants, parts)) if path_of(pattern).is_some() => {
                self.variant_pattern(pattern, variants, parts, bindings)
            }
            (Pat::TupleStruct(_) | Pat::Struct(_), Value::Struct(layout, parts)) => {
                self.struct_pattern(pattern, layout, parts, bindings)
            }
            (Pat::Or(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Path(_), _)
                if binds_nothing(pattern) =>
            {
                Ok(self.pattern_here(pattern).into_token_stream())
            }
            (_, Value::Inactive(part)) => {
                let (renamed, bound) = self.rename_pattern(pattern, &part.tokens);
                bindings.extend(bound);
                Ok(renamed.into_token_stream())
            }
            _ => self.writer.refuse(pattern, messages::PATTERN_ON_ACTIVE),
        }
    }

    /// A pattern on the fields of a struct or of a variant.
    fn struct_pattern(
        &mut self,
        pattern: &Pat,
        layout: &Layout,
        parts: &[Value],
        bindings: &mut Bindings,
    ) -> Found<TokenStream> {
        match pattern {
            Pat::TupleStruct(found) if fits_path(&found.path, layout) == Some(true) => {
                let parts = self.part_patterns(&found.elems, parts, bindings, pattern)?;
                Ok(quote!((#(#parts,)*)))
            }
            Pat::Struct(found) if fits_path(&found.path, layout) == Some(true) => {
                let mut patterns = vec![quote!(_); parts.len()];
                for field in &found.fields {
                    let position = layout.position(&field.member).ok_or(Stop)?;
                    patterns[position] =
                        self.part_pattern(&field.pat, &parts[position], bindings)?;
                }
                Ok(quote!((#(#patterns,)*)))
            }
            _ => self.writer.refuse(pattern, messages::PATTERN_ON_ACTIVE),
        }
    }

    /// One pattern for each part: the parts that `..` leaves out get `_`.
    pub(crate) fn part_patterns<P>(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, P>,
        parts: &[Value],
        bindings: &mut Bindings,
        whole: &Pat,
    ) -> Found<Vec<TokenStream>> {
        let rest = patterns.iter().position(is_rest);
        let named = patterns.len() - usize::from(rest.is_some());
        if named > parts.len() || (rest.is_none() && named != parts.len()) {
            let message = messages::pattern_length(patterns.len(), parts.len());
            return self.writer.refuse(whole, &message);
        }
        let left_out = parts.len() - named;
        let mut found = Vec::with_capacity(parts.len());
        for (position, pattern) in patterns.iter().enumerate() {
            if rest == Some(position) {
                if let Pat::Ident(name) = pattern {
                    let rest = parts[position..position + left_out].to_vec();
                    bindings.push((name.ident.clone(), Value::array(rest)));
                }
                found.extend(vec![quote!(_); left_out]);
            } else {
                let part = &parts[found.len()];
                found.push(self.part_pattern(pattern, part, bindings)?);
            }
        }
        Ok(found)
    }

    /// A pattern on a part that may be missing.
    pub(crate) fn maybe_pattern(
        &mut self,
        pattern: &Pat,
        maybe: &Maybe,
        bindings: &mut Bindings,
    ) -> Found<TokenStream> {
        // The question of a pattern about an enum inside comes after the answer.
        let asks_inside = has_choice(&maybe.inside);
        match pattern {
            _ if says_none(pattern) && asks_inside => return Ok(quote!((None, _))),
            _ if says_none(pattern) => return Ok(quote!(None)),
            Pat::Or(cases) if binds_nothing(pattern) => {
                let cases = cases.cases.iter();
                let emitted = cases.map(|case| self.maybe_pattern(case, maybe, bindings));
                let emitted: Vec<TokenStream> = emitted.collect::<Found<_>>()?;
                return Ok(quote!(#(#emitted)|*));
            }
            Pat::Ident(name) if is_plain_name(name) => {
                bindings.push((name.ident.clone(), maybe.clone().into_value()));
                return match &name.subpat {
                    Some((_, inner)) => self.maybe_pattern(inner, maybe, bindings),
                    None => Ok(quote!(_)),
                };
            }
            Pat::TupleStruct(variant) if variant.elems.len() == 1 => {
                let inner = &variant.elems[0];
                if last_is(&variant.path, "Some") || last_is(&variant.path, "Ok") {
                    let emitted = self.part_pattern(inner, &maybe.inside, bindings)?;
                    let variant = maybe.variant();
                    if asks_inside {
                        return Ok(quote!((#variant(()), #emitted)));
                    }
                    if crate::front::run::own_variants::asks_nothing(emitted) {
                        return Ok(quote!(#variant(())));
                    }
                } else if last_is(&variant.path, "Err") {
                    let renamed = self.error_pattern(inner, maybe, bindings)?;
                    return Ok(if asks_inside {
                        quote!((Err(#renamed), _))
                    } else {
                        quote!(Err(#renamed))
                    });
                }
            }
            _ => {}
        }
        self.writer.refuse(pattern, messages::PATTERN_ON_ACTIVE)
    }
}

/// Whether a pattern takes an aggregate apart.
fn takes_apart(pattern: &Pat) -> bool {
    matches!(
        pattern,
        Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_)
    )
}
