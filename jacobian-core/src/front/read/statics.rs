//! Statics with numbers, which are read like constants.
//!
//! ```text
//! static NODES: [f64; 3] = [..];     const NODES: [f64; 3] = [..];
//! static CALLS: AtomicUsize = ..     stays, because its value changes
//! ```

use syn::{Item, ItemConst, ItemStatic, Type};

use crate::front::read::definitions::is_primitive;

/// The items, in which statics of unchanging numbers are constants.
pub(crate) fn as_constants(items: Vec<Item>) -> Vec<Item> {
    let read = |item| match item {
        Item::Static(of) if matches!(of.mutability, syn::StaticMutability::None) => {
            if is_of_numbers(&of.ty) {
                Item::Const(constant(of))
            } else {
                Item::Static(of)
            }
        }
        item => item,
    };
    items.into_iter().map(read).collect()
}

/// Whether a type is made of primitive types alone, none of which changes behind a reference.
fn is_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_of_numbers(&array.elem),
        Type::Slice(slice) => is_of_numbers(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_of_numbers),
        Type::Reference(reference) => {
            reference.mutability.is_none() && is_of_numbers(&reference.elem)
        }
        Type::Paren(inner) => is_of_numbers(&inner.elem),
        Type::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|name| is_primitive(&name.to_string())),
        _ => false,
    }
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
