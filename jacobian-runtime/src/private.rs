//! Support library of generated code: one free function for each elemental and each local partial.
//!
//! Not for users. It may change between releases, because runtime and macro are released together.
//!
//! ```text
//! value path        the user's own operations, never through here
//! derivative code   exp(v3), max_first(v1, v2), scalar(k.rate), ...   one function per elemental
//! ```
//!
//! The macro does not know the scalar when it writes derivative code, and for `no_std` it does not
//! know which library has `sin`. So each elemental that a local partial needs is a free function
//! over [`Real`].
//!
//! At a kink the derivative is that of one fixed side: `abs` is right-sided at zero, ties of `min`
//! and `max` go to the first operand, and a value on the rim of `clamp` counts as inside. The
//! selection agrees with the value: for example, `f64::max` ignores a NaN, and then the derivative
//! by the other operand is one.
//!
//! Cost: forwarding calls. They are always inlined, because a call would block inlining into
//! functions that have more target features than their caller.

#![allow(
    clippy::inline_always,
    reason = "a call left over in derivative code costs more than the operation"
)]

pub use crate::nalgebra_matrices::*;
use crate::{Arithmetic, Real};

/// One elemental of several numbers in one call. Generated code knows the module as `calls`.
#[cfg(feature = "batch")]
pub use crate::batch::vector_math as calls;
#[cfg(all(not(feature = "batch"), any(feature = "std", feature = "libm")))]
pub use crate::scalar_math as calls;
// Divisions need no library of elementals.
#[cfg(not(any(feature = "batch", feature = "std", feature = "libm")))]
pub use crate::quotients as calls;

#[cfg(feature = "std")]
pub use crate::check::{Verified, verify};

pub use crate::barriers::{alone, barrier, unknown};
pub use crate::dereference::behind;
pub use crate::digamma::{digamma, tetragamma, trigamma};
pub use crate::f64x2::{Pair, PairOfVersion, Two, both, two};
pub use crate::from_values::{
    cosh_partial, exp_m1_partial, lower_power, sinh_partial, tanh_partial,
};
pub use crate::jacobian_of_rule::{JacobianOfRule, jacobian_of_rule};
pub use crate::linear::minus_inverse;
pub use crate::rustc_checks::{Bound, OnlyOperators, any_value, of_rule, same, verify_needs_clone};
pub use crate::selection::{
    at_index, compact, compared, comparing, index, is_index, keying, selected,
};
pub use crate::stores::{fence, store, store_across};
pub use crate::versions::{Avx2, Avx512, Machine, Target, Version, inlined};

/// Inactive operands: the scalar, or a reference to it of any depth that iterators produce.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a floating-point scalar",
    label = "an inactive operand of active arithmetic is taken for a scalar",
    note = "bind a matrix with its type before it is a factor, `let m: Matrix3<f64> = ..`, and index an array"
)]
pub trait Operand<T> {
    /// The scalar.
    fn scalar(self) -> T;
}

impl<T: Arithmetic> Operand<T> for T {
    #[inline(always)]
    fn scalar(self) -> T {
        self
    }
}

impl<T: Arithmetic> Operand<T> for &T {
    #[inline(always)]
    fn scalar(self) -> T {
        *self
    }
}

impl<T: Arithmetic> Operand<T> for &&T {
    #[inline(always)]
    fn scalar(self) -> T {
        **self
    }
}

impl<T: Arithmetic> Operand<T> for &&&T {
    #[inline(always)]
    fn scalar(self) -> T {
        ***self
    }
}

/// Dereferences an inactive operand to its scalar.
#[inline(always)]
pub fn scalar<T, O: Operand<T>>(operand: O) -> T {
    operand.scalar()
}

/// Converts a number known at expansion to a generic scalar.
#[inline(always)]
pub fn constant<T: Arithmetic>(value: f64) -> T {
    T::from_f64(value)
}

