//! The computation of a batch: the schedule of the scalar code over packed numbers.
//!
//! ```text
//! let v0 = at.load(&point[0]);                     an independent, one point per lane
//! let v4 = v3 * at.number(2.0_f64, &numbers[0]);   a number of the code
//! at.store(&mut entries[2], v4);                   a result
//! let v5 = if at.agree(|lane| ..)? { .. }          a branch; without agreement, point by point
//! ```
//!
//! Each statement is that of the scalar code, so both compute the same. Only numbers, independents
//! and results are written differently. So we print the statements with the same `Body`, over an
//! interface whose scalar is generic.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::interface::{GenericScalar, Interface, Normal};
use crate::ir::Precision;
use crate::options::{Fma, Options};
use crate::pipeline::Compiled;
use crate::schedule::{Schedule, constant_of};
use crate::spelling::{self, Added};

use super::body::{Body, Target};
use super::lanes::{self, Pieces};
use super::names::BatchNames;
use super::printers::PRINTERS;
use super::{constant_table, weights};

/// What is computed for many points.
pub(crate) struct Batch<'a> {
    /// With the pieces of the user's code as the computation numbers its values.
    pub(crate) interface: &'a Interface,
    pub(crate) names: BatchNames,
    /// The trait that the struct of the function implements, by its method for blocks.
    pub(crate) as_trait: AsTrait,
    /// The function that computes the same for one point.
    pub(crate) scalar: &'a Ident,
    /// What is computed, as the documentation says it.
    pub(crate) computes: String,
    /// The facts about the matrix of a point, for the documentation.
    pub(crate) facts: String,
    pub(crate) n_columns: usize,
    /// The number of weights, which each point holds behind its independents.
    pub(crate) n_weights: usize,
    pub(crate) n_rows: usize,
    /// First derivatives beside second ones, and where each of them stands.
    pub(crate) first: Option<Array>,
    pub(crate) first_slots: &'a [usize],
    pub(crate) entries: Array,
    /// By entry of the plan, its place among the entries, or behind them among the first
    /// derivatives.
    pub(crate) slots: &'a [usize],
    pub(crate) least_squares: Option<LeastSquares<'a>>,
}

/// A trait of functions of many points, and the constant of the pattern that it asks for.
pub(crate) enum AsTrait {
    Jacobian,
    Hessian(Ident),
    Normal(Ident),
}

/// Normal equations of many points.
#[derive(Clone, Copy)]
pub(crate) struct LeastSquares<'a> {
    pub(crate) option: &'a Normal,
    pub(crate) n_residuals: usize,
    pub(crate) results: Results,
}

/// What is written for many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    /// The results of each point.
    OfEach,
    /// Their sums, with the cost in place of the value.
    Sums,
}

impl LeastSquares<'_> {
    /// The count of weights of each point.
    pub(crate) fn n_weights(self) -> usize {
        weights::places(self.option.weights, self.n_residuals).len()
    }
}

/// An array that is written for each point.
#[derive(Clone)]
pub(crate) struct Array {
    pub(crate) name: Ident,
    /// The length as the types of parameters spell it.
    pub(crate) length: TokenStream,
    pub(crate) count: usize,
}

/// Whether the points of a block may take different arms of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Points {
    Together,
    MayPart,
}

