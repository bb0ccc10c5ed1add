//! The types of functions: `impl Fn(f64) -> f64`, `&dyn FnMut(f64)`, `fn(f64) -> f64`, or `F` with
//! such a bound.

use proc_macro2::Ident;
use quote::format_ident;
use syn::punctuated::Punctuated;
use syn::{Generics, NamedArg, PathArguments, ReturnType, TraitBound, Type, TypeParamBound};

use crate::front::read::requests::Request;
use crate::front::syntax::types::returned;

use crate::front::read::generics::bounds_of;

/// Pointers that are called, and whose methods are called, as what they point to.
const POINTERS: &[&str] = &["Box", "Rc", "Arc"];

/// What is known of a function by its type.
#[derive(Clone, Debug)]
pub(crate) struct FunctionType {
    /// `Fn`, `FnMut` or `FnOnce`
    pub(crate) kind: Ident,
    pub(crate) lifetimes: Option<syn::BoundLifetimes>,
    pub(crate) inputs: Vec<Type>,
    /// `None` for a function that returns nothing.
    pub(crate) output: Option<Type>,
}

impl FunctionType {
    fn of(kind: Ident, inputs: &Punctuated<NamedArg, syn::Token![,]>, output: &ReturnType) -> Self {
        Self {
            kind,
            lifetimes: None,
            inputs: inputs.iter().map(|input| input.ty.clone()).collect(),
            output: returned(output),
        }
    }

    /// The type of a parameter that is a function.
    pub(crate) fn of_parameter(ty: &Type, generics: &[&Generics]) -> Option<Self> {
        if let Type::FnPtr(pointer) = behind_pointers(ty) {
            let kind = format_ident!("Fn");
            let lifetimes = pointer.lifetimes.clone();
            let found = Self::of(kind, &pointer.inputs, &pointer.output);
            return Some(Self { lifetimes, ..found });
        }
        traits_of(ty, generics).iter().find_map(|bound| {
            let last = bound.path.segments.last()?;
            let PathArguments::Parenthesized(found) = &last.arguments else {
                return None;
            };
            let lifetimes = bound.lifetimes.clone();
            let found = Self::of(last.ident.clone(), &found.inputs, &found.output);
            Some(Self { lifetimes, ..found })
        })
    }

    /// The type that the option itself gives.
    pub(crate) fn of_request(request: &Request) -> Option<Self> {
        let types = request.arguments.as_ref()?.iter();
        let inputs = types.map(|asked| asked.ty.clone()).collect::<Option<_>>()?;
        Some(Self {
            kind: format_ident!("Fn"),
            lifetimes: None,
            inputs,
            output: Some(request.output.clone()?),
        })
    }

    /// The type of a method, without its receiver.
    pub(crate) fn of_method(signature: &syn::Signature) -> Self {
        let inputs = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some((*typed.ty).clone()),
            syn::FnArg::Receiver(_) => None,
        });
        Self {
            kind: format_ident!("Fn"),
            lifetimes: None,
            inputs: inputs.collect(),
            output: returned(&signature.output),
        }
    }
}

/// The traits by which a type is known: those of `impl A + B`, of `dyn A`, or of a type parameter.
pub(crate) fn traits_of(ty: &Type, generics: &[&Generics]) -> Vec<TraitBound> {
    let bounds: Vec<TypeParamBound> = match behind_pointers(ty) {
        Type::ImplTrait(found) => found.bounds.iter().cloned().collect(),
        Type::TraitObject(found) => found.bounds.iter().cloned().collect(),
        Type::Path(path) => {
            let parameter = generics.iter().find_map(|generics| {
                let mut own = generics.type_params();
                let own = own.find(|own| path.path.is_ident(&own.ident))?;
                let bounds = bounds_of(own, generics);
                syn::parse2::<syn::TypeImplTrait>(quote::quote!(impl #bounds)).ok()
            });
            let bounds = parameter.map(|found| found.bounds);
            bounds.into_iter().flatten().collect()
        }
        _ => Vec::new(),
    };
    let of_trait = |bound| match bound {
        TypeParamBound::Trait(bound) => Some(bound),
        _ => None,
    };
    bounds.into_iter().filter_map(of_trait).collect()
}

fn behind_pointers(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => behind_pointers(&reference.elem),
        Type::Paren(inner) => behind_pointers(&inner.elem),
        Type::Group(inner) => behind_pointers(&inner.elem),
        Type::Path(path) => {
            let last = path.path.segments.last();
            let last = last.filter(|last| POINTERS.iter().any(|name| last.ident == name));
            match last.map(|last| &last.arguments) {
                Some(PathArguments::AngleBracketed(given)) => match given.args.first() {
                    Some(syn::GenericArgument::Type(inner)) => behind_pointers(inner),
                    _ => ty,
                },
                _ => ty,
            }
        }
        _ => ty,
    }
}
