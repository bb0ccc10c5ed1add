//! Partials that are taken from the value of their elemental, without a call of the library.
//!
//! ```text
//! t = tanh(x)     1 - t^2               while |t| <= 0.99, else 4 e / (1 + e)^2, e = exp(-2|x|)
//! m = exp(x) - 1  m + 1                 while m >= -0.9, else exp(x)
//! p = x^n         x^(n - 1) = p / x     while p is normal, else the power itself
//! s = sinh(x)     sqrt(1 + s^2)         |s| above 1e10
//! c = cosh(x)     sqrt((c - 1)(c + 1))  with the sign of x; Taylor's series for c below 1.13
//! ```
//!
//! The first three are functions of several numbers. Where the short form would lose digits for one
//! of them, all are computed in the other way, out of line: one branch for all, which is nearly
//! always foreseen. A branch for each number would keep LLVM from computing neighbours in one
//! register. The last two have selections only.
//!
//! For scalars other than `f64` the first three are calls of the library.
//!
//! Errors, relative to the partial: 5e-14 for `tanh`, and 3e-15 for the others.

#![allow(
    clippy::inline_always,
    reason = "as in `private.rs`, from where these are called"
)]

use crate::Real;

/// Beyond this value `1 - t^2` would lose more than two digits.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const STEEP: f64 = 0.99;

/// Below this value `m + 1` would lose more than one digit.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const DEEP: f64 = -0.9;

/// From here on the roots round to the value.
pub(crate) const LARGE: f64 = 1e10;

/// The hyperbolic cosine of about 1/2. Below it `c - 1` would lose more than two bits.
pub(crate) const NEAR: f64 = 1.127;

/// The series of `sinh(x) / x` by `x^2`, from the highest power down. Up to 1/2 the next term is
/// below 1e-16.
pub(crate) const SERIES: [f64; 7] = [
    1.0 / 6_227_020_800.0,
    1.0 / 39_916_800.0,
    1.0 / 362_880.0,
    1.0 / 5_040.0,
    1.0 / 120.0,
    1.0 / 6.0,
    1.0,
];

/// The partial of `tanh(x)`.
#[inline(always)]
pub fn tanh_partial<T: Real>(x: T, _tanh: T) -> T {
    let inverse = T::from_f64(1.0) / x.cosh();
    inverse * inverse
}

/// The partial of `exp_m1(x)`.
#[inline(always)]
pub fn exp_m1_partial<T: Real>(x: T, _exp_m1: T) -> T {
    x.exp()
}

/// `x` to the power `exponent - 1`, beside `x` to the power `exponent`.
#[inline(always)]
pub fn lower_power<T: Real>(x: T, exponent: T, _power: T) -> T {
    x.powf(exponent - T::from_f64(1.0))
}

/// The partial of `sinh(x)`.
#[inline(always)]
pub fn sinh_partial<T: Real>(_x: T, sinh: T) -> T {
    let root = (sinh * sinh + T::from_f64(1.0)).sqrt();
    sinh.abs().if_at_most(T::from_f64(LARGE), root, sinh.abs())
}

/// The partial of `cosh(x)`.
#[inline(always)]
pub fn cosh_partial<T: Real>(x: T, cosh: T) -> T {
    let one = T::from_f64(1.0);
    let root = ((cosh - one) * (cosh + one)).sqrt();
    let root = cosh.if_at_most(T::from_f64(LARGE), root, cosh);
    let square = x * x;
    let series = SERIES.into_iter().map(T::from_f64);
    let series = series.reduce(|sum, next| sum * square + next);
    let near = x * series.unwrap_or(one);
    cosh.if_at_most(T::from_f64(NEAR), near, root.copysign(x))
}

/// `1 / cosh(x)^2`, which neither cancels nor overflows.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn sech_squared(x: f64) -> f64 {
    let power = Real::exp(-2.0 * x.abs());
    4.0 * power / ((1.0 + power) * (1.0 + power))
}

/// Whether a number has all its digits: it is neither zero, subnormal, infinite nor NaN.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
fn is_normal(number: f64) -> bool {
    (f64::MIN_POSITIVE..=f64::MAX).contains(&number.abs())
}

#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
fn all<const N: usize>(numbers: [f64; N], holds: impl Fn(f64) -> bool) -> bool {
    // Without short cuts, so that there is one branch.
    numbers
        .iter()
        .fold(true, |all, number| all & holds(*number))
}

