//! The slices of a batch: what is read and written for each point, in blocks or point by point.
//!
//! ```text
//! points: &[[f64; 3]]                   independents, an array for each point
//! t: &[f64], y: &[[f64; 2]]             data, in slices of their own
//!         \        /
//! [Lanes; 1 + 2]                        gathered into one block
//! ```
//!
//! Generated code makes them, and `dispatch` runs over them.

use super::LengthMismatch;
use super::lanes::{LANES, Lanes};

/// A slice of data of which each point has its own.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, T> {
    pub(super) numbers: &'a [T],
    /// The count of numbers of each point.
    pub(super) width: usize,
}

impl<'a, T> Part<'a, T> {
    /// Of an array for each point, or of each block of points.
    pub const fn of<const N: usize>(points: &'a [[T; N]]) -> Self {
        Self {
            numbers: points.as_flattened(),
            width: N,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len() / self.width
    }
}

/// A form of data, from which a block is made.
pub(super) trait Gather: Copy {
    /// Writes the numbers of one block.
    fn gather(part: &Part<'_, Self>, index: usize, block: &mut [Lanes]);
}

impl Gather for Lanes {
    #[inline(always)]
    fn gather(part: &Part<'_, Self>, index: usize, block: &mut [Lanes]) {
        block.copy_from_slice(&part.numbers[index * part.width..][..part.width]);
    }
}

impl Gather for f64 {
    #[inline(always)]
    fn gather(part: &Part<'_, Self>, index: usize, block: &mut [Lanes]) {
        let range = points_of(index, part.len());
        if let ([lanes], Some(numbers)) = (&mut *block, part.numbers[range.start..].first_chunk()) {
            lanes.0 = *numbers;
            return;
        }
        let last = range.len() - 1;
        let numbers = &part.numbers[range.start * part.width..range.end * part.width];
        for lane in 0..LANES {
            let own = &numbers[lane.min(last) * part.width..][..part.width];
            for (lanes, number) in block.iter_mut().zip(own) {
                lanes.0[lane] = *number;
            }
        }
    }
}

/// Writes the data of one block, part after part.
#[inline(always)]
pub(super) fn gather<T: Gather>(parts: &[Part<'_, T>], index: usize, mut block: &mut [Lanes]) {
    for part in parts {
        let (own, rest) = block.split_at_mut(part.width);
        T::gather(part, index, own);
        block = rest;
    }
}

/// The slices of a batch: points, then what is written for each of them. Without first derivatives,
/// `FIRST` is zero.
#[derive(Debug)]
pub struct Slices<
    'a,
    T,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
> {
    /// The independents of each point.
    pub points: &'a [[T; COLS]],
    /// The data of each, `DATA` numbers in all.
    pub data: &'a [Part<'a, T>],
    /// The values of each.
    pub values: &'a mut [[T; ROWS]],
    /// The first derivatives of each, beside second ones.
    pub first: Option<&'a mut [[T; FIRST]]>,
    /// The entries of each.
    pub entries: &'a mut [[T; NNZ]],
}

impl<
    T,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
> Slices<'_, T, COLS, DATA, ROWS, FIRST, NNZ>
{
    pub(super) fn check(&self) -> Result<(), LengthMismatch> {
        let points = self.points.len();
        let (values, entries) = (self.values.len(), self.entries.len());
        let first = self.first.as_ref().map(|first| first.len());
        let mut lengths = self.data.iter().map(Part::len);
        let other = lengths.clone().find(|length| *length != points);
        let is_equal = points == values && points == entries && other.is_none();
        if is_equal && first.is_none_or(|first| points == first) {
            return Ok(());
        }
        Err(LengthMismatch {
            points,
            data: other.or_else(|| lengths.next()),
            values,
            first,
            entries,
        })
    }
}

/// The slices of a batch, in one of two forms.
#[derive(Debug)]
pub enum Data<
    'a,
    const COLS: usize,
    const DATA: usize,
    const ROWS: usize,
    const FIRST: usize,
    const NNZ: usize,
> {
    /// Interleaved by [`LANES`].
    Blocks(Slices<'a, Lanes, COLS, DATA, ROWS, FIRST, NNZ>),
    /// One after the other.
    Points(Slices<'a, f64, COLS, DATA, ROWS, FIRST, NNZ>),
}

impl<const COLS: usize, const DATA: usize, const ROWS: usize, const FIRST: usize, const NNZ: usize>
    Data<'_, COLS, DATA, ROWS, FIRST, NNZ>
{
    pub(super) fn check(&self) -> Result<(), LengthMismatch> {
        match self {
            Self::Blocks(slices) => slices.check(),
            Self::Points(slices) => slices.check(),
        }
    }

    pub(super) fn n_blocks(&self) -> usize {
        match self {
            Self::Blocks(slices) => slices.points.len(),
            Self::Points(slices) => slices.points.len().div_ceil(LANES),
        }
    }
}

/// The indices of the points of a block. The last block may be short.
pub(super) fn points_of(block: usize, n_points: usize) -> core::ops::Range<usize> {
    let first = block * LANES;
    first..n_points.min(first + LANES)
}
