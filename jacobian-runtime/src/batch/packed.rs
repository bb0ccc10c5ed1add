//! A vector register as a number: what generated code computes with.
//!
//! A [`Packed`] carries the token of its instruction set, a value without size that only a processor with the set can
//! have made, so that each operation is safe where it is called. Constants have none to bring along: they are
//! made [`At`] a place in a block, or beside a number that is already there.
//!
//! Everything here is inlined into a function that pulp compiles for the instruction set. What is not inlined there is
//! compiled without it, and costs tens of times more; hence `inline(always)` on every step of the way.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use pulp::{Simd, bytemuck};

use super::lanes::Lanes;

/// As many lanes as the instruction set has.
#[derive(Clone, Copy, Debug)]
pub struct Packed<S: Simd> {
    pub(super) simd: S,
    pub(super) lanes: S::f64s,
}

/// A number as a whole register of AVX2, which cannot copy it into the lanes while it computes with it.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Number([f64; 4]);

impl Number {
    /// A number.
    pub const fn of(number: f64) -> Self {
        Self([number; 4])
    }
}

/// The numbers of a computation where LLVM cannot see them: it would keep each once, and copy it at every use.
#[inline(always)]
pub fn table<const N: usize>(numbers: &[Number; N]) -> &[Number; N] {
    core::hint::black_box(numbers)
}

/// Which lanes of a block are computed, and how.
#[derive(Clone, Copy, Debug)]
pub struct At<S: Simd> {
    pub(super) simd: S,
    pub(super) first: usize,
}

impl<S: Simd> At<S> {
    /// Reads the lanes of one scalar.
    #[inline(always)]
    pub fn load(self, from: &Lanes) -> Packed<S> {
        let (vectors, _) = S::as_simd_f64s(&from.0[self.first..self.first + S::F64_LANES]);
        Packed {
            simd: self.simd,
            lanes: vectors[0],
        }
    }

    /// Writes them.
    #[inline(always)]
    pub fn store(self, to: &mut Lanes, packed: Packed<S>) {
        let (vectors, _) = S::as_mut_simd_f64s(&mut to.0[self.first..self.first + S::F64_LANES]);
        vectors[0] = packed.lanes;
    }

    /// A number for all lanes.
    #[inline(always)]
    pub fn splat<T: Into<f64>>(self, number: T) -> Packed<S> {
        Packed {
            simd: self.simd,
            lanes: self.simd.splat_f64s(number.into()),
        }
    }

    /// A number for all lanes that also stands in a table.
    #[inline(always)]
    pub fn number(self, number: f64, place: &Number) -> Packed<S> {
        if S::F64_LANES != place.0.len() {
            return self.splat(number);
        }
        let (vectors, _) = S::as_simd_f64s(&place.0);
        Packed {
            simd: self.simd,
            lanes: vectors[0],
        }
    }

    /// What all lanes say, if they say the same.
    #[inline(always)]
    pub fn agree<T: PartialEq>(self, say: impl Fn(usize) -> T) -> Option<T> {
        let first = say(0);
        (1..S::F64_LANES)
            .all(|lane| say(lane) == first)
            .then_some(first)
    }

    /// A number for each lane.
    #[inline(always)]
    pub fn each(self, number: impl Fn(usize) -> f64) -> Packed<S> {
        let mut packed = self.splat(0.0);
        for (lane, place) in packed.slice_mut().iter_mut().enumerate() {
            *place = number(lane);
        }
        packed
    }
}

impl<S: Simd> Packed<S> {
    /// The number in a lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> f64 {
        self.slice()[lane]
    }

    /// The same number in all lanes.
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

    /// `then` where the mask is set, `self` elsewhere.
    #[inline(always)]
    pub(super) fn replaced(self, mask: S::m64s, then: Self) -> Self {
        self.with(self.simd.select_f64s(mask, then.lanes, self.lanes))
    }

    /// Whether a mask is set in all lanes.
    #[inline(always)]
    pub(super) fn all(self, mask: S::m64s) -> bool {
        let set = self.beside(0.0).replaced(mask, self.beside(1.0));
        self.simd.reduce_min_f64s(set.lanes) > 0.0
    }

    /// [`Real::if_at_most`](crate::Real::if_at_most)
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

/// `a * b + c`, rounded once where the vector unit can.
#[inline(always)]
pub fn fused<S: Simd>(a: Packed<S>, b: Packed<S>, c: Packed<S>) -> Packed<S> {
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
