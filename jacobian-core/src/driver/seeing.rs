//! The option `see(..)`: before anything else, the sources of the crates that it names become one
//! more option.
//!
//! ```text
//! #[jacobian(see(cgmath))]      see(cgmath), __seen(cgmath = "pub struct Vector3 ..")
//! ```
//!
//! Code inside of an attributed module may ask too. Then the whole module sees the crate.

use proc_macro2::{Delimiter, Ident, Literal, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::front::option_words::SEEN;
use crate::ordered::Set;
use crate::sources::{self, Files};

use super::shared_options::clauses;

/// The arguments with the sources that they ask for, and the sources alone. Else the errors.
pub(super) fn answered(
    arguments: TokenStream,
    item: &TokenStream,
    files: &dyn Files,
) -> Result<(TokenStream, TokenStream), TokenStream> {
    let mut asked = named(arguments.clone());
    add_inside(item, &mut asked);
    if asked.is_empty() {
        return Ok((arguments, TokenStream::new()));
    }
    let mut words = Set::new();
    add_words(arguments.clone(), &mut words);
    add_words(item.clone(), &mut words);
    let (mut all, mut read) = (TokenStream::new(), TokenStream::new());
    let mut errors: Option<syn::Error> = None;
    let mut known = Set::new();
    for name in asked {
        if !known.insert(name.to_string()) {
            continue;
        }
        match sources::text_of(&name.to_string(), words.iter().cloned(), files) {
            Ok(text) => {
                let literal = Literal::string(&text);
                all.extend(quote!(#name = #literal,));
                read.extend(text.parse::<TokenStream>());
            }
            Err(message) => {
                let error = syn::Error::new(name.span(), message);
                match &mut errors {
                    Some(errors) => errors.combine(error),
                    None => errors = Some(error),
                }
            }
        }
    }
    if let Some(errors) = errors {
        return Err(errors.into_compile_error());
    }
    let option = Ident::new(SEEN, proc_macro2::Span::call_site());
    let comma = (!arguments.is_empty()).then(|| quote!(,));
    let arguments = without_last_comma(arguments);
    Ok((quote!(#arguments #comma #option(#all)), read))
}

fn without_last_comma(arguments: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = arguments.into_iter().collect();
    if matches!(tokens.last(), Some(TokenTree::Punct(sign)) if sign.as_char() == ',') {
        tokens.pop();
    }
    tokens.into_iter().collect()
}

/// The crates that options name.
fn named(options: TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    for (name, clause) in clauses(options) {
        if let ("see", Some(TokenTree::Group(list))) = (name.as_str(), clause.into_iter().nth(1)) {
            let names = Punctuated::<Ident, syn::Token![,]>::parse_terminated;
            // A mistake is reported where the option is read.
            found.extend(names.parse2(list.stream()).into_iter().flatten());
        }
    }
    found
}

/// The same for the attributes inside of an item.
fn add_inside(tokens: &TokenStream, found: &mut Vec<Ident>) {
    let mut after_sign = false;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                if after_sign && group.delimiter() == Delimiter::Bracket {
                    let mut parts = group.stream().into_iter().skip_while(
                        |part| !matches!(part, TokenTree::Ident(name) if name == "jacobian"),
                    );
                    if let Some(TokenTree::Group(options)) = parts.nth(1) {
                        found.extend(named(options.stream()));
                    }
                } else {
                    add_inside(&group.stream(), found);
                }
                after_sign = false;
            }
            TokenTree::Punct(sign) => after_sign = sign.as_char() == '#',
            _ => after_sign = false,
        }
    }
}

fn add_words(tokens: TokenStream, words: &mut Set<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => add_words(group.stream(), words),
            TokenTree::Ident(name) => {
                words.insert(name.to_string());
            }
            _ => {}
        }
    }
}

/// The option with the sources, and a comma.
pub(super) fn sources_of(options: &TokenStream) -> TokenStream {
    chosen(options, |name| name == SEEN)
}

/// The other options.
pub(super) fn without_sources(options: &TokenStream) -> TokenStream {
    if !clauses(options.clone()).any(|(name, _)| name == SEEN) {
        return options.clone();
    }
    chosen(options, |name| name != SEEN)
}

fn chosen(options: &TokenStream, is_chosen: impl Fn(&str) -> bool) -> TokenStream {
    let all = clauses(options.clone()).filter(|(name, _)| is_chosen(name));
    all.flat_map(|(_, clause)| quote!(#clause,)).collect()
}
