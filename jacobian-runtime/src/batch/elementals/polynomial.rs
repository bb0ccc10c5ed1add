//! Polynomial evaluation shared by the elementals: Horner's rule, interval checks, and signs of
//! results.
//!
//! A polynomial is valid on an interval only; outside of it the standard library takes over.
//!
//! ```text
//! all lanes in the interval of the polynomial      the polynomial
//! one outside, or a processor without vectors      the standard library, lane by lane
//! ```

use pulp::Simd;

use super::Packed;

/// `1.5 * 2^52`. Adding it and subtracting it again rounds to the nearest integer.
pub(super) const ROUNDER: f64 = 6_755_399_441_055_744.0;

impl<S: Simd> Packed<S> {
    /// Calls the standard library, lane by lane, if an argument lies outside the interval of the
    /// polynomial or if there is only one lane. `None` means: use the polynomial.
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

    /// Whether all lanes lie in an interval. NaN lies in none.
    #[inline(always)]
    pub(in crate::batch) fn is_within(self, low: f64, high: f64) -> bool {
        let above = self.beside(low).is_at_most(self);
        let below = self.is_at_most(self.beside(high));
        self.all(self.simd.and_m64s(above, below))
    }

    /// Evaluates a polynomial; `coefficients` begin with the highest power.
    ///
    /// Even and odd powers are summed separately (second-order Horner's rule). The two sums do not
    /// depend on each other, which halves the chain of dependent instructions.
    #[inline(always)]
    pub(in crate::batch) fn polynomial<const N: usize>(x: Self, coefficients: &[f64; N]) -> Self {
        let square = x * x;
        let mut sums = [x.beside(coefficients[0]), x.beside(coefficients[1])];
        for (index, coefficient) in coefficients.iter().enumerate().skip(2) {
            sums[index % 2] = sums[index % 2].mul_add(square, x.beside(*coefficient));
        }
        // The sum that ends in the last coefficient is that of the even powers.
        let [odd, even] = if N.is_multiple_of(2) {
            sums
        } else {
            [sums[1], sums[0]]
        };
        odd.mul_add(x, even)
    }

    /// The magnitude of this number with the sign of the other.
    #[inline(always)]
    pub(in crate::batch) fn signed_as(self, other: Self) -> Self {
        let sign = self.simd.splat_f64s(-0.0);
        let sign = self.simd.and_f64s(sign, other.lanes);
        self.with(self.simd.or_f64s(self.abs().lanes, sign))
    }

    /// Returns the argument where it is zero, so that a zero keeps its sign.
    #[inline(always)]
    pub(super) fn or_zero(self, argument: Self) -> Self {
        let is_zero = self.simd.equal_f64s(argument.lanes, self.beside(0.0).lanes);
        self.replaced(is_zero, argument)
    }
}

/// Kept out of line, because inlined library calls would spill the registers of the polynomial.
#[cold]
#[inline(never)]
fn one_by_one(arguments: &mut [f64], function: fn(f64) -> f64) {
    for argument in arguments {
        *argument = function(*argument);
    }
}