/// Elementals by their names as free functions.
macro_rules! forward {
    (unary $($unary:ident)*; binary $($binary:ident)*;) => {
        $(
            #[doc = concat!("[`Real::", stringify!($unary), "`]")]
            #[inline(always)]
            pub fn $unary<T: Real>(x: T) -> T {
                x.$unary()
            }
        )*
        $(
            #[doc = concat!("[`Real::", stringify!($binary), "`]")]
            #[inline(always)]
            pub fn $binary<T: Real>(a: T, b: T) -> T {
                a.$binary(b)
            }
        )*
    };
}

forward! {
    unary sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh tanh
        asinh acosh atanh abs signum floor ceil round round_ties_even trunc fract to_degrees to_radians;
    binary atan2 powf hypot copysign min max rem_euclid div_euclid log;
}

/// `1 / x`.
#[inline(always)]
pub fn recip<T: Arithmetic>(x: T) -> T {
    T::from_f64(1.0) / x
}

/// `a * b + c`, rounded once.
#[inline(always)]
pub fn mul_add<T: Real>(a: T, b: T, c: T) -> T {
    a.mul_add(b, c)
}

/// `a * b + c` on a target with hardware fma: one instruction, because `std` compiles to it.
#[cfg(feature = "std")]
#[inline(always)]
pub fn fused<T: Real>(a: T, b: T, c: T) -> T {
    a.mul_add(b, c)
}

/// `a * b + c` on a target with hardware fma, without `std`: two instructions.
#[cfg(not(feature = "std"))]
#[inline(always)]
pub fn fused<T: Arithmetic>(a: T, b: T, c: T) -> T {
    // The fma of libm is a slow software routine, so it would be worse than rounding twice.
    a * b + c
}

/// `x` to an integer power.
#[inline(always)]
pub fn powi<T: Real>(x: T, exponent: i32) -> T {
    x.powi(exponent)
}

/// [`Real::clamp`]
#[inline(always)]
pub fn clamp<T: Real>(x: T, low: T, high: T) -> T {
    x.clamp(low, high)
}

/// `a * b`, but zero if either factor is zero, even if the other one is infinite or NaN.
#[inline(always)]
pub fn masked<T: Real>(a: T, b: T) -> T {
    // A plain product would be NaN for 0 * infinity: a branch that is not taken must not leak it.
    let zero = T::from_f64(0.0);
    let product = b.abs().if_at_most(zero, zero, a * b);
    a.abs().if_at_most(zero, zero, product)
}

/// The partial of `x.abs()`: `-1` for `x < 0`, else `1`.
#[inline(always)]
pub fn abs_partial<T: Real>(x: T) -> T {
    let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
    // Zero is not below itself, and NaN is not below anything.
    zero.if_at_most(x, one, x.if_at_most(zero, -one, one))
}

/// The partial of `a.copysign(b)` by `a`: `1` if `a` and `b` have equal signs, else `-1`.
#[inline(always)]
pub fn copysign_partial<T: Real>(a: T, b: T) -> T {
    let one = T::from_f64(1.0);
    one.copysign(a) * one.copysign(b)
}

/// `1` if `a.min(b)` returns `a`, ties included, else `0`.
#[inline(always)]
pub fn min_first<T: Real>(a: T, b: T) -> T {
    a.if_at_most(b, T::from_f64(1.0), one_if_nan(b))
}

/// `1` if `a.min(b)` returns `b`, else `0`.
#[inline(always)]
pub fn min_second<T: Real>(a: T, b: T) -> T {
    T::from_f64(1.0) - min_first(a, b)
}

/// `1` if `a.max(b)` returns `a`, ties included, else `0`.
#[inline(always)]
pub fn max_first<T: Real>(a: T, b: T) -> T {
    b.if_at_most(a, T::from_f64(1.0), one_if_nan(b))
}

/// `1` if `a.max(b)` returns `b`, else `0`.
#[inline(always)]
pub fn max_second<T: Real>(a: T, b: T) -> T {
    T::from_f64(1.0) - max_first(a, b)
}

