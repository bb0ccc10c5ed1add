//! Ridders' method: central differences with Richardson extrapolation, and an error estimate.
//!
//! The self-check needs a derivative that is independent of the generated code, so it uses values
//! alone.
//!
//! ```text
//! step h      (f(x+h) - f(x-h)) / 2h   = f' + c2 h^2 + c4 h^4 + ...
//! step h/2    the same                 = f' + c2 h^2/4 + ...            d0
//!                                                                         \
//! (4 d0(h/2) - d0(h)) / 3              = f' + c4' h^4 + ...            d0 - d1     and so on
//! ```
//!
//! Each column of the table cancels one more even power of the step. The answer is the entry that
//! differs least from its neighbours, rounding noise included, and that difference is the error
//! estimate. Steps are powers of two, so that `x + h` and `x - h` are exact and symmetric. They
//! fall from an eighth of the coordinate to the size at which rounding dominates. If the function
//! has no finite value at a step, for example outside its domain, the table starts over with a
//! smaller step.
//!
//! Large steps may miss a narrow feature, so we drop an answer if smaller steps converge to another
//! one.
//!
//! A kink is a gap between the slopes on the left and on the right that does not close as the step
//! falls.
//!
//! Cost: two evaluations per step and about 25 steps per independent. All rows share the
//! evaluations. Source: C. J. F. Ridders, Accurate computation of F'(x) and F'(x)F''(x), 1982.

use std::vec;
use std::vec::Vec;

use crate::{Arithmetic, Function};

/// Columns of the table: the number of powers of the step that are cancelled, plus one.
const DEPTH: usize = 6;

/// Number of successive steps that must show a gap (or convergence) before we believe it.
const PERSISTENCE: usize = 4;

/// Whether the slopes on the left and on the right of a point agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Smoothness {
    /// They agree as the step falls.
    Smooth,
    /// They stay apart.
    Kink,
}

/// The derivative of one dependent by one independent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The derivative. NaN if the function has no finite values around the point.
    pub(super) derivative: f64,
    /// Estimated absolute error of the derivative.
    pub(super) error: f64,
    /// Whether the function has a kink at the point.
    pub(super) smoothness: Smoothness,
}

impl Estimate {
    const UNKNOWN: Self = Self {
        derivative: f64::NAN,
        error: f64::INFINITY,
        smoothness: Smoothness::Smooth,
    };
}

/// The machine epsilon of a scalar: the distance from one to the next larger number.
pub(super) fn epsilon<T: Arithmetic + Into<f64>>() -> f64 {
    let mut epsilon = 1.0;
    while T::from_f64(1.0 + epsilon / 2.0).into() > 1.0 {
        epsilon /= 2.0;
    }
    epsilon
}

/// One column of the Jacobian: the derivative of each dependent by the independent `col`. `value`
/// is `f(x)`.
pub(super) fn column<F>(f: &F, x: &[F::Scalar], value: &[f64], col: usize) -> Vec<Estimate>
where
    F: Function<Scalar: Into<f64>>,
{
    column_of(&mut |x, value| f.value_into(x, value), x, value, (col, 1.0))
}

/// The same of any function that writes as many values as `value` has. The steps are powers of two
/// times `stretch`, a number of few bits.
pub(super) fn column_of<T>(
    f: &mut dyn FnMut(&[T], &mut [T]),
    x: &[T],
    value: &[f64],
    (col, stretch): (usize, f64),
) -> Vec<Estimate>
where
    T: Arithmetic + Into<f64>,
{
    let epsilon = epsilon::<T>();
    let centre: f64 = x[col].into();
    let mut tables = vec![Table::EMPTY; value.len()];
    let (largest, smallest) = steps(centre, epsilon);
    let mut step = largest * stretch;
    while step > smallest {
        let [left, right] =
            [-step, step].map(|step| shifted(f, x, value.len(), (col, centre + step)));
        for (row, table) in tables.iter_mut().enumerate() {
            table.push([left[row], value[row], right[row]], step, epsilon);
        }
        step /= 2.0;
    }
    tables.into_iter().map(Table::estimate).collect()
}

/// The largest step, and a bound that the smallest one exceeds.
fn steps(centre: f64, epsilon: f64) -> (f64, f64) {
    // Zero does not tell the scale of a coordinate, so we take one. A tiny coordinate tells little
    // about it, so we do not let the largest step fall below 2^-23.
    let scale = if centre == 0.0 { 1.0 } else { centre.abs() };
    let largest = 0.125 * scale.max(2.0_f64.powi(-20)).log2().floor().exp2();
    // With smaller steps rounding of the value costs more digits than the truncation error gains.
    (largest, 0.25 * epsilon.sqrt() * scale)
}

