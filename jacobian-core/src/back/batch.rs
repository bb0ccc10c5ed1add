//! `batch`: the functions that evaluate many points at once, in SIMD lanes.
//!
//! ```text
//! residual_with_jacobian_batch(
//!     points: &[[Lanes; 3]], k, value: &mut [[Lanes; 2]], entries: &mut [[Lanes; NNZ]])
//! residual_with_jacobian_points(
//!     points: &[[f64; 3]], k, value: &mut [[f64; 2]], entries: &mut [[f64; NNZ]])
//!      \  both call, with the kind of their data:
//! residual_with_jacobian_lanes                       (batch_struct.rs)
//! ```
//!
//! Independents and dependents are flattened, in the order of columns and rows. A single number
//! needs no array: for `fn f(x: f64) -> f64` the points are `&[f64]` and the values `&mut [f64]`.
//! Inactive parameters are the same for all points, unless `per_point(k)` makes them slices as
//! well: `k: &[f64]`, or blocks `k: &[[Lanes; 1]]`. Hessians are computed by functions of the same
//! kind, which write the first derivatives as well.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::interface::{Interface, Shape};
use crate::ir::Precision;
use crate::options::Options;
use crate::pipeline::Compiled;
use crate::proof;
use crate::schedule::ONE_BLOCK;
use crate::spelling::{self, Added};

use super::batch_parameters::{inactive, shared};
use super::constants::Entries;
use super::functions;
use super::kernel::{Array, AsTrait, Batch, Points, Results};
use super::lanes::Pieces;
use super::lanes_pay;
use super::names::{BatchNames, Names};
use super::proven::demand;

/// The functions of many points, if the user asked for them.
pub(crate) fn emit(
    interface: &Interface,
    names: &Names,
    compiled: &Compiled,
    entries: &Entries,
    options: &Options,
) -> TokenStream {
    of_jacobian(interface, names, entries).emit(compiled, options)
}

/// The same functions for a function that was refused, so that its callers compile.
pub(crate) fn stubs(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    of_jacobian(interface, names, entries).stubs()
}

/// Value and Jacobian.
fn of_jacobian<'a>(interface: &'a Interface, names: &'a Names, entries: &'a Entries) -> Batch<'a> {
    Batch {
        interface,
        names: BatchNames::of(interface, "jacobian"),
        as_trait: AsTrait::Jacobian,
        scalar: &names.with_jacobian_into,
        computes: format!(
            "The value of `{}` and every entry of its Jacobian",
            interface.name
        ),
        facts: entries.facts.line("Jacobian", names),
        n_columns: entries.n_cols,
        n_weights: 0,
        n_rows: entries.n_rows,
        first: None,
        first_slots: &[],
        entries: Array {
            name: spelling::parameter(Added::Entries),
            length: names.length(entries.nnz()),
            count: entries.nnz(),
        },
        slots: &entries.slots,
        least_squares: None,
    }
}

/// The way in which points are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    InLanes,
    /// Nothing can be put into lanes.
    PointByPoint,
    /// It takes longer to take points apart.
    Faster,
}

