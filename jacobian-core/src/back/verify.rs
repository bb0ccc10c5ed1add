//! The option `verify`: in debug builds `_update_into` compares itself with the user's function.
//!
//! ```text
//! fn f_update_into(x, k, value_out, entries_out) {
//!     #[cfg(debug_assertions)] let __point = [x[0], x[1]];       before outputs change
//!     let __done = __f_update_unverified(x, k, value_out, entries_out);
//!     #[cfg(debug_assertions)] verify(.., |x_in, value_out| f(&[x_in[0], x_in[1]], k));
//!     __done
//! }
//! ```
//!
//! The other functions of the Jacobian go through this one. `cfg` is decided in the user's crate.
//! In release nothing is left but the call of a private function that has no other callers.
//!
//! The user's function gets outputs that hold what they held before the call, because it may leave
//! some numbers as they are. What it takes by value is cloned.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Parameter, Wrapper};
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::flattened::{argument, columns, owned, referent, unload};
use super::function_struct::is_held;
use super::functions::{arguments, lints, sibling};
use super::names::Names;
use super::versions::Signature;

pub(super) struct Verified<'a> {
    interface: &'a Interface,
    names: &'a Names,
    entries: &'a Entries,
}

impl<'a> Verified<'a> {
    /// If the option asks for it.
    pub(super) fn of(
        interface: &'a Interface,
        names: &'a Names,
        entries: &'a Entries,
    ) -> Option<Self> {
        interface.extras.verify?;
        Some(Self {
            interface,
            names,
            entries,
        })
    }

    /// The signature of the private function that computes.
    pub(super) fn unverified(
        &self,
        parameters: &TokenStream,
        result: TokenStream,
    ) -> Signature<'a> {
        let (attributes, lints) = (&self.interface.attributes, lints());
        // It has one caller.
        let head = quote!(#(#attributes)* #[doc(hidden)] #lints #[inline(always)]);
        let parts = (head, parameters.clone(), result);
        Signature::of(self.interface, &self.names.unverified, parts)
    }

