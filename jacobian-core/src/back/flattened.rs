//! Calls with flattened vectors: how the trait `Function` and batches call generated functions.
//!
//! ```text
//! x_in: &[f64]  -->  f_update_into([x_in[0], x_in[1]], self.k, &mut value, entries)
//!                                                          value  -->  value_out: &mut [f64]
//! ```
//!
//! The arguments are built from the flat slice of independents, inactive ones as the caller spells
//! them, and results are copied back into the flat slice of the value.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Parameter, Shape};
use crate::spelling::{self, Added};

use super::constants::Entries;

/// What the slices of independents and dependents must be.
pub(super) fn checks(entries: &Entries) -> TokenStream {
    let (x, value) = (
        spelling::parameter(Added::Flat),
        spelling::parameter(Added::Value),
    );
    let [n_cols, n_rows] = [entries.n_cols, entries.n_rows].map(Literal::usize_unsuffixed);
    let independents = format!("there are {n_cols} independents");
    let dependents = format!("there are {n_rows} dependents");
    quote! {
        ::core::assert!(#x.len() == #n_cols, #independents);
        ::core::assert!(#value.len() == #n_rows, #dependents);
    }
}

/// The arguments of the user's function, and the statements that prepare and unload them.
pub(crate) struct Arguments {
    pub(crate) before: TokenStream,
    pub(crate) list: TokenStream,
    pub(crate) after: TokenStream,
}

/// The arguments from flattened vectors, the inactive ones as `held` spells them.
pub(crate) fn arguments(interface: &Interface, held: impl Fn(&Ident) -> TokenStream) -> Arguments {
    let (x, value) = (
        spelling::parameter(Added::Flat),
        spelling::parameter(Added::Value),
    );
    let mut columns = columns(interface);
    let mut row = interface
        .returned
        .value
        .as_ref()
        .map_or(0, |_| interface.returned.shape.count());
    let (mut before, mut list, mut after) =
        (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for parameter in &interface.parameters {
        let name = &parameter.name;
        if let Some(shape) = &parameter.independent {
            let start = columns
                .remove(&name.to_string())
                .expect("invariant: an independent has columns");
            let argument = argument(parameter, shape, &x, start);
            list.extend(quote!(#argument,));
        } else if let Some(shape) = &parameter.output {
            let (local, zero) = (
                spelling::local(&format!("output_{name}")),
                shape.zero(interface.precision),
            );
            before.extend(quote!(let mut #local = #zero;));
            list.extend(quote!(&mut #local,));
            for place in shape.places(&quote!(#local)) {
                let index = Literal::usize_unsuffixed(row);
                after.extend(quote!(#value[#index] = #place;));
                row += 1;
            }
        } else {
            let held = held(name);
            list.extend(quote!(#held,));
        }
    }
    Arguments {
        before,
        list,
        after,
    }
}

/// Where the columns of each independent begin.
pub(super) fn columns(interface: &Interface) -> crate::ordered::Map<String, usize> {
    let mut starts = crate::ordered::Map::new();
    let mut column = 0;
    for name in &interface.columns {
        let parameter = interface
            .parameters
            .iter()
            .find(|parameter| parameter.name == *name);
        let shape = parameter.and_then(|parameter| parameter.independent.as_ref());
        starts.insert(name.clone(), column);
        column += shape.map_or(0, Shape::count);
    }
    starts
}

/// An argument from the numbers of a list, beginning at one of them.
pub(super) fn argument(
    parameter: &Parameter,
    shape: &Shape,
    list: &Ident,
    start: usize,
) -> TokenStream {
    let referent = referent(parameter, shape, list, start);
    let borrow = matches!(parameter.ty, syn::Type::Reference(_)).then(|| quote!(&));
    quote!(#borrow #referent)
}

/// The same without the reference to it.
pub(super) fn referent(
    parameter: &Parameter,
    shape: &Shape,
    list: &Ident,
    start: usize,
) -> TokenStream {
    let mut places = (start..start + shape.count())
        .map(Literal::usize_unsuffixed)
        .map(|index| quote!(#list[#index]));
    let built = build(shape, &mut places);
    // Such as a `Vec`, or a name of the array type.
    if matches!(shape, Shape::Array(..)) && owned(&parameter.ty).is_some() {
        return quote!(::core::convert::Into::into(#built));
    }
    built
}

/// The type behind the reference, if it is a path.
pub(super) fn owned(ty: &syn::Type) -> Option<&syn::Type> {
    let ty = match ty {
        syn::Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    matches!(ty, syn::Type::Path(_)).then_some(ty)
}

/// An expression of a shape from its scalars.
pub(super) fn build(shape: &Shape, scalars: &mut impl Iterator<Item = TokenStream>) -> TokenStream {
    match shape {
        Shape::Scalar => scalars
            .next()
            .expect("invariant: as many scalars as the shape has"),
        Shape::Array(length, element) => {
            let elements: Vec<TokenStream> =
                (0..*length).map(|_| build(element, scalars)).collect();
            quote!([#(#elements),*])
        }
        Shape::Tuple(elements) => {
            let elements: Vec<TokenStream> = elements
                .iter()
                .map(|element| build(element, scalars))
                .collect();
            quote!((#(#elements,)*))
        }
        Shape::Matrix(rows, cols) => {
            let columns = (0..*cols).map(|_| {
                let column: Vec<TokenStream> = scalars.by_ref().take(*rows).collect();
                quote!([#(#column),*])
            });
            let columns: Vec<TokenStream> = columns.collect();
            quote!(::core::convert::Into::into([#(#columns),*]))
        }
        Shape::Struct(layout, elements) => {
            let build = |element| build(element, scalars);
            layout.literal(&elements.iter().map(build).collect::<Vec<_>>())
        }
        Shape::List(_) | Shape::Fields(..) | Shape::Enum(..) => {
            unreachable!("invariant: `as` is refused for what is only read")
        }
    }
}

/// Copies a returned value into the flat slice.
pub(crate) fn unload(interface: &Interface, result: &Ident) -> TokenStream {
    let value = spelling::parameter(Added::Value);
    let places = interface
        .returned
        .value
        .as_ref()
        .map(|_| interface.returned.shape.places(&quote!(#result)));
    let stores = places
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(row, place)| {
            let row = Literal::usize_unsuffixed(row);
            quote!(#value[#row] = #place;)
        });
    quote!(#(#stores)*)
}

/// A slice that a generated function writes, and what a caller is told if it has another length.
pub(super) struct Target {
    pub(super) name: Ident,
    pub(super) length: TokenStream,
    pub(super) message: String,
}

/// Calls a generated function, which writes into a target of this length.
pub(super) fn call(
    interface: &Interface,
    function: &Ident,
    arguments: &Arguments,
    (vector, target): (Option<&Ident>, &Target),
) -> TokenStream {
    let Target {
        name: target,
        length,
        message,
    } = target;
    let Arguments {
        before,
        list,
        after,
    } = arguments;
    let (result, vector) = (spelling::local("result"), vector.iter());
    let scalar = spelling::scalar_type(interface.precision);
    let zero = interface.returned.shape.zero(interface.precision);
    let unload = unload(interface, &result);
    let declare = interface
        .returned
        .value
        .as_ref()
        .map(|ty| quote!(let mut #result: #ty = #zero;));
    let pass = interface
        .returned
        .value
        .as_ref()
        .map(|_| quote!(&mut #result,));
    quote! {
        let #target: &mut [#scalar; #length] =
            ::core::convert::TryFrom::try_from(#target).expect(#message);
        #before
        #declare
        #function(#list #(#vector,)* #pass #target);
        #unload
        #after
    }
}
