//! Types in place of type parameters: `scalar(M = Body)`.
//!
//! ```text
//! fn f<M: Model>(m: &M, x: f64) -> f64 { m.rate(x) * M::K }
//! fn f(m: &Body, x: f64) -> f64 { m.rate(x) * Body::K }
//! fn g(a: impl Shape) -> f64              fn g(a: Disk) -> f64              scalar(a = Disk)
//! ```
//!
//! Only the code for this type is differentiated, so that its methods can be followed. The
//! generated functions take this type; for others there are other attributes, with their prefixes.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Type, WherePredicate};

use crate::front::read::arguments::Arguments;
use crate::front::read::generics::bounds_of;
use crate::front::syntax::tokens::names_any;
use crate::spelling::Before;

/// The function with the types that the options give. `None` if it has none of their parameters.
pub(crate) fn with_types(function: &syn::ItemFn, arguments: &Arguments) -> Option<syn::ItemFn> {
    let types = &arguments.instances;
    let scalars = arguments.scalars.iter();
    let scalars = scalars.map(|(name, scalar)| (name.clone(), syn::parse_quote!(#scalar)));
    let all: Vec<(Ident, Type)> = types.iter().cloned().chain(scalars).collect();
    let chosen = with_types_of_arguments(function, &all);
    let own = with_types_of_parameters(chosen.as_ref().unwrap_or(function), types);
    own.or(chosen)
}

/// The function with these types in place of `impl Trait`, by the names of the arguments.
fn with_types_of_arguments(function: &syn::ItemFn, types: &[(Ident, Type)]) -> Option<syn::ItemFn> {
    let mut function = function.clone();
    let mut has_any = false;
    for input in &mut function.sig.inputs {
        let Some((name, ty)) = any_type(input) else {
            continue;
        };
        if let Some((_, given)) = types.iter().find(|(known, _)| *known == name) {
            *ty = given.clone();
            has_any = true;
        }
    }
    has_any.then_some(function)
}

/// The name of an argument that is `impl Trait` or a reference to it, and this type.
pub(crate) fn any_type(input: &mut syn::FnArg) -> Option<(Ident, &mut Type)> {
    let syn::FnArg::Typed(typed) = input else {
        return None;
    };
    let syn::Pat::Ident(name) = &*typed.pat else {
        return None;
    };
    let mut ty = &mut *typed.ty;
    if let Type::Reference(reference) = ty {
        ty = &mut *reference.elem;
    }
    matches!(ty, Type::ImplTrait(_)).then(|| (name.ident.clone(), ty))
}

/// The function with these types in place of its type parameters.
fn with_types_of_parameters(
    function: &syn::ItemFn,
    types: &[(Ident, Type)],
) -> Option<syn::ItemFn> {
    let own = function.sig.generics.type_params();
    let own: Vec<&(Ident, Type)> = own
        .filter_map(|parameter| types.iter().find(|(name, _)| *name == parameter.ident))
        .collect();
    if own.is_empty() {
        return None;
    }
    let mut function = function.clone();
    let names: Vec<Ident> = own.iter().map(|(name, _)| name.clone()).collect();
    let traits = own
        .iter()
        .map(|(name, _)| trait_with_arguments(name, &function.sig.generics));
    let traits: Vec<Option<TokenStream>> = traits.collect();
    without_parameters(&mut function.sig.generics, &names);
    let own = own.iter().zip(traits).map(|((name, ty), of_trait)| {
        let of_trait = of_trait.map(|of_trait| quote!(<#ty as #of_trait>));
        (name, ty.to_token_stream(), of_trait)
    });
    let own: Vec<_> = own.collect();
    syn::parse2(replaced_in(function.into_token_stream(), &own)).ok()
}

/// The trait that bounds a type parameter, if it is the only one and has arguments. A type may
/// have it for several arguments, so that the items of the parameter are named with it.
fn trait_with_arguments(name: &Ident, generics: &syn::Generics) -> Option<TokenStream> {
    let parameter = generics.type_params().find(|own| own.ident == *name)?;
    let bounds = bounds_of(parameter, generics);
    let bounds: syn::TypeParam = syn::parse_quote!(T: #bounds);
    let mut bounds = bounds.bounds.iter();
    match (bounds.next(), bounds.next()) {
        (Some(syn::TypeParamBound::Trait(bound)), None) => {
            let mut path = bound.path.clone();
            let syn::PathArguments::AngleBracketed(given) =
                &mut path.segments.last_mut()?.arguments
            else {
                return None;
            };
            // `Scalar = f64` of a bound is no argument of the trait.
            let is_argument = |given: &syn::GenericArgument| {
                !matches!(
                    given,
                    syn::GenericArgument::AssocType(_)
                        | syn::GenericArgument::AssocConst(_)
                        | syn::GenericArgument::Constraint(_)
                )
            };
            let all = std::mem::take(&mut given.args).into_iter();
            given.args = all.filter(is_argument).collect();
            let has_arguments = !given.args.is_empty();
            has_arguments.then(|| path.to_token_stream())
        }
        _ => None,
    }
}

/// Removes parameters, and the conditions on them. That the types satisfy these, rustc checks where
/// the function is mentioned.
pub(crate) fn without_parameters(generics: &mut syn::Generics, names: &[Ident]) {
    let is_given = |parameter: &GenericParam| match parameter {
        GenericParam::Type(found) => names.contains(&found.ident),
        GenericParam::Const(found) => names.contains(&found.ident),
        GenericParam::Lifetime(_) => false,
    };
    let parameters = std::mem::take(&mut generics.params).into_iter();
    generics.params = parameters.filter(|found| !is_given(found)).collect();
    if let Some(clause) = &mut generics.where_clause {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let is_about_others = |predicate: &WherePredicate| match predicate {
            WherePredicate::Type(found) => !names_any(&found.bounded_ty.to_token_stream(), &names),
            _ => true,
        };
        let predicates = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = predicates.filter(is_about_others).collect();
    }
}

/// The tokens with types for names. In front of `::` a type may need brackets.
pub(crate) fn replaced(tokens: TokenStream, types: &[(&Ident, TokenStream)]) -> TokenStream {
    let types = types.iter().map(|(name, ty)| (*name, ty.clone(), None));
    replaced_in(tokens, &types.collect::<Vec<_>>())
}

/// The same with other code in front of `::`, if there is some.
fn replaced_in(
    tokens: TokenStream,
    types: &[(&Ident, TokenStream, Option<TokenStream>)],
) -> TokenStream {
    let mut rest = tokens.into_iter().peekable();
    let mut found = TokenStream::new();
    let mut before = Before::default();
    while let Some(token) = rest.next() {
        let is_free = before.is_free();
        before = before.after(&token);
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced_in(group.stream(), types));
                inner.set_span(group.span());
                found.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(name) if is_free => {
                let is_path =
                    matches!(rest.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
                match types.iter().find(|(known, ..)| name == **known) {
                    Some((_, _, Some(start))) if is_path => found.extend(start.clone()),
                    Some((_, ty, _)) if is_path && !is_plain(ty) => found.extend(quote!(<#ty>)),
                    Some((_, ty, _)) => found.extend(ty.clone()),
                    None => found.extend([TokenTree::Ident(name)]),
                }
            }
            other => found.extend([other]),
        }
    }
    found
}

/// Whether a type is a path without arguments. Values are as well.
fn is_plain(ty: &TokenStream) -> bool {
    let Ok(ty) = syn::parse2::<Type>(ty.clone()) else {
        return true;
    };
    matches!(ty, Type::Path(path) if path.qself.is_none()
        && path.path.segments.iter().all(|segment| segment.arguments.is_none()))
}
