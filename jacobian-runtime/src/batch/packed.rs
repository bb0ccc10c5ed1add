//! `Packed`: a SIMD register with the operators of a number, the scalar type of generated batch
//! code.
//!
//! A [`Packed`] carries the token of its instruction set: a value without size that can only be
//! made on a processor with that set, so each operation is safe. A constant has no token of its
//! own. So it is made from [`At`], which has one, or from another packed number (`beside`).
//!
//! Everything here is inlined into a function that pulp compiles for the instruction set. A
//! function that is not inlined is compiled without the set and costs tens of times more. Hence
//! `inline(always)` on every function.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use pulp::{Simd, bytemuck};

use super::lanes::Lanes;

/// One number in each lane of a register of the instruction set `S`.
#[derive(Clone, Copy, Debug)]
pub struct Packed<S: Simd> {
    pub(super) simd: S,
    pub(super) lanes: S::f64s,
}

/// A constant that fills a whole register of AVX2. An arithmetic instruction of AVX2 cannot
/// broadcast a scalar operand from memory, so a constant that is stored once would need an
/// instruction of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Number([f64; 4]);

impl Number {
    /// The constant in all places.
    pub const fn of(number: f64) -> Self {
        Self([number; 4])
    }
}

/// Hides the table of constants of a computation from LLVM.
#[inline(always)]
pub fn table<const N: usize>(numbers: &[Number; N]) -> &[Number; N] {
    // If LLVM saw the numbers, it would store each of them once and broadcast it at every use.
    core::hint::black_box(numbers)
}

/// The lanes of a block that are computed now: from `first` on, as many as the instruction set has.
#[derive(Clone, Copy, Debug)]
pub struct At<S: Simd> {
    pub(super) simd: S,
    pub(super) first: usize,
}

impl<S: Simd> At<S> {
    /// Loads these lanes of one scalar.
    #[inline(always)]
    pub fn load(self, from: &Lanes) -> Packed<S> {
        let (vectors, _) = S::as_simd_f64s(&from.0[self.first..self.first + S::F64_LANES]);
        Packed {
            simd: self.simd,
            lanes: vectors[0],
        }
    }

    /// Stores these lanes of one scalar.
    #[inline(always)]
    pub fn store(self, to: &mut Lanes, packed: Packed<S>) {
        let (vectors, _) = S::as_mut_simd_f64s(&mut to.0[self.first..self.first + S::F64_LANES]);
        vectors[0] = packed.lanes;
    }

    /// Adds to these lanes of one sum.
    #[inline(always)]
    pub fn add(self, to: &mut Lanes, packed: Packed<S>) {
        self.store(to, self.load(to) + packed);
    }

    /// The same number in all lanes.
    #[inline(always)]
    pub fn splat<T: Into<f64>>(self, number: T) -> Packed<S> {
        Packed {
            simd: self.simd,
            lanes: self.simd.splat_f64s(number.into()),
        }
    }

    /// The same number in all lanes, loaded from the [`table`] of constants if the register has its
    /// width.
    #[inline(always)]
    pub fn number(self, number: f64, stored: &Number) -> Packed<S> {
        // AVX-512 broadcasts an operand from memory as it computes, so it needs no table.
        if S::F64_LANES != stored.0.len() {
            return self.splat(number);
        }
        let (vectors, _) = S::as_simd_f64s(&stored.0);
        Packed {
            simd: self.simd,
            lanes: vectors[0],
        }
    }

    /// The answer of all lanes to a condition; `None` if they disagree.
    #[inline(always)]
    pub fn agree<T: PartialEq>(self, answer: impl Fn(usize) -> T) -> Option<T> {
        let first = answer(0);
        (1..S::F64_LANES)
            .all(|lane| answer(lane) == first)
            .then_some(first)
    }

    /// A number for each lane.
    #[inline(always)]
    pub fn each(self, number: impl Fn(usize) -> f64) -> Packed<S> {
        let mut packed = self.splat(0.0);
        for (lane, slot) in packed.slice_mut().iter_mut().enumerate() {
            *slot = number(lane);
        }
        packed
    }
}

