//! `Some`, `None`, `Ok` and `Err` by their names, and the form of error expressions.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Expr, Pat};

use crate::front::syntax::strip::strip;

/// The name of the variant that a call constructs.
pub(crate) fn variant_called(callee: &Expr) -> Option<&'static str> {
    let Expr::Path(path) = strip(callee) else {
        return None;
    };
    let mut variants = ["Some", "Ok", "Err"].into_iter();
    variants.find(|name| last_is(&path.path, name))
}

/// Whether a path ends with this name, alone or after `Option::` or `Result::`.
pub(crate) fn last_is(path: &syn::Path, name: &str) -> bool {
    let mut segments = path.segments.iter().rev();
    let last = segments.next().is_some_and(|last| last.ident == name);
    last && segments
        .next()
        .is_none_or(|before| before.ident == "Option" || before.ident == "Result")
}

/// Whether a pattern is `None`.
pub(crate) fn says_none(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => name.ident == "None",
        Pat::Path(path) => last_is(&path.path, "None"),
        _ => false,
    }
}

/// Whether a path goes through a type, `Shape::Circle`, so that it may name a variant.
pub(crate) fn is_in_type(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().rev().skip(1);
    let owner = segments.next();
    owner.is_some_and(|owner| owner.ident.to_string().starts_with(char::is_uppercase))
}

/// Whether an error is converted to a type that only the context tells.
pub(crate) fn mentions_conversion(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "into" || name == "from",
        TokenTree::Group(group) => mentions_conversion(group.stream()),
        _ => false,
    })
}

/// Whether tokens have no effect and can be repeated: paths, literals, and variants of them.
pub(crate) fn is_quiet(tokens: TokenStream) -> bool {
    let mut may_be_call = false;
    let mut tokens = tokens.into_iter().peekable();
    std::iter::from_fn(|| Some((tokens.next()?, tokens.peek().cloned()))).all(|(token, next)| {
        match token {
            TokenTree::Ident(name) => {
                // A name with a capital before parentheses is a variant or a tuple struct and not a
                // call. A variable may change before the copy is read.
                may_be_call = !name.to_string().starts_with(char::is_uppercase);
                let is_path =
                    matches!(&next, Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
                !may_be_call || is_path
            }
            TokenTree::Literal(_) => true,
            TokenTree::Punct(sign) => matches!(sign.as_char(), ':' | ',' | '.'),
            TokenTree::Group(group) => !may_be_call && is_quiet(group.stream()),
        }
    })
}

/// The last pattern of `Some` or `Ok`, if each pattern is of `Some`, `Ok`, `None` or `Err`: below
/// `Some(Kind::A)` it is `Some(Kind::B)`. rustc has checked that the patterns leave nothing out, so
/// it takes every value that the patterns before it leave, and needs no question.
pub(crate) fn last_present<'a>(patterns: impl Iterator<Item = &'a Pat>) -> Option<usize> {
    let is_present = |pattern: &Pat| {
        matches!(behind_signs(pattern), Pat::TupleStruct(variant)
        if last_is(&variant.path, "Some") || last_is(&variant.path, "Ok"))
    };
    let is_absent = |pattern: &Pat| match behind_signs(pattern) {
        Pat::Ident(name) => name.ident == "None",
        Pat::Path(path) => last_is(&path.path, "None"),
        Pat::TupleStruct(variant) => last_is(&variant.path, "Err"),
        _ => false,
    };
    let mut last = None;
    for (position, pattern) in patterns.enumerate() {
        if is_present(pattern) {
            last = Some(position);
        } else if !is_absent(pattern) {
            return None;
        }
    }
    last
}

fn behind_signs(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Paren(inner) => behind_signs(&inner.pat),
        Pat::Reference(inner) => behind_signs(&inner.pat),
        pattern => pattern,
    }
}
