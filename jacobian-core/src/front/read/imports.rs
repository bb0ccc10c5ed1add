//! Imports: the names that a `use` in an attributed module brings into view.
//!
//! ```text
//! use super::{G, sq as square};  G, square    items of the library, under these names
//! use std::f64::consts::PI;      PI           a constant of the library
//! use super::*;                  the names in view there, except names with another meaning here
//! ```

use crate::ordered::Set;

use syn::UseTree;

/// The names that a `use` brings into view, with the items' own names.
pub(crate) fn imports(
    tree: &UseTree,
    prefix: &str,
    view: &[(String, String)],
    hidden: &Set<String>,
) -> Vec<(String, String)> {
    let named = |name: &syn::Ident, alias: &syn::Ident| {
        let path = format!("{prefix}{name}");
        let found = view.iter().find(|(seen, _)| *seen == path);
        found.map(|(_, own)| (alias.to_string(), own.clone()))
    };
    match tree {
        UseTree::Path(path) => imports(
            &path.tree,
            &format!("{prefix}{}::", path.ident),
            view,
            hidden,
        ),
        UseTree::Group(group) => {
            let trees = group.items.iter();
            trees
                .flat_map(|tree| imports(tree, prefix, view, hidden))
                .collect()
        }
        UseTree::Name(name) => named(&name.ident, &name.ident).into_iter().collect(),
        UseTree::Rename(rename) => named(&rename.ident, &rename.rename).into_iter().collect(),
        UseTree::Glob(_) => {
            let inside = |(seen, own): &(String, String)| {
                let name = seen.strip_prefix(prefix)?;
                let is_brought =
                    !prefix.is_empty() && !name.contains("::") && !hidden.contains(name);
                is_brought.then(|| (name.to_owned(), own.clone()))
            };
            view.iter().filter_map(inside).collect()
        }
    }
}

/// The items of the modules that a `use` brings: `gaussian::inverse` after `use distribution::
/// gaussian`.
pub(crate) fn items_of_imported_modules(
    tree: &UseTree,
    view: &[(String, String)],
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    full_paths(tree, "", &mut |alias, path| {
        let inside = |(seen, own): &(String, String)| {
            let name = seen.strip_prefix(&path)?.strip_prefix("::")?;
            Some((format!("{alias}::{name}"), own.clone()))
        };
        found.extend(view.iter().filter_map(inside));
    });
    found
}

/// The constants that `use std::f64::consts::PI` and others bring.
pub(crate) fn standard_constants(tree: &UseTree, prefix: &str) -> Vec<syn::ItemConst> {
    let constant = |name: &syn::Ident, alias: &syn::Ident| {
        // The module itself.
        if name == "self" {
            return None;
        }
        let scalar = match prefix {
            "std::f64::consts::" | "core::f64::consts::" => quote::quote!(f64),
            "std::f32::consts::" | "core::f32::consts::" => quote::quote!(f32),
            // Constants of the module have become those of the type.
            "std::f64::" | "core::f64::" if is_limit(name) => {
                return Some(syn::parse_quote!(const #alias: f64 = f64::#name;));
            }
            "std::f32::" | "core::f32::" if is_limit(name) => {
                return Some(syn::parse_quote!(const #alias: f32 = f32::#name;));
            }
            _ => return None,
        };
        Some(syn::parse_quote!(const #alias: #scalar = ::core::#scalar::consts::#name;))
    };
    match tree {
        UseTree::Path(path) => standard_constants(&path.tree, &format!("{prefix}{}::", path.ident)),
        UseTree::Group(group) => {
            let trees = group.items.iter();
            trees
                .flat_map(|tree| standard_constants(tree, prefix))
                .collect()
        }
        UseTree::Name(name) => constant(&name.ident, &name.ident).into_iter().collect(),
        UseTree::Rename(rename) => constant(&rename.ident, &rename.rename)
            .into_iter()
            .collect(),
        UseTree::Glob(_) => Vec::new(),
    }
}

/// Whether a constant of the modules `f64` and `f32` is one of the type as well.
fn is_limit(name: &syn::Ident) -> bool {
    let limits = [
        "EPSILON",
        "INFINITY",
        "MAX",
        "MIN",
        "MIN_POSITIVE",
        "NAN",
        "NEG_INFINITY",
    ];
    limits.iter().any(|limit| name == limit)
}

/// What `extern crate nalgebra as na;` brings into view, as a `use` would.
pub(crate) fn import_of_crate(item: &syn::ItemExternCrate) -> Option<UseTree> {
    let name = &item.ident;
    match &item.rename {
        _ if name == "self" => None,
        Some((_, alias)) => Some(syn::parse_quote!(#name as #alias)),
        None => Some(syn::parse_quote!(#name)),
    }
}

/// The names that a `use` brings, with their full paths.
pub(crate) fn full_paths(tree: &UseTree, prefix: &str, add: &mut impl FnMut(String, String)) {
    let mut name = |alias: &syn::Ident, name: &syn::Ident| {
        let path = match (name == "self", prefix.strip_suffix("::")) {
            (true, Some(module)) => module.to_owned(),
            _ => format!("{prefix}{name}"),
        };
        let alias = match (alias == "self", path.rsplit("::").next()) {
            (true, Some(last)) => last.to_owned(),
            _ => alias.to_string(),
        };
        add(alias, path);
    };
    match tree {
        UseTree::Path(path) => {
            full_paths(&path.tree, &format!("{prefix}{}::", path.ident), add);
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                full_paths(tree, prefix, add);
            }
        }
        UseTree::Name(named) => name(&named.ident, &named.ident),
        UseTree::Rename(renamed) => name(&renamed.rename, &renamed.ident),
        UseTree::Glob(_) => {}
    }
}

/// The names that a `use` brings, without those of a glob.
pub(crate) fn imported_names(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => imported_names(&path.tree),
        UseTree::Group(group) => group.items.iter().flat_map(imported_names).collect(),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(rename) => vec![rename.rename.to_string()],
        UseTree::Glob(_) => Vec::new(),
    }
}
