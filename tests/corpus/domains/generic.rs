//! Traits named as those of num-traits, as far as the corpus asks, for the numbers of twins.
//!
//! ```text
//! use num_traits::Float;    in the twin:    use crate::domains::number::generic::Float;
//! ```
//!
//! The real traits ask for dozens of methods, and for types that a number of the twin has not.
//!
//! Keeps: a method does what the number's own method of that name does.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, Sub, SubAssign};

use super::number::Forward;
use crate::corpus::scalar::Scalar;

fn constant<D: Scalar>(value: f64) -> Forward<D> {
    Forward(D::from(value))
}

/// As `num_traits::Zero`.
pub trait Zero: Sized {
    /// Zero.
    fn zero() -> Self;
}

/// As `num_traits::One`.
pub trait One: Sized {
    /// One.
    fn one() -> Self;
}

/// What a number can be made of.
pub trait ToNumber {
    /// The value.
    fn number(self) -> f64;
}

macro_rules! to_number {
    ($($from:ident)*) => {
        $(impl ToNumber for $from {
            fn number(self) -> f64 {
                self as f64
            }
        })*
    };
}

to_number! { f64 u8 u32 u64 usize i32 i64 }

impl<D: Scalar> ToNumber for Forward<D> {
    fn number(self) -> f64 {
        self.0.value()
    }
}

/// As `num_traits::FromPrimitive`.
pub trait FromPrimitive: Sized {
    /// Of a double.
    fn from_f64(number: impl ToNumber) -> Option<Self>;
    /// Of an integer.
    fn from_usize(number: usize) -> Option<Self>;
    /// Of an integer.
    fn from_u32(number: u32) -> Option<Self>;
    /// Of an integer.
    fn from_i32(number: i32) -> Option<Self>;
}

/// As `num_traits::FloatConst`.
#[allow(non_snake_case, reason = "the names of the crate")]
pub trait FloatConst: Sized {
    /// The number.
    fn PI() -> Self;
    /// Two of it.
    fn TAU() -> Self;
    /// Half of it.
    fn FRAC_PI_2() -> Self;
}

/// As `num_traits::NumAssign`.
pub trait NumAssign: Num + AddAssign + SubAssign + MulAssign + DivAssign {}

/// As `num_traits::Num`.
pub trait Num:
    Zero
    + One
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
}

macro_rules! float {
    ($($unary:ident)*; $($binary:ident)*; $($asked:ident)*) => {
        /// As `num_traits::Float`.
        pub trait Float: Num + Copy + PartialOrd + Neg<Output = Self> {
            $(#[doc = concat!("As `f64::", stringify!($unary), "`.")]
            fn $unary(self) -> Self;)*
            $(#[doc = concat!("As `f64::", stringify!($binary), "`.")]
            fn $binary(self, other: Self) -> Self;)*
            $(#[doc = concat!("As `f64::", stringify!($asked), "`.")]
            fn $asked(self) -> bool;)*
            /// Of any number.
            fn from<N: ToNumber>(number: N) -> Option<Self>;
            /// As `f64::powi`.
            fn powi(self, exponent: i32) -> Self;
            /// As `f64::sin_cos`.
            fn sin_cos(self) -> (Self, Self);
            /// As `f64::mul_add`.
            fn mul_add(self, factor: Self, addend: Self) -> Self;
            /// `f64::EPSILON`.
            fn epsilon() -> Self;
            /// `f64::INFINITY`.
            fn infinity() -> Self;
            /// `f64::NAN`.
            fn nan() -> Self;
            /// `f64::MAX`.
            fn max_value() -> Self;
        }

        impl<D: Scalar> Float for Forward<D> {
            $(fn $unary(self) -> Self {
                Forward::$unary(self)
            })*
            $(fn $binary(self, other: Self) -> Self {
                Forward::$binary(self, other)
            })*
            $(fn $asked(self) -> bool {
                Forward::$asked(self)
            })*
            fn from<N: ToNumber>(number: N) -> Option<Self> {
                Some(constant(number.number()))
            }
            fn powi(self, exponent: i32) -> Self {
                Forward::powi(self, exponent)
            }
            fn sin_cos(self) -> (Self, Self) {
                Forward::sin_cos(self)
            }
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                Forward::mul_add(self, factor, addend)
            }
            fn epsilon() -> Self {
                constant(f64::EPSILON)
            }
            fn infinity() -> Self {
                constant(f64::INFINITY)
            }
            fn nan() -> Self {
                constant(f64::NAN)
            }
            fn max_value() -> Self {
                constant(f64::MAX)
            }
        }
    };
}

float! {
    recip sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh tanh
    asinh acosh atanh abs signum floor ceil round trunc fract to_radians to_degrees;
    atan2 powf hypot max min log;
    is_nan is_infinite is_finite is_sign_negative is_sign_positive
}

impl<D: Scalar> Zero for Forward<D> {
    fn zero() -> Self {
        constant(0.0)
    }
}

impl<D: Scalar> One for Forward<D> {
    fn one() -> Self {
        constant(1.0)
    }
}

impl<D: Scalar> Num for Forward<D> {}

impl<D: Scalar> NumAssign for Forward<D> {}

impl<D: Scalar> FromPrimitive for Forward<D> {
    fn from_f64(number: impl ToNumber) -> Option<Self> {
        Some(constant(number.number()))
    }

    fn from_usize(number: usize) -> Option<Self> {
        Some(constant(number.number()))
    }

    fn from_u32(number: u32) -> Option<Self> {
        Some(constant(number.number()))
    }

    fn from_i32(number: i32) -> Option<Self> {
        Some(constant(number.number()))
    }
}

impl<D: Scalar> FloatConst for Forward<D> {
    fn PI() -> Self {
        constant(std::f64::consts::PI)
    }

    fn TAU() -> Self {
        constant(std::f64::consts::TAU)
    }

    fn FRAC_PI_2() -> Self {
        constant(std::f64::consts::FRAC_PI_2)
    }
}
