//! `a * b + c`, fused where that is an instruction.
//!
//! ```text
//! __fma!(auto,   a, b, c)    mul_add on a target with hardware fma, else a * b + c
//! __fma!(always, a, b, c)    mul_add, a slow library call elsewhere
//! __fma!(never,  a, b, c)    a * b + c
//! ```
//!
//! Only the crate that is being compiled knows its target features, and only a `cfg` inside the
//! expansion asks that crate; `cfg` around the macro would ask this one. The arm not taken is removed
//! before it is expanded, so that nested uses stay linear.
//!
//! Each use of a macro costs rustc about 50 us, more than the arithmetic in it. Long code therefore
//! defines a function by `__fma_fn!` once per expansion and calls that: 10,000 uses took the compiler's
//! front 0.9 s by function, 1.3 s as plain `a * b + c` and 1.8 s by macro (rustc 1.95, two cores). With
//! fma the optimized code is the same, without it only registers differ.
//!
//! Hardware is believed only where the target guarantees it: x86 with the feature `fma`; aarch64 and
//! arm64ec with floating point (`neon`); powerpc64, whose base instructions have it; riscv and
//! loongarch64 with the feature `d`, where the compiler reports it (stable rustc 1.95 does not for riscv).
//! The instruction was seen in the assembly for aarch64 and powerpc64.

/// `a * b + c` under the option `fma` of the attribute.
#[doc(hidden)]
#[macro_export]
macro_rules! __fma {
    (auto, $a:expr, $b:expr, $c:expr) => {{
        #[cfg(any(
            all(
                any(target_arch = "x86", target_arch = "x86_64"),
                target_feature = "fma"
            ),
            all(
                any(target_arch = "aarch64", target_arch = "arm64ec"),
                target_feature = "neon"
            ),
            target_arch = "powerpc64",
            all(
                any(
                    target_arch = "riscv32",
                    target_arch = "riscv64",
                    target_arch = "loongarch64"
                ),
                target_feature = "d"
            ),
        ))]
        {
            $crate::__private::fused($a, $b, $c)
        }
        #[cfg(not(any(
            all(
                any(target_arch = "x86", target_arch = "x86_64"),
                target_feature = "fma"
            ),
            all(
                any(target_arch = "aarch64", target_arch = "arm64ec"),
                target_feature = "neon"
            ),
            target_arch = "powerpc64",
            all(
                any(
                    target_arch = "riscv32",
                    target_arch = "riscv64",
                    target_arch = "loongarch64"
                ),
                target_feature = "d"
            ),
        )))]
        {
            $a * $b + $c
        }
    }};
    (always, $a:expr, $b:expr, $c:expr) => {
        $crate::__private::mul_add($a, $b, $c)
    };
    (never, $a:expr, $b:expr, $c:expr) => {
        $a * $b + $c
    };
}

/// A function `name(a, b, c)` for `a * b + c` under the option `fma`, in the scope of the caller; generic without a
/// scalar.
#[doc(hidden)]
#[macro_export]
macro_rules! __fma_fn {
    ($mode:ident, $name:ident) => {
        #[inline(always)]
        fn $name<T: $crate::Real>(a: T, b: T, c: T) -> T {
            $crate::__fma!($mode, a, b, c)
        }
    };
    ($mode:ident, $name:ident, $scalar:ty) => {
        #[inline(always)]
        fn $name(a: $scalar, b: $scalar, c: $scalar) -> $scalar {
            $crate::__fma!($mode, a, b, c)
        }
    };
}

/// A function `name(a, b, c)` for `a * b + c` of two numbers at once under the option `fma`, in the scope of the caller.
#[doc(hidden)]
#[macro_export]
macro_rules! __fma_two {
    ($mode:ident, $name:ident) => {
        #[inline(always)]
        fn $name(
            a: $crate::__private::Two,
            b: $crate::__private::Two,
            c: $crate::__private::Two,
        ) -> $crate::__private::Two {
            $crate::__fma_two!(@ $mode, a, b, c)
        }
    };
    (@ never, $a:expr, $b:expr, $c:expr) => {
        $a * $b + $c
    };
    (@ $mode:ident, $a:expr, $b:expr, $c:expr) => {
        $crate::__private::Two::fused($a, $b, $c, |a, b, c| $crate::__fma!($mode, a, b, c))
    };
}

#[cfg(test)]
mod tests {
    /// The product of these has a second part that only a fused operation keeps.
    const A: f64 = 1.0 + f64::EPSILON;
    const LOST: f64 = f64::EPSILON * f64::EPSILON;

    #[test]
    fn never_rounds_twice() {
        assert_eq!(__fma!(never, A, A, -(A + f64::EPSILON)), 0.0);
    }

    #[test]
    #[cfg(any(feature = "std", feature = "libm"))]
    fn always_rounds_once() {
        assert_eq!(__fma!(always, A, A, -(A + f64::EPSILON)), LOST);
    }

    #[test]
    fn auto_follows_the_target() {
        let hardware =
            cfg!(any(target_feature = "fma", target_arch = "aarch64")) && cfg!(feature = "std");
        let expected = if hardware { LOST } else { 0.0 };
        assert_eq!(__fma!(auto, A, A, -(A + f64::EPSILON)), expected);
    }

    #[test]
    fn functions_do_what_the_macro_does() {
        __fma_fn!(auto, fused, f64);
        __fma_fn!(never, unfused, f32);
        assert_eq!(fused(A, A, -A), __fma!(auto, A, A, -A));
        assert_eq!(unfused(2.0, 3.0, 4.0), 10.0);
    }

    #[test]
    fn operands_keep_their_precedence_and_nest() {
        assert_eq!(__fma!(never, 1.0 + 1.0, 2.0 + 1.0, 1.0), 7.0);
        assert_eq!(
            2.0 * __fma!(auto, 1.0, 2.0, __fma!(auto, 3.0, 4.0, 5.0)),
            38.0
        );
    }
}
