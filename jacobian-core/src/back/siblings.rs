//! What all generated functions share: the lints that are silent in them, and how they call each
//! other.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::interface::Interface;

/// Nobody is to be warned of how generated code looks.
pub(crate) fn lints() -> TokenStream {
    quote! {
        #[allow(
            unused, deprecated, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery,
            clippy::allow_attributes_without_reason, clippy::missing_inline_in_public_items,
        )]
    }
}

/// `self.` for a method with a receiver, `Self::` for one without.
pub(crate) fn sibling(interface: &Interface, function: &Ident) -> TokenStream {
    match (&interface.receiver, interface.is_method) {
        (Some(_), _) => quote!(self.#function),
        (None, true) => quote!(Self::#function),
        (None, false) => quote!(#function),
    }
}
