//! Local partials of packed numbers, and elementals as free functions, for generated batch code.
//!
//! The SIMD version of `private.rs`, which explains each partial. Selections are blends by a mask
//! here.

use pulp::Simd;

use super::packed::Packed;
use crate::from_values::{DEEP, LARGE, NEAR, SERIES, STEEP};

macro_rules! forward {
    (unary $($unary:ident)*; binary $($binary:ident)*;) => {
        $(
            #[doc = concat!("The elemental `", stringify!($unary), "`.")]
            #[inline(always)]
            pub fn $unary<S: Simd>(x: Packed<S>) -> Packed<S> {
                x.$unary()
            }
        )*
        $(
            #[doc = concat!("The elemental `", stringify!($binary), "`.")]
            #[inline(always)]
            pub fn $binary<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
                a.$binary(b)
            }
        )*
    };
}

forward! {
    unary sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh tanh
        asinh acosh atanh abs signum floor ceil round round_ties_even trunc fract to_degrees
        to_radians recip;
    binary atan2 powf hypot copysign min max rem_euclid div_euclid log;
}

/// `a * b + c`, rounded once.
#[inline(always)]
pub fn mul_add<S: Simd>(a: Packed<S>, b: Packed<S>, c: Packed<S>) -> Packed<S> {
    a.mul_add(b, c)
}

/// `x` to an integer power.
#[inline(always)]
pub fn powi<S: Simd>(x: Packed<S>, exponent: i32) -> Packed<S> {
    x.powi(exponent)
}

/// `x` limited to the interval from `low` to `high`.
#[inline(always)]
pub fn clamp<S: Simd>(x: Packed<S>, low: Packed<S>, high: Packed<S>) -> Packed<S> {
    x.clamp(low, high)
}

/// `a * b`, but zero if either factor is zero, even if the other one is infinite or NaN.
#[inline(always)]
pub fn masked<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
    let zero = a.beside(0.0);
    let is_zero = |x: Packed<S>| x.simd.equal_f64s(x.lanes, zero.lanes);
    (a * b)
        .replaced(is_zero(a), zero)
        .replaced(is_zero(b), zero)
}

/// The value at an index, which is below their number.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "arrays are shorter than 2^52")]
pub fn selected<S: Simd, const N: usize>(index: Packed<S>, values: [Packed<S>; N]) -> Packed<S> {
    let mut selected = values[0];
    for (position, value) in values.into_iter().enumerate().skip(1) {
        selected = index
            .beside(position as f64)
            .if_at_most(index, value, selected);
    }
    selected
}

/// `1` if an index is this position, else `0`.
#[inline(always)]
pub fn at_index<S: Simd>(index: Packed<S>, position: usize) -> Packed<S> {
    is_index(index, position)
}

/// `1` if an index is this position, else `0`: the partial of a selected value.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "arrays are shorter than 2^52")]
pub fn is_index<S: Simd>(index: Packed<S>, position: usize) -> Packed<S> {
    let position = index.beside(position as f64);
    let is_it = index.simd.equal_f64s(index.lanes, position.lanes);
    index.beside(0.0).replaced(is_it, index.beside(1.0))
}

/// The partial of `x.abs()`: `-1` for `x < 0`, else `1`.
#[inline(always)]
pub fn abs_partial<S: Simd>(x: Packed<S>) -> Packed<S> {
    let one = x.beside(1.0);
    one.replaced(x.is_below(x.beside(0.0)), -one)
}

/// The partial of `a.copysign(b)` by `a`: `1` if `a` and `b` have equal signs, else `-1`.
#[inline(always)]
pub fn copysign_partial<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
    let one = a.beside(1.0);
    one.copysign(a) * one.copysign(b)
}

/// `1` if `a.min(b)` returns `a`, ties included, else `0`.
#[inline(always)]
pub fn min_first<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
    a.if_at_most(b, a.beside(1.0), one_if_nan(b))
}

/// `1` if `a.min(b)` returns `b`, else `0`.
#[inline(always)]
pub fn min_second<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
    a.beside(1.0) - min_first(a, b)
}

/// `1` if `a.max(b)` returns `a`, ties included, else `0`.
#[inline(always)]
pub fn max_first<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
    b.if_at_most(a, a.beside(1.0), one_if_nan(b))
}

/// `1` if `a.max(b)` returns `b`, else `0`.
#[inline(always)]
pub fn max_second<S: Simd>(a: Packed<S>, b: Packed<S>) -> Packed<S> {
    a.beside(1.0) - max_first(a, b)
}

/// `1` if `x.clamp(low, high)` returns `x`, ties and NaN included, else `0`.
#[inline(always)]
pub fn clamp_inside<S: Simd>(x: Packed<S>, low: Packed<S>, high: Packed<S>) -> Packed<S> {
    x.beside(1.0) - clamp_below(x, low, high) - clamp_above(x, low, high)
}

