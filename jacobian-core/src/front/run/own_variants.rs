//! Variants of enums with active values: `Shape::Circle(r)` is its parts and the variant.
//!
//! ```text
//! let s = Shape::Circle(x);               Struct Shape::Circle [0]: v0
//! match s {
//!     Shape::Square(a) => a * a,          another variant: left out
//!     Shape::Circle(r) if r > k => ..,    a branch on the guard alone
//!     Shape::Circle(r) => 3.0 * r,
//! }
//! ```
//!
//! If only run time knows the variant, the emitted `match` asks for the tag, and for fields that a
//! pattern compares: `match __met_1 { 0 => .., _ => .. }`. Tags are integers, so the last arm takes
//! all that is left.
//!
//! Invariant: a pattern of another variant never fits.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{ExprMatch, Pat};

use crate::interface::Layout;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::{ArmCode, Goes};
use crate::front::run::match_parts::Bindings;
use crate::front::run::matched::Matched;
use crate::front::syntax::patterns::{
    guard_of, is_irrefutable, is_plain_name, is_rest, path_of, pattern_mut, pattern_of,
};
use crate::front::syntax::variants::{is_in_type, last_is};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::variants::Variants;

impl Lowering<Run> {
    /// Whether a pattern may fit a value: not if it names a variant that the value cannot be.
    pub(crate) fn can_fit(&self, pattern: &Pat, value: &Value) -> bool {
        let all = |pairs: Vec<(&Pat, &Value)>| {
            let mut pairs = pairs.into_iter();
            pairs.all(|(pattern, value)| self.can_fit(pattern, value))
        };
        match (pattern, value) {
            (Pat::Paren(inner), _) => self.can_fit(&inner.pat, value),
            (Pat::Reference(inner), _) => self.can_fit(&inner.pat, value),
            (_, Value::Reference(place)) => {
                let value = self.load(&self.follow(place.clone()));
                value.is_none_or(|value| self.can_fit(pattern, &value))
            }
            (Pat::Or(cases), _) => cases.cases.iter().any(|case| self.can_fit(case, value)),
            (Pat::Tuple(tuple), Value::Tuple(parts)) => all(positions(&tuple.elems, parts.len())
                .map_or_else(Vec::new, |found| {
                    let pairs = found.into_iter();
                    pairs.map(|(at, pattern)| (pattern, &parts[at])).collect()
                })),
            (_, Value::Choice(variants, parts)) => {
                let named = path_of(pattern).and_then(|path| variants.named(&path));
                named.is_none_or(|variant| {
                    let fields = &parts[variants.fields_of(variant)];
                    let missing = fields.iter().any(|one| matches!(one, Value::Unassigned));
                    !missing && all(field_pairs(pattern, &variants.layouts[variant], fields))
                })
            }
            (Pat::TupleStruct(found), Value::Maybe(maybe)) if found.elems.len() == 1 => {
                let is_error = last_is(&found.path, "Err");
                is_error || self.can_fit(&found.elems[0], &maybe.inside)
            }
            (_, Value::Struct(layout, fields)) => path_of(pattern).is_none_or(|path| {
                fits_path(&path, layout) != Some(false) && all(field_pairs(pattern, layout, fields))
            }),
            _ => true,
        }
    }

