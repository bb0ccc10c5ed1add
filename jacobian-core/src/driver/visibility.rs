//! Makes what is private in inner modules visible to the attributed module.
//!
//! ```text
//! #[jacobian]
//! mod m {
//!     mod grid {                           pub(in super) mod grid
//!         const SIDE: f64 = 2.0;           pub(in super) const SIDE
//!         pub struct Cell { east: f64 }        pub(in super) east: f64
//!         impl Cell { fn far(&self) .. }       pub(in super) fn far(&self) ..
//!     }
//!     fn f(c: &grid::Cell, x: f64) -> f64 { x * c.size() }
//! }
//! ```
//!
//! The code generated for `f` has the body of `size` in it, which reads `c.east` and may name
//! `SIDE`. So what is private in a module inside is made visible to the attributed module, and to
//! nothing outside.
//!
//! A field or a method hides nothing. An item may: `use grid::*` brings each name that it can see.
//! So an item of a module that a glob names stays private, unless its name occurs in that module
//! alone.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, ImplItem, Item, ItemMod, UseTree, Visibility, parse_quote};

use crate::front::hidden;
use crate::front::places::is_narrow;
use crate::ordered::{Map, Set};

/// Makes it visible to the attributed module.
pub(super) fn widened_inside(mut module: ItemMod) -> ItemMod {
    let mut globs = Globs::default();
    globs.visit_item_mod(&module);
    let widening = Widening {
        globbed: globs.0,
        words: words_in(module.to_token_stream()),
    };
    widening.items(&mut module, 0);
    module
}

/// The last names before `::*`, and all names that an import changes.
#[derive(Default)]
struct Globs(Set<String>);

impl<'a> Visit<'a> for Globs {
    fn visit_use_tree(&mut self, tree: &'a UseTree) {
        match tree {
            UseTree::Path(path) if ends_in_glob(&path.tree) => {
                self.0.insert(path.ident.to_string());
            }
            UseTree::Rename(rename) => {
                self.0.insert(rename.ident.to_string());
            }
            _ => {}
        }
        visit::visit_use_tree(self, tree);
    }
}

fn ends_in_glob(tree: &UseTree) -> bool {
    match tree {
        UseTree::Glob(_) => true,
        UseTree::Group(group) => group.items.iter().any(ends_in_glob),
        _ => false,
    }
}

/// How often each word occurs.
fn words_in(tokens: TokenStream) -> Map<String, usize> {
    fn count(tokens: TokenStream, words: &mut Map<String, usize>) {
        for token in tokens {
            match token {
                TokenTree::Ident(word) => *words.entry(word.to_string()).or_default() += 1,
                TokenTree::Group(group) => count(group.stream(), words),
                _ => {}
            }
        }
    }
    let mut words = Map::new();
    count(tokens, &mut words);
    words
}

struct Widening {
    /// Modules whose names a glob may bring.
    globbed: Set<String>,
    /// The words of the attributed module.
    words: Map<String, usize>,
}

impl Widening {
    /// `depth` is the number of modules between these items and the attributed module.
    fn items(&self, module: &mut ItemMod, depth: usize) {
        let is_globbed = self.globbed.contains(&module.ident.to_string());
        let inside = is_globbed.then(|| words_in(module.to_token_stream()));
        let Some((_, items)) = &mut module.content else {
            return;
        };
        for item in items {
            let only_here = |name: &String| match &inside {
                Some(inside) => inside.get(name) == self.words.get(name),
                None => true,
            };
            if depth > 0 && hidden::names(item).iter().all(only_here) {
                widen_item(item, depth);
            }
            match item {
                Item::Mod(inner) => self.items(inner, depth + 1),
                Item::Struct(item) if depth > 0 => {
                    let private = private_fields(&mut item.fields, depth);
                    if !private.is_empty() {
                        item.attrs.push(parse_quote!(#[allow(private_interfaces)]));
                    }
                    widen(private, depth);
                }
                Item::Impl(block) if depth > 0 && block.trait_.is_none() => {
                    let items = block.items.iter_mut();
                    let private = items.filter_map(|item| visibility(item, depth));
                    let private: Vec<&mut Visibility> = private.collect();
                    if !private.is_empty() {
                        block.attrs.push(parse_quote!(#[allow(private_interfaces)]));
                    }
                    widen(private, depth);
                }
                _ => {}
            }
        }
    }
}

/// An item that other modules may have to name.
fn widen_item(item: &mut Item, depth: usize) {
    let Some((attributes, visibility)) = private_item(item, depth) else {
        return;
    };
    attributes.push(parse_quote!(#[allow(private_interfaces, private_bounds)]));
    widen(vec![visibility], depth);
}

/// The attributes and the visibility of an item, if it is private.
fn private_item(item: &mut Item, depth: usize) -> Option<(&mut Vec<Attribute>, &mut Visibility)> {
    let (attributes, visibility) = match item {
        Item::Const(item) => (&mut item.attrs, &mut item.vis),
        Item::Enum(item) => (&mut item.attrs, &mut item.vis),
        Item::Fn(item) => (&mut item.attrs, &mut item.vis),
        Item::Mod(item) => (&mut item.attrs, &mut item.vis),
        Item::Static(item) => (&mut item.attrs, &mut item.vis),
        Item::Struct(item) => (&mut item.attrs, &mut item.vis),
        Item::Trait(item) => (&mut item.attrs, &mut item.vis),
        Item::Type(item) => (&mut item.attrs, &mut item.vis),
        _ => return None,
    };
    is_narrow(visibility, depth).then_some((attributes, visibility))
}

fn private_fields(fields: &mut Fields, depth: usize) -> Vec<&mut Visibility> {
    let each = fields.iter_mut().map(|field| &mut field.vis);
    each.filter(|vis| is_narrow(vis, depth)).collect()
}

/// The visibility of an item of an `impl`, if it is private.
fn visibility(item: &mut ImplItem, depth: usize) -> Option<&mut Visibility> {
    let visibility = match item {
        ImplItem::Fn(method) => &mut method.vis,
        ImplItem::Const(constant) => &mut constant.vis,
        _ => return None,
    };
    is_narrow(visibility, depth).then_some(visibility)
}

fn widen(private: Vec<&mut Visibility>, depth: usize) {
    let outwards = proc_macro2::Ident::new("super", proc_macro2::Span::call_site());
    let supers = std::iter::repeat_n(outwards, depth);
    let wider: Visibility = parse_quote!(pub(in #(#supers)::*));
    for visibility in private {
        *visibility = wider.clone();
    }
}
