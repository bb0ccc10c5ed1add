//! Or-patterns inside of patterns, moved to the outside.
//!
//! ```text
//! (A(v) | B { v, .. }, C(w)) => v * w      (A(v), C(w)) | (B { v, .. }, C(w)) => v * w
//! ```
//!
//! A name is bound to a part of the matched value. Inside of an or-pattern that is another part
//! in each alternative, so each alternative needs an arm of its own. Or-patterns without names
//! stay.
//!
//! Cost: the product of the alternatives, which is limited.

use quote::quote;
use syn::Pat;
use syn::parse::Parser;

use crate::ordered::Set;

use crate::front::syntax::patterns::{alternatives, names, pattern_mut, pattern_of};

/// The same `match` with patterns in which no `|` that binds names is inside. `None` if it has
/// none.
pub(crate) fn with_spread_patterns(found: &syn::ExprMatch) -> Option<syn::ExprMatch> {
    let mut spread = None;
    for (at, arm) in found.arms.iter().enumerate() {
        if let Some(pattern) = with_choices_outside(pattern_of(arm)) {
            let spread = spread.get_or_insert_with(|| found.clone());
            *pattern_mut(&mut spread.arms[at]) = pattern;
        }
    }
    spread
}

/// `let (A(v) | B(v)) = x else { .. };` as `let (v,) = match x { A(v) | B(v) => (v,), _ => .. };`.
/// `None` if no alternatives bind names.
pub(crate) fn choosing_let(local: &syn::Local) -> Option<syn::Local> {
    let pattern = match &local.pat {
        Pat::Paren(inner) => &*inner.pat,
        pattern => pattern,
    };
    let chooses = alternatives(pattern).len() > 1 || with_choices_outside(pattern).is_some();
    let init = local.init.as_ref().filter(|_| chooses)?;
    let mut bound = names(pattern);
    let mut seen = Set::new();
    bound.retain(|name| seen.insert(name.to_string()));
    let bound = quote!((#(#bound,)*));
    let value = &init.expr;
    let otherwise = init.diverge.iter().map(|(_, leave)| quote!(, _ => #leave));
    let mut chosen = local.clone();
    chosen.pat = Pat::parse_single.parse2(bound.clone()).ok()?;
    let value = syn::parse2(quote!(match #value { #pattern => #bound #(#otherwise)* })).ok()?;
    chosen.init.as_mut()?.expr = value;
    chosen.init.as_mut()?.diverge = None;
    Some(chosen)
}

/// The same pattern with every `|` that binds names on the outside: `(A(v) | B(v), w)` is
/// `(A(v), w) | (B(v), w)`. They are tried in the same order. `None` if that changes nothing.
fn with_choices_outside(pattern: &Pat) -> Option<Pat> {
    let all = spread(pattern);
    if all.len() <= alternatives(pattern).len() {
        return None;
    }
    Some(Pat::Or(syn::PatOr {
        attrs: Vec::new(),
        leading_vert: None,
        cases: all.into_iter().collect(),
    }))
}

/// The most alternatives that a pattern is spread into. One with more is refused where it is read.
const MOST_ALTERNATIVES: usize = 64;

fn spread(pattern: &Pat) -> Vec<Pat> {
    let inside: Vec<&Pat> = match pattern {
        Pat::Or(cases) if !names(pattern).is_empty() => {
            return cases.cases.iter().flat_map(spread).collect();
        }
        Pat::Paren(inner) => return spread(&inner.pat),
        Pat::Reference(inner) => vec![&inner.pat],
        Pat::Ident(name) => name.subpat.iter().map(|(_, inner)| &**inner).collect(),
        Pat::Tuple(parts) => parts.elems.iter().collect(),
        Pat::TupleStruct(parts) => parts.elems.iter().collect(),
        Pat::Slice(parts) => parts.elems.iter().collect(),
        Pat::Struct(parts) => parts.fields.iter().map(|field| &*field.pat).collect(),
        _ => Vec::new(),
    };
    let mut all = vec![pattern.clone()];
    for (at, part) in inside.into_iter().enumerate() {
        let choices = spread(part);
        if choices.len() * all.len() > MOST_ALTERNATIVES {
            return vec![pattern.clone()];
        }
        // The parts to the right change fastest, as Rust tries them.
        let with = |whole: Pat| {
            choices
                .iter()
                .map(move |choice| with_part(whole.clone(), at, choice))
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

fn with_part(mut whole: Pat, at: usize, part: &Pat) -> Pat {
    let place = match &mut whole {
        Pat::Reference(inner) => Some(&mut *inner.pat),
        Pat::Ident(name) => name.subpat.as_mut().map(|(_, inner)| &mut **inner),
        Pat::Tuple(parts) => parts.elems.get_mut(at),
        Pat::TupleStruct(parts) => parts.elems.get_mut(at),
        Pat::Slice(parts) => parts.elems.get_mut(at),
        Pat::Struct(parts) => parts.fields.get_mut(at).map(|field| &mut *field.pat),
        _ => None,
    };
    if let Some(place) = place {
        *place = part.clone();
    }
    whole
}

/// Whether no alternative of a pattern binds a name.
pub(crate) fn binds_nothing(pattern: &Pat) -> bool {
    names(pattern).is_empty()
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::parse::Parser;

    use super::with_choices_outside;

    #[test]
    fn alternatives_are_tried_from_left_to_right() {
        let spread = |text: &str| {
            let pattern = syn::Pat::parse_multi.parse_str(text).unwrap();
            with_choices_outside(&pattern).map(|it| it.to_token_stream().to_string())
        };
        assert_eq!(
            spread("(A(v) | B { v, .. }, C(w) | D(w, 1 | 2))").unwrap(),
            "(A (v) , C (w)) | (A (v) , D (w , 1 | 2)) | (B { v , .. } , C (w)) \
             | (B { v , .. } , D (w , 1 | 2))"
        );
        assert_eq!(spread("(A(v), 1 | 2) | (B(v), 3)"), None);
        assert_eq!(spread("n @ (1 | 3)"), None);
    }
}