    /// A pattern of a variant on an enum whose variant only run time knows: the tag, and what the
    /// pattern asks of the fields.
    pub(crate) fn variant_pattern(
        &mut self,
        pattern: &Pat,
        variants: &Variants,
        parts: &[Value],
        bindings: &mut Bindings,
    ) -> Found<TokenStream> {
        let path = path_of(pattern);
        let Some(variant) = path.and_then(|path| variants.named(&path)) else {
            return self.writer.refuse(pattern, messages::PATTERN_ON_ACTIVE);
        };
        let fields = variants.fields_of(variant);
        let layout = &variants.layouts[variant];
        let mut emitted = vec![quote!(_); parts.len()];
        for (pattern, part) in field_pairs(pattern, layout, &parts[fields.clone()]) {
            let at = parts
                .iter()
                .position(|one| std::ptr::eq(one, part))
                .ok_or(Stop)?;
            emitted[at] = match pattern {
                // An opaque field is a variable of the generated function, or a place.
                Pat::Ident(name)
                    if is_plain_name(name)
                        && name.mutability.is_none()
                        && name.subpat.is_none() =>
                {
                    bindings.push((name.ident.clone(), part.clone()));
                    quote!(_)
                }
                pattern => self.part_pattern(pattern, part, bindings)?,
            };
        }
        let tag = proc_macro2::Literal::usize_unsuffixed(variant);
        if emitted.iter().all(is_wild) {
            return Ok(quote!((#tag, ..)));
        }
        emitted[0] = quote!(#tag);
        Ok(quote!((#(#emitted),*)))
    }

    /// The scrutinee of a `match`. `writes` says whether a pattern has `ref mut`.
    pub(crate) fn matched(&mut self, found: &ExprMatch, writes: bool) -> Found<Matched> {
        let at = &found.expr;
        let value = self.eval_matched(at)?;
        let (place, is_reference) = match value.clone() {
            Value::Reference(place) => (place, true),
            Value::Tuple(parts) if parts.iter().any(|part| self.refers_to_choice(part)) => {
                // Conditions ask about the values. Patterns bind references to their parts.
                let behind = parts.iter().map(|part| self.behind(part.clone(), at));
                let behind = Value::tuple(behind.collect::<Found<_>>()?);
                return Ok(Matched::changed(behind, value, true));
            }
            Value::Inactive(_) => return Ok(Matched::unchanged(value)),
            _ if writes => (self.place_behind(at)?, false),
            _ => return Ok(Matched::unchanged(value)),
        };
        let (value, parts) = (self.behind(value, at)?, self.parts_of(&place, at)?);
        Ok(Matched::changed(value, parts, is_reference))
    }

    /// Whether a value is a reference to an enum with several variants.
    pub(crate) fn refers_to_choice(&self, value: &Value) -> bool {
        let Value::Reference(place) = value else {
            return false;
        };
        let behind = self.load(&self.follow(place.clone()));
        behind.is_some_and(|behind| has_choice(&behind))
    }

    /// `match` on a struct or a variant with active values.
    pub(crate) fn match_struct(
        &mut self,
        found: &ExprMatch,
        matched: &Matched,
        layout: &Layout,
        goes: Goes,
    ) -> Found<Value> {
        let mut fitting = found.clone();
        fitting.arms.clear();
        for arm in &found.arms {
            let mut cases = Punctuated::new();
            let alternatives = match pattern_of(arm) {
                Pat::Or(alternatives) => alternatives.cases.iter().collect(),
                single => vec![single],
            };
            for case in alternatives {
                match fits_variant(case, layout) {
                    Some(true) => cases.push(case.clone()),
                    Some(false) => {}
                    None => return self.writer.refuse(case, messages::PATTERN_ON_ACTIVE),
                }
            }
            if cases.is_empty() {
                continue;
            }
            let mut arm = arm.clone();
            set_pattern(&mut arm, cases);
            fitting.arms.push(arm);
        }
        let fitting = self.trees.keep(fitting);
        match fitting.arms.first() {
            None => self.writer.refuse(found, messages::NO_ARM_FITS),
            Some(first) if guard_of(first).is_none() && binds_all(pattern_of(first)) => {
                let scope = self.names.scopes.enter();
                let parts = matched.parts_for(pattern_of(first)).clone();
                self.bind_pattern(pattern_of(first), parts);
                let value = self.run_arm_code(&ArmCode::Expression(&first.body), goes);
                self.names.scopes.leave(scope);
                value
            }
            Some(_) => self.match_parts(&fitting, matched, goes),
        }
    }
}

/// Whether a struct or variant is what the path of a pattern names. `None` if only rustc knows.
pub(crate) fn fits_path(path: &syn::Path, layout: &Layout) -> Option<bool> {
    let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.clone());
    if last(path) == last(&layout.path) {
        return Some(true);
    }
    if layout.is_variant {
        return Some(false);
    }
    // A struct may have another name: an alias, or `Self`.
    let is_own = layout.own.is_some();
    let is_struct = is_own || path.is_ident("Self") || layout.path.is_ident("Self");
    match (is_struct, is_in_type(path)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

/// The same for a whole pattern, without what is inside of its parentheses.
fn fits_variant(pattern: &Pat, layout: &Layout) -> Option<bool> {
    match pattern {
        Pat::TupleStruct(found) => fits_path(&found.path, layout),
        Pat::Struct(found) => fits_path(&found.path, layout),
        Pat::Path(found) => fits_path(&found.path, layout),
        Pat::Paren(inner) => fits_variant(&inner.pat, layout),
        Pat::Reference(inner) => fits_variant(&inner.pat, layout),
        Pat::Ident(name) if name.ident.to_string().starts_with(char::is_uppercase) => {
            fits_path(&name.ident.clone().into(), layout)
        }
        _ => Some(true),
    }
}

/// Puts a pattern made of these cases into an arm, before its guard.
fn set_pattern(arm: &mut syn::Arm, cases: Punctuated<Pat, syn::Token![|]>) {
    let single = (cases.len() == 1).then(|| cases.first().cloned()).flatten();
    let pattern = single.unwrap_or(Pat::Or(syn::PatOr {
        attrs: Vec::new(),
        leading_vert: None,
        cases,
    }));
    *pattern_mut(arm) = pattern;
}

/// Whether a pattern fits each value of its variant.
pub(crate) fn binds_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(found) => found.elems.iter().all(is_irrefutable),
        Pat::Paren(inner) => binds_all(&inner.pat),
        Pat::Reference(inner) => binds_all(&inner.pat),
        Pat::Path(_) => true,
        other => is_irrefutable(other),
    }
}

/// The patterns inside of a pattern, each with the position of its part. Empty if a pattern has
/// another number of parts, which rustc reports.
fn positions<P>(patterns: &Punctuated<Pat, P>, count: usize) -> Option<Vec<(usize, &Pat)>> {
    let rest = patterns.iter().position(is_rest);
    let named = patterns.len() - usize::from(rest.is_some());
    let left_out = count.checked_sub(named)?;
    let all = patterns.iter().enumerate();
    let found = all.filter(|(position, _)| Some(*position) != rest);
    let shifted = found.map(|(position, pattern)| match rest {
        Some(rest) if position > rest => (position + left_out - 1, pattern),
        _ => (position, pattern),
    });
    Some(shifted.collect())
}

/// The patterns of the fields of a variant or a struct, each with its field.
fn field_pairs<'a>(
    pattern: &'a Pat,
    layout: &Layout,
    fields: &'a [Value],
) -> Vec<(&'a Pat, &'a Value)> {
    match pattern {
        Pat::TupleStruct(found) => {
            let found = positions(&found.elems, fields.len()).unwrap_or_default();
            let pairs = found.into_iter();
            pairs
                .filter_map(|(at, pattern)| Some((pattern, fields.get(at)?)))
                .collect()
        }
        Pat::Struct(found) => {
            let pairs = found.fields.iter().filter_map(|field| {
                let position = layout.position(&field.member)?;
                Some((&*field.pat, fields.get(position)?))
            });
            pairs.collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a value contains an enum whose variant only run time knows.
pub(crate) fn has_choice(value: &Value) -> bool {
    match value {
        Value::Choice(..) => true,
        Value::Maybe(maybe) => has_choice(&maybe.inside),
        other => other
            .parts()
            .is_some_and(|parts| parts.iter().any(has_choice)),
    }
}

/// Whether a value is an enum with active data.
pub(crate) fn is_own_enum(value: &Value) -> bool {
    has_choice(value) || matches!(value, Value::Struct(layout, _) if layout.is_variant)
}

fn is_wild(tokens: &TokenStream) -> bool {
    tokens.to_string() == "_"
}

/// Whether an emitted pattern fits every value: `_`, `(_, _)`.
pub(crate) fn asks_nothing(pattern: TokenStream) -> bool {
    pattern.into_iter().all(|token| match token {
        TokenTree::Ident(name) => name == "_",
        TokenTree::Punct(sign) => sign.as_char() == ',',
        TokenTree::Group(inner) => asks_nothing(inner.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// Whether an emitted pattern binds a name of opaque code.
pub(crate) fn binds_opaque(pattern: &TokenStream) -> bool {
    pattern.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            name != "_" && !name.starts_with(char::is_uppercase)
        }
        TokenTree::Group(inner) => binds_opaque(&inner.stream()),
        _ => false,
    })
}

/// If all patterns ask for the tag of an enum alone, changes `(2, ..)` to `2`, and gives the tag.
pub(crate) fn tags_alone(value: &Value, patterns: &mut [TokenStream]) -> Option<TokenStream> {
    let Value::Choice(_, parts) = value else {
        return None;
    };
    let Value::Inactive(tag) = &parts[0] else {
        return None;
    };
    let alone = patterns.iter().map(tag_alone).collect::<Option<Vec<_>>>()?;
    patterns.clone_from_slice(&alone);
    Some(tag.tokens.clone())
}

fn tag_alone(pattern: &TokenStream) -> Option<TokenStream> {
    let each = pattern.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = group.stream().into_iter();
            let tag = inner.next()?;
            let rest: TokenStream = inner.collect();
            (rest.to_string().replace(' ', "") == ",..").then_some(tag)
        }
        other => Some(other),
    });
    each.collect()
}
