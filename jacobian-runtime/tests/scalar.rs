//! A user-defined scalar: numbers that count the operations on them.
//!
//! ```text
//! fn partial<T: Real>(x: T) -> T      partial(0.3)             the number
//!                                     partial(Counted(0.3))    the same number, and the operations
//! ```
//!
//! You must be able to implement the traits in a build with any features, and generic code must not
//! see the difference. Counting scalars also check the cost of generated code.

use std::cell::Cell;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use jacobian_runtime::__private as library;
use jacobian_runtime::{Arithmetic, Cost, Layout, Real, SparseJacobian, SparsityPattern};

thread_local! {
    static COST: Cell<Cost> = Cell::default();
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted(f64);

fn count(result: f64, field: fn(&mut Cost) -> &mut usize) -> Counted {
    let mut cost = COST.get();
    *field(&mut cost) += 1;
    COST.set(cost);
    Counted(result)
}

fn counted<T>(run: impl FnOnce() -> T) -> (T, Cost) {
    COST.set(Cost::default());
    (run(), COST.get())
}

macro_rules! operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $symbol:tt $field:ident;)*) => {
        $(
            impl $trait for Counted {
                type Output = Self;
                fn $method(self, other: Self) -> Self {
                    count(self.0 $symbol other.0, |cost| &mut cost.$field)
                }
            }

            impl $assign for Counted {
                fn $assign_method(&mut self, other: Self) {
                    *self = *self $symbol other;
                }
            }
        )*
    };
}

operator! {
    Add add AddAssign add_assign + additions;
    Sub sub SubAssign sub_assign - additions;
    Mul mul MulAssign mul_assign * multiplications;
    Div div DivAssign div_assign / divisions;
}

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Arithmetic for Counted {
    fn from_f64(value: f64) -> Self {
        Self(value)
    }
}

macro_rules! elementals {
    (unary $($unary:ident)*; binary $($binary:ident)*;) => {
        impl Real for Counted {
            $(
                fn $unary(self) -> Self {
                    count(self.0.$unary(), |cost| &mut cost.elementals)
                }
            )*
            $(
                fn $binary(self, other: Self) -> Self {
                    count(self.0.$binary(other.0), |cost| &mut cost.elementals)
                }
            )*

            fn powi(self, exponent: i32) -> Self {
                count(self.0.powi(exponent), |cost| &mut cost.elementals)
            }

            fn clamp(self, low: Self, high: Self) -> Self {
                count(self.0.clamp(low.0, high.0), |cost| &mut cost.elementals)
            }

            fn if_at_most(self, bound: Self, then: Self, otherwise: Self) -> Self {
                if self.0 <= bound.0 { then } else { otherwise }
            }
        }
    };
}

elementals! {
    unary sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh tanh
        asinh acosh atanh abs signum floor ceil round round_ties_even trunc;
    binary atan2 powf hypot copysign min max rem_euclid div_euclid;
}

/// The partial of `sqrt(1 + sin(x)^2)`.
fn partial<T: Real>(x: T) -> T {
    let (sine, cosine) = x.sin_cos();
    sine * cosine * (T::from_f64(1.0) + sine * sine).sqrt().recip()
}

#[test]
fn generic_code_counts_what_it_executes() {
    let (value, cost) = counted(|| partial(Counted(0.3)));
    let executed = Cost {
        multiplications: 3,
        additions: 1,
        divisions: 1,
        elementals: 3,
        ..Cost::default()
    };
    assert_eq!(cost, executed);
    #[cfg(any(feature = "std", feature = "libm"))]
    assert!((value.0 - partial(0.3)).abs() < 1e-15);
    #[cfg(not(any(feature = "std", feature = "libm")))]
    assert!(value.0 > 0.0);
}

#[test]
fn what_expansions_call_takes_any_scalar() {
    let (value, cost) = counted(|| library::mul_add(Counted(2.0), Counted(3.0), Counted(4.0)));
    assert_eq!(
        (value, cost.multiplications, cost.additions),
        (Counted(10.0), 1, 1)
    );
    assert_eq!(library::max_first(Counted(2.0), Counted(2.0)), Counted(1.0));
    assert_eq!(library::abs_partial(Counted(-0.5)), Counted(-1.0));
    assert_eq!(library::recip(Counted(4.0)), Counted(0.25));
    assert_eq!(library::powi_partial(Counted(3.0), 2), Counted(6.0));
}

#[test]
fn products_cost_one_multiplication_and_addition_per_entry() {
    static PATTERN: SparsityPattern = SparsityPattern::new(
        2,
        2,
        Layout::Csc,
        &[0, 2, 3],
        &[0, 1, 1],
        &[0, 1, 3],
        &[0, 0, 1],
    );
    let jacobian: SparseJacobian<Counted, 2, 2, 3> =
        SparseJacobian::new([2.0, 3.0, 5.0].map(Counted), &PATTERN);
    let (product, cost) = counted(|| jacobian.mul_vec(&[1.0, 10.0].map(Counted)));
    assert_eq!(product, [2.0, 53.0].map(Counted));
    assert_eq!((cost.multiplications, cost.additions), (3, 3));
}
