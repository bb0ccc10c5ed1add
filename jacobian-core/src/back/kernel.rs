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

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::interface::{GenericScalar, Interface, Returned, Shape};
use crate::ir::Precision;
use crate::options::{Fma, Options};
use crate::pipeline::Compiled;
use crate::schedule::Schedule;
use crate::spelling::{self, Added};

use super::body::Body;
use super::constants::Entries;
use super::lanes::{self, Pieces};
use super::names::Names;
use super::printers::PRINTERS;
use super::{constant_table, flattened, functions};

/// A function and its compiled code, of which the functions of many points are made.
pub(crate) struct Batch<'a> {
    pub(crate) interface: &'a Interface,
    pub(crate) names: &'a Names,
    pub(crate) compiled: &'a Compiled,
    pub(crate) entries: &'a Entries,
}

/// Whether the points of a block may take different arms of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Points {
    Together,
    MayPart,
}

impl Batch<'_> {
    pub(crate) fn sizes(&self) -> [TokenStream; 3] {
        let [n_cols, n_rows] =
            [self.entries.n_cols, self.entries.n_rows].map(Literal::usize_unsuffixed);
        [
            quote!(#n_cols),
            quote!(#n_rows),
            self.names.length(self.entries.nnz()),
        ]
    }

    /// The schedule over packed numbers.
    pub(crate) fn computation(&self, pieces: Option<&Pieces>, options: &Options) -> TokenStream {
        let runtime = &self.interface.runtime;
        let [n_cols, n_rows, nnz] = self.sizes();
        let at = lanes::at();
        let [point, value, target] =
            [Added::Point, Added::Value, Added::Entries].map(spelling::parameter);
        let statements = pieces.map(|pieces| self.statements(pieces));
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
        quote! {
            #[inline(always)]
            fn lanes<S: #packed::Simd>(
                &self,
                #at: #packed::At<S>,
                #point: &[#runtime::batch::Lanes; #n_cols],
                #value: &mut [#runtime::batch::Lanes; #n_rows],
                #target: &mut [#runtime::batch::Lanes; #nnz],
            ) -> ::core::option::Option<()> {
                use #packed as #library;
                use #packed::#fma as #helper;
                #statements
                #end
            }
        }
    }

    fn statements(&self, pieces: &Pieces) -> TokenStream {
        let interface = self.packed(pieces);
        // With a generic scalar, every literal is written as a call. `constant_table` finds these
        // calls and makes them numbers in all lanes.
        let code = self.compiled.code.with_precision(Precision::Generic);
        let schedule: &Schedule = &self.compiled.schedule;
        let mut body = Body::of(&interface, &code, self.compiled, self.entries, PRINTERS);
        body.store = |place, result| {
            let at = lanes::at();
            quote!(#at.store(&mut #place, #result);)
        };
        let target = spelling::parameter(Added::Entries);
        // The scalar functions start from a template with the constant entries. Here each block of
        // lanes is written from scratch, so they are stored like all others.
        let constants = self.entries.slots.iter().zip(&self.entries.constants);
        let constants = constants.filter_map(|(slot, known)| {
            let slot = Literal::usize_unsuffixed(*slot);
            let number = spelling::literal((*known)?, Precision::Generic);
            Some((body.store)(&quote!(#target[#slot]), &number))
        });
        let constants: TokenStream = constants.collect();
        let steps = body.steps(schedule.steps());
        constant_table::spelled(quote!(#constants #steps))
    }

    /// The function as the computation sees it: its independents and rows are flattened, and its
    /// scalar is a register of lanes.
    fn packed(&self, pieces: &Pieces) -> Interface {
        let (at, point) = (lanes::at(), spelling::parameter(Added::Point));
        let columns = (0..self.entries.n_cols).map(Literal::usize_unsuffixed);
        Interface {
            independents: columns
                .map(|column| quote!(#at.load(&#point[#column])))
                .collect(),
            parameters: Vec::new(),
            returned: Returned {
                value: Some(syn::Type::Verbatim(TokenStream::new())),
                shape: Shape::Array(self.entries.n_rows, Box::new(Shape::Scalar)),
                ..self.interface.returned.clone()
            },
            opaques: pieces.opaques.clone(),
            precision: Precision::Generic,
            scalar: Some(GenericScalar {
                name: format_ident!("S"),
                bounds: TokenStream::new(),
                is_of_impl: false,
            }),
            ..self.interface.clone()
        }
    }

    /// The scalar code, for points that part. It is empty if none can.
    pub(crate) fn point(&self, points: Points) -> TokenStream {
        let Self {
            interface, names, ..
        } = self;
        let [n_cols, n_rows, nnz] = self.sizes();
        let [x, value, target] =
            [Added::Flat, Added::Value, Added::Entries].map(spelling::parameter);
        let result = spelling::local("result");
        let flattened::Arguments {
            before,
            list,
            after,
        } = flattened::arguments(interface, |name| quote!(#name));
        let call = functions::sibling(interface, &names.with_jacobian_into);
        let (declared, zero) = (
            interface.returned.value.iter(),
            interface.returned.shape.zero(interface.precision),
        );
        let pass = interface
            .returned
            .value
            .as_ref()
            .map(|_| quote!(&mut #result,));
        let unload = flattened::unload(interface, &result);
        let double = spelling::scalar_type(Precision::Double);
        let body = (points == Points::MayPart).then(|| {
            quote! {
                #before
                #(let mut #result: #declared = #zero;)*
                #call(#list #pass #target);
                #unload
                #after
            }
        });
        quote! {
            |#x: &[#double; #n_cols], #value: &mut [#double; #n_rows], #target: &mut [#double; #nnz]| {
                #body
            }
        }
    }
}