/// `1` if `x.clamp(low, high)` returns `x`, ties and NaN included, else `0`.
#[inline(always)]
pub fn clamp_inside<T: Real>(x: T, low: T, high: T) -> T {
    T::from_f64(1.0) - clamp_below(x, low, high) - clamp_above(x, low, high)
}

/// `1` if `x.clamp(low, high)` returns `low`, else `0`.
#[inline(always)]
pub fn clamp_below<T: Real>(x: T, low: T, _high: T) -> T {
    low.if_at_most(x, T::from_f64(0.0), one_unless_nan(x))
}

/// `1` if `x.clamp(low, high)` returns `high`, else `0`.
#[inline(always)]
pub fn clamp_above<T: Real>(x: T, _low: T, high: T) -> T {
    x.if_at_most(high, T::from_f64(0.0), one_unless_nan(x))
}

/// The integer nearest to `multiple / b`, where `multiple` is a number less its remainder by `b`.
#[inline(always)]
pub fn rem_quotient<T: Real>(multiple: T, b: T) -> T {
    (multiple / b).round()
}

/// The partial of `power = base.powf(exponent)` by the exponent: `power * ln(base)`, but zero if
/// `power` is zero.
#[inline(always)]
pub fn powf_exponent_partial<T: Real>(base: T, power: T) -> T {
    // Zero to a positive power stays zero when the exponent moves, although the logarithm of zero
    // is infinite. Without the selection the product would be NaN.
    let (zero, partial) = (T::from_f64(0.0), power * base.ln());
    power.if_at_most(zero, zero.if_at_most(power, zero, partial), partial)
}

/// The partial of `x.powi(exponent)`: `exponent * x.powi(exponent - 1)`, but zero if `exponent` is
/// zero.
#[inline(always)]
pub fn powi_partial<T: Real>(x: T, exponent: i32) -> T {
    let factor = T::from_f64(f64::from(exponent));
    match exponent.checked_sub(1) {
        // `0 * x.powi(-1)` would be NaN at zero.
        _ if exponent == 0 => factor,
        Some(lower) => factor * x.powi(lower),
        // `exponent` is `i32::MIN`, so `exponent - 1` does not exist.
        None => factor * (x.powi(exponent) / x),
    }
}

/// The partial of [`powi_partial`]: `exponent * (exponent - 1) * x.powi(exponent - 2)`, but zero if
/// `exponent` is zero or one.
#[inline(always)]
pub fn powi_curvature<T: Real>(x: T, exponent: i32) -> T {
    let factor = T::from_f64(f64::from(exponent) * (f64::from(exponent) - 1.0));
    match exponent.checked_sub(2) {
        _ if exponent == 0 || exponent == 1 => T::from_f64(0.0),
        Some(lower) => factor * x.powi(lower),
        // `exponent - 2` does not exist.
        None => factor * (x.powi(exponent) / (x * x)),
    }
}

/// The partial of [`powf_exponent_partial`] by the power: `ln(base)`, but zero if `power` is zero.
#[inline(always)]
pub fn ln_unless_zero<T: Real>(base: T, power: T) -> T {
    let (zero, logarithm) = (T::from_f64(0.0), base.ln());
    power.if_at_most(zero, zero.if_at_most(power, zero, logarithm), logarithm)
}

#[inline(always)]
fn one_if_nan<T: Real>(x: T) -> T {
    x.if_at_most(x, T::from_f64(0.0), T::from_f64(1.0))
}

#[inline(always)]
fn one_unless_nan<T: Real>(x: T) -> T {
    x.if_at_most(x, T::from_f64(1.0), T::from_f64(0.0))
}

#[cfg(all(test, any(feature = "std", feature = "libm")))]
mod tests {
    use super::{
        abs_partial, clamp_above, clamp_below, clamp_inside, copysign_partial, max_first,
        max_second, min_first, min_second, powf_exponent_partial, powi_partial, recip,
        rem_quotient, scalar,
    };

    const NAN: f64 = f64::NAN;

