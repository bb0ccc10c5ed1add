//! `f64x2`: two numbers in one SIMD register, for sums that generated code packs in pairs.
//!
//! The vectorizer of the macro (superword-level parallelism) computes two sums of one shape at a
//! time. This file is the register type that it writes.
//!
//! ```text
//! let p0 = __fma_two(two(v7, v8), both(a38), p1);        one instruction on a target with AVX and
//!                                                        FMA, else two
//! entries[0] = p0.first();  entries[6] = p0.second();
//! ```
//!
//! Every operation is that of `f64` on each of the two numbers, so a result is bitwise the same
//! whether or not it is computed in a pair. If the target is not known to have AVX and FMA, the
//! pair is an array of two scalars, and LLVM decides how to pack it.
//!
//! Cost: one instruction for each operation, always inlined.

#![allow(
    clippy::inline_always,
    reason = "a call in derivative code costs more than the operation"
)]

use core::ops::{Add, Mul, Neg, Sub};

/// A pair of numbers in one register.
#[derive(Clone, Copy, Debug)]
pub struct Two(register::Two);

/// Puts two numbers into one register.
#[inline(always)]
pub fn two(first: f64, second: f64) -> Two {
    Two(register::of([first, second]))
}

/// Broadcasts a number to both places.
#[inline(always)]
pub fn both(number: f64) -> Two {
    two(number, number)
}

impl Two {
    /// The first number.
    #[inline(always)]
    pub fn first(self) -> f64 {
        self.numbers()[0]
    }

    /// The second number.
    #[inline(always)]
    pub fn second(self) -> f64 {
        self.numbers()[1]
    }

    /// The second number, then the first.
    #[inline(always)]
    #[must_use]
    pub fn swapped(self) -> Self {
        let [first, second] = self.numbers();
        two(second, first)
    }

    /// Both numbers.
    #[inline(always)]
    pub fn numbers(self) -> [f64; 2] {
        register::numbers(self.0)
    }

    /// `a * b + c` of each of the two numbers. It is rounded once if the pair is a register; an
    /// array calls `scalar` for each number, because only the expansion knows the option `fma`.
    #[inline(always)]
    #[must_use]
    pub fn fused(a: Self, b: Self, c: Self, scalar: impl Fn(f64, f64, f64) -> f64) -> Self {
        register::fused(a.0, b.0, c.0).map_or_else(
            || {
                let ([a0, a1], [b0, b1], [c0, c1]) = (a.numbers(), b.numbers(), c.numbers());
                two(scalar(a0, b0, c0), scalar(a1, b1, c1))
            },
            Self,
        )
    }
}

impl Add for Two {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(register::add(self.0, other.0))
    }
}

impl Sub for Two {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(register::sub(self.0, other.0))
    }
}

impl Mul for Two {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(register::mul(self.0, other.0))
    }
}

impl Neg for Two {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // `0.0 - self` would give a zero of the wrong sign. LLVM makes one XOR of the two
        // negations.
        let [first, second] = self.numbers();
        two(-first, -second)
    }
}

/// Registers of x86-64 with AVX and FMA. The intrinsics come through pulp, which wraps their
/// `unsafe`.
#[cfg(all(
    feature = "batch",
    target_arch = "x86_64",
    target_feature = "avx",
    target_feature = "fma"
))]
mod register {
    use core::arch::x86_64::__m128d;
    use pulp::core_arch::x86::{Fma, Sse2};

    pub(super) type Two = __m128d;

    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Two {
        pulp::cast(numbers)
    }

    #[inline(always)]
    pub(super) fn numbers(two: Two) -> [f64; 2] {
        pulp::cast(two)
    }

    #[inline(always)]
    pub(super) fn add(a: Two, b: Two) -> Two {
        sse2()._mm_add_pd(a, b)
    }

    #[inline(always)]
    pub(super) fn sub(a: Two, b: Two) -> Two {
        sse2()._mm_sub_pd(a, b)
    }

    #[inline(always)]
    pub(super) fn mul(a: Two, b: Two) -> Two {
        sse2()._mm_mul_pd(a, b)
    }

    #[inline(always)]
    pub(super) fn fused(a: Two, b: Two, c: Two) -> Option<Two> {
        Fma::try_new().map(|fma| fma._mm_fmadd_pd(a, b, c))
    }

    /// The token of SSE2. The target features of the build decide it, so it costs no instruction.
    #[inline(always)]
    fn sse2() -> Sse2 {
        Sse2::try_new().expect("invariant: every x86-64 has SSE2")
    }
}

/// Arrays of two scalars, for every other target.
#[cfg(not(all(
    feature = "batch",
    target_arch = "x86_64",
    target_feature = "avx",
    target_feature = "fma"
)))]
mod register {
    pub(super) type Two = [f64; 2];

    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Two {
        numbers
    }

    #[inline(always)]
    pub(super) fn numbers(two: Two) -> [f64; 2] {
        two
    }

    #[inline(always)]
    pub(super) fn add(a: Two, b: Two) -> Two {
        [a[0] + b[0], a[1] + b[1]]
    }

    #[inline(always)]
    pub(super) fn sub(a: Two, b: Two) -> Two {
        [a[0] - b[0], a[1] - b[1]]
    }

    #[inline(always)]
    pub(super) fn mul(a: Two, b: Two) -> Two {
        [a[0] * b[0], a[1] * b[1]]
    }

    /// Always `None`: only the expansion knows whether a scalar `a * b + c` is fused.
    #[inline(always)]
    pub(super) fn fused(_: Two, _: Two, _: Two) -> Option<Two> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{both, two};

    crate::__fma_two!(auto, fused_two);
    crate::__fma_two!(never, plain_two);

    /// Numbers whose products and sums all round.
    const NUMBERS: [f64; 4] = [0.1, -1.0 / 3.0, 1e-300, -7.7e15];

    #[test]
    fn every_operation_is_that_of_the_numbers() {
        for a in NUMBERS {
            for b in NUMBERS {
                let (x, y, z) = (two(a, b), two(b, 0.3), both(a));
                let bits = |two: super::Two| two.numbers().map(f64::to_bits);
                assert_eq!(bits(x + y), [a + b, b + 0.3].map(f64::to_bits));
                assert_eq!(bits(x - y), [a - b, b - 0.3].map(f64::to_bits));
                assert_eq!(bits(x * y), [a * b, b * 0.3].map(f64::to_bits));
                assert_eq!(bits(-x), [-a, -b].map(f64::to_bits));
                assert_eq!(bits(x.swapped()), [b, a].map(f64::to_bits));
                assert_eq!(
                    [x.first(), x.second()].map(f64::to_bits),
                    [a, b].map(f64::to_bits)
                );
                let scalar = |a, b, c| crate::__fma!(auto, a, b, c);
                let fused = [scalar(a, b, a), scalar(b, 0.3, a)];
                assert_eq!(bits(fused_two(x, y, z)), fused.map(f64::to_bits));
                let plain = [a * b + a, b * 0.3 + a];
                assert_eq!(bits(plain_two(x, y, z)), plain.map(f64::to_bits));
            }
        }
    }
}
