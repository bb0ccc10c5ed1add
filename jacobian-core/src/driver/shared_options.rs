//! Options of an attributed module or `impl`, which hold for all functions inside.
//!
//! ```text
//! #[jacobian(order = forward, jvp)] mod m {
//!     #[jacobian(order = reverse)] fn f(..)        order = reverse, jvp
//! }
//! ```

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Attribute, ImplItem};

use crate::diag::Diagnostics;
use crate::front::{messages, option_words};

use super::attributed::is_attribute;

/// The options of an attribute.
pub(super) fn options_of(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// The options of the module that the function does not give itself, and then its own.
pub(super) fn merged(shared: &TokenStream, own: TokenStream) -> TokenStream {
    let given: Vec<String> = clauses(own.clone()).map(|(name, _)| name).collect();
    let mut merged = TokenStream::new();
    for (name, clause) in clauses(shared.clone()) {
        // The lists of both are used.
        if ["const", "rule", "implicit", "see"].contains(&name.as_str()) || !given.contains(&name) {
            merged.extend(quote!(#clause,));
        }
    }
    merged.extend(own);
    merged
}

/// Gives the options of the attribute of an `impl` in a module to the attributes of its methods.
/// The attribute of the `impl` keeps no options. If no method has an attribute, it is about all
/// methods, as `take_own_attribute` says.
pub(super) fn hand_down(block: &mut syn::ItemImpl, diagnostics: &mut Diagnostics) {
    let has_options = |attribute: &&mut Attribute| {
        is_attribute(attribute) && matches!(attribute.meta, syn::Meta::List(_))
    };
    let is_attributed = |item: &ImplItem| match item {
        ImplItem::Fn(method) => method.attrs.iter().any(is_attribute),
        _ => false,
    };
    let is_of_trait = block.trait_.is_some();
    if !block.items.iter().any(is_attributed) {
        for attribute in block.attrs.iter_mut().filter(has_options) {
            refuse_options(&options_of(attribute), is_of_trait, diagnostics);
        }
        return;
    }
    for attribute in block.attrs.iter_mut().filter(has_options) {
        let options = options_of(attribute);
        refuse_options(&options, is_of_trait, diagnostics);
        attribute.meta = syn::Meta::Path(attribute.path().clone());
        for item in &mut block.items {
            let ImplItem::Fn(method) = item else {
                continue;
            };
            for asked in method.attrs.iter_mut().filter(|asked| is_attribute(asked)) {
                let path = asked.path().clone();
                let options = merged(&options, options_of(asked));
                asked.meta = syn::Meta::List(syn::parse_quote!(#path(#options)));
            }
        }
    }
}

/// Options with their names, split at commas.
pub(super) fn clauses(tokens: TokenStream) -> impl Iterator<Item = (String, TokenStream)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let clauses: Vec<(String, TokenStream)> = tokens
        .split(is_comma)
        .filter_map(|clause| {
            Some((
                clause.first()?.to_string(),
                clause.iter().cloned().collect(),
            ))
        })
        .collect();
    clauses.into_iter()
}

/// Refuses options that are about one function. Methods of a trait share their parameters, so the
/// attribute of its `impl` may name them; a method without them is not meant.
pub(super) fn refuse_options(
    arguments: &TokenStream,
    is_of_trait: bool,
    diagnostics: &mut Diagnostics,
) {
    for (name, clause) in clauses(arguments.clone()) {
        let names_parameters = ["wrt", "of", "dim"].contains(&name.as_str());
        let is_single = ["prefix", "as"].contains(&name.as_str());
        if is_single || names_parameters && !is_of_trait {
            diagnostics.error_at(
                &clause,
                &messages::option_of_functions(&name, &option_words::shared()),
            );
        }
    }
}