impl<S: Simd> Packed<S> {
    /// The number in one lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> f64 {
        self.slice()[lane]
    }

    /// A constant for all lanes, in a register of the same instruction set.
    #[inline(always)]
    pub(super) fn beside(self, number: f64) -> Self {
        self.with(self.simd.splat_f64s(number))
    }

    #[inline(always)]
    pub(super) fn with(self, lanes: S::f64s) -> Self {
        Self { lanes, ..self }
    }

    #[inline(always)]
    pub(super) fn slice(&self) -> &[f64] {
        bytemuck::cast_slice(core::slice::from_ref(&self.lanes))
    }

    #[inline(always)]
    pub(super) fn slice_mut(&mut self) -> &mut [f64] {
        bytemuck::cast_slice_mut(core::slice::from_mut(&mut self.lanes))
    }

    /// A function of one number, lane by lane.
    #[inline(always)]
    pub(super) fn map(mut self, function: impl Fn(f64) -> f64) -> Self {
        for number in self.slice_mut() {
            *number = function(*number);
        }
        self
    }

    /// A function of two numbers, lane by lane.
    #[inline(always)]
    pub(super) fn zip(mut self, other: Self, function: impl Fn(f64, f64) -> f64) -> Self {
        for (number, other) in self.slice_mut().iter_mut().zip(other.slice()) {
            *number = function(*number, *other);
        }
        self
    }

    /// `self * factor + addend`, rounded once.
    #[inline(always)]
    #[must_use]
    pub fn mul_add(self, factor: Self, addend: Self) -> Self {
        self.with(
            self.simd
                .mul_add_f64s(self.lanes, factor.lanes, addend.lanes),
        )
    }

    #[inline(always)]
    pub(super) fn is_below(self, other: Self) -> S::m64s {
        self.simd.less_than_f64s(self.lanes, other.lanes)
    }

    #[inline(always)]
    pub(super) fn is_at_most(self, other: Self) -> S::m64s {
        self.simd.less_than_or_equal_f64s(self.lanes, other.lanes)
    }

    /// Blends by lane: `then` where the mask is set, `self` elsewhere.
    #[inline(always)]
    pub(super) fn replaced(self, mask: S::m64s, then: Self) -> Self {
        self.with(self.simd.select_f64s(mask, then.lanes, self.lanes))
    }

    /// Whether a mask is set in all lanes.
    #[inline(always)]
    pub(super) fn all(self, mask: S::m64s) -> bool {
        // The minimum of numbers that are one where the mask is set, because only numbers are
        // reduced.
        let set = self.beside(0.0).replaced(mask, self.beside(1.0));
        self.simd.reduce_min_f64s(set.lanes) > 0.0
    }

    /// [`Real::if_at_most`](crate::Real::if_at_most) by a blend.
    #[inline(always)]
    pub(super) fn if_at_most(self, bound: Self, then: Self, otherwise: Self) -> Self {
        otherwise.replaced(self.is_at_most(bound), then)
    }
}

macro_rules! operator {
    ($($operator:ident $method:ident $vector:ident,)*) => {$(
        impl<S: Simd> $operator for Packed<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(self.simd.$vector(self.lanes, other.lanes))
            }
        }
    )*};
}

operator! {
    Add add add_f64s,
    Sub sub sub_f64s,
    Mul mul mul_f64s,
    Div div div_f64s,
}

impl<S: Simd> Rem for Packed<S> {
    type Output = Self;

    #[inline(always)]
    fn rem(self, other: Self) -> Self {
        self.zip(other, |a, b| a % b)
    }
}

impl<S: Simd> Neg for Packed<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.with(self.simd.neg_f64s(self.lanes))
    }
}

/// `a * b + c`, rounded once if the vector unit can do it.
#[inline(always)]
pub fn fused<S: Simd>(a: Packed<S>, b: Packed<S>, c: Packed<S>) -> Packed<S> {
    // Without vectors the target may have no fma either, and then it is a slow library call.
    if S::IS_SCALAR {
        return unfused(a, b, c);
    }
    a.with(a.simd.mul_add_e_f64s(a.lanes, b.lanes, c.lanes))
}

/// `a * b + c`, rounded twice.
#[inline(always)]
pub fn unfused<S: Simd>(a: Packed<S>, b: Packed<S>, c: Packed<S>) -> Packed<S> {
    a * b + c
}
