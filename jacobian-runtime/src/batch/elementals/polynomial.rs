//! What the polynomials have in common: where they may be used, how they are evaluated, and signs.
//!
//! ```text
//! all lanes in the interval of the polynomial      the polynomial
//! one outside, or a processor without vectors      the standard library, lane by lane
//! ```

use pulp::Simd;

use super::Packed;

/// Adding and subtracting it rounds to the nearest integer.
pub(super) const ROUNDER: f64 = 6_755_399_441_055_744.0;

impl<S: Simd> Packed<S> {
    /// What the standard library computes, if an argument is outside of an interval or there is one lane only.
    #[inline(always)]
    pub(super) fn beyond(mut self, low: f64, high: f64, function: fn(f64) -> f64) -> Option<Self> {
        if S::IS_SCALAR {
            return Some(self.map(function));
        }
        if self.is_within(low, high) {
            return None;
        }
        one_by_one(self.slice_mut(), function);
        Some(self)
    }

    /// Whether all lanes are in an interval; NaN is in none.
    #[inline(always)]
    pub(super) fn is_within(self, low: f64, high: f64) -> bool {
        let above = self.beside(low).is_at_most(self);
        let below = self.is_at_most(self.beside(high));
        self.all(self.simd.and_m64s(above, below))
    }

    /// The highest power first. Even and odd powers are summed by Horner's rule side by side, so that neither waits
    /// for the other.
    #[inline(always)]
    pub(super) fn polynomial<const N: usize>(x: Self, coefficients: &[f64; N]) -> Self {
        let square = x * x;
        let mut sums = [x.beside(coefficients[0]), x.beside(coefficients[1])];
        for (index, coefficient) in coefficients.iter().enumerate().skip(2) {
            sums[index % 2] = sums[index % 2].mul_add(square, x.beside(*coefficient));
        }
        // The sum that ends in the last coefficient has no factor left over.
        let [odd, even] = if N.is_multiple_of(2) {
            sums
        } else {
            [sums[1], sums[0]]
        };
        odd.mul_add(x, even)
    }

    /// The magnitude of this number with the sign of the other.
    #[inline(always)]
    pub(super) fn signed_as(self, other: Self) -> Self {
        let sign = self.simd.splat_f64s(-0.0);
        let sign = self.simd.and_f64s(sign, other.lanes);
        self.with(self.simd.or_f64s(self.abs().lanes, sign))
    }

    /// Zero keeps its sign.
    #[inline(always)]
    pub(super) fn or_zero(self, argument: Self) -> Self {
        let is_zero = self.simd.equal_f64s(argument.lanes, self.beside(0.0).lanes);
        self.replaced(is_zero, argument)
    }
}

#[cold]
#[inline(never)]
fn one_by_one(arguments: &mut [f64], function: fn(f64) -> f64) {
    for argument in arguments {
        *argument = function(*argument);
    }
}
