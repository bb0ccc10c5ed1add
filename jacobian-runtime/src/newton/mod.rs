//! Newton's method and Levenberg-Marquardt over [`Function`], so that a first problem needs no
//! other crate.
//!
//! ```text
//! Newton               r(x) = 0          J d = -r,  x += t d      t halved until |r| falls
//! LevenbergMarquardt   minimize |r(x)|²  |J d + r|² + mu |D d|²   mu raised until |r| falls
//! ```
//!
//! Matrices are dense in memory that you give ([`Dense`], which needs no allocation), or sparse
//! with factorizations of faer ([`Sparse`]). The vector `x` is input and output: it always holds
//! the last iterate with a finite residual, also where an error is returned.
//!
//! ```
//! use jacobian_runtime::jacobian;
//! use jacobian_runtime::newton::Newton;
//!
//! /// A stirred tank in steady state. A turns into B and gives off heat: balances of A, B and heat.
//! #[jacobian(wrt(x), as = Tank)]
//! pub fn tank(x: &[f64; 3], feed: f64, heat: f64) -> [f64; 3] {
//!     let [a, b, temperature] = *x;
//!     let rate = a * (10.0 - 5.0 / temperature).exp();
//!     [feed - a - rate, rate - b, 1.0 - temperature + heat * rate]
//! }
//!
//! let mut x = [0.0, 1.0, 1.5]; // a start at which everything has reacted
//! let mut memory = [0.0; Newton::memory::<Tank>()];
//! let solved = Newton::default().solve_in(&Tank { feed: 1.0, heat: 0.5 }, &mut x, &mut memory)?;
//! assert!(solved.norm < 1e-10);
//! assert!(tank(&x, 1.0, 0.5).iter().all(|r| r.abs() < 1e-10));
//! # Ok::<(), jacobian_runtime::newton::Failure>(())
//! ```

mod damped;
mod dense;
mod least_squares;
mod outcome;
#[cfg(feature = "newton-sparse")]
mod sparse;
mod vectors;

use core::ops::ControlFlow;

use crate::Function;

pub use damped::Newton;
pub use dense::Dense;
pub use least_squares::LevenbergMarquardt;
use outcome::Progress;
pub use outcome::{Cause, Failure, Reason, Solved};
#[cfg(feature = "newton-sparse")]
pub use sparse::Sparse;

/// One iteration, as an observer sees it: before the step from `x` is taken.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Iteration<'a> {
    /// The number of steps taken so far.
    pub steps: usize,
    /// The iterate.
    pub x: &'a [f64],
    /// The residual at `x`.
    pub value: &'a [f64],
    /// The Euclidean norm of the residual.
    pub norm: f64,
    /// The factor of the last step (Newton), or the present damping `mu` (Levenberg-Marquardt).
    pub damping: f64,
}

/// That `x` has the length that the function wants.
fn check_length<F: Function>(x: &[f64]) -> Result<(), Failure> {
    if x.len() == F::COLS {
        return Ok(());
    }
    Err(Progress::START.fail(Cause::Length {
        expected: F::COLS,
        found: x.len(),
    }))
}

/// The observer that sees nothing.
fn unobserved(_: &Iteration<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Memory and linear algebra of a solver: [`Dense`] or, with the feature `newton-sparse`,
/// [`Sparse`].
///
/// The trait is sealed.
pub trait Workspace<F: Function<Scalar = f64>>: sealed::Split<F> {}

mod sealed {
    //! What the loops ask of a workspace. The traits are public in a private module, so that only
    //! this crate implements them.

    use super::Cause;
    use crate::Function;

    /// Solves square systems.
    pub trait Square {
        /// Replaces the right-hand side by the solution of `J d = rhs`.
        fn solve(&mut self, entries: &[f64], rhs: &mut [f64]) -> Result<(), Cause>;
    }

    /// Solves damped least-squares problems.
    pub trait Tall {
        /// Writes the step that minimizes `|J d + value|² + |damping * d|²`.
        fn solve(
            &mut self,
            entries: &[f64],
            value: &[f64],
            damping: &[f64],
            step: &mut [f64],
        ) -> Result<(), Cause>;
    }

    /// Memory for vectors, and a linear solver beside it.
    pub trait Split<F: Function<Scalar = f64>> {
        /// The solver of square systems.
        type Square<'w>: Square
        where
            Self: 'w;

        /// The solver of least-squares problems.
        type Tall<'w>: Tall
        where
            Self: 'w;

        /// For Newton's method, with this many numbers for vectors.
        fn square(&mut self, vectors: usize) -> Result<(&mut [f64], Self::Square<'_>), Cause>;

        /// For least squares.
        fn tall(&mut self, vectors: usize) -> Result<(&mut [f64], Self::Tall<'_>), Cause>;
    }
}
