//! Numbers made by associated types in default methods, `Self::Scalar::one()` for a type whose
//! `Scalar` is `f64`, and by `Self` in those of a number.
//!
//! ```text
//! trait Inner: Space { fn unit(self) -> Self { self.scaled(Self::Scalar::one()) } }
//! impl Space for V { type Scalar = f64; }
//! fn unit(self) -> Self { self.scaled((1.0 as f64)) }            the default for `V`
//!
//! trait Signed: Float { fn sign(self) -> Self { if self == Self::zero() { .. } } }
//! impl Signed for f64 {}              if self == (0.0 as f64)              the default for `f64`
//! ```

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};

use crate::front::read::definitions::{Key, Types};
use crate::front::read::foreign_numbers;
use crate::front::read::foreign_scalars::as_scalar;
use crate::front::read::own_traits::OwnTraits;

/// The default with numbers in place of what it makes by associated types of this type. `None` if
/// it makes none.
pub(crate) fn written(
    method: &syn::ItemFn,
    key: &Key,
    types: &Types,
    own: &OwnTraits,
) -> Option<syn::ItemFn> {
    let number = |name: &Ident| {
        let meant = types.associated.get(&(key.clone(), name.to_string()))?;
        let [only] = meant.as_slice() else {
            return None;
        };
        let scalar = only.ty.to_token_stream().to_string();
        ["f64", "f32"].contains(&scalar.as_str()).then_some(scalar)
    };
    let mut found: Vec<(Ident, String)> = Vec::new();
    let marked = marked(method.to_token_stream(), &number, &mut found);
    if found.is_empty() {
        return None;
    }
    let float: syn::Path = syn::parse_quote!(Float);
    numbers_made(marked, &found, &float, own)
}

/// The default of a trait with numbers in place of `Self::zero()` and its like, where `Self` is a
/// number. `None` if it makes none.
pub(crate) fn of_number(
    method: &syn::ItemFn,
    of_trait: &syn::Path,
    scalar: &str,
    own: &OwnTraits,
) -> Option<syn::ItemFn> {
    let mut is_made = false;
    let marked = self_marked(method.to_token_stream(), &mut is_made);
    let found = (Ident::new("Self", Span::call_site()), scalar.to_owned());
    is_made.then(|| numbers_made(marked, &[found], of_trait, own))?
}

/// The method with what these parameters make written as numbers.
fn numbers_made(
    marked: TokenStream,
    found: &[(Ident, String)],
    bound: &syn::Path,
    own: &OwnTraits,
) -> Option<syn::ItemFn> {
    let mut method: syn::ItemFn = syn::parse2(marked).ok()?;
    let mut chosen = Vec::new();
    for (name, scalar) in found {
        let parameter = parameter(name);
        let generics: syn::Generics = syn::parse_quote!(<#parameter: #bound>);
        let scalar = Ident::new(scalar, Span::call_site());
        let of = generics.type_params().next()?;
        chosen.push(as_scalar(of, &generics, scalar, own));
    }
    foreign_numbers::write(&mut method, &chosen);
    let values: Vec<(String, TokenStream)> = chosen
        .iter()
        .map(|one| (one.parameter.to_string(), one.scalar.to_token_stream()))
        .collect();
    syn::parse2(crate::spelling::replaced(
        method.into_token_stream(),
        &values,
    ))
    .ok()
}

/// A name for an associated type that looks like a type parameter.
fn parameter(name: &Ident) -> Ident {
    format_ident!("__{name}")
}

/// The tokens with `Self::Name` as one name, where the type is a number.
fn marked(
    tokens: TokenStream,
    number: &dyn Fn(&Ident) -> Option<String>,
    found: &mut Vec<(Ident, String)>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    let mut written = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let (TokenTree::Ident(this), Some(TokenTree::Ident(name))) = (token, tokens.get(at + 3))
            && this == "Self"
            && is_colon(at + 1)
            && is_colon(at + 2)
            && let Some(scalar) = number(name)
        {
            written.extend([TokenTree::Ident(parameter(name))]);
            if !found.iter().any(|(known, _)| known == name) {
                found.push((name.clone(), scalar));
            }
            at += 4;
            continue;
        }
        written.extend([match token {
            TokenTree::Group(group) => {
                let inside = marked(group.stream(), number, found);
                let mut group = proc_macro2::Group::new(group.delimiter(), inside);
                group.set_span(group.span());
                TokenTree::Group(group)
            }
            other => other.clone(),
        }]);
        at += 1;
    }
    written
}

/// The tokens with another name for the `Self` of `Self::zero`.
fn self_marked(tokens: TokenStream, is_made: &mut bool) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    let written = tokens.iter().enumerate().map(|(at, token)| match token {
        TokenTree::Ident(this) if this == "Self" && is_colon(at + 1) && is_colon(at + 2) => {
            *is_made = true;
            TokenTree::Ident(parameter(this))
        }
        TokenTree::Group(group) => {
            let inside = self_marked(group.stream(), is_made);
            let mut group = proc_macro2::Group::new(group.delimiter(), inside);
            group.set_span(group.span());
            TokenTree::Group(group)
        }
        other => other.clone(),
    });
    written.collect()
}
