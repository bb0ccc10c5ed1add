//! `Lanes`: one scalar of eight points, and the conversion from and to arrays of points
//! (interleaving).
//!
//! Batch code wants the same scalar of neighbouring points side by side in memory.
//!
//! ```text
//! interleave    [[x0, x1] of p0, .., [x0, x1] of p7]  ->  [x0 of p0..p7, x1 of p0..p7]
//! ```
//!
//! Eight doubles are one register of AVX-512, two registers of AVX2 and one cache line of 64 bytes,
//! to which they are aligned. Eight is the width in memory, not the width of the computation.
//!
//! Cost of either conversion: one move for each scalar, or with AVX one for four.

use core::ops::{Index, IndexMut};

use super::transpose;

/// The number of points that a block interleaves.
pub const LANES: usize = 8;

/// One scalar of eight points.
///
/// ```
/// use jacobian_runtime::batch::Lanes;
///
/// let mut time = Lanes::splat(0.5);
/// time[7] = 1.5;
/// assert_eq!(time, Lanes::from([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.5]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub(super) [f64; LANES]);

impl Lanes {
    /// The same scalar in all points.
    pub const fn splat(scalar: f64) -> Self {
        Self([scalar; LANES])
    }

    /// The scalars, point by point.
    pub const fn to_array(self) -> [f64; LANES] {
        self.0
    }
}

impl From<[f64; LANES]> for Lanes {
    fn from(scalars: [f64; LANES]) -> Self {
        Self(scalars)
    }
}

impl Index<usize> for Lanes {
    type Output = f64;

    fn index(&self, point: usize) -> &f64 {
        &self.0[point]
    }
}

impl IndexMut<usize> for Lanes {
    fn index_mut(&mut self, point: usize) -> &mut f64 {
        &mut self.0[point]
    }
}

/// Interleaves up to eight points to a block.
///
/// Fewer points are filled up with copies of the last one, because copies stay in the domain of the
/// function and take the same branches. No points give zeros.
///
/// ```
/// use jacobian_runtime::batch::{deinterleave, interleave};
///
/// let points = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
/// let block = interleave(&points);
/// assert_eq!(block[1].to_array(), [2.0, 4.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0]);
///
/// let mut back = [[0.0; 2]; 3];
/// deinterleave(&block, &mut back);
/// assert_eq!(back, points);
/// ```
#[inline]
pub fn interleave<const N: usize>(points: &[[f64; N]]) -> [Lanes; N] {
    let mut block = [Lanes::splat(0.0); N];
    interleave_into(points, &mut block);
    block
}

/// The same into a block that is there.
pub(super) fn interleave_into<const N: usize>(points: &[[f64; N]], block: &mut [Lanes; N]) {
    let is_done = points
        .try_into()
        .is_ok_and(|points| transpose::into_block(points, block).is_some());
    let Some(last) = points.len().checked_sub(1).filter(|_| !is_done) else {
        return;
    };
    for lane in 0..LANES {
        let point = &points[lane.min(last)];
        for (lanes, scalar) in block.iter_mut().zip(point) {
            lanes.0[lane] = *scalar;
        }
    }
}

/// Writes the points of a block to `points`: the first eight of them, or fewer if the slice is
/// shorter.
#[inline]
pub fn deinterleave<const N: usize>(block: &[Lanes; N], points: &mut [[f64; N]]) {
    let is_done = points
        .first_chunk_mut()
        .is_some_and(|points| transpose::into_points(block, points).is_some());
    if is_done {
        return;
    }
    for (lane, point) in points.iter_mut().take(LANES).enumerate() {
        for (scalar, lanes) in point.iter_mut().zip(block) {
            *scalar = lanes.0[lane];
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "small whole numbers are moved"
)]
mod tests {
    use super::{LANES, Lanes, deinterleave, interleave};

    #[test]
    fn a_block_is_a_cache_line_for_each_scalar() {
        assert_eq!(size_of::<[Lanes; 3]>(), 3 * 64);
        assert_eq!(align_of::<Lanes>(), 64);
    }

    #[test]
    fn no_points_are_a_block_of_zeros_and_more_than_eight_are_left_alone() {
        assert_eq!(interleave::<2>(&[]), [Lanes::splat(0.0); 2]);
        let mut points = [[7.0]; LANES + 1];
        deinterleave(&[Lanes::splat(1.0)], &mut points);
        assert_eq!(points[LANES - 1..], [[1.0], [7.0]]);
    }

    /// Tiles, what is beside them, and short blocks.
    fn each_number_is_in_its_place<const N: usize>() {
        for n_points in 1..=LANES + 1 {
            let number = |point: usize, column: usize| (100 * point + column) as f64;
            let points: Vec<[f64; N]> = (0..n_points)
                .map(|point| core::array::from_fn(|column| number(point, column)))
                .collect();
            let block = interleave(&points[..n_points.min(LANES)]);
            for (column, lanes) in block.iter().enumerate() {
                for lane in 0..LANES {
                    assert_eq!(lanes[lane], number(lane.min(n_points - 1), column));
                }
            }
            let mut back = vec![[-1.0; N]; n_points];
            deinterleave(&block, &mut back);
            assert_eq!(back[..n_points.min(LANES)], points[..n_points.min(LANES)]);
            assert!(
                back[n_points.min(LANES)..]
                    .iter()
                    .flatten()
                    .all(|left| *left == -1.0)
            );
        }
    }

    #[test]
    fn points_of_any_length_come_back() {
        each_number_is_in_its_place::<1>();
        each_number_is_in_its_place::<3>();
        each_number_is_in_its_place::<4>();
        each_number_is_in_its_place::<9>();
    }
}
