//! `Counted`: a scalar that counts the operations on it, and a runtime over it.
//!
//! ```text
//! a * b, a + b, a / b   one multiplication, addition, division     -a   free
//! a.sin(), exp(a), ..   one elemental each
//! a * b + c             one multiplication and one addition, fused or not
//! ```
//!
//! This file is the head of a generated program (see `cost.rs`): expansions name it as their
//! runtime by `crate = crate::counting`.

use std::cell::Cell;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

thread_local! {
    static COUNTS: Cell<[usize; 4]> = const { Cell::new([0; 4]) };
}

const MULTIPLICATION: usize = 0;
const ADDITION: usize = 1;
const DIVISION: usize = 2;
const ELEMENTAL: usize = 3;

fn count(kind: usize) {
    let mut counts = COUNTS.get();
    counts[kind] += 1;
    COUNTS.set(counts);
}

/// The counts since the last call.
pub fn take_counts() -> [usize; 4] {
    COUNTS.replace([0; 4])
}

/// A double whose operations are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Counted(pub f64);

macro_rules! operator {
    ($($name:ident $method:ident $assign:ident $assign_method:ident $kind:ident $op:tt;)*) => {$(
        impl $name for Counted {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                count($kind);
                Self(self.0 $op other.0)
            }
        }
        impl<'a> $name<&'a Counted> for Counted {
            type Output = Self;
            fn $method(self, other: &'a Self) -> Self {
                self $op *other
            }
        }
        impl $assign for Counted {
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )*};
}

operator! {
    Add add AddAssign add_assign ADDITION +;
    Sub sub SubAssign sub_assign ADDITION -;
    Mul mul MulAssign mul_assign MULTIPLICATION *;
    Div div DivAssign div_assign DIVISION /;
    Rem rem RemAssign rem_assign ELEMENTAL %;
}

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Methods of the value path, and the same as free functions of derivative code.
macro_rules! elementals {
    (unary $($unary:ident)*; binary $($binary:ident)*; partial $($partial:ident($($operand:ident),*))*;) => {
        impl Counted {
            $(pub fn $unary(self) -> Self {
                count(ELEMENTAL);
                Self(self.0.$unary())
            })*
            $(pub fn $binary(self, other: Self) -> Self {
                count(ELEMENTAL);
                Self(self.0.$binary(other.0))
            })*
        }
        pub mod __private {
            // The checks of names in patterns that generated code makes rustc do, as in
            // `rustc_checks` of the runtime. It never runs, so nothing is counted.
            pub struct Name;
            pub struct Variable;
            pub trait VariableOf<T> {}
            impl VariableOf<Variable> for Name {}
            pub fn any_value<T>() -> T {
                unreachable!()
            }
            pub fn same<F>(_: F, _: F) {}
            pub struct Bound<T>(pub T);
            impl<T> Bound<T> {
                pub fn is_variable(self)
                where
                    Name: VariableOf<T>,
                {
                }
            }

            use super::{Counted, count};
            $(pub fn $unary(a: Counted) -> Counted {
                a.$unary()
            })*
            $(pub fn $binary(a: Counted, b: Counted) -> Counted {
                a.$binary(b)
            })*
            $(pub fn $partial($($operand: Counted),*) -> Counted {
                let _ = ($($operand,)*);
                count(super::ELEMENTAL);
                Counted(0.5)
            })*
            pub use super::calls;
            pub fn powi(a: Counted, exponent: i32) -> Counted {
                a.powi(exponent)
            }
            pub fn powi_partial(a: Counted, exponent: i32) -> Counted {
                a.powi(exponent)
            }
            pub fn powi_curvature(a: Counted, exponent: i32) -> Counted {
                a.powi(exponent)
            }
            pub fn clamp(a: Counted, low: Counted, high: Counted) -> Counted {
                a.clamp(low, high)
            }
            pub fn is_index(index: Counted, position: usize) -> Counted {
                count(super::ELEMENTAL);
                at_index(index, position)
            }
            pub fn at_index(index: Counted, position: usize) -> Counted {
                Counted(f64::from(u8::from(index == self::index(position))))
            }
            pub fn index(index: usize) -> Counted {
                Counted(index as f64)
            }
            pub fn comparing<T, const N: usize, F>(_: &[T; N], compare: F) -> F
            where
                F: FnMut(&T, &T) -> std::cmp::Ordering,
            {
                compare
            }
            pub fn selected<const N: usize>(index: Counted, values: [Counted; N]) -> Counted {
                values[index.0 as usize]
            }
            pub fn recip(a: Counted) -> Counted {
                a.recip()
            }
            pub fn masked(a: Counted, b: Counted) -> Counted {
                a * b
            }
            pub fn fence() {}
            pub fn unknown() -> usize {
                usize::MAX
            }
            pub fn barrier(_: usize, _: usize) {}
            pub fn store<const N: usize>(entries: &mut [Counted; N], first: usize, pair: [Counted; 2]) {
                entries[first..first + 2].copy_from_slice(&pair);
            }
            pub fn scalar(operand: impl super::Operand) -> Counted {
                operand.scalar()
            }
        }
    };
}

