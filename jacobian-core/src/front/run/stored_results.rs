//! Lists in memory that leave a place: results of which `dim` gives the length, `mem::swap` and
//! `mem::take`.

use proc_macro2::Ident;
use quote::quote;
use syn::Expr;

use crate::interface::Shape;

use crate::front::names::state::Lowering;
use crate::front::names::stored_elements::is_variable;
use crate::front::run::Run;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::Place;
use crate::front::value::stored::{Stored, has_list};

impl Lowering<Run> {
    /// `std::mem::swap` and `std::mem::replace`, if the first place has a list in memory.
    pub(crate) fn exchange_lists(
        &mut self,
        name: &Ident,
        (place, old): (&Place, &Value),
        second: &Expr,
    ) -> Found<Option<Value>> {
        if name == "replace" {
            let Value::Stored(list) = old else {
                return Ok(None);
            };
            let new = self.eval(second)?;
            let taken = self.taken_list(list)?;
            self.store(place, new, second);
            return Ok(Some(taken));
        }
        if !self.names.has_stored {
            return Ok(None);
        }
        let other = self.exchanged(second)?;
        let new = self.load(&other).ok_or(Stop)?;
        if !has_list(old) && !has_list(&new) {
            return Ok(None);
        }
        if let (Value::Stored(a), Value::Stored(b)) = (old, &new) {
            let (a, b) = (&a.place, &b.place);
            self.writer
                .keep_statement(quote!(::core::mem::swap(&mut #a, &mut #b);), &[])?;
            return Ok(Some(Value::unit()));
        }
        let (old, new) = (self.copied_lists(old)?, self.copied_lists(&new)?);
        self.store(place, new, second);
        self.store(&other, old, second);
        Ok(Some(Value::unit()))
    }

    /// A result with the elements of its lists, of which an option gives the lengths.
    pub(crate) fn with_known_lists(&mut self, value: Value, shape: &Shape) -> Found<Value> {
        if !self.names.has_stored || !has_list(&value) {
            return Ok(value);
        }
        let shapes: Vec<&Shape> = match (&value, shape) {
            (Value::Stored(list), Shape::Array(length, element)) => {
                let elements = self.elements_of_stored(list, *length)?;
                return self.with_known_lists(elements, &Shape::Array(*length, element.clone()));
            }
            (Value::Maybe(maybe), shape) => {
                let inside = self.with_known_lists(maybe.inside.clone(), shape)?;
                return Ok(maybe.with(inside).into_value());
            }
            (_, Shape::Tuple(shapes) | Shape::Struct(_, shapes)) => shapes.iter().collect(),
            (_, Shape::Array(length, element)) => vec![&**element; *length],
            _ => return Ok(value),
        };
        let Some(parts) = value.parts().filter(|parts| parts.len() == shapes.len()) else {
            return Ok(value);
        };
        let parts = parts.iter().zip(shapes);
        let parts = parts.map(|(part, shape)| self.with_known_lists(part.clone(), shape));
        let parts = parts.collect::<Found<Vec<Value>>>()?;
        Ok(value.rebuilt(parts))
    }

    /// The elements of a list of which an option gives the length.
    pub(crate) fn elements_of_stored(&mut self, list: &Stored, length: usize) -> Found<Value> {
        let place = &list.place;
        let count = proc_macro2::Literal::usize_unsuffixed(length);
        let message = format!("the result has another length than {length}, which `dim` gives");
        self.writer.keep_statement(
            quote!(::core::assert_eq!(#place.len(), #count, #message);),
            &[],
        )?;
        let elements = (0..length).map(|position| {
            let position = proc_macro2::Literal::usize_unsuffixed(position);
            self.stored_element(list, &quote!(#position))
        });
        Ok(Value::array(elements.collect::<Found<_>>()?))
    }

    /// `std::mem::take(&mut list)`: the list in a variable of its own, and an empty one in its
    /// place.
    pub(crate) fn taken_list(&mut self, list: &Stored) -> Found<Value> {
        let place = &list.place;
        let made = if is_variable(place) {
            quote!(::core::mem::take(&mut #place))
        } else {
            quote!(#place.to_vec())
        };
        self.new_stored(list.like.clone(), &made, &[])
            .map(Value::Stored)
    }
}
