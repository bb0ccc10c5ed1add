//! Levenberg and Marquardt: Gauss-Newton steps with a damping that follows how well the linear
//! model predicts the sum of squares.
//!
//! ```text
//! minimize |J d + r|² + mu |D d|²      by QR, so that J'J is never formed
//! gain = (|r|² - |r(x + d)|²) / (|r|² - |r + J d|²)
//! gain > 0     x += d    mu *= max(1/3, 1 - (2 gain - 1)³)
//! else                   mu *= 2, then 4, 8, ...
//! ```
//!
//! `D` holds the largest norm that each column of the Jacobian has had, so a change of the units of
//! `x` changes nothing.
//!
//! Source: J. J. Moré, The Levenberg-Marquardt algorithm: implementation and theory, 1978, for `D`
//! and the criteria; H. B. Nielsen, Damping parameter in Marquardt's method, 1999, for `mu`.

use core::ops::ControlFlow;

use super::sealed::Tall;
use super::vectors::{Memory, check_entries, checked_norm, largest, norm, root};
use super::{
    Cause, Dense, Failure, Iteration, Progress, Reason, Solved, Workspace, check_length, unobserved,
};
use crate::Function;

/// Least squares by Levenberg and Marquardt, for any numbers of residuals and unknowns.
///
/// The fields are its options. The defaults ask for the digits that double precision has.
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::newton::LevenbergMarquardt;
///
/// #[jacobian(as = Valley)]
/// fn valley(x: &[f64; 2]) -> [f64; 2] {
///     [10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]]
/// }
///
/// let (mut x, mut memory) = ([-1.2, 1.0], [0.0; LevenbergMarquardt::memory::<Valley>()]);
/// LevenbergMarquardt::default().solve_in(&Valley, &mut x, &mut memory)?;
/// assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-10));
/// # Ok::<(), jacobian_runtime::newton::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevenbergMarquardt {
    /// Ends if the absolute value of every residual is at most this. Default: zero, because most
    /// fits have no residual zero.
    pub tolerance: f64,
    /// Ends if the cosine of the angle between the residual and each column of the Jacobian is at
    /// most this. Default: `1e-14`.
    pub gradient_tolerance: f64,
    /// Ends if the step is at most this, relative to `x`, both scaled by `D`. Default: `1e-14`.
    pub step_tolerance: f64,
    /// Ends if the sum of squares is predicted to fall by at most this part of it, and does not
    /// change by more, as far as its digits say. Default: `1e-20`.
    pub reduction_tolerance: f64,
    /// The limit of trial steps, accepted or not. Default: 500.
    pub max_steps: usize,
    /// The first `mu`. Default: `1e-3`.
    pub damping: f64,
}

impl Default for LevenbergMarquardt {
    fn default() -> Self {
        Self {
            tolerance: 0.0,
            gradient_tolerance: 1e-14,
            step_tolerance: 1e-14,
            reduction_tolerance: 1e-20,
            max_steps: 500,
            damping: 1e-3,
        }
    }
}

/// A first step that is at most this, relative to `x`, and yet is rejected: the residual is
/// rounding error.
const LAST_DIGITS: f64 = 1e-8;

/// A relative change of the sum of squares that may be rounding error.
const NORM_DIGITS: f64 = 1e-15;

/// Steps have become as short as the tolerance, while the residual is farther from orthogonal than
/// this: then something else is wrong than the last digits.
const STALLED_COSINE: f64 = 1e-5;

/// The least `mu`: below it, the damping does not change the step.
const LEAST_DAMPING: f64 = 1e-20;

/// The largest `mu`: beyond it, no step is left.
const LARGEST_DAMPING: f64 = 1e100;

/// The vectors of the loop.
struct Vectors<'a> {
    entries: &'a mut [f64],
    value: &'a mut [f64],
    /// Of the trial.
    other: &'a mut [f64],
    /// `J d`
    change: &'a mut [f64],
    step: &'a mut [f64],
    trial: &'a mut [f64],
    /// `D`
    scale: &'a mut [f64],
    /// `sqrt(mu) D`
    damping: &'a mut [f64],
}

