//! `#[jacobian(export)]` on a type, on its `impl`s, and on a whole module: types for functions that
//! are attributed elsewhere.
//!
//! ```text
//! #[jacobian(export)] mod geometry {      one macro with all tokens, under the name of the module
//!     pub struct Pose { .. }              and of each item that can be seen from outside
//! }
//! ```

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Item;

use crate::front::messages;

use super::attributed::{has_attributed, is_attribute, refused, without_attributes};
use super::carriers::{attributes_of, carrier, configured, is_public, name_of, visibility_of};
use super::exported_types::{of_impl, of_type, split};
use super::module;
use super::shared_options::options_of;
use super::site::head;

/// The expansion of an item with the option `export`. `None` for functions and without the option.
pub(super) fn expand(arguments: &TokenStream, item: &Item) -> Option<TokenStream> {
    if matches!(item, Item::Fn(_)) {
        return None;
    }
    let (export, rest) = split(arguments)?;
    let is_plain = rest.is_empty() && !has_attributed(item);
    let expanded = || {
        if is_plain {
            return item.to_token_stream();
        }
        module::expand(&rest, item.clone()).unwrap_or_else(|| without_attribute(item, &rest))
    };
    let listed = export.clone().into_iter().nth(1);
    Some(match (item, listed) {
        (Item::Struct(_) | Item::Enum(_), _) => {
            let exported = of_type(item, export, &rest);
            quote!(#item #exported)
        }
        (_, Some(list)) => {
            let refused = refused(&list, messages::EXPORT_LISTS_IMPLS);
            quote!(#item #refused)
        }
        (Item::Impl(block), None) => {
            let (expanded, exported) = (expanded(), of_impl(block));
            quote!(#expanded #exported)
        }
        (Item::Mod(inner), None) if inner.content.is_some() => of_module(inner, expanded()),
        _ => {
            let refused = refused(&head(item), messages::EXPORTED_ITEM);
            quote!(#item #refused)
        }
    })
}

/// Other items have no options.
fn without_attribute(item: &Item, rest: &TokenStream) -> TokenStream {
    let refused = refused(rest, messages::NOT_A_FUNCTION);
    quote!(#item #refused)
}

/// The macro of a module, under its name and under those of its items.
fn of_module(module: &syn::ItemMod, expanded: TokenStream) -> TokenStream {
    let whole = Item::Mod(module.clone());
    let carrier = carrier(&module.ident, &whole);
    let id = carrier.name.to_string();
    let tokens = without_attributes(whole);
    let visibility = &module.vis;
    let mut uses = carrier.emitted(
        &module.attrs,
        Some(&quote!(#id #tokens)),
        is_public(visibility) || has_public(module),
        &quote!(#visibility use),
    );
    // The items inside name the macro, so it comes first.
    uses.extend(with_names(expanded, module, &carrier.name));
    uses
}

/// The tokens of a module, with a name for the macro beside each item that can be seen from
/// outside.
fn with_names(expanded: TokenStream, module: &syn::ItemMod, carrier: &Ident) -> TokenStream {
    let mut is_done = false;
    let with_names = |token: TokenTree| match token {
        TokenTree::Group(body) if body.delimiter() == Delimiter::Brace && !is_done => {
            is_done = true;
            let mut inside = names_inside(body.stream(), module, carrier);
            let items = module.content.iter().flat_map(|(_, items)| items);
            inside.extend(items.filter_map(|item| named(item, carrier)));
            let mut body = Group::new(Delimiter::Brace, inside);
            body.set_span(body.span());
            TokenTree::Group(body)
        }
        other => other,
    };
    expanded.into_iter().map(with_names).collect()
}

/// The same for the modules inside.
fn names_inside(body: TokenStream, module: &syn::ItemMod, carrier: &Ident) -> TokenStream {
    let items = module.content.iter().flat_map(|(_, items)| items);
    let mut inner = items.filter_map(|item| match item {
        Item::Mod(inner) if inner.content.is_some() => Some(inner),
        _ => None,
    });
    let mut open: Option<&syn::ItemMod> = None;
    let mut after_mod = false;
    let mut all = TokenStream::new();
    for token in body {
        match (&token, open) {
            (TokenTree::Ident(word), _) if word == "mod" => after_mod = true,
            (TokenTree::Ident(_), _) if after_mod => {
                after_mod = false;
                open = inner.next();
            }
            (TokenTree::Group(group), Some(module)) if group.delimiter() == Delimiter::Brace => {
                open = None;
                all.extend(with_names(token.into(), module, carrier));
                continue;
            }
            (TokenTree::Punct(end), _) if end.as_char() == ';' => open = None,
            _ => {}
        }
        all.extend([token]);
    }
    all
}

/// The macro under the name of an item.
fn named(item: &Item, carrier: &Ident) -> Option<TokenStream> {
    let (name, visibility) = (name_of(item)?, visibility_of(item)?);
    let exports_itself = attributes_of(item)
        .iter()
        .any(|one| is_attribute(one) && split(&options_of(one)).is_some());
    if matches!(visibility, syn::Visibility::Inherited) || exports_itself {
        return None;
    }
    let configured = configured(attributes_of(item));
    Some(quote! {
        #configured #[doc(hidden)] #[allow(unused_imports)]
        #visibility use #carrier as #name;
    })
}

fn has_public(module: &syn::ItemMod) -> bool {
    let mut items = module.content.iter().flat_map(|(_, items)| items);
    items.any(|item| match item {
        Item::Mod(inner) => has_public(inner),
        item => visibility_of(item).is_some_and(is_public),
    })
}