    #[test]
    fn operands_may_be_references() {
        let (x, single) = (&2.5_f64, &0.5_f32);
        let double: f64 =
            scalar(*x) + scalar(x) + [x].iter().map(scalar::<f64, &&f64>).sum::<f64>();
        let single: f32 = scalar(*single) + scalar(single);
        assert_eq!((double, single), (7.5, 1.0));
    }

    #[test]
    fn min_and_max_pass_the_derivative_to_the_operand_they_return() {
        for (a, b) in [
            (1.0, 2.0),
            (2.0, 1.0),
            (1.0, NAN),
            (NAN, 1.0),
            (f64::INFINITY, 0.0),
        ] {
            let (smaller, larger): (f64, f64) = (f64::min(a, b), f64::max(a, b));
            assert_eq!(
                min_first(a, b) == 1.0,
                smaller.to_bits() == a.to_bits(),
                "min {a} {b}"
            );
            assert_eq!(
                max_first(a, b) == 1.0,
                larger.to_bits() == a.to_bits(),
                "max {a} {b}"
            );
        }
    }

    #[test]
    fn exactly_one_operand_gets_the_derivative_and_ties_go_to_the_first() {
        for (a, b) in [(1.0, 1.0), (0.0, -0.0), (-0.0, 0.0), (NAN, NAN)] {
            assert_eq!((min_first(a, b), min_second(a, b)), (1.0, 0.0), "{a} {b}");
            assert_eq!((max_first(a, b), max_second(a, b)), (1.0, 0.0), "{a} {b}");
        }
        assert_eq!((min_first(2.0, 1.0), min_second(2.0, 1.0)), (0.0, 1.0));
        assert_eq!((max_first(1.0, 2.0), max_second(1.0, 2.0)), (0.0, 1.0));
    }

    #[test]
    fn clamp_counts_its_rim_as_inside() {
        let factors = |x| {
            [
                clamp_below(x, 1.0, 2.0),
                clamp_inside(x, 1.0, 2.0),
                clamp_above(x, 1.0, 2.0),
            ]
        };
        assert_eq!(factors(0.5), [1.0, 0.0, 0.0]);
        assert_eq!(factors(2.5), [0.0, 0.0, 1.0]);
        for x in [1.0, 1.5, 2.0, NAN] {
            assert_eq!(factors(x), [0.0, 1.0, 0.0], "{x}");
        }
    }

    #[test]
    fn signs_are_right_sided_at_zero() {
        assert_eq!(
            [-2.0, -0.0, 0.0, 2.0, NAN].map(abs_partial),
            [-1.0, 1.0, 1.0, 1.0, 1.0]
        );
        assert_eq!(copysign_partial(-3.0, -1.0), 1.0);
        assert_eq!(copysign_partial(3.0, -0.0), -1.0);
    }

    #[test]
    fn powers_have_no_trouble_at_zero() {
        assert_eq!(powf_exponent_partial(0.0, 0.0), 0.0);
        assert_eq!(powf_exponent_partial(2.0, 8.0), 8.0 * 2.0_f64.ln());
        let of_negative: f64 = powf_exponent_partial(-2.0, 4.0);
        assert!(of_negative.is_nan(), "no derivative by the exponent");
        assert_eq!(powi_partial(0.0, 0), 0.0);
        assert_eq!(powi_partial(0.0, 1), 1.0);
        assert_eq!(powi_partial(3.0, 3), 27.0);
        assert_eq!(powi_partial(2.0, -1), -0.25);
        assert_eq!(powi_partial(1.0, i32::MIN), f64::from(i32::MIN));
    }

    #[test]
    fn quotients_of_remainders_are_of_the_side_of_the_value() {
        for (a, b) in [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0)] {
            assert_eq!(a - rem_quotient(a - a % b, b) * b, a % b);
        }
        assert_eq!(rem_quotient(1.0 - 1.0 % 0.1, 0.1), 9.0);
        assert_eq!(recip(4.0), 0.25);
    }
}