/// What the loop carries from one iteration to the next.
struct State {
    mu: f64,
    trials: usize,
}

/// What a trial step led to.
enum Trial {
    Accepted(f64),
    Rejected,
    Ended(Reason),
}

impl LevenbergMarquardt {
    /// How many numbers of memory [`solve_in`](Self::solve_in) and [`Dense`] need for this
    /// function.
    pub const fn memory<F: Function<Scalar = f64>>() -> usize {
        (F::ROWS + F::COLS) * (F::COLS + 1) + Self::vectors::<F>()
    }

    const fn vectors<F: Function<Scalar = f64>>() -> usize {
        F::NNZ + 3 * F::ROWS + 4 * F::COLS
    }

    /// Minimizes the sum of squares of `f(x)` from the start `x`, with a dense matrix in this
    /// memory and without allocation.
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

    /// Minimizes the sum of squares of `f(x)` from the start `x`, with a dense matrix.
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

    /// Minimizes the sum of squares of `f(x)` from the start `x`, with the memory and the matrices
    /// of a workspace.
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

    /// Minimizes the sum of squares of `f(x)`. The observer sees each accepted iterate, and may
    /// stop the solver.
    ///
    /// # Errors
    /// As [`solve_in`](Self::solve_in).
    pub fn solve_observed<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &mut [f64],
        workspace: &mut impl Workspace<F>,
        mut observe: impl FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<Solved, Failure> {
        check_length::<F>(x)?;
        let mut progress = Progress::START;
        let (memory, mut linear) = workspace
            .tall(Self::vectors::<F>())
            .map_err(|cause| progress.fail(cause))?;
        let mut v = Vectors::cut::<F>(Memory(memory));
        v.entries.copy_from_slice(F::TEMPLATE);
        v.scale.fill(0.0);
        let mut state = State {
            mu: self.damping,
            trials: 0,
        };
        loop {
            f.update_into(x, v.value, v.entries);
            progress.norm = checked_norm(v.value).map_err(|cause| progress.fail(cause))?;
            let iteration = Iteration {
                steps: progress.steps,
                x,
                value: v.value,
                norm: progress.norm,
                damping: state.mu,
            };
            if observe(&iteration).is_break() {
                return Err(progress.fail(Cause::Stopped));
            }
            if largest(v.value) <= self.tolerance {
                return progress.solved(Reason::Residual);
            }
            match self.descend(f, x, &mut v, &mut linear, (&mut state, progress.norm)) {
                Ok(None) => x.copy_from_slice(v.trial),
                Ok(Some(reason)) => return progress.solved(reason),
                Err(cause) => return Err(progress.fail(cause)),
            }
            progress.steps += 1;
        }
    }

