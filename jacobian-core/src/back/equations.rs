//! A function with its normal equations: the arrays that they are written to, and the loss.
//!
//! ```text
//! slots:   0 .. the matrix   | .. the gradient | .. the Jacobian
//! ```

use crate::derived::normal::Place;
use crate::interface::{Interface, Normal};
use crate::pipeline::NormalEquations;
use crate::spelling::{self, Added};

use super::body::Target;
use super::constants::Entries;
use super::names::Names;
use super::weights;

/// A function and its normal equations.
pub(super) struct Equations<'a> {
    pub(super) interface: &'a Interface,
    pub(super) names: &'a Names,
    pub(super) option: &'a Normal,
    /// Of the Jacobian.
    pub(super) jacobian: &'a Entries,
    /// Of the normal matrix.
    pub(super) entries: Entries,
    /// The names of the constants.
    pub(super) constants: Names,
    pub(super) n_rows: usize,
}

impl<'a> Equations<'a> {
    pub(super) fn of(
        interface: &'a Interface,
        names: &'a Names,
        option: &'a Normal,
        jacobian: &'a Entries,
        entries: Entries,
        n_rows: usize,
    ) -> Self {
        // The constants are named like those of a function of this name.
        let prefixed = Interface {
            prefix: format!("{}_normal", interface.prefix),
            ..interface.clone()
        };
        Self {
            interface,
            names,
            option,
            jacobian,
            entries,
            constants: Names::of(&prefixed),
            n_rows,
        }
    }

    /// The facts about the normal matrix, for the documentation.
    pub(super) fn facts(&self) -> String {
        self.entries.facts.line("Normal matrix", &self.constants)
    }

    /// The arrays that are written, as ranges of slots.
    pub(super) fn targets(&self) -> [Target; 3] {
        let normal = Target::first(spelling::parameter(Added::Normal), self.entries.nnz());
        let gradient = normal.next(spelling::parameter(Added::Gradient), self.entries.n_cols);
        let jacobian = gradient.next(spelling::parameter(Added::Jacobian), self.jacobian.nnz());
        [normal, gradient, jacobian]
    }

    /// By entry of the plan, its slot.
    pub(super) fn slots(&self, equations: &NormalEquations) -> Vec<usize> {
        let [normal, gradient, jacobian] = self.targets().map(|target| target.first);
        let mut of_matrix = self.entries.slots.iter();
        let places = equations
            .places
            .iter()
            .zip(equations.compiled.plan.entries());
        let slots = places.map(|(place, entry)| match place {
            Place::Normal => {
                normal
                    + of_matrix
                        .next()
                        .expect("invariant: the entries of the matrix")
            }
            Place::Gradient => gradient + entry.row(),
            Place::Jacobian(index) => jacobian + self.jacobian.slots[*index],
        });
        slots.collect()
    }

    /// The interface with the pieces of code for the loss, if there is one.
    pub(super) fn with_loss(&self, equations: &NormalEquations) -> Interface {
        let mut own = self.interface.clone();
        if let (Some(norm), Some(_)) = (equations.squared_norm, &self.option.loss) {
            own.opaques
                .extend(weights::pieces(&equations.compiled, norm));
        }
        own
    }
}
