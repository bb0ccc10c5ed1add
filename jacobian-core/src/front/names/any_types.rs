//! Values of any type that implements a trait: `&M`, `&impl Model`, `&dyn Model`, `Box<dyn Model>`.

use syn::{Type, TypeParamBound};

use crate::front::names::state::Lowering;
use crate::front::read::generics;
use crate::front::syntax::foreign_traits::name_of_bound;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Inactive;

/// Pointers whose methods are those of what they point to.
const POINTERS: &[&str] = &["Box", "Rc", "Arc"];

/// A type that is known by its traits alone.
pub(crate) struct AnyType {
    /// Its name, if it is a type parameter.
    pub(crate) parameter: Option<String>,
    /// The last names of its traits.
    pub(crate) traits: Vec<String>,
}

impl<M> Lowering<M> {
    /// The type of an object, as the signature or a definition declares it.
    pub(crate) fn declared_type(&self, object: &Inactive) -> Option<Type> {
        let of_place = || Some(self.type_of_tokens(&object.tokens)?.ty);
        self.type_of(object).or_else(of_place)
    }

    /// Whether a declared type says only which traits the type has that a value brings with it.
    pub(crate) fn is_any_type(&self, ty: &Type) -> bool {
        match behind_reference(ty) {
            Type::ImplTrait(_) | Type::TraitObject(_) => true,
            Type::Paren(inner) => self.is_any_type(&inner.elem),
            Type::Path(path) => self.frames.calls.last().is_some_and(|running| {
                let running = self.names.functions.get(running);
                let mut parameters = running.type_parameters.iter();
                parameters.any(|parameter| path.path.is_ident(parameter))
            }),
            _ => false,
        }
    }

    /// The traits of an object whose type is unknown, `&dyn Model` or `&impl Model`.
    pub(crate) fn bounds_of_type(&self, ty: &Type) -> Option<AnyType> {
        let names = |bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
            bounds.iter().filter_map(name_of_bound).collect()
        };
        match behind_reference(ty) {
            Type::ImplTrait(found) => Some(AnyType {
                parameter: None,
                traits: names(&found.bounds),
            }),
            Type::TraitObject(found) => Some(AnyType {
                parameter: None,
                traits: names(&found.bounds),
            }),
            Type::Paren(inner) => self.bounds_of_type(&inner.elem),
            Type::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    return self.bounds_of_parameter(name);
                }
                let last = path.path.segments.last()?;
                let is_pointer = POINTERS.iter().any(|name| last.ident == name);
                match &last.arguments {
                    syn::PathArguments::AngleBracketed(arguments) if is_pointer => {
                        match arguments.args.first()? {
                            syn::GenericArgument::Type(inner) => self.bounds_of_type(inner),
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn bounds_of_parameter(&self, name: &syn::Ident) -> Option<AnyType> {
        let mut bounds = self.given.generics.iter().flat_map(|generics| {
            let parameters = generics.type_params();
            let own = parameters.filter(|parameter| parameter.ident == *name);
            own.map(|parameter| generics::bounds_of(parameter, generics))
        });
        let bounds: Type = syn::parse2({
            let bounds = bounds.next()?;
            quote::quote!(impl #bounds)
        })
        .ok()?;
        Some(AnyType {
            parameter: Some(name.to_string()),
            ..self.bounds_of_type(&bounds)?
        })
    }
}
