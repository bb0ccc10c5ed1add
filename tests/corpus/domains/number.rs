//! Numbers that the functions themselves run on, in place of `f64`.
//!
//! ```text
//! pub fn f(x: &[f64; 2]) -> f64                     as written
//! pub fn f_twin<D>(x: &[Forward<D>; 2]) -> ..       the same text: #[row] of tests/twin
//! D = f64, dual numbers, absolute path products     see tests/corpus/scalar.rs
//! ```
//!
//! [`Forward`] has the operators of `f64`, references included, and its methods under their names,
//! for any [`Scalar`]. Keeps: comparisons see the value alone, so that a twin takes the arms that
//! the function takes.

use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

pub use super::casts::As;
pub use super::generic;
use crate::corpus::scalar::{Paths, Scalar};

/// A number of the twins.
#[derive(Clone, Copy, Debug)]
pub struct Forward<D>(pub D);

impl<D: Scalar> fmt::Display for Forward<D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value().fmt(formatter)
    }
}

impl<D: Scalar> From<f64> for Forward<D> {
    fn from(value: f64) -> Self {
        Self(D::from(value))
    }
}

impl<D: Scalar> PartialEq for Forward<D> {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(std::cmp::Ordering::Equal)
    }
}

impl<D: Scalar> PartialEq<f64> for Forward<D> {
    fn eq(&self, other: &f64) -> bool {
        self.0.value() == *other
    }
}

impl<D: Scalar> PartialOrd<f64> for Forward<D> {
    fn partial_cmp(&self, other: &f64) -> Option<std::cmp::Ordering> {
        self.0.value().partial_cmp(other)
    }
}

impl<D: Scalar> PartialOrd for Forward<D> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.value().partial_cmp(&other.0.value())
    }
}

impl<D: Scalar> Neg for Forward<D> {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<D: Scalar> Neg for &Forward<D> {
    type Output = Forward<D>;

    fn neg(self) -> Forward<D> {
        Forward(-self.0)
    }
}

/// An operator between numbers, references to them, and plain constants.
macro_rules! operator {
    ($($trait:ident $name:ident $assign:ident $assign_name:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl<D: Scalar> $trait for Forward<D> {
            type Output = Self;

            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl<D: Scalar> $trait<&Self> for Forward<D> {
            type Output = Self;

            fn $name(self, other: &Self) -> Self {
                $trait::$name(self, *other)
            }
        }

        impl<D: Scalar> $trait<Forward<D>> for &Forward<D> {
            type Output = Forward<D>;

            fn $name(self, other: Forward<D>) -> Forward<D> {
                $trait::$name(*self, other)
            }
        }

        impl<D: Scalar> $trait for &Forward<D> {
            type Output = Forward<D>;

            fn $name(self, other: Self) -> Forward<D> {
                $trait::$name(*self, *other)
            }
        }

        impl<D: Scalar> $trait<f64> for Forward<D> {
            type Output = Self;

            fn $name(self, other: f64) -> Self {
                $trait::$name(self, Self::from(other))
            }
        }

        impl<D: Scalar> $trait<Forward<D>> for f64 {
            type Output = Forward<D>;

            fn $name(self, other: Forward<D>) -> Forward<D> {
                $trait::$name(Forward::from(self), other)
            }
        }

        impl<D: Scalar> $assign for Forward<D> {
            fn $assign_name(&mut self, other: Self) {
                *self = $trait::$name(*self, other);
            }
        }

        impl<D: Scalar> $assign<&Self> for Forward<D> {
            fn $assign_name(&mut self, other: &Self) {
                *self = $trait::$name(*self, *other);
            }
        }

        impl<D: Scalar> $assign<f64> for Forward<D> {
            fn $assign_name(&mut self, other: f64) {
                *self = $trait::$name(*self, Self::from(other));
            }
        }

        impl<D: Scalar> $trait<f64> for &Forward<D> {
            type Output = Forward<D>;

            fn $name(self, other: f64) -> Forward<D> {
                $trait::$name(*self, Forward::from(other))
            }
        }

        impl<D: Scalar> $trait<&Forward<D>> for f64 {
            type Output = Forward<D>;

            fn $name(self, other: &Forward<D>) -> Forward<D> {
                $trait::$name(Forward::from(self), *other)
            }
        }
    )*};
}

operator! {
    Add add AddAssign add_assign |a, b| a + b;
    Sub sub SubAssign sub_assign |a, b| a - b;
    Mul mul MulAssign mul_assign |a, b| a * b;
    Div div DivAssign div_assign |a, b| exactly(a / b, a.value() / b.value());
    // The quotient is locally constant.
    Rem rem RemAssign rem_assign |a, b| a - b * (a.value() / b.value()).trunc();
}

/// The number with the value that the function itself computes, where a library's is a rounding
/// off: a residual that is a small difference would show it.
fn exactly<D: Scalar>(number: D, value: f64) -> D {
    let off = value - number.value();
    if off == 0.0 || !off.is_finite() {
        number
    } else {
        number + off
    }
}

impl<D: Scalar> Sum for Forward<D> {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        // As the library adds doubles: from minus zero.
        numbers.fold(Self::from(-0.0), |sum, number| sum + number)
    }
}

impl<'a, D: Scalar> Sum<&'a Self> for Forward<D> {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().sum()
    }
}

