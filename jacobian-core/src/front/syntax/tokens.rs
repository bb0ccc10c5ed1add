//! Opaque code as tokens: whether it is a place, and whether it needs parentheses before `.`,
//! `[..]` and `as`.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// The tokens as an operand of `as`, `[..]` and `.`, with parentheses if needed, because these bind
/// stronger than operators.
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

/// A reference to a place, in parentheses for a following `[..]` or `.`: an item of `k.iter()` is
/// `(&k[0])`.
pub(crate) fn reference_to(place: &TokenStream) -> TokenStream {
    quote!((&#place))
}

/// The place behind such a reference.
pub(crate) fn place_referred_to(tokens: &TokenStream) -> Option<TokenStream> {
    use proc_macro2::{Delimiter, TokenTree};
    let mut tokens = tokens.clone().into_iter();
    let (Some(TokenTree::Group(group)), None) = (tokens.next(), tokens.next()) else {
        return None;
    };
    let mut inside = group.stream().into_iter();
    let is_reference =
        matches!(inside.next(), Some(TokenTree::Punct(sign)) if sign.as_char() == '&');
    let place: TokenStream = inside.collect();
    let is_whole = group.delimiter() == Delimiter::Parenthesis && is_reference;
    (is_whole && is_place(&place)).then_some(place)
}

/// The tokens without all such references around them.
pub(crate) fn behind_references(mut tokens: TokenStream) -> TokenStream {
    while let Some(place) = place_referred_to(&tokens) {
        tokens = place;
    }
    tokens
}

/// The place in `&place`. `None` for a mutable reference, or for another expression.
pub(crate) fn borrowed_place(tokens: &TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    let is_shared = tokens.next().is_some_and(|first| first.to_string() == "&");
    let place: TokenStream = tokens.collect();
    let starts_with_name = matches!(
        place.clone().into_iter().next(),
        Some(TokenTree::Ident(name)) if name != "mut"
    );
    (is_shared && starts_with_name && is_place(&place)).then_some(place)
}

/// Whether tokens are a field of an item that is there, `item.unwrap().thermo`.
pub(crate) fn is_part_of_item(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let [
        TokenTree::Ident(_),
        dot,
        TokenTree::Ident(method),
        TokenTree::Group(none),
        rest @ ..,
    ] = tokens.as_slice()
    else {
        return false;
    };
    let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(dot) if dot.as_char() == '.');
    let is_field = |part: &[TokenTree]| match part {
        [dot, TokenTree::Ident(_) | TokenTree::Literal(_)] => is_dot(dot),
        _ => false,
    };
    is_dot(dot)
        && method == "unwrap"
        && none.stream().is_empty()
        && !rest.is_empty()
        && rest.chunks(2).all(is_field)
}

/// Whether the tokens are a path of fields and plain indices, which has no effect.
pub(crate) fn is_place(tokens: &TokenStream) -> bool {
    use proc_macro2::{Delimiter, TokenTree};
    if place_referred_to(tokens).is_some() {
        return true;
    }
    let is_star =
        |token: &TokenTree| matches!(token, TokenTree::Punct(star) if star.as_char() == '*');
    let mut behind_stars = tokens.clone().into_iter().skip_while(is_star);
    behind_stars.all(|token| match token {
        // A value such as `return None` does something.
        TokenTree::Ident(name) => name != "return" && name != "break" && name != "continue",
        TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | ':'),
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Bracket && is_place(&group.stream())
        }
    })
}

/// Whether code is a path of two names or more, which means the same everywhere.
pub(crate) fn is_path_of_item(code: &TokenStream) -> bool {
    let path = syn::parse2::<syn::Path>(code.clone());
    path.is_ok_and(|path| path.segments.len() > 1)
}

/// An expression as its author would write it: tokens have spaces around dots, before commas and
/// before indices.
pub(crate) fn shown(expression: &TokenStream) -> String {
    let spaced = expression.to_string();
    let tight = spaced
        .replace(" . ", ".")
        .replace(" , ", ", ")
        .replace("(& ", "(&");
    let mut said = String::with_capacity(tight.len());
    for letter in tight.chars() {
        let follows_place = said.ends_with(' ')
            && said
                .trim_end()
                .ends_with(|last: char| last.is_alphanumeric() || "_)]".contains(last));
        if letter == '[' && follows_place {
            said.pop();
        }
        said.push(letter);
    }
    said
}

/// Whether one of these names occurs anywhere in the tokens.
pub(crate) fn names_any(tokens: &TokenStream, known: &[&str]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => names_any(&group.stream(), known),
        // Names are compared as they are, because a text of each would cost time.
        TokenTree::Ident(name) => known.iter().any(|known| name == known),
        token => known.iter().any(|name| token.to_string() == *name),
    })
}

/// Whether the tokens are a place behind a reference: the place of an output, `*y`, or the element
/// of an array in a loop, `k[2]`.
pub(crate) fn is_place_behind(tokens: &TokenStream) -> bool {
    let is_star =
        |token: &TokenTree| matches!(token, TokenTree::Punct(star) if star.as_char() == '*');
    let is_index = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Bracket);
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    // A part of an element, `k[0].1`, is a place as well.
    let is_part = matches!(
        tokens.as_slice(),
        [.., TokenTree::Punct(dot), TokenTree::Literal(_)] if dot.as_char() == '.'
    );
    tokens.first().is_some_and(is_star)
        || tokens.last().is_some_and(is_index)
        || (is_part && tokens.iter().any(is_index))
}

/// Whether any name among the tokens passes the test.
pub(crate) fn any_name(tokens: &TokenStream, test: &dyn Fn(&str) -> bool) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => test(&name.to_string()),
        TokenTree::Group(group) => any_name(&group.stream(), test),
        _ => false,
    })
}

/// The variable that opaque code reads.
pub(crate) fn root_of(tokens: &TokenStream) -> Option<String> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(name) if name != "mut" => Some(name.to_string()),
        TokenTree::Group(group) => root_of(&group.stream()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn places_are_shown_as_they_are_written() {
        let said = |source: &str| super::shown(&source.parse().expect("tokens"));
        assert_eq!(said("(&layers[0]).w[k + 1]"), "(&layers[0]).w[k + 1]");
        assert_eq!(said("self.a + [1.0, x.b][0]"), "self.a + [1.0, x.b][0]");
    }
}
