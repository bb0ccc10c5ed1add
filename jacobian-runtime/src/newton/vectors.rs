//! Norms without overflow, and the checks of values and entries.

use super::Cause;
use crate::{Real, SparsityPattern};

/// The Euclidean norm; not finite only where an element is not, or the norm itself overflows.
pub(super) fn norm(vector: &[f64]) -> f64 {
    let largest = largest(vector);
    // Zero, infinity and NaN, by which nothing can be divided.
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    let squares = vector.iter().map(|x| (x / largest) * (x / largest));
    Real::sqrt(squares.sum::<f64>()) * largest
}

/// The largest absolute value, NaN if there is a NaN.
pub(super) fn largest(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |largest, x| {
        if x.abs() > largest || x.is_nan() {
            x.abs()
        } else {
            largest
        }
    })
}

/// The square root.
pub(super) fn root(x: f64) -> f64 {
    Real::sqrt(x)
}

/// The norm of a residual.
///
/// # Errors
/// If an element is not finite, or so large that the norm is not.
pub(super) fn checked_norm(value: &[f64]) -> Result<f64, Cause> {
    let size = norm(value);
    if size.is_finite() {
        return Ok(size);
    }
    let not_finite = value.iter().position(|value| !value.is_finite());
    let too_large = || value.iter().position(|x| x.abs() >= largest(value));
    let row = not_finite.or_else(too_large);
    Err(Cause::Value {
        row: row.expect("invariant: an empty vector has the norm zero"),
    })
}

pub(super) fn check_entries(pattern: &SparsityPattern, entries: &[f64]) -> Result<(), Cause> {
    let mut all = pattern.entries().zip(entries);
    match all.find(|(_, value)| !value.is_finite()) {
        Some(((row, col), _)) => Err(Cause::Entry { row, col }),
        None => Ok(()),
    }
}

/// Memory that vectors are cut from.
pub(super) struct Memory<'a>(pub(super) &'a mut [f64]);

impl<'a> Memory<'a> {
    /// A vector of this length.
    pub(super) fn cut(&mut self, len: usize) -> &'a mut [f64] {
        let (front, rest) = core::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        front
    }
}

#[cfg(test)]
mod tests {
    use super::{checked_norm, largest, norm};
    use crate::newton::Cause;

    #[test]
    fn norms_neither_overflow_nor_hide_nan() {
        for scale in [1e200, 1.0, 1e-200] {
            let norm = norm(&[3.0 * scale, -4.0 * scale]);
            assert!((norm / (5.0 * scale) - 1.0).abs() < 1e-15, "{norm:e}");
        }
        assert_eq!((norm(&[]), norm(&[0.0])), (0.0, 0.0));
        for vector in [[1.0, f64::NAN], [f64::NAN, 1.0]] {
            assert!(largest(&vector).is_nan() && norm(&vector).is_nan());
        }
        assert_eq!(norm(&[1.0, f64::NEG_INFINITY]), f64::INFINITY);
        assert_eq!(checked_norm(&[1.0, f64::NAN]), Err(Cause::Value { row: 1 }));
        let two = [1e308, 1.7e308];
        assert_eq!(checked_norm(&two), Err(Cause::Value { row: 1 }));
    }
}
