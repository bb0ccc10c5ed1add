//! The parameters of the functions of a product, and the places that these write to.
//!
//! ```text
//! f_jvp_into(x, dx_in, &mut value, &mut product)
//! f_hvp_into(x, w_in, dx_in, &mut value, &mut gradient, &mut product)
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Shape};
use crate::pipeline::Compiled;
use crate::spelling::{self, Added};

use super::assembly::Assembled;
use super::constants::Entries;
use super::functions::{head, parameters};
use super::names::{Names, ProductNames};
use super::versions::Signature;

/// The function, and what is known of its Jacobian.
#[derive(Clone, Copy)]
pub(super) struct Function<'a> {
    pub(super) interface: &'a Interface,
    pub(super) names: &'a Names,
    pub(super) entries: &'a Entries,
    /// Unless it was refused.
    pub(super) compiled: Option<&'a Compiled>,
}

/// One product, with all that its functions have in common.
pub(super) struct Product<'a> {
    pub(super) function: Function<'a>,
    pub(super) names: ProductNames,
    /// The parameters behind those of the function, with their lengths.
    pub(super) vectors: Vec<(Added, usize)>,
    /// The function whose gradient is written too.
    pub(super) gradient: Option<String>,
    /// The length of the product.
    pub(super) length: usize,
    /// What it is, for the documentation.
    pub(super) what: String,
}

impl Product<'_> {
    /// The private function behind it, if the value holds more than numbers.
    pub(super) fn assembled<'a>(&self, own: &'a Interface) -> Option<Assembled<'a>> {
        Assembled::of(own, &self.names.into)
    }

    /// The parameters for the vectors.
    pub(super) fn vectors(&self) -> TokenStream {
        let scalar = spelling::scalar_type(self.function.interface.precision);
        let vectors = self.vectors.iter().map(|(vector, length)| {
            let vector = spelling::parameter(*vector);
            let length = Literal::usize_unsuffixed(*length);
            quote!(#vector: &[#scalar; #length],)
        });
        vectors.collect()
    }

    pub(super) fn vectors_passed(&self) -> TokenStream {
        let vectors = self.vectors.iter();
        let vectors = vectors.map(|(vector, _)| spelling::parameter(*vector));
        quote!(#(#vectors,)*)
    }

    /// Where the gradient and the product are written.
    pub(super) fn targets(&self) -> TokenStream {
        let ty = self.ty();
        let (gradient, product) = (
            spelling::parameter(Added::Gradient),
            spelling::parameter(Added::Product),
        );
        let gradient = self.gradient.as_ref().map(|_| quote!(#gradient: &mut #ty,));
        quote!(#gradient #product: &mut #ty,)
    }

    pub(super) fn ty(&self) -> TokenStream {
        let scalar = spelling::scalar_type(self.function.interface.precision);
        let length = Literal::usize_unsuffixed(self.length);
        quote!([#scalar; #length])
    }

    pub(super) fn define<'n>(
        &'n self,
        name: &'n Ident,
        doc: &str,
        targets: &TokenStream,
        result: TokenStream,
    ) -> Signature<'n> {
        let interface = self.function.interface;
        let head = head(interface, doc);
        let (parameters, vectors) = (parameters(interface), self.vectors());
        let parameters = quote!(#parameters #vectors #targets);
        Signature::of(interface, name, (head, parameters, result))
    }

    pub(super) fn zeros(&self) -> TokenStream {
        let zero = Shape::Scalar.zero(self.function.interface.precision);
        let length = Literal::usize_unsuffixed(self.length);
        quote!([#zero; #length])
    }
}