impl<D: Scalar> Product for Forward<D> {
    fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::from(1.0), |product, number| product * number)
    }
}

impl<'a, D: Scalar> Product<&'a Self> for Forward<D> {
    fn product<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().product()
    }
}

/// Methods without further arguments, the scalar's own.
macro_rules! forward {
    ($($name:ident)*) => {
        $(#[doc = concat!("As `f64::", stringify!($name), "`.")]
        pub fn $name(self) -> Self {
            Self(self.0.$name())
        })*
    };
}

/// Methods whose result is locally constant.
macro_rules! constant {
    ($($name:ident)*) => {
        $(#[doc = concat!("As `f64::", stringify!($name), "`, which is locally constant.")]
        pub fn $name(self) -> Self {
            Self::from(self.0.value().$name())
        })*
    };
}

/// Questions about the value.
macro_rules! ask {
    ($($name:ident)*) => {
        $(#[doc = concat!("As `f64::", stringify!($name), "`.")]
        pub fn $name(self) -> bool {
            self.0.value().$name()
        })*
    };
}

impl<D: Scalar> Forward<D> {
    forward! { recip sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan }
    forward! { sinh cosh tanh asinh acosh atanh abs }
    constant! { signum floor ceil round round_ties_even trunc }

    /// As `f64::sin_cos`.
    pub fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    /// As `f64::atan2`.
    pub fn atan2(self, x: Self) -> Self {
        Self(self.0.atan2(x.0))
    }

    /// As `f64::powi`.
    pub fn powi(self, exponent: i32) -> Self {
        Self(self.0.powi(exponent))
    }

    /// As `f64::powf`, for positive numbers.
    pub fn powf(self, exponent: impl Into<Self>) -> Self {
        let exponent = exponent.into();
        let value = self.0.value().powf(exponent.0.value());
        Self(exactly(self.0.power(exponent.0), value))
    }

    /// As `f64::powf` with an exponent that is written as a number.
    pub fn powf_of_constant(self, exponent: f64) -> Self {
        Self(self.0.powf(exponent))
    }

    /// As `f64::hypot`.
    pub fn hypot(self, other: Self) -> Self {
        let root = (self * self + other * other).sqrt().0;
        Self(exactly(root, self.0.value().hypot(other.0.value())))
    }

    /// As `f64::mul_add`.
    pub fn mul_add(self, factor: Self, addend: Self) -> Self {
        let fused = self.0.value().mul_add(factor.0.value(), addend.0.value());
        Self(exactly((self * factor + addend).0, fused))
    }

    /// As `f64::max`.
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// As `f64::min`.
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// As `f64::clamp`.
    pub fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }

    /// As `f64::copysign`.
    pub fn copysign(self, sign: Self) -> Self {
        self.abs() * sign.signum()
    }

    /// As `f64::rem_euclid`.
    pub fn rem_euclid(self, modulus: Self) -> Self {
        let quotient = self.0.value().div_euclid(modulus.0.value());
        self - modulus * Self::from(quotient)
    }

    /// As `f64::to_radians`.
    pub fn to_radians(self) -> Self {
        self * Self::from(std::f64::consts::PI / 180.0)
    }

    /// As `f64::to_degrees`.
    pub fn to_degrees(self) -> Self {
        self * Self::from(180.0 / std::f64::consts::PI)
    }

    /// As `f64::div_euclid`, which is locally constant.
    pub fn div_euclid(self, modulus: Self) -> Self {
        Self::from(self.0.value().div_euclid(modulus.0.value()))
    }

    /// As `f64::fract`.
    pub fn fract(self) -> Self {
        self - self.trunc()
    }

    /// As `f64::log`.
    pub fn log(self, base: Self) -> Self {
        let value = self.0.value().log(base.0.value());
        Self(exactly((self.ln() / base.ln()).0, value))
    }

    /// As `f64::total_cmp`.
    pub fn total_cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.value().total_cmp(&other.0.value())
    }

    ask! { is_nan is_infinite is_finite is_sign_positive is_sign_negative is_normal }
}

/// A constant, in places where traits cannot be called.
macro_rules! constants {
    ($($scalar:ty: |$value:ident| $number:expr;)*) => {
        $(impl Forward<$scalar> {
            /// The constant.
            pub const fn of($value: f64) -> Self {
                Self($number)
            }
        })*
    };
}

