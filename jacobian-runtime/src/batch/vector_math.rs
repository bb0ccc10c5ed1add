//! Vector math within one evaluation: one elemental of up to eight independent numbers in SIMD
//! registers.
//!
//! `value = fused` calls these functions instead of the scalar library.
//!
//! ```text
//! let v6 = v0.sin();  let v7 = v1.sin();  ..       six calls, one after the other
//! sin_cos([v0, v1, v2, v3, v4, v5])                two registers of four lanes
//! ```
//!
//! The arithmetic around an elemental is scalar, but elementals that do not depend on each other
//! can share registers. Each kernel is compiled here, once, for four and for eight numbers; fewer
//! numbers are filled up. The numbers arrive in scalar registers, because an array would be stored
//! number by number and loaded as a vector, and such a load waits until all of the stores have left
//! the core (a failed store-to-load forwarding).
//!
//! Each call asks which instruction set the processor has: a load and a comparison. Without vectors
//! we call the library.

use core::array::from_fn;

use pulp::{Arch, Simd, WithSimd};

use super::packed::{At, Packed};

pub use crate::atan2_trig::*;
pub use crate::from_values::several::*;
pub use crate::quotients::quotients;

/// Number `i` of a kernel is in column `i % COLUMNS`. So two numbers that share a register are not
/// adjacent if they are passed in memory, and LLVM does not load them as one vector that was stored
/// in parts.
const COLUMNS: usize = 4;

/// An elemental, or two elementals of the same operand such as sine and cosine.
trait Elementals<const OUT: usize> {
    fn of<S: Simd>(operand: impl Fn(usize) -> Packed<S>) -> [Packed<S>; OUT];
}

/// Computes `WIDTH` results of each of `OUT` elementals. Each column has `DEPTH` numbers: all that
/// it holds of the first operand, then of the second.
struct Kernel<E, const DEPTH: usize, const WIDTH: usize, const OUT: usize> {
    elementals: core::marker::PhantomData<E>,
    numbers: [[f64; DEPTH]; COLUMNS],
}

impl<E: Elementals<OUT>, const DEPTH: usize, const WIDTH: usize, const OUT: usize> WithSimd
    for Kernel<E, DEPTH, WIDTH, OUT>
{
    type Output = [[f64; WIDTH]; OUT];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut results = [[0.0; WIDTH]; OUT];
        for first in (0..WIDTH).step_by(S::F64_LANES) {
            let at = At { simd, first };
            let packed_results = E::of(|operand| {
                at.each(|lane| {
                    // A register may have more lanes than there are numbers: then they repeat.
                    let number = (first + lane) % WIDTH;
                    self.numbers[number % COLUMNS][number / COLUMNS + operand * (WIDTH / COLUMNS)]
                })
            });
            for (results, packed) in results.iter_mut().zip(packed_results) {
                for lane in 0..S::F64_LANES.min(WIDTH - first) {
                    results[first + lane] = packed.lane(lane);
                }
            }
        }
        results
    }
}

/// Runs a kernel on the vector unit. Returns `None` if the processor has none.
#[inline(always)]
fn run<E: Elementals<OUT>, const DEPTH: usize, const WIDTH: usize, const OUT: usize>(
    numbers: [[f64; DEPTH]; COLUMNS],
) -> Option<[[f64; WIDTH]; OUT]> {
    match Arch::new() {
        Arch::Scalar => None,
        arch => Some(arch.dispatch(Kernel {
            elementals: core::marker::PhantomData::<E>,
            numbers,
        })),
    }
}

/// Fills up to `M` numbers with copies of the first one. A constant such as zero could lie outside
/// the interval of the polynomial, and then every lane would pay for the library.
#[inline(always)]
fn filled<const N: usize, const M: usize>(numbers: [f64; N]) -> [f64; M] {
    const { assert!(0 < N && N <= 8, "a call takes one to eight numbers") };
    from_fn(|index| numbers[if index < N { index } else { 0 }])
}

