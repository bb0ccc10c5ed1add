//! Fragments of `macro_rules!`: `$t:ty` for `f64` reaches us as `f64` in a group that nobody sees.
//!
//! ```text
//! fn f(x: &[⟦f64⟧; 2]) -> ⟦f64⟧ { x[0] * ⟦a + 1.0⟧ }        what rustc hands to an attribute
//! fn f(x: &[f64; 2]) -> f64 { x[0] * ⟦a + 1.0⟧ }            what this file makes of it
//! ```
//!
//! The group keeps `a + 1.0` together, so it stays there. It stays around `{ a }` as well, because
//! `{ a } - 1.0` without it is a statement and then a number. A path, a single token, `(..)` and
//! `[..]` mean the same without it. Everything that looks at types can then compare names.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The tokens without groups around what holds together by itself.
pub(crate) fn opened(tokens: &TokenStream) -> TokenStream {
    changed(tokens).unwrap_or_else(|| tokens.clone())
}

/// The same, or `None` if there is no such group.
fn changed(tokens: &TokenStream) -> Option<TokenStream> {
    let mut is_changed = false;
    let mut written = Vec::new();
    for token in tokens.clone() {
        let TokenTree::Group(group) = &token else {
            written.push(token);
            continue;
        };
        let inside = changed(&group.stream());
        is_changed |= inside.is_some();
        let stream = inside.clone().unwrap_or_else(|| group.stream());
        if group.delimiter() == Delimiter::None && holds_together(&stream) {
            is_changed = true;
            written.extend(stream);
        } else if inside.is_some() {
            let mut rewritten = Group::new(group.delimiter(), stream);
            rewritten.set_span(group.span());
            written.push(rewritten.into());
        } else {
            written.push(token);
        }
    }
    is_changed.then(|| written.into_iter().collect())
}

/// Whether tokens are one token, `(..)`, `[..]`, or a path.
fn holds_together(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Group(group)] => {
            matches!(
                group.delimiter(),
                Delimiter::Parenthesis | Delimiter::Bracket
            )
        }
        [TokenTree::Ident(_) | TokenTree::Literal(_)] => true,
        [TokenTree::Ident(_) | TokenTree::Punct(_), .., last] => {
            is_end_of_path(last)
                && syn::parse2::<syn::TypePath>(tokens.into_iter().collect()).is_ok()
        }
        _ => false,
    }
}

/// `Vector3` or `>`, so that few tokens are parsed in vain.
fn is_end_of_path(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => sign.as_char() == '>',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::quote;

    fn fragment(tokens: TokenStream) -> Group {
        Group::new(Delimiter::None, tokens)
    }

    #[test]
    fn types_lose_their_groups_and_sums_keep_them() {
        let number = fragment(quote!(f64));
        let nested = fragment(quote!(#number));
        let list = fragment(quote!(Vec<f64>));
        let tuple = fragment(quote!((f64, #number)));
        let sum = fragment(quote!(a + #number));
        let less = fragment(quote!(a < b));
        let negative = fragment(quote!(-1.0));
        let reference = fragment(quote!(&x));
        let block = fragment(quote!({ a }));
        let given = quote!(fn f(x: [#nested; 2], y: #list, z: #tuple) { #sum; #less; #negative; #reference; #block - 1.0 });
        let kept = fragment(quote!(a + f64));
        let expected = quote!(fn f(x: [f64; 2], y: Vec<f64>, z: (f64, f64)) { #kept; #less; #negative; #reference; #block - 1.0 });
        assert_eq!(shown(super::opened(&given)), shown(expected));
    }

    /// The tokens with brackets around invisible groups.
    fn shown(tokens: TokenStream) -> String {
        let shown = tokens.into_iter().map(|token| match token {
            proc_macro2::TokenTree::Group(group) => {
                let inside = shown(group.stream());
                format!("{:?}[{inside}]", group.delimiter())
            }
            other => other.to_string(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }
}
