//! Structs that are data and no parameters of a model: variables by default, beside numbers too.
//!
//! ```text
//! fn lerp(a: &Point, b: &Point, t: f64) -> f64       two of one type: a, b, t
//! fn advance(s: &State, dt: f64) -> State            what the function gives back: s, dt
//! fn energy(p: &Params, x: f64) -> f64               a parameter of a model: x
//! ```

use proc_macro2::Ident;

use crate::front::read::definitions::Key;
use crate::front::read::own_shapes::{has_struct, is_marked_vector};
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::types::{is_mutable_borrow, unwrap};
use crate::interface::Parameter;

impl Reader<'_> {
    /// Whether a parameter is made of numbers without a meaning of their own each: no struct, or
    /// a vector, or a list. Structs of numbers are parameters of a model more often than variables.
    pub(crate) fn is_number(&self, parameter: &Parameter) -> bool {
        let types = &self.arguments.types;
        let shape = parameter.independent.as_ref();
        is_marked_vector(self.arguments, self.scalar, &parameter.ty)
            || shape.is_some_and(|shape| shape.is_list() || !has_struct(types, shape))
            || self.has_fields(&parameter.name)
    }

    /// Whether `dim` lists fields of a parameter.
    pub(crate) fn has_fields(&self, name: &Ident) -> bool {
        !self.arguments.fields_of(&FieldPath::whole(name)).is_empty()
    }

    /// Whether a struct with numbers is one of two of the same type, or of the type that the
    /// function gives back.
    pub(crate) fn is_data(
        &self,
        parameter: &Parameter,
        parameters: &[Parameter],
        result: &syn::ReturnType,
    ) -> bool {
        let has_numbers = parameter.independent.is_some()
            || self.holds_numbers(&FieldPath::whole(&parameter.name), parameters);
        let Some(key) = self.key_of(&parameter.ty).filter(|_| has_numbers) else {
            return false;
        };
        let is_other =
            |other: &&Parameter| other.name != parameter.name && !is_mutable_borrow(&other.ty);
        let mut others = parameters.iter().filter(is_other);
        !is_mutable_borrow(&parameter.ty)
            && (self.gives(&key, result)
                || others.any(|other| self.key_of(&other.ty).as_ref() == Some(&key)))
    }

    /// Whether one of these parameters has the type of `self`, or there are none, or the method
    /// gives another `self`.
    pub(crate) fn are_of_self(&self, parameters: &[&Parameter], result: &syn::ReturnType) -> bool {
        let Some(this) = &self.arguments.home.this else {
            return parameters.is_empty();
        };
        let mut others = parameters.iter();
        parameters.is_empty()
            || others.any(|other| self.key_of(&other.ty).as_ref() == Some(this))
            || self.gives(this, result)
    }

    fn gives(&self, key: &Key, result: &syn::ReturnType) -> bool {
        let syn::ReturnType::Type(_, declared) = result else {
            return false;
        };
        let (_, inner) = unwrap(declared);
        !matches!(inner, syn::Type::Reference(_)) && self.key_of(&inner).as_ref() == Some(key)
    }

    fn key_of(&self, ty: &syn::Type) -> Option<Key> {
        let types = &self.arguments.types;
        types.key_of(ty, &self.arguments.home)
    }
}
