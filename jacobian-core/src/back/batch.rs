//! `batch`: the functions that evaluate many points at once, in SIMD lanes.
//!
//! ```text
//! residual_with_jacobian_batch(
//!     points: &[[Lanes; 3]], k, value: &mut [[Lanes; 2]], entries: &mut [[Lanes; NNZ]])
//! residual_with_jacobian_points(
//!     points: &[[f64; 3]], k, value: &mut [[f64; 2]], entries: &mut [[f64; NNZ]])
//!      \  both call, with the kind of their data:
//! residual_with_jacobian_lanes
//!     the user's own code, once
//!     struct __Lanes { numbers, closures, .. }      the values that the computation needs
//!     impl Kernel for __Lanes {
//!         lanes: the schedule over packed numbers
//!         point: the scalar code
//!     }
//! ```
//!
//! Independents and dependents are flattened, in the order of columns and rows. A single number
//! needs no array: for `fn f(x: f64) -> f64` the points are `&[f64]` and the values `&mut [f64]`.
//! Inactive parameters are the same for all points. `kernel` writes the computation.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::interface::{Interface, Parameter, Shape};
use crate::ir::Precision;
use crate::options::{Fma, Options};
use crate::pipeline::Compiled;
use crate::schedule::ONE_PIECE;
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::function_struct;
use super::functions;
use super::kernel::{Batch, Points};
use super::lanes::{Closure, Pieces};
use super::names::Names;
use super::preamble::preamble;
use super::statement;

/// The functions of many points, if the user asked for them.
pub(crate) fn emit(
    interface: &Interface,
    names: &Names,
    compiled: &Compiled,
    entries: &Entries,
    options: &Options,
) -> TokenStream {
    if !interface.extras.batch {
        return TokenStream::new();
    }
    // In lanes, rows are not computed in groups, because lanes fill the vector registers already:
    // batches of `fdc` would go from 8.3 to 9.2 ns (docs/experiments.md).
    let compiled = &compiled.in_lanes(options);
    let schedule = &compiled.schedule;
    // A long body would be cut into chunks, which take scalars. So it is evaluated point by point.
    let is_short = schedule.weight() <= ONE_PIECE;
    let pieces = is_short
        .then(|| Pieces::of(interface, &compiled.code, schedule))
        .flatten();
    let how = match &pieces {
        Some(_) => How::InLanes,
        None => How::PointByPoint,
    };
    let doors = doors(interface, names, entries, how, None);
    let batch = Batch {
        interface,
        names,
        compiled,
        entries,
    };
    let lanes = batch.lanes(pieces.as_ref(), options);
    quote!(#doors #lanes)
}

/// The same functions for a function that was refused, so that its callers compile.
pub(crate) fn stubs(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    if !interface.extras.batch {
        return TokenStream::new();
    }
    let refused = functions::refused();
    doors(interface, names, entries, How::InLanes, Some(&refused))
}

/// The way in which points are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    InLanes,
    PointByPoint,
}