    /// The body of the function that compares.
    pub(super) fn body(&self) -> TokenStream {
        let (interface, names) = (self.interface, self.names);
        let [point, before, done] = ["point", "before", "done"].map(spelling::local);
        let scalar = spelling::scalar_type(interface.precision);
        let places = &interface.independents;
        let outputs = interface
            .parameters
            .iter()
            .flat_map(Parameter::output_places);
        let outputs: Vec<TokenStream> = outputs.collect();
        let n_outputs = Literal::usize_unsuffixed(outputs.len());
        let n_cols = Literal::usize_unsuffixed(self.entries.n_cols);
        let held = self.held_before();
        let arguments = arguments(interface);
        let value = interface.returned.value.as_ref();
        let value = value.map(|_| spelling::parameter(Added::Value));
        let (value, entries) = (value.iter(), spelling::parameter(Added::Entries));
        let call = sibling(interface, &names.unverified);
        let compare = self.compare();
        let check = self.check();
        quote! {
            #check
            #[cfg(debug_assertions)]
            let #point: [#scalar; #n_cols] = [#(#places),*];
            #[cfg(debug_assertions)]
            let #before: [#scalar; #n_outputs] = [#(#outputs),*];
            #held
            let #done = #call(#arguments #(#value,)* #entries);
            #[cfg(debug_assertions)]
            { #compare }
            #done
        }
    }

    /// That rustc refuses the option where there is no standard library to compare with.
    fn check(&self) -> TokenStream {
        let runtime = &self.interface.runtime;
        let check = quote!(#runtime::__verify_works!(););
        let option = self.interface.extras.verify;
        let at_option = check.into_iter().map(|mut token| {
            token.set_span(option.unwrap_or_else(proc_macro2::Span::call_site));
            token
        });
        at_option.collect()
    }

    /// Copies of what the first call takes by value.
    fn held_before(&self) -> TokenStream {
        let runtime = &self.interface.runtime;
        let held = self.interface.parameters.iter();
        let held = held.filter(|parameter| is_held(parameter) && !is_reference(&parameter.ty));
        let copies = held.map(|parameter| {
            let (name, copy) = (&parameter.name, of_before(&parameter.name));
            quote! {
                #[cfg(debug_assertions)]
                let #copy = #runtime::__private::verify_needs_clone(&#name);
            }
        });
        copies.collect()
    }

    fn compare(&self) -> TokenStream {
        let (interface, names) = (self.interface, self.names);
        let (runtime, scalar) = (
            &interface.runtime,
            spelling::scalar_type(interface.precision),
        );
        let [point, done, own, rows, attempts] =
            ["point", "done", "own", "rows", "attempts"].map(spelling::local);
        let (value, entries, x) = (
            spelling::parameter(Added::Value),
            spelling::parameter(Added::Entries),
            spelling::parameter(Added::Flat),
        );
        let written = self.rows_written();
        let n_rows = Literal::usize_unsuffixed(self.entries.n_rows);
        let succeeded = match interface.returned.wrapper {
            Wrapper::Plain => quote!(true),
            Wrapper::Result => quote!(#done.is_ok()),
            Wrapper::Option => quote!(#done.is_some()),
        };
        let function = interface.name.to_string();
        let (path, pattern) = (&names.path, &names.pattern);
        let template = names.template_value(interface);
        let slots = self.entries.slots.iter().zip(&self.entries.constants);
        let known =
            slots.filter_map(|(slot, known)| known.map(|_| Literal::usize_unsuffixed(*slot)));
        let call = self.call();
        quote! {
            static #attempts: ::core::sync::atomic::AtomicU8 = ::core::sync::atomic::AtomicU8::new(0);
            let #rows: [#scalar; #n_rows] = [#(#written),*];
            let mut #own = |#x: &[#scalar], #value: &mut [#scalar]| -> ::core::primitive::bool { #call };
            #runtime::__private::verify(
                &#runtime::__private::Verified {
                    function: #function,
                    pattern: const { &#path #pattern },
                    template: &#template,
                    known: &[#(#known),*],
                    point: &#point,
                    value: if #succeeded {
                        ::core::option::Option::Some(&#rows)
                    } else {
                        ::core::option::Option::None
                    },
                    entries: &#entries[..],
                    attempts: &#attempts,
                },
                &mut #own,
            );
        }
    }

    /// The rows that the generated function wrote: the value, and then the outputs.
    fn rows_written(&self) -> Vec<TokenStream> {
        let returned = &self.interface.returned;
        let value = spelling::parameter(Added::Value);
        let mut rows = match &returned.value {
            Some(_) => returned.shape.places(&quote!((*#value))),
            None => Vec::new(),
        };
        let parameters = self.interface.parameters.iter();
        rows.extend(parameters.flat_map(Parameter::output_places));
        rows
    }

    /// The user's function at a flattened point: it writes the rows, and says whether it succeeded.
    fn call(&self) -> TokenStream {
        let interface = self.interface;
        let value = spelling::parameter(Added::Value);
        let [result, before] = ["result", "before"].map(spelling::local);
        let mut columns = columns(interface);
        let n_values = interface.returned.value.as_ref();
        let n_values = n_values.map_or(0, |_| interface.returned.shape.count());
        let (mut first, mut after) = (TokenStream::new(), TokenStream::new());
        let mut list = interface
            .receiver
            .as_ref()
            .map_or_else(TokenStream::new, |_| quote!(self,));
        let mut n_outputs = 0;
        for parameter in &interface.parameters {
            let name = &parameter.name;
            if let Some(shape) = &parameter.independent {
                let start = columns
                    .remove(&name.to_string())
                    .expect("invariant: an independent has columns");
                let argument = argument(parameter, shape, &spelling::parameter(Added::Flat), start);
                list.extend(quote!(#argument,));
            } else if let Some(shape) = &parameter.output {
                let local = spelling::local(&format!("output_{name}"));
                let built = referent(parameter, shape, &before, n_outputs);
                let ty = owned(&parameter.ty).map(|ty| quote!(: #ty));
                first.extend(quote!(let mut #local #ty = #built;));
                list.extend(quote!(&mut #local,));
                for place in shape.places(&quote!(#local)) {
                    let row = Literal::usize_unsuffixed(n_values + n_outputs);
                    after.extend(quote!(#value[#row] = #place;));
                    n_outputs += 1;
                }
            } else if is_reference(&parameter.ty) {
                list.extend(quote!(#name,));
            } else {
                let copy = of_before(name);
                list.extend(quote!(::core::clone::Clone::clone(&#copy),));
            }
        }
        let (function, turbofish) = (&interface.name, &interface.turbofish);
        let path = interface.is_method.then(|| quote!(Self::));
        let unload = unload(interface, &result);
        let call = quote!(#path #function #turbofish (#list));
        let taken = match interface.returned.wrapper {
            Wrapper::Plain => quote!(let #result = #call;),
            Wrapper::Result => {
                quote!(let ::core::result::Result::Ok(#result) = #call else { return false; };)
            }
            Wrapper::Option => {
                quote!(let ::core::option::Option::Some(#result) = #call else { return false; };)
            }
        };
        quote!(#first #taken #unload #after true)
    }
}

fn is_reference(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(_))
}

/// The copy of a parameter that the first call takes by value.
fn of_before(name: &Ident) -> Ident {
    spelling::local(&format!("before_{name}"))
}
