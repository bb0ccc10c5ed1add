//! The parameters of a trait in its default methods, for the type of an `impl`.
//!
//! ```text
//! trait Ode<T> { fn rate(&self, y: T) -> T;  fn twice(&self, y: T) -> T { self.rate(y) * 2.0 } }
//! impl Ode<f64> for Body { .. }           `twice` of `Body`, with `f64` for `T`
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, PathArguments};

use crate::front::read::foreign_numbers;
use crate::front::read::foreign_scalars::{self, Sight};
use crate::front::read::own_traits::OwnTraits;
use crate::front::syntax::foreign_traits::Chosen;

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
    let sight = Sight {
        given: &given,
        own,
        asked: None,
    };
    let chosen = foreign_scalars::chosen(&item.generics, &TokenStream::new(), sight);
    let is_given = |one: &Chosen| given.iter().any(|(name, _)| *name == one.parameter);
    let chosen: Vec<Chosen> = chosen.into_iter().filter(is_given).collect();
    foreign_numbers::write(method, &chosen);
}
