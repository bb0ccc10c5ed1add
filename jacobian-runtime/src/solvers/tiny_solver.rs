//! tiny-solver: factors of a graph, with one call for value and Jacobian where the crate carries
//! dual numbers through each operation.
//!
//! ```text
//! blocks of parameters       one after the other are the independents x of the function
//!   f64                      value_into
//!   dual numbers x + e dx    value at x, and J dx: rows of the Jacobian times the parts e
//! ```
//!
//! The parts of the dual numbers are those that tiny-solver puts in, so manifolds, fixed variables
//! and losses work as they do with factors of its own.

use std::vec::Vec;

use num_dual_0_12::{Derivative, DualDVec64};
use tiny_solver::factors;
use tiny_solver::na::{DVector, RealField};

use crate::Function;

/// A function as a factor: its dependents are the residuals, its independents the parameter blocks
/// that `add_residual_block` names, one after the other.
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::tiny_solver::Factor;
/// use tiny_solver::{LevenbergMarquardtOptimizer, Optimizer, Problem, na::DVector};
///
/// /// How far two points are from a distance that was measured.
/// #[jacobian(wrt(a, b), as = Distance)]
/// fn distance(a: &[f64; 2], b: &[f64; 2], measured: f64) -> [f64; 1] {
///     [(a[0] - b[0]).hypot(a[1] - b[1]) - measured]
/// }
///
/// let mut problem = Problem::new();
/// for (ends, measured) in [(["a", "c"], 5.0), (["b", "c"], 4.0)] {
///     let factor = Factor::new(Distance { measured });
///     problem.add_residual_block(1, &ends, Box::new(factor), None);
/// }
/// for (point, k) in [("a", 0), ("a", 1), ("b", 0), ("b", 1)] {
///     problem.fix_variable(point, k);
/// }
/// let start = [("a", [0.0, 0.0]), ("b", [3.0, 0.0]), ("c", [2.0, 3.0])];
/// let start = start.map(|(point, x)| (point.to_string(), DVector::from_column_slice(&x)));
/// let start = start.into_iter().collect();
/// let optimizer = LevenbergMarquardtOptimizer::default();
/// let found = optimizer.optimize(&problem, &start, None).expect("a solution");
/// assert!((found["c"][0] - 3.0).abs() < 1e-4 && (found["c"][1] - 4.0).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Factor<F> {
    f: F,
}

impl<F: Function<Scalar = f64>> Factor<F> {
    /// This function.
    pub const fn new(f: F) -> Self {
        Self { f }
    }
}

/// The blocks one after the other.
///
/// # Panics
/// Panics if they are not as long as the function wants: tiny-solver has no error for it.
fn joined<F: Function, T: RealField>(blocks: &[DVector<T>]) -> Vec<T> {
    let all: Vec<T> = blocks
        .iter()
        .flat_map(|block| block.iter().cloned())
        .collect();
    assert!(
        all.len() == F::COLS,
        "the function has {} independents, the blocks of the factor {}",
        F::COLS,
        all.len()
    );
    all
}

impl<F: Function<Scalar = f64> + Send + Sync> factors::Factor<f64> for Factor<F> {
    fn residual_func(&self, blocks: &[DVector<f64>]) -> DVector<f64> {
        let mut value = DVector::zeros(F::ROWS);
        let x = joined::<F, f64>(blocks);
        self.f.value_into(&x, value.as_mut_slice());
        value
    }
}

impl<F: Function<Scalar = f64> + Send + Sync> factors::Factor<DualDVec64> for Factor<F> {
    fn residual_func(&self, blocks: &[DVector<DualDVec64>]) -> DVector<DualDVec64> {
        let duals = joined::<F, DualDVec64>(blocks);
        let x: Vec<f64> = duals.iter().map(|dual| dual.re).collect();
        let (mut value, mut entries) = (std::vec![0.0; F::ROWS], F::TEMPLATE.to_vec());
        self.f.update_into(&x, &mut value, &mut entries);
        // A constant has no part at all, and adds nothing.
        let mut slopes = std::vec![Derivative::none(); F::ROWS];
        F::PATTERN.for_each(&entries, |row, col, entry| {
            slopes[row] += &duals[col].eps * entry;
        });
        let values = value.into_iter().zip(slopes);
        let duals = values.map(|(value, slope)| DualDVec64::new(value, slope));
        DVector::from_iterator(F::ROWS, duals)
    }
}
