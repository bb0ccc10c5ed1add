//! The normal equations of many points, in lanes: of each point, and added up.
//!
//! ```text
//! f_normal_points, f_normal_batch     value, gradient and matrix of each point
//! f_normal_sum_into                   the sums of the gradients and matrices, and the cost
//! ```
//!
//! Weights are data of each point, in a slice behind the others. There are sums only if points
//! differ, `batch(per_point(..))`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derived::normal::{Jacobian, Stored};
use crate::interface::Interface;
use crate::ir::OpaqueId;
use crate::options::Options;
use crate::pipeline::NormalEquations;
use crate::spelling::{self, Added};

use super::equations::Equations;
use super::kernel::{Array, AsTrait, Batch, LeastSquares, Results};
use super::names::BatchNames;

impl Equations<'_> {
    /// The functions of many points. `formed` makes the equations with what is stored.
    pub(super) fn many_points(
        &self,
        formed: &dyn Fn(Jacobian, Stored) -> NormalEquations,
        options: &Options,
    ) -> TokenStream {
        let extras = &self.interface.extras;
        if !extras.batch {
            return TokenStream::new();
        }
        let each = self.of_results(Results::OfEach, Stored::Residuals, formed, options);
        let has_data = !extras.per_point.is_empty();
        let sums = has_data.then(|| {
            let n_opaques = u32::try_from(self.interface.opaques.len());
            let loss = n_opaques.expect("invariant: ids are 32 bits") + 1;
            let loss = self.option.loss.as_ref().map(|_| OpaqueId(loss));
            self.of_results(Results::Sums, Stored::Cost(loss), formed, options)
        });
        quote!(#each #sums)
    }

    fn of_results(
        &self,
        results: Results,
        stored: Stored,
        formed: &dyn Fn(Jacobian, Stored) -> NormalEquations,
        options: &Options,
    ) -> TokenStream {
        let equations = formed(Jacobian::Inside, stored);
        let own = self.with_loss(&equations);
        let slots = self.slots(&equations);
        let batch = self.batch(&own, &slots, results);
        batch.emit(&equations.compiled, options)
    }

    /// The same for a refused function.
    pub(super) fn many_points_refused(&self) -> TokenStream {
        let stubs = |results| self.batch(self.interface, &[], results).stubs();
        let has_data = !self.interface.extras.per_point.is_empty();
        let (each, sums) = (
            stubs(Results::OfEach),
            has_data.then(|| stubs(Results::Sums)),
        );
        quote!(#each #sums)
    }

    fn batch<'b>(
        &'b self,
        interface: &'b Interface,
        slots: &'b [usize],
        results: Results,
    ) -> Batch<'b> {
        let name = &interface.name;
        let (names, n_rows) = match results {
            Results::OfEach => (BatchNames::of_normal(interface), self.n_rows),
            // The cost.
            Results::Sums => (BatchNames::of_sums(interface), 1),
        };
        let what = match results {
            Results::OfEach => format!("The value of `{name}`, the gradient"),
            Results::Sums => format!("The gradient of `{name}`"),
        };
        let [normal, gradient, _] = self.targets();
        let n_columns = gradient.length;
        Batch {
            interface,
            names,
            as_trait: AsTrait::Normal(self.constants.pattern.clone()),
            scalar: &self.names.normal_into,
            computes: format!(
                "{what} of half its squared norm, `Jᵀ r`, and the lower triangle of `Jᵀ J`, with \
                 the weights and the loss of the option"
            ),
            facts: self.facts(),
            n_columns,
            n_weights: 0,
            n_rows,
            first: Some(Array {
                name: spelling::parameter(Added::Gradient),
                length: quote!(#n_columns),
                count: n_columns,
            }),
            first_slots: &[],
            entries: Array {
                name: normal.name,
                length: self.constants.length(self.entries.nnz()),
                count: self.entries.nnz(),
            },
            slots,
            least_squares: Some(LeastSquares {
                option: self.option,
                n_residuals: self.n_rows,
                results,
            }),
        }
    }
}
