//! The private function of a batch: the user's own code once, a struct with the computation, and
//! the run over all points.
//!
//! ```text
//! struct __Lanes { numbers, closures, .. }      the values that the computation needs
//! impl Kernel for __Lanes {
//!     lanes: the schedule over packed numbers    (kernel.rs)
//!     point: the scalar code
//! }
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::interface::Interface;
use crate::ir::Precision;
use crate::options::{Fma, Options};
use crate::pipeline::Compiled;
use crate::spelling;

use super::batch_parameters::shared;
use super::functions;
use super::kernel::{Batch, Points, Results};
use super::lanes::{Closure, Pieces};
use super::preamble::preamble;
use super::statement;

impl Batch<'_> {
    /// The private function that both public functions call.
    pub(super) fn lanes(
        &self,
        pieces: Option<&Pieces>,
        compiled: &Compiled,
        options: &Options,
    ) -> TokenStream {
        let interface = self.interface;
        let function = &self.names.lanes;
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let receiver = functions::receiver(interface);
        let parameters = functions::spelled(shared(interface));
        // Private, but with the generics and lints of the public functions.
        let private = Interface {
            visibility: syn::Visibility::Inherited,
            ..interface.clone()
        };
        let head = functions::head(&private, "Both kinds of data.");
        let data = spelling::local("data");
        let (given, result) = self.given_and_result();
        let (preamble, outputs) = (self.preamble(options.fma), self.outputs());
        let loss = pieces.map(|_| self.loss());
        let (hoisted, kernel) = (
            pieces.map(|pieces| self.hoisted(pieces, compiled)),
            self.kernel(pieces, compiled, options),
        );
        quote! {
            #head fn #function #generics (
                #receiver
                #data: #given,
                #parameters
            ) -> #result #where_clause {
                #preamble
                #loss
                #outputs
                #hoisted
                #kernel
            }
        }
    }

    /// The type of the data of all points, and that of the result.
    fn given_and_result(&self) -> (TokenStream, TokenStream) {
        let (runtime, sizes) = (&self.interface.runtime, self.sizes());
        let [n_in, n_data, _, n_first, nnz] = &sizes;
        let batch = quote!(#runtime::batch);
        match self.results() {
            Results::OfEach => (
                quote!(#batch::__private::Data<'_, #(#sizes),*>),
                quote!(::core::result::Result<(), #batch::LengthMismatch>),
            ),
            Results::Sums => (
                quote!(#batch::__private::Sums<'_, #n_in, #n_data, #n_first, #nnz>),
                quote!(::core::primitive::f64),
            ),
        }
    }

    /// The preamble of the scalar code, with the checks of those parameters that this function has.
    /// Points have no lengths to check, because they are arrays.
    fn preamble(&self, fma: Fma) -> TokenStream {
        let is_there =
            |name: &Ident| shared(self.interface).any(|parameter| parameter.name == *name);
        let mut interface = self.interface.clone();
        interface
            .parameter_checks
            .retain(|check| is_there(&check.name));
        interface.type_checks.clear();
        interface.extras = interface.extras.in_one_version();
        preamble(&interface, fma)
    }

    /// What the outputs hold before, for code that reads it: zeros, as for a single point.
    fn outputs(&self) -> TokenStream {
        let interface = self.interface;
        let outputs = interface.parameters.iter().filter_map(|parameter| {
            let (name, shape) = (&parameter.name, parameter.output.as_ref()?);
            let zeros = shape.zero(interface.precision);
            Some(quote!(let #name = &mut #zeros;))
        });
        outputs.collect()
    }

    /// The user's own code that runs once for all points, and the closures for the code that runs
    /// for each point.
    fn hoisted(&self, pieces: &Pieces, compiled: &Compiled) -> TokenStream {
        let hoisted = pieces
            .hoisted
            .iter()
            .map(|id| statement::assignment(self.interface, &compiled.code, *id));
        let closures = pieces.closures.iter().map(|closure| {
            let Closure {
                name,
                parameters,
                result,
                body,
            } = closure;
            let parameters = parameters
                .iter()
                .map(|(name, ty)| quote!(#name: ::core::primitive::#ty));
            quote!(let #name = |#(#parameters),*| -> ::core::primitive::#result { #body };)
        });
        quote!(#(#hoisted)* #(#closures)*)
    }

    /// The method that hands one point to the closure of the struct.
    fn by_point(&self) -> TokenStream {
        let double = spelling::scalar_type(Precision::Double);
        let (names, types) = (self.parameters_of_point(), self.types_of_point(&double));
        quote! {
            fn point(&mut self, #(#names: #types),*) {
                (self.point)(#(#names),*)
            }
        }
    }

    /// The struct with its computation, and the run.
    fn kernel(
        &self,
        pieces: Option<&Pieces>,
        compiled: &Compiled,
        options: &Options,
    ) -> TokenStream {
        let runtime = &self.interface.runtime;
        let sizes = self.sizes();
        let nothing = Pieces::default();
        let closures = &pieces.unwrap_or(&nothing).closures;
        let names: Vec<_> = closures.iter().map(|closure| &closure.name).collect();
        let types: Vec<_> = (0..closures.len())
            .map(|position| format_ident!("Closure{position}"))
            .collect();
        let bounds = closures.iter().zip(&types).map(|(closure, name)| {
            let Closure {
                parameters, result, ..
            } = closure;
            let parameters = parameters
                .iter()
                .map(|(_, ty)| quote!(::core::primitive::#ty));
            quote!(#name: ::core::ops::Fn(#(#parameters),*) -> ::core::primitive::#result,)
        });
        let list = |ids: &[_]| {
            let ids = ids.iter().map(|id| spelling::value(*id));
            quote!([#(#ids),*])
        };
        let Pieces {
            numbers, integers, ..
        } = pieces.unwrap_or(&nothing);
        let [n_numbers, n_integers] =
            [numbers, integers].map(|ids| Literal::usize_unsuffixed(ids.len()));
        let (numbers, integers) = (list(numbers), list(integers));
        let computation = self.computation(pieces, compiled, options);
        // Without branches all lanes do the same, so the scalar code is never called, and its
        // closure stays empty.
        let points = if pieces.is_some() && compiled.code.branches().is_empty() {
            Points::Together
        } else {
            Points::MayPart
        };
        let (data, point) = (spelling::local("data"), self.point(points));
        let by_point = self.by_point();
        let of_point = self.types_of_point(&spelling::scalar_type(Precision::Double));
        let run = match self.results() {
            Results::OfEach => quote!(run),
            Results::Sums => quote!(add_up),
        };
        quote! {
            struct __Lanes<Point, #(#types),*> {
                numbers: [::core::primitive::f64; #n_numbers],
                integers: [::core::primitive::i32; #n_integers],
                point: Point,
                #(#names: #types,)*
            }
            impl<
                Point: ::core::ops::FnMut(#(#of_point),*),
                #(#bounds)*
            > #runtime::batch::__private::Kernel<#(#sizes),*> for __Lanes<Point, #(#types),*> {
                #computation

                #by_point
            }
            #runtime::batch::__private::#run(
                __Lanes { numbers: #numbers, integers: #integers, point: #point, #(#names,)* },
                #data,
            )
        }
    }
}
