//! Opaque code as tokens: whether it is a place, and whether it needs parentheses before `.`,
//! `[..]` and `as`.

use proc_macro2::TokenStream;
use quote::quote;

/// The tokens as they may stand before `as`, `[..]` and `.`, which bind stronger than operators.
pub(crate) fn as_operand(tokens: TokenStream) -> TokenStream {
    use proc_macro2::TokenTree;
    let is_loose = |token: TokenTree| match token {
        TokenTree::Punct(punct) => !matches!(punct.as_char(), '.' | ':'),
        TokenTree::Ident(name) => name == "as",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    if tokens.clone().into_iter().any(is_loose) {
        quote!((#tokens))
    } else {
        tokens
    }
}

/// Whether the tokens are a path of fields and plain indices, which has no effect.
pub(crate) fn is_place(tokens: &TokenStream) -> bool {
    use proc_macro2::{Delimiter, TokenTree};
    let is_star =
        |token: &TokenTree| matches!(token, TokenTree::Punct(star) if star.as_char() == '*');
    let mut behind_stars = tokens.clone().into_iter().skip_while(is_star);
    behind_stars.all(|token| match token {
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | ':'),
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Bracket && is_place(&group.stream())
        }
    })
}
