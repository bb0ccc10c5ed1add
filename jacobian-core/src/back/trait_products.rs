//! The products of the trait `Function`, where they do not come from the Jacobian.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::interface::Interface;
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::flattened::{Arguments, Target, call, checks};
use super::names::{Names, ProductNames};

/// What the trait has beyond the Jacobian, where it does not come from that.
pub(super) struct Own {
    pub(super) jvp: bool,
    pub(super) vjp: bool,
    pub(super) labels: bool,
}

/// The methods of the trait for products with vectors.
pub(super) fn emit(
    interface: &Interface,
    names: &Names,
    entries: &Entries,
    (arguments, own): (&Arguments, &Own),
) -> TokenStream {
    let scalar = spelling::scalar_type(interface.precision);
    let [x, value, labels_out, labels_in, product] = [
        Added::Flat,
        Added::Value,
        Added::LabelsOut,
        Added::LabelsIn,
        Added::Product,
    ]
    .map(spelling::parameter);
    let checks = checks(entries);
    let sides = [
        ("jvp", Added::Dx, entries.n_cols, entries.n_rows, own.jvp),
        ("vjp", Added::W, entries.n_rows, entries.n_cols, own.vjp),
    ];
    let sides = sides.map(|(word, vector, from, to, is_swept)| {
        let names = ProductNames::of(interface, word);
        let trait_name = |form| Ident::new(&format!("{word}_{form}"), Span::call_site());
        let vector = spelling::parameter(vector);
        let length = Literal::usize_unsuffixed(to);
        let target = Target {
            name: product.clone(),
            length: quote!(#length),
            message: has_length(to),
        };
        let given = sized(&vector, from);
        let swept = is_swept.then(|| {
            let (method, given) = (trait_name("into"), &given);
            let call = call(interface, &names.into, arguments, (Some(&vector), &target));
            quote! {
                fn #method(
                    &self, #x: &[#scalar], #vector: &[#scalar], #value: &mut [#scalar],
                    #labels_out: &mut [#scalar], #product: &mut [#scalar],
                ) {
                    #checks
                    #given
                    #call
                }
            }
        });
        let at = own.labels.then(|| {
            let (method, function, message) = (trait_name("at"), &names.at, ENOUGH_LABELS);
            let product_of_length = sized(&product, to);
            quote! {
                fn #method(&self, #labels_in: &[#scalar], #vector: &[#scalar], #product: &mut [#scalar]) {
                    let #labels_in = ::core::convert::TryFrom::try_from(#labels_in)
                        .expect(#message);
                    #given
                    #product_of_length
                    #function(#labels_in, #vector, #product);
                }
            }
        });
        quote!(#swept #at)
    });
    let count = &names.labels;
    let linearize = own.labels.then(|| {
        let target = Target {
            name: labels_out.clone(),
            length: quote!(#count),
            message: ENOUGH_LABELS.to_owned(),
        };
        let call = call(interface, &names.linearize_into, arguments, (None, &target));
        quote! {
            const LABELS: ::core::primitive::usize = #count;

            fn linearize_into(&self, #x: &[#scalar], #value: &mut [#scalar], #labels_out: &mut [#scalar]) {
                #checks
                #call
            }
        }
    });
    quote!(#linearize #(#sides)*)
}

const ENOUGH_LABELS: &str = "there are as many labels as `LABELS` says";

fn has_length(length: usize) -> String {
    format!("the vector has length {length}")
}

/// A slice as an array of this length.
fn sized(vector: &Ident, length: usize) -> TokenStream {
    let message = has_length(length);
    quote! {
        let #vector = ::core::convert::TryFrom::try_from(#vector).expect(#message);
    }
}
