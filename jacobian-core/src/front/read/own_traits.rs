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

use syn::visit::Visit;
use syn::{Item, Type, TypeParamBound, UseTree};

use crate::ordered::{Map, Set};

use crate::front::read::behind_types::BehindTypes;
use crate::front::read::imports::full_paths;
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::real_trait::RealTrait;
use crate::front::read::seen::{Seen, items_of};
use crate::front::read::shadowing::{forwarding, methods_of_lists, shadowing};
use crate::front::syntax::foreign_traits::{self, CRATES, Other, Shadowed, name_of_bound};
use crate::front::syntax::types::behind_reference;
use crate::front::syntax::unseen_traits;

/// The traits that the items around a function define or import.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnTraits {
    /// The traits that each one requires.
    defined: Map<String, Vec<String>>,
    /// Traits that require one of a known crate with the same name,
    /// `trait RealField: nalgebra::RealField`.
    namesakes: Set<String>,
    /// The items of each one, which come before those of the same names elsewhere.
    shadowing: Map<String, Vec<Shadowed>>,
    /// Methods of an `impl` for a floating-point type that only call the type's own: trait, type,
    /// name.
    forwarded: Set<(String, String, String)>,
    /// Traits that are implemented for other types than these.
    others: Set<String>,
    /// Traits that are implemented for a floating-point type, with the type.
    numbers: Set<(String, String)>,
    /// Names that are imported from crates that we do not know.
    imported: Set<String>,
    /// Names that are imported from what may be a known crate under another name, `libnum`. They
    /// count in the bounds of a parameter, because rustc is asked there whether they are right.
    perhaps: Set<String>,
    /// Other names of known crates, `use num_traits as nt`.
    crates: Set<String>,
    real: RealTrait,
    /// Methods of traits for `Vec`, for other lists of std and for any type, with their numbers of
    /// arguments. They do more than call the method of the same name.
    of_lists: Set<(String, usize)>,
    /// Traits by which the items know values, `&dyn Model` and `impl Model`.
    behind_types: Set<String>,
    /// The traits themselves, for the types of their methods.
    items: Map<String, syn::ItemTrait>,
}

