//! The `#[jacobian]` attribute: a shell around [`jacobian_core::expand`], which has the ideas.
//!
//! Users depend on `jacobian-runtime`, which re-exports the attribute and documents it.

use proc_macro::TokenStream;

/// Adds the value-with-Jacobian companions of a numeric function; see the crate `jacobian-runtime`.
#[proc_macro_attribute]
pub fn jacobian(arguments: TokenStream, item: TokenStream) -> TokenStream {
    jacobian_core::expand(arguments.into(), item.into()).into()
}