/// `1` if `x.clamp(low, high)` returns `low`, else `0`.
#[inline(always)]
pub fn clamp_below<S: Simd>(x: Packed<S>, low: Packed<S>, _high: Packed<S>) -> Packed<S> {
    x.beside(0.0).replaced(x.is_below(low), x.beside(1.0))
}

/// `1` if `x.clamp(low, high)` returns `high`, else `0`.
#[inline(always)]
pub fn clamp_above<S: Simd>(x: Packed<S>, _low: Packed<S>, high: Packed<S>) -> Packed<S> {
    x.beside(0.0).replaced(high.is_below(x), x.beside(1.0))
}

/// The integer nearest to `multiple / b`.
#[inline(always)]
pub fn rem_quotient<S: Simd>(multiple: Packed<S>, b: Packed<S>) -> Packed<S> {
    (multiple / b).round()
}

/// The partial of `power = base.powf(exponent)` by the exponent: `power * ln(base)`, but zero if
/// `power` is zero.
#[inline(always)]
pub fn powf_exponent_partial<S: Simd>(base: Packed<S>, power: Packed<S>) -> Packed<S> {
    let zero = base.beside(0.0);
    let is_zero = base.simd.equal_f64s(power.lanes, zero.lanes);
    (power * base.ln()).replaced(is_zero, zero)
}

/// The partial of `x.powi(exponent)`: `exponent * x.powi(exponent - 1)`, but zero if `exponent` is
/// zero.
#[inline(always)]
pub fn powi_partial<S: Simd>(x: Packed<S>, exponent: i32) -> Packed<S> {
    let factor = x.beside(f64::from(exponent));
    match exponent.checked_sub(1) {
        _ if exponent == 0 => factor,
        Some(lower) => factor * x.powi(lower),
        None => factor * (x.powi(exponent) / x),
    }
}

/// The partial of [`powi_partial`]: `exponent * (exponent - 1) * x.powi(exponent - 2)`, but zero if
/// `exponent` is zero or one.
#[inline(always)]
pub fn powi_curvature<S: Simd>(x: Packed<S>, exponent: i32) -> Packed<S> {
    let factor = x.beside(f64::from(exponent) * (f64::from(exponent) - 1.0));
    match exponent.checked_sub(2) {
        _ if exponent == 0 || exponent == 1 => x.beside(0.0),
        Some(lower) => factor * x.powi(lower),
        None => factor * (x.powi(exponent) / (x * x)),
    }
}

/// The partial of [`powf_exponent_partial`] by the power: `ln(base)`, but zero if `power` is zero.
#[inline(always)]
pub fn ln_unless_zero<S: Simd>(base: Packed<S>, power: Packed<S>) -> Packed<S> {
    let zero = base.beside(0.0);
    let is_zero = base.simd.equal_f64s(power.lanes, zero.lanes);
    base.ln().replaced(is_zero, zero)
}

/// The partial of `tanh(x)`.
#[inline(always)]
pub fn tanh_partial<S: Simd>(x: Packed<S>, tanh: Packed<S>) -> Packed<S> {
    if tanh.is_within(-STEEP, STEEP) {
        x.beside(1.0) - tanh * tanh
    } else {
        x.sech_squared()
    }
}

/// The partial of `exp_m1(x)`.
#[inline(always)]
pub fn exp_m1_partial<S: Simd>(x: Packed<S>, exp_m1: Packed<S>) -> Packed<S> {
    if exp_m1.is_within(DEEP, f64::INFINITY) {
        exp_m1 + x.beside(1.0)
    } else {
        x.exp()
    }
}

/// `x` to the power `exponent - 1`, beside `x` to the power `exponent`.
#[inline(always)]
pub fn lower_power<S: Simd>(x: Packed<S>, exponent: Packed<S>, power: Packed<S>) -> Packed<S> {
    if power.abs().is_within(f64::MIN_POSITIVE, f64::MAX) {
        power / x
    } else {
        x.powf(exponent - x.beside(1.0))
    }
}

/// The partial of `sinh(x)`.
#[inline(always)]
pub fn sinh_partial<S: Simd>(_x: Packed<S>, sinh: Packed<S>) -> Packed<S> {
    let root = (sinh * sinh + sinh.beside(1.0)).sqrt();
    sinh.abs().if_at_most(sinh.beside(LARGE), root, sinh.abs())
}

/// The partial of `cosh(x)`.
#[inline(always)]
pub fn cosh_partial<S: Simd>(x: Packed<S>, cosh: Packed<S>) -> Packed<S> {
    let one = x.beside(1.0);
    let root = ((cosh - one) * (cosh + one)).sqrt();
    let root = cosh.if_at_most(x.beside(LARGE), root, cosh);
    let near = x * Packed::polynomial(x * x, &SERIES);
    cosh.if_at_most(x.beside(NEAR), near, root.signed_as(x))
}

#[inline(always)]
fn one_if_nan<S: Simd>(x: Packed<S>) -> Packed<S> {
    x.if_at_most(x, x.beside(0.0), x.beside(1.0))
}
