//! Damped Newton: the full step where it helps, half of it where it does not, and so on.
//!
//! ```text
//! J d = -r        x + t d    accepted if |r(x + t d)| <= (1 - t / 10000) |r(x)|
//! ```
//!
//! The step is a direction of descent of `|r|`, because `d' J' r = -|r|²`. So a short enough step
//! is accepted, unless the residual has no more digits. A trial with an infinity or NaN is not
//! accepted.

use core::ops::ControlFlow;

use super::sealed::Square;
use super::vectors::{Memory, check_entries, checked_norm, largest, norm};
use super::{
    Cause, Dense, Failure, Iteration, Progress, Reason, Solved, Workspace, check_length, unobserved,
};
use crate::Function;

/// Newton's method for as many equations as unknowns.
///
/// The fields are its options:
///
/// ```
/// use jacobian_runtime::newton::Newton;
///
/// let careful = Newton { max_steps: 200, ..Newton::default() };
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newton {
    /// Ends if the absolute value of every residual is at most this. Default: `1e-10`.
    pub tolerance: f64,
    /// Ends if every component of a full Newton step is at most this, times the largest component
    /// of `x`. Then `x` has the digits that the residual has. Default: `1e-14`.
    pub step_tolerance: f64,
    /// Default: 50.
    pub max_steps: usize,
    /// The shortest part of a step that is tried. Default: `1e-8`.
    pub min_damping: f64,
}

/// A full step that is at most this, relative to `x`, and yet does not make the residual fall: the
/// residual is rounding error, and the quadratic convergence is over.
const LAST_DIGITS: f64 = 1e-8;

impl Default for Newton {
    fn default() -> Self {
        Self {
            tolerance: 1e-10,
            step_tolerance: 1e-14,
            max_steps: 50,
            min_damping: 1e-8,
        }
    }
}

impl Newton {
    /// How many numbers of memory [`solve_in`](Self::solve_in) and [`Dense`] need for this
    /// function.
    pub const fn memory<F: Function<Scalar = f64>>() -> usize {
        F::COLS * F::COLS + Self::vectors::<F>()
    }

    /// Step, residual, trial and entries.
    const fn vectors<F: Function<Scalar = f64>>() -> usize {
        3 * F::COLS + F::NNZ
    }

    /// Solves `f(x) = 0` from the start `x`, with a dense matrix in this memory and without
    /// allocation.
    ///
    /// A function with another number of dependents than independents does not compile.
    ///
    /// # Errors
    /// See [`Cause`]. The vector `x` has the last good iterate.
    pub fn solve_in<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &mut [f64],
        memory: &mut [f64],
    ) -> Result<Solved, Failure> {
        self.solve_with(f, x, &mut Dense::new(memory))
    }

    /// Solves `f(x) = 0` from the start `x`, with a dense matrix.
    ///
    /// # Errors
    /// As [`solve_in`](Self::solve_in).
    #[cfg(feature = "std")]
    pub fn solve<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &mut [f64],
    ) -> Result<Solved, Failure> {
        self.solve_in(f, x, &mut std::vec![0.0; Self::memory::<F>()])
    }

    /// Solves `f(x) = 0` from the start `x`, with the memory and the matrices of a workspace.
    ///
    /// # Errors
    /// As [`solve_in`](Self::solve_in).
    pub fn solve_with<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &mut [f64],
        workspace: &mut impl Workspace<F>,
    ) -> Result<Solved, Failure> {
        self.solve_observed(f, x, workspace, unobserved)
    }

    /// Solves `f(x) = 0` from the start `x`. The observer sees each iterate, and may stop the
    /// solver.
    ///
    /// # Errors
    /// As [`solve_in`](Self::solve_in).
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use jacobian_runtime::jacobian;
    /// use jacobian_runtime::newton::{Dense, Newton};
    ///
    /// #[jacobian(as = Circle)]
    /// fn circle(x: &[f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[0] + x[1] * x[1] - 2.0, x[0] - x[1]]
    /// }
    ///
    /// let (mut x, mut memory) = ([2.0, 0.5], [0.0; Newton::memory::<Circle>()]);
    /// let mut norms = Vec::new();
    /// Newton::default().solve_observed(&Circle, &mut x, &mut Dense::new(&mut memory), |iteration| {
    ///     norms.push(iteration.norm);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(norms.is_sorted_by(|a, b| a > b));
    /// assert!((x[0] - 1.0).abs() < 1e-10);
    /// # Ok::<(), jacobian_runtime::newton::Failure>(())
    /// ```
    pub fn solve_observed<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &mut [f64],
        workspace: &mut impl Workspace<F>,
        mut observe: impl FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<Solved, Failure> {
        const {
            assert!(
                F::ROWS == F::COLS,
                "Newton's method needs as many dependents as independents; see LevenbergMarquardt"
            );
        }
        check_length::<F>(x)?;
        let mut progress = Progress::START;
        let (memory, mut linear) = workspace
            .square(Self::vectors::<F>())
            .map_err(|cause| progress.fail(cause))?;
        let mut memory = Memory(memory);
        let [value, step, trial] = [(); 3].map(|()| memory.cut(F::COLS));
        let entries = memory.cut(F::NNZ);
        entries.copy_from_slice(F::TEMPLATE);
        let mut damping = 1.0;
        loop {
            f.update_into(x, value, entries);
            progress.norm = checked_norm(value).map_err(|cause| progress.fail(cause))?;
            let iteration = Iteration {
                steps: progress.steps,
                x,
                value,
                norm: progress.norm,
                damping,
            };
            if observe(&iteration).is_break() {
                return Err(progress.fail(Cause::Stopped));
            }
            if largest(value) <= self.tolerance {
                return progress.solved(Reason::Residual);
            }
            if progress.steps == self.max_steps {
                return Err(progress.fail(Cause::StepLimit));
            }
            for (step, value) in step.iter_mut().zip(&*value) {
                *step = -value;
            }
            check_entries(F::PATTERN, entries)
                .and_then(|()| linear.solve(entries, step))
                .map_err(|cause| progress.fail(cause))?;
            let relative = largest(step) / largest(x);
            if relative <= self.step_tolerance {
                return progress.solved(Reason::Step);
            }
            match self.accepted(f, (x, step), (trial, value), progress.norm) {
                Some(accepted) => damping = accepted,
                None if relative <= LAST_DIGITS => return progress.solved(Reason::Step),
                None => return Err(progress.fail(Cause::Stalled)),
            }
            x.copy_from_slice(trial);
            progress.steps += 1;
        }
    }

    /// The longest part of the step that makes the residual fall. The accepted point is in `trial`.
    fn accepted<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        (x, step): (&[f64], &[f64]),
        (trial, value): (&mut [f64], &mut [f64]),
        size: f64,
    ) -> Option<f64> {
        let mut damping = 1.0;
        while damping >= self.min_damping {
            for (trial, (x, step)) in trial.iter_mut().zip(x.iter().zip(step)) {
                *trial = x + damping * step;
            }
            f.value_into(trial, value);
            // False for NaN.
            if norm(value) <= (1.0 - 1e-4 * damping) * size {
                return Some(damping);
            }
            damping /= 2.0;
        }
        None
    }
}
