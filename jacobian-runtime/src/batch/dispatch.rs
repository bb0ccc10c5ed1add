//! Run-time dispatch: runs a batch kernel over all blocks with the widest instruction set of the
//! processor.
//!
//! A default build must use AVX2 or AVX-512 where the processor has it.
//!
//! ```text
//! Blocks   points  ->  kernel  ->  value, first derivatives, entries              in place
//! Points   points  ->  interleave  ->  kernel  ->  deinterleave  ->  the same
//! ```
//!
//! The instruction set is chosen once in a call. A kernel is one function in which everything is
//! inlined, and its one body serves both forms of data.

use pulp::{Arch, Simd, WithSimd};

use super::LengthMismatch;
use super::lanes::{LANES, Lanes, deinterleave, interleave};
use super::packed::At;

/// The generated computation of one function. `FIRST` is the number of first derivatives that are
/// written beside the entries: none beside those of a Jacobian.
pub trait Kernel<const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize> {
    /// Computes the lanes `at` of a block. Returns `None` if they do not all take the same arms.
    fn lanes<S: Simd>(
        &self,
        at: At<S>,
        point: &[Lanes; COLS],
        value: &mut [Lanes; ROWS],
        first: &mut [Lanes; FIRST],
        entries: &mut [Lanes; NNZ],
    ) -> Option<()>;

    /// Computes one point with scalar code.
    fn point(
        &mut self,
        point: &[f64; COLS],
        value: &mut [f64; ROWS],
        first: &mut [f64; FIRST],
        entries: &mut [f64; NNZ],
    );
}

/// The slices of a batch: points, then what is written for each of them. Without first derivatives,
/// `FIRST` is zero.
#[derive(Debug)]
pub struct Slices<'a, T, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>
{
    /// The independents of each point.
    pub points: &'a [[T; COLS]],
    /// The values of each.
    pub values: &'a mut [[T; ROWS]],
    /// The first derivatives of each, beside second ones.
    pub first: Option<&'a mut [[T; FIRST]]>,
    /// The entries of each.
    pub entries: &'a mut [[T; NNZ]],
}

impl<T, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>
    Slices<'_, T, COLS, ROWS, FIRST, NNZ>
{
    fn check(&self) -> Result<(), LengthMismatch> {
        let points = self.points.len();
        let (values, entries) = (self.values.len(), self.entries.len());
        let first = self.first.as_ref().map(|first| first.len());
        if points == values && points == entries && first.is_none_or(|first| points == first) {
            return Ok(());
        }
        Err(LengthMismatch {
            points,
            values,
            first,
            entries,
        })
    }
}

/// The slices of a batch, in one of two forms.
#[derive(Debug)]
pub enum Data<'a, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize> {
    /// Interleaved by [`LANES`].
    Blocks(Slices<'a, Lanes, COLS, ROWS, FIRST, NNZ>),
    /// One after the other.
    Points(Slices<'a, f64, COLS, ROWS, FIRST, NNZ>),
}

impl<const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>
    Data<'_, COLS, ROWS, FIRST, NNZ>
{
    fn check(&self) -> Result<(), LengthMismatch> {
        match self {
            Self::Blocks(slices) => slices.check(),
            Self::Points(slices) => slices.check(),
        }
    }

    fn n_blocks(&self) -> usize {
        match self {
            Self::Blocks(slices) => slices.points.len(),
            Self::Points(slices) => slices.points.len().div_ceil(LANES),
        }
    }
}

/// Computes everything at all points.
///
/// # Errors
/// If the slices have different lengths. Then nothing is written.
#[inline]
pub fn run<K, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>(
    kernel: K,
    data: Data<'_, COLS, ROWS, FIRST, NNZ>,
) -> Result<(), LengthMismatch>
where
    K: Kernel<COLS, ROWS, FIRST, NNZ>,
{
    data.check()?;
    let mut scratch = match data {
        Data::Blocks(_) => None,
        Data::Points(_) => Some(Scratch::default()),
    };
    let scratch = scratch.as_mut();
    Arch::new().dispatch(Run {
        kernel,
        data,
        scratch,
    });
    Ok(())
}

/// The block that points are interleaved into. (Blocks need none: they are computed in place.)
struct Scratch<const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize> {
    point: [Lanes; COLS],
    value: [Lanes; ROWS],
    first: [Lanes; FIRST],
    entries: [Lanes; NNZ],
}

impl<const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize> Default
    for Scratch<COLS, ROWS, FIRST, NNZ>
{
    fn default() -> Self {
        Self {
            point: [Lanes::splat(0.0); COLS],
            value: [Lanes::splat(0.0); ROWS],
            first: [Lanes::splat(0.0); FIRST],
            entries: [Lanes::splat(0.0); NNZ],
        }
    }
}

struct Run<'a, K, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize> {
    kernel: K,
    data: Data<'a, COLS, ROWS, FIRST, NNZ>,
    scratch: Option<&'a mut Scratch<COLS, ROWS, FIRST, NNZ>>,
}

