//! Calls of macros in an attributed module, where what they make has attributes.
//!
//! ```text
//! macro_rules! rotors { ($($name:ident => $t:ty),+) => { $(
//!     impl $name { #[jacobian(wrt(self.s))] pub fn norm(&self) -> $t { .. } }
//! )+ } }
//! rotors!(Rotor => f64);          the `impl` itself, so that its attributes are ours
//! ```
//!
//! Other calls stay as they are, because rustc expands them.

use quote::ToTokens;
use syn::Item;

use crate::front::own_macros::OwnMacros;

use super::attributed::{has_attributed, mentions_attribute};

/// A macro may call itself, so calls have an end.
const MOST_CALLS: usize = 200;

/// The item with such calls expanded, if it is a module.
pub(super) fn with_attributed(item: Item) -> Item {
    let Item::Mod(mut module) = item else {
        return item;
    };
    if let Some((_, items)) = &mut module.content {
        let is_macro = |item: &Item| {
            matches!(item, Item::Macro(_) | Item::Mod(_))
                && mentions_attribute(&item.to_token_stream())
        };
        if items.iter().any(is_macro) {
            let macros = OwnMacros::of(items);
            let mut n_left = MOST_CALLS;
            *items = expanded(std::mem::take(items), &macros, &mut n_left);
        }
    }
    Item::Mod(module)
}

fn expanded(items: Vec<Item>, macros: &OwnMacros, n_left: &mut usize) -> Vec<Item> {
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Item::Macro(call) if call.ident.is_none() && call.attrs.is_empty() => {
                *n_left = n_left.saturating_sub(1);
                let made = macros.items_of(&call).filter(|_| *n_left > 0);
                let made = made.map(|made| expanded(made, macros, n_left));
                match made.filter(|made| made.iter().any(has_attributed)) {
                    Some(made) => all.extend(made),
                    None => all.push(Item::Macro(call)),
                }
            }
            Item::Macro(mut definition) if definition.ident.is_some() => {
                // Its calls are written out, so rustc may see none.
                if mentions_attribute(&definition.mac.tokens) {
                    definition
                        .attrs
                        .push(syn::parse_quote!(#[allow(unused_macros)]));
                }
                all.push(Item::Macro(definition));
            }
            Item::Mod(mut inner) => {
                if let Some((_, items)) = &mut inner.content {
                    *items = expanded(std::mem::take(items), macros, n_left);
                }
                all.push(Item::Mod(inner));
            }
            other => all.push(other),
        }
    }
    all
}
