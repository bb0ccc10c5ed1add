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
    let methods = Methods {
        interface,
        entries,
        arguments,
    };
    let (from, to) = (entries.n_cols, entries.n_rows);
    let jvp = Product::of(interface, "jvp", Added::Dx, [from, to]);
    let vjp = Product::of(interface, "vjp", Added::W, [to, from]);
    let swept = [(own.jvp, &jvp), (own.vjp, &vjp)];
    let swept = swept.into_iter().filter(|(is_swept, _)| *is_swept);
    let swept = swept.map(|(_, product)| methods.swept(product));
    let at = [&jvp, &vjp].map(|product| methods.at(product));
    let labels = own.labels.then(|| {
        let linearize = methods.linearize(names);
        quote!(#linearize #(#at)*)
    });
    quote!(#labels #(#swept)*)
}

/// One of the two products, with its vector and the lengths of vector and product.
struct Product {
    word: &'static str,
    names: ProductNames,
    vector: Ident,
    from: usize,
    to: usize,
}

impl Product {
    fn of(interface: &Interface, word: &'static str, vector: Added, lengths: [usize; 2]) -> Self {
        let [from, to] = lengths;
        Self {
            word,
            names: ProductNames::of(interface, word),
            vector: spelling::parameter(vector),
            from,
            to,
        }
    }

    /// The name of a method of the trait.
    fn method(&self, form: &str) -> Ident {
        Ident::new(&format!("{}_{form}", self.word), Span::call_site())
    }
}

struct Methods<'a> {
    interface: &'a Interface,
    entries: &'a Entries,
    arguments: &'a Arguments,
}

impl Methods<'_> {
    fn linearize(&self, names: &Names) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        let [x, value, labels] =
            [Added::Flat, Added::Value, Added::LabelsOut].map(spelling::parameter);
        let (count, checks) = (&names.labels, checks(self.entries));
        let target = Target {
            name: labels.clone(),
            length: quote!(#count),
            message: ENOUGH_LABELS.to_owned(),
        };
        let function = &names.linearize_into;
        let call = call(self.interface, function, self.arguments, (None, &target));
        quote! {
            const LABELS: ::core::primitive::usize = #count;

            fn linearize_into(&self, #x: &[#scalar], #value: &mut [#scalar], #labels: &mut [#scalar]) {
                #checks
                #call
            }
        }
    }

    /// Value and product.
    fn swept(&self, product: &Product) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        let [x, value, labels, target] =
            [Added::Flat, Added::Value, Added::LabelsOut, Added::Product].map(spelling::parameter);
        let (method, vector) = (product.method("into"), &product.vector);
        let (checks, given) = (checks(self.entries), sized(vector, product.from));
        let length = Literal::usize_unsuffixed(product.to);
        let out = Target {
            name: target.clone(),
            length: quote!(#length),
            message: has_length(product.to),
        };
        let function = &product.names.into;
        let call = call(
            self.interface,
            function,
            self.arguments,
            (Some(vector), &out),
        );
        quote! {
            fn #method(
                &self, #x: &[#scalar], #vector: &[#scalar], #value: &mut [#scalar],
                #labels: &mut [#scalar], #target: &mut [#scalar],
            ) {
                #checks
                #given
                #call
            }
        }
    }

    /// The product from the labels.
    fn at(&self, product: &Product) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        let [labels, target] = [Added::LabelsIn, Added::Product].map(spelling::parameter);
        let (method, function) = (product.method("at"), &product.names.at);
        let vector = &product.vector;
        let (given, out) = (sized(vector, product.from), sized(&target, product.to));
        let message = ENOUGH_LABELS;
        quote! {
            fn #method(&self, #labels: &[#scalar], #vector: &[#scalar], #target: &mut [#scalar]) {
                let #labels = ::core::convert::TryFrom::try_from(#labels).expect(#message);
                #given
                #out
                #function(#labels, #vector, #target);
            }
        }
    }
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
