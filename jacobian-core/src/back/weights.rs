//! The weights of residuals as parameters and places, and their loss as the user's code.
//!
//! ```text
//! weights_in: &[f64; 2]                      weights_in[0], weights_in[1]
//! sqrt_information_in: &[[f64; 2]; 2]        sqrt_information_in[0][0], ..
//! let loss = |norm| huber(norm, given);      loss(v7).1
//! ```

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;

use crate::derived::normal;
use crate::interface::{Interface, Loss, Normal, Opaque, Weights};
use crate::ir::ValueId;
use crate::pipeline::Compiled;
use crate::spelling::{self, Added};

use super::computation::elements;
use super::statement;

/// The weights as the middle knows them.
pub(super) fn of_option(weights: Weights) -> normal::Weights {
    match weights {
        Weights::None => normal::Weights::None,
        Weights::Diagonal => normal::Weights::Diagonal,
        Weights::SqrtInformation => normal::Weights::Root,
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

/// The name of that parameter.
pub(super) fn name(weights: Weights) -> Option<Ident> {
    let name = match weights {
        Weights::None => return None,
        Weights::Diagonal => Added::Weights,
        Weights::SqrtInformation => Added::SqrtInformation,
    };
    Some(spelling::parameter(name))
}

/// The argument of a call.
pub(super) fn passed(weights: Weights) -> TokenStream {
    let name = name(weights).into_iter();
    quote!(#(#name,)*)
}

/// The places of the weights.
pub(super) fn places(weights: Weights, n_rows: usize) -> Vec<TokenStream> {
    match weights {
        Weights::None => Vec::new(),
        Weights::Diagonal => elements(Added::Weights, n_rows).collect(),
        Weights::SqrtInformation => {
            let root = spelling::parameter(Added::SqrtInformation);
            let place = |position| {
                let [row, col] =
                    [position / n_rows, position % n_rows].map(Literal::usize_unsuffixed);
                quote!(#root[#row][#col])
            };
            (0..n_rows * n_rows).map(place).collect()
        }
    }
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

/// Whether an argument of the loss names data of which each point has its own.
pub(super) fn is_loss_of_point(option: &Normal, interface: &Interface) -> bool {
    fn names(tokens: TokenStream, interface: &Interface) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(name) => interface.of_point(&name).is_some(),
            TokenTree::Group(group) => names(group.stream(), interface),
            _ => false,
        })
    }
    let arguments = option.loss.iter().flat_map(|loss| &loss.arguments);
    let mut arguments = arguments.map(|argument| quote!(#argument));
    arguments.any(|argument| names(argument, interface))
}

pub(super) fn loss_name() -> Ident {
    spelling::local("loss")
}

/// The pieces of code that compute the slope of the loss, and the loss.
pub(super) fn pieces(compiled: &Compiled, norm: ValueId) -> [Opaque; 2] {
    let (loss, norm) = (loss_name(), statement::operand(&compiled.code, norm));
    let piece = |expression| Opaque::Scalar {
        expression,
        reference: false,
    };
    [piece(quote!(#loss(#norm).1)), piece(quote!(#loss(#norm).0))]
}
