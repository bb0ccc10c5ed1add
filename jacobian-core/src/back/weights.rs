//! The weights of residuals and their loss, as parameters and as pieces of the user's code.
//!
//! ```text
//! weights_in: &[f64; 2]                      weights_in[0], weights_in[1]
//! sqrt_information_in: &[[f64; 2]; 2]        sqrt_information_in[0][0], ..
//! let loss = |norm| huber(norm, given);      loss(v7).1
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::derived::normal;
use crate::interface::{Interface, Loss, Normal, Opaque, Weights};
use crate::ir::{OpaqueId, ValueId};
use crate::pipeline::Compiled;
use crate::spelling::{self, Added};

use super::statement;

fn id(position: usize) -> OpaqueId {
    OpaqueId(u32::try_from(position).expect("invariant: ids are 32 bits"))
}

fn count(weights: Weights, n_rows: usize) -> usize {
    match weights {
        Weights::None => 0,
        Weights::Diagonal => n_rows,
        Weights::SqrtInformation => n_rows * n_rows,
    }
}

/// The number of the piece of code that computes the slope of the loss, behind the weights.
pub(super) fn id_of_slope(weights: Weights, first: usize, n_rows: usize) -> OpaqueId {
    id(first + count(weights, n_rows))
}

/// The pieces of code that read the weights, numbered from here on.
pub(super) fn ids(weights: Weights, first: usize, n_rows: usize) -> normal::Weights {
    let ids = (first..).take(count(weights, n_rows)).map(id).collect();
    match weights {
        Weights::None => normal::Weights::None,
        Weights::Diagonal => normal::Weights::Diagonal(ids),
        Weights::SqrtInformation => normal::Weights::Root(ids),
    }
}

/// The parameter of generated functions.
pub(super) fn parameter(weights: Weights, n_rows: usize, scalar: &TokenStream) -> TokenStream {
    let n_rows = Literal::usize_unsuffixed(n_rows);
    match weights {
        Weights::None => TokenStream::new(),
        Weights::Diagonal => {
            let weights = spelling::parameter(Added::Weights);
            quote!(#weights: &[#scalar; #n_rows],)
        }
        Weights::SqrtInformation => {
            let root = spelling::parameter(Added::SqrtInformation);
            quote!(#root: &[[#scalar; #n_rows]; #n_rows],)
        }
    }
}

/// The pieces of code that read the weights.
pub(super) fn read(weights: Weights, n_rows: usize) -> Vec<Opaque> {
    let indices = (0..count(weights, n_rows)).map(|position| {
        let [row, col] = [position / n_rows, position % n_rows].map(Literal::usize_unsuffixed);
        match weights {
            Weights::SqrtInformation => {
                let root = spelling::parameter(Added::SqrtInformation);
                quote!(#root[#row][#col])
            }
            Weights::None | Weights::Diagonal => {
                let weights = spelling::parameter(Added::Weights);
                quote!(#weights[#col])
            }
        }
    });
    let scalar = |expression| Opaque::Scalar {
        expression,
        reference: false,
    };
    indices.map(scalar).collect()
}

/// The loss as a local function of the squared norm. Its arguments are read first, where the
/// names of parameters mean the parameters.
pub(super) fn loss(option: &Normal, interface: &Interface) -> TokenStream {
    let Some(Loss {
        function,
        arguments,
    }) = &option.loss
    else {
        return TokenStream::new();
    };
    let scalar = spelling::scalar_type(interface.precision);
    let (name, norm, given) = (loss_name(), spelling::local("norm"), "given_to_loss");
    let given: Vec<Ident> = (0..arguments.len())
        .map(|position| spelling::local(&format!("{given}_{position}")))
        .collect();
    quote! {
        #(let #given = #arguments;)*
        let #name = |#norm: #scalar| -> (#scalar, #scalar) { #function(#norm, #(#given),*) };
    }
}

fn loss_name() -> Ident {
    spelling::local("loss")
}

/// The piece of code that computes the slope of the loss.
pub(super) fn slope(compiled: &Compiled, norm: ValueId) -> Opaque {
    let (loss, norm) = (loss_name(), statement::operand(&compiled.code, norm));
    Opaque::Scalar {
        expression: quote!(#loss(#norm).1),
        reference: false,
    }
}
