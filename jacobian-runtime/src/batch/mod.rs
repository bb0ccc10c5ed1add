//! SIMD batches: value and Jacobian of many points at once, one point in each lane of a vector
//! register.
//!
//! The option `batch` of the attribute generates the functions that need this module.
//!
//! ```text
//! points            p0 = [x0, x1]   p1 = [x0, x1]   ...   p7 = [x0, x1]
//!                          \               |               /
//! a block           [ x0 of p0..p7 | x1 of p0..p7 ]        one `Lanes` for each scalar
//!                          |  as many lanes at a time as the processor has
//! a block of values and a block of entries                 written where they stay
//! ```
//!
//! A block interleaves eight points, scalar by scalar. So one instruction serves eight (four, two)
//! points without shuffling, and a block of entries is contiguous in memory. Generated code is
//! generic over the width. When the program runs, the crate pulp picks the widest instruction set
//! of the processor, even in a default build: AVX-512, AVX2 with fma, Neon, or single numbers.
//!
//! ```
//! use jacobian_runtime::batch::interleave;
//! use jacobian_runtime::jacobian;
//!
//! #[jacobian(batch, wrt(x))]
//! fn pendulum(x: &[f64; 2], damping: f64) -> [f64; 2] {
//!     [x[1], -x[0].sin() - damping * x[1]]
//! }
//!
//! // Slices of points: the simplest call.
//! let points = [[0.0, 1.0], [0.5, 0.0], [1.0, -1.0]];
//! let (mut values, mut entries) = ([[0.0; 2]; 3], [[0.0; PENDULUM_NNZ]; 3]);
//! pendulum_with_jacobian_points(&points, 0.1, &mut values, &mut entries)?;
//! assert_eq!((values[0], entries[0]), ([1.0, -0.1], [-1.0, 1.0, -0.1]));
//!
//! // Blocks: keep your data in this form if speed counts, because results stay interleaved.
//! let blocks = [interleave(&points)];
//! let (mut values, mut entries) = ([Default::default(); 1], [Default::default(); 1]);
//! pendulum_with_jacobian_batch(&blocks, 0.1, &mut values, &mut entries)?;
//! assert_eq!((values[0][1][0], entries[0][0][0]), (-0.1, -1.0));
//! # Ok::<(), jacobian_runtime::batch::LengthMismatch>(())
//! ```
//!
//! Both functions take the independents of each point, flattened in the order of the columns, and
//! then the inactive parameters, which are the same for all points. They write the values,
//! flattened in the order of the rows, and all entries. If the function reads an output before it
//! writes it, it finds zero.
//!
//! With `batch(per_point(t, y))`, each point has its own `t` and `y`, such as the time and the
//! result of a measurement. These are slices in the place of the parameters: `&[f64]` for single
//! numbers, or `&[[f64; K]]`, flattened. In blocks they are `&[[Lanes; K]]`, also with K = 1.
//!
//! Beside the option `normal` there are `_normal_points` and `_normal_batch`, which write values,
//! gradients and normal matrices. Weights are data of each point, in a slice behind the inactive
//! parameters: `&[[f64; ROWS]]`, or a square root row by row, `&[[f64; ROWS * ROWS]]`. If there is
//! data of each point, `_normal_sum_into` takes the variables once, like the function, writes the
//! sums over all points, and returns the cost.
//!
//! Beside the option `hessian` there are `_with_hessian_points` and `_with_hessian_batch` as well,
//! which write values, first derivatives and the entries of Hessians. A point of a function with
//! several dependents holds their weights too, behind the independents.
//!
//! A single number is no array in slices of points: for `fn f(x: f64) -> f64` they are `&[f64]` and
//! `&mut [f64]`.
//!
//! Blocks are 2.8 to 8.1 times faster than the scalar code with AVX-512, over the ten problems of
//! the tests. Slices of points have to be taken apart. If a function has many entries and little
//! arithmetic, this would cost more than lanes gain, and `_points` calls the scalar code instead.
//!
//! # Agreement with the scalar code
//!
//! Arithmetic, `sqrt`, `abs`, `mul_add` and the roundings of the value are the same IEEE operations
//! in the same order, so they are bitwise equal. On machines with vectors the elementals of this
//! table are polynomials, so they differ from the standard library in the last bits, also in the
//! value. All other elementals call the standard library, lane by lane. In derivative code `a * b +
//! c` is fused if the vector unit can do it, unless the option `fma` is `never`.
//!
//! | elemental | error, ulp | beyond these arguments the standard library is called, lane by lane |
//! |---|---|---|
//! | `exp` | 1 | -708 to 709 |
//! | `exp_m1`, `tanh`, `sinh`, `cosh` | 4 | magnitude up to 700 |
//! | `ln` | 1 | positive, normal, finite |
//! | `sin`, `cos` | 1 | magnitude up to 2^20 |
//! | `tan` | 3 | magnitude up to 2^20 |
//! | `atan`, `atan2` | 3 | the larger magnitude from 1e-290 to 1e290 |
//! | `asin`, `acos` | 4 | magnitude up to 1 |
//!
//! Tests check these bounds. NaN and infinity lie outside every interval, so the standard library
//! decides their results.
//!
//! # Branches
//!
//! If all lanes of a vector agree on every condition, the arm runs once for all of them. If they
//! disagree, the scalar code evaluates those points one after the other. Nothing runs in an arm
//! that a point does not take.
//!
//! Inactive code in front of branches runs once in a call. Inactive code in a condition or in an
//! arm runs once for each vector or point. Some functions are evaluated point by point: those with
//! assertions on active values, with statements of inactive code inside arms, with conditions that
//! bind names (`if let`), with more than 1,500 statements, or with code that uses the data of a
//! point and is not followed. Slices of points are then computed where they are.

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the vector instructions"
)]