impl Batch<'_> {
    /// The functions of many points, if the user asked for them.
    pub(super) fn emit(&self, compiled: &Compiled, options: &Options) -> TokenStream {
        if !self.interface.extras.batch {
            return TokenStream::new();
        }
        // In lanes, rows are not computed in groups, because lanes fill the vector registers
        // already: batches of `fdc` would go from 8.3 to 9.2 ns (docs/book/src/experiments.md).
        let compiled = &compiled.in_lanes(options);
        demand(proof::sequence(compiled));
        let schedule = &compiled.schedule;
        // A long body would be cut into chunks, which take scalars. So it is evaluated point by
        // point.
        let is_short = schedule.weight() <= ONE_BLOCK && self.has_shared_loss();
        let pieces = is_short
            .then(|| Pieces::of(self.interface, &compiled.code, schedule))
            .flatten();
        let how = match &pieces {
            Some(_) => How::InLanes,
            None => How::PointByPoint,
        };
        let of_points = match how {
            How::InLanes if !lanes_pay::for_points(compiled, self.n_numbers()) => How::Faster,
            how => how,
        };
        let doors = match self.results() {
            Results::OfEach => {
                let (doors, of_struct) = (self.doors([how, of_points], None), self.of_struct());
                quote!(#doors #of_struct)
            }
            Results::Sums => self.door_of_sums(None),
        };
        let lanes = self.lanes(pieces.as_ref(), compiled, options);
        quote!(#doors #lanes)
    }

    /// The same without bodies.
    pub(super) fn stubs(&self) -> TokenStream {
        if !self.interface.extras.batch {
            return TokenStream::new();
        }
        let refused = functions::refused();
        match self.results() {
            Results::OfEach => {
                let doors = self.doors([How::InLanes; 2], Some(&refused));
                let of_struct = self.of_struct();
                quote!(#doors #of_struct)
            }
            Results::Sums => self.door_of_sums(Some(&refused)),
        }
    }

    /// The two public functions.
    fn doors(&self, how: [How; 2], refused: Option<&TokenStream>) -> TokenStream {
        let (interface, names) = (self.interface, &self.names);
        let double = spelling::scalar_type(Precision::Double);
        let runtime = &interface.runtime;
        let blocks = Door {
            name: &names.blocks,
            variant: "Blocks",
            scalar: quote!(#runtime::batch::Lanes),
            given: "in blocks interleaved by `jacobian_runtime::batch::interleave`",
            is_flat: [false; 3],
        };
        // Blocks of lanes come from `interleave`, which makes arrays also of single numbers.
        let points = Door {
            name: &names.points,
            variant: "Points",
            scalar: double,
            given: "given one by one",
            is_flat: [
                is_scalar_point(interface) && self.n_weights == 0,
                true,
                is_scalar_value(interface),
            ],
        };
        let doors = [blocks, points];
        let doors = doors.iter().zip(how);
        doors
            .map(|(door, how)| self.door(door, how, refused))
            .collect()
    }

    fn door(&self, door: &Door<'_>, how: How, refused: Option<&TokenStream>) -> TokenStream {
        let interface = self.interface;
        let runtime = &interface.runtime;
        let head = functions::head(interface, &self.doc(door, how));
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let (name, scalar) = (door.name, &door.scalar);
        let [points, value] = [Added::Points, Added::Value].map(spelling::parameter);
        let [n_in, n_rows] = [self.n_in(), self.n_rows].map(Literal::usize_unsuffixed);
        let [is_flat_point, is_flat_data, is_flat_row] = door.is_flat;
        let (point, read) = if is_flat_point {
            (scalar.clone(), quote!(#points.as_chunks::<1>().0))
        } else {
            (quote!([#scalar; #n_in]), quote!(#points))
        };
        let (row, written) = if is_flat_row {
            (scalar.clone(), quote!(#value.as_chunks_mut::<1>().0))
        } else {
            (quote!([#scalar; #n_rows]), quote!(#value))
        };
        let receiver = functions::receiver(interface);
        let parameters = self.parameters(inactive(interface), scalar, is_flat_data);
        let (first, entries) = (self.first.iter(), &self.entries);
        let targets = first
            .clone()
            .chain([entries])
            .map(|Array { name, length, .. }| quote!(#name: &mut [[#scalar; #length]],));
        let body = refused.cloned();
        let body = body.unwrap_or_else(|| self.body(door, how, &read, &written));
        quote! {
            #head fn #name #generics (
                #receiver
                #points: &[#point],
                #parameters
                #value: &mut [#row],
                #(#targets)*
            ) -> ::core::result::Result<(), #runtime::batch::LengthMismatch> #where_clause {
                #body
            }
        }
    }

    /// The body of a function: the slices, and the run over them.
    fn body(
        &self,
        door: &Door<'_>,
        how: How,
        read: &TokenStream,
        written: &TokenStream,
    ) -> TokenStream {
        let interface = self.interface;
        let runtime = &interface.runtime;
        let [_, is_flat_data, _] = door.is_flat;
        let arguments = shared(interface).map(|parameter| &parameter.name);
        let call = functions::sibling(interface, &self.names.lanes);
        let variant = format_ident!("{}", door.variant);
        let nothing = quote!(::core::option::Option::None);
        let given = |Array { name, .. }: &Array| quote!(::core::option::Option::Some(#name));
        let first = self.first.as_ref().map_or(nothing, given);
        let entries = &self.entries.name;
        let (batch, slices) = (
            quote!(#runtime::batch::__private),
            spelling::local("slices"),
        );
        let data = self.parts(is_flat_data);
        let computed = if door.variant == "Points" && how != How::InLanes {
            let (index, point) = (spelling::local("index"), self.point(Points::MayPart));
            let own = self.data_at(&index, is_flat_data);
            quote!(#batch::one_after_the_other(#slices, |#index| [#(#own),*], #point))
        } else {
            quote!(#call(#batch::Data::#variant(#slices) #(, #arguments)*))
        };
        quote! {
            let #slices = #batch::Slices {
                points: #read, data: #data, values: #written, first: #first, entries: #entries,
            };
            #computed
        }
    }

    fn doc(&self, door: &Door<'_>, how: How) -> String {
        let how = match how {
            How::InLanes => "as many at a time as the processor has lanes",
            How::PointByPoint => {
                "one after the other: what the function does cannot be put into lanes"
            }
            How::Faster => {
                "one after the other: to take points apart for lanes would take longer than lanes \
                 save"
            }
        };
        let per_point = self.interface.extras.per_point.iter();
        let named: Vec<String> = per_point.map(|own| format!("`{}`", own.name)).collect();
        let data = if named.is_empty() {
            String::new()
        } else {
            format!(" Each point has its own {}.", named.join(", "))
        };
        let weights = if self.n_weights == 0 {
            ""
        } else {
            " In a point, the weights stand behind the independents."
        };
        format!(
            "{} at many points, {}; {how}.{data}{weights}{}\n\n\
             # Errors\nWhere the slices are not equally long.",
            self.computes, door.given, self.facts
        )
    }
}

/// A public function of many points.
struct Door<'a> {
    name: &'a Ident,
    /// The variant of its data.
    variant: &'static str,
    /// The type of what is kept for a number.
    scalar: TokenStream,
    given: &'static str,
    /// Whether points, data and values are single numbers and no arrays, where they may be.
    is_flat: [bool; 3],
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
