//! Traits in view: the one that an `impl` names, its default methods, and its parameters.
//!
//! ```text
//! trait Ode<T> { fn rate(&self, y: T) -> T;  fn twice(&self, y: T) -> T { self.rate(y) * 2.0 } }
//! impl Ode<f64> for Body { .. }           `twice` of `Body`, with `f64` for `T`
//! ```
//!
//! Inside of a trait that no type in view implements, `Self` is a type without fields. It has the
//! default methods of the trait, and of those that the trait requires.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, PathArguments};

use crate::ordered::Set;

use crate::front::read::foreign_numbers;
use crate::front::read::foreign_scalars::{self, Sight};
use crate::front::read::library::Library;
use crate::front::read::own_traits::OwnTraits;
use crate::front::syntax::foreign_traits::Chosen;
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
            // The methods are those of one type, so all blocks stand where the first trait does.
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

/// The parameters of a trait with the arguments that the path of an `impl` gives them.
pub(crate) fn arguments_of_trait(
    item: &syn::ItemTrait,
    path: &syn::Path,
) -> Vec<(String, TokenStream)> {
    let given = match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(given)) => given.args.iter().collect(),
        _ => Vec::new(),
    };
    let mut given = given.into_iter().filter(|argument| {
        matches!(
            argument,
            GenericArgument::Type(_) | GenericArgument::Const(_)
        )
    });
    let mut found: Vec<(String, TokenStream)> = Vec::new();
    for parameter in &item.generics.params {
        let (name, default) = match parameter {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Type(own) => {
                let default = own.default.as_ref();
                (&own.ident, default.map(|(_, ty)| ty.to_token_stream()))
            }
            GenericParam::Const(own) => {
                let default = own.default.as_ref();
                (
                    &own.ident,
                    default.map(|(_, value)| value.to_token_stream()),
                )
            }
        };
        let meant = given.next().map(ToTokens::to_token_stream);
        // A default may name the parameters before it.
        let meant =
            meant.or_else(|| default.map(|default| crate::spelling::replaced(default, &found)));
        found.extend(meant.map(|meant| (name.to_string(), quote!(#meant))));
    }
    found.retain(|(name, meant)| meant.to_string() != *name);
    found
}

/// A method with these arguments in place of the trait's parameters.
pub(crate) fn with_arguments(
    method: syn::ItemFn,
    arguments: &[(String, TokenStream)],
) -> syn::ItemFn {
    if arguments.is_empty() {
        return method;
    }
    let replaced = crate::spelling::replaced(method.to_token_stream(), arguments);
    syn::parse2(replaced).unwrap_or(method)
}

/// Writes the numbers in a default method of a trait whose parameter is a scalar: `T::one()`.
pub(crate) fn write_numbers(
    method: &mut syn::ItemFn,
    item: &syn::ItemTrait,
    arguments: &[(String, TokenStream)],
    own: &OwnTraits,
) {
    let scalar = |(name, meant): &(String, TokenStream)| {
        let meant: syn::Ident = syn::parse2(meant.clone()).ok()?;
        let is_number = meant == "f64" || meant == "f32";
        is_number.then(|| (quote::format_ident!("{name}"), meant))
    };
    let given: Vec<_> = arguments.iter().filter_map(scalar).collect();
    if given.is_empty() {
        return;
    }
    let sight = Sight { given: &given, own };
    let chosen = foreign_scalars::chosen(&item.generics, &TokenStream::new(), sight);
    let is_given = |one: &Chosen| given.iter().any(|(name, _)| *name == one.parameter);
    let chosen: Vec<Chosen> = chosen.into_iter().filter(is_given).collect();
    foreign_numbers::write(method, &chosen);
}
