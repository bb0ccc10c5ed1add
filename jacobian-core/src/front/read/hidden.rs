//! Items that the library cannot see into: under `cfg`, below unknown attributes, or of a kind that
//! has no value.
//!
//! ```text
//! use super::*;                        brings `G = 9.81` of the module around
//! #[cfg(feature = "moon")]
//! const G: f64 = 1.62;                 takes its place, or does not
//! ```
//!
//! Such an item has no value here, so code that names it is copied as it is. Its name still
//! matters, because it takes the place of what a glob import brings under the same name.

use syn::{Attribute, Item};

use crate::front::read::attributes;
use crate::front::read::imports::imported_names;

/// Whether an item is there in every configuration, and is what its text says.
pub(crate) fn is_clear(item: &Item) -> bool {
    let is_clear_inside = match item {
        // A function is asked when it is called. A constant is never called.
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
        Item::Use(item) => Some(&item.attrs),
        _ => None,
    }
}

/// The names by which an item takes the place of what glob imports bring.
pub(crate) fn names(item: &Item) -> Vec<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Use(item) => return imported_names(&item.tree),
        _ => return Vec::new(),
    };
    vec![name.to_string()]
}
