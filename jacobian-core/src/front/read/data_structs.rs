//! Which structs are variables by default, beside numbers: vectors and lists. Any other struct is a
//! parameter of a model more often, and `self` too.
//!
//! ```text
//! fn moment(points: &[Point; 2], scale: f64) -> f64      a list: points, scale
//! fn energy(p: &Params, x: f64) -> f64                   a parameter of a model: x
//! ```

use proc_macro2::Ident;

use crate::front::read::definitions::Key;
use crate::front::read::own_shapes::{has_struct, is_marked_vector};
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
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

    /// Whether one of these parameters has the type of `self`, or there are none.
    pub(crate) fn are_of_self(&self, parameters: &[&Parameter]) -> bool {
        let Some(this) = &self.arguments.home.this else {
            return parameters.is_empty();
        };
        let mut others = parameters.iter();
        parameters.is_empty() || others.any(|other| self.key_of(&other.ty).as_ref() == Some(this))
    }

    fn key_of(&self, ty: &syn::Type) -> Option<Key> {
        let types = &self.arguments.types;
        types.key_of(ty, &self.arguments.home)
    }
}