/// The scalar library, for processors without vectors.
#[cold]
#[inline(never)]
fn one_by_one<T, U, const N: usize>(numbers: [T; N], function: fn(T) -> U) -> [U; N] {
    numbers.map(function)
}

/// Defines functions of one number. The kernels `four` and `eight` are not generic, so they are
/// compiled once, with this crate, and not in the user's.
macro_rules! unary {
    ($($name:ident -> $result:ty, $out:literal: |$x:ident| $packed:expr, $scalar:expr, $arrange:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "` of up to eight numbers.")]
        #[inline(always)]
        pub fn $name<const N: usize>(numbers: [f64; N]) -> [$result; N] {
            enum This {}

            impl Elementals<$out> for This {
                #[inline(always)]
                fn of<S: Simd>(operand: impl Fn(usize) -> Packed<S>) -> [Packed<S>; $out] {
                    let $x = operand(0);
                    $packed
                }
            }

            #[inline(never)]
            fn four(a: f64, b: f64, c: f64, d: f64) -> Option<[[f64; 4]; $out]> {
                run::<This, 1, 4, $out>([[a], [b], [c], [d]])
            }

            #[inline(never)]
            #[allow(clippy::too_many_arguments, reason = "each in a register")]
            fn eight(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64) -> Option<[[f64; 8]; $out]> {
                run::<This, 2, 8, $out>([[a, e], [b, f], [c, g], [d, h]])
            }

            let arranged = if N <= 4 {
                let [a, b, c, d] = filled(numbers);
                four(a, b, c, d).map(|results| from_fn(|index| $arrange(results.map(|result| result[index]))))
            } else {
                let [a, b, c, d, e, f, g, h] = filled(numbers);
                eight(a, b, c, d, e, f, g, h).map(|results| from_fn(|index| $arrange(results.map(|result| result[index]))))
            };
            arranged.unwrap_or_else(|| one_by_one(numbers, $scalar))
        }
    )*};
}

/// Defines functions for elementals that `Packed` and `f64` know by the same name.
macro_rules! named {
    ($($name:ident)*) => {
        unary! { $($name -> f64, 1: |x| [x.$name()], f64::$name, |[result]: [f64; 1]| result;)* }
    };
}

named! { exp tan sinh cosh tanh }

unary! {
    sech_squared -> f64, 1: |x| [x.sech_squared()], crate::from_values::sech_squared, |[result]: [f64; 1]| result;
    sin_cos -> (f64, f64), 2: |x| x.sin_cos().into(), f64::sin_cos, |[sine, cosine]: [f64; 2]| (sine, cosine);
}

/// `atan2` of up to four pairs `(ys[i], xs[i])`.
#[inline(always)]
pub fn atan2<const N: usize>(ys: [f64; N], xs: [f64; N]) -> [f64; N] {
    enum This {}

    impl Elementals<1> for This {
        #[inline(always)]
        fn of<S: Simd>(operand: impl Fn(usize) -> Packed<S>) -> [Packed<S>; 1] {
            [operand(0).atan2(operand(1))]
        }
    }

    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "each in a register")]
    fn four(
        y0: f64,
        x0: f64,
        y1: f64,
        x1: f64,
        y2: f64,
        x2: f64,
        y3: f64,
        x3: f64,
    ) -> Option<[[f64; 4]; 1]> {
        run::<This, 2, 4, 1>([[y0, x0], [y1, x1], [y2, x2], [y3, x3]])
    }

    let (y, x): ([f64; 4], [f64; 4]) = (filled(ys), filled(xs));
    match four(y[0], x[0], y[1], x[1], y[2], x[2], y[3], x[3]) {
        Some([results]) => from_fn(|index| results[index]),
        None => one_by_one(from_fn(|index| [ys[index], xs[index]]), |[y, x]| y.atan2(x)),
    }
}
