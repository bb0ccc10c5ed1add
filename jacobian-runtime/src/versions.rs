//! Versions of one function for several instruction sets: the option `dispatch` of the attribute.
//!
//! ```text
//! residual_update_into(x, ..)     match Machine::detected() {
//!                                     Avx512(v) => v.run(|| version(v, x, ..)),   its instructions
//!                                     Avx2(v)   => v.run(|| version(v, x, ..)),
//!                                     Target(v) => version(v, x, ..),
//!                                 }
//! ```
//!
//! Generated code is generic over the version. Everything is inlined into a function that pulp
//! compiles for the instruction set. A version can only be made on a processor that has the set, so
//! no code here is unsafe. On other processors than x86-64 there is one version, that of the
//! target.
//!
//! Cost of the choice: one or two loads with comparisons, and a call.

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the instructions"
)]

use crate::f64x2::Packs;
use crate::stores::store;

/// The instructions that a function may use.
pub trait Version: Copy {
    /// Whether `mul_add` is one instruction.
    const HAS_FMA: bool;

    /// Runs a function with these instructions, if it is inlined.
    fn run<R>(self, function: impl FnOnce() -> R) -> R;

    /// Pairs of numbers in registers, for versions with fma.
    fn packs(self) -> Packs;

    /// Writes two adjacent entries, `first` and `first + 1`, in one register, because LLVM would
    /// store the numbers one by one.
    #[inline(always)]
    fn store<const N: usize>(self, entries: &mut [f64; N], first: usize, [a, b]: [f64; 2]) {
        let pair = self.packs().two(a, b).numbers();
        entries[first..first + 2].copy_from_slice(&pair);
    }
}

/// The instructions that the build allows everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Target;

impl Version for Target {
    // The generated code asks for the features of the target.
    const HAS_FMA: bool = false;

    #[inline(always)]
    fn run<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }

    fn packs(self) -> Packs {
        unreachable!("invariant: only versions with fma have packs")
    }

    #[inline(always)]
    fn store<const N: usize>(self, entries: &mut [f64; N], first: usize, pair: [f64; 2]) {
        store(entries, first, pair);
    }
}

/// AVX2 and fma.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(token::Avx2);

impl Version for Avx2 {
    const HAS_FMA: bool = true;

    #[inline(always)]
    fn run<R>(self, function: impl FnOnce() -> R) -> R {
        token::with_avx2(self.0, function)
    }

    #[inline(always)]
    fn packs(self) -> Packs {
        Packs(token::fma_of_avx2(self.0))
    }
}

/// AVX-512 of all processors that are called x86-64-v4, and fma.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(token::Avx512);

impl Version for Avx512 {
    const HAS_FMA: bool = true;

    #[inline(always)]
    fn run<R>(self, function: impl FnOnce() -> R) -> R {
        token::with_avx512(self.0, function)
    }

    #[inline(always)]
    fn packs(self) -> Packs {
        Packs(token::fma_of_avx512(self.0))
    }
}

impl Avx2 {
    /// `None` if the processor lacks one of them.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Option<Self> {
        token::avx2().map(Self)
    }
}

impl Avx512 {
    /// `None` if the processor lacks one of them.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Option<Self> {
        token::avx512().map(Self)
    }
}

/// The widest instruction set of the processor.
#[derive(Clone, Copy, Debug)]
pub enum Machine {
    /// AVX-512.
    Avx512(Avx512),
    /// AVX2 and fma.
    Avx2(Avx2),
    /// What the build allows.
    Target(Target),
}

impl Machine {
    /// Asks the processor. What it answered the first time is kept.
    #[inline(always)]
    #[must_use]
    pub fn detected() -> Self {
        if let Some(version) = Avx512::new() {
            Self::Avx512(version)
        } else if let Some(version) = Avx2::new() {
            Self::Avx2(version)
        } else {
            Self::Target(Target)
        }
    }
}

/// A closure that is inlined where it is called. Rust takes the attribute only at an argument.
#[inline(always)]
pub const fn inlined<F>(closure: F) -> F {
    closure
}

#[cfg(all(feature = "batch", target_arch = "x86_64"))]
mod token {
    use pulp::core_arch::x86::Fma;
    use pulp::x86::{V3, V4};

    pub(super) type Avx2 = V3;
    pub(super) type Avx512 = V4;

    #[inline(always)]
    pub(super) fn avx2() -> Option<V3> {
        V3::try_new()
    }

    #[inline(always)]
    pub(super) fn avx512() -> Option<V4> {
        V4::try_new()
    }

    #[inline(always)]
    pub(super) fn fma_of_avx2(token: V3) -> Fma {
        token.fma
    }

    #[inline(always)]
    pub(super) fn fma_of_avx512(token: V4) -> Fma {
        token.fma
    }

    #[inline(always)]
    pub(super) fn with_avx2<R>(token: V3, function: impl FnOnce() -> R) -> R {
        token.vectorize(function)
    }

    #[inline(always)]
    pub(super) fn with_avx512<R>(token: V4, function: impl FnOnce() -> R) -> R {
        token.vectorize(function)
    }
}

/// There is no such processor.
#[cfg(not(all(feature = "batch", target_arch = "x86_64")))]
mod token {
    use core::convert::Infallible;

    use crate::f64x2::Token;

    pub(super) type Avx2 = Infallible;
    pub(super) type Avx512 = Infallible;

    #[inline(always)]
    pub(super) const fn avx2() -> Option<Infallible> {
        None
    }

    #[inline(always)]
    pub(super) const fn avx512() -> Option<Infallible> {
        None
    }

    #[inline(always)]
    pub(super) const fn fma_of_avx2(token: Infallible) -> Token {
        match token {}
    }

    #[inline(always)]
    pub(super) const fn fma_of_avx512(token: Infallible) -> Token {
        match token {}
    }

    #[inline(always)]
    pub(super) fn with_avx2<R>(token: Infallible, _: impl FnOnce() -> R) -> R {
        match token {}
    }

    #[inline(always)]
    pub(super) fn with_avx512<R>(token: Infallible, _: impl FnOnce() -> R) -> R {
        match token {}
    }
}

/// Refuses the option `dispatch` where nothing can ask the processor.
#[cfg(all(not(feature = "batch"), target_arch = "x86_64"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __dispatch_works {
    () => {
        ::core::compile_error!(
            "`dispatch` asks the processor for its instructions when the program runs, which needs the feature \
             `batch` of jacobian-runtime, and `std`\nhelp: switch the feature on, or leave the option away and build \
             for one kind of processor, `-C target-cpu=..`"
        );
    };
}

/// The option `dispatch` works.
#[cfg(not(all(not(feature = "batch"), target_arch = "x86_64")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __dispatch_works {
    () => {};
}

#[cfg(test)]
mod tests {
    use super::{Machine, Version};

    fn has_fma<V: Version>(_: V) -> bool {
        V::HAS_FMA
    }

    #[test]
    fn each_version_runs_what_it_is_given() {
        let result = match Machine::detected() {
            Machine::Avx512(version) => version.run(|| has_fma(version)),
            Machine::Avx2(version) => version.run(|| has_fma(version)),
            Machine::Target(version) => version.run(|| !has_fma(version)),
        };
        assert!(result);
    }
}