/// The value of the function with one coordinate replaced.
fn shifted<T>(
    f: &mut dyn FnMut(&[T], &mut [T]),
    x: &[T],
    n_rows: usize,
    (col, coordinate): (usize, f64),
) -> Vec<f64>
where
    T: Arithmetic + Into<f64>,
{
    let mut x = x.to_vec();
    x[col] = T::from_f64(coordinate);
    let mut value = vec![T::from_f64(f64::NAN); n_rows];
    f(&x, &mut value);
    value.into_iter().map(Into::into).collect()
}

/// The extrapolation table of one entry of the Jacobian. Only the last of its rows is kept.
#[derive(Clone, Copy, Debug)]
struct Table {
    last_row: [f64; DEPTH],
    /// Number of rows since the table was started.
    n_rows: usize,
    /// Gap between the slopes on the left and on the right at the last step.
    gap: f64,
    /// Number of successive steps at which the gap stayed open.
    open_steps: usize,
    /// Change of the difference between the last two steps.
    change: f64,
    /// Number of successive steps at which the change at least halved.
    converging_steps: usize,
    estimate: Estimate,
}

impl Table {
    const EMPTY: Self = Self {
        last_row: [f64::NAN; DEPTH],
        n_rows: 0,
        gap: f64::NAN,
        open_steps: 0,
        change: f64::NAN,
        converging_steps: 0,
        estimate: Estimate::UNKNOWN,
    };

    fn push(&mut self, [left, value, right]: [f64; 3], step: f64, epsilon: f64) {
        let difference = (right - left) / (2.0 * step);
        if !difference.is_finite() {
            (self.n_rows, self.open_steps, self.converging_steps) = (0, 0, 0);
            return;
        }
        let Estimate {
            derivative, error, ..
        } = self.estimate;
        if difference == 0.0 && 1e3 * error < derivative.abs() {
            // Rounding swallowed a change that larger steps resolved to three digits. Without this
            // test a zero that repeats would look like perfect convergence.
            return;
        }
        // Rounding error of the difference: one ulp of the larger value over the step.
        let noise = epsilon * left.abs().max(right.abs()) / step;
        self.watch_gap((right - value) / step - (value - left) / step, noise);
        self.doubt(difference, noise);
        self.extrapolate(difference, noise);
    }

    /// Watches for a kink: a smooth function halves the gap with the step, a kink at the point
    /// keeps it.
    fn watch_gap(&mut self, gap: f64, noise: f64) {
        // The ratio is 0.5 for a smooth function and 1 for a kink; 0.75 is in between. The bound 64
        // keeps rounding noise from looking like a gap.
        let ratio = (gap / self.gap).abs();
        let stays_open = (0.75..1.5).contains(&ratio) && gap.abs() > 64.0 * noise;
        self.open_steps = if stays_open { self.open_steps + 1 } else { 0 };
        self.gap = gap;
    }

    /// Drops the answer if differences converge to another number. Large steps may see a plateau
    /// around a narrow feature, and agree on it.
    fn doubt(&mut self, difference: f64, noise: f64) {
        let change = (difference - self.last_row[0]).abs();
        self.converging_steps = if change <= 0.5 * self.change {
            self.converging_steps + 1
        } else {
            0
        };
        self.change = change;
        let Estimate {
            derivative, error, ..
        } = self.estimate;
        let allowed = 16.0 * (error + noise + change);
        if self.converging_steps >= PERSISTENCE && (difference - derivative).abs() > allowed {
            (self.estimate, self.n_rows) = (Estimate::UNKNOWN, 1);
        }
    }

    fn extrapolate(&mut self, difference: f64, noise: f64) {
        let mut row = [f64::NAN; DEPTH];
        row[0] = difference;
        // Halving the step divides the error term of order 2k by 4^k.
        let mut weight = 4.0;
        for order in 1..DEPTH.min(self.n_rows + 1) {
            let (coarse, fine) = (self.last_row[order - 1], row[order - 1]);
            row[order] = fine + (fine - coarse) / (weight - 1.0);
            weight *= 4.0;
            let error = (row[order] - fine).abs().max((row[order] - coarse).abs()) + 2.0 * noise;
            if error < self.estimate.error {
                (self.estimate.derivative, self.estimate.error) = (row[order], error);
            }
        }
        self.last_row = row;
        self.n_rows += 1;
    }

