//! Traits in sight: those that the attributed module defines, and imports under the names of
//! others.
//!
//! ```text
//! trait Number: Copy + Float {}         requires Float, so `T: Number` is a number
//! trait Field { fn one() -> Self; }     of the user's, though simba has one of this name
//! impl Field for f64 { .. }             `T: Field` may be `f64`
//! use my_crate::Float;                  we do not know what its methods do
//! ```
//!
//! A bound is known by the last name of its trait. A name that is seen to be something else has no
//! meaning of ours.

use syn::{Item, Type, TypeParamBound, UseTree};

use crate::ordered::{Map, Set};

use crate::front::syntax::foreign_traits::{self, CRATES};

/// The traits that the items around a function define or import.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnTraits {
    /// The traits that each one requires.
    defined: Map<String, Vec<String>>,
    /// Traits that are implemented for a floating-point type, with the type.
    numbers: Set<(String, String)>,
    /// Names that are imported from crates that we do not know.
    imported: Set<String>,
}

impl OwnTraits {
    /// The traits among some items, and in the modules inside.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut own = Self::default();
        own.push(items);
        own
    }

    fn push(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Trait(found) => {
                    let required = found.supertraits.iter().filter_map(name_of_bound);
                    self.defined
                        .insert(found.ident.to_string(), required.collect());
                }
                Item::Impl(block) => {
                    if let (Some((path, _)), Type::Path(of)) = (&block.trait_, &*block.self_ty)
                        && let Some(name) = foreign_traits::name_of(path)
                        && let Some(of) = of.path.get_ident()
                    {
                        self.numbers.insert((name, of.to_string()));
                    }
                }
                Item::Use(import) => self.import(&import.tree, None),
                Item::Mod(inner) => {
                    let items = inner.content.iter().flat_map(|(_, items)| items);
                    let items: Vec<Item> = items.cloned().collect();
                    self.push(&items);
                }
                _ => {}
            }
        }
    }

    fn import(&mut self, tree: &UseTree, root: Option<&syn::Ident>) {
        let mut name = |alias: &syn::Ident, is_renamed: bool| {
            let alias = alias.to_string();
            let is_known = root.is_none_or(|root| CRATES.iter().any(|known| root == known));
            let means_other = !is_known || is_renamed;
            if means_other && foreign_traits::is_of_numbers(&alias) {
                self.imported.insert(alias);
            }
        };
        match tree {
            UseTree::Path(path) => self.import(&path.tree, root.or(Some(&path.ident))),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, root);
                }
            }
            UseTree::Name(found) => name(&found.ident, false),
            UseTree::Rename(found) => name(&found.rename, found.rename != found.ident),
            UseTree::Glob(_) => {}
        }
    }

    /// Whether a trait is the user's own, or may be.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.defined.contains_key(name) || self.imported.contains(name)
    }

    /// Whether a trait is seen to be implemented for a floating-point type.
    pub(crate) fn is_of(&self, name: &str, scalar: &str) -> bool {
        self.defined.contains_key(name)
            && self.numbers.contains(&(name.to_owned(), scalar.to_owned()))
    }

    /// The traits with those that they require, in the words of other people's crates. A trait of
    /// the user's own counts by what it requires.
    pub(crate) fn closed(&self, traits: Vec<String>) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut open = traits;
        let mut seen = Set::new();
        while let Some(name) = open.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            match self.defined.get(&name) {
                Some(required) => open.extend(required.iter().cloned()),
                None if self.imported.contains(&name) => {}
                None => all.push(name),
            }
        }
        foreign_traits::closed(all)
    }
}

/// The name of the trait in a bound.
pub(crate) fn name_of_bound(bound: &TypeParamBound) -> Option<String> {
    match bound {
        TypeParamBound::Trait(found) => foreign_traits::name_of(&found.path),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::OwnTraits;

    #[test]
    fn traits_of_the_users_own_count_by_what_they_require() {
        let file: syn::File = syn::parse_quote! {
            use my_math::Float;
            use num_traits::Zero;
            trait Field { fn one() -> Self; }
            impl Field for f64 { fn one() -> f64 { 1.0 } }
            mod inner { pub(super) trait Number: Copy + num_traits::NumCast + super::Field {} }
        };
        let own = OwnTraits::of(&file.items);
        let closed = |name: &str| own.closed(vec![name.to_owned()]).join(" ");
        assert_eq!(closed("Float"), "");
        assert_eq!(closed("Zero"), "Zero");
        assert_eq!(closed("Field"), "");
        assert_eq!(closed("Number"), "NumCast Copy ToPrimitive");
        assert!(own.is_own("Field") && own.is_of("Field", "f64") && !own.is_of("Field", "f32"));
    }
}
