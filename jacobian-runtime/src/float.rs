//! `Real` for `f32` and `f64`: the standard library if there is one, else libm.
//!
//! ```text
//! method        std              libm
//! ln            f64::ln          log, logf
//! powi          f64::powi        repeated squaring, below
//! max           f64::max         f64::max: core has it
//! ```
//!
//! With `std` each method is the inherent method of the same name, so that a generic function
//! computes bit for bit the same as a concrete one. libm differs from it in the last bits of some
//! elementals.
//!
//! Source of the formulas below: those of the standard library, in `std/src/num/f64.rs`, and for
//! `powi` the routine `__powidf2` of compiler-rt, which the standard library calls.

use crate::Real;

/// Implements `Real`. Each method is listed with the name of its function in libm.
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
                #[cfg(feature = "std")]
                {
                    $float::rem_euclid(self, other)
                }
                #[cfg(not(feature = "std"))]
                {
                    let remainder = self % other;
                    if remainder < 0.0 { remainder + other.abs() } else { remainder }
                }
            }

            #[inline]
            fn div_euclid(self, other: Self) -> Self {
                #[cfg(feature = "std")]
                {
                    $float::div_euclid(self, other)
                }
                #[cfg(not(feature = "std"))]
                {
                    let quotient = Real::trunc(self / other);
                    match (self % other < 0.0, other > 0.0) {
                        (true, true) => quotient - 1.0,
                        (true, false) => quotient + 1.0,
                        (false, _) => quotient,
                    }
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
        atanh, floor = floor, ceil = ceil, round = round,
        round_ties_even = roundeven, trunc = trunc
    },
    binary { atan2 = atan2, powf = pow, hypot = hypot }
}

real! {
    f32, fmaf,
    unary {
        sqrt = sqrtf, cbrt = cbrtf, exp = expf, exp2 = exp2f, exp_m1 = expm1f, ln = logf, log2 =
        log2f, log10 = log10f, ln_1p = log1pf, sin = sinf, cos = cosf, tan = tanf, asin = asinf,
        acos = acosf, atan = atanf, sinh = sinhf, cosh = coshf, tanh = tanhf, asinh = asinhf, acosh
        = acoshf, atanh = atanhf, floor = floorf, ceil = ceilf, round = roundf,
        round_ties_even = roundevenf, trunc = truncf
    },
    binary { atan2 = atan2f, powf = powf, hypot = hypotf }
}

/// `base` to an integer power by repeated squaring.
///
/// The reciprocal is taken last, as compiler-rt does: it rounds once, where the powers of a rounded
/// reciprocal would multiply its error.
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

#[cfg(test)]
mod tests {
    use crate::Real;

    /// Points in the domain of every elemental of `UNARY`.
    const POINTS: [f64; 6] = [0.125, 0.3, 0.5, 0.75, 0.875, 0.999];

    type Unary = (fn(f64) -> f64, fn(f64) -> f64, &'static str);

    macro_rules! unary {
        ($($name:ident)*) => {
            [$((<f64 as Real>::$name as fn(f64) -> f64, |x| f64::$name(x), stringify!($name))),*]
        };
    }

    /// Tests always have the standard library, so they can compare libm with it.
    const UNARY: &[Unary] = &unary! {
        sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh tanh asinh
        atanh abs signum floor ceil round round_ties_even trunc fract recip to_degrees to_radians
    };

    #[track_caller]
    fn assert_close(result: f64, standard: f64, name: &str) {
        let bound = if cfg!(feature = "std") {
            0.0
        } else {
            4.0 * f64::EPSILON * standard.abs()
        };
        assert!(
            (result - standard).abs() <= bound,
            "{name}: {result} against {standard}"
        );
    }

    #[test]
    fn elementals_are_those_of_the_standard_library() {
        for &(method, standard, name) in UNARY {
            for x in POINTS {
                assert_close(method(x), standard(x), name);
            }
        }
        for x in POINTS {
            assert_close(Real::acosh(x + 1.0), f64::acosh(x + 1.0), "acosh");
        }
    }

    #[test]
    fn binary_elementals_take_their_operands_in_order() {
        for (a, b) in [(0.3, 2.5), (2.5, 0.3), (1.5, -0.7)] {
            assert_close(Real::atan2(a, b), f64::atan2(a, b), "atan2");
            assert_close(Real::powf(a, b), f64::powf(a, b), "powf");
            assert_close(Real::hypot(a, b), f64::hypot(a, b), "hypot");
            assert_close(Real::copysign(a, b), f64::copysign(a, b), "copysign");
            assert_close(Real::min(a, b), f64::min(a, b), "min");
            assert_close(Real::max(a, b), f64::max(a, b), "max");
            assert_close(Real::log(a, b.abs()), f64::log(a, b.abs()), "log");
            assert_close(Real::mul_add(a, b, 0.1), f64::mul_add(a, b, 0.1), "mul_add");
        }
    }

    #[test]
    fn euclidean_division_agrees_in_all_quadrants() {
        for a in [-7.5, -6.0, -0.5, 0.0, 0.5, 6.0, 7.5] {
            for b in [-2.0, 3.0] {
                assert_eq!(Real::rem_euclid(a, b), f64::rem_euclid(a, b), "{a} {b}");
                assert_eq!(Real::div_euclid(a, b), f64::div_euclid(a, b), "{a} {b}");
            }
        }
    }

    #[test]
    fn integer_powers_cover_the_range_of_exponents() {
        for exponent in [0, 1, 2, 3, 7, 10, -1, -2, -5] {
            assert_close(Real::powi(1.7, exponent), f64::powi(1.7, exponent), "powi");
        }
        for exponent in [i32::MAX, i32::MIN] {
            assert_eq!(Real::powi(1.0, exponent), 1.0);
            assert_eq!(Real::powi(-1.0, exponent), f64::powi(-1.0, exponent));
        }
    }

    #[test]
    fn selection_takes_ties_and_refuses_nan() {
        assert_eq!(1.0.if_at_most(1.0, 3.0, 5.0), 3.0);
        assert_eq!(1.5.if_at_most(1.0, 3.0, 5.0), 5.0);
        assert_eq!(f64::NAN.if_at_most(1.0, 3.0, 5.0), 5.0);
        assert_eq!(1.0.if_at_most(f64::NAN, 3.0, 5.0), 5.0);
    }

    #[test]
    fn single_precision_has_its_own_functions() {
        let bound = if cfg!(feature = "std") {
            0.0
        } else {
            2.0 * f32::EPSILON
        };
        assert!((Real::sin(0.7_f32) - f32::sin(0.7)).abs() <= bound);
        assert!((Real::atan2(0.7_f32, 0.2) - f32::atan2(0.7, 0.2)).abs() <= bound);
        assert_eq!(Real::powi(3.0_f32, 3), 27.0);
    }
}
