//! Parameters that are whatever becomes numbers: `impl Into<f64>`, `V: AsRef<[f64]>`.
//!
//! ```text
//! fn f(x: impl Into<f64>, v: &impl AsRef<[f64; 3]>)    fn f(x: f64, v: &[f64; 3])
//! fn f<P: Borrow<f64>>(x: P)                           fn f(x: f64)
//! fn f(x: f64, g: impl Fn(f64) -> f64)                 stays: `g` is inactive
//! ```
//!
//! The generated functions take the numbers themselves, for which `into`, `as_ref` and `borrow` are
//! the identity. The function itself stays as it is.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{FnArg, GenericParam, ItemFn, Type, TypeParam, TypeParamBound};

use crate::front::read::generics::bounds_of;
use crate::front::syntax::tokens::names_any;

/// The function with numbers in place of such parameters. `None` if it has none.
pub(crate) fn plain(
    function: &ItemFn,
    named: &[(TypeParam, Type)],
    is_variable: &dyn Fn(&syn::Ident) -> bool,
) -> Option<ItemFn> {
    let mut plain = function.clone();
    let mut has_any = !named.is_empty();
    for input in &mut plain.sig.inputs {
        let FnArg::Typed(typed) = input else {
            continue;
        };
        if !is_named_variable(&typed.pat, is_variable) {
            continue;
        }
        let found = match &*typed.ty {
            Type::Reference(reference) => number(&reference.elem, named),
            ty => number(ty, named),
        };
        if let Some(ty) = found {
            *typed.ty = match (&*typed.ty, ty) {
                (Type::Reference(_), ty @ Type::Reference(_)) => ty,
                (Type::Reference(reference), ty) => Type::Reference(syn::TypeReference {
                    elem: Box::new(ty),
                    ..reference.clone()
                }),
                (_, ty) => ty,
            };
            has_any = true;
        }
    }
    let generics = &mut plain.sig.generics;
    let is_plain = |parameter: &GenericParam| {
        let GenericParam::Type(found) = parameter else {
            return false;
        };
        named.iter().any(|(known, _)| known.ident == found.ident)
    };
    let parameters = std::mem::take(&mut generics.params).into_iter();
    generics.params = parameters.filter(|found| !is_plain(found)).collect();
    if let Some(clause) = &mut generics.where_clause {
        let names: Vec<String> = named.iter().map(|(one, _)| one.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let kept = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = kept
            .filter(|found| !names_any(&found.to_token_stream(), &names))
            .collect();
    }
    has_any.then_some(plain)
}

/// Whether a parameter is `impl Trait`, so that nobody can name the function with its types.
pub(crate) fn has_impl_trait(function: &ItemFn) -> bool {
    function.sig.inputs.iter().any(|input| {
        let FnArg::Typed(typed) = input else {
            return false;
        };
        let ty = match &*typed.ty {
            Type::Reference(reference) => &*reference.elem,
            ty => ty,
        };
        matches!(ty, Type::ImplTrait(_))
    })
}

/// The type parameters that are numbers, with their types.
pub(crate) fn plain_parameters(
    function: &ItemFn,
    is_variable: &dyn Fn(&syn::Ident) -> bool,
) -> Vec<(TypeParam, Type)> {
    let generics = &function.sig.generics;
    let plain = |parameter: &TypeParam| {
        let bounds = bounds_of(parameter, generics);
        let bounds = syn::parse::Parser::parse2(
            Punctuated::<TypeParamBound, syn::Token![+]>::parse_terminated,
            bounds,
        );
        // A parameter that the body or the result names is needed there.
        let name = parameter.ident.to_string();
        let (output, block) = (&function.sig.output, &function.block);
        let is_named = names_any(&output.to_token_stream(), &[&name])
            || names_any(&block.to_token_stream(), &[&name]);
        let is_constant = function.sig.inputs.iter().any(|input| match input {
            FnArg::Typed(typed) => {
                names_any(&typed.ty.to_token_stream(), &[&name])
                    && !is_named_variable(&typed.pat, is_variable)
            }
            FnArg::Receiver(_) => false,
        });
        let ty = number_of(&bounds.ok()?).filter(|_| !is_named && !is_constant)?;
        Some((parameter.clone(), ty))
    };
    generics.type_params().filter_map(plain).collect()
}

fn is_named_variable(pattern: &syn::Pat, is_variable: &dyn Fn(&syn::Ident) -> bool) -> bool {
    match pattern {
        syn::Pat::Ident(name) => is_variable(&name.ident),
        _ => false,
    }
}

fn number(ty: &Type, named: &[(TypeParam, Type)]) -> Option<Type> {
    match ty {
        Type::ImplTrait(found) => number_of(&found.bounds),
        Type::Path(path) => {
            let name = path.path.get_ident()?;
            let mut named = named.iter();
            let found = named.find(|(known, _)| known.ident == *name);
            found.map(|(_, ty)| ty.clone())
        }
        _ => None,
    }
}

/// The numbers that a conversion gives, if one of the bounds is such a conversion and the others
/// say nothing else.
fn number_of(bounds: &Punctuated<TypeParamBound, syn::Token![+]>) -> Option<Type> {
    let mut found = None;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        let name = last.ident.to_string();
        match (name.as_str(), &last.arguments) {
            ("Copy" | "Clone" | "Debug", _) => {}
            ("Into" | "AsRef" | "Borrow", syn::PathArguments::AngleBracketed(arguments)) => {
                let Some(syn::GenericArgument::Type(ty)) = arguments.args.first() else {
                    return None;
                };
                let is_by_reference = name == "AsRef" || matches!(ty, Type::Slice(_));
                if !is_numeric(ty) || found.is_some() {
                    return None;
                }
                found = Some(if is_by_reference {
                    syn::parse_quote!(&#ty)
                } else {
                    ty.clone()
                });
            }
            _ => return None,
        }
    }
    found
}

fn is_numeric(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.is_ident("f64") || path.path.is_ident("f32"),
        Type::Array(array) => is_numeric(&array.elem),
        Type::Slice(slice) => is_numeric(&slice.elem),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::{plain, plain_parameters};

    #[test]
    fn conversions_are_the_numbers_that_they_give() {
        let function: syn::ItemFn = syn::parse_quote! {
            fn f<P: Borrow<f64>, V>(x: impl Into<f64>, p: P, v: &V, g: impl Fn(f64) -> f64) -> f64
            where
                V: AsRef<[f64]> + Clone,
            {
                x.into()
            }
        };
        let expected: syn::ItemFn = syn::parse_quote! {
            fn f<>(x: f64, p: f64, v: &[f64], g: impl Fn(f64) -> f64) -> f64 where { x.into() }
        };
        let numbers = |function: &syn::ItemFn| {
            plain(function, &plain_parameters(function, &|_| true), &|_| true)
        };
        let found = numbers(&function).expect("some");
        assert_eq!(
            found.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
        let kept: syn::ItemFn = syn::parse_quote!(
            fn f<T: Into<f64>>(x: T) -> T {}
        );
        assert!(numbers(&kept).is_none());
    }
}