impl<K, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize> WithSimd
    for Run<'_, K, COLS, ROWS, FIRST, NNZ>
where
    K: Kernel<COLS, ROWS, FIRST, NNZ>,
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        // Where there are no first derivatives, this is empty.
        let mut none = [Lanes::splat(0.0); FIRST];
        for index in 0..self.data.n_blocks() {
            let (point, value, first, entries) = match (&mut self.data, &mut self.scratch) {
                (Data::Blocks(blocks), _) => (
                    &blocks.points[index],
                    &mut blocks.values[index],
                    match &mut blocks.first {
                        Some(first) => &mut first[index],
                        None => &mut none,
                    },
                    &mut blocks.entries[index],
                ),
                (Data::Points(slices), Some(scratch)) => {
                    let points = slices.points;
                    out_of_line(|| {
                        scratch.point = interleave(&points[points_of(index, points.len())]);
                    });
                    let Scratch {
                        point,
                        value,
                        first,
                        entries,
                    } = &mut **scratch;
                    (&*point, value, first, entries)
                }
                (Data::Points(_), None) => return,
            };
            for part in 0..LANES / S::F64_LANES {
                let at = At {
                    simd,
                    first: part * S::F64_LANES,
                };
                if self
                    .kernel
                    .lanes(at, point, value, first, entries)
                    .is_none()
                {
                    one_by_one(&mut self.kernel, at, point, value, first, entries);
                }
            }
            if let (Data::Points(slices), Some(scratch)) = (&mut self.data, &self.scratch) {
                let range = points_of(index, slices.points.len());
                out_of_line(|| {
                    deinterleave(&scratch.value, &mut slices.values[range.clone()]);
                    if let Some(first) = &mut slices.first {
                        deinterleave(&scratch.first, &mut first[range.clone()]);
                    }
                    deinterleave(&scratch.entries, &mut slices.entries[range.clone()]);
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
fn one_by_one<S, K, const COLS: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>(
    kernel: &mut K,
    at: At<S>,
    point: &[Lanes; COLS],
    value: &mut [Lanes; ROWS],
    first: &mut [Lanes; FIRST],
    entries: &mut [Lanes; NNZ],
) where
    S: Simd,
    K: Kernel<COLS, ROWS, FIRST, NNZ>,
{
    for lane in at.first..at.first + S::F64_LANES {
        let (mut own_value, mut own_first, mut own_entries) =
            ([0.0; ROWS], [0.0; FIRST], [0.0; NNZ]);
        let own_point = core::array::from_fn(|column| point[column].0[lane]);
        kernel.point(&own_point, &mut own_value, &mut own_first, &mut own_entries);
        put(&own_value, value, lane);
        put(&own_first, first, lane);
        put(&own_entries, entries, lane);
    }
}

/// Writes the numbers of one point into its lane.
#[inline(always)]
fn put(numbers: &[f64], block: &mut [Lanes], lane: usize) {
    for (lanes, number) in block.iter_mut().zip(numbers) {
        lanes.0[lane] = *number;
    }
}
