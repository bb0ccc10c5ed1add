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
//! for it to those that write it. The functions of second derivatives and of products have private
//! ones of their own.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::interface::Interface;
use crate::spelling::{self, Added};

use super::functions::{arguments, done, lints, parameters, propagate, sibling, success};
use super::versions::Signature;

/// The rows of a value that is put together at the end.
pub(crate) fn rows(interface: &Interface) -> TokenStream {
    let value = spelling::parameter(Added::Value);
    let zeros = interface.returned.shape.zero(interface.precision);
    quote!(let #value = &mut #zeros;)
}

/// The private function that returns a value which holds more than numbers, and writes the rest.
pub(crate) struct Assembled<'a> {
    interface: &'a Interface,
    name: Ident,
    /// The value as an expression of its rows.
    whole: &'a TokenStream,
}

impl<'a> Assembled<'a> {
    /// For the function with this name, unless its value is made of numbers. The interface is that
    /// of the code that computes it.
    pub(crate) fn of(interface: &'a Interface, name: &Ident) -> Option<Self> {
        let whole = interface.returned.assembly.as_ref()?;
        let name = format_ident!("__{name}_assembled", span = name.span());
        Some(Self {
            interface,
            name,
            whole,
        })
    }

    /// With this name.
    pub(crate) fn named(self, name: &Ident) -> Self {
        Self {
            name: name.clone(),
            ..self
        }
    }

    /// The function. `further` are its parameters behind the user's.
    pub(crate) fn function(&self, further: &TokenStream, body: &TokenStream) -> TokenStream {
        let interface = self.interface;
        let (attributes, inline, lints) = (&interface.attributes, &interface.inline, lints());
        let parameters = parameters(interface);
        let declared = &interface.returned.declared;
        let rows = rows(interface);
        let returned = success(interface, self.whole);
        let head = quote!(#(#attributes)* #(#inline)* #[doc(hidden)] #lints);
        let (parameters, result) = (quote!(#parameters #further), quote!(-> #declared));
        let signature = Signature::of(interface, &self.name, (head, parameters, result));
        signature.computing(&quote!(#rows #body #returned))
    }

    /// The body of the function that writes the value as well. `further` are the arguments behind
    /// the user's.
    pub(crate) fn written(&self, further: &TokenStream) -> TokenStream {
        let value = spelling::parameter(Added::Value);
        let (call, done) = (self.call(further), done(self.interface));
        quote!(*#value = #call; #done)
    }

    /// A call for which nobody wants the value.
    pub(crate) fn dropped(&self, further: &TokenStream) -> TokenStream {
        let call = self.call(further);
        quote!(let _ = #call;)
    }

    fn call(&self, further: &TokenStream) -> TokenStream {
        let interface = self.interface;
        let function = sibling(interface, &self.name);
        let (arguments, propagate) = (arguments(interface), propagate(interface));
        quote!(#function(#arguments #further) #propagate)
    }
}
