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
use super::lanes::{LANES, Lanes, deinterleave, interleave_into};
use super::packed::At;
use super::slices::{Data, Slices, gather, points_of};

/// The generated computation of one function. `FIRST` is the number of first derivatives that are
/// written beside the entries: none beside those of a Jacobian.
pub trait Kernel<
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
>
{
    /// Whether results are added to those that are there, in lanes.
    const ADDS: bool;

    /// Computes the lanes `at` of a block. Returns `None` if they do not all take the same arms.
    fn lanes<S: Simd>(
        &self,
        at: At<S>,
        point: &[Lanes; COLS],
        data: &[Lanes; DATA],
        value: &mut [Lanes; ROWS],
        first: &mut [Lanes; FIRST],
        entries: &mut [Lanes; NNZ],
    ) -> Option<()>;

    /// Computes one point with scalar code.
    fn point(
        &mut self,
        point: &[f64; COLS],
        data: &[f64; DATA],
        value: &mut [f64; ROWS],
        first: &mut [f64; FIRST],
        entries: &mut [f64; NNZ],
    );
}

/// Computes everything at all points.
///
/// # Errors
/// If the slices have different lengths. Then nothing is written.
#[inline]
pub fn run<
    K,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
>(
    kernel: K,
    data: Data<'_, COLS, DATA, ROWS, FIRST, NNZ>,
) -> Result<(), LengthMismatch>
where
    K: Kernel<COLS, DATA, ROWS, FIRST, NNZ>,
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

/// Computes points where they are, because lanes are not possible, or not faster. `data` gives the
/// numbers that the point with an index has beside its independents.
///
/// # Errors
/// If the slices have different lengths. Then nothing is written.
#[inline]
pub fn one_after_the_other<
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
>(
    mut slices: Slices<'_, f64, COLS, DATA, ROWS, FIRST, NNZ>,
    data: impl Fn(usize) -> [f64; DATA],
    mut point: impl FnMut(
        &[f64; COLS],
        &[f64; DATA],
        &mut [f64; ROWS],
        &mut [f64; FIRST],
        &mut [f64; NNZ],
    ),
) -> Result<(), LengthMismatch> {
    slices.check()?;
    let mut none = [0.0; FIRST];
    let targets = slices.values.iter_mut().zip(slices.entries);
    for (index, (own, (value, entries))) in slices.points.iter().zip(targets).enumerate() {
        let first = match &mut slices.first {
            Some(first) => &mut first[index],
            None => &mut none,
        };
        point(own, &data(index), value, first, entries);
    }
    Ok(())
}

/// The block that points are interleaved into. (Blocks need none: they are computed in place.)
struct Scratch<
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
> {
    point: [Lanes; COLS],
    value: [Lanes; ROWS],
    first: [Lanes; FIRST],
    entries: [Lanes; NNZ],
}

impl<const COLS: usize, const DATA: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>
    Default for Scratch<COLS, DATA, ROWS, FIRST, NNZ>
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

struct Run<
    'a,
    K,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
> {
    kernel: K,
    data: Data<'a, COLS, DATA, ROWS, FIRST, NNZ>,
    scratch: Option<&'a mut Scratch<COLS, DATA, ROWS, FIRST, NNZ>>,
}

impl<
    K,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
> WithSimd for Run<'_, K, COLS, DATA, ROWS, FIRST, NNZ>
where
    K: Kernel<COLS, DATA, ROWS, FIRST, NNZ>,
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let mut given = [Lanes::splat(0.0); DATA];
        // Where there are no first derivatives, this is empty.
        let mut none = [Lanes::splat(0.0); FIRST];
        for index in 0..self.data.n_blocks() {
            if DATA > 0 {
                out_of_line(|| match &self.data {
                    Data::Blocks(slices) => gather(slices.data, index, &mut given),
                    Data::Points(slices) => gather(slices.data, index, &mut given),
                });
            }
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
                        interleave_into(
                            &points[points_of(index, points.len())],
                            &mut scratch.point,
                        );
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
            compute(
                &mut self.kernel,
                simd,
                (point, &given),
                (value, first, entries),
            );
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

/// Computes a block, as many lanes at a time as the registers have.
#[inline(always)]
pub(super) fn compute<
    S,
    K,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
>(
    kernel: &mut K,
    simd: S,
    (point, data): (&[Lanes; COLS], &[Lanes; DATA]),
    (value, first, entries): (&mut [Lanes; ROWS], &mut [Lanes; FIRST], &mut [Lanes; NNZ]),
) where
    S: Simd,
    K: Kernel<COLS, DATA, ROWS, FIRST, NNZ>,
{
    for part in 0..LANES / S::F64_LANES {
        let at = At {
            simd,
            first: part * S::F64_LANES,
        };
        if kernel
            .lanes(at, point, data, value, first, entries)
            .is_none()
        {
            one_by_one(kernel, at, (point, data), (value, first, entries));
        }
    }
}

/// Runs a copy outside the kernel. Inlined, it would compete with the constants of the kernel for
/// registers.
#[inline(never)]
pub(super) fn out_of_line(copy: impl FnOnce()) {
    copy();
}

/// Computes the points of a vector one by one, because they take different arms.
#[inline(never)]
fn one_by_one<
    S,
    K,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
>(
    kernel: &mut K,
    at: At<S>,
    (point, data): (&[Lanes; COLS], &[Lanes; DATA]),
    (value, first, entries): (&mut [Lanes; ROWS], &mut [Lanes; FIRST], &mut [Lanes; NNZ]),
) where
    S: Simd,
    K: Kernel<COLS, DATA, ROWS, FIRST, NNZ>,
{
    for lane in at.first..at.first + S::F64_LANES {
        let (mut own_value, mut own_first, mut own_entries) =
            ([0.0; ROWS], [0.0; FIRST], [0.0; NNZ]);
        let own_point = core::array::from_fn(|column| point[column].0[lane]);
        let own_data = core::array::from_fn(|number| data[number].0[lane]);
        kernel.point(
            &own_point,
            &own_data,
            &mut own_value,
            &mut own_first,
            &mut own_entries,
        );
        let put = if K::ADDS { add } else { put };
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

/// Adds the numbers of one point to its lane.
fn add(numbers: &[f64], block: &mut [Lanes], lane: usize) {
    for (lanes, number) in block.iter_mut().zip(numbers) {
        lanes.0[lane] += *number;
    }
}
