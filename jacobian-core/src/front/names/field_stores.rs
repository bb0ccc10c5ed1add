//! A struct behind `&mut` that is assigned as a whole: its known fields get new values, the others
//! are written at once.
//!
//! ```text
//! *out = State { v: x * x, label: 3 }     the value of `v` is followed;   out.label = 3;
//! *self = Self::default();                let part = Self::default();  *self = part;
//!                                         the values of known fields are those of `part`
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

use crate::interface::Layout;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::shown;
use crate::front::value::fields::Fields;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// The fields after an assignment of the whole struct. `place` is the struct as an expression.
    pub(crate) fn fields_assigned(
        &mut self,
        fields: &Fields,
        place: &TokenStream,
        value: Value,
        at: &syn::Expr,
    ) -> Found<Value> {
        match value {
            Value::Poison => Err(Stop),
            Value::Struct(layout, values) => self.fields_of_literal(fields, (&layout, &values), at),
            Value::Inactive(inactive) => {
                let Value::Inactive(part) = self.writer.settle_part(Value::Inactive(inactive))?
                else {
                    return Err(Stop);
                };
                let known = self.copied_fields(fields, &part.tokens)?;
                let part = part.tokens;
                self.writer.keep_statement(quote!(#place = #part;), &[])?;
                Ok(known)
            }
            // The fields of another struct that is known in part.
            _ => self.writer.refuse(at, messages::CANNOT_ASSIGN),
        }
    }

    fn fields_of_literal(
        &mut self,
        fields: &Fields,
        (layout, values): (&Layout, &[Value]),
        at: &syn::Expr,
    ) -> Found<Value> {
        let mut known = fields.clone();
        for (member, value) in layout.members.iter().zip(values) {
            let place = &fields.place;
            let place = quote!(#place.#member);
            match (fields.position(member), fields.get(member)) {
                (Some(_), _) if !fields.written.contains(member) => {
                    let message = messages::field_not_output(&shown(&place));
                    return self.writer.refuse(at, &message);
                }
                (Some(position), Some(Value::Fields(inner))) => {
                    let inner = Rc::clone(inner);
                    known.values[position] =
                        self.fields_assigned(&inner, &place, value.clone(), at)?;
                }
                (Some(position), _) => known.values[position] = value.clone(),
                (None, _) if self.is_active_value(value) => {
                    let message = messages::field_not_output(&shown(&place));
                    return self.writer.refuse(at, &message);
                }
                (None, _) => {
                    let mut mentions = Vec::new();
                    let Some(value) = self.spell(value, &mut mentions) else {
                        return self.writer.refuse(at, messages::CANNOT_ASSIGN);
                    };
                    self.writer
                        .keep_statement(quote!(#place = #value;), &mentions)?;
                }
            }
        }
        if fields
            .members
            .iter()
            .all(|member| layout.position(member).is_some())
        {
            Ok(Value::Fields(Rc::new(known)))
        } else {
            self.writer.refuse(at, messages::CANNOT_ASSIGN)
        }
    }

    /// The known fields of a struct, copied from a place.
    fn copied_fields(&mut self, fields: &Fields, place: &TokenStream) -> Found<Value> {
        let mut known = fields.clone();
        let members = fields.members.iter().zip(&mut known.values);
        for (member, value) in members {
            *value = self.copied_from(value, &quote!(#place.#member))?;
        }
        Ok(Value::Fields(Rc::new(known)))
    }

    /// The value at another place, with the parts that this one has.
    fn copied_from(&mut self, like: &Value, place: &TokenStream) -> Found<Value> {
        let indexed = |position: usize| {
            let index = proc_macro2::Literal::usize_unsuffixed(position);
            quote!(#place[#index])
        };
        let parts = match like {
            Value::Fields(fields) => return self.copied_fields(fields, place),
            Value::Struct(layout, parts) => {
                let places = layout.members.iter().map(|member| quote!(#place.#member));
                parts.iter().zip(places).collect::<Vec<_>>()
            }
            Value::Tuple(parts) => {
                let members = (0..parts.len()).map(Member::from);
                let places = members.map(|member| quote!(#place.#member));
                parts.iter().zip(places).collect()
            }
            Value::Array(parts) => parts.iter().zip((0..parts.len()).map(indexed)).collect(),
            Value::Matrix(matrix) => {
                let places = (0..matrix.elements.len()).map(indexed);
                matrix.elements.iter().zip(places).collect()
            }
            _ => {
                return self.writer.settle_part(Value::Inactive(Inactive {
                    tokens: place.clone(),
                    mentions: Vec::new(),
                }));
            }
        };
        let parts = parts
            .into_iter()
            .map(|(part, place)| self.copied_from(part, &place));
        let parts = parts.collect::<Found<Vec<Value>>>()?;
        Ok(like.rebuilt(parts))
    }
}
