//! From slices to lanes: blocks one after the other, by the widest instruction set that the processor has.
//!
//! ```text
//! Blocks   points  ->  kernel  ->  value, entries                                 in place
//! Points   points  ->  interleave  ->  kernel  ->  deinterleave  ->  value, entries
//! ```
//!
//! The instruction set is chosen once for a call. A kernel is one function in which everything is inlined, and the one
//! body serves both kinds of data.

use pulp::{Arch, Simd, WithSimd};

use super::LengthMismatch;
use super::lanes::{LANES, Lanes, deinterleave, interleave};
use super::packed::At;

/// The generated computation of one function.
pub trait Kernel<const COLS: usize, const ROWS: usize, const NNZ: usize> {
    /// Computes some lanes of a block; `None` where they do not take the same arms.
    fn lanes<S: Simd>(
        &self,
        at: At<S>,
        point: &[Lanes; COLS],
        value: &mut [Lanes; ROWS],
        entries: &mut [Lanes; NNZ],
    ) -> Option<()>;

    /// Computes one point.
    fn point(&mut self, point: &[f64; COLS], value: &mut [f64; ROWS], entries: &mut [f64; NNZ]);
}

/// Where the points are, and where values and entries go.
#[derive(Debug)]
pub enum Data<'a, const COLS: usize, const ROWS: usize, const NNZ: usize> {
    /// Interleaved.
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

/// Computes all points.
///
/// # Errors
/// When the slices are not equally long; then nothing is written.
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
            room: None,
        }),
        Data::Points(..) => {
            let mut room = Room::default();
            Arch::new().dispatch(Run {
                kernel,
                data,
                room: Some(&mut room),
            });
        }
    }
    Ok(())
}

/// A block for points to be computed in; blocks are computed where they are.
struct Room<const COLS: usize, const ROWS: usize, const NNZ: usize> {
    point: [Lanes; COLS],
    value: [Lanes; ROWS],
    entries: [Lanes; NNZ],
}

impl<const COLS: usize, const ROWS: usize, const NNZ: usize> Default for Room<COLS, ROWS, NNZ> {
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
    room: Option<&'a mut Room<COLS, ROWS, NNZ>>,
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
            let (point, value, entries) = match (&mut self.data, &mut self.room) {
                (Data::Blocks(points, values, all), _) => {
                    (&points[index], &mut values[index], &mut all[index])
                }
                (Data::Points(points, ..), Some(room)) => {
                    apart(|| room.point = interleave(&points[places(index, points.len())]));
                    (&room.point, &mut room.value, &mut room.entries)
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
            if let (Data::Points(points, values, all), Some(room)) = (&mut self.data, &self.room) {
                let places = places(index, points.len());
                apart(|| {
                    deinterleave(&room.value, &mut values[places.clone()]);
                    deinterleave(&room.entries, &mut all[places.clone()]);
                });
            }
        }
    }
}

/// Something that must not share registers with the computation, whose constants it would crowd out.
#[inline(never)]
fn apart(run: impl FnOnce()) {
    run();
}

/// The points of a block, the last of which may be short.
fn places(block: usize, n_points: usize) -> core::ops::Range<usize> {
    let first = block * LANES;
    first..n_points.min(first + LANES)
}

/// The lanes of a vector whose points part ways.
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
        let (mut own_value, mut own_entries) = ([0.0; ROWS], [0.0; NNZ]);
        let own_point = core::array::from_fn(|column| point[column].0[lane]);
        kernel.point(&own_point, &mut own_value, &mut own_entries);
        value
            .iter_mut()
            .zip(own_value)
            .for_each(|(lanes, own)| lanes.0[lane] = own);
        entries
            .iter_mut()
            .zip(own_entries)
            .for_each(|(lanes, own)| lanes.0[lane] = own);
    }
}
