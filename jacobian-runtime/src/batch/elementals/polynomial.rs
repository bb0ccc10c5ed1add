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

    /// By Horner's rule, the highest power first.
    #[inline(always)]
    pub(super) fn polynomial(self, x: Self, coefficients: &[f64]) -> Self {
        let mut sum = self.beside(coefficients[0]);
        for coefficient in &coefficients[1..] {
            sum = sum.mul_add(x, self.beside(*coefficient));
        }
        sum
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
