//! Fused multiply-add: `a * b + c` in one instruction if the target has it.
//!
//! A macro decides, because only the user's crate knows its target features.
//!
//! ```text
//! __fma!(auto,   a, b, c)    mul_add on a target with hardware fma, else a * b + c
//! __fma!(always, a, b, c)    mul_add, a slow library call elsewhere
//! __fma!(never,  a, b, c)    a * b + c
//! ```
//!
//! A `cfg` inside the expansion asks the user's crate; a `cfg` around the macro would ask this
//! crate. rustc removes the arm that is not taken before it expands it, so nested uses cost linear
//! time.
//!
//! Each use of a macro costs rustc about 50 us, more than the arithmetic in it. Long code therefore
//! defines a function by `__fma_fn!` once per expansion and calls it. For example, 10,000 uses took
//! the compiler's front end 0.9 s as function calls, 1.3 s as plain `a * b + c` and 1.8 s as macro
//! calls (rustc 1.95, two cores). With fma the optimized code is the same; without it only
//! registers differ.
//!
//! We assume the instruction only if the target guarantees it: x86 with the feature `fma`; aarch64
//! and arm64ec with floating point (`neon`); powerpc64, whose base instructions have it; riscv and
//! loongarch64 with the feature `d`, if the compiler reports it (stable rustc 1.95 does not for
//! riscv). We saw the instruction in the assembly for aarch64 and powerpc64.

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

/// Defines a function `name(a, b, c)` that computes `a * b + c` under the option `fma`. It is
/// generic if no scalar type is given.
/// Its parameters have names that no constant of the user has: a pattern `a` beside a `const a`
/// would be that constant.
#[doc(hidden)]
#[macro_export]
macro_rules! __fma_fn {
    ($mode:ident, $name:ident) => {
        #[inline(always)]
        fn $name<T: $crate::Real>(__a: T, __b: T, __c: T) -> T {
            $crate::__fma!($mode, __a, __b, __c)
        }
    };
    ($mode:ident, $name:ident, $scalar:ty) => {
        #[inline(always)]
        fn $name(__a: $scalar, __b: $scalar, __c: $scalar) -> $scalar {
            $crate::__fma!($mode, __a, __b, __c)
        }
    };
}

/// Defines a function `name(a, b, c)` that computes `a * b + c` of pairs of numbers under the
/// option `fma`.
#[doc(hidden)]
#[macro_export]
macro_rules! __fma_two {
    ($mode:ident, $name:ident) => {
        #[inline(always)]
        fn $name(
            __a: $crate::__private::Two,
            __b: $crate::__private::Two,
            __c: $crate::__private::Two,
        ) -> $crate::__private::Two {
            $crate::__fma_two!(@ $mode, __a, __b, __c)
        }
    };
    (@ never, $a:expr, $b:expr, $c:expr) => {
        $a * $b + $c
    };
    (@ $mode:ident, $a:expr, $b:expr, $c:expr) => {
        $crate::__private::Two::fused($a, $b, $c, |__a, __b, __c| {
            $crate::__fma!($mode, __a, __b, __c)
        })
    };
}

#[cfg(test)]
mod tests {
    /// `A * A` is `1 + 2 eps + eps^2`. Only a fused operation keeps the last term.
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
