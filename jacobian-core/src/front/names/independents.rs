//! Values of independents that are read at their places: enums, and structs of which only some
//! fields are numbers.
//!
//! ```text
//! s: &Shape       tag `match s { Shape::Circle .. => 0, .. }`    Circle.0: v0  Rect.w: v1  ..
//! self.layers     [Fields at `self.layers[0]` { w: [v0, v1], b: [v2] }, ..]
//! ```
//!
//! Invariant: the scalars are taken in the order of the places of the shape.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::names::variants::Texts;
use crate::front::syntax::strip::strip;
use crate::front::value::fields::Fields;
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::FIELD;
use crate::interface::Shape;

use std::rc::Rc;

impl<M> Lowering<M> {
    /// The value of an independent at a place.
    pub(crate) fn independent(
        &mut self,
        shape: &Shape,
        place: &TokenStream,
        scalars: &mut impl Iterator<Item = Value>,
    ) -> Value {
        if !shape.is_only_read() {
            return Value::of_shape(shape, scalars);
        }
        let mut each = |shapes: &mut dyn Iterator<Item = (&Shape, TokenStream)>| {
            let mut values = Vec::new();
            for (shape, place) in shapes {
                values.push(self.part_of_independent(shape, &place, scalars));
            }
            values
        };
        let element = |index: usize| {
            let index = Literal::usize_unsuffixed(index);
            quote!(#place[#index])
        };
        match shape {
            Shape::Array(length, inner) => Value::array(each(
                &mut (0..*length).map(|index| (&**inner, element(index))),
            )),
            Shape::List(shapes) => {
                let places = (0..).map(element);
                Value::array(each(&mut shapes.iter().zip(places)))
            }
            Shape::Tuple(shapes) => {
                let places = (0..).map(|index: usize| {
                    let index = syn::Index::from(index);
                    quote!(#place.#index)
                });
                Value::tuple(each(&mut shapes.iter().zip(places)))
            }
            Shape::Struct(layout, shapes) => {
                let places = layout.members.iter();
                let places = places.map(|member| layout.part(place, member));
                let fields = each(&mut shapes.iter().zip(places));
                Value::Struct(Rc::clone(layout), Rc::new(fields))
            }
            Shape::Fields(members, shapes) => {
                let places = members.iter().map(|member| quote!(#place.#member));
                Value::Fields(Rc::new(Fields {
                    place: place.clone(),
                    members: members.clone(),
                    values: each(&mut shapes.iter().zip(places)),
                    written: Vec::new(),
                }))
            }
            Shape::Enum(..) => self.independent_enum(shape, place, scalars),
            Shape::Scalar | Shape::Matrix(..) => Value::of_shape(shape, scalars),
        }
    }

    /// An enum: its tag, and the fields of all variants.
    fn independent_enum(
        &mut self,
        shape: &Shape,
        place: &TokenStream,
        scalars: &mut impl Iterator<Item = Value>,
    ) -> Value {
        let Shape::Enum(layouts, shapes) = shape else {
            return Value::Poison;
        };
        let variants = Rc::new(Variants {
            layouts: (**layouts).clone(),
            are_all: true,
        });
        let whole = Value::Inactive(Inactive {
            tokens: place.clone(),
            mentions: Vec::new(),
        });
        let parts = self.in_variants_with(&whole, &variants, Texts::ReadAtPlace);
        let Some(mut parts) = parts else {
            // Its columns are taken nevertheless, because those behind it are counted.
            scalars.take(shape.count()).for_each(drop);
            let message = messages::not_an_independent(&place.to_string().replace(' ', ""));
            self.writer.report(place, &message);
            return Value::Poison;
        };
        for (part, shape) in parts.iter_mut().skip(1).zip(shapes) {
            fill(part, shape, scalars);
        }
        let parts = parts.into_iter().map(|part| self.settled(part));
        Value::choice(&variants, parts.collect())
    }

    /// A part with variables of their own for what is no number.
    fn settled(&mut self, part: Value) -> Value {
        match part {
            Value::Inactive(inactive) if is_behind_reference(&inactive) => {
                Value::Inactive(inactive)
            }
            Value::Inactive(inactive) => {
                let name = proc_macro2::Ident::new(FIELD, proc_macro2::Span::call_site());
                let settled = self.writer.settle_as(&name, inactive);
                settled.unwrap_or(Value::Poison)
            }
            whole => match whole.parts().map(<[Value]>::to_vec) {
                Some(parts) => {
                    let parts = parts.into_iter().map(|part| self.settled(part));
                    whole.rebuilt(parts.collect())
                }
                None => whole,
            },
        }
    }

    fn part_of_independent(
        &mut self,
        shape: &Shape,
        place: &TokenStream,
        scalars: &mut dyn Iterator<Item = Value>,
    ) -> Value {
        self.independent(shape, place, &mut { scalars })
    }
}

/// Whether a part is text, which is read at its place.
fn is_behind_reference(part: &Inactive) -> bool {
    let read = syn::parse2::<syn::Expr>(part.tokens.clone());
    read.is_ok_and(|read| matches!(strip(&read), syn::Expr::Unary(_)))
}

/// Replaces the numbers in a field of a variant by scalars.
fn fill(part: &mut Value, shape: &Shape, scalars: &mut impl Iterator<Item = Value>) {
    match shape {
        Shape::Scalar => *part = Value::of_shape(shape, scalars),
        Shape::Array(length, inner) => {
            let parts = part.parts_mut().into_iter().flatten();
            parts
                .take(*length)
                .for_each(|part| fill(part, inner, scalars));
        }
        Shape::Tuple(shapes) | Shape::Struct(_, shapes) => {
            let parts = part.parts_mut().into_iter().flatten();
            let parts = parts.zip(shapes);
            parts.for_each(|(part, shape)| fill(part, shape, scalars));
        }
        Shape::Enum(_, shapes) => {
            // The first part is the tag.
            let parts = part.parts_mut().into_iter().flatten().skip(1);
            let parts = parts.zip(shapes);
            parts.for_each(|(part, shape)| fill(part, shape, scalars));
        }
        Shape::Matrix(..) | Shape::List(_) | Shape::Fields(..) => {}
    }
}
