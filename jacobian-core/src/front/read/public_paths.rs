//! The paths by which generated code names items of crates that are seen, and the fields that it
//! cannot name.
//!
//! ```text
//! mod vector { pub struct Vector3 { .. } }
//! pub use vector::Vector3;                     ::cgmath::Vector3
//! ```
//!
//! Generated code is outside of the crate. So it names an item by its public path, which is found
//! from the root over public modules and `pub use`.

use syn::Member;

use crate::ordered::Map;

use crate::front::read::brought::names_of;
use crate::front::read::definitions::{Key, Types};
use crate::front::read::library::Library;

impl Library {
    /// The public paths of the items of crates that are seen, by the items' own names.
    pub(crate) fn public_paths(&self) -> Map<String, syn::Path> {
        let mut found = Map::new();
        for (name, root) in &self.seen {
            // Modules level by level, so that the shortest path of an item comes first.
            let mut level = vec![(format!("::{name}"), *root)];
            while !level.is_empty() {
                let mut inner = Vec::new();
                for (path, number) in &level {
                    self.add_public_paths(path, *number, &mut found);
                    inner.extend(self.public_modules(path, *number));
                }
                level = inner;
            }
        }
        found
    }

    fn is_restricted(&self, module: usize, name: &str) -> bool {
        let mut restricted = self.restricted.iter();
        restricted.any(|(modules, names)| modules.contains(&module) && names.contains(name))
    }

    fn add_public_paths(&self, path: &str, module: usize, found: &mut Map<String, syn::Path>) {
        // A number of no module is that of the user's code, which is outside of all these.
        for (name, own) in names_of(&self.modules, &self.brought, (module, usize::MAX)) {
            if !self.is_restricted(module, &name)
                && !found.contains_key(&own)
                && let Ok(whole) = syn::parse_str(&format!("{path}::{name}"))
            {
                found.insert(own, whole);
            }
        }
    }

    fn public_modules(&self, path: &str, module: usize) -> Vec<(String, usize)> {
        let of = &self.modules[module];
        let children = of.children.iter();
        let public = children.filter_map(|(name, child)| {
            let name = name.as_ref()?;
            let is_public = !of.private.contains(name) && !self.is_restricted(module, name);
            is_public.then(|| (format!("{path}::{name}"), *child))
        });
        public.collect()
    }
}

impl Types {
    /// Whether a module is one of a crate that is seen.
    pub(crate) fn is_seen(&self, module: usize) -> bool {
        let place = self.places.modules.get(module);
        place.is_some_and(|place| place.is_seen)
    }

    /// A field of a type of such a crate that only the crate can name.
    pub(crate) fn closed_field(&self, key: &Key) -> Option<&Member> {
        let definition = self.definition(key)?;
        let closed = definition.closed.first()?;
        self.is_seen(definition.module).then_some(closed)
    }

    /// Whether only the crate can name this field.
    pub(crate) fn is_closed(&self, key: &Key, member: &Member) -> bool {
        let definition = self.definition(key);
        definition.is_some_and(|of| self.is_seen(of.module) && of.closed.contains(member))
    }
}
