//! Items that the library cannot look into: under `cfg`, below unknown attributes, or of a kind
//! without a value.
//!
//! ```text
//! use super::*;                        brings `G = 9.81` of the module around
//! #[cfg(feature = "moon")]
//! const G: f64 = 1.62;                 may take its place
//! ```
//!
//! Such an item has no value here, so code that names it is copied unchanged. Its name still
//! matters, because it shadows an item of the same name from a glob import.

use syn::{Attribute, Item};

use crate::front::read::attributes;
use crate::front::read::imports::imported_names;

/// Whether an item exists in every configuration and is not rewritten.
pub(crate) fn is_clear(item: &Item) -> bool {
    let is_clear_inside = match item {
        // The body of a function is checked when it is called. A constant is never called, so it is
        // checked here.
        Item::Const(item) => attributes::refused_inside(&item.expr).is_empty(),
        _ => true,
    };
    is_clear_inside && attributes_of(item).is_none_or(attributes::are_harmless)
}

/// The attributes of the kinds of item that the library reads.
fn attributes_of(item: &Item) -> Option<&[Attribute]> {
    match item {
        Item::Const(item) => Some(&item.attrs),
        Item::Fn(item) => Some(&item.attrs),
        Item::Impl(item) => Some(&item.attrs),
        Item::Mod(item) => Some(&item.attrs),
        Item::Trait(item) => Some(&item.attrs),
        Item::Use(item) => Some(&item.attrs),
        _ => None,
    }
}

/// The names by which an item shadows glob imports.
pub(crate) fn names(item: &Item) -> Vec<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Use(item) => return imported_names(&item.tree),
        _ => return Vec::new(),
    };
    vec![name.to_string()]
}
