//! Attributes in the user's code. Each is known to be harmless, or it is refused at its place.
//!
//! ```text
//! #[cfg(feature = "hot")] { y *= 2.0; }    refused: only rustc knows whether this code exists
//! #[unroll] for i in 0..4 { .. }           refused: it may rewrite the code below it
//! #[allow(clippy::too_many_lines)]         accepted: a lint level does not change the code
//! ```
//!
//! The search goes over tokens and not over the nodes of syn, so that we cannot forget a kind of
//! node, and the arguments of macros are searched as well. This works because in Rust's grammar
//! every `#` begins an attribute. (Raw strings and raw identifiers are single tokens.)
//!
//! Cost: one walk over the tokens of a function.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta};

use crate::front::messages;

/// Attributes that never change the behavior of the code below them.
const HARMLESS: &[&str] = &[
    "allow",
    "cold",
    "default",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "forbid",
    "inline",
    "must_use",
    "non_exhaustive",
    "repr",
    "rustfmt_skip",
    "track_caller",
    "warn",
];

/// Tools with attributes that the compiler ignores, as in `#[rustfmt::skip]`.
const TOOLS: &[&str] = &["clippy", "diagnostic", "rustfmt"];

/// More attributes that are harmless on the attributed function itself. They control how the
/// function is linked or compiled. Generated items repeat `cfg`, and `#[jacobian]` may occur
/// several times.
const HARMLESS_ON_FUNCTIONS: &[&str] = &[
    "cfg",
    "export_name",
    "jacobian",
    "link_section",
    "no_mangle",
    "target_feature",
    "unsafe",
];

/// Attributes of other crates that log, measure or export a function and leave its value as it is,
/// by their last names.
const AROUND_FUNCTIONS: &[&str] = &[
    "instrument",
    "no_panic",
    "pyfunction",
    "pyo3",
    "wasm_bindgen",
];

/// The target of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    /// The attributed function as a whole.
    Function,
    /// A piece of its signature or body.
    Code,
}

/// The effect of an attribute on the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    None,
    /// It may remove the code.
    Configures,
    Unknown,
}

/// The refused attributes of a function: those on it and those inside.
pub(crate) fn refused(function: &syn::ItemFn) -> Vec<syn::Error> {
    let on_function = function.attrs.iter().filter_map(|attribute| {
        let effect = effect(&attribute.meta, On::Function);
        refusal(effect, &attribute.meta, attribute, On::Function)
    });
    let mut found: Vec<syn::Error> = on_function.collect();
    search(function.sig.to_token_stream(), &mut found);
    search(function.block.to_token_stream(), &mut found);
    found
}

/// The refused attributes in a piece of code.
pub(crate) fn refused_inside(code: &impl ToTokens) -> Vec<syn::Error> {
    let mut found = Vec::new();
    search(code.to_token_stream(), &mut found);
    found
}

/// Whether an item with these attributes exists in every configuration and is not rewritten.
pub(crate) fn are_harmless(attributes: &[Attribute]) -> bool {
    let is_harmless = |attribute: &Attribute| {
        !attribute.path().is_ident("cfg") && effect(&attribute.meta, On::Function) == Effect::None
    };
    attributes.iter().all(is_harmless)
}

fn search(code: TokenStream, found: &mut Vec<syn::Error>) {
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => search(group.stream(), found),
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                let is_bang = |next: &TokenTree| matches!(next, TokenTree::Punct(bang) if bang.as_char() == '!');
                // `#![..]` is an inner attribute.
                tokens.next_if(is_bang);
                let is_attribute = |next: &TokenTree| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
                if let Some(TokenTree::Group(inside)) = tokens.next_if(is_attribute) {
                    found.extend(judge(&inside, &quote!(#hash #inside)));
                }
            }
            _ => {}
        }
    }
}

fn judge(inside: &Group, attribute: &TokenStream) -> Option<syn::Error> {
    match syn::parse2::<Meta>(without_invisible_group(inside.stream())) {
        Ok(meta) => refusal(effect(&meta, On::Code), &meta, attribute, On::Code),
        Err(_) => Some(syn::Error::new_spanned(
            attribute,
            messages::unknown_attribute("[..]"),
        )),
    }
}

