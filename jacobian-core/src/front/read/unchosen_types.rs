//! Parameters of any type with a trait, of which the options choose none: `fn f(a: &impl Shape)`.
//!
//! The fields of such a parameter are not known before its type is chosen. If one type in view has
//! the trait, it is chosen where nothing else is a variable. Of several the user chooses.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::{Head, Types, Within, is_primitive};
use crate::front::read::generics;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;

/// The message about a parameter of any type with a trait of somebody's own, if there is one.
pub(crate) fn any_type_unchosen(
    signature: &syn::Signature,
    arguments: &Arguments,
) -> Option<String> {
    let unchosen = Unchosen::of(signature)?;
    let types = unchosen.implementers(arguments).into_iter();
    let spelled = |ty: syn::Type| ty.to_token_stream().to_string();
    let tight = |name: String| {
        name.replace(" ;", ";")
            .replace(" < ", "<")
            .replace(" >", ">")
    };
    let types: Vec<String> = types.map(spelled).map(tight).collect();
    let (name, bounds, option) = (&unchosen.parameter, &unchosen.bounds, &unchosen.option);
    Some(messages::any_type_unchosen(name, bounds, option, &types))
}

/// The options with the only type in view that such a parameter can have.
pub(crate) fn with_only_type(
    signature: &syn::Signature,
    arguments: &Arguments,
) -> Option<Arguments> {
    let unchosen = Unchosen::of(signature)?;
    let types = unchosen.implementers(arguments);
    let [only] = <[syn::Type; 1]>::try_from(types).ok()?;
    let option = syn::parse_str(&unchosen.option).ok()?;
    let mut chosen = arguments.clone();
    chosen.instances.push((option, only));
    Some(chosen)
}

/// A parameter of any type with a trait of somebody's own.
struct Unchosen {
    parameter: String,
    bounds: TokenStream,
    /// What the option `scalar(..)` calls it: a type parameter, or the parameter itself.
    option: String,
    /// The type parameters of the function.
    open: Vec<String>,
}

impl Unchosen {
    /// The first one of a function.
    fn of(signature: &syn::Signature) -> Option<Self> {
        let of_function = signature.generics.type_params();
        let of_function = of_function.map(|own| own.ident.to_string());
        let open: Vec<String> = of_function.collect();
        signature.inputs.iter().find_map(|input| {
            let open = open.clone();
            let syn::FnArg::Typed(typed) = input else {
                return None;
            };
            let parameter = typed.pat.to_token_stream().to_string();
            let ty = behind_reference(&typed.ty);
            if let syn::Type::ImplTrait(any) = ty {
                let (bounds, option) = (any.bounds.to_token_stream(), parameter.clone());
                return is_own(&bounds).then_some(Self {
                    parameter,
                    bounds,
                    option,
                    open,
                });
            }
            let mut generics = signature.generics.type_params();
            let own = generics.find(|own| names(ty, &own.ident))?;
            let bounds = generics::bounds_of(own, &signature.generics);
            let option = own.ident.to_string();
            is_own(&bounds).then_some(Self {
                parameter,
                bounds,
                option,
                open,
            })
        })
    }

    /// The types in view with all those of its traits that are in view as well, as the function
    /// names them.
    fn implementers(&self, arguments: &Arguments) -> Vec<syn::Type> {
        let (types, home) = (&arguments.types, &arguments.home);
        let heads: Vec<&Rc<Head>> = types.methods.values().flatten().collect();
        let with = |bound: &syn::Path| {
            let of_trait = heads.iter().filter(|head| {
                let of_trait = head.of_trait.as_ref();
                of_trait.is_some_and(|of_trait| self.is_trait(of_trait, bound))
            });
            let mut found: Vec<(String, syn::Type)> = of_trait
                .filter_map(|head| named_from(&head.self_type, &head.within(), types, home.module))
                .map(|ty| (ty.to_token_stream().to_string(), ty))
                .collect();
            found.sort_by(|(one, _), (other, _)| one.cmp(other));
            found.dedup_by(|(one, _), (other, _)| one == other);
            found
        };
        let bounds = &self.bounds;
        let bounds: syn::TypeParam = syn::parse_quote!(T: #bounds);
        let sets = bounds.bounds.iter().filter_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => Some(with(&bound.path)),
            _ => None,
        });
        let sets = sets.filter(|set| !set.is_empty());
        let common = sets.reduce(|mut all, next| {
            all.retain(|(name, _)| next.iter().any(|(other, _)| other == name));
            all
        });
        let common = common.unwrap_or_default().into_iter();
        common.map(|(_, ty)| ty).collect()
    }

    /// Whether an `impl` may be of the trait of a bound: by its last name, and its arguments if
    /// they name no parameter.
    fn is_trait(&self, of_trait: &syn::Path, bound: &syn::Path) -> bool {
        let (Some(of_trait), Some(bound)) = (of_trait.segments.last(), bound.segments.last())
        else {
            return false;
        };
        let (known, asked) = (&of_trait.arguments, &bound.arguments);
        let open: Vec<&str> = self.open.iter().map(String::as_str).collect();
        let is_open = names_any(&asked.to_token_stream(), &open);
        of_trait.ident == bound.ident
            && (known.is_none() || asked.is_none() || is_open || known == asked)
    }
}

fn is_own(bounds: &TokenStream) -> bool {
    let bounds: syn::TypeParam = syn::parse_quote!(T: #bounds);
    bounds.bounds.iter().any(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| !TRAITS_OF_STD.contains(&last.ident.to_string().as_str()))
        }
        _ => false,
    })
}

/// A type that is written at one place, as a module names it. `None` if it has parameters of an
/// `impl` in it.
fn named_from(ty: &syn::Type, at: &Within, types: &Types, module: usize) -> Option<syn::Type> {
    let mut named = ty.clone();
    match &mut named {
        syn::Type::Path(path) if path.qself.is_none() => {
            let key = types.key_of(ty, at)?;
            let last = path.path.segments.last()?.clone();
            if !is_primitive(&key) {
                path.path = types.path_in_view(&key, module)?;
            }
            let mut given = last.arguments;
            match &mut given {
                syn::PathArguments::None => {}
                syn::PathArguments::AngleBracketed(given) => {
                    for one in &mut given.args {
                        let syn::GenericArgument::Type(inner) = one else {
                            return None;
                        };
                        *inner = named_from(inner, at, types, module)?;
                    }
                }
                syn::PathArguments::Parenthesized(_) => return None,
            }
            path.path.segments.last_mut()?.arguments = given;
            Some(named)
        }
        syn::Type::Array(array) => {
            *array.elem = named_from(&array.elem, at, types, module)?;
            matches!(array.len, syn::Expr::Lit(_)).then_some(named)
        }
        _ => None,
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