impl OwnTraits {
    /// The traits among some items, and in the modules inside.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut own = Self::default();
        own.name_crates(items);
        own.push(items, &OwnMacros::of(items));
        own.note_ambiguous();
        if !own.defined.is_empty() {
            let mut found = BehindTypes::default();
            for item in items {
                found.visit_item(item);
            }
            own.behind_types = found.0;
        }
        own
    }

    /// The same with the traits of crates that are seen.
    pub(crate) fn with_seen(items: &[Item], seen: &[Seen]) -> Self {
        if seen.is_empty() {
            return Self::of(items);
        }
        let all: Vec<Item> = items.iter().chain(items_of(seen)).cloned().collect();
        Self::of(&all)
    }

    /// Whether a trait may have a method for lists.
    pub(crate) fn is_for_lists(&self, name: &str, count: usize) -> bool {
        self.of_lists.contains(&(name.to_owned(), count))
    }

    /// Whether the items know values by this trait alone, `&dyn Model` and `impl Model`.
    pub(crate) fn is_behind_types(&self, name: &str) -> bool {
        self.behind_types.contains(name)
    }

    /// Collects the other names of known crates.
    fn name_crates(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::ExternCrate(found) => {
                    if let Some((_, alias)) = &found.rename
                        && is_crate(&found.ident)
                    {
                        self.crates.insert(alias.to_string());
                    }
                }
                Item::Use(import) => full_paths(&import.tree, "", &mut |alias, path| {
                    if is_crate(&path) && alias != path {
                        self.crates.insert(alias);
                    }
                }),
                Item::Mod(inner) => {
                    let items = inner.content.iter();
                    items.for_each(|(_, items)| self.name_crates(items));
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, items: &[Item], macros: &OwnMacros) {
        for item in items {
            match item {
                Item::Trait(found) => {
                    let supertraits = found.supertraits.iter();
                    let required: Vec<&TypeParamBound> =
                        supertraits.chain(bounds_of_self(&found.generics)).collect();
                    let name = found.ident.to_string();
                    if required.iter().any(|bound| self.is_namesake(bound, &name)) {
                        self.namesakes.insert(name.clone());
                    }
                    let required = required.into_iter().filter_map(name_of_bound);
                    self.defined.insert(name.clone(), required.collect());
                    let items = found.items.iter();
                    let items = items.filter_map(|item| shadowing(&found.ident, item));
                    self.shadowing.insert(name.clone(), items.collect());
                    self.items.insert(name, found.clone());
                }
                Item::Impl(block) => {
                    let of_trait = block.trait_.as_ref();
                    let name = of_trait.and_then(|(path, _)| foreign_traits::name_of(path));
                    self.others.extend(name.filter(|_| is_of_other(block)));
                    self.of_lists.extend(methods_of_lists(block));
                    if let (Some((path, _)), Type::Path(of)) = (&block.trait_, &*block.self_ty)
                        && let Some(name) = foreign_traits::name_of(path)
                        && let Some(of) = of.path.get_ident()
                    {
                        let of = of.to_string();
                        for method in forwarding(block, &of) {
                            self.forwarded.insert((name.clone(), of.clone(), method));
                        }
                        self.numbers.insert((name, of));
                    }
                }
                Item::Use(import) => self.import(&import.tree, None),
                Item::Mod(inner) => {
                    let items = inner.content.iter().flat_map(|(_, items)| items);
                    let items: Vec<Item> = items.cloned().collect();
                    self.push(&items, macros);
                }
                // `impl_number!(f64);`
                Item::Macro(call) if call.ident.is_none() => {
                    self.push(&macros.made_by(call), macros);
                }
                _ => {}
            }
        }
    }

    /// Whether a bound is a trait of a known crate that has the name of the user's own.
    fn is_namesake(&self, bound: &TypeParamBound, name: &str) -> bool {
        let TypeParamBound::Trait(bound) = bound else {
            return false;
        };
        let mut segments = bound.path.segments.iter().map(|part| &part.ident);
        let of_crate = segments
            .next()
            .is_some_and(|root| is_crate(root) || self.crates.contains(&root.to_string()));
        of_crate && segments.next_back().is_some_and(|last| last == name)
    }

    /// Constants that several traits have: `T::K` says which one by the bounds of `T`, but `f64::K`
    /// does not.
    fn note_ambiguous(&mut self) {
        let mut owners: Map<String, Vec<syn::Ident>> = Map::new();
        for found in self.items.values() {
            for item in &found.items {
                if let syn::TraitItem::Const(constant) = item {
                    let owners = owners.entry(constant.ident.to_string()).or_default();
                    owners.push(found.ident.clone());
                }
            }
        }
        for (name, owners) in owners.iter().filter(|(_, owners)| owners.len() > 1) {
            for of_trait in owners {
                let known = self.shadowing.entry(of_trait.to_string()).or_default();
                if known.iter().all(|own| own.name != *name) {
                    known.push(Shadowed {
                        of_trait: of_trait.clone(),
                        name: name.clone(),
                        kind: foreign_traits::Item::Constant,
                        other: Other::Traits,
                    });
                }
            }
        }
    }

    fn import(&mut self, tree: &UseTree, from: Option<(&syn::Ident, &syn::Ident)>) {
        let root = from.map(|(root, _)| root);
        let mut name = |alias: &syn::Ident, is_renamed: bool| {
            let alias = alias.to_string();
            self.real.note((&alias, is_renamed), from, &self.crates);
            let is_known =
                root.is_none_or(|root| is_crate(root) || self.crates.contains(&root.to_string()));
            let means_other = !is_known || is_renamed;
            if !means_other || !foreign_traits::is_of_numbers(&alias) {
                return;
            }
            let is_like = root.is_some_and(|root| root.to_string().contains("num"));
            if is_like && !is_renamed && foreign_traits::mark(&alias).is_some() {
                self.perhaps.insert(alias);
            } else {
                self.imported.insert(alias);
            }
        };
        match tree {
            UseTree::Path(path) => {
                let root = root.unwrap_or(&path.ident);
                self.import(&path.tree, Some((root, &path.ident)));
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, from);
                }
            }
            UseTree::Name(found) => name(&found.ident, false),
            UseTree::Rename(found) => name(&found.rename, found.rename != found.ident),
            UseTree::Glob(_) => {}
        }
    }

    /// The names of traits in bounds, as their imports say what they mean.
    pub(crate) fn seen(&self, traits: Vec<String>) -> Vec<String> {
        if self.is_own("Real") {
            return traits;
        }
        self.real.seen(traits)
    }

    /// Whether a trait is the user's own, or may be.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.defined.contains_key(name) || self.imported.contains(name)
    }

    /// Whether a trait is neither defined around nor one of those that we know.
    pub(crate) fn is_unseen(&self, name: &str) -> bool {
        let may_be = unseen_traits::may_be_of_scalars(name) || self.imported.contains(name);
        may_be && !self.defined.contains_key(name)
    }

    /// Other names of known crates.
    pub(crate) fn crates(&self) -> impl Iterator<Item = &String> {
        self.crates.iter()
    }

    /// A trait that the items around define.
    pub(crate) fn item(&self, name: &str) -> Option<&syn::ItemTrait> {
        self.items.get(name)
    }

    /// Whether one of the traits here has a type parameter of this name.
    pub(crate) fn has_type_parameter(&self, name: &syn::Ident) -> bool {
        let mut parameters = self
            .items
            .values()
            .flat_map(|item| item.generics.type_params());
        parameters.any(|parameter| parameter.ident == *name)
    }

    /// The one method of this name that the traits here have.
    pub(crate) fn with_method(&self, name: &syn::Ident) -> Option<&syn::Signature> {
        let items = self.items.iter().flat_map(|(_, item)| &item.items);
        let mut methods = items.filter_map(|item| match item {
            syn::TraitItem::Fn(found) if found.sig.ident == *name => Some(&found.sig),
            _ => None,
        });
        methods.next().filter(|_| methods.next().is_none())
    }

    /// Whether a trait is seen to be implemented for a floating-point type.
    pub(crate) fn is_of(&self, name: &str, scalar: &str) -> bool {
        self.defined.contains_key(name)
            && self.numbers.contains(&(name.to_owned(), scalar.to_owned()))
    }

    /// Whether a type in sight that is no floating-point number implements a trait.
    pub(crate) fn is_of_others(&self, name: &str) -> bool {
        self.others.contains(name)
    }

    /// Whether types in sight implement a trait that is seen, and none of them is a floating-point
    /// number.
    pub(crate) fn is_of_others_only(&self, name: &str) -> bool {
        let is_of_number = ["f64", "f32"].iter().any(|scalar| self.is_of(name, scalar));
        self.defined.contains_key(name) && self.is_of_others(name) && !is_of_number
    }

    /// Those of these traits, and of those that they require, that a scalar is seen to implement.
    /// (Without the implementation in sight, a method is taken for that of its name.)
    pub(crate) fn of_scalar(&self, traits: &[String], scalar: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = traits.to_vec();
        let mut seen = Set::new();
        while let Some(name) = open.pop() {
            if seen.insert(name.clone()) {
                open.extend(self.defined.get(&name).into_iter().flatten().cloned());
                if self.is_of(&name, scalar) {
                    found.push(name);
                }
            }
        }
        found
    }

    /// The items of these traits, without those that mean what the scalar has under the same
    /// names.
    pub(crate) fn shadowed(&self, traits: &[String], scalar: &str) -> Vec<Shadowed> {
        let items = |name: &String| {
            let items = self.shadowing.get(name).into_iter().flatten();
            let is_other = |item: &&Shadowed| {
                let key = (name.clone(), scalar.to_owned(), item.name.clone());
                !self.forwarded.contains(&key)
            };
            items.filter(is_other).cloned().collect::<Vec<_>>()
        };
        traits.iter().flat_map(items).collect()
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
                Some(required) => {
                    let is_sure = |name: &&String| !self.perhaps.contains(name.as_str());
                    open.extend(required.iter().filter(is_sure).cloned());
                    if self.namesakes.contains(&name) {
                        all.push(name);
                    }
                }
                None if self.imported.contains(&name) => {}
                None => all.push(name),
            }
        }
        foreign_traits::closed(all)
    }
}

/// Whether a block is for a type that is no floating-point number, and no type parameter.
fn is_of_other(block: &syn::ItemImpl) -> bool {
    match behind_reference(&block.self_ty) {
        Type::Path(path) => {
            let mut own = block.generics.type_params();
            let is_parameter = own.any(|own| path.path.is_ident(&own.ident));
            !is_parameter && !["f64", "f32"].iter().any(|name| path.path.is_ident(name))
        }
        _ => true,
    }
}

/// Whether a name is that of a known crate.
fn is_crate(name: &(impl ToString + ?Sized)) -> bool {
    CRATES.contains(&name.to_string().as_str())
}

/// What a `where` clause of a trait requires of `Self`.
fn bounds_of_self(generics: &syn::Generics) -> impl Iterator<Item = &TypeParamBound> {
    let predicates = generics.where_clause.iter();
    let predicates = predicates.flat_map(|clause| &clause.predicates);
    let of_self = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(found) => match &found.bounded_ty {
            Type::Path(path) if path.path.is_ident("Self") => Some(&found.bounds),
            _ => None,
        },
        _ => None,
    });
    of_self.flatten()
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
