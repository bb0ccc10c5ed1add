//! The numbers that the reference functions run on.
//!
//! Each attributed function has a twin, generic over [`Scalar`]. Three kinds of number
//! matter: `f64`; the dual numbers of `num-dual`, which make the twin an oracle for the Jacobian;
//! and [`Paths`], which measures how well a Jacobian entry can be known at all:
//!
//! ```text
//!          value            number carried along
//! dual     a * b            a' b + a b'             the entry: a sum over paths, signs included
//! Paths    a * b            |a'| |b| + |a| |b'|     the same sum over absolute path products
//! ```
//!
//! Rounding is relative to each path product, not to their sum: where paths cancel, a correct
//! entry may have no correct digit. So entries are compared at a fraction of the second number.
//!
//! Keeps: a twin that compiles for one scalar compiles for all; duals get a blanket implementation.

#![allow(
    clippy::return_self_not_must_use,
    reason = "arithmetic returns its own type, and dropping a result is harmless"
)]

use std::ops::{Add, Div, Mul, Neg, Sub};

use num_dual::DualNum;

/// Arithmetic among numbers and with plain constants, and the elementals of the corpus.
pub trait Scalar:
    Copy
    + From<f64>
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// Reciprocal.
    fn recip(self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Cube root.
    fn cbrt(self) -> Self;
    /// Exponential.
    fn exp(self) -> Self;
    /// Power of two.
    fn exp2(self) -> Self;
    /// `exp(x) - 1`.
    fn exp_m1(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// Binary logarithm.
    fn log2(self) -> Self;
    /// Decimal logarithm.
    fn log10(self) -> Self;
    /// `ln(1 + x)`.
    fn ln_1p(self) -> Self;
    /// Sine.
    fn sin(self) -> Self;
    /// Cosine.
    fn cos(self) -> Self;
    /// Tangent.
    fn tan(self) -> Self;
    /// Inverse sine.
    fn asin(self) -> Self;
    /// Inverse cosine.
    fn acos(self) -> Self;
    /// Inverse tangent.
    fn atan(self) -> Self;
    /// Angle of the point `(x, self)`.
    fn atan2(self, x: Self) -> Self;
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
    /// Power with an integer exponent.
    fn powi(self, exponent: i32) -> Self;
    /// Power with a constant exponent.
    fn powf(self, exponent: f64) -> Self;

    /// The value alone.
    fn value(self) -> f64;

    /// Power with an exponent that varies; the base is positive.
    fn power(self, exponent: Self) -> Self {
        (self.ln() * exponent).exp()
    }

    /// Absolute value.
    fn abs(self) -> Self {
        if self < Self::from(0.0) { -self } else { self }
    }

    /// The larger; ties go to `self`.
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    /// The smaller; ties go to `self`.
    fn min(self, other: Self) -> Self {
        if self > other { other } else { self }
    }
}

/// Forwards methods without further arguments to the dual number's own.
macro_rules! forward {
    ($($name:ident)*) => {
        $(#[inline]
        fn $name(self) -> Self {
            DualNum::$name(&self)
        })*
    };
}

impl<D: DualNum<Primitive = f64> + Copy> Scalar for D {
    forward! { recip sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan }
    forward! { sinh cosh tanh asinh acosh atanh }

    #[inline]
    fn atan2(self, x: Self) -> Self {
        // The library divides by `x`, which may be zero: turned by a right angle, it may not.
        if x.re().abs() < self.re().abs() {
            let turned = -(x / self).atan();
            return turned + (self.re().atan2(x.re()) - turned.re());
        }
        DualNum::atan2(&self, x)
    }

    #[inline]
    fn powi(self, exponent: i32) -> Self {
        DualNum::powi(&self, exponent)
    }

    #[inline]
    fn powf(self, exponent: f64) -> Self {
        DualNum::powf(&self, exponent)
    }

    #[inline]
    fn value(self) -> f64 {
        self.re()
    }
}

/// A value and the sum of the absolute products along all paths that lead to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paths {
    /// The value itself, sign and all: local partials depend on it.
    pub value: f64,
    /// The sum over paths from the seeded independent.
    pub sum: f64,
}

impl Paths {
    /// An independent; its own path has length zero and product one when seeded.
    pub fn independent(value: f64, seeded: bool) -> Self {
        Self {
            value,
            sum: f64::from(u8::from(seeded)),
        }
    }

