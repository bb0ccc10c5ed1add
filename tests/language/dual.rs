//! Forward-mode dual numbers for programs whose loops only run time ends.
//!
//! Differences do not see a loop that runs once more or once less beside the point, and an
//! iteration's derivative is that of its iterates. So these programs are compiled twice from one
//! text, for `f64` and for [`Dual`], and must agree: the value by bits, the entries to rounding.
//!
//! ```text
//! macro_rules! programs { ($T:ident $when:ident) => {
//!     #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
//!     pub fn f(x: &[$T; 2], n: usize) -> [$T; 1] { .. }
//! } }
//! compile!(programs, 2);                             mod generated { .. }  mod dual { .. }
//! agree!(f, f_with_jacobian at [0.5, 2.0]; 10);      f, f_with_jacobian, and f on dual numbers
//! ```

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A value and its derivatives with respect to `N` variables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dual<const N: usize> {
    re: f64,
    eps: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// The independents at a point.
    pub(crate) fn independents(at: [f64; N]) -> [Self; N] {
        std::array::from_fn(|row| Self {
            re: at[row],
            eps: std::array::from_fn(|col| f64::from(u8::from(row == col))),
        })
    }

    /// The values and derivatives of results.
    pub(crate) fn rows<const M: usize>(results: [Self; M]) -> ([f64; M], [[f64; N]; M]) {
        (results.map(|one| one.re), results.map(|one| one.eps))
    }

    /// A function of this number, by its value and derivative.
    fn chain(self, re: f64, slope: f64) -> Self {
        Self {
            re,
            eps: self.eps.map(|eps| slope * eps),
        }
    }

    fn both(self, other: Self, re: f64, left: f64, right: f64) -> Self {
        Self {
            re,
            eps: std::array::from_fn(|col| left * self.eps[col] + right * other.eps[col]),
        }
    }

    pub(crate) fn sin(self) -> Self {
        self.chain(self.re.sin(), self.re.cos())
    }
    pub(crate) fn cos(self) -> Self {
        self.chain(self.re.cos(), -self.re.sin())
    }
    pub(crate) fn exp(self) -> Self {
        self.chain(self.re.exp(), self.re.exp())
    }
    pub(crate) fn ln(self) -> Self {
        self.chain(self.re.ln(), self.re.recip())
    }
    pub(crate) fn sqrt(self) -> Self {
        self.chain(self.re.sqrt(), 0.5 / self.re.sqrt())
    }
    pub(crate) fn abs(self) -> Self {
        self.chain(self.re.abs(), self.re.signum())
    }
    pub(crate) fn powi(self, n: i32) -> Self {
        self.chain(self.re.powi(n), f64::from(n) * self.re.powi(n - 1))
    }
    pub(crate) fn max(self, other: Self) -> Self {
        if other.re > self.re { other } else { self }
    }
    pub(crate) fn is_nan(self) -> bool {
        self.re.is_nan()
    }
}

impl<const N: usize> From<f64> for Dual<N> {
    fn from(re: f64) -> Self {
        Self { re, eps: [0.0; N] }
    }
}

macro_rules! operators {
    ($($trait:ident $name:ident $assign:ident $assign_name:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl<const N: usize> $trait for Dual<N> {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $result
            }
        }
        impl<const N: usize> $trait<f64> for Dual<N> {
            type Output = Self;
            fn $name(self, other: f64) -> Self {
                $trait::$name(self, Self::from(other))
            }
        }
        impl<const N: usize> $trait<&f64> for Dual<N> {
            type Output = Self;
            fn $name(self, other: &f64) -> Self {
                $trait::$name(self, Self::from(*other))
            }
        }
        impl<const N: usize> $trait<Dual<N>> for f64 {
            type Output = Dual<N>;
            fn $name(self, other: Dual<N>) -> Dual<N> {
                $trait::$name(Dual::from(self), other)
            }
        }
        impl<const N: usize> $trait<Dual<N>> for &f64 {
            type Output = Dual<N>;
            fn $name(self, other: Dual<N>) -> Dual<N> {
                $trait::$name(Dual::from(*self), other)
            }
        }
        impl<const N: usize, O> $assign<O> for Dual<N>
        where
            Self: $trait<O, Output = Self>,
        {
            fn $assign_name(&mut self, other: O) {
                *self = $trait::$name(*self, other);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign |a, b| a.both(b, a.re + b.re, 1.0, 1.0);
    Sub sub SubAssign sub_assign |a, b| a.both(b, a.re - b.re, 1.0, -1.0);
    Mul mul MulAssign mul_assign |a, b| a.both(b, a.re * b.re, b.re, a.re);
    Div div DivAssign div_assign |a, b| a.both(b, a.re / b.re, 1.0 / b.re, -a.re / (b.re * b.re));
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    fn neg(self) -> Self {
        self.chain(-self.re, -1.0)
    }
}

impl<const N: usize> PartialEq for Dual<N> {
    fn eq(&self, other: &Self) -> bool {
        self.re == other.re
    }
}

impl<const N: usize> PartialOrd for Dual<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.re.partial_cmp(&other.re)
    }
}

impl<const N: usize> PartialEq<f64> for Dual<N> {
    fn eq(&self, other: &f64) -> bool {
        self.re == *other
    }
}

impl<const N: usize> PartialOrd<f64> for Dual<N> {
    fn partial_cmp(&self, other: &f64) -> Option<std::cmp::Ordering> {
        self.re.partial_cmp(other)
    }
}

impl<const N: usize> std::iter::Sum for Dual<N> {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::from(-0.0), |total, item| total + item)
    }
}

/// Checks a program against its dual version.
pub(crate) fn compare<const N: usize, const M: usize>(
    name: &str,
    own: [f64; M],
    (value, jacobian): ([f64; M], [[f64; N]; M]),
    dual: [Dual<N>; M],
) {
    let (_, partials) = Dual::rows(dual);
    for row in 0..M {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        assert!(
            same(value[row], own[row]),
            "{name}: value {row} is {}, the function says {}",
            value[row],
            own[row]
        );
        for col in 0..N {
            let (found, expected) = (jacobian[row][col], partials[row][col]);
            let near = (found - expected).abs() <= 1e-11 * (1.0 + expected.abs());
            assert!(
                near || (found.is_nan() && expected.is_nan()),
                "{name}: entry ({row}, {col}) is {found}, dual numbers say {expected}"
            );
        }
    }
}

/// Compiles the programs of a macro for `f64`, with their Jacobians, and for dual numbers.
macro_rules! compile {
    ($programs:ident, $n:literal) => {
        mod generated {
            $programs!(f64 all);
        }
        mod dual {
            type Dual = $crate::dual::Dual<$n>;
            $programs!(Dual any);
        }
    };
}
pub(crate) use compile;

/// `agree!(f, f_with_jacobian at [x..]; other arguments)`
macro_rules! agree {
    ($function:ident, $generated:ident at $x:expr $(; $($argument:expr),+)?) => {{
        let at = $x;
        let (value, jacobian) = generated::$generated(&at $(, $($argument),+)?);
        $crate::dual::compare(
            stringify!($function),
            generated::$function(&at $(, $($argument),+)?),
            (value, jacobian.to_dense()),
            dual::$function(&$crate::dual::Dual::independents(at) $(, $($argument),+)?),
        );
    }};
}
pub(crate) use agree;