/// The tokens of a fragment `$attribute:meta`, which `macro_rules!` wraps in a group without
/// delimiters.
fn without_invisible_group(tokens: TokenStream) -> TokenStream {
    let mut iterator = tokens.clone().into_iter();
    match (iterator.next(), iterator.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            without_invisible_group(group.stream())
        }
        _ => tokens,
    }
}

fn effect(meta: &Meta, on: On) -> Effect {
    let path = meta.path();
    let is_one_of = |names: &[&str]| names.iter().any(|name| path.is_ident(name));
    let first = path.segments.first().map(|first| &first.ident);
    let last = path.segments.last().map(|last| &last.ident);
    let is_tool = path.segments.len() > 1
        && first.is_some_and(|first| TOOLS.iter().any(|tool| first == tool));
    if is_one_of(HARMLESS) || is_tool {
        return Effect::None;
    }
    if path.is_ident("cfg_attr") {
        return effect_if_configured(meta, on);
    }
    // `#[jacobian_runtime::jacobian]` is ours as well.
    let is_ours = last.is_some_and(|last| last == "jacobian");
    let is_around = last.is_some_and(|last| AROUND_FUNCTIONS.iter().any(|name| last == name));
    if on == On::Function && (is_ours || is_around || is_one_of(HARMLESS_ON_FUNCTIONS)) {
        return Effect::None;
    }
    if path.is_ident("cfg") {
        return Effect::Configures;
    }
    Effect::Unknown
}

/// `cfg_attr(condition, first, second)` has the effects of all its attributes. A `cfg` inside it is
/// not repeated on generated items, so it is refused on functions as well.
fn effect_if_configured(meta: &Meta, on: On) -> Effect {
    let Some(attributes) = configured(meta) else {
        return Effect::Unknown;
    };
    let mut effects = attributes.into_iter().map(|inner| match inner {
        Ok(inner) if inner.path().is_ident("cfg") => Effect::Configures,
        Ok(inner) => effect(&inner, on),
        Err(_) => Effect::Unknown,
    });
    effects
        .find(|effect| *effect != Effect::None)
        .unwrap_or(Effect::None)
}

/// The attributes that `cfg_attr` gives in some configuration.
fn configured(meta: &Meta) -> Option<Vec<syn::Result<Meta>>> {
    let Meta::List(list) = meta else {
        return None;
    };
    let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let attributes = tokens.split(is_comma).skip(1);
    let attributes = attributes.filter(|tokens| !tokens.is_empty());
    Some(
        attributes
            .map(|tokens| syn::parse2(tokens.iter().cloned().collect()))
            .collect(),
    )
}

/// The condition of `cfg_attr(condition, log)`, if a function cannot have the attributes in it.
pub(crate) fn condition_of_unknown(meta: &Meta) -> Option<TokenStream> {
    let Meta::List(list) = meta else {
        return None;
    };
    let is_unknown = meta.path().is_ident("cfg_attr")
        && effect_if_configured(meta, On::Function) == Effect::Unknown;
    let is_part = |token: &TokenTree| token.to_string() != ",";
    let condition = list.tokens.clone().into_iter().take_while(is_part);
    is_unknown.then(|| condition.collect())
}

/// Whether `cfg_attr(condition, cfg(other))` may remove what is below it.
pub(crate) fn may_remove(meta: &Meta) -> bool {
    let removes = |inner: &syn::Result<Meta>| match inner {
        Ok(inner) => inner.path().is_ident("cfg") || may_remove(inner),
        Err(_) => true,
    };
    meta.path().is_ident("cfg_attr")
        && configured(meta).is_none_or(|attributes| attributes.iter().any(removes))
}

fn refusal(effect: Effect, meta: &Meta, attribute: &impl ToTokens, on: On) -> Option<syn::Error> {
    let path = meta.path().to_token_stream().to_string().replace(' ', "");
    let message = match (effect, on) {
        (Effect::None, _) => return None,
        (Effect::Configures, _) => messages::CFG_INSIDE.to_owned(),
        (Effect::Unknown, On::Code) => messages::unknown_attribute(&path),
        (Effect::Unknown, On::Function) => messages::unknown_attribute_on_function(&path),
    };
    Some(syn::Error::new_spanned(attribute, message))
}