    /// Tries shorter and shorter steps until one is accepted, which `trial` has then, or a
    /// criterion is met.
    fn descend<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &[f64],
        v: &mut Vectors<'_>,
        linear: &mut impl Tall,
        (state, size): (&mut State, f64),
    ) -> Result<Option<Reason>, Cause> {
        check_entries(F::PATTERN, v.entries)?;
        let cosine = v.rescale::<F>(size);
        if cosine <= self.gradient_tolerance {
            return Ok(Some(Reason::Gradient));
        }
        let (mut growth, mut first) = (2.0, None);
        loop {
            if state.trials == self.max_steps {
                return Err(Cause::StepLimit);
            }
            state.trials += 1;
            for (damping, scale) in v.damping.iter_mut().zip(&*v.scale) {
                *damping = root(state.mu) * scale;
            }
            linear.solve(v.entries, v.value, v.damping, v.step)?;
            let relative = v.relative_step(x);
            let first = *first.get_or_insert(relative);
            let trial = if relative <= self.step_tolerance {
                Trial::Ended(Reason::Step)
            } else {
                self.try_step(f, x, v, size)
            };
            match trial {
                Trial::Accepted(gain) => {
                    let centred = 2.0 * gain - 1.0;
                    let factor = (1.0 - centred * centred * centred).max(1.0 / 3.0);
                    state.mu = (state.mu * factor).max(LEAST_DAMPING);
                    return Ok(None);
                }
                Trial::Rejected if state.mu < LARGEST_DAMPING => {
                    state.mu *= growth;
                    growth *= 2.0;
                }
                // Every step helps little if it is short enough. So the end is good only if the
                // first step was short already, or the gradient is small.
                _ if first > LAST_DIGITS && cosine > STALLED_COSINE => return Err(Cause::Stalled),
                Trial::Rejected => return Ok(Some(Reason::Step)),
                Trial::Ended(reason) => return Ok(Some(reason)),
            }
        }
    }

    /// Evaluates the residual after the step, and compares it with the prediction.
    fn try_step<F: Function<Scalar = f64>>(
        &self,
        f: &F,
        x: &[f64],
        v: &mut Vectors<'_>,
        size: f64,
    ) -> Trial {
        for (trial, (x, step)) in v.trial.iter_mut().zip(x.iter().zip(&*v.step)) {
            *trial = x + step;
        }
        f.value_into(v.trial, v.other);
        let other = norm(v.other) / size;
        if !other.is_finite() {
            return Trial::Rejected;
        }
        F::PATTERN.mul_into(v.entries, v.step, v.change);
        // The damped step solves (J'J + mu D²) d = -J'r.
        for (damping, step) in v.damping.iter_mut().zip(&*v.step) {
            *damping *= step;
        }
        let (change, penalty) = (norm(v.change) / size, norm(v.damping) / size);
        let predicted = change * change + 2.0 * penalty * penalty;
        // The difference of squares, with the digits that the difference of norms has.
        let actual = (1.0 - other) * (1.0 + other);
        if predicted <= self.reduction_tolerance
            && actual.abs() <= self.reduction_tolerance.max(NORM_DIGITS)
        {
            return Trial::Ended(Reason::Reduction);
        }
        let gain = actual / predicted;
        if gain > 1e-4 {
            Trial::Accepted(gain.min(1.0))
        } else {
            Trial::Rejected
        }
    }
}

impl<'a> Vectors<'a> {
    fn cut<F: Function<Scalar = f64>>(mut memory: Memory<'a>) -> Self {
        let mut cut = |len| memory.cut(len);
        Self {
            entries: cut(F::NNZ),
            value: cut(F::ROWS),
            other: cut(F::ROWS),
            change: cut(F::ROWS),
            step: cut(F::COLS),
            trial: cut(F::COLS),
            scale: cut(F::COLS),
            damping: cut(F::COLS),
        }
    }

    /// The size of the step relative to `x`, both scaled by `D`; infinite where `x` is zero.
    fn relative_step(&self, x: &[f64]) -> f64 {
        let scaled = |vector: &[f64]| {
            let products = vector.iter().zip(&*self.scale);
            products.fold(0.0_f64, |largest, (x, scale)| {
                largest.max((x * scale).abs())
            })
        };
        let step = scaled(self.step);
        if step == 0.0 { 0.0 } else { step / scaled(x) }
    }

    /// Raises `D` to the norms of the columns. Returns the largest cosine between the residual and
    /// a column.
    fn rescale<F: Function<Scalar = f64>>(&mut self, size: f64) -> f64 {
        let (norms, products) = (&mut *self.step, &mut *self.trial);
        let largest = largest(self.entries).max(f64::MIN_POSITIVE);
        norms.fill(0.0);
        products.fill(0.0);
        let value = &*self.value;
        F::PATTERN.for_each(self.entries, |row, col, entry| {
            let entry = entry / largest;
            norms[col] += entry * entry;
            products[col] += entry * (value[row] / size);
        });
        let mut cosine = 0.0_f64;
        for ((norm, product), scale) in norms.iter().zip(&*products).zip(&mut *self.scale) {
            let norm = root(*norm);
            if norm > 0.0 {
                cosine = cosine.max(product.abs() / norm);
            }
            *scale = scale.max(norm * largest);
            // A column that has always been zero: the step must be zero there.
            if *scale == 0.0 {
                *scale = 1.0;
            }
        }
        cosine
    }
}
