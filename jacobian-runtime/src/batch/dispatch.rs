//! Run-time dispatch: runs a batch kernel over all blocks with the widest instruction set of the
//! processor.
//!
//! A default build must use AVX2 or AVX-512 where the processor has it.
//!
//! ```text
//! Blocks   points  ->  kernel  ->  value, entries                                 in place
//! Points   points  ->  interleave  ->  kernel  ->  deinterleave  ->  value, entries
//! ```
//!
//! The instruction set is chosen once in a call. A kernel is one function in which everything is
//! inlined, and its one body serves both forms of data.

use pulp::{Arch, Simd, WithSimd};

use super::LengthMismatch;
use super::lanes::{LANES, Lanes, deinterleave, interleave};
use super::packed::At;

/// The generated computation of one function.
pub trait Kernel<const COLS: usize, const ROWS: usize, const NNZ: usize> {
    /// Computes the lanes `at` of a block. Returns `None` if they do not all take the same arms.
    fn lanes<S: Simd>(
        &self,
        at: At<S>,
        point: &[Lanes; COLS],
        value: &mut [Lanes; ROWS],
        entries: &mut [Lanes; NNZ],
    ) -> Option<()>;

    /// Computes one point with scalar code.
    fn point(&mut self, point: &[f64; COLS], value: &mut [f64; ROWS], entries: &mut [f64; NNZ]);
}

/// The slices of a batch: points, then the values and the entries to write.
#[derive(Debug)]
pub enum Data<'a, const COLS: usize, const ROWS: usize, const NNZ: usize> {
    /// Interleaved by [`LANES`].
    Blocks(
        &'a [[Lanes; COLS]],
        &'a mut [[Lanes; ROWS]],
        &'a mut [[Lanes; NNZ]],
    ),
    /// One after the other.
    Points(
        &'a [[f64; COLS]],
        &'a mut [[f64; ROWS]],
        &'a mut [[f64; NNZ]],
    ),
}

impl<const COLS: usize, const ROWS: usize, const NNZ: usize> Data<'_, COLS, ROWS, NNZ> {
    fn check(&self) -> Result<(), LengthMismatch> {
        let (points, values, entries) = match self {
            Self::Blocks(points, value, entries) => (points.len(), value.len(), entries.len()),
            Self::Points(points, value, entries) => (points.len(), value.len(), entries.len()),
        };
        if points == values && points == entries {
            return Ok(());
        }
        Err(LengthMismatch {
            points,
            values,
            entries,
        })
    }

    fn n_blocks(&self) -> usize {
        match self {
            Self::Blocks(points, ..) => points.len(),
            Self::Points(points, ..) => points.len().div_ceil(LANES),
        }
    }
}

/// Computes value and entries of all points.
///
/// # Errors
/// If the slices have different lengths. Then nothing is written.
#[inline]
pub fn run<K, const COLS: usize, const ROWS: usize, const NNZ: usize>(
    kernel: K,
    data: Data<'_, COLS, ROWS, NNZ>,
) -> Result<(), LengthMismatch>
where
    K: Kernel<COLS, ROWS, NNZ>,
{
    data.check()?;
    match data {
        Data::Blocks(..) => Arch::new().dispatch(Run {
            kernel,
            data,
            scratch: None,
        }),
        Data::Points(..) => {
            let mut scratch = Scratch::default();
            Arch::new().dispatch(Run {
                kernel,
                data,
                scratch: Some(&mut scratch),
            });
        }
    }
    Ok(())
}

/// The block that points are interleaved into. (Blocks need none: they are computed in place.)
struct Scratch<const COLS: usize, const ROWS: usize, const NNZ: usize> {
    point: [Lanes; COLS],
    value: [Lanes; ROWS],
    entries: [Lanes; NNZ],
}

impl<const COLS: usize, const ROWS: usize, const NNZ: usize> Default for Scratch<COLS, ROWS, NNZ> {
    fn default() -> Self {
        Self {
            point: [Lanes::splat(0.0); COLS],
            value: [Lanes::splat(0.0); ROWS],
            entries: [Lanes::splat(0.0); NNZ],
        }
    }
}

struct Run<'a, K, const COLS: usize, const ROWS: usize, const NNZ: usize> {
    kernel: K,
    data: Data<'a, COLS, ROWS, NNZ>,
    scratch: Option<&'a mut Scratch<COLS, ROWS, NNZ>>,
}

impl<K, const COLS: usize, const ROWS: usize, const NNZ: usize> WithSimd
    for Run<'_, K, COLS, ROWS, NNZ>
where
    K: Kernel<COLS, ROWS, NNZ>,
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        for index in 0..self.data.n_blocks() {
            let (point, value, entries) = match (&mut self.data, &mut self.scratch) {
                (Data::Blocks(points, values, all), _) => {
                    (&points[index], &mut values[index], &mut all[index])
                }
                (Data::Points(points, ..), Some(scratch)) => {
                    out_of_line(|| {
                        scratch.point = interleave(&points[points_of(index, points.len())]);
                    });
                    (&scratch.point, &mut scratch.value, &mut scratch.entries)
                }
                (Data::Points(..), None) => return,
            };
            for part in 0..LANES / S::F64_LANES {
                let at = At {
                    simd,
                    first: part * S::F64_LANES,
                };
                if self.kernel.lanes(at, point, value, entries).is_none() {
                    one_by_one(&mut self.kernel, at, point, value, entries);
                }
            }
            if let (Data::Points(points, values, all), Some(scratch)) =
                (&mut self.data, &self.scratch)
            {
                let range = points_of(index, points.len());
                out_of_line(|| {
                    deinterleave(&scratch.value, &mut values[range.clone()]);
                    deinterleave(&scratch.entries, &mut all[range.clone()]);
                });
            }
        }
    }
}

/// Runs a copy outside the kernel. Inlined, it would compete with the constants of the kernel for
/// registers.
#[inline(never)]
fn out_of_line(copy: impl FnOnce()) {
    copy();
}

/// The indices of the points of a block. The last block may be short.
fn points_of(block: usize, n_points: usize) -> core::ops::Range<usize> {
    let first = block * LANES;
    first..n_points.min(first + LANES)
}

/// Computes the points of a vector one by one, because they take different arms.
#[inline(never)]
fn one_by_one<S, K, const COLS: usize, const ROWS: usize, const NNZ: usize>(
    kernel: &mut K,
    at: At<S>,
    point: &[Lanes; COLS],
    value: &mut [Lanes; ROWS],
    entries: &mut [Lanes; NNZ],
) where
    S: Simd,
    K: Kernel<COLS, ROWS, NNZ>,
{
    for lane in at.first..at.first + S::F64_LANES {
        let (mut lane_value, mut lane_entries) = ([0.0; ROWS], [0.0; NNZ]);
        let lane_point = core::array::from_fn(|column| point[column].0[lane]);
        kernel.point(&lane_point, &mut lane_value, &mut lane_entries);
        for (lanes, scalar) in value.iter_mut().zip(lane_value) {
            lanes.0[lane] = scalar;
        }
        for (lanes, scalar) in entries.iter_mut().zip(lane_entries) {
            lanes.0[lane] = scalar;
        }
    }
}
