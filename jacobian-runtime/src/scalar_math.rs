//! Scalar fallback of `batch/vector_math.rs`: one elemental of several numbers, one after the
//! other.
//!
//! Generated code calls these functions under `value = fused` if the feature `batch` is off.

#![allow(
    clippy::inline_always,
    reason = "as in `private.rs`, from where these are called"
)]

use core::array::from_fn;

use crate::Real;

pub use crate::atan2_trig::*;
pub use crate::from_values::several::*;
pub use crate::quotients::quotients;

macro_rules! one_by_one {
    ($($name:ident)*) => {$(
        #[doc = concat!("`", stringify!($name), "` of each number.")]
        #[inline(always)]
        pub fn $name<const N: usize>(numbers: [f64; N]) -> [f64; N] {
            numbers.map(Real::$name)
        }
    )*};
}

one_by_one! { exp tan sinh cosh tanh }

/// Sine and cosine of each number.
#[inline(always)]
pub fn sin_cos<const N: usize>(numbers: [f64; N]) -> [(f64, f64); N] {
    numbers.map(Real::sin_cos)
}

/// `1 / cosh(x)^2` of each number.
#[inline(always)]
pub fn sech_squared<const N: usize>(numbers: [f64; N]) -> [f64; N] {
    numbers.map(crate::from_values::sech_squared)
}

/// `atan2` of each pair `(ys[i], xs[i])`.
#[inline(always)]
pub fn atan2<const N: usize>(ys: [f64; N], xs: [f64; N]) -> [f64; N] {
    from_fn(|index| Real::atan2(ys[index], xs[index]))
}
