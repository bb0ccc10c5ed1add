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

/// A pair of numbers in a register, or in an array of two scalars.
#[derive(Clone, Copy, Debug)]
pub struct Pair<R>(R);

/// A pair as the target of the build has it.
pub type Two = Pair<native::Register>;

/// Where two numbers are kept.
pub(crate) trait Register: Copy {
    fn numbers(self) -> [f64; 2];

    /// Other numbers in a register of the same kind.
    fn with(self, numbers: [f64; 2]) -> Self;

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;

    /// `a * b + c`, rounded once. `None` if the register has no such instruction.
    fn fused(a: Self, b: Self, c: Self) -> Option<Self>;
}

/// Puts two numbers into one register.
#[inline(always)]
pub fn two(first: f64, second: f64) -> Two {
    Pair(native::of([first, second]))
}

/// Broadcasts a number to both places.
#[inline(always)]
pub fn both(number: f64) -> Two {
    two(number, number)
}

/// That the processor has the registers.
pub(crate) use detected::Token;

/// A pair in registers that the processor has and the target may not have.
pub type PairOfVersion = Pair<detected::Register>;

/// Makes pairs in registers where the processor has them and the target may not: the option
/// `dispatch`.
#[derive(Clone, Copy, Debug)]
pub struct Packs(pub(crate) Token);

impl Packs {
    /// Puts two numbers into one register.
    #[inline(always)]
    pub fn two(self, first: f64, second: f64) -> Pair<detected::Register> {
        Pair(detected::of(self.0, [first, second]))
    }

    /// Broadcasts a number to both places.
    #[inline(always)]
    pub fn both(self, number: f64) -> Pair<detected::Register> {
        self.two(number, number)
    }
}

#[allow(private_bounds, reason = "only the pairs of this file exist")]
impl<R: Register> Pair<R> {
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
        self.with([second, first])
    }

    /// Two other numbers.
    #[inline(always)]
    pub(crate) fn with(self, numbers: [f64; 2]) -> Self {
        Self(self.0.with(numbers))
    }

    /// Both numbers.
    #[inline(always)]
    pub fn numbers(self) -> [f64; 2] {
        self.0.numbers()
    }

    /// `a * b + c` of each of the two numbers. It is rounded once if the pair is a register; an
    /// array calls `scalar` for each number, because only the expansion knows the option `fma`.
    #[inline(always)]
    #[must_use]
    pub fn fused(a: Self, b: Self, c: Self, scalar: impl Fn(f64, f64, f64) -> f64) -> Self {
        if let Some(fused) = R::fused(a.0, b.0, c.0) {
            return Self(fused);
        }
        let ([a0, a1], [b0, b1], [c0, c1]) = (a.numbers(), b.numbers(), c.numbers());
        a.with([scalar(a0, b0, c0), scalar(a1, b1, c1)])
    }
}

macro_rules! operator {
    ($($operator:ident $method:ident)*) => {$(
        impl<R: Register> $operator for Pair<R> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    )*};
}

operator! { Add add Sub sub Mul mul }

impl<R: Register> Neg for Pair<R> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // `0.0 - self` would give a zero of the wrong sign. LLVM makes one XOR of the two
        // negations.
        let [first, second] = self.numbers();
        self.with([-first, -second])
    }
}

/// Registers of x86-64 with AVX and FMA. The intrinsics come through pulp, which wraps their
/// `unsafe`.
#[cfg(all(feature = "batch", target_arch = "x86_64"))]
mod register {
    use core::arch::x86_64::__m128d;
    use pulp::core_arch::x86::{Fma, Sse2};

    /// Two numbers on a processor with fma, which the token proves. The token has no size.
    #[derive(Clone, Copy, Debug)]
    pub struct Register {
        pub(super) fma: Fma,
        pub(super) numbers: __m128d,
    }

    impl super::Register for Register {
        #[inline(always)]
        fn numbers(self) -> [f64; 2] {
            pulp::cast(self.numbers)
        }

        #[inline(always)]
        fn with(self, numbers: [f64; 2]) -> Self {
            let numbers = pulp::cast(numbers);
            Self { numbers, ..self }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            let numbers = sse2()._mm_add_pd(self.numbers, other.numbers);
            Self { numbers, ..self }
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            let numbers = sse2()._mm_sub_pd(self.numbers, other.numbers);
            Self { numbers, ..self }
        }

        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            let numbers = sse2()._mm_mul_pd(self.numbers, other.numbers);
            Self { numbers, ..self }
        }

        #[inline(always)]
        fn fused(a: Self, b: Self, c: Self) -> Option<Self> {
            let numbers = a.fma._mm_fmadd_pd(a.numbers, b.numbers, c.numbers);
            Some(Self { numbers, ..a })
        }
    }

    /// The token of SSE2. The target features of the build decide it, so it costs no instruction.
    #[inline(always)]
    fn sse2() -> Sse2 {
        Sse2::try_new().expect("invariant: every x86-64 has SSE2")
    }
}

/// The processor has these registers, which its token says.
#[cfg(all(feature = "batch", target_arch = "x86_64"))]
mod detected {
    pub(super) use super::register::Register;
    pub(crate) use pulp::core_arch::x86::Fma as Token;

    #[inline(always)]
    pub(super) fn of(fma: Token, numbers: [f64; 2]) -> Register {
        let numbers = pulp::cast(numbers);
        Register { fma, numbers }
    }
}

/// Nothing is asked of the processor.
#[cfg(not(all(feature = "batch", target_arch = "x86_64")))]
mod detected {
    pub(super) use super::native::Register;

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Token;

    #[inline(always)]
    pub(super) fn of(_: Token, numbers: [f64; 2]) -> Register {
        super::native::of(numbers)
    }
}

/// The target of the build has these registers.
#[cfg(all(
    feature = "batch",
    target_arch = "x86_64",
    target_feature = "avx",
    target_feature = "fma"
))]
mod native {
    pub(super) use super::register::Register;

    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Register {
        let fma = pulp::core_arch::x86::Fma::try_new();
        Register {
            fma: fma.expect("invariant: the target has fma"),
            numbers: pulp::cast(numbers),
        }
    }
}

/// Arrays of two scalars, for every other target.
#[cfg(not(all(
    feature = "batch",
    target_arch = "x86_64",
    target_feature = "avx",
    target_feature = "fma"
)))]
mod native {
    /// Two scalars.
    pub(super) type Register = [f64; 2];

    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Register {
        numbers
    }

    impl super::Register for Register {
        #[inline(always)]
        fn numbers(self) -> [f64; 2] {
            self
        }

        #[inline(always)]
        fn with(self, numbers: [f64; 2]) -> Self {
            numbers
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            [self[0] + other[0], self[1] + other[1]]
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            [self[0] - other[0], self[1] - other[1]]
        }

        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            [self[0] * other[0], self[1] * other[1]]
        }

        /// Always `None`: only the expansion knows whether a scalar `a * b + c` is fused.
        #[inline(always)]
        fn fused(_: Self, _: Self, _: Self) -> Option<Self> {
            None
        }
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
