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

use crate::ordered::Set;

use crate::front::read::arguments::Arguments;
use crate::front::read::generics::bounds_of;
use crate::front::read::own_traits::OwnTraits;
use crate::front::syntax::tokens::names_any;
use crate::spelling::Before;

/// The function with the types that the options give. `None` if it has none of their parameters.
pub(crate) fn with_types(function: &syn::ItemFn, arguments: &Arguments) -> Option<syn::ItemFn> {
    let types = &arguments.instances;
    let scalars = arguments.scalars.iter();
    let scalars = scalars.map(|(name, scalar)| (name.clone(), syn::parse_quote!(#scalar)));
    let all: Vec<(Ident, Type)> = types.iter().cloned().chain(scalars).collect();
    let chosen = with_types_of_arguments(function, &all);
    let function = chosen.as_ref().unwrap_or(function);
    let own = with_types_of_parameters(function, types, &arguments.own_traits);
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
    own_traits: &OwnTraits,
) -> Option<syn::ItemFn> {
    let own = function.sig.generics.type_params();
    let own: Vec<&(Ident, Type)> = own
        .filter_map(|parameter| types.iter().find(|(name, _)| *name == parameter.ident))
        .collect();
    if own.is_empty() {
        return None;
    }
    let original = function;
    let mut function = function.clone();
    let names: Vec<Ident> = own.iter().map(|(name, _)| name.clone()).collect();
    let traits = own
        .iter()
        .map(|(name, _)| trait_with_arguments(name, &function.sig.generics));
    let traits: Vec<Option<TokenStream>> = traits.collect();
    without_parameters(&mut function.sig.generics, &names);
    let own = own
        .iter()
        .zip(traits)
        .map(|((name, ty), of_trait)| Meaning {
            name,
            ty: ty.to_token_stream(),
            items_of: of_trait.map(|of_trait| quote!(<#ty as #of_trait>)),
            types_of: traits_with_types(name, &original.sig.generics, own_traits),
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
    let types = types.iter().map(|(name, ty)| Meaning {
        name,
        ty: ty.clone(),
        items_of: None,
        types_of: Vec::new(),
    });
    replaced_in(tokens, &types.collect::<Vec<_>>())
}

/// What a type parameter means.
struct Meaning<'a> {
    name: &'a Ident,
    ty: TokenStream,
    /// In front of all items, `<Body as Model<f64>>`.
    items_of: Option<TokenStream>,
    /// The traits with the associated types, in front of which `<V2 as Space>` is needed.
    types_of: Vec<(Ident, syn::Path)>,
}

impl Meaning<'_> {
    /// The parameter in front of these tokens.
    fn before(&self, rest: &[TokenTree]) -> TokenStream {
        let is_colon =
            |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ':');
        let [first, rest @ ..] = rest else {
            return self.ty.clone();
        };
        if !is_colon(first) {
            return self.ty.clone();
        }
        if let Some(start) = &self.items_of {
            return start.clone();
        }
        let of_trait = match rest {
            [second, TokenTree::Ident(item)] if is_colon(second) => {
                self.types_of.iter().find(|(name, _)| name == item)
            }
            _ => None,
        };
        let ty = &self.ty;
        match of_trait {
            Some((_, of_trait)) => quote!(<#ty as #of_trait>),
            None if is_plain(ty) => ty.clone(),
            None => quote!(<#ty>),
        }
    }
}

/// The associated types of the traits that bound a parameter, and of those that these require.
fn traits_with_types(
    name: &Ident,
    generics: &syn::Generics,
    own_traits: &OwnTraits,
) -> Vec<(Ident, syn::Path)> {
    let Some(parameter) = generics.type_params().find(|own| own.ident == *name) else {
        return Vec::new();
    };
    let bounds = bounds_of(parameter, generics);
    let bounds: syn::TypeParam = syn::parse_quote!(T: #bounds);
    let mut found = Vec::new();
    let mut open: Vec<syn::TypeParamBound> = bounds.bounds.into_iter().collect();
    let mut seen = Set::new();
    while let Some(bound) = open.pop() {
        let syn::TypeParamBound::Trait(bound) = bound else {
            continue;
        };
        let last = bound.path.segments.last();
        let plain = last.filter(|last| last.arguments.is_none());
        let item = plain.and_then(|last| own_traits.item(&last.ident.to_string()));
        let Some(item) = item.filter(|item| seen.insert(item.ident.to_string())) else {
            continue;
        };
        open.extend(item.supertraits.iter().cloned());
        for item in &item.items {
            if let syn::TraitItem::Type(associated) = item {
                found.push((associated.ident.clone(), bound.path.clone()));
            }
        }
    }
    found
}

/// The tokens with what these parameters mean.
fn replaced_in(tokens: TokenStream, types: &[Meaning<'_>]) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = TokenStream::new();
    let mut before = Before::default();
    for (at, token) in tokens.iter().enumerate() {
        let is_free = before.is_free();
        before = before.after(token);
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced_in(group.stream(), types));
                inner.set_span(group.span());
                found.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(name) if is_free => {
                let rest = &tokens[at + 1..tokens.len().min(at + 4)];
                match types.iter().find(|known| name == known.name) {
                    Some(known) => found.extend(known.before(rest)),
                    None => found.extend([token.clone()]),
                }
            }
            other => found.extend([other.clone()]),
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
