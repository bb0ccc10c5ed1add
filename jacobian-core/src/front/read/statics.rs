//! Statics, which are read like constants.
//!
//! ```text
//! static NODES: [f64; 3] = [..];                     const NODES: [f64; 3] = [..];
//! static WGS84: Ellipsoid = Ellipsoid::new(..);      a place of a known type
//! static CALLS: AtomicUsize = AtomicUsize::new(0);   has no value here: what names it is copied
//! ```
//!
//! A value behind a shared reference changes only inside of cells and atomics. These are made by
//! functions that we do not know, so such a value is never known.

use syn::{Item, ItemConst, ItemStatic};

/// The items, in which statics are constants.
pub(crate) fn as_constants(items: Vec<Item>) -> Vec<Item> {
    let read = |item| match item {
        Item::Static(of) if matches!(of.mutability, syn::StaticMutability::None) => {
            Item::Const(constant(of))
        }
        item => item,
    };
    items.into_iter().map(read).collect()
}

fn constant(of: ItemStatic) -> ItemConst {
    let ItemStatic {
        attrs,
        vis,
        ident,
        ty,
        expr,
        ..
    } = of;
    syn::parse_quote!(#(#attrs)* #vis const #ident: #ty = #expr;)
}
