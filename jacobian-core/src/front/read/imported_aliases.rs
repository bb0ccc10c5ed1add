//! Other names of types that a `use` brings from another module of the library.
//!
//! ```text
//! mod errors { pub enum Error { .. }  pub type Outcome<T> = Result<T, Error>; }
//! use errors::*;            as if `type Outcome<T> = Result<T, errors::Error>;` were written here
//! ```
//!
//! An alias is replaced in its own module only, so the module that imports it gets one of its own,
//! in which the names are paths. A module on the way may pass it on, `pub use errors::Outcome`. An
//! alias with names that cannot be written here is left out, and a function with it is refused as
//! before.

use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Item, ItemType, UseTree};

use crate::front::read::imports::{full_paths, imported_names};
use crate::front::read::type_aliases::TypeAliases;
use crate::front::syntax::types::{is_primitive_name, name_of_parameter};
use crate::ordered::{Map, Set};

/// The items with the aliases that each module imports.
pub(crate) fn with_imported_aliases(items: Vec<Item>) -> Vec<Item> {
    let items = with_named_numbers(items);
    if has_alias(&items) {
        spread(&items, &mut Vec::new())
    } else {
        items
    }
}

/// The items with `pub type Real = f32` beside `pub use f32 as Real`.
fn with_named_numbers(items: Vec<Item>) -> Vec<Item> {
    let mut all = Vec::with_capacity(items.len());
    for mut item in items {
        match &mut item {
            Item::Mod(inner) => {
                if let Some((_, inside)) = &mut inner.content {
                    *inside = with_named_numbers(std::mem::take(inside));
                }
            }
            Item::Use(import) if import.attrs.is_empty() => {
                let vis = &import.vis;
                full_paths(&import.tree, "", &mut |alias, path| {
                    let is_number = matches!(
                        path.trim_start_matches("std::primitive::")
                            .trim_start_matches("core::primitive::"),
                        "f64" | "f32"
                    );
                    if is_number
                        && let (Ok(alias), Ok(path)) = (
                            syn::parse_str::<syn::Ident>(&alias),
                            syn::parse_str::<syn::Path>(&path),
                        )
                        && alias != "f64"
                        && alias != "f32"
                    {
                        all.push(syn::parse_quote!(#vis type #alias = #path;));
                    }
                });
            }
            _ => {}
        }
        all.push(item);
    }
    all
}

/// Whether the items or a module inside of them have an alias.
fn has_alias(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Type(_) => true,
        Item::Mod(inner) => {
            let content = inner.content.as_ref();
            content.is_some_and(|(_, items)| has_alias(items))
        }
        _ => false,
    })
}

fn spread<'a>(items: &'a [Item], around: &mut Vec<&'a [Item]>) -> Vec<Item> {
    around.push(items);
    let mut all: Vec<Item> = items
        .iter()
        .map(|item| match item {
            Item::Mod(inner) => {
                let mut module = inner.clone();
                if let (Some((_, into)), Some((_, from))) = (&mut module.content, &inner.content) {
                    *into = spread(from, around);
                }
                Item::Mod(module)
            }
            item => item.clone(),
        })
        .collect();
    let mut found = Found::default();
    for item in items {
        if let Item::Use(item) = item
            && item.attrs.is_empty()
            && item.leading_colon.is_none()
        {
            let here = Target {
                items,
                prefix: String::new(),
                depth: around.len(),
                passes: PASSES,
                around: None,
            };
            imported(&item.tree, &here, around, &mut found);
        }
    }
    let own = names_of(items);
    // A name that is written here means that item, and hides what a glob brings.
    let Found { named, globbed } = found;
    let globbed = globbed.into_iter().filter(|(name, _)| !own.contains(name));
    let brought = named.into_iter().chain(globbed);
    all.extend(brought.map(|(_, alias)| Item::Type(alias)));
    around.pop();
    all
}

/// The aliases that a module imports, by their names there.
#[derive(Default)]
struct Found {
    named: Map<String, ItemType>,
    globbed: Map<String, ItemType>,
}

/// A module that a path in a `use` leads to.
#[derive(Clone)]
struct Target<'a> {
    items: &'a [Item],
    /// The path with `::` behind it.
    prefix: String,
    /// How many modules around the `use` contain it, itself included. Zero inside of another one.
    depth: usize,
    /// How many more modules may pass a name on, because they could pass it in a circle.
    passes: usize,
    /// The module around it, if it was named as a part of that.
    around: Option<Box<Target<'a>>>,
}

impl<'a> Target<'a> {
    /// What the next part of a path leads to.
    fn inside(&self, name: &str, around: &[&'a [Item]]) -> Option<Self> {
        let prefix = format!("{}{name}::", self.prefix);
        match name {
            // `self` is possible at the start of a path only.
            "self" if !self.prefix.is_empty() => Some(self.clone()),
            "self" => Some(Self {
                prefix,
                ..self.clone()
            }),
            "super" if self.around.is_some() => self.around.as_deref().cloned(),
            "super" => {
                let depth = self.depth.checked_sub(1).filter(|depth| *depth > 0)?;
                Some(Self {
                    items: around[depth - 1],
                    prefix,
                    depth,
                    ..self.clone()
                })
            }
            _ => Some(Self {
                items: module_in(self.items, name)?,
                prefix,
                depth: 0,
                passes: self.passes,
                around: Some(Box::new(self.clone())),
            }),
        }
    }
}

fn imported<'a>(tree: &UseTree, at: &Target<'a>, around: &[&'a [Item]], found: &mut Found) {
    let add = |name: &syn::Ident, alias: &syn::Ident, found: &mut Map<String, ItemType>| {
        let item = alias_in(at, name).or_else(|| passed_on(at, name, around));
        let item = item.map(|item| ItemType {
            ident: alias.clone(),
            ..item
        });
        found.extend(item.map(|item| (item.ident.to_string(), item)));
    };
    match tree {
        UseTree::Path(path) => {
            if let Some(target) = at.inside(&path.ident.to_string(), around) {
                imported(&path.tree, &target, around, found);
            }
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                imported(tree, at, around, found);
            }
        }
        UseTree::Name(name) => add(&name.ident, &name.ident, &mut found.named),
        UseTree::Rename(rename) => add(&rename.ident, &rename.rename, &mut found.named),
        UseTree::Glob(_) => {
            for item in at.items {
                if let Item::Type(item) = item {
                    add(&item.ident, &item.ident, &mut found.globbed);
                }
            }
        }
    }
}