/// The two public functions.
fn doors(
    interface: &Interface,
    names: &Names,
    entries: &Entries,
    how: How,
    refused: Option<&TokenStream>,
) -> TokenStream {
    let runtime = &interface.runtime;
    let how = match how {
        How::InLanes => "as many at a time as the processor has lanes",
        How::PointByPoint => "one after the other: what the function does cannot be put into lanes",
    };
    let door = |name: &proc_macro2::Ident, variant: &str, scalar: TokenStream, what: &str| {
        let doc = format!(
            "The value of `{}` and every entry of its Jacobian at many points, {what}; {how}.\n\n\
             # Errors\nWhere the slices are not equally long.",
            interface.name
        );
        let head = functions::head(interface, &doc);
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let [points, value, target] =
            [Added::Points, Added::Value, Added::Entries].map(spelling::parameter);
        let [n_cols, n_rows] = [entries.n_cols, entries.n_rows].map(Literal::usize_unsuffixed);
        let nnz = names.length(entries.nnz());
        let receiver = functions::receiver(interface);
        let arguments = inactive(interface).map(|parameter| &parameter.name);
        let call = functions::sibling(interface, &names.lanes);
        let parameters = functions::spelled(inactive(interface));
        // Blocks of lanes come from `interleave`, which makes arrays also of single numbers.
        let are_points = variant == "Points";
        let (point, read) = if are_points && is_scalar_point(interface) {
            (scalar.clone(), quote!(#points.as_chunks::<1>().0))
        } else {
            (quote!([#scalar; #n_cols]), quote!(#points))
        };
        let (row, written) = if are_points && is_scalar_value(interface) {
            (scalar.clone(), quote!(#value.as_chunks_mut::<1>().0))
        } else {
            (quote!([#scalar; #n_rows]), quote!(#value))
        };
        let variant = format_ident!("{variant}");
        let body = refused.cloned().unwrap_or_else(|| {
            quote! {
                #call(#runtime::batch::__private::Data::#variant(#read, #written, #target) #(, #arguments)*)
            }
        });
        quote! {
            #head fn #name #generics (
                #receiver
                #points: &[#point],
                #parameters
                #value: &mut [#row],
                #target: &mut [[#scalar; #nnz]],
            ) -> ::core::result::Result<(), #runtime::batch::LengthMismatch> #where_clause {
                #body
            }
        }
    };
    let double = spelling::scalar_type(Precision::Double);
    let blocks = door(
        &names.batch,
        "Blocks",
        quote!(#runtime::batch::Lanes),
        "in blocks interleaved by `jacobian_runtime::batch::interleave`",
    );
    let points = door(&names.points, "Points", double, "given one by one");
    quote!(#blocks #points)
}

/// Whether the only independent is a single number.
fn is_scalar_point(interface: &Interface) -> bool {
    let parameters = interface.parameters.iter();
    let mut shapes = parameters.filter_map(|parameter| parameter.independent.as_ref());
    matches!((shapes.next(), shapes.next()), (Some(Shape::Scalar), None))
}

/// Whether the only dependent is a single number.
fn is_scalar_value(interface: &Interface) -> bool {
    let returned = &interface.returned;
    let mut parameters = interface.parameters.iter();
    returned.value.is_some()
        && returned.shape == Shape::Scalar
        && parameters.all(|parameter| parameter.output.is_none())
}

/// The parameters that are the same for all points.
fn inactive(interface: &Interface) -> impl Iterator<Item = &Parameter> {
    let parameters = interface.parameters.iter();
    parameters.filter(|parameter| function_struct::is_held(parameter))
}

impl Batch<'_> {
    /// The private function that both public functions call.
    fn lanes(&self, pieces: Option<&Pieces>, options: &Options) -> TokenStream {
        let Self {
            interface, names, ..
        } = self;
        let (runtime, function) = (&interface.runtime, &names.lanes);
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let receiver = functions::receiver(interface);
        let parameters = functions::spelled(inactive(interface));
        // Private, but with the generics and lints of the public functions.
        let private = Interface {
            visibility: syn::Visibility::Inherited,
            ..(*interface).clone()
        };
        let head = functions::head(&private, "Both kinds of data.");
        let data = spelling::local("data");
        let [n_cols, n_rows, nnz] = self.sizes();
        let preamble = self.preamble(options.fma);
        let (hoisted, kernel) = (
            pieces.map(|pieces| self.hoisted(pieces)),
            self.kernel(pieces, options),
        );
        quote! {
            #head fn #function #generics (
                #receiver
                #data: #runtime::batch::__private::Data<'_, #n_cols, #n_rows, #nnz>,
                #parameters
            ) -> ::core::result::Result<(), #runtime::batch::LengthMismatch> #where_clause {
                #preamble
                #hoisted
                #kernel
            }
        }
    }

    /// The preamble of the scalar code, with the checks of those parameters that this function has.
    /// Points have no lengths to check, because they are arrays.
    fn preamble(&self, fma: Fma) -> TokenStream {
        let is_there = |name: &proc_macro2::Ident| {
            inactive(self.interface).any(|parameter| parameter.name == *name)
        };
        let mut interface = self.interface.clone();
        interface
            .parameter_checks
            .retain(|check| is_there(&check.name));
        interface.type_checks.clear();
        preamble(&interface, fma)
    }

    /// The user's own code that runs once for all points, and the closures for the code that runs
    /// for each point.
    fn hoisted(&self, pieces: &Pieces) -> TokenStream {
        let hoisted = pieces
            .hoisted
            .iter()
            .map(|id| statement::assignment(self.interface, &self.compiled.code, *id));
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
        let [n_cols, n_rows, nnz] = self.sizes();
        let point = spelling::parameter(Added::Point);
        let [value, target] = spelling::targets();
        let double = spelling::scalar_type(Precision::Double);
        quote! {
            fn point(
                &mut self,
                #point: &[#double; #n_cols],
                #value: &mut [#double; #n_rows],
                #target: &mut [#double; #nnz],
            ) {
                (self.point)(#point, #value, #target)
            }
        }
    }

    /// The struct with its computation, and the run.
    fn kernel(&self, pieces: Option<&Pieces>, options: &Options) -> TokenStream {
        let runtime = &self.interface.runtime;
        let [n_cols, n_rows, nnz] = self.sizes();
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
        let computation = self.computation(pieces, options);
        // Without branches all lanes do the same, so the scalar code is never called, and its
        // closure stays empty.
        let points = if pieces.is_some() && self.compiled.code.branches().is_empty() {
            Points::Together
        } else {
            Points::MayPart
        };
        let (data, point) = (spelling::local("data"), self.point(points));
        let by_point = self.by_point();
        quote! {
            struct __Lanes<Point, #(#types),*> {
                numbers: [::core::primitive::f64; #n_numbers],
                integers: [::core::primitive::i32; #n_integers],
                point: Point,
                #(#names: #types,)*
            }
            impl<
                Point: ::core::ops::FnMut(
                    &[::core::primitive::f64; #n_cols],
                    &mut [::core::primitive::f64; #n_rows],
                    &mut [::core::primitive::f64; #nnz],
                ),
                #(#bounds)*
            > #runtime::batch::__private::Kernel<#n_cols, #n_rows, #nnz> for __Lanes<Point, #(#types),*> {
                #computation

                #by_point
            }
            #runtime::batch::__private::run(
                __Lanes { numbers: #numbers, integers: #integers, point: #point, #(#names,)* },
                #data,
            )
        }
    }
}
