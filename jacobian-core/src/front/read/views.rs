//! Views: the names by which code in one module can mean the items of all modules.
//!
//! ```text
//! mod m {                     in m:       N is 0::N, self::N is 0::N, inner::h is 1::h
//!     const N: usize = 6;
//!     mod inner {             in inner:   h is 1::h, super::N is 0::N
//!         use super::other;   in inner:   other::k is 2::k, super::other::k as well
//!         fn h() { .. }
//!     }
//! }
//! ```
//!
//! Invariant: of two entries with the same name the later one is meant, because the items of a
//! module shadow what it imports.

use crate::front::prelude::types::Words;
use crate::front::read::brought::{Brought, Names, names_of};
use crate::front::read::imports::imports;
use crate::front::read::module_items::Module;

/// The modules with the items of other crates.
#[derive(Clone, Copy)]
pub(crate) struct Crates<'a> {
    /// The path of each crate, and the number of its module.
    pub(crate) modules: &'a [(&'static str, usize)],
    /// The same for crates that are seen.
    pub(crate) seen: &'a [(String, usize)],
    /// The names in the function, if their types are known by their names alone, because no imports
    /// are seen.
    pub(crate) alone: Option<&'a Words>,
}

/// The names of the items in a module, with the items' own names.
pub(crate) fn names_seen_in(
    modules: &[Module],
    crates: Crates<'_>,
    brought: &[Brought],
    number: usize,
) -> Names {
    let mut view = Vec::new();
    let Some(module) = modules.get(number) else {
        return view;
    };
    if let (true, Some(parent)) = (module.is_body, module.parent) {
        view = names_seen_in(modules, crates, brought, parent);
    }
    let mut add = |prefix: &str, from: usize, is_seen: &dyn Fn(&str) -> bool| {
        let names = names_of(modules, brought, (from, number)).into_iter();
        let seen = names.filter(|(name, _)| is_seen(name));
        view.extend(seen.map(|(name, own)| (format!("{prefix}{name}"), own)));
    };
    let all = |_: &str| true;
    for (path, from) in crates.modules.iter().filter(|(_, from)| *from != number) {
        if let Some(words) = crates.alone {
            add("", *from, &|name| words.has(name));
        }
        add(&format!("{path}::"), *from, &all);
        add(&format!("::{path}::"), *from, &all);
    }
    for (path, from) in crates.seen {
        // A variable may have the name of a function, so a function needs its path.
        if let Some(words) = crates.alone {
            add("", *from, &|name| {
                name.starts_with(char::is_uppercase) && words.has(name)
            });
        }
        add(&format!("{path}::"), *from, &all);
        add(&format!("::{path}::"), *from, &all);
    }
    if let Some(parent) = module.parent {
        add("super::", parent, &all);
    }
    let named = |(name, child): &(Option<String>, usize)| Some((name.clone()?, *child));
    for (name, child) in module.children.iter().filter_map(named) {
        add(&format!("{name}::"), child, &all);
        add(&format!("self::{name}::"), child, &all);
    }
    for (path, of) in &module.paths {
        add(&format!("{path}::"), *of, &all);
    }
    add("self::", number, &all);
    // An import may start at an item of the module: `use Vec3 as Point3`.
    add("", number, &all);
    let imported: Vec<(String, String)> = module
        .imports
        .iter()
        .flat_map(|tree| imports(tree, "", &view, &module.hidden))
        .collect();
    view.extend(imported);
    view.extend(module.aliases.iter().cloned());
    // Later entries win, so the items of the module shadow imported ones.
    for name in module.names() {
        view.push((name.clone(), format!("{number}::{name}")));
    }
    view
}
