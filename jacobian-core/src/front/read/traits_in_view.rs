//! Traits in view: the one that an `impl` names, and what `Self` is inside of one.
//!
//! Inside of a trait that no type in view implements, `Self` is a type without fields. It has the
//! default methods of the trait, and of those that the trait requires.

use crate::ordered::Set;

use crate::front::read::library::Library;
use crate::front::syntax::form::path_key;

impl Library {
    /// The trait that a path names in a module, with the number of the module that defines it.
    pub(crate) fn trait_at(
        &self,
        module: usize,
        path: &syn::Path,
    ) -> Option<(usize, &syn::ItemTrait)> {
        let key = path_key(path)?;
        let view = self.view_of_items(module);
        let (_, own) = view.iter().rev().find(|(name, _)| *name == key)?;
        let (number, name) = own.split_once("::")?;
        let number: usize = number.parse().ok()?;
        let mut traits = self.modules.get(number)?.traits.iter();
        let found = traits.find(|item| item.ident == name)?;
        Some((number, found))
    }

    /// Whether a type in view implements a trait.
    pub(crate) fn has_impl_of(&self, module: usize, name: &syn::Ident) -> bool {
        self.modules.iter().enumerate().any(|(number, items)| {
            let mut paths = items
                .blocks
                .iter()
                .filter_map(|block| block.trait_.as_ref());
            paths.any(|(path, _)| {
                let found = self.trait_at(number, path);
                found.is_some_and(|(at, item)| at == module && item.ident == *name)
            })
        })
    }

    /// The library in which `Self` of a trait is a type that overrides nothing.
    pub(crate) fn inside_trait(&self, module: usize, item: &syn::ItemTrait) -> Self {
        let mut library = self.clone();
        let mut seen = Set::new();
        let mut open = vec![(module, item.clone())];
        while let Some((number, item)) = open.pop() {
            if !seen.insert(format!("{number}::{}", item.ident)) {
                continue;
            }
            for bound in &item.supertraits {
                if let syn::TypeParamBound::Trait(bound) = bound
                    && let Some((at, required)) = self.trait_at(number, &bound.path)
                {
                    open.push((at, required.clone()));
                }
            }
            // All methods are of one type, so all blocks are written where the first trait is.
            let name = format!("__trait_{number}_{}", item.ident);
            let alias = quote::format_ident!("{name}");
            let block = block_of_self(&item, &alias);
            let here = &mut library.modules[module];
            here.aliases
                .push((name, format!("{number}::{}", item.ident)));
            here.blocks.push(block);
        }
        library.gather();
        library
    }
}

/// `impl<T> Ode<T> for Self {}`, with another name of the trait.
fn block_of_self(item: &syn::ItemTrait, alias: &syn::Ident) -> syn::ItemImpl {
    let (parameters, arguments, clauses) = item.generics.split_for_impl();
    syn::parse_quote!(impl #parameters #alias #arguments for Self #clauses {})
}
