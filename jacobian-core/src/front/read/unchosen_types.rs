//! Parameters of any type with a trait, of which the options choose none: `fn f(a: &impl Shape)`.
//!
//! The fields of such a parameter are not known before its type is chosen.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::front::messages;
use crate::front::read::definitions::{Head, Types};
use crate::front::read::generics;
use crate::front::syntax::types::behind_reference;

/// The message about a parameter of any type with a trait of somebody's own, if there is one.
pub(crate) fn any_type_unchosen(signature: &syn::Signature, types: &Types) -> Option<String> {
    let said = |name: &str, bounds: &TokenStream, option: &str| {
        messages::any_type_unchosen(name, bounds, option, &implementers(bounds, types))
    };
    let is_own = |bounds: &TokenStream| {
        let bounds: syn::TypeParam = syn::parse_quote!(T: #bounds);
        bounds.bounds.iter().any(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => {
                let last = bound.path.segments.last();
                last.is_some_and(|last| !TRAITS_OF_STD.contains(&last.ident.to_string().as_str()))
            }
            _ => false,
        })
    };
    signature.inputs.iter().find_map(|input| {
        let syn::FnArg::Typed(typed) = input else {
            return None;
        };
        let name = typed.pat.to_token_stream().to_string();
        let ty = behind_reference(&typed.ty);
        if let syn::Type::ImplTrait(any) = ty {
            let bounds = any.bounds.to_token_stream();
            return is_own(&bounds).then(|| said(&name, &bounds, &name));
        }
        let mut generics = signature.generics.type_params();
        let own = generics.find(|own| names(ty, &own.ident))?;
        let bounds = generics::bounds_of(own, &signature.generics);
        let option = own.ident.to_string();
        is_own(&bounds).then(|| said(&name, &bounds, &option))
    })
}

/// The types in view with all traits of such bounds that are in view as well, as an option names
/// them.
fn implementers(bounds: &TokenStream, types: &Types) -> Vec<String> {
    let named: Vec<&Rc<Head>> = types.methods.values().flatten().collect();
    let with = |name: &syn::Ident| {
        let of_trait = named.iter().filter(|head| {
            let of_trait = head.of_trait.as_ref().and_then(|path| path.segments.last());
            of_trait.is_some_and(|last| last.ident == *name)
        });
        let plain = of_trait.filter(|head| is_plain(&head.self_type));
        let mut found: Vec<String> = plain
            .map(|head| head.self_type.to_token_stream().to_string())
            .map(|name| name.replace(" ;", ";"))
            .collect();
        found.sort();
        found.dedup();
        found
    };
    let bounds: syn::TypeParam = syn::parse_quote!(T: #bounds);
    let sets = bounds.bounds.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => Some(with(&bound.path.segments.last()?.ident)),
        _ => None,
    });
    let sets = sets.filter(|set| !set.is_empty());
    let common = sets.reduce(|mut all, next| {
        all.retain(|name| next.contains(name));
        all
    });
    common.unwrap_or_default()
}

/// Whether a type is a name without arguments, or an array of such.
fn is_plain(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => path.path.segments.iter().all(|one| one.arguments.is_none()),
        syn::Type::Array(array) => is_plain(&array.elem),
        _ => false,
    }
}

fn names(ty: &syn::Type, parameter: &syn::Ident) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident(parameter))
}

/// Traits whose parameters have messages of their own, or say nothing of what a type holds.
const TRAITS_OF_STD: &[&str] = &[
    "AsMut",
    "AsRef",
    "Borrow",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "IntoIterator",
    "Iterator",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sync",
    "ToString",
];