/// The first three, of several numbers. Generated code knows them as `calls`.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod several {
    use super::{DEEP, STEEP, all, is_normal, sech_squared};
    use crate::__private::calls;
    use crate::Real;

    /// From this number on, a vector of exponentials is faster than the library.
    const VECTOR: usize = 3;

    /// The partials of `ts[i] = tanh(xs[i])`.
    #[inline(always)]
    pub fn tanh_partial<const N: usize>(xs: [f64; N], ts: [f64; N]) -> [f64; N] {
        if all(ts, |t| t.abs() <= STEEP) {
            ts.map(|t| 1.0 - t * t)
        } else {
            in_registers(xs, saturated)
        }
    }

    /// The partials of `ms[i] = exp_m1(xs[i])`.
    #[inline(always)]
    pub fn exp_m1_partial<const N: usize>(xs: [f64; N], ms: [f64; N]) -> [f64; N] {
        if all(ms, |m| m >= DEEP) {
            ms.map(|m| m + 1.0)
        } else {
            in_registers(xs, deep)
        }
    }

    /// `xs[i]` to the power `exponents[i] - 1`, beside the powers `ps[i]`.
    #[inline(always)]
    pub fn lower_power<const N: usize>(
        xs: [f64; N],
        exponents: [f64; N],
        ps: [f64; N],
    ) -> [f64; N] {
        if all(ps, is_normal) {
            core::array::from_fn(|index| ps[index] / xs[index])
        } else {
            at_an_end(xs, exponents)
        }
    }

    /// Up to eight numbers, as the functions out of line take and return them.
    type Eight = [f64; 8];

    /// Calls a function with each number in a register. An array would be stored in front of the
    /// branch, also where the call is not made.
    #[inline(always)]
    fn in_registers<const N: usize>(
        xs: [f64; N],
        function: fn(usize, f64, f64, f64, f64, f64, f64, f64, f64) -> Eight,
    ) -> [f64; N] {
        let x = |index: usize| xs[if index < N { index } else { 0 }];
        let results = function(N, x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7));
        // Number by number, so that the results of the two arms of the branch meet in registers.
        core::array::from_fn(|index| results[index])
    }

    #[cold]
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "each in a register")]
    fn saturated(
        n: usize,
        a: f64,
        b: f64,
        c: f64,
        d: f64,
        e: f64,
        f: f64,
        g: f64,
        h: f64,
    ) -> Eight {
        let xs = [a, b, c, d, e, f, g, h];
        if n < VECTOR {
            xs.map(sech_squared)
        } else {
            calls::sech_squared(xs)
        }
    }

    #[cold]
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "each in a register")]
    fn deep(n: usize, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64) -> Eight {
        let xs = [a, b, c, d, e, f, g, h];
        if n < VECTOR {
            xs.map(Real::exp)
        } else {
            calls::exp(xs)
        }
    }

    #[cold]
    #[inline(never)]
    fn at_an_end<const N: usize>(xs: [f64; N], exponents: [f64; N]) -> [f64; N] {
        core::array::from_fn(|index| super::lower_power(xs[index], exponents[index], 0.0))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::several;
    use super::{cosh_partial, sinh_partial};
    use std::vec::Vec;

    /// Numbers up to a bound, of both signs and all magnitudes, and special ones.
    fn numbers(bound: f64) -> Vec<f64> {
        let dense = (0..=8_000).map(|k| bound * f64::from(k) / 8_000.0);
        let scales = (-324..309).map(|power| 3.7 * 10_f64.powi(power));
        let special = [f64::MIN_POSITIVE, 5e-324, f64::INFINITY, f64::NAN];
        let all = dense.chain(scales).chain(special);
        all.flat_map(|x| [x, -x]).collect()
    }

    /// Whether both are the same number, but for a relative error. A subnormal number has fewer
    /// digits.
    #[track_caller]
    fn assert_near(x: f64, found: f64, expected: f64, error: f64) {
        let is_same = found == expected || found.is_nan() && expected.is_nan();
        let bound = error * expected.abs() + 2.0 * f64::from_bits(1);
        assert!(
            is_same || (found - expected).abs() <= bound,
            "at {x:e}: {found:e} is not {expected:e}"
        );
        if expected == 0.0 {
            assert_eq!(found.is_sign_negative(), expected.is_sign_negative(), "{x}");
        }
    }

    /// Checks a partial of several numbers: alone, and beside numbers that take the other form.
    macro_rules! check {
        ($partial:ident, $value:expr, $exact:expr, $error:literal) => {
            for bound in [3.0, 40.0, 800.0] {
                for numbers in numbers(bound).windows(3).step_by(2) {
                    let three: [f64; 3] = numbers.try_into().expect("a window");
                    let [alone] = several::$partial([three[0]], [$value(three[0])]);
                    assert_near(three[0], alone, $exact(three[0]), $error);
                    let several = several::$partial(three, three.map($value));
                    for (x, found) in three.into_iter().zip(several) {
                        assert_near(x, found, $exact(x), $error);
                    }
                }
            }
        };
    }

    #[test]
    fn slopes_are_accurate_where_the_value_is_near_its_limit() {
        let sech_squared = |x: f64| {
            let power = (-2.0 * x.abs()).exp();
            4.0 * power / ((1.0 + power) * (1.0 + power))
        };
        check!(tanh_partial, f64::tanh, sech_squared, 5e-14);
        check!(exp_m1_partial, f64::exp_m1, f64::exp, 3e-15);
    }

    #[test]
    fn hyperbolic_functions_are_made_of_each_other() {
        for x in [1.0, 40.0, 800.0].into_iter().flat_map(numbers) {
            assert_near(x, sinh_partial(x, x.sinh()), x.cosh(), 3e-15);
            assert_near(x, cosh_partial(x, x.cosh()), x.sinh(), 3e-15);
        }
    }

    #[test]
    fn powers_are_those_of_the_library() {
        for exponent in [2.7, -0.4, 0.5, 1.0, 1e-3, -7.5, 30.1, -300.0, 0.0] {
            // The library rounds `exponent - 1`, and a base far from one multiplies that error.
            let error = |x: f64| 3e-15 + 1.2e-16 * x.abs().ln().abs();
            for numbers in numbers(9.0).windows(3) {
                let three: [f64; 3] = numbers.try_into().expect("a window");
                let powers = three.map(|x| x.powf(exponent));
                let found = several::lower_power(three, [exponent; 3], powers);
                for (x, found) in three.into_iter().zip(found) {
                    assert_near(x, found, x.powf(exponent - 1.0), error(x));
                }
                let [alone] = several::lower_power([three[0]], [exponent], [powers[0]]);
                assert_near(three[0], alone, found[0], error(three[0]));
            }
        }
    }
}
