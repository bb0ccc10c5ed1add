//! Results that hold more than numbers: flags, counts, enums, text, and vectors of any length.
//!
//! ```text
//! (x * y, x > y)            rows: v2                 the value: (value_out[0], __part_1)
//! Out { v: x.sin(), n: 3 }  rows: v1                 Out { v: value_out[0], n: 3 }
//! vec![x, x * y]            rows: v0, v2             Into::into([value_out[0], value_out[1]])
//! ```
//!
//! The rows are the numbers, in the order of the value; what holds no number has no row. Such a
//! value cannot exist before its parts, because we may not know how to make one that is zero. So
//! the generated code computes the rows first and puts the value together at the end.
//!
//! The type of the result says which parts are numbers. For a field of a struct that we do not see,
//! the type says nothing. Then an active part is a number, and an inactive part is one too, unless
//! its code shows that it is something else.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::{Head, Shape};
use crate::ir::{Precision, ValueId, Width};

use crate::front::messages;
use crate::front::names::spell::list_of;
use crate::front::names::state::Lowering;
use crate::front::read::signature::Signature;
use crate::front::run::Run;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::{self, holds_list, is_maybe, is_other_primitive, part_type};
use crate::front::value::found::Found;
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;
use crate::spelling::{self, Added};

/// The kind of part that a type declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    Number,
    Other,
    /// The type is out of sight.
    Unknown,
}

/// The value under construction.
struct Assembly<'a> {
    signature: &'a Signature,
    rows: Vec<ValueId>,
    at: Option<&'a syn::Stmt>,
    /// Whether the function may make lists. Then an array in a struct may be one.
    makes_lists: bool,
}

