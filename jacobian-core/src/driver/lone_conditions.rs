//! Items under one `cfg` alone that other code of the module needs: which condition decides.
//!
//! ```text
//! #[cfg(feature = "std")] fn ease(t: f64) -> f64 { .. }
//! pub fn f(x: f64) -> f64 { ease(x) }                    `feature = "std"`
//! #[cfg(test)] mod tests { .. }                          nothing needs it
//! ```
//!
//! The module is then expanded for both answers, as it is for items that exist twice. Where the
//! item is missing, rustc refuses the code that needs it, unless another item takes its place.
//!
//! Cost: one walk over the tokens of the module.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item};

use crate::front::cfg_branches::take;
use crate::front::{hidden, type_name};
use crate::ordered::Map;

use super::attributed::{has_attributed, is_attribute};
use super::reached::{Reached, WITHOUT_NAMES};

/// Conditions that no numeric code asks.
const ASIDE: &[&str] = &["test", "doc", "docsrs", "miri", "kani"];

/// The condition of an item that other items name.
pub(super) fn lone_condition(items: &[Item]) -> Option<TokenStream> {
    let mut words = Words {
        reached: Reached::of(items),
        counts: Map::new(),
    };
    for item in items {
        words.count_item(item);
    }
    in_items(items, &words)
}

fn in_items(items: &[Item], words: &Words) -> Option<TokenStream> {
    let found = items.iter().filter(|item| !is_aside(item));
    let mut found: Vec<&Item> = found.collect();
    // Where an attributed function does not exist, no other condition matters.
    found.sort_by_key(|item| !has_attributed(item));
    found.into_iter().find_map(|item| {
        let of_item = || {
            let asked = condition(attributes_of(item)?)?;
            is_needed(item, words).then_some(asked)
        };
        of_item().or_else(|| inside(item, words))
    })
}

/// The condition of a part of an item.
fn inside(item: &Item, words: &Words) -> Option<TokenStream> {
    match item {
        Item::Mod(inner) => in_items(&inner.content.as_ref()?.1, words),
        Item::Impl(block) => block.items.iter().find_map(|item| {
            let (attributes, name) = match item {
                ImplItem::Fn(method) if !method.attrs.iter().any(is_attribute) => {
                    (&method.attrs, &method.sig.ident)
                }
                ImplItem::Const(constant) => (&constant.attrs, &constant.ident),
                _ => return None,
            };
            let asked = condition(attributes)?;
            words.has_beside(&name.to_string(), item).then_some(asked)
        }),
        Item::Struct(definition) => in_fields(&definition.fields),
        Item::Enum(definition) => definition.variants.iter().find_map(|variant| {
            let asked = condition(&variant.attrs);
            asked.or_else(|| in_fields(&variant.fields))
        }),
        _ => None,
    }
}

fn in_fields(fields: &Fields) -> Option<TokenStream> {
    fields.iter().find_map(|field| condition(&field.attrs))
}

/// The condition among attributes, if numeric code may depend on it.
fn condition(attributes: &[Attribute]) -> Option<TokenStream> {
    let asked = take(&mut attributes.to_vec())?;
    (!is_of_tools(&asked)).then_some(asked)
}

fn is_of_tools(asked: &TokenStream) -> bool {
    let mut asked = asked.clone().into_iter();
    asked.any(|token| match token {
        TokenTree::Ident(name) => ASIDE.iter().any(|known| name == known),
        TokenTree::Group(group) => is_of_tools(&group.stream()),
        _ => false,
    })
}

/// Whether an item is there for tests or tools alone.
fn is_aside(item: &Item) -> bool {
    let asked = attributes_of(item).and_then(|attributes| take(&mut attributes.to_vec()));
    asked.is_some_and(|asked| is_of_tools(&asked))
}

fn attributes_of(item: &Item) -> Option<&[Attribute]> {
    Some(match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        _ => return None,
    })
}

/// Whether other items name an item, or may use it without its name.
fn is_needed(item: &Item, words: &Words) -> bool {
    match item {
        // The derivatives of an attributed function are under its own `cfg`.
        Item::Fn(function) if function.attrs.iter().any(is_attribute) => false,
        Item::Impl(block) => {
            let of_trait = block.trait_.as_ref();
            let last = of_trait.and_then(|(path, _)| path.segments.last());
            let is_without =
                |last: &syn::PathSegment| WITHOUT_NAMES.iter().any(|known| last.ident == known);
            (last.is_some_and(is_without) && words.reached.has(&type_name(&block.self_ty)))
                || block.items.iter().any(|part| match part {
                    ImplItem::Fn(method) => words.has_beside(&method.sig.ident.to_string(), item),
                    ImplItem::Const(constant) => {
                        words.has_beside(&constant.ident.to_string(), item)
                    }
                    _ => false,
                })
        }
        // A module is needed for what is in it: its own name may occur in imports alone.
        Item::Mod(inner) => {
            let name = inner.ident.to_string();
            let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
            words.occurs_beside(&name, item)
                && (words.reached.has(&name) || words.reached.has_any_of(items))
        }
        // A `macro_rules!`. A call of one decides nothing.
        Item::Macro(item) => {
            let mut name = item.ident.iter();
            name.any(|name| words.has_beside(&name.to_string(), item))
        }
        item => {
            let names = hidden::names(item);
            names.iter().any(|name| words.has_beside(name, item))
        }
    }
}

/// How often each name occurs, and which of them matter.
struct Words {
    counts: Map<String, usize>,
    reached: Reached,
}

impl Words {
    /// Counts the names in an item. Those in tests do not count.
    fn count_item(&mut self, item: &Item) {
        match item {
            _ if is_aside(item) => {}
            Item::Mod(inner) if inner.content.is_some() => {
                *self.counts.entry(inner.ident.to_string()).or_default() += 1;
                let items = inner.content.iter().flat_map(|(_, items)| items);
                items.for_each(|item| self.count_item(item));
            }
            item => count_names(item.to_token_stream(), &mut self.counts),
        }
    }

    /// Whether a name that matters occurs outside of an item as well.
    fn has_beside(&self, name: &str, item: &impl ToTokens) -> bool {
        self.reached.has(name) && self.occurs_beside(name, item)
    }

    fn occurs_beside(&self, name: &str, item: &impl ToTokens) -> bool {
        let mut own = Map::new();
        count_names(item.to_token_stream(), &mut own);
        let count = |counts: &Map<String, usize>| counts.get(name).copied().unwrap_or_default();
        count(&self.counts) > count(&own)
    }
}

fn count_names(tokens: TokenStream, counts: &mut Map<String, usize>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => *counts.entry(name.to_string()).or_default() += 1,
            TokenTree::Group(group) => count_names(group.stream(), counts),
            _ => {}
        }
    }
}
