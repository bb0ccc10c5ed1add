//! Scalar traits: `Arithmetic` for the four operations, `Real` for the elementals.
//!
//! They are two traits, because `core` has no `sqrt`.
//!
//! ```text
//! Arithmetic   + - * /, constants           f32, f64: always
//!     |
//! Real         sin, exp, powf, floor, ...   f32, f64: with `std`, or with `libm`
//! ```
//!
//! The elementals come from the standard library, else from the crate libm. Without both, `f32` and
//! `f64` are [`Arithmetic`] only. So features add implementations and never methods, and your own
//! scalar (for example a counter, a dual number or SIMD lanes) implements the same traits in every
//! build.
//!
//! Methods have the names and the meaning of those of `f64`. None of them returns a `bool`, because
//! SIMD lanes have no single answer. The only comparison is [`Real::if_at_most`], which selects.
//!
//! Cost: every method of `f32` and `f64` is an inlined forwarding call.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Numbers with the four operations and constants.
///
/// ```
/// use jacobian_runtime::Arithmetic;
///
/// fn mean<T: Arithmetic>(a: T, b: T) -> T {
///     (a + b) / T::from_f64(2.0)
/// }
/// assert_eq!(mean(1.0_f32, 2.0), 1.5);
/// ```
pub trait Arithmetic:
    Copy
    + 'static
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// The constant, rounded to this type.
    fn from_f64(value: f64) -> Self;
}

impl Arithmetic for f64 {
    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }
}

impl Arithmetic for f32 {
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "rounding to the type is what the method promises"
    )]
    fn from_f64(value: f64) -> Self {
        value as Self
    }
}

/// Real numbers with the elementals of functions and of their derivatives.
///
/// Use it as the bound of generic functions, with constants through
/// [`from_f64`](Arithmetic::from_f64). You can implement it for your own scalars. Methods with a
/// body are defined in terms of the others.
///
/// Angles are in radians.
///
/// ```
/// # #[cfg(any(feature = "std", feature = "libm"))] {
/// use jacobian_runtime::Real;
///
/// fn softplus<T: Real>(x: T) -> T {
///     x.exp().ln_1p()
/// }
/// assert!((softplus(0.0_f64) - 0.6931471805599453).abs() < 1e-15);
/// # }
/// ```
#[allow(
    clippy::return_self_not_must_use,
    reason = "fifty attributes would hide the list"
)]
pub trait Real: Arithmetic {
    /// Square root.
    fn sqrt(self) -> Self;

    /// Cube root.
    fn cbrt(self) -> Self;

    /// Exponential.
    fn exp(self) -> Self;

    /// Power of two.
    fn exp2(self) -> Self;

    /// `exp(self) - 1`, accurate near zero.
    fn exp_m1(self) -> Self;

    /// Natural logarithm.
    fn ln(self) -> Self;

    /// Binary logarithm.
    fn log2(self) -> Self;

    /// Decimal logarithm.
    fn log10(self) -> Self;

    /// `ln(1 + self)`, accurate near zero.
    fn ln_1p(self) -> Self;

    /// Sine of an angle in radians.
    fn sin(self) -> Self;

    /// Cosine of an angle in radians.
    fn cos(self) -> Self;

    /// Tangent of an angle in radians.
    fn tan(self) -> Self;

    /// Inverse sine, in radians from -pi/2 to pi/2.
    fn asin(self) -> Self;

    /// Inverse cosine, in radians from 0 to pi.
    fn acos(self) -> Self;

    /// Inverse tangent, in radians from -pi/2 to pi/2.
    fn atan(self) -> Self;

    /// Hyperbolic sine.
    fn sinh(self) -> Self;

    /// Hyperbolic cosine.
    fn cosh(self) -> Self;

    /// Hyperbolic tangent.
    fn tanh(self) -> Self;

    /// Inverse hyperbolic sine.
    fn asinh(self) -> Self;

    /// Inverse hyperbolic cosine.
    fn acosh(self) -> Self;

    /// Inverse hyperbolic tangent.
    fn atanh(self) -> Self;

    /// Absolute value.
    fn abs(self) -> Self;

    /// One with the sign of `self`.
    fn signum(self) -> Self;

    /// Rounded down.
    fn floor(self) -> Self;

    /// Rounded up.
    fn ceil(self) -> Self;

    /// Rounded to the nearest integer, halves away from zero.
    fn round(self) -> Self;

    /// Rounded to the nearest integer, halves to the even one.
    fn round_ties_even(self) -> Self;

    /// Rounded towards zero.
    fn trunc(self) -> Self;

    /// Angle of the point with `y = self` and `x = other`, in radians from -pi to pi.
    fn atan2(self, other: Self) -> Self;

    /// `self` to the power `other`.
    fn powf(self, other: Self) -> Self;

    /// `sqrt(self^2 + other^2)` without overflow.
    fn hypot(self, other: Self) -> Self;

    /// The magnitude of `self` with the sign of `other`.
    fn copysign(self, other: Self) -> Self;

    /// The smaller of two numbers. If one is NaN, the other one.
    fn min(self, other: Self) -> Self;

    /// The larger of two numbers. If one is NaN, the other one.
    fn max(self, other: Self) -> Self;

    /// The remainder of Euclidean division, which is never negative.
    fn rem_euclid(self, other: Self) -> Self;

    /// The integer quotient of Euclidean division, see [`rem_euclid`](Self::rem_euclid).
    fn div_euclid(self, other: Self) -> Self;

    /// `self` to an integer power.
    fn powi(self, exponent: i32) -> Self;

    /// `self` limited to the interval from `low` to `high`.
    fn clamp(self, low: Self, high: Self) -> Self;

    /// `then` if `self <= bound`, else `otherwise`. A comparison with NaN gives `otherwise`.
    ///
    /// ```
    /// # #[cfg(any(feature = "std", feature = "libm"))] {
    /// use jacobian_runtime::Real;
    ///
    /// assert_eq!(1.0.if_at_most(2.0, -1.0, 0.0), -1.0);
    /// assert_eq!(f64::NAN.if_at_most(2.0, -1.0, 0.0), 0.0);
    /// # }
    /// ```
    fn if_at_most(self, bound: Self, then: Self, otherwise: Self) -> Self;

    /// `self * factor + addend`, rounded once if the scalar can do it.
    #[inline]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        self * factor + addend
    }

    /// `1 / self`.
    #[inline]
    fn recip(self) -> Self {
        Self::from_f64(1.0) / self
    }

    /// Logarithm to the base `base`.
    #[inline]
    fn log(self, base: Self) -> Self {
        self.ln() / base.ln()
    }

    /// Sine and cosine of an angle in radians.
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    /// The fractional part, with the sign of `self`.
    #[inline]
    fn fract(self) -> Self {
        self - self.trunc()
    }

    /// Radians to degrees.
    #[inline]
    fn to_degrees(self) -> Self {
        self * Self::from_f64(180.0 / core::f64::consts::PI)
    }

    /// Degrees to radians.
    #[inline]
    fn to_radians(self) -> Self {
        self * Self::from_f64(core::f64::consts::PI / 180.0)
    }
}
