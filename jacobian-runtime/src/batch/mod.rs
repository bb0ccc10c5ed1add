//! Many points at once: the option `batch` of the attribute, one point in each lane of a vector register.
//!
//! ```text
//! points            p0 = [x0, x1]   p1 = [x0, x1]   ...   p7 = [x0, x1]
//!                          \               |               /
//! a block           [ x0 of p0..p7 | x1 of p0..p7 ]        one `Lanes` for each scalar
//!                          |  as many lanes at a time as the processor has
//! a block of values and a block of entries                 written where they stay
//! ```
//!
//! A block interleaves eight points, scalar by scalar, so that what is one instruction for one point is one for eight
//! (four, two): nothing is shuffled, and a block of entries lies together in memory. Generated code is generic over
//! the width; the crate pulp picks the widest that the processor has when the program runs, from a default build:
//! AVX-512, AVX2 with fma, Neon, or single numbers.
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
//! // Slices of points.
//! let points = [[0.0, 1.0], [0.5, 0.0], [1.0, -1.0]];
//! let (mut values, mut entries) = ([[0.0; 2]; 3], [[0.0; PENDULUM_NNZ]; 3]);
//! pendulum_with_jacobian_points(&points, 0.1, &mut values, &mut entries)?;
//! assert_eq!((values[0], entries[0]), ([1.0, -0.1], [-1.0, 1.0, -0.1]));
//!
//! // Blocks, which are what to keep in memory where speed counts: results stay interleaved.
//! let blocks = [interleave(&points)];
//! let (mut values, mut entries) = ([Default::default(); 1], [Default::default(); 1]);
//! pendulum_with_jacobian_batch(&blocks, 0.1, &mut values, &mut entries)?;
//! assert_eq!((values[0][1][0], entries[0][0][0]), (-0.1, -1.0));
//! # Ok::<(), jacobian_runtime::batch::LengthMismatch>(())
//! ```
//!
//! Both functions take the independents of each point flattened in the order of the columns, then the inactive
//! parameters, which are the same for all points, and write values flattened in the order of the rows and all entries.
//!
//! Blocks are 2.8 to 8.1 times faster than the scalar code with AVX-512, over the ten problems of the tests. Slices of
//! points pay a move for each scalar; where a function has many entries and little arithmetic, that costs more than the
//! lanes gain.
//!
//! # What agrees with the scalar code
//!
//! Arithmetic, `sqrt`, `abs`, `mul_add` and the roundings of the value are the same IEEE operations in the same order,
//! and bitwise equal. The elementals listed below are computed by polynomials on machines with vectors, so that they
//! differ from the standard library's in the last bits, in the value too; all others are the standard library's, lane
//! by lane. In derivative code `a * b + c` is fused where the vector unit can, unless the option `fma` says never.
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
//! The bounds are those of the tests beside the elementals. NaN and infinity are among the arguments for which the
//! standard library is called, so that they come out as it has them.
//!
//! # Branches
//!
//! Where all lanes of a vector agree on every condition, the arm runs once for all of them; where they do not, those
//! points are evaluated one after the other by the scalar code. Nothing runs in an arm that a point does not take.
//!
//! Inactive code in front of branches runs once for a call, inactive code in a condition or in an arm once for each
//! vector or point. Evaluated point by point are functions with assertions on active values, with statements of
//! inactive code inside of arms, with conditions that bind names (`if let`), or with more than 1,500 statements.

#![allow(
    clippy::inline_always,
    reason = "what is not inlined is compiled without the vector instructions"
)]

#[doc(hidden)]
pub mod calls;
mod elementals;
mod lanes;
mod packed;
mod partials;
mod run;
#[cfg(test)]
mod tests;

use core::fmt;

pub use lanes::{LANES, Lanes, deinterleave, interleave};

/// What generated code calls.
#[doc(hidden)]
pub mod __private {
    pub use super::packed::{At, Number, Packed, fused, table, unfused};
    pub use super::partials::*;
    pub use super::run::{Data, Kernel, run};
    pub use pulp::Simd;
}

/// Slices of points, values and entries that are not equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch {
    /// The length of the slice of points.
    pub points: usize,
    /// The length of the slice that the values go to.
    pub values: usize,
    /// The length of the slice that the entries of the Jacobians go to.
    pub entries: usize,
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            points,
            values,
            entries,
        } = self;
        write!(
            formatter,
            "the slices of a batch must be equally long: {points} of points, {values} of values, {entries} of entries"
        )
    }
}

impl core::error::Error for LengthMismatch {}
