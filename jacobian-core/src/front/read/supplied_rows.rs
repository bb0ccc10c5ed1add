//! The rows that a derivative of the caller's gives: their types, and their places.
//!
//! ```text
//! [(f64, [f64; 2]); 2]     rows[0], rows[1]; of each the partials .0, .1[0] and .1[1]
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

use crate::interface::Shape;

use crate::front::read::supplied::{Argument, Numbers, Supplied, Way};
use crate::front::syntax::types::{behind_reference, slice_element};

/// The type of the partials of one number.
fn row(arguments: &[Argument]) -> TokenStream {
    let with_partial = arguments.iter().filter(|argument| argument.has_partial());
    let types = with_partial.map(|argument| owned(&argument.ty));
    match types.collect::<Vec<_>>().as_slice() {
        [one] => one.clone(),
        several => quote!((#(#several,)*)),
    }
}

/// The type that an argument has as a value.
fn owned(ty: &Type) -> TokenStream {
    match behind_reference(ty) {
        Type::Slice(slice) => {
            let element = owned(&slice.elem);
            quote!(::std::vec::Vec<#element>)
        }
        ty => ty.to_token_stream(),
    }
}

/// The type of all results with rows in place of numbers.
pub(crate) fn rows_type(supplied: &Supplied, output: Option<&Type>) -> TokenStream {
    let row = row(&supplied.arguments);
    let returned = supplied.returned.as_ref().zip(output);
    let returned = returned.map(|(shape, ty)| row_type(shape, ty, &row));
    let written = supplied.arguments.iter().filter_map(|argument| {
        let numbers = argument
            .numbers
            .as_ref()
            .filter(|_| argument.way == Way::Out);
        numbers.map(|numbers| rows_of_output(numbers, &argument.ty, &row))
    });
    let all: Vec<TokenStream> = returned.into_iter().chain(written).collect();
    match all.as_slice() {
        [one] => one.clone(),
        several => quote!((#(#several,)*)),
    }
}

/// The type of an output with rows in place of numbers.
fn rows_of_output(numbers: &Numbers, ty: &Type, row: &TokenStream) -> TokenStream {
    match (numbers, slice_element(behind_reference(ty))) {
        (Numbers::List(inner), Some(element)) => {
            let element = rows_of_output(inner, element, row);
            quote!(::std::vec::Vec<#element>)
        }
        (Numbers::Known(shape), _) => row_type(shape, ty, row),
        (Numbers::List(_), None) => unreachable!("invariant: a list has elements"),
    }
}

/// The type of a result with rows in place of numbers.
fn row_type(shape: &Shape, ty: &Type, row: &TokenStream) -> TokenStream {
    match (shape, behind_reference(ty)) {
        (Shape::Scalar, _) => row.clone(),
        (Shape::Array(_, inner), Type::Array(array)) => {
            let (element, length) = (row_type(inner, &array.elem, row), &array.len);
            quote!([#element; #length])
        }
        (Shape::Array(_, inner), list) if slice_element(list).is_some() => {
            let element = slice_element(list).map(|element| row_type(inner, element, row));
            quote!(::std::vec::Vec<#element>)
        }
        (Shape::Tuple(parts), Type::Tuple(tuple)) => {
            let types = parts.iter().zip(&tuple.elems);
            let types = types.map(|(part, ty)| row_type(part, ty, row));
            quote!((#(#types,)*))
        }
        (shape, _) => {
            let count = Literal::usize_unsuffixed(shape.count());
            quote!([#row; #count])
        }
    }
}

impl Supplied {
    /// The places of the rows in what `f_prime` gives.
    pub(crate) fn rows(shape: &Shape, base: &TokenStream) -> Vec<TokenStream> {
        let at = |position: usize| Literal::usize_unsuffixed(position);
        match shape {
            Shape::Scalar => vec![base.clone()],
            Shape::Array(length, inner) => (0..*length)
                .flat_map(|position| {
                    let position = at(position);
                    Self::rows(inner, &quote!(#base[#position]))
                })
                .collect(),
            Shape::Tuple(parts) => (0..)
                .zip(parts)
                .flat_map(|(position, part)| {
                    let position = at(position);
                    Self::rows(part, &quote!(#base.#position))
                })
                .collect(),
            shape => (0..shape.count())
                .map(|position| {
                    let position = at(position);
                    quote!(#base[#position])
                })
                .collect(),
        }
    }
}