impl Batch<'_> {
    /// The numbers of each point that are read.
    pub(crate) fn n_in(&self) -> usize {
        self.n_columns + self.n_weights
    }

    /// Whether results are written for each point.
    pub(crate) fn results(&self) -> Results {
        let found = self.least_squares;
        found.map_or(Results::OfEach, |found| found.results)
    }

    /// Whether the computation can be put into lanes as far as the loss is concerned.
    pub(crate) fn has_shared_loss(&self) -> bool {
        let of_point =
            |found: LeastSquares<'_>| weights::is_loss_of_point(found.option, self.interface);
        !self.least_squares.is_some_and(of_point)
    }

    /// The definition of the loss, where the names of parameters mean those of a point.
    pub(crate) fn loss(&self) -> TokenStream {
        let found = self.least_squares;
        let loss = found.map(|found| weights::loss(found.option, self.interface));
        loss.unwrap_or_default()
    }

    /// The count of numbers of each point beside its independents.
    fn n_data(&self) -> usize {
        let counts = self.interface.extras.per_point.iter();
        let own: usize = counts.map(|own| own.shape.count()).sum();
        own + self.least_squares.map_or(0, LeastSquares::n_weights)
    }

    /// The places of the weights of a point among its data.
    pub(crate) fn weights_of_point(&self) -> impl Iterator<Item = TokenStream> {
        let (data, count) = (lanes::data(), self.n_data());
        let n_weights = self.least_squares.map_or(0, LeastSquares::n_weights);
        let places = (count - n_weights..count).map(Literal::usize_unsuffixed);
        places.map(move |place| quote!(#data[#place]))
    }

    /// How many numbers of each point are read, and are written to each array.
    pub(crate) fn sizes(&self) -> [TokenStream; 5] {
        let [n_in, n_data, n_rows] =
            [self.n_in(), self.n_data(), self.n_rows].map(Literal::usize_unsuffixed);
        let first = self.first.as_ref();
        let n_first = first.map_or(quote!(0), |first| first.length.clone());
        [
            quote!(#n_in),
            quote!(#n_data),
            quote!(#n_rows),
            n_first,
            self.entries.length.clone(),
        ]
    }

    /// The parameters of what is computed at one point.
    pub(crate) fn parameters_of_point(&self) -> [Ident; 5] {
        let first = self.first.as_ref();
        let first = first.map_or_else(|| spelling::local("none"), |first| first.name.clone());
        [
            spelling::parameter(Added::Point),
            lanes::data(),
            spelling::parameter(Added::Value),
            first,
            self.entries.name.clone(),
        ]
    }

    /// The types of these, over `number`.
    pub(crate) fn types_of_point(&self, number: &TokenStream) -> [TokenStream; 5] {
        let [n_in, n_data, n_rows, n_first, nnz] = self.sizes();
        [
            quote!(&[#number; #n_in]),
            quote!(&[#number; #n_data]),
            quote!(&mut [#number; #n_rows]),
            quote!(&mut [#number; #n_first]),
            quote!(&mut [#number; #nnz]),
        ]
    }

    /// The count of numbers that are read and written for each point.
    pub(crate) fn n_numbers(&self) -> usize {
        let n_first = self.first.as_ref().map_or(0, |first| first.count);
        self.n_in() + self.n_data() + self.n_rows + n_first + self.entries.count
    }

    /// The schedule over packed numbers.
    pub(crate) fn computation(
        &self,
        pieces: Option<&Pieces>,
        compiled: &Compiled,
        options: &Options,
    ) -> TokenStream {
        let runtime = &self.interface.runtime;
        let at = lanes::at();
        let lanes = quote!(#runtime::batch::Lanes);
        let (names, types) = (self.parameters_of_point(), self.types_of_point(&lanes));
        let statements = pieces.map(|pieces| self.statements(pieces, compiled));
        let (helper, library) = (spelling::fma(), spelling::library());
        let fma = match options.fma {
            Fma::Auto => quote!(fused),
            Fma::Always => quote!(mul_add),
            Fma::Never => quote!(unfused),
        };
        // `None` tells the runtime to evaluate the block point by point.
        let end = if pieces.is_some() {
            quote!(::core::option::Option::Some(()))
        } else {
            quote!(::core::option::Option::None)
        };
        let packed = quote!(#runtime::batch::__private);
        let adds = self.results() == Results::Sums;
        quote! {
            const ADDS: bool = #adds;

            #[inline(always)]
            fn lanes<S: #packed::Simd>(
                &self,
                #at: #packed::At<S>,
                #(#names: #types,)*
            ) -> ::core::option::Option<()> {
                use #packed as #library;
                use #packed::#fma as #helper;
                #statements
                #end
            }
        }
    }

    fn statements(&self, pieces: &Pieces, compiled: &Compiled) -> TokenStream {
        let interface = self.packed(pieces);
        // With a generic scalar, every literal is written as a call. `constant_table` finds these
        // calls and makes them numbers in all lanes.
        let code = compiled.code.with_precision(Precision::Generic);
        let schedule: &Schedule = &compiled.schedule;
        let entries = Target::first(self.entries.name.clone(), self.entries.count);
        let first = self.first.iter();
        let first = first.map(|first| entries.next(first.name.clone(), first.count));
        let targets = std::iter::once(entries.clone()).chain(first).collect();
        let mut body = Body::of_compiled(&interface, &code, compiled, PRINTERS)
            .writing_to(targets, self.slots)
            .storing_to(self.places(), &[]);
        body.store = match self.results() {
            Results::OfEach => |place, result| {
                let at = lanes::at();
                quote!(#at.store(&mut #place, #result);)
            },
            Results::Sums => |place, result| {
                let at = lanes::at();
                quote!(#at.add(&mut #place, #result);)
            },
        };
        // The scalar functions start from a template with the constant entries. Here each block of
        // lanes is written from scratch, so they are stored like all others.
        let entries = compiled.plan.entries().iter().zip(self.slots);
        let constants = entries.filter_map(|(entry, slot)| {
            let number = spelling::literal(constant_of(entry.terms())?, Precision::Generic);
            let (target, slot) = body.target(*slot);
            Some((body.store)(&quote!(#target[#slot]), &number))
        });
        let constants: TokenStream = constants.collect();
        let steps = body.steps(schedule.steps());
        constant_table::spelled(quote!(#constants #steps))
    }

    /// The places of the rows, and of the first derivatives.
    fn places(&self) -> Vec<TokenStream> {
        let place = |name: &Ident, slot: usize| {
            let slot = Literal::usize_unsuffixed(slot);
            quote!(#name[#slot])
        };
        let value = spelling::parameter(Added::Value);
        let rows = (0..self.n_rows).map(|row| place(&value, row));
        let first = self.first.iter().flat_map(|first| {
            let slots = self.first_slots.iter();
            slots.map(|slot| place(&first.name, *slot))
        });
        rows.chain(first).collect()
    }

    /// The function as the computation sees it: its independents are and its scalar is a
    /// register of lanes.
    fn packed(&self, pieces: &Pieces) -> Interface {
        let (at, point) = (lanes::at(), spelling::parameter(Added::Point));
        let columns = (0..self.n_in()).map(Literal::usize_unsuffixed);
        let columns = columns.map(|column| quote!(#point[#column]));
        // Weights are seeds, which are numbered behind the independents.
        let numbers = columns.chain(self.weights_of_point());
        Interface {
            independents: numbers.map(|place| quote!(#at.load(&#place))).collect(),
            parameters: Vec::new(),
            opaques: pieces.opaques.clone(),
            precision: Precision::Generic,
            extras: self.interface.extras.in_one_version(),
            scalar: Some(GenericScalar {
                name: format_ident!("S"),
                bounds: TokenStream::new(),
                is_of_impl: false,
            }),
            ..self.interface.clone()
        }
    }
}