elementals! {
    unary sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
        abs signum floor ceil round round_ties_even trunc fract to_degrees to_radians;
    binary atan2 powf hypot copysign min max rem_euclid div_euclid log;
    partial abs_partial(a) copysign_partial(a, b) min_first(a, b) min_second(a, b) max_first(a, b) max_second(a, b)
        clamp_inside(a, b, c) clamp_below(a, b, c) clamp_above(a, b, c) rem_quotient(a, b) powf_exponent_partial(a, b)
        ln_unless_zero(a, b) tanh_partial(a, b) sinh_partial(a, b) cosh_partial(a, b) exp_m1_partial(a, b) lower_power(a, b, c);
}

/// The partials that are computed of several values at once.
pub mod calls {
    use super::{__private, Counted};
    use std::array::from_fn;

    macro_rules! several {
        ($($name:ident($($operand:ident),*))*) => {$(
            pub fn $name<const N: usize>($($operand: [Counted; N]),*) -> [Counted; N] {
                from_fn(|index| __private::$name($($operand[index]),*))
            }
        )*};
    }

    several! { tanh_partial(a, b) exp_m1_partial(a, b) lower_power(a, b, c) }

    pub fn quotients<const N: usize>(a: [Counted; N], b: [Counted; N]) -> [Counted; N] {
        from_fn(|index| a[index] / b[index])
    }
}

impl Counted {
    pub const EPSILON: Self = Self(f64::EPSILON);
    pub const fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    pub fn powi(self, exponent: i32) -> Self {
        count(ELEMENTAL);
        Self(self.0.powi(exponent))
    }

    pub fn clamp(self, low: Self, high: Self) -> Self {
        count(ELEMENTAL);
        Self(self.0.max(low.0).min(high.0))
    }

    pub fn recip(self) -> Self {
        count(DIVISION);
        Self(1.0 / self.0)
    }

    pub fn mul_add(self, factor: Self, addend: Self) -> Self {
        self * factor + addend
    }
}

/// Operands of the user's own expressions: a scalar or a reference to it.
pub trait Operand {
    fn scalar(self) -> Counted;
}

impl Operand for Counted {
    fn scalar(self) -> Counted {
        self
    }
}

impl Operand for &Counted {
    fn scalar(self) -> Counted {
        *self
    }
}

/// The constant of the expansion that is checked.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub multiplications: usize,
    pub additions: usize,
    pub divisions: usize,
    pub elementals: usize,
    pub trivial: usize,
    pub literal: usize,
    pub loops: &'static [LoopCost],
}

/// One iteration of a loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopCost {
    pub multiplications: usize,
    pub additions: usize,
    pub divisions: usize,
    pub elementals: usize,
}

macro_rules! __fma_fn {
    ($mode:ident, $name:ident, $scalar:ty) => {
        fn $name(a: $scalar, b: $scalar, c: $scalar) -> $scalar {
            a * b + c
        }
    };
}
pub(crate) use __fma_fn;

/// Arguments for one call; straight lines cost the same everywhere.
pub trait Sample {
    fn sample() -> Self;
}

impl Sample for Counted {
    fn sample() -> Self {
        Self(0.75)
    }
}

impl Sample for i32 {
    fn sample() -> Self {
        3
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample() -> Self {
        std::array::from_fn(|_| T::sample())
    }
}

impl<A: Sample, B: Sample, C: Sample> Sample for (A, B, C) {
    fn sample() -> Self {
        (A::sample(), B::sample(), C::sample())
    }
}

impl<A: Sample, B: Sample> Sample for (A, B) {
    fn sample() -> Self {
        (A::sample(), B::sample())
    }
}

/// Compares the stated cost of a function with the operations that it executed beyond its value. A
/// function with a loop at run time states the cost of an iteration, and not how many there are.
pub fn agree(name: &str, stated: Cost, value: impl FnOnce(), derivative: impl FnOnce()) -> bool {
    if !stated.loops.is_empty() {
        return true;
    }
    compare(name, stated, value, derivative, |counted, stated| counted == stated)
}

/// The same for a function with branches, which states the most of each kind over all paths.
pub fn within(name: &str, stated: Cost, value: impl FnOnce(), derivative: impl FnOnce()) -> bool {
    if !stated.loops.is_empty() {
        return true;
    }
    compare(name, stated, value, derivative, |counted, stated| counted <= stated)
}

/// The same for a function each of whose loops runs three times.
pub fn thrice(
    name: &str,
    mut stated: Cost,
    value: impl FnOnce(),
    derivative: impl FnOnce(),
) -> bool {
    for one in stated.loops {
        stated.multiplications += 3 * one.multiplications;
        stated.additions += 3 * one.additions;
        stated.divisions += 3 * one.divisions;
        stated.elementals += 3 * one.elementals;
    }
    let exactly = |counted, stated| counted == stated;
    !stated.loops.is_empty() && compare(name, stated, value, derivative, exactly)
}

fn compare(
    name: &str,
    stated: Cost,
    value: impl FnOnce(),
    derivative: impl FnOnce(),
    holds: impl Fn(usize, usize) -> bool,
) -> bool {
    take_counts();
    value();
    let value = take_counts();
    derivative();
    let total = take_counts();
    let counted: [usize; 4] = std::array::from_fn(|kind| total[kind] - value[kind]);
    let Cost {
        multiplications,
        additions,
        divisions,
        elementals,
        ..
    } = stated;
    let stated = [multiplications, additions, divisions, elementals];
    let agreed = counted.into_iter().zip(stated).all(|(counted, stated)| holds(counted, stated));
    if !agreed {
        println!(
            "{name}: counted {counted:?}, stated {stated:?} [multiplications, additions, divisions, elementals]"
        );
    }
    agreed
}
