//! Type and const parameters: one generic scalar, and lengths with given values.
//!
//! ```text
//! fn f<T: Real, const N: usize>(x: &[T; N]) -> T        const(N = 3)
//!      scalar   3 replaces each `N`; the generated functions have no `N`
//! ```
//!
//! A generic scalar is a type parameter with the bound `Real` of the runtime. Its numbers are
//! written `T::from_f64(0.1)`. Such a number is known at expansion only if an `f32` represents it,
//! so that no decision depends on digits that another scalar rounds away. Other type parameters are
//! kept.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Type, WherePredicate};

use crate::diag::Diagnostics;
use crate::interface::{GenericScalar, Interface};
use crate::ir::Precision;

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::foreign_scalars::{self, Sight};
use crate::front::read::service::Service;
use crate::front::syntax::foreign_traits::Chosen;
use crate::front::syntax::tokens::names_any;

/// The function with the values of its const parameters, and the [scalars](foreign_scalars) of
/// other traits, in place of their names. `None` if it has neither.
pub(crate) fn concrete(
    function: &syn::ItemFn,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<syn::ItemFn> {
    let mut values: Vec<(String, TokenStream)> = Vec::new();
    for parameter in function.sig.generics.const_params() {
        let name = &parameter.ident;
        let Some(value) = arguments.constant(&syn::Path::from(name.clone())) else {
            let message = if parameter.ty == syn::parse_quote!(bool) {
                messages::flag_not_known(&name.to_string())
            } else {
                messages::length_not_known(&name.to_string())
            };
            diagnostics.error_at(parameter, &message);
            return None;
        };
        values.push((name.to_string(), spelled(value, &parameter.ty)));
    }
    let chosen = chosen_scalars(function, arguments);
    if values.is_empty() && chosen.is_empty() {
        return None;
    }
    let mut function = function.clone();
    foreign_scalars::without(&mut function, &chosen);
    let scalars = chosen.into_iter();
    values.extend(scalars.map(|one| (one.parameter.to_string(), one.scalar.into_token_stream())));
    let parameters = std::mem::take(&mut function.sig.generics.params);
    let kept = parameters.into_iter();
    function.sig.generics.params = kept
        .filter(|parameter| !matches!(parameter, GenericParam::Const(_)))
        .collect();
    syn::parse2(crate::spelling::replaced(
        function.into_token_stream(),
        &values,
    ))
    .ok()
}

/// The traits of the scalars that were type parameters. Their methods have a meaning in the body.
pub(crate) fn traits_of_scalars(function: &syn::ItemFn, arguments: &Arguments) -> Vec<String> {
    let chosen = chosen_scalars(function, arguments).into_iter();
    chosen.flat_map(|one| one.traits).collect()
}

/// The names of the type parameters that are scalars in what is generated.
pub(crate) fn names_of_scalars(function: &syn::ItemFn, arguments: &Arguments) -> Vec<String> {
    let chosen = chosen_scalars(function, arguments).into_iter();
    chosen.map(|one| one.parameter.to_string()).collect()
}

/// The type parameters that are scalars in what is generated.
pub(crate) fn chosen_scalars(function: &syn::ItemFn, arguments: &Arguments) -> Vec<Chosen> {
    let (inputs, output) = (&function.sig.inputs, &function.sig.output);
    let generics = &function.sig.generics;
    let sight = Sight {
        given: &arguments.scalars,
        own: &arguments.own_traits,
        asked: (arguments.service == Service::Asked).then_some(&function.sig),
    };
    let mut chosen = foreign_scalars::chosen(generics, &quote!(#inputs #output), sight);
    // A type that the options give is no scalar, even if its bounds fit one as well.
    let has_type = |one: &Chosen| {
        let mut given = arguments.instances.iter();
        given.any(|(name, _)| *name == one.parameter)
    };
    chosen.retain(|one| !has_type(one));
    chosen
}

/// The constants that rustc has to check. Values of const parameters need no check, because the
/// attribute chooses them.
pub(crate) fn checked_constants(
    function: &syn::ItemFn,
    arguments: &Arguments,
) -> Vec<(syn::Path, i128)> {
    let is_parameter = |path: &syn::Path| {
        let mut parameters = function.sig.generics.const_params();
        parameters.any(|parameter| path.is_ident(&parameter.ident))
    };
    // An `impl` of a trait says what the trait's `SS: Dim` is in a default method.
    let module = arguments.home.module;
    let is_of_trait = |path: &syn::Path| {
        path.get_ident().is_some_and(|name| {
            arguments.own_traits.has_type_parameter(name)
                && !arguments.types.places.is_constant(name, module)
        })
    };
    let constants = arguments.consts.iter();
    constants
        .filter(|(path, _)| !is_parameter(path) && !is_of_trait(path))
        .cloned()
        .collect()
}

/// Refuses `const(N = 3)` where `N` is a type, as `N: Dim` of nalgebra.
pub(crate) fn refuse_constant_types(
    function: &syn::ItemFn,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) {
    let around = arguments.around.as_ref().filter(|_| !arguments.is_of_trait);
    let generics = around.into_iter().chain([&function.sig.generics]);
    let types: Vec<&syn::TypeParam> = generics.flat_map(syn::Generics::type_params).collect();
    for (path, value) in &arguments.consts {
        if let Some(name) = path.get_ident()
            && types.iter().any(|parameter| parameter.ident == *name)
        {
            let message = messages::constant_is_type(&name.to_string(), *value);
            diagnostics.error(name.span(), &message);
        }
    }
}

/// An integer with the type of the parameter as its suffix, because the literal alone has no type;
/// or a flag.
pub(crate) fn spelled(value: i128, ty: &Type) -> TokenStream {
    let suffix = ty.to_token_stream().to_string();
    if suffix == "bool" {
        let flag = value != 0;
        return quote!(#flag);
    }
    let literal: Literal = format!("{}{suffix}", value.unsigned_abs())
        .parse()
        .unwrap_or_else(|_| Literal::i128_unsuffixed(value.saturating_abs()));
    if value < 0 {
        quote!({ -#literal })
    } else {
        quote!(#literal)
    }
}

/// The type parameter that is a scalar: of the function, or else of the `impl` around it.
pub(crate) fn scalar_parameter(
    signature: &syn::Signature,
    around: Option<&syn::Generics>,
    diagnostics: &mut Diagnostics,
) -> Option<GenericScalar> {
    let mut found: Option<GenericScalar> = None;
    for parameter in signature.generics.type_params() {
        let bounds = bounds_of(parameter, &signature.generics);
        if !names_any(&bounds, &["Real"]) {
            continue;
        }
        if found.is_some() {
            diagnostics.error_at(parameter, messages::TWO_SCALARS);
        } else {
            found = Some(GenericScalar {
                name: parameter.ident.clone(),
                bounds,
                is_of_impl: false,
            });
        }
    }
    found.or_else(|| scalar_around(signature, around, diagnostics))
}

/// The scalar that the function has from its `impl`. Its bounds are in the `impl`, or in a `where`
/// clause of the function.
pub(crate) fn scalar_around(
    signature: &syn::Signature,
    around: Option<&syn::Generics>,
    diagnostics: &mut Diagnostics,
) -> Option<GenericScalar> {
    let (inputs, output) = (&signature.inputs, &signature.output);
    let mentioned = quote!(#inputs #output);
    let of_impl = around.iter().flat_map(|generics| {
        let parameters = generics.type_params();
        parameters.map(|parameter| (parameter.ident.clone(), bounds_of(parameter, generics)))
    });
    let mut found: Vec<GenericScalar> = Vec::new();
    for (name, bounds) in of_impl.chain(foreign_bounds(&signature.generics)) {
        if let Some(known) = found.iter_mut().find(|known| known.name == name) {
            let before = &known.bounds;
            known.bounds = quote!(#before + #bounds);
        } else if names_any(&bounds, &["Real"]) && names_any(&mentioned, &[&name.to_string()]) {
            found.push(GenericScalar {
                name,
                bounds,
                is_of_impl: true,
            });
        }
    }
    if found.len() > 1 {
        diagnostics.error_at(&signature.ident, messages::TWO_SCALARS);
    }
    found.pop()
}

/// Bounds of a `where` clause on names that the function does not declare.
pub(crate) fn foreign_bounds(generics: &syn::Generics) -> Vec<(Ident, TokenStream)> {
    let predicates = generics.where_clause.iter();
    let mut found = Vec::new();
    for predicate in predicates.flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate
            && let Type::Path(path) = &predicate.bounded_ty
            && let Some(name) = path.path.get_ident()
            && !matches!(name.to_string().as_str(), "f32" | "f64" | "Self")
            && !generics.type_params().any(|own| own.ident == *name)
        {
            found.push((name.clone(), predicate.bounds.to_token_stream()));
        }
    }
    found
}

/// The bounds of a type parameter, including those in the `where` clause.
pub(crate) fn bounds_of(parameter: &syn::TypeParam, generics: &syn::Generics) -> TokenStream {
    let mut bounds: Vec<TokenStream> = parameter
        .bounds
        .iter()
        .map(ToTokens::to_token_stream)
        .collect();
    let predicates = generics.where_clause.iter();
    for predicate in predicates.flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate
            && matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(&parameter.ident))
        {
            bounds.extend(predicate.bounds.iter().map(ToTokens::to_token_stream));
        }
    }
    quote!(#(#bounds)+*)
}

/// The generic arguments that a mention of the function needs, for its type and const parameters.
pub(crate) fn turbofish(
    function: &syn::ItemFn,
    arguments: &Arguments,
    numbers: &[(syn::TypeParam, Type)],
) -> Option<TokenStream> {
    let generics = &function.sig.generics;
    let chosen = chosen_scalars(function, arguments);
    let number_of = |name: &Ident| numbers.iter().find(|(known, _)| known.ident == *name);
    let scalar_of = |name: &Ident| chosen.iter().find(|one| one.parameter == *name);
    let type_of = |name: &Ident| {
        let mut given = arguments.instances.iter();
        let given = given.find(|(known, _)| known == name);
        given.map(|(_, ty)| ty.to_token_stream())
    };
    let named = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(parameter) => match scalar_of(&parameter.ident) {
                Some(one) => Some(one.scalar.to_token_stream()),
                None if type_of(&parameter.ident).is_some() => type_of(&parameter.ident),
                None => match number_of(&parameter.ident) {
                    Some((_, ty)) => Some(ty.to_token_stream()),
                    None => Some(parameter.ident.to_token_stream()),
                },
            },
            GenericParam::Const(parameter) => {
                let value = arguments.constant(&syn::Path::from(parameter.ident.clone()))?;
                Some(spelled(value, &parameter.ty))
            }
        });
    let named: Vec<TokenStream> = named.collect();
    (!named.is_empty()).then(|| quote!(::<#(#named),*>))
}

/// The name of the floating-point type.
pub(crate) fn scalar_name(interface: &Interface) -> String {
    match &interface.scalar {
        Some(scalar) => scalar.name.to_string(),
        None if interface.precision == Precision::Single => "f32".to_owned(),
        None => "f64".to_owned(),
    }
}

/// The function as the generated ones have its types: with types in place of the parameters that
/// they do not have. `None` if they have them all.
pub(crate) fn with_own_types(
    function: &syn::ItemFn,
    kept: &syn::Generics,
    arguments: &Arguments,
    scalar: &str,
) -> Option<syn::ItemFn> {
    let is_kept = |name: &Ident| kept.type_params().any(|own| own.ident == *name);
    let parameters = function.sig.generics.type_params();
    let replaced: Vec<(String, TokenStream)> = parameters
        .filter(|parameter| !is_kept(&parameter.ident))
        .map(|parameter| {
            let mut given = arguments.instances.iter();
            let given = given.find(|(name, _)| *name == parameter.ident);
            let scalar = Ident::new(scalar, parameter.ident.span());
            let ty = given.map_or_else(|| scalar.to_token_stream(), |(_, ty)| ty.to_token_stream());
            (parameter.ident.to_string(), ty)
        })
        .collect();
    if replaced.is_empty() {
        return None;
    }
    let mut own = function.clone();
    own.sig.generics = kept.clone();
    syn::parse2(crate::spelling::replaced(
        own.into_token_stream(),
        &replaced,
    ))
    .ok()
}
