//! Elementals of packed numbers: a SIMD math library, with the names of the methods of `f64`.
//!
//! Generated batch code calls them lane-parallel where it would call the methods of `f64`.
//!
//! ```text
//! sqrt, abs, min, max                    an instruction or two
//! exp, ln, sin, atan2, ...               polynomials: exponential.rs, trigonometric.rs,
//!                                        inverse_trigonometric.rs, over polynomial.rs
//! floor, powf, hypot, ...                the function of `f64`, lane by lane
//! ```
//!
//! The first and the third group are bitwise equal to the scalar code, except for the sign of a
//! zero that `min` and `max` choose.

#![allow(
    missing_docs,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "see `Real`"
)]

mod exponential;
mod inverse_trigonometric;
mod polynomial;
mod trigonometric;

use pulp::Simd;

use super::packed::Packed;

macro_rules! lane_by_lane {
    (unary $($unary:ident)*; binary $($binary:ident)*;) => {
        impl<S: Simd> Packed<S> {
            $(
                #[inline(always)]
                pub fn $unary(self) -> Self {
                    self.map(f64::$unary)
                }
            )*
            $(
                #[inline(always)]
                pub fn $binary(self, other: Self) -> Self {
                    self.zip(other, f64::$binary)
                }
            )*
        }
    };
}

lane_by_lane! {
    unary cbrt exp2 log2 log10 ln_1p asinh acosh atanh signum floor ceil round
        round_ties_even trunc fract to_degrees to_radians;
    binary powf hypot copysign rem_euclid div_euclid log;
}

impl<S: Simd> Packed<S> {
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        self.with(self.simd.sqrt_f64s(self.lanes))
    }

    #[inline(always)]
    pub fn abs(self) -> Self {
        self.with(self.simd.abs_f64s(self.lanes))
    }

    #[inline(always)]
    pub fn recip(self) -> Self {
        self.beside(1.0) / self
    }

    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        let smaller = other.replaced(self.is_below(other), self);
        // A comparison with NaN is false, so a NaN in `self` is gone already.
        smaller.replaced(other.is_nan(), self)
    }

    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        let larger = other.replaced(other.is_below(self), self);
        larger.replaced(other.is_nan(), self)
    }

    #[inline(always)]
    pub fn clamp(mut self, low: Self, high: Self) -> Self {
        let bounds = low.slice().iter().zip(high.slice());
        for (number, (low, high)) in self.slice_mut().iter_mut().zip(bounds) {
            *number = number.clamp(*low, *high);
        }
        self
    }

    /// Exponentiation by squaring, in the order of the standard library, so that results are
    /// bitwise equal.
    #[inline(always)]
    pub fn powi(self, exponent: i32) -> Self {
        let (mut base, mut power) = (self, self.beside(1.0));
        let mut rest = exponent;
        loop {
            if rest & 1 != 0 {
                power = power * base;
            }
            // Division and not a shift: it rounds towards zero, so a negative exponent ends too.
            rest /= 2;
            if rest == 0 {
                break;
            }
            base = base * base;
        }
        if exponent < 0 { power.recip() } else { power }
    }

    #[inline(always)]
    fn is_nan(self) -> S::m64s {
        let is_number = self.simd.equal_f64s(self.lanes, self.lanes);
        self.simd.not_m64s(is_number)
    }
}