constants! {
    f64: |value| value;
    num_dual::Dual64: |re| num_dual::Dual64 { re, eps: 0.0 };
    num_dual::HyperDual64: |re| num_dual::HyperDual64 { re, eps1: 0.0, eps2: 0.0, eps1eps2: 0.0 };
    Paths: |value| Paths { value, sum: 0.0 };
}

impl<D: Scalar> Default for Forward<D> {
    fn default() -> Self {
        Self::from(0.0)
    }
}

/// A constant as the twins use it.
pub trait Lift<D> {
    /// The result.
    type Lifted;

    /// The constant over the twin's numbers.
    fn lift(self) -> Self::Lifted;
}

impl<D: Scalar> Lift<D> for f64 {
    type Lifted = Forward<D>;

    fn lift(self) -> Forward<D> {
        Forward::from(self)
    }
}

macro_rules! lift_as_they_are {
    ($($name:ident)*) => {
        $(impl<D> Lift<D> for $name {
            type Lifted = Self;

            fn lift(self) -> Self {
                self
            }
        })*
    };
}

lift_as_they_are! { usize u8 u32 u64 i32 i64 bool }

impl<D, T: Lift<D>, const N: usize> Lift<D> for [T; N] {
    type Lifted = [T::Lifted; N];

    fn lift(self) -> Self::Lifted {
        self.map(T::lift)
    }
}

impl<D, A: Lift<D>, B: Lift<D>> Lift<D> for (A, B) {
    type Lifted = (A::Lifted, B::Lifted);

    fn lift(self) -> Self::Lifted {
        (self.0.lift(), self.1.lift())
    }
}

impl<D, A: Lift<D>, B: Lift<D>, C: Lift<D>> Lift<D> for (A, B, C) {
    type Lifted = (A::Lifted, B::Lifted, C::Lifted);

    fn lift(self) -> Self::Lifted {
        (self.0.lift(), self.1.lift(), self.2.lift())
    }
}

impl<'a, D, T: Lift<D> + Copy> Lift<D> for &'a [T] {
    type Lifted = Vec<T::Lifted>;

    fn lift(self) -> Self::Lifted {
        self.iter().map(|constant| constant.lift()).collect()
    }
}

/// A constant as the twins use it.
pub fn lift<D, T: Lift<D>>(constant: T) -> T::Lifted {
    constant.lift()
}

/// Hands out the coordinates of a flat point.
#[derive(Debug)]
pub struct Reader<'a, T> {
    coordinates: std::slice::Iter<'a, T>,
    first: Option<T>,
}

impl<'a, T: Copy> Reader<'a, T> {
    /// From the first coordinate.
    pub fn new(point: &'a [T]) -> Self {
        Self {
            coordinates: point.iter(),
            first: point.first().copied(),
        }
    }

    /// The first coordinate, by which `with` may choose.
    pub fn first(&self) -> T {
        self.first.expect("a point with a coordinate")
    }

    /// The next coordinate.
    #[expect(
        clippy::should_implement_trait,
        reason = "a point ends where its function says"
    )]
    pub fn next(&mut self) -> T {
        *self
            .coordinates
            .next()
            .expect("a point of the length that the function has")
    }
}

/// The first coordinate of a point, by which `with` may choose, so that arms on parameters are
/// reached too.
pub fn first<D: Scalar>(point: &[D]) -> f64 {
    point.first().map_or(0.0, |first| first.value())
}

/// Fills every row if a function returns an error or `None`.
pub const NOTHING: f64 = -12_345.678;

/// Takes the rows of a value.
#[derive(Debug)]
pub struct Writer<'a, T>(std::slice::IterMut<'a, T>);

impl<'a, T: From<f64>> Writer<'a, T> {
    /// To the first row.
    pub fn new(value: &'a mut [T]) -> Self {
        Self(value.iter_mut())
    }

    /// The next row.
    pub fn put(&mut self, row: T) {
        *self
            .0
            .next()
            .expect("a value of the length that the pattern states") = row;
    }

    /// There is no value here, neither of the function nor of the generated code.
    pub fn nothing(&mut self) {
        for row in self.0.by_ref() {
            *row = T::from(NOTHING);
        }
    }
}

/// Runs a twin over a slice.
pub fn run<D: Scalar>(
    x: &[D],
    value: &mut [D],
    twin: impl Fn(&mut Reader<'_, Forward<D>>, &mut Writer<'_, Forward<D>>),
) {
    let point: Vec<_> = x.iter().copied().map(Forward).collect();
    let mut result = vec![Forward::from(0.0); value.len()];
    twin(&mut Reader::new(&point), &mut Writer::new(&mut result));
    for (row, result) in value.iter_mut().zip(result) {
        *row = result.0;
    }
}
