//! Private fields, methods and constants of types in the modules inside of an attributed one.
//!
//! ```text
//! #[jacobian]
//! mod m {
//!     mod grid {
//!         pub struct Cell { east: f64 }        pub(super) east: f64
//!         impl Cell { fn far(&self) .. }       pub(super) fn far(&self) ..
//!     }
//!     fn f(c: &grid::Cell, x: f64) -> f64 { x * c.size() }
//! }
//! ```
//!
//! The code generated for `f` has the body of `size` in it, which reads `c.east`. So what is
//! private in a module inside is made visible to the attributed module, and to nothing outside. It
//! has no effect on other code, because a field or a method hides nothing.

use syn::{Fields, ImplItem, Item, ItemMod, Visibility, parse_quote};

/// Makes them visible to the attributed module.
pub(super) fn widened_inside(mut module: ItemMod) -> ItemMod {
    widen_items(&mut module, 0);
    module
}

/// `depth` is the number of modules between these items and the attributed module.
fn widen_items(module: &mut ItemMod, depth: usize) {
    let Some((_, items)) = &mut module.content else {
        return;
    };
    for item in items {
        match item {
            Item::Mod(inner) => widen_items(inner, depth + 1),
            Item::Struct(item) if depth > 0 => {
                let private = private_fields(&mut item.fields);
                if !private.is_empty() {
                    item.attrs.push(parse_quote!(#[allow(private_interfaces)]));
                }
                widen(private, depth);
            }
            Item::Impl(block) if depth > 0 && block.trait_.is_none() => {
                let items = block.items.iter_mut();
                let private: Vec<&mut Visibility> = items.filter_map(visibility).collect();
                if !private.is_empty() {
                    block.attrs.push(parse_quote!(#[allow(private_interfaces)]));
                }
                widen(private, depth);
            }
            _ => {}
        }
    }
}

fn private_fields(fields: &mut Fields) -> Vec<&mut Visibility> {
    let each = fields.iter_mut().map(|field| &mut field.vis);
    each.filter(|vis| matches!(vis, Visibility::Inherited))
        .collect()
}

/// The visibility of an item of an `impl`, if it is private.
fn visibility(item: &mut ImplItem) -> Option<&mut Visibility> {
    let visibility = match item {
        ImplItem::Fn(method) => &mut method.vis,
        ImplItem::Const(constant) => &mut constant.vis,
        _ => return None,
    };
    matches!(visibility, Visibility::Inherited).then_some(visibility)
}

fn widen(private: Vec<&mut Visibility>, depth: usize) {
    let outwards = proc_macro2::Ident::new("super", proc_macro2::Span::call_site());
    let supers = std::iter::repeat_n(outwards, depth);
    let wider: Visibility = parse_quote!(pub(in #(#supers)::*));
    for visibility in private {
        *visibility = wider.clone();
    }
}
