//! Diagnosis of a failed self-check: the mismatch, and the most likely reason, in words.
//!
//! A wrong number alone does not tell you whether the entry, the pattern or the point is at fault.
//!
//! ```text
//! entry (0, 1): generated 0, differences say 3 (error 2e-15):
//!     the entry is missing from the pattern
//! ```
//!
//! The reason is a guess from the differences around the point. For example, left and right slopes
//! that differ indicate a kink. Only the most likely reason is given.

use std::fmt;

use super::finite_differences::{Estimate, Smoothness};
use super::{ERRORS, Generated};
use crate::Function;

/// The most likely reason for a disagreement.
///
/// ```
/// use jacobian_runtime::{Hint, Mismatch, check_jacobian, jacobian};
///
/// #[jacobian(as = Distance)]
/// fn distance(x: &[f64; 1]) -> f64 {
///     (x[0] - 1.0).abs()
/// }
///
/// assert!(check_jacobian(&Distance, &[1.5]).is_ok());
/// let at_the_kink = check_jacobian(&Distance, &[1.0]).unwrap_err();
/// assert!(matches!(at_the_kink, Mismatch::Entry { hint: Hint::Kink, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The entry is not in the pattern, although the dependent changes with the independent.
    Missing,
    /// The slopes on the left and on the right differ. Generated code takes one documented side,
    /// and differences give the mean. Check at another point.
    Kink,
    /// The entry or the function around the point is not finite, or the entry was never written.
    NotFinite,
    /// The difference is uncertain because of rounding or a nearby singularity, and the
    /// disagreement is less than a hundred times the tolerance.
    Noise,
    /// None of these: the generated entry looks wrong.
    Wrong,
}

/// Error of the self-check: the Jacobian disagrees with differences, or generated functions
/// disagree with each other.
///
/// ```
/// use jacobian_runtime::Mismatch;
///
/// let mismatch = Mismatch::Value { row: 1, alone: 0.5, with_jacobian: 0.25 };
/// assert_eq!(mismatch.to_string(), "value 1: 0.5 by the function, 0.25 with the Jacobian");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The entry that disagrees most with the differences.
    Entry {
        /// The index of the dependent.
        row: usize,
        /// The index of the independent.
        col: usize,
        /// The entry of the generated code. Zero if the pattern has no entry here.
        generated: f64,
        /// The derivative according to differences.
        difference: f64,
        /// The estimated absolute error of the difference.
        estimated_error: f64,
        /// The most likely reason.
        hint: Hint,
        /// The number of other entries that disagree.
        others: usize,
    },
    /// The value that comes with the Jacobian differs from the value of the function.
    Value {
        /// The index of the dependent.
        row: usize,
        /// The value of the function.
        alone: f64,
        /// The value that comes with the Jacobian.
        with_jacobian: f64,
    },
    /// `update_into` over the template gives another entry than `with_jacobian_into`.
    Update {
        /// The index of the dependent.
        row: usize,
        /// The index of the independent.
        col: usize,
        /// The entry that `with_jacobian_into` writes.
        full: f64,
        /// The entry after `update_into`.
        updated: f64,
    },
}

impl Mismatch {
    /// The same mismatch, which knows the number of all `mismatches`.
    pub(super) fn among(mut self, mismatches: usize) -> Self {
        if let Self::Entry { others, .. } = &mut self {
            *others = mismatches - 1;
        }
        self
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Missing => "the entry is missing from the pattern",
            Self::Kink => "the slopes on the left and on the right differ, check at a point away from the kink",
            Self::NotFinite => "not finite here, or never written",
            Self::Noise => "the difference is uncertain, the function may be noisy or singular nearby",
            Self::Wrong => "the generated entry looks wrong",
        })
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry {
                row,
                col,
                generated,
                difference,
                estimated_error,
                hint,
                others,
            } => {
                write!(formatter, "entry ({row}, {col}): generated {generated}, ")?;
                write!(
                    formatter,
                    "differences say {difference} (error {estimated_error:.1e}): {hint}"
                )?;
                match others {
                    0 => Ok(()),
                    1 => write!(formatter, "; 1 other entry disagrees"),
                    _ => write!(formatter, "; {others} other entries disagree"),
                }
            }
            Self::Value {
                row,
                alone,
                with_jacobian,
            } => {
                write!(
                    formatter,
                    "value {row}: {alone} by the function, {with_jacobian} with the Jacobian"
                )
            }
            Self::Update {
                row,
                col,
                full,
                updated,
            } => {
                write!(
                    formatter,
                    "entry ({row}, {col}): {full} with the Jacobian, "
                )?;
                write!(formatter, "{updated} by update over the template")
            }
        }
    }
}

impl std::error::Error for Mismatch {}

/// Explains the disagreement of one entry. `excess` is its size divided by the tolerance.
pub(super) fn explain(
    (row, col): (usize, usize),
    entry: Option<f64>,
    estimate: Estimate,
    excess: f64,
) -> Mismatch {
    let Estimate {
        derivative,
        error,
        smoothness,
    } = estimate;
    let generated = entry.unwrap_or(0.0);
    let uncertain = ERRORS * error > 1e-3 * generated.abs().max(derivative.abs());
    // The order matters: a number that is not finite explains everything after it, and a kink
    // widens the estimated error, so it would look like noise.
    let hint = match entry {
        _ if !generated.is_finite() || !derivative.is_finite() => Hint::NotFinite,
        None => Hint::Missing,
        _ if smoothness == Smoothness::Kink => Hint::Kink,
        _ if uncertain && excess < 100.0 => Hint::Noise,
        _ => Hint::Wrong,
    };
    Mismatch::Entry {
        row,
        col,
        generated,
        difference: derivative,
        estimated_error: error,
        hint,
        others: 0,
    }
}

/// Compares the value that comes with the Jacobian with the value of the function.
///
/// They may differ by rounding (under `value = fused`). The tolerance is relative to the value plus
/// the terms `entry * coordinate`, because large terms that cancel leave a small value with a large
/// error.
pub(super) fn check_value<F>(
    x: &[F::Scalar],
    generated: &Generated,
    precision: f64,
) -> Result<(), Mismatch>
where
    F: Function<Scalar: Into<f64>>,
{
    let mut scales: Vec<f64> = generated.alone.iter().map(|value| value.abs()).collect();
    for ((row, col), entry) in F::PATTERN.entries().zip(&generated.entries) {
        let coordinate: f64 = x[col].into();
        scales[row] += (entry * coordinate).abs();
    }
    let rows = generated.alone.iter().zip(&generated.value).zip(scales);
    for (row, ((&alone, &with_jacobian), scale)) in rows.enumerate() {
        if !agree(alone, with_jacobian, precision * scale) {
            return Err(Mismatch::Value {
                row,
                alone,
                with_jacobian,
            });
        }
    }
    Ok(())
}

/// Compares the entries of `update_into` with those of `with_jacobian_into`.
pub(super) fn check_update<F: Function>(
    generated: &Generated,
    precision: f64,
) -> Result<(), Mismatch> {
    let entries = generated.entries.iter().zip(&generated.updated);
    for ((row, col), (&full, &updated)) in F::PATTERN.entries().zip(entries) {
        if !agree(full, updated, precision * full.abs()) {
            return Err(Mismatch::Update {
                row,
                col,
                full,
                updated,
            });
        }
    }
    Ok(())
}

/// Whether two numbers are equal, both NaN, or within the tolerance.
fn agree(a: f64, b: f64, tolerance: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance
}
