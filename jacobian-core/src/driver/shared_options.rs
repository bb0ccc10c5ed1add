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
use crate::front::messages;

use super::attributed::is_attribute;

/// Options that make sense for all functions of a module.
const SHARED: &[&str] = &[
    "order",
    "search",
    "objective",
    "level",
    "schedule",
    "fold",
    "layout",
    "value",
    "fma",
    "const",
    "rule",
    "implicit",
    "scalar",
    "unroll",
    "recursion",
    "jvp",
    "vjp",
    "crate",
];

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
        if ["const", "rule", "implicit"].contains(&name.as_str()) || !given.contains(&name) {
            merged.extend(quote!(#clause,));
        }
    }
    merged.extend(own);
    merged
}

/// Gives the options of the attribute of an `impl` in a module to the attributes of its methods.
/// The attribute of the `impl` keeps no options. If no method has one, the attribute is expanded
/// alone.
pub(super) fn hand_down(block: &mut syn::ItemImpl, diagnostics: &mut Diagnostics) {
    let has_options = |attribute: &&mut Attribute| {
        is_attribute(attribute) && matches!(attribute.meta, syn::Meta::List(_))
    };
    let is_attributed = |item: &ImplItem| match item {
        ImplItem::Fn(method) => method.attrs.iter().any(is_attribute),
        _ => false,
    };
    if !block.items.iter().any(is_attributed) {
        return;
    }
    for attribute in block.attrs.iter_mut().filter(has_options) {
        let options = options_of(attribute);
        refuse_options(&options, diagnostics);
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
fn clauses(tokens: TokenStream) -> impl Iterator<Item = (String, TokenStream)> {
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

pub(super) fn refuse_options(arguments: &TokenStream, diagnostics: &mut Diagnostics) {
    for (name, clause) in clauses(arguments.clone()) {
        if ["wrt", "of", "dim", "prefix", "as"].contains(&name.as_str()) {
            diagnostics.error_at(&clause, &messages::option_of_functions(&name, SHARED));
        }
    }
}
