//! `as = Residual` beside `batch`: the struct implements the traits of functions of many points.
//!
//! ```text
//! impl BatchFunction for Residual {
//!     const DATA: &'static [usize] = &[1];              one number of each point's own
//!     fn with_jacobian_batch(&self, points: &[Lanes], data: &[Lanes], value, entries) {
//!         residual_with_jacobian_batch(arrays of points, arrays of data, self.k, ..)
//!     }
//! }
//! ```
//!
//! Generic code, such as an assembly, cannot spell arrays whose lengths are constants of a trait.
//! So the traits take slices, and the implementation cuts them into arrays.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::ir::Precision;
use crate::ordered::Map;
use crate::spelling::{self, Added};

use super::batch_parameters::{inactive, shared};
use super::kernel::{Array, AsTrait, Batch, LeastSquares};
use super::{function_struct, functions, lanes, weights};

/// The names in a trait.
struct Trait {
    name: Ident,
    method: Ident,
    data: Ident,
    /// The constant of the pattern, with its value.
    pattern: Option<(Ident, Ident)>,
}

impl Trait {
    fn of(as_trait: &AsTrait) -> Self {
        let (name, method, kind, pattern) = match as_trait {
            AsTrait::Jacobian => ("BatchFunction", "with_jacobian", "", None),
            AsTrait::Hessian(pattern) => {
                ("BatchHessian", "with_hessian", "HESSIAN_", Some(pattern))
            }
            AsTrait::Normal(pattern) => ("BatchNormal", "normal", "NORMAL_", Some(pattern)),
        };
        Self {
            name: format_ident!("{name}"),
            method: format_ident!("{method}_batch"),
            data: format_ident!("{kind}DATA"),
            pattern: pattern.map(|value| (format_ident!("{kind}PATTERN"), value.clone())),
        }
    }
}