    /// An elemental of one operand with its local partial.
    fn unary(self, value: f64, partial: f64) -> Self {
        // A partial may be infinite where nothing flows; nothing times infinity is nothing here.
        let sum = if self.sum == 0.0 {
            0.0
        } else {
            self.sum * partial.abs()
        };
        Self { value, sum }
    }

    /// An elemental of two operands with its local partials.
    fn binary(self, other: Self, value: f64, partials: [f64; 2]) -> Self {
        let sum = self.unary(value, partials[0]).sum + other.unary(value, partials[1]).sum;
        Self { value, sum }
    }
}

impl From<f64> for Paths {
    fn from(value: f64) -> Self {
        Self { value, sum: 0.0 }
    }
}

impl PartialOrd for Paths {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl Neg for Paths {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            value: -self.value,
            sum: self.sum,
        }
    }
}

/// Implements an operator between `Paths`, and between `Paths` and a constant.
macro_rules! operator {
    ($($trait:ident $name:ident |$a:ident, $b:ident| $value:expr, $partials:expr;)*) => {
        $(impl $trait for Paths {
            type Output = Self;

            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.value, other.value);
                self.binary(other, $value, $partials)
            }
        }

        impl $trait<f64> for Paths {
            type Output = Self;

            fn $name(self, other: f64) -> Self {
                $trait::$name(self, Self::from(other))
            }
        })*
    };
}

operator! {
    Add add |a, b| a + b, [1.0, 1.0];
    Sub sub |a, b| a - b, [1.0, -1.0];
    Mul mul |a, b| a * b, [b, a];
    Div div |a, b| a / b, [1.0 / b, a / (b * b)];
}

/// Implements elementals of one operand from their derivatives in terms of the operand `x`.
macro_rules! elementals {
    ($($name:ident |$x:ident| $partial:expr;)*) => {
        $(fn $name(self) -> Self {
            let $x = self.value;
            self.unary($x.$name(), $partial)
        })*
    };
}

impl Scalar for Paths {
    elementals! {
        recip |x| 1.0 / (x * x);
        sqrt |x| 0.5 / x.sqrt();
        cbrt |x| 1.0 / (3.0 * x.cbrt() * x.cbrt());
        exp |x| x.exp();
        exp2 |x| x.exp2() * std::f64::consts::LN_2;
        exp_m1 |x| x.exp();
        ln |x| 1.0 / x;
        log2 |x| std::f64::consts::LOG2_E / x;
        log10 |x| std::f64::consts::LOG10_E / x;
        ln_1p |x| 1.0 / (1.0 + x);
        sin |x| x.cos();
        cos |x| x.sin();
        tan |x| 1.0 + x.tan() * x.tan();
        asin |x| 1.0 / (1.0 - x * x).sqrt();
        acos |x| 1.0 / (1.0 - x * x).sqrt();
        atan |x| 1.0 / (1.0 + x * x);
        sinh |x| x.cosh();
        cosh |x| x.sinh();
        // One minus the square: of two paths that nearly cancel for large arguments.
        tanh |x| 1.0 + x.tanh() * x.tanh();
        asinh |x| 1.0 / (x * x + 1.0).sqrt();
        acosh |x| 1.0 / (x * x - 1.0).sqrt();
        atanh |x| 1.0 / (1.0 - x * x);
    }

    fn atan2(self, x: Self) -> Self {
        let square = self.value * self.value + x.value * x.value;
        let partials = [x.value / square, self.value / square];
        self.binary(x, self.value.atan2(x.value), partials)
    }

    // The pattern holds the branch not taken too, so both count.
    fn max(self, other: Self) -> Self {
        Self {
            value: self.value.max(other.value),
            sum: self.sum + other.sum,
        }
    }

    fn min(self, other: Self) -> Self {
        Self {
            value: self.value.min(other.value),
            sum: self.sum + other.sum,
        }
    }

    fn powi(self, exponent: i32) -> Self {
        let partial = f64::from(exponent) * self.value.powi(exponent - 1);
        self.unary(self.value.powi(exponent), partial)
    }

    fn powf(self, exponent: f64) -> Self {
        let partial = exponent * self.value.powf(exponent - 1.0);
        self.unary(self.value.powf(exponent), partial)
    }

    fn value(self) -> f64 {
        self.value
    }
}
