//! The labels of a function and of its gradient: what their functions have in common.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::graph::Side;
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::functions::{head, into_result, parameters};
use super::product_parameters::Function;
use super::versions::Signature;

/// A function that is linearized, or its gradient.
pub(super) struct Linearized<'a> {
    pub(super) function: Function<'a>,
    pub(super) n_labels: usize,
    /// The name of the constant.
    pub(super) count: Ident,
    /// The name of the function that writes the labels.
    pub(super) into: Ident,
    /// The number of weights that it takes.
    pub(super) n_weights: Option<usize>,
    /// The function whose gradient it writes too. The products are those of the Hessian then.
    pub(super) gradient: Option<String>,
}

/// What a vector is multiplied with, and how long it and the product are.
pub(super) struct Lengths {
    pub(super) vector: Added,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Linearized<'_> {
    pub(super) fn lengths(&self, side: Side) -> Lengths {
        let Entries { n_rows, n_cols, .. } = *self.function.entries;
        let (vector, from, to) = match side {
            _ if self.gradient.is_some() => (Added::Dx, n_cols, n_cols),
            Side::Right => (Added::Dx, n_cols, n_rows),
            Side::Left => (Added::W, n_rows, n_cols),
        };
        Lengths { vector, from, to }
    }

    /// What a product is, for the documentation.
    pub(super) fn said(&self, side: Side) -> String {
        let name = &self.function.interface.name;
        match (&self.gradient, side) {
            (Some(of), _) => format!("the Hessian of {of} times `dx_in`"),
            (None, Side::Right) => format!("the Jacobian of `{name}` times `dx_in`"),
            (None, Side::Left) => format!("`w_in` times the Jacobian of `{name}`"),
        }
    }

    /// The parameters behind those of the function, and their names.
    pub(super) fn given(&self) -> (TokenStream, TokenStream) {
        let interface = self.function.interface;
        let scalar = spelling::scalar_type(interface.precision);
        let weights = spelling::parameter(Added::W);
        let length = self.n_weights.map(Literal::usize_unsuffixed);
        let length = length.iter();
        let named = length.clone().map(|_| quote!(#weights,));
        (quote!(#(#weights: &[#scalar; #length],)*), named.collect())
    }

    /// Where the value and the gradient are written, and their names.
    pub(super) fn targets(&self) -> (TokenStream, TokenStream) {
        let interface = self.function.interface;
        let [value, _] = spelling::targets();
        let value_type = interface.returned.value.as_ref();
        let (typed, named) = match value_type {
            Some(ty) => (quote!(#value: &mut #ty,), quote!(#value,)),
            None => (TokenStream::new(), TokenStream::new()),
        };
        if self.gradient.is_none() {
            return (typed, named);
        }
        let (gradient, target) = (spelling::parameter(Added::Gradient), self.gradient_target());
        (quote!(#typed #target), quote!(#named #gradient,))
    }

    /// Where the gradient is written, if it is.
    pub(super) fn gradient_target(&self) -> Option<TokenStream> {
        self.gradient.as_ref()?;
        let gradient = spelling::parameter(Added::Gradient);
        let scalar = spelling::scalar_type(self.function.interface.precision);
        let length = Literal::usize_unsuffixed(self.function.entries.n_cols);
        Some(quote!(#gradient: &mut [#scalar; #length],))
    }

    /// The type of the labels.
    pub(super) fn labels(&self) -> TokenStream {
        let interface = self.function.interface;
        let scalar = spelling::scalar_type(interface.precision);
        let length = if interface.is_method {
            let length = Literal::usize_unsuffixed(self.n_labels);
            quote!(#length)
        } else {
            let length = &self.count;
            quote!(#length)
        };
        quote!([#scalar; #length])
    }

    /// How many labels of which matrix there are, for the documentation.
    pub(super) fn links(&self) -> String {
        let Function { names, entries, .. } = self.function;
        let (rows, cols) = match &self.gradient {
            None => (entries.n_rows, entries.n_cols),
            Some(_) => (entries.n_cols, entries.n_cols),
        };
        format!(
            "The matrix is {rows} × {cols} and has {} labels: see [`{}{}`].",
            self.n_labels,
            names.prefix(),
            self.count
        )
    }

    /// The function that writes the labels. `takes` says what that costs.
    pub(super) fn definition(&self, takes: &str) -> Signature<'_> {
        let (interface, name) = (self.function.interface, &self.into);
        let gradient = self.gradient.as_ref();
        let gradient = gradient.map_or_else(String::new, |of| format!(" the gradient of {of},"));
        let doc = format!(
            "Writes the value of `{}`,{gradient} and labels by which vectors are multiplied at this \
             point.{takes}",
            interface.name
        );
        let head = head(interface, &doc);
        let (parameters, result) = (parameters(interface), into_result(interface));
        let ((given, _), (targets, _)) = (self.given(), self.targets());
        let (target, labels) = (spelling::parameter(Added::LabelsOut), self.labels());
        let parameters = quote!(#parameters #given #targets #target: &mut #labels,);
        Signature::of(interface, name, (head, parameters, result))
    }
}