mod dispatch;
mod elementals;
mod function;
mod lanes;
mod packed;
mod partials;
mod slices;
mod sums;
#[cfg(test)]
mod tests;
mod transpose;
#[doc(hidden)]
pub mod vector_math;

use core::fmt;

pub use function::{BatchFunction, BatchHessian, BatchNormal};
pub use lanes::{LANES, Lanes, deinterleave, interleave};

/// Support library of generated code.
#[doc(hidden)]
pub mod __private {
    pub use super::dispatch::{Kernel, one_after_the_other, run};
    pub use super::function::{arrays, costs, nothing, part, target};
    pub use super::packed::{At, Number, Packed, fused, table, unfused};
    pub use super::partials::*;
    pub use super::slices::{Data, Part, Slices};
    pub use super::sums::{Sums, add_up, rooted_norm, squared_norm, weighted_norm};
    pub use pulp::Simd;
}

/// Error of a batch: the slices of points, values and entries have different lengths.
///
/// The generated function then writes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch {
    /// The length of the slice of points.
    pub points: usize,
    /// The length of a slice of data of which each point has its own: of the first that has another
    /// length than the points, or else of the first one.
    pub data: Option<usize>,
    /// The length of the slice that the values go to.
    pub values: usize,
    /// The length of the slice that the first derivatives go to, beside Hessians, or the gradients,
    /// beside normal matrices.
    pub first: Option<usize>,
    /// The length of the slice that the entries of the Jacobians, Hessians or normal matrices go
    /// to.
    pub entries: usize,
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            points,
            data,
            values,
            first,
            entries,
        } = self;
        write!(
            formatter,
            "the slices of a batch must be equally long: {points} of points, "
        )?;
        if let Some(data) = data {
            write!(formatter, "{data} of data, ")?;
        }
        write!(formatter, "{values} of values, ")?;
        if let Some(first) = first {
            write!(formatter, "{first} of first derivatives, ")?;
        }
        write!(formatter, "{entries} of entries")
    }
}

impl core::error::Error for LengthMismatch {}