    fn estimate(self) -> Estimate {
        let smoothness = if self.open_steps >= PERSISTENCE {
            Smoothness::Kink
        } else {
            Smoothness::Smooth
        };
        Estimate {
            smoothness,
            ..self.estimate
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Smoothness, column, epsilon};
    use crate::{Function, Layout, SparsityPattern};

    /// One function of one variable.
    struct Scalar(fn(f64) -> f64);

    impl Function for Scalar {
        type Scalar = f64;
        const PATTERN: &'static SparsityPattern =
            &SparsityPattern::new(1, 1, Layout::Csc, &[0, 1], &[0], &[0, 1], &[0]);
        const TEMPLATE: &'static [f64] = &[0.0];

        fn value_into(&self, x: &[f64], value: &mut [f64]) {
            value[0] = self.0(x[0]);
        }

        fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], _entries: &mut [f64]) {
            self.value_into(x, value);
        }

        fn update_into(&self, x: &[f64], value: &mut [f64], _entries: &mut [f64]) {
            self.value_into(x, value);
        }
    }

    fn estimate(f: fn(f64) -> f64, x: f64) -> Estimate {
        column(&Scalar(f), &[x], &[f(x)], 0)[0]
    }

    #[track_caller]
    fn assert_smooth(f: fn(f64) -> f64, x: f64, derivative: f64, relative: f64) {
        let estimate = estimate(f, x);
        let off = (estimate.derivative - derivative).abs();
        assert!(
            off <= 4.0 * estimate.error,
            "at {x}: off by {off}, {estimate:?}"
        );
        assert!(
            off <= relative * derivative.abs(),
            "at {x}: off by {off}, {estimate:?}"
        );
        assert_eq!(estimate.smoothness, Smoothness::Smooth, "at {x}");
    }

    #[test]
    fn precisions_are_found() {
        assert_eq!(
            (epsilon::<f64>(), epsilon::<f32>()),
            (f64::EPSILON, f64::from(f32::EPSILON))
        );
    }

    #[test]
    fn smooth_functions_are_differentiated_to_ten_digits() {
        for x in [1e-3, 0.7, 3.0, 40.0] {
            assert_smooth(f64::sin, x, x.cos(), 1e-9);
            assert_smooth(|x| 1.0 / x, x, -1.0 / (x * x), 1e-10);
            assert_smooth(f64::ln, x, 1.0 / x, 1e-10);
            assert_smooth(|x| 3.0 * x - 7.0, x, 3.0, 1e-11);
        }
        assert_smooth(f64::exp, 0.0, 1.0, 1e-10);
    }

    #[test]
    fn a_narrow_domain_shrinks_the_steps() {
        assert_smooth(|x| (x - 0.999).sqrt(), 1.0, 0.5 / 0.001_f64.sqrt(), 1e-8);
        assert_smooth(f64::sqrt, 1e-9, 0.5 / 1e-9_f64.sqrt(), 1e-8);
    }

    #[test]
    fn a_kink_nearby_is_not_one_at_the_point() {
        assert_smooth(|x: f64| (x - 1.01).abs() * x, 1.0, -0.99, 1e-9);
    }

    #[test]
    fn a_narrow_bump_is_not_taken_for_a_plateau() {
        let bump = |x: f64| (-((x - 1.0) * 1e3).powi(2)).exp();
        assert_smooth(bump, 1.0005, -1e3 * bump(1.0005), 1e-7);
    }

    #[test]
    fn a_plateau_between_kinks_is_flat() {
        let flat = estimate(|x| x.clamp(0.95, 0.999), 1.0);
        assert_eq!(flat.derivative, 0.0, "{flat:?}");
        assert_eq!(flat.smoothness, Smoothness::Smooth, "{flat:?}");
    }

    #[test]
    fn large_terms_that_cancel_cost_digits_and_not_the_answer() {
        assert_smooth(|x| (x + 1e10) - 1e10, 1.0, 1.0, 1e-4);
        assert_smooth(|x| (x * x + 1e10) - 1e10, 1.0, 2.0, 1e-4);
    }

    #[test]
    fn kinks_are_recognized() {
        let smoothness = |f, x| estimate(f, x).smoothness;
        assert_eq!(smoothness(f64::abs, 0.0), Smoothness::Kink);
        assert_eq!(smoothness(|x| x.max(2.0), 2.0), Smoothness::Kink);
        assert_eq!(smoothness(|x| x.min(x * x), 1.0), Smoothness::Kink);
    }

    #[test]
    fn there_is_no_derivative_where_the_function_ends() {
        assert!(estimate(f64::sqrt, 0.0).derivative.is_nan());
        assert!(estimate(f64::ln, -1.0).derivative.is_nan());
    }
}
