//! Results that hold more than numbers: a private function that returns the value by its rows.
//!
//! ```text
//! fn __f_assembled(x, entries_out) -> (f64, bool) {
//!     let value_out = &mut [0.0; 1];
//!     ..
//!     (value_out[0], __part_1)
//! }
//! fn f_update_into(x, value_out, entries_out) { *value_out = __f_assembled(x, entries_out); }
//! ```
//!
//! Such a value cannot exist before its parts, so the functions that return it cannot hand a place
//! for it to those that write it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Interface;
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::functions::{arguments, lints, parameters, propagate, sibling, success};
use super::names::Names;

/// The rows of a value that is put together at the end.
pub(crate) fn rows(interface: &Interface) -> TokenStream {
    let value = spelling::parameter(Added::Value);
    let zeros = interface.returned.shape.zero(interface.precision);
    quote!(let #value = &mut #zeros;)
}

/// The private function that returns a value which holds more than numbers, and writes the entries
/// that vary.
pub(crate) fn function(
    interface: &Interface,
    names: &Names,
    entries: &Entries,
    body: &TokenStream,
    assembly: &TokenStream,
) -> TokenStream {
    let (attributes, inline, lints) = (&interface.attributes, &interface.inline, lints());
    let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
    let (name, parameters) = (&names.assembled, parameters(interface));
    let entries_out = spelling::parameter(Added::Entries);
    let scalar = spelling::scalar_type(interface.precision);
    let nnz = names.length(entries.nnz());
    let declared = &interface.returned.declared;
    let rows = rows(interface);
    let returned = success(interface, assembly);
    quote! {
        #(#attributes)* #(#inline)* #[doc(hidden)] #lints
        fn #name #generics (#parameters #entries_out: &mut [#scalar; #nnz]) -> #declared
        #where_clause
        {
            #rows
            #body
            #returned
        }
    }
}

/// The call of it in the function that updates.
pub(crate) fn call(interface: &Interface, names: &Names) -> TokenStream {
    let [value, entries] = spelling::targets();
    let function = sibling(interface, &names.assembled);
    let (arguments, propagate) = (arguments(interface), propagate(interface));
    quote!(*#value = #function(#arguments #entries) #propagate;)
}
