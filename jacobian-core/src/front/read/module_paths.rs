//! Paths to modules of the library, as code in one of them writes them.
//!
//! ```text
//! use super::geomath;         geomath::sq(x)            the module beside this one
//! use shapes::{self, flat};   flat::area(x)             one inside of another
//!                             super::super::units::KM   by its whole path
//! ```

use quote::ToTokens;
use syn::UseTree;

use crate::ordered::{Map, Set};

use crate::front::read::module_items::Module;
use crate::front::syntax::captures::mentioned;

/// The paths in a module that name a module, with its number.
pub(crate) fn module_paths(
    modules: &[Module],
    crates: &[(String, usize)],
    number: usize,
) -> Vec<(String, usize)> {
    let module = &modules[number];
    let mut paths = Set::new();
    for tree in &module.imports {
        add_paths(tree, "", &mut paths);
    }
    let around = |path: &String| path.rsplit_once("::").map(|(around, _)| around.to_owned());
    let written = module.functions.iter().flat_map(|known| &known.mentions);
    // A `use` in a body may name a module by its whole path.
    paths.extend(written.flat_map(|path| [around(path), Some(path.clone())].into_iter().flatten()));
    for block in &module.blocks {
        let written = mentioned(block.to_token_stream());
        paths.extend(written.iter().filter_map(around));
    }
    let mut lookup = Lookup {
        modules,
        crates,
        imported: Map::new(),
    };
    let found = |path: String| {
        let of = lookup.module_at(number, &path)?;
        Some((path, of))
    };
    paths.into_iter().filter_map(found).collect()
}

/// The paths in a `use`, and the names that it brings.
fn add_paths(tree: &UseTree, prefix: &str, paths: &mut Set<String>) {
    match tree {
        UseTree::Path(path) => {
            let whole = format!("{prefix}{}", path.ident);
            add_paths(&path.tree, &format!("{whole}::"), paths);
            paths.insert(whole);
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                add_paths(tree, prefix, paths);
            }
        }
        UseTree::Name(name) if name.ident == "self" => {
            let last = prefix.trim_end_matches("::").rsplit("::").next();
            paths.extend(last.map(str::to_owned));
        }
        UseTree::Name(name) => {
            paths.insert(name.ident.to_string());
        }
        UseTree::Rename(rename) => {
            paths.insert(rename.rename.to_string());
        }
        UseTree::Glob(_) => {}
    }
}

/// The modules that paths name, each looked up once.
struct Lookup<'a> {
    modules: &'a [Module],
    /// Crates that are seen.
    crates: &'a [(String, usize)],
    /// What the imports of a module bring under a name. While it is looked up, that is nothing,
    /// because globs may lead around in a circle.
    imported: Map<(usize, String), Option<usize>>,
}

impl Lookup<'_> {
    /// The module that a path names from another one.
    fn module_at(&mut self, number: usize, path: &str) -> Option<usize> {
        let mut at = number;
        for (position, segment) in path.trim_start_matches("::").split("::").enumerate() {
            at = match segment {
                "self" => at,
                "super" => self.modules[at].parent?,
                name => {
                    let found = self.child(at, name).or_else(|| self.imported(at, name));
                    let of_crate = || self.crate_named(name).filter(|_| position == 0);
                    found.or_else(of_crate)?
                }
            };
        }
        Some(at)
    }

    fn crate_named(&self, name: &str) -> Option<usize> {
        let mut crates = self.crates.iter();
        crates
            .find(|(known, _)| known == name)
            .map(|(_, root)| *root)
    }

    fn child(&self, at: usize, name: &str) -> Option<usize> {
        let mut children = self.modules[at].children.iter();
        let child = children.find(|(known, _)| known.as_deref() == Some(name));
        child.map(|(_, child)| *child)
    }

    /// The module that a `use` brings under a name.
    fn imported(&mut self, at: usize, name: &str) -> Option<usize> {
        let key = (at, name.to_owned());
        if let Some(known) = self.imported.get(&key) {
            return *known;
        }
        self.imported.insert(key.clone(), None);
        let found = self.brought(at, name);
        self.imported.insert(key, found);
        found
    }

    fn brought(&mut self, at: usize, name: &str) -> Option<usize> {
        let imports = &self.modules[at].imports;
        if let Some(path) = imports.iter().find_map(|tree| path_to(tree, "", name)) {
            return self.module_at(at, &path);
        }
        let mut globs = Vec::new();
        for tree in imports {
            add_globs(tree, "", &mut globs);
        }
        globs.iter().find_map(|path| {
            let around = self.module_at(at, path)?;
            self.child(around, name)
        })
    }
}

/// The paths before `::*` in a `use`.
fn add_globs(tree: &UseTree, prefix: &str, globs: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => add_globs(&path.tree, &format!("{prefix}{}::", path.ident), globs),
        UseTree::Group(group) => {
            for tree in &group.items {
                add_globs(tree, prefix, globs);
            }
        }
        UseTree::Glob(_) => globs.push(prefix.trim_end_matches("::").to_owned()),
        _ => {}
    }
}

/// The path that a `use` gives a name.
fn path_to(tree: &UseTree, prefix: &str, name: &str) -> Option<String> {
    let whole = |last: &syn::Ident| {
        if last == "self" {
            prefix.trim_end_matches("::").to_owned()
        } else {
            format!("{prefix}{last}")
        }
    };
    match tree {
        UseTree::Path(path) => path_to(&path.tree, &format!("{prefix}{}::", path.ident), name),
        UseTree::Group(group) => {
            let mut trees = group.items.iter();
            trees.find_map(|tree| path_to(tree, prefix, name))
        }
        UseTree::Name(found) => {
            let whole = whole(&found.ident);
            let is_named = whole.rsplit("::").next() == Some(name);
            is_named.then_some(whole)
        }
        UseTree::Rename(found) => (found.rename == name).then(|| whole(&found.ident)),
        UseTree::Glob(_) => None,
    }
}
