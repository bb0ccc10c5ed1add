//! The names that attributed functions may reach, because they name them, or what they name does.
//!
//! ```text
//! #[jacobian] fn f(x) { ease(x) }     ease
//! fn ease(t) { shape(t, SLOPE) }      shape, SLOPE
//! mod logging { fn log(..) .. }       nothing above names it
//! ```
//!
//! Names are words here: two items with one name are both reached. That is more than needed, and
//! never less.
//!
//! Cost: one walk over the tokens of the module.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, ImplItem, Item, UseTree};

use crate::front::{hidden, type_name};
use crate::ordered::{Map, Set};

use super::attributed::{has_attributed, is_attribute, mentions_attribute};

/// Traits whose methods code calls without their names.
pub(super) const WITHOUT_NAMES: &[&str] = &[
    "Add",
    "AddAssign",
    "Default",
    "Deref",
    "DerefMut",
    "Div",
    "DivAssign",
    "From",
    "Index",
    "IndexMut",
    "IntoIterator",
    "Iterator",
    "Mul",
    "MulAssign",
    "Neg",
    "PartialEq",
    "PartialOrd",
    "Rem",
    "Sub",
    "SubAssign",
    "Sum",
];

/// The names that are reached. `None` if all functions are served, or if macros make them.
#[derive(Debug)]
pub(super) struct Reached(Option<Set<String>>);

impl Reached {
    pub(super) fn of(items: &[Item]) -> Self {
        let mut pieces = Pieces::default();
        pieces.items(items);
        if pieces.by_macros || !items.iter().any(has_attributed) {
            return Self(None);
        }
        let mut reached = Set::new();
        let mut pending = pieces.roots;
        while let Some(piece) = pending.pop() {
            if let Some(tokens) = pieces.all[piece].take() {
                add_words(tokens, &mut |word| {
                    if let Some(named) = pieces.named.get(&word) {
                        pending.extend(named);
                    }
                    reached.insert(word);
                });
            }
        }
        Self(Some(reached))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|names| names.contains(name))
    }

    /// Whether one of these items is reached, or is attributed itself.
    pub(super) fn has_any_of(&self, items: &[Item]) -> bool {
        let mut pieces = Pieces::default();
        pieces.items(items);
        let mut names = pieces.named.keys();
        names.any(|name| self.has(name)) || items.iter().any(has_attributed)
    }
}

/// Pieces of code, and the names by which others reach them.
#[derive(Default)]
struct Pieces {
    all: Vec<Option<TokenStream>>,
    named: Map<String, Vec<usize>>,
    /// Those that are reached in any case.
    roots: Vec<usize>,
    /// Whether a macro may make attributed functions.
    by_macros: bool,
}

impl Pieces {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Mod(inner) => {
                let items = inner.content.iter().flat_map(|(_, items)| items);
                items.for_each(|item| self.item(item));
            }
            Item::Fn(function) => {
                let names = [function.sig.ident.to_string()];
                self.add(&names, is_asked(&function.attrs), item.to_token_stream());
            }
            Item::Impl(block) => self.block(block),
            Item::Trait(definition) => {
                let mut names = hidden::names(item);
                names.extend(definition.items.iter().filter_map(|item| match item {
                    syn::TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
                    syn::TraitItem::Const(constant) => Some(constant.ident.to_string()),
                    _ => None,
                }));
                self.add(&names, has_attributed(item), item.to_token_stream());
            }
            Item::Enum(definition) => {
                let mut names = hidden::names(item);
                let variants = definition.variants.iter();
                names.extend(variants.map(|variant| variant.ident.to_string()));
                self.add(&names, false, item.to_token_stream());
            }
            Item::Use(import) => {
                let mut names = Vec::new();
                add_renamed(&import.tree, &mut names);
                self.add(&names, false, item.to_token_stream());
            }
            Item::Macro(call) => {
                self.by_macros |= mentions_attribute(&item.to_token_stream());
                let name = call.ident.iter().map(ToString::to_string);
                let name: Vec<String> = name.collect();
                self.add(&name, name.is_empty(), call.mac.tokens.clone());
            }
            item => self.add(&hidden::names(item), false, item.to_token_stream()),
        }
    }

    /// Each part of an `impl` by its name, or by that of the type if code needs no name for it.
    fn block(&mut self, block: &syn::ItemImpl) {
        let is_root = is_asked(&block.attrs);
        let of_trait = block.trait_.as_ref().map(|(path, _)| path);
        let last = of_trait.and_then(|path| path.segments.last());
        let is_without = last.is_some_and(|last| WITHOUT_NAMES.iter().any(|it| last.ident == it));
        let mut head = block.clone();
        head.items.clear();
        for part in &block.items {
            let (name, is_root) = match part {
                ImplItem::Fn(method) => (&method.sig.ident, is_root || is_asked(&method.attrs)),
                ImplItem::Const(constant) => (&constant.ident, is_root),
                ImplItem::Type(ty) => (&ty.ident, is_root),
                _ => continue,
            };
            let mut names = vec![name.to_string()];
            names.extend(is_without.then(|| type_name(&block.self_ty)));
            let mut tokens = head.to_token_stream();
            part.to_tokens(&mut tokens);
            self.add(&names, is_root, tokens);
        }
    }

    fn add(&mut self, names: &[String], is_root: bool, tokens: TokenStream) {
        let piece = self.all.len();
        self.all.push(Some(tokens));
        self.roots.extend(is_root.then_some(piece));
        for name in names {
            self.named.entry(name.clone()).or_default().push(piece);
        }
    }
}

fn is_asked(attributes: &[Attribute]) -> bool {
    attributes.iter().any(is_attribute)
}

fn add_renamed(tree: &UseTree, names: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => add_renamed(&path.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_renamed(tree, names)),
        UseTree::Rename(rename) => names.push(rename.rename.to_string()),
        UseTree::Name(_) | UseTree::Glob(_) => {}
    }
}

fn add_words(tokens: TokenStream, add: &mut dyn FnMut(String)) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => add(name.to_string()),
            TokenTree::Group(group) => add_words(group.stream(), add),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reached;

    #[test]
    fn what_nothing_names_is_not_reached() {
        let file: syn::File = syn::parse_quote! {
            #[jacobian]
            fn f(x: f64) -> f64 { quick(x) + P(x).far() }
            use inner::ease as quick;
            mod inner {
                pub fn ease(t: f64) -> f64 { t * SLOPE }
                fn other() { unseen() }
                fn unseen() {}
            }
            impl P { fn far(&self) -> f64 { self.near() } fn near(&self) -> f64 { 0.0 } }
            impl P { fn aside(&self) { Deep::new() } }
            impl Add for P { fn add(self, o: P) -> P { combine(self, o) } }
            fn combine(a: P, b: P) -> P { a }
        };
        let reached = Reached::of(&file.items);
        for name in ["quick", "ease", "SLOPE", "far", "near", "combine"] {
            assert!(reached.has(name), "{name}");
        }
        for name in ["other", "unseen", "aside", "Deep"] {
            assert!(!reached.has(name), "{name}");
        }
    }

    #[test]
    fn all_is_reached_where_all_functions_are_served() {
        let file: syn::File = syn::parse_quote!(
            fn f(x: f64) -> f64 {
                x
            }
            fn g() {}
        );
        assert!(Reached::of(&file.items).has("g"));
    }
}
