//! Arguments of functions whose derivatives the caller supplies: the partials by their numbers, and
//! how they are passed.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Type;

use crate::interface::Shape;
use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::read::supplied::{Argument, Numbers};
use crate::front::syntax::types::{behind_reference, is_other_primitive, slice_element};
use crate::front::value::Value;

/// The place of each partial by an active value of an argument.
pub(crate) type Partials = Vec<(ValueId, TokenStream)>;

impl<M> Lowering<M> {
    /// The active numbers of an argument, with the places of the partials by them in a row.
    pub(crate) fn partials_by(
        &self,
        value: &Value,
        numbers: &Numbers,
        base: &TokenStream,
    ) -> Option<Partials> {
        let value = match value {
            Value::Reference(place) => &self.load(&self.follow(place.clone()))?,
            value => value,
        };
        if !self.is_active_value(value) {
            return Some(Partials::new());
        }
        match (value, numbers) {
            (Value::Scalar(id), Numbers::Known(Shape::Scalar)) => Some(vec![(*id, base.clone())]),
            (Value::Array(elements), Numbers::List(inner)) => {
                let mut found = Partials::new();
                for (position, element) in elements.iter().enumerate() {
                    let position = Literal::usize_unsuffixed(position);
                    let base = quote!(#base[#position]);
                    found.extend(self.partials_by(element, inner, &base)?);
                }
                Some(found)
            }
            (value, Numbers::Known(shape)) => {
                let places = shape.places(base);
                self.partials_in(value, shape, &places)
            }
            _ => None,
        }
    }

    /// The same where the partials by all arguments are one array. `before` is the number of those
    /// by the arguments before.
    pub(crate) fn flat_partials(
        &self,
        value: &Value,
        numbers: &Numbers,
        before: &mut usize,
    ) -> Option<Partials> {
        let value = match value {
            Value::Reference(place) => &self.load(&self.follow(place.clone()))?,
            value => value,
        };
        let shape = shape_of_list(value, numbers)?;
        let positions = (*before..*before + shape.count()).map(Literal::usize_unsuffixed);
        let places: Vec<TokenStream> = positions.map(|position| quote!([#position])).collect();
        *before += shape.count();
        self.partials_in(value, &shape, &places)
    }

    /// The same for a value of a shape, with the places of the partials by its numbers.
    pub(crate) fn partials_in(
        &self,
        value: &Value,
        shape: &Shape,
        places: &[TokenStream],
    ) -> Option<Partials> {
        if !self.is_active_value(value) {
            return Some(Partials::new());
        }
        let shapes: Vec<&Shape> = match (value, shape) {
            (Value::Scalar(id), Shape::Scalar) => return Some(vec![(*id, places[0].clone())]),
            (Value::Array(_), Shape::Array(length, inner)) => vec![&**inner; *length],
            (Value::Tuple(_), Shape::Tuple(parts))
            | (Value::Struct(..), Shape::Struct(_, parts)) => parts.iter().collect(),
            (Value::Matrix(_), Shape::Matrix(rows, cols)) => vec![&Shape::Scalar; rows * cols],
            _ => return None,
        };
        let value = value.aligned(shape);
        let parts = value.parts().filter(|parts| parts.len() == shapes.len())?;
        let (mut found, mut places) = (Partials::new(), places);
        for (part, shape) in parts.iter().zip(shapes) {
            let (own, others) = places.split_at(shape.count());
            found.extend(self.partials_in(part, shape, own)?);
            places = others;
        }
        Some(found)
    }
}

/// The shape of an output: of its type, or of the list that it holds.
pub(crate) fn shape_of_list(held: &Value, numbers: &Numbers) -> Option<Shape> {
    match (numbers, held) {
        (Numbers::Known(shape), _) => Some(shape.clone()),
        (Numbers::List(inner), Value::Array(elements)) => {
            let inner = elements
                .first()
                .map(|first| shape_of_list(first, inner))??;
            Some(Shape::Array(elements.len(), Box::new(inner)))
        }
        (Numbers::List(_), _) => None,
    }
}

/// Whether an argument is passed once more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Before,
    Last,
}

/// An argument as the function takes it.
pub(crate) fn passed(
    argument: &Argument,
    value: &Value,
    tokens: &TokenStream,
    used: Use,
) -> TokenStream {
    let ty = &argument.ty;
    let inner = behind_reference(ty);
    let is_reference = matches!(ty, Type::Reference(_));
    match value {
        Value::Inactive(_) if is_reference || used == Use::Last || is_other_primitive(inner) => {
            tokens.clone()
        }
        // It is passed once more.
        Value::Inactive(_) => quote!((#tokens).clone()),
        _ => {
            let is_vec = matches!(inner, Type::Path(_)) && slice_element(inner).is_some();
            let owned = if is_vec {
                quote!(#tokens.to_vec())
            } else {
                tokens.clone()
            };
            if is_reference { quote!(&#owned) } else { owned }
        }
    }
}