impl Lowering<Run> {
    /// The result as an expression of its rows. `None` for a value that is made of numbers alone,
    /// whose places can be written one by one.
    pub(crate) fn assembled(
        &mut self,
        value: &Value,
        signature: &Signature,
        rows: &mut Vec<ValueId>,
        body: &syn::Block,
    ) -> Found<Option<(Shape, TokenStream)>> {
        let Some(ty) = &signature.interface.returned.value else {
            return Ok(None);
        };
        let is_made_whole = signature.interface.returned.shape.is_made_whole();
        if signature.is_of_numbers(ty) && !is_made_whole {
            return Ok(None);
        }
        let mut assembly = Assembly {
            signature,
            rows: Vec::new(),
            at: body.stmts.last(),
            makes_lists: self.names.has_stored
                || names_any(&quote!(#body), &["vec", "Vec", "collect", "to_vec"]),
        };
        let value = self.opened(value.clone(), ty, &assembly)?;
        if matches!(value, Value::Maybe(_)) && !is_maybe(ty) {
            let message = messages::result_behind_alias(&quote!(#ty).to_string());
            return self.writer.refuse(ty, &message);
        }
        let has_outputs = signature.has_outputs();
        if matches!(value, Value::Inactive(_))
            && !(has_outputs && self.holds_others(&value, Some(ty), &assembly))
        {
            return Ok(None);
        }
        let holds_others = self.holds_others(&value, Some(ty), &assembly);
        if !holds_list(ty) && !holds_others && !is_made_whole {
            return Ok(None);
        }
        let interface = &signature.interface;
        if interface.function_struct.is_some()
            || interface.extras.batch
            || interface.extras.verify.is_some()
        {
            return self.writer.refuse(ty, messages::RESULT_NOT_OF_NUMBERS);
        }
        let expression = self.assemble(&value, Some(ty), &mut assembly)?;
        if assembly.rows.is_empty() && !holds_list(ty) && !has_outputs {
            return self.writer.refuse(ty, messages::NO_RESULT);
        }
        let shape = Shape::Array(assembly.rows.len(), Box::new(Shape::Scalar));
        rows.append(&mut assembly.rows);
        Ok(Some((shape, expression)))
    }

    /// An inactive tuple or array by its parts, as its type says.
    fn opened(&mut self, value: Value, ty: &syn::Type, assembly: &Assembly<'_>) -> Found<Value> {
        let Value::Inactive(inactive) = value else {
            return Ok(self.with_typed_parts(value));
        };
        match ty {
            syn::Type::Tuple(tuple) => {
                let place = self.settled_place(inactive)?;
                let parts = tuple.elems.iter().enumerate().map(|(position, ty)| {
                    let position = syn::Index::from(position);
                    self.opened(place_of(quote!(#place.#position)), ty, assembly)
                });
                Ok(Value::tuple(parts.collect::<Found<_>>()?))
            }
            // Only `dim(out = 3)` says how long an inactive list is.
            list if types::list_element(list).is_some() && assembly.signature.shape_is_declared => {
                let place = self.settled_place(inactive)?;
                let shape = &assembly.signature.interface.returned.shape;
                let places = shape.places(&place);
                Ok(Value::of_shape(
                    shape,
                    &mut places.into_iter().map(place_of),
                ))
            }
            syn::Type::Array(array)
                if self.declared(Some(&array.elem), assembly) == Declared::Number =>
            {
                let length = self.known_length(&array.len);
                let Some(length) = length.and_then(|length| usize::try_from(length).ok()) else {
                    return Ok(Value::Inactive(inactive));
                };
                let place = self.settled_place(inactive)?;
                let parts = (0..length).map(|index| {
                    let index = proc_macro2::Literal::usize_unsuffixed(index);
                    place_of(quote!(#place[#index]))
                });
                Ok(Value::array(parts.collect()))
            }
            _ => Ok(Value::Inactive(inactive)),
        }
    }

    fn settled_place(&mut self, inactive: Inactive) -> Found<TokenStream> {
        let settled = self.writer.settle_part(Value::Inactive(inactive))?;
        let mut mentions = Vec::new();
        Ok(self.spell(&settled, &mut mentions).unwrap_or_default())
    }

    /// Whether a part of the value is no number.
    fn holds_others(
        &mut self,
        value: &Value,
        ty: Option<&syn::Type>,
        assembly: &Assembly<'_>,
    ) -> bool {
        match value {
            Value::Integer(_) | Value::Boolean(_) | Value::Maybe(_) | Value::Choice(..) => true,
            Value::Inactive(inactive) => !self.is_number(inactive, ty, assembly),
            Value::Struct(layout, fields) if self.is_array_of_crate(layout) => {
                let ty = self.type_of_elements(layout);
                self.holds_others(&fields[0], ty.as_ref(), assembly)
            }
            Value::Array(_) if ty.is_none() && assembly.makes_lists => true,
            Value::Struct(layout, _) if self.has_list_field(layout) => true,
            Value::Struct(layout, fields) => {
                let mut fields = fields.iter().zip(&layout.members);
                fields.any(|(field, member)| {
                    let declared = self.certain_type(layout, member, ty);
                    self.holds_others(field, declared.as_ref(), assembly)
                })
            }
            other => match other.parts() {
                Some(parts) => parts.iter().enumerate().any(|(position, part)| {
                    self.holds_others(part, part_type(ty, position), assembly)
                }),
                None => false,
            },
        }
    }

    /// An expression for the value, in which rows are places.
    fn assemble(
        &mut self,
        value: &Value,
        ty: Option<&syn::Type>,
        assembly: &mut Assembly<'_>,
    ) -> Found<TokenStream> {
        match value {
            Value::Maybe(maybe) => self.assemble_maybe(maybe, ty, assembly),
            Value::Integer(_) | Value::Boolean(_) => self.part_of_value(value, assembly),
            Value::Inactive(inactive) if !self.is_number(inactive, ty, assembly) => {
                let settled = self.writer.settle_part(value.clone())?;
                self.part_of_value(&settled, assembly)
            }
            Value::Unassigned => self.writer.refuse(&assembly.at, messages::UNASSIGNED),
            Value::Matrix(matrix) => {
                self.writer.confirm(matrix);
                let elements = self.assemble_all(&matrix.elements, None, assembly)?;
                if !matrix.extents.are_fixed() {
                    let library = spelling::library();
                    let [rows, cols] =
                        [matrix.rows, matrix.cols].map(proc_macro2::Literal::usize_unsuffixed);
                    return Ok(quote!(#library::from_elements(#rows, #cols, &[#(#elements),*])));
                }
                let columns = elements.chunks(matrix.rows.max(1));
                let columns = columns.map(|column| quote!([#(#column),*]));
                Ok(quote!(::core::convert::Into::into([#(#columns),*])))
            }
            Value::Array(elements) => {
                let elements = self.assemble_all(elements, ty, assembly)?;
                Ok(list_of(&elements, ty))
            }
            Value::Tuple(elements) => {
                let elements = self.assemble_all(elements, ty, assembly)?;
                Ok(quote!((#(#elements,)*)))
            }
            Value::Struct(layout, fields) if self.is_array_of_crate(layout) => {
                let ty = self.type_of_elements(layout);
                Ok(layout.literal(&[self.assemble(&fields[0], ty.as_ref(), assembly)?]))
            }
            Value::Struct(layout, fields) => {
                self.refuse_closed_layout(layout, &assembly.at)?;
                let fields = fields.iter().zip(&layout.members);
                let fields = fields.map(|(field, member)| {
                    let declared = self.certain_type(layout, member, ty);
                    self.assemble(field, declared.as_ref(), assembly)
                });
                Ok(layout.literal(&fields.collect::<Found<Vec<_>>>()?))
            }
            Value::Choice(variants, parts) => self.assemble_choice(variants, parts, ty, assembly),
            number => {
                let row = self.as_scalar(number.clone(), &assembly.at, Behind::Nothing)?;
                let place = proc_macro2::Literal::usize_unsuffixed(assembly.rows.len());
                assembly.rows.push(row);
                let value = spelling::parameter(Added::Value);
                if self.writer.builder.width(row) == Width::Single {
                    let single = spelling::scalar_type(Precision::Single);
                    return Ok(quote!((#value[#place] as #single)));
                }
                Ok(quote!(#value[#place]))
            }
        }
    }

    fn assemble_all(
        &mut self,
        parts: &[Value],
        ty: Option<&syn::Type>,
        assembly: &mut Assembly<'_>,
    ) -> Found<Vec<TokenStream>> {
        let parts = parts.iter().enumerate();
        parts
            .map(|(position, part)| self.assemble(part, part_type(ty, position), assembly))
            .collect()
    }

    /// An enum whose variant only run time knows: the rows of other variants are zero.
    fn assemble_choice(
        &mut self,
        variants: &Variants,
        parts: &[Value],
        ty: Option<&syn::Type>,
        assembly: &mut Assembly<'_>,
    ) -> Found<TokenStream> {
        let tag = self.part_of_value(&parts[0], assembly)?;
        let mut arms = Vec::new();
        let is_unassigned = |field: &Value| matches!(field, Value::Unassigned);
        for (position, layout, fields) in variants.made(parts, is_unassigned) {
            let number = proc_macro2::Literal::usize_unsuffixed(position);
            let mut whole = Vec::with_capacity(fields.len());
            for (field, member) in fields.iter().zip(&layout.members) {
                let present = self.where_present(&quote!(#tag == #number), field, assembly)?;
                let declared = self.certain_type(layout, member, ty);
                whole.push(self.assemble(&present, declared.as_ref(), assembly)?);
            }
            let fields = whole;
            let literal = layout.literal(&fields);
            arms.push(quote!(#number => #literal,));
        }
        Ok(quote!((match #tag { #(#arms)* _ => ::core::unreachable!() })))
    }

    /// A field of a variant, with zeros for its numbers where the value is another variant.
    fn where_present(
        &mut self,
        condition: &TokenStream,
        field: &Value,
        assembly: &Assembly<'_>,
    ) -> Found<Value> {
        let mut has_numbers = false;
        field.for_each_leaf(&mut |leaf| has_numbers |= matches!(leaf, Value::Scalar(_)));
        if !has_numbers {
            return Ok(field.clone());
        }
        let zero = self.zero_like(field);
        let give = |value: Value| move |_: &mut Self| Ok(value.clone());
        let (there, elsewhere) = (give(field.clone()), give(zero));
        let asked = Inactive {
            tokens: condition.clone(),
            mentions: Vec::new(),
        };
        let head = Head::If(condition.clone());
        self.branch(head, asked, &[&there, &elsewhere], &assembly.at)
    }

    /// `Some(number)`: where it is missing, its row is zero.
    fn assemble_maybe(
        &mut self,
        maybe: &Maybe,
        ty: Option<&syn::Type>,
        assembly: &mut Assembly<'_>,
    ) -> Found<TokenStream> {
        let inside = ty.map(types::unwrap).map(|(_, inside)| inside);
        let variant = maybe.variant();
        match &maybe.presence {
            Presence::Never(spelled, mentions) => {
                let never = Value::Inactive(Inactive {
                    tokens: spelled.clone(),
                    mentions: mentions.clone(),
                });
                self.part_of_value(&never, assembly)
            }
            Presence::Always => {
                let inside = self.assemble(&maybe.inside, inside.as_ref(), assembly)?;
                Ok(quote!(#variant(#inside)))
            }
            Presence::Asked(answer) => {
                let inside = self.assemble(&maybe.inside, inside.as_ref(), assembly)?;
                Ok(quote!(#answer.map(|()| #inside)))
            }
        }
    }

    /// A part without rows. Values that it names are computed before.
    fn part_of_value(&mut self, value: &Value, assembly: &Assembly<'_>) -> Found<TokenStream> {
        let mut mentions = Vec::new();
        let Some(tokens) = self.spell(value, &mut mentions) else {
            return self.writer.refuse(&assembly.at, messages::NOT_SPELLED);
        };
        if mentions.is_empty() {
            return Ok(tokens);
        }
        let settled = self
            .writer
            .settle_part(Value::Inactive(Inactive { tokens, mentions }))?;
        Ok(self.spell(&settled, &mut Vec::new()).unwrap_or_default())
    }

    /// Whether an inactive part of the result has a row.
    fn is_number(
        &mut self,
        inactive: &Inactive,
        ty: Option<&syn::Type>,
        assembly: &Assembly<'_>,
    ) -> bool {
        match self.declared(ty, assembly) {
            Declared::Number => true,
            Declared::Other => false,
            Declared::Unknown => match self.type_of_part(inactive) {
                Some(ty) => self.declared(Some(&ty), assembly) != Declared::Other,
                None => !self.writer.is_no_number(&inactive.tokens),
            },
        }
    }

    fn declared(&self, ty: Option<&syn::Type>, assembly: &Assembly<'_>) -> Declared {
        match ty {
            None => Declared::Unknown,
            Some(ty) if self.is_scalar_type(ty) => Declared::Number,
            Some(syn::Type::Paren(inner)) => self.declared(Some(&inner.elem), assembly),
            Some(syn::Type::Group(inner)) => self.declared(Some(&inner.elem), assembly),
            Some(ty) if is_other_primitive(ty) => Declared::Other,
            // An alias of the scalar is known by an independent of this type.
            Some(ty) => {
                let is_alias = assembly.signature.has_independent_of(ty);
                if is_alias {
                    Declared::Number
                } else {
                    Declared::Other
                }
            }
        }
    }
}

fn place_of(tokens: TokenStream) -> Value {
    Value::Inactive(Inactive {
        tokens,
        mentions: Vec::new(),
    })
}
