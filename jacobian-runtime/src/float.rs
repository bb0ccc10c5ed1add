//! `f32` and `f64` as scalars: the standard library where there is one, else libm.
//!
//! ```text
//! method        std              libm
//! ln            f64::ln          log, logf
//! powi          f64::powi        repeated squaring, below
//! max           f64::max         f64::max: core has it
//! ```
//!
//! With `std` a method is the inherent method of the same name, so that a generic function computes
//! bit for bit what a concrete one does. libm differs from it in the last bits of some elementals.
//!
//! Source of the formulas below: the standard library's own, in `std/src/num/f64.rs`, and for `powi` the
//! routine `__powidf2` of compiler-rt, which the standard library ends in.

use crate::Real;

/// Implements `Real`: the name of each method and of its function in libm.
macro_rules! real {
    ($float:ident, $fma:ident, unary { $($unary:ident = $libm_unary:ident),* }, binary { $($binary:ident = $libm_binary:ident),* }) => {
        impl Real for $float {
            $(
                #[inline]
                fn $unary(self) -> Self {
                    #[cfg(feature = "std")]
                    { $float::$unary(self) }
                    #[cfg(not(feature = "std"))]
                    { libm::$libm_unary(self) }
                }
            )*

            $(
                #[inline]
                fn $binary(self, other: Self) -> Self {
                    #[cfg(feature = "std")]
                    { $float::$binary(self, other) }
                    #[cfg(not(feature = "std"))]
                    { libm::$libm_binary(self, other) }
                }
            )*

            #[inline]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                #[cfg(feature = "std")]
                { $float::mul_add(self, factor, addend) }
                #[cfg(not(feature = "std"))]
                { libm::$fma(self, factor, addend) }
            }

            #[inline]
            fn powi(self, exponent: i32) -> Self {
                #[cfg(feature = "std")]
                { $float::powi(self, exponent) }
                #[cfg(not(feature = "std"))]
                { power(self, exponent) }
            }

            #[inline]
            fn rem_euclid(self, other: Self) -> Self {
                let remainder = self % other;
                if remainder < 0.0 { remainder + other.abs() } else { remainder }
            }

            #[inline]
            fn div_euclid(self, other: Self) -> Self {
                let quotient = Real::trunc(self / other);
                match (self % other < 0.0, other > 0.0) {
                    (true, true) => quotient - 1.0,
                    (true, false) => quotient + 1.0,
                    (false, _) => quotient,
                }
            }

            #[inline]
            fn abs(self) -> Self {
                $float::abs(self)
            }

            #[inline]
            fn signum(self) -> Self {
                $float::signum(self)
            }

            #[inline]
            fn copysign(self, other: Self) -> Self {
                $float::copysign(self, other)
            }

            #[inline]
            fn min(self, other: Self) -> Self {
                $float::min(self, other)
            }

            #[inline]
            fn max(self, other: Self) -> Self {
                $float::max(self, other)
            }

            #[inline]
            fn clamp(self, low: Self, high: Self) -> Self {
                $float::clamp(self, low, high)
            }

            #[inline]
            fn to_degrees(self) -> Self {
                $float::to_degrees(self)
            }

            #[inline]
            fn to_radians(self) -> Self {
                $float::to_radians(self)
            }

            #[inline]
            fn if_at_most(self, bound: Self, then: Self, otherwise: Self) -> Self {
                if self <= bound { then } else { otherwise }
            }
        }
    };
}

real! {
    f64, fma,
    unary {
        sqrt = sqrt, cbrt = cbrt, exp = exp, exp2 = exp2, exp_m1 = expm1, ln = log, log2 = log2,
        log10 = log10, ln_1p = log1p, sin = sin, cos = cos, tan = tan, asin = asin, acos = acos,
        atan = atan, sinh = sinh, cosh = cosh, tanh = tanh, asinh = asinh, acosh = acosh, atanh =
        atanh, floor = floor, ceil = ceil, round = round, trunc = trunc
    },
    binary { atan2 = atan2, powf = pow, hypot = hypot }
}

real! {
    f32, fmaf,
    unary {
        sqrt = sqrtf, cbrt = cbrtf, exp = expf, exp2 = exp2f, exp_m1 = expm1f, ln = logf, log2 =
        log2f, log10 = log10f, ln_1p = log1pf, sin = sinf, cos = cosf, tan = tanf, asin = asinf,
        acos = acosf, atan = atanf, sinh = sinhf, cosh = coshf, tanh = tanhf, asinh = asinhf, acosh
        = acoshf, atanh = atanhf, floor = floorf, ceil = ceilf, round = roundf, trunc = truncf
    },
    binary { atan2 = atan2f, powf = powf, hypot = hypotf }
}

/// `base` to an integer power by repeated squaring, the reciprocal taken last.
#[cfg(not(feature = "std"))]
fn power<T: crate::Arithmetic>(mut base: T, exponent: i32) -> T {
    let one = T::from_f64(1.0);
    let (mut product, mut remaining) = (one, exponent.unsigned_abs());
    while remaining > 0 {
        if remaining & 1 == 1 {
            product *= base;
        }
        base *= base;
        remaining >>= 1;
    }
    if exponent < 0 { one / product } else { product }
}
