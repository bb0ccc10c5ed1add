//! The gradient of a function with one dependent: the row of its Jacobian, dense.
//!
//! ```text
//! entries    [dy/dx0, dy/dx2]          in the order of the pattern
//! gradient   [dy/dx0, 0, dy/dx2]       a number for each column
//! ```
//!
//! If each column has an entry, the two are the same list, because the entries of one row go by
//! columns in both layouts. Then the functions for the Jacobian write into the gradient itself.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Shape};
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::functions::{
    arguments, done, head, into_result, parameters, propagate, refused, rewrapped, sibling, success,
};
use super::names::Names;

/// The functions of the option `gradient`; nothing without it.
pub(super) fn emit(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    if interface.extras.gradient.is_none() {
        return TokenStream::new();
    }
    let gradient = Gradient {
        interface,
        names,
        entries,
    };
    let into = gradient.with_value_into();
    // Where the outputs are parameters, nothing but the gradient is returned.
    let value = interface.returned.value.as_ref();
    let with = gradient.by_value(&names.with_gradient, value);
    let alone = gradient.by_value(&names.gradient, None);
    quote!(#into #with #alone)
}

struct Gradient<'a> {
    interface: &'a Interface,
    names: &'a Names,
    entries: &'a Entries,
}

impl Gradient<'_> {
    /// The type of the gradient.
    fn ty(&self) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        let length = Literal::usize_unsuffixed(self.entries.n_cols);
        quote!([#scalar; #length])
    }

    fn is_full(&self) -> bool {
        self.entries.nnz() == self.entries.n_cols
    }

    /// A dense list of these entries.
    fn spread(&self, entries: &TokenStream) -> TokenStream {
        let zero = Shape::Scalar.zero(self.interface.precision);
        let mut places = vec![zero; self.entries.n_cols];
        for (slot, column) in self.entries.columns_of_row() {
            let slot = Literal::usize_unsuffixed(slot);
            places[column] = quote!(#entries[#slot]);
        }
        quote!([#(#places),*])
    }

    fn with_value_into(&self) -> TokenStream {
        let interface = self.interface;
        let target = spelling::parameter(Added::Gradient);
        let [value, entries] = spelling::targets();
        let value_type = interface.returned.value.as_ref();
        let out = value_type.map(|ty| quote!(#value: &mut #ty,));
        let pass = value_type.map(|_| quote!(#value,));
        let (arguments, propagate) = (arguments(interface), propagate(interface));
        let body = if self.entries.refused {
            refused()
        } else if self.is_full() {
            let call = sibling(interface, &self.names.with_jacobian_into);
            quote!(#call(#arguments #pass #target))
        } else {
            let call = sibling(interface, &self.names.update_into);
            let template = self.names.template_value(interface);
            let (spread, done) = (self.spread(&quote!(#entries)), done(interface));
            quote! {
                let mut #entries = #template;
                #call(#arguments #pass &mut #entries) #propagate;
                *#target = #spread;
                #done
            }
        };
        let ty = self.ty();
        self.function(
            &self.names.with_gradient_into,
            "Writes the value of `{}` and its gradient, one number for each column.",
            &quote!(#out #target: &mut #ty),
            &into_result(interface),
            &body,
        )
    }

    /// The gradient by value, after the value of the function where its type is given.
    fn by_value(&self, name: &Ident, value: Option<&syn::Type>) -> TokenStream {
        let (interface, gradient) = (self.interface, self.ty());
        let [value_out, entries] = spelling::targets();
        let dense = if self.is_full() {
            quote!(#entries.into_values())
        } else {
            let spread = self.spread(&quote!(#entries));
            quote!({ let #entries = #entries.into_values(); #spread })
        };
        let (called, found, result, returned, doc) = match value {
            Some(value) => (
                &self.names.with_jacobian,
                quote!((#value_out, #entries)),
                quote!((#value, #gradient)),
                quote!((#value_out, #dense)),
                "The value of `{}` and its gradient, one number for each column.",
            ),
            None => (
                &self.names.jacobian,
                quote!(#entries),
                gradient,
                dense,
                "The gradient of `{}`, one number for each column.",
            ),
        };
        let (call, arguments) = (sibling(interface, called), arguments(interface));
        let (propagate, returned) = (propagate(interface), success(interface, &returned));
        let body = if self.entries.refused {
            refused()
        } else {
            quote! {
                let #found = #call(#arguments) #propagate;
                #returned
            }
        };
        let result = rewrapped(interface, &result);
        self.function(name, doc, &TokenStream::new(), &result, &body)
    }

    fn function(
        &self,
        name: &Ident,
        doc: &str,
        targets: &TokenStream,
        result: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let interface = self.interface;
        let doc = doc.replace("{}", &interface.name.to_string());
        let line = self.entries.facts.line("Jacobian", self.names);
        let head = head(interface, &format!("{doc}{line}"));
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let parameters = parameters(interface);
        quote! {
            #head fn #name #generics (#parameters #targets) #result #where_clause { #body }
        }
    }
}
