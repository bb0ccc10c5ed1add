//! Checks that a trait is the one of other people's that its name says.
//!
//! ```text
//! fn f<T: Float>(x: T) -> T { x.sin() }       fn mark<T: Float>() { let _ = T::integer_decode; }
//! ```
//!
//! The attribute on a function does not see imports, and a trait of the user's own may be called
//! `Float` and have a `sin` that is another function. So rustc is asked for an item of the trait
//! that nobody else's has.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::TypeParamBound;

use crate::front::read::arguments::Arguments;
use crate::front::read::generics::{self, bounds_of};
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::standard_names;
use crate::front::syntax::foreign_traits::{self, Chosen, name_of_bound};
use crate::front::syntax::tokens::names_any;

/// The checks for the scalars of a function, and for the names of std in it.
pub(crate) fn of_function(function: &syn::ItemFn, arguments: &Arguments) -> Vec<TokenStream> {
    let chosen = generics::chosen_scalars(function, arguments);
    let mut all = checks(&function.sig.generics, &chosen, &arguments.own_traits);
    all.extend(standard_names::of_function(function));
    all
}

/// An item with the checks for the scalars of an `impl`.
pub(crate) fn of_block(
    block: &syn::ItemImpl,
    chosen: &[Chosen],
    own: &OwnTraits,
) -> Option<TokenStream> {
    // Other parameters of the block mean nothing outside of it.
    let others = block.generics.type_params();
    let others = others.filter(|other| chosen.iter().all(|one| one.parameter != other.ident));
    let others: Vec<String> = others.map(|other| other.ident.to_string()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let checks = checks(&block.generics, chosen, own).into_iter();
    let checks: Vec<_> = checks.filter(|check| !names_any(check, &others)).collect();
    (!checks.is_empty()).then(|| quote!(const _: fn() = || { #(#checks)* };))
}

/// The checks for the bounds of scalars.
fn checks(generics: &syn::Generics, chosen: &[Chosen], own: &OwnTraits) -> Vec<TokenStream> {
    let values: Vec<(String, TokenStream)> = chosen
        .iter()
        .map(|one| (one.parameter.to_string(), one.scalar.to_token_stream()))
        .collect();
    let mut checks = Vec::new();
    for parameter in generics.type_params() {
        let Some(one) = chosen.iter().find(|one| one.parameter == parameter.ident) else {
            continue;
        };
        let bounds = bounds_of(parameter, generics);
        let Ok(syn::Type::ImplTrait(bounds)) = syn::parse2(quote!(impl #bounds)) else {
            continue;
        };
        for bound in &bounds.bounds {
            let TypeParamBound::Trait(found) = bound else {
                continue;
            };
            let name = name_of_bound(bound).unwrap_or_default();
            if let Some(mark) = foreign_traits::mark(&name).filter(|_| !own.is_own(&name)) {
                let span = syn::spanned::Spanned::span(&found.path);
                let (scalar, mark) = (&one.scalar, syn::Ident::new(mark, span));
                let path = without_constraints(&found.path).to_token_stream();
                let path = crate::spelling::replaced(path, &values);
                checks.push(check(scalar, &path, &mark, span));
            }
        }
    }
    checks
}

/// One check. Where the trait has no arguments, the item is asked of a type with the trait as its
/// bound, because `Float` may also be an alias, a trait that has nothing but its supertrait.
fn check(
    scalar: &impl ToTokens,
    path: &TokenStream,
    mark: &syn::Ident,
    span: proc_macro2::Span,
) -> TokenStream {
    if path.to_string().contains('<') {
        return quote_spanned!(span=> let _ = <#scalar as #path>::#mark;);
    }
    quote_spanned! {span=>
        let _ = {
            fn mark<T: #path>() {
                let _ = T::#mark;
            }
            mark::<#scalar>
        };
    }
}

/// A path without `Item = T`, which a path of an item cannot have.
fn without_constraints(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut()
        && let syn::PathArguments::AngleBracketed(found) = &mut last.arguments
    {
        let arguments = std::mem::take(&mut found.args).into_iter();
        let is_argument = |argument: &syn::GenericArgument| {
            use syn::GenericArgument::{Const, Lifetime, Type};
            matches!(argument, Type(_) | Const(_) | Lifetime(_))
        };
        found.args = arguments.filter(is_argument).collect();
        if found.args.is_empty() {
            last.arguments = syn::PathArguments::None;
        }
    }
    path
}
