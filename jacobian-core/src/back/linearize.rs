//! Many products at one point: labels that are computed once, and sweeps over them.
//!
//! ```text
//! F_LABELS                                 how many labels there are
//! f_linearize_into                         value and labels
//! f_jvp_at, f_vjp_at                       J dx and w J from the labels
//! f_jvp_many_into, f_vjp_many_into         both steps, for several vectors
//! F_HESSIAN_LABELS, f_hessian_linearize_into, f_hvp_at, f_hvp_many_into         beside `hvp`
//! ```
//!
//! The labels are the edges of the linearized graph where it has the fewest. Where a function mixes
//! scalars, they are the entries of the Jacobian.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::graph::Side;
use crate::interface::Interface;
use crate::options::Options;
use crate::pipeline::Compiled;
use crate::products::Linearization;
use crate::spelling::{self, Added};

use super::assembly::Assembled;
use super::body::{Target, row_places};
use super::computation::Computation;
use super::facts;
use super::functions::{arguments, done, refused, sibling};
use super::labels::Linearized;
use super::product_parameters::Function;

/// Those of the Jacobian. Without a computation of their own the Jacobian is formed.
pub(super) fn emit(
    function: Function<'_>,
    found: Option<&Linearization>,
    options: &Options,
) -> TokenStream {
    let names = function.names;
    let linearized = Linearized {
        function,
        n_labels: found.map_or(function.entries.nnz(), n_labels),
        count: names.labels.clone(),
        into: names.linearize_into.clone(),
        n_weights: None,
        gradient: None,
    };
    let into = match found {
        Some(found) => linearized.swept(function.interface, &found.labels, options),
        None => linearized.formed(),
    };
    let sides = [("jvp", Side::Right), ("vjp", Side::Left)].map(|(word, side)| {
        let swept = found.map(|found| match side {
            Side::Right => &found.right,
            Side::Left => &found.left,
        });
        linearized.product(word, side, swept, options)
    });
    let count = linearized.count();
    quote!(#count #into #(#sides)*)
}

/// Those of the Hessian. `own` is the interface of the compiled code.
pub(super) fn emit_hessian(
    function: Function<'_>,
    own: Option<&Interface>,
    found: Option<&Linearization>,
    options: &Options,
) -> TokenStream {
    let (names, n_rows) = (function.names, function.entries.n_rows);
    let name = &function.interface.name;
    let linearized = Linearized {
        function,
        n_labels: found.map_or(0, n_labels),
        count: names.hessian_labels.clone(),
        into: names.hessian_linearize_into.clone(),
        n_weights: (n_rows != 1).then_some(n_rows),
        gradient: Some(match n_rows {
            1 => format!("`{name}`"),
            _ => format!("`w_in · {name}`"),
        }),
    };
    let into = match (own, found) {
        (Some(own), Some(found)) => linearized.swept(own, &found.labels, options),
        _ => linearized.definition("").with(&refused()),
    };
    let right = found.map(|found| &found.right);
    let product = linearized.product("hvp", Side::Right, right, options);
    let count = linearized.count();
    quote!(#count #into #product)
}

fn n_labels(found: &Linearization) -> usize {
    found.labels.plan.entries().len()
}

impl Linearized<'_> {
    fn count(&self) -> TokenStream {
        let Function {
            interface, entries, ..
        } = self.function;
        let Interface {
            visibility,
            attributes,
            ..
        } = interface;
        let (name, count) = (&self.count, Literal::usize_unsuffixed(self.n_labels));
        let of = match &self.gradient {
            None => format!(
                "of `{}`. Its Jacobian has {} entries.",
                interface.name,
                entries.nnz()
            ),
            Some(of) => format!(
                "of the gradient of {of}. Its Hessian is {0} × {0}.",
                entries.n_cols
            ),
        };
        let doc = format!("The number of labels {of}");
        quote! {
            #(#attributes)* #[doc = #doc] #[allow(dead_code, deprecated)]
            #visibility const #name: ::core::primitive::usize = #count;
        }
    }

    fn swept(&self, own: &Interface, compiled: &Compiled, options: &Options) -> TokenStream {
        let interface = self.function.interface;
        let slots: Vec<usize> = (0..self.n_labels).collect();
        let labels = spelling::parameter(Added::LabelsOut);
        let results = Target::first(labels.clone(), self.n_labels);
        let (targets, further) = self.function.beside(results, self.gradient.is_some());
        let computation = Computation {
            interface: own,
            compiled,
            targets,
            slots: &slots,
            template: None,
            places: row_places(interface),
            further,
            prefix: &self.into,
        };
        let (statements, modules) = computation.emit(&TokenStream::new(), options);
        let takes = format!("\n\nIt takes {}. {}", facts::work(compiled), self.links());
        let Some(assembled) = Assembled::of(own, &self.into) else {
            let done = done(interface);
            let into = self
                .definition(&takes)
                .computing(&quote!(#statements #done));
            return quote!(#into #modules);
        };
        let ((given, weights), gradient) = (self.given(), self.gradient_target());
        let ty = self.labels();
        let further = quote!(#given #gradient #labels: &mut #ty,);
        let function = assembled.function(&further, &statements);
        let gradient = self.gradient.as_ref();
        let gradient = gradient.map(|_| spelling::parameter(Added::Gradient));
        let gradient = gradient.iter();
        let further = quote!(#weights #(#gradient,)* #labels);
        let into = self.definition(&takes).with(&assembled.written(&further));
        quote!(#function #into #modules)
    }

    fn formed(&self) -> TokenStream {
        let Function {
            interface, names, ..
        } = self.function;
        if self.function.entries.refused {
            return self.definition("").with(&refused());
        }
        let call = sibling(interface, &names.with_jacobian_into);
        let arguments = arguments(interface);
        let [value, _] = spelling::targets();
        let value = interface.returned.value.as_ref().map(|_| quote!(#value,));
        let labels = spelling::parameter(Added::LabelsOut);
        let facts = self.function.entries.facts.line("Jacobian", names);
        self.definition(&facts)
            .with(&quote!(#call(#arguments #value #labels)))
    }
}
