//! Parameters of any type with a trait, of which the options choose none: `fn f(a: &impl Shape)`.
//!
//! The fields of such a parameter are not known before its type is chosen.

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::front::messages;
use crate::front::read::generics;
use crate::front::syntax::types::behind_reference;

/// The message about a parameter of any type with a trait of somebody's own, if there is one.
pub(crate) fn any_type_unchosen(signature: &syn::Signature) -> Option<String> {
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
            return is_own(&bounds).then(|| messages::any_type_unchosen(&name, &bounds, &name));
        }
        let mut generics = signature.generics.type_params();
        let own = generics.find(|own| names(ty, &own.ident))?;
        let bounds = generics::bounds_of(own, &signature.generics);
        let option = own.ident.to_string();
        is_own(&bounds).then(|| messages::any_type_unchosen(&name, &bounds, &option))
    })
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
