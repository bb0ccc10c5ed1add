//! differential-equations: ordinary differential equations over arrays, with the exact Jacobian for
//! implicit methods.

use std::vec::Vec;

use differential_equations::linalg::Matrix;
use differential_equations::ode::ODE;

use crate::Function;

/// Differential equations `y' = f(y, t)` from a function of the state.
///
/// The closure makes the function at a time; `|_| f` if time does not enter. The state is an array
/// whose length is that of the function: another one does not compile.
#[derive(Clone, Copy, Debug)]
pub struct Equations<G> {
    function_at: G,
}

impl<G> Equations<G> {
    /// The equations of the function at a time.
    pub const fn new<F>(function_at: G) -> Self
    where
        G: Fn(f64) -> F,
        F: Function<Scalar = f64>,
    {
        Self { function_at }
    }
}

impl<G, F, const N: usize> ODE<f64, [f64; N]> for Equations<G>
where
    G: Fn(f64) -> F,
    F: Function<Scalar = f64>,
{
    fn diff(&self, t: f64, y: &[f64; N], dydt: &mut [f64; N]) {
        const {
            assert!(
                F::ROWS == N && F::COLS == N,
                "the state has another length than the function"
            );
        }
        (self.function_at)(t).value_into(y, dydt);
    }

    fn jacobian(&self, t: f64, y: &[f64; N], j: &mut Matrix<f64>) {
        let mut entries: Vec<f64> = F::TEMPLATE.to_vec();
        let mut value = [0.0; N];
        (self.function_at)(t).update_into(y, &mut value, &mut entries);
        F::PATTERN.for_each(&entries, |row, col, entry| j[(row, col)] = entry);
    }
}