/// How many modules an alias may be passed on by.
const PASSES: usize = 4;

/// The alias that a module imports by name to pass it on.
fn passed_on<'a>(at: &Target<'a>, name: &syn::Ident, around: &[&'a [Item]]) -> Option<ItemType> {
    let passes = at.passes.checked_sub(1)?;
    if at.prefix.is_empty() {
        return None;
    }
    let here = Target {
        passes,
        ..at.clone()
    };
    let name = name.to_string();
    at.items.iter().find_map(|item| match item {
        Item::Use(item)
            if item.attrs.is_empty()
                && (at.depth > 0 || !matches!(item.vis, syn::Visibility::Inherited))
                && imported_names(&item.tree).contains(&name) =>
        {
            let mut found = Found::default();
            imported(&item.tree, &here, around, &mut found);
            found.named.remove(&name)
        }
        _ => None,
    })
}

fn module_in<'a>(items: &'a [Item], name: &str) -> Option<&'a [Item]> {
    items.iter().find_map(|item| match item {
        Item::Mod(inner) if inner.ident == name => {
            let (_, items) = inner.content.as_ref()?;
            Some(items.as_slice())
        }
        _ => None,
    })
}

/// The alias of a module, with paths from the place of the `use`.
fn alias_in(target: &Target<'_>, name: &syn::Ident) -> Option<ItemType> {
    let there = TypeAliases::of(target.items);
    if target.prefix.is_empty() || !there.has(name) {
        return None;
    }
    let mut items = target.items.iter();
    let alias = items.find_map(|item| match item {
        Item::Type(item) if item.ident == *name => Some(item.clone()),
        _ => None,
    })?;
    let is_private = matches!(alias.vis, syn::Visibility::Inherited);
    if is_private && target.depth == 0 {
        return None;
    }
    let mut alias = ItemType {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        ..alias
    };
    let parameters = alias.generics.params.iter().map(name_of_parameter);
    let mut qualified = Qualified {
        own: names_of(target.items),
        parameters: parameters.collect(),
        imports: paths_of_imports(target.items),
        prefix: &target.prefix,
        is_clear: true,
    };
    // An alias of an alias is seen through where both are written, `(T, Vector3<T>)` with
    // `type Vector3<T> = [T; 3];`: as a path, `super::Vector3<T>`, it is no name of this module.
    *alias.ty = there.seen_through(&alias.ty);
    qualified.visit_type_mut(&mut alias.ty);
    qualified.is_clear.then_some(alias)
}

/// The names that the items of a module define, and those that it imports by name.
fn names_of(items: &[Item]) -> Set<String> {
    let names = items.iter().flat_map(|item| match item {
        Item::Struct(item) => vec![item.ident.to_string()],
        Item::Enum(item) => vec![item.ident.to_string()],
        Item::Union(item) => vec![item.ident.to_string()],
        Item::Type(item) => vec![item.ident.to_string()],
        Item::Trait(item) => vec![item.ident.to_string()],
        Item::Mod(item) => vec![item.ident.to_string()],
        Item::Use(item) => imported_names(&item.tree),
        _ => Vec::new(),
    });
    names.collect()
}

/// The whole paths of the names that a module imports.
fn paths_of_imports(items: &[Item]) -> Map<String, String> {
    let mut paths = Map::new();
    for item in items {
        if let Item::Use(item) = item {
            full_paths(&item.tree, "", &mut |name, path| {
                paths.insert(name, path);
            });
        }
    }
    paths
}

/// Names of one module, as paths from another.
struct Qualified<'a> {
    own: Set<String>,
    parameters: Set<String>,
    imports: Map<String, String>,
    prefix: &'a str,
    /// Whether all names could be written.
    is_clear: bool,
}

impl VisitMut for Qualified<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let Some(first) = path.segments.first() else {
            return;
        };
        let name = first.ident.to_string();
        let is_known = path.leading_colon.is_some()
            || self.parameters.contains(&name)
            || KNOWN.contains(&name.as_str())
            || is_primitive_name(&first.ident);
        if is_known {
            return;
        }
        let whole = match self.imports.get(&name) {
            // A path that starts here means something else there.
            Some(of)
                if ["self", "super", "crate"]
                    .iter()
                    .any(|start| of.starts_with(start)) =>
            {
                None
            }
            Some(of) => {
                let rest = path.to_token_stream().to_string();
                Some(rest.replacen(&name, of, 1))
            }
            None if self.own.contains(&name) => Some(format!("{}{}", self.prefix, quote!(#path))),
            None => None,
        };
        match whole.and_then(|whole| syn::parse_str(&whole).ok()) {
            Some(whole) => *path = whole,
            None => self.is_clear = false,
        }
    }
}

/// Names that mean the same in all modules.
const KNOWN: &[&str] = &[
    "f64", "f32", "Option", "Result", "Vec", "Box", "String", "std", "core", "alloc", "nalgebra",
];