impl Batch<'_> {
    /// The implementation of the trait, if the function has a struct.
    pub(super) fn of_struct(&self) -> TokenStream {
        let interface = self.interface;
        let Some(name) = &interface.function_struct else {
            return TokenStream::new();
        };
        let held: Vec<_> = inactive(interface).collect();
        let lifetime = function_struct::lifetime(&held);
        let configured = function_struct::configured(interface);
        let found = Trait::of(&self.as_trait);
        let (runtime, method) = (&interface.runtime, &found.method);
        let batch = quote!(#runtime::batch);
        let constants = self.constants_of_struct(&found);
        let [points, value] = [Added::Points, Added::Value].map(spelling::parameter);
        let data = spelling::local("data");
        let first = self.first.iter().map(|first| &first.name);
        let entries = &self.entries.name;
        let body = self.cut_and_called(&points, &value, &data);
        let costs = self.least_squares.map(|found| self.costs_of_struct(found));
        let trait_name = &found.name;
        quote! {
            #(#configured)*
            #[allow(unused, deprecated, clippy::all, clippy::pedantic)]
            impl #lifetime #batch::#trait_name for #name #lifetime {
                #constants

                fn #method(
                    &self,
                    #points: &[#batch::Lanes],
                    #data: &[#batch::Lanes],
                    #value: &mut [#batch::Lanes],
                    #(#first: &mut [#batch::Lanes],)*
                    #entries: &mut [#batch::Lanes],
                ) {
                    #body
                }

                #costs
            }
        }
    }

    /// The costs of points from their residuals and their data, which are numbered as the trait
    /// does.
    fn costs_of_struct(&self, found: LeastSquares<'_>) -> TokenStream {
        let (interface, runtime) = (self.interface, &self.interface.runtime);
        let shared = shared(interface).map(|parameter| &parameter.name);
        let (value, numbers) = (
            spelling::parameter(Added::Value),
            spelling::local("numbers"),
        );
        let data = lanes::data();
        // The code of one point has data in the order of the option.
        let mut starts = Map::new();
        let mut start = 0;
        for parameter in inactive(interface) {
            if let Some(own) = interface.of_point(&parameter.name) {
                starts.insert(parameter.name.to_string(), start);
                start += own.shape.count();
            }
        }
        let own = interface.extras.per_point.iter();
        let own = own.flat_map(|own| {
            let first = starts[&own.name.to_string()];
            first..first + own.shape.count()
        });
        let places = own.chain(start..start + found.n_weights());
        let places = places.map(Literal::usize_unsuffixed);
        let (before, norm) = self.norm(found);
        let n_data = start + found.n_weights();
        let [n_data, n_rows] = [n_data, found.n_residuals].map(Literal::usize_unsuffixed);
        let (double, batch) = (
            spelling::scalar_type(Precision::Double),
            quote!(#runtime::batch),
        );
        let (cost, values, all, costs) = (
            spelling::local("cost"),
            spelling::local("values"),
            spelling::local("all"),
            spelling::local("costs"),
        );
        quote! {
            fn costs(
                &self,
                #values: &[#batch::Lanes],
                #all: &[#batch::Lanes],
                #costs: &mut [#batch::Lanes],
            ) {
                #(let #shared = self.#shared;)*
                let #cost = |&#value: &[#double; #n_rows], #numbers: &[#double; #n_data]| {
                    let #data: [#double; #n_data] = [#(#numbers[#places]),*];
                    #before
                    0.5 * #norm
                };
                #batch::__private::costs(
                    (#values, #all, Self::NORMAL_DATA), #costs, #cost,
                );
            }
        }
    }

    fn constants_of_struct(&self, found: &Trait) -> TokenStream {
        let runtime = &self.interface.runtime;
        let (data, counts) = (&found.data, self.counts_of_data());
        let counts = counts.into_iter().map(Literal::usize_unsuffixed);
        let pattern = found.pattern.iter().map(
            |(name, value)| quote!(const #name: &'static #runtime::SymmetricPattern = &#value;),
        );
        // The first trait has the data that the others have, but not their weights.
        quote! {
            #(#pattern)*
            const #data: &'static [::core::primitive::usize] = &[#(#counts),*];
        }
    }

    /// How many numbers of its own each point has: by parameter, and then the weights.
    fn counts_of_data(&self) -> Vec<usize> {
        let interface = self.interface;
        let own = inactive(interface).filter_map(|parameter| interface.of_point(&parameter.name));
        let weights = self.least_squares.into_iter();
        let weights = weights.map(LeastSquares::n_weights);
        let weights = weights.filter(|count| *count > 0);
        own.map(|own| own.shape.count()).chain(weights).collect()
    }

    /// Cuts the slices into arrays, and calls the function for blocks.
    fn cut_and_called(&self, points: &Ident, value: &Ident, data: &Ident) -> TokenStream {
        let interface = self.interface;
        let runtime = &interface.runtime;
        let support = quote!(#runtime::batch::__private);
        let blocks = spelling::local("blocks");
        let n_in = Literal::usize_unsuffixed(self.n_in());
        let part = |name: &Ident, count: usize| {
            let count = Literal::usize_unsuffixed(count);
            quote!(let #name = #support::part::<#count>(&mut #data, #blocks);)
        };
        let mut parts = TokenStream::new();
        let mut arguments = Vec::new();
        for parameter in inactive(interface) {
            let name = &parameter.name;
            if let Some(own) = interface.of_point(name) {
                parts.extend(part(name, own.shape.count()));
                arguments.push(quote!(#name));
            } else {
                arguments.push(quote!(self.#name));
            }
        }
        let weighted = self.least_squares.and_then(|found| {
            let name = weights::name(found.option.weights)?;
            Some((name, found.n_weights()))
        });
        if let Some((name, count)) = weighted {
            parts.extend(part(&name, count));
            arguments.push(quote!(#name));
        }
        let target = |name: &Ident, count: usize| {
            let count = Literal::usize_unsuffixed(count);
            quote!(#support::target::<#count>(#name, #blocks))
        };
        let written = [target(value, self.n_rows)].into_iter().chain(
            self.first
                .iter()
                .chain([&self.entries])
                .map(|Array { name, count, .. }| match count {
                    0 => quote!(&mut #support::nothing(#blocks)),
                    count => target(name, *count),
                }),
        );
        let function = functions::sibling(interface, &self.names.blocks);
        quote! {
            let mut #data = #data;
            let #points = #support::arrays::<#n_in>(#points);
            let #blocks = #points.len();
            #parts
            #function(#points, #(#arguments,)* #(#written),*)
                .expect("the slices hold as many blocks as there are of points");
        }
    }
}
