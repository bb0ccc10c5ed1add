//! Variables that an option takes for numbers, though their types are not in view.
//!
//! ```text
//! use measurements::Temperature;
//! struct Inputs { wet: Temperature }
//! #[jacobian(wrt(inputs.wet))]             a number, perhaps: `Temperature` may be another name
//! inputs.wet.as_celsius()                  no number has this method
//! ```
//!
//! Only what the function does with them can say that they are none. The message then names the
//! type.

use quote::ToTokens;
use syn::Type;

use crate::interface::{Parameter, Shape};

use crate::front::read::column::Unseen;
use crate::front::read::definitions::Written;
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::matrix_types;
use crate::front::syntax::types::{behind_reference, list_element, optional, scalar};

/// Types that may hold a number, and are used like it.
const HOLDERS: &[&str] = &["Box", "Rc", "Arc", "Cow"];

impl Reader<'_> {
    /// A variable with the type of its numbers, if that is not in view.
    pub(crate) fn unseen_numbers(
        &self,
        path: &FieldPath,
        shape: &Shape,
        parameters: &[Parameter],
    ) -> Option<Unseen> {
        let written = self.type_of_path(path, parameters)?;
        let ty = self.unseen_type(&written)?;
        let path = path.to_string();
        let unseen = Unseen {
            path,
            ty,
            shape: shape.clone(),
        };
        is_of_plain_numbers(shape).then_some(unseen)
    }

    /// The type of a field that is certainly no number, because it has arguments and is not in
    /// view: `Quantity<ISQ<..>, SI<f64>, f64>`.
    pub(crate) fn generic_unseen(
        &self,
        path: &FieldPath,
        parameters: &[Parameter],
    ) -> Option<String> {
        let written = self.type_of_path(path, parameters)?;
        let written = self.arguments.types.behind_names(&written);
        let Type::Path(found) = &written.ty else {
            return None;
        };
        let last = found.path.segments.last()?;
        let has_arguments = matches!(last.arguments, syn::PathArguments::AngleBracketed(_));
        let is_other = has_arguments
            && !HOLDERS.iter().any(|holder| last.ident == holder)
            && innermost(&written.ty) == written.ty
            && !matrix_types::mentions(last.ident.to_token_stream())
            && self
                .arguments
                .types
                .key_of(&written.ty, &written.at)
                .is_none();
        is_other.then(|| self.unseen_type(&written)).flatten()
    }

    /// The type of what is in a parameter, if it is not in view.
    pub(crate) fn unseen_in(&self, parameter: &Parameter) -> Option<String> {
        let (ty, at) = (parameter.ty.clone(), self.arguments.home.clone());
        self.unseen_type(&Written { ty, at })
    }

    /// The type of the numbers in a list or an `Option`, if it is not in view.
    fn unseen_type(&self, written: &Written) -> Option<String> {
        let innermost = innermost(&written.ty);
        let Type::Path(path) = &innermost else {
            return None;
        };
        let is_seen = path.qself.is_some()
            || scalar(&path.path, self.scalar).is_some()
            || self.own_shape(&written.with(&innermost)).is_some();
        let last = path.path.segments.last()?;
        (!is_seen).then(|| last.ident.to_string())
    }
}

/// Whether a shape is a number or lists of numbers.
fn is_of_plain_numbers(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar => true,
        Shape::Array(_, element) => is_of_plain_numbers(element),
        Shape::List(elements) => elements.iter().all(is_of_plain_numbers),
        _ => false,
    }
}

/// The type inside of references, options and lists.
fn innermost(ty: &Type) -> Type {
    let mut ty = behind_reference(ty).clone();
    loop {
        let inside = match &ty {
            Type::Array(array) => Some((*array.elem).clone()),
            other => optional(other).or_else(|| list_element(other).cloned()),
        };
        match inside {
            Some(inside) => ty = behind_reference(&inside).clone(),
            None => return ty,
        }
    }
}
