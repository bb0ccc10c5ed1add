//! Sums over many points: normal equations of a fit, where points differ by their data only.
//!
//! ```text
//! lane 0: points 0, 8, 16, ..   added up in order, and so for the other lanes
//! sum:    ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7))
//! ```
//!
//! A block has eight lanes whatever the width of the registers is, so the order of the sums is the
//! same on all machines. The last block may be short, and then only its points are added.

use pulp::{Arch, Simd, WithSimd};

use super::dispatch::{Kernel, compute, out_of_line};
use super::lanes::{LANES, Lanes};
use super::slices::{Part, gather, points_of};

/// What is added up, and where the sums go.
#[derive(Debug)]
pub struct Sums<'a, const COLS: usize, const DATA: usize, const FIRST: usize, const NNZ: usize> {
    /// The independents, which all points share.
    pub point: [f64; COLS],
    /// The data of each point, `DATA` numbers in all.
    pub data: &'a [Part<'a, f64>],
    /// The sum of the gradients.
    pub gradient: &'a mut [f64; FIRST],
    /// The sum of the entries of the normal matrices.
    pub normal: &'a mut [f64; NNZ],
}

/// Adds up gradients and matrices, and returns half the sum of the costs.
///
/// # Panics
/// If the slices of data have different lengths. Then nothing is written.
#[inline]
pub fn add_up<K, const COLS: usize, const DATA: usize, const FIRST: usize, const NNZ: usize>(
    kernel: K,
    sums: Sums<'_, COLS, DATA, FIRST, NNZ>,
) -> f64
where
    K: Kernel<COLS, DATA, 1, FIRST, NNZ>,
{
    let Sums {
        point,
        data,
        gradient,
        normal,
    } = sums;
    let n_points = data.first().map_or(0, Part::len);
    for part in data {
        assert!(
            part.len() == n_points,
            "the slices of data must be equally long, and these have {n_points} and {} points",
            part.len()
        );
    }
    let mut added = Block::default();
    Arch::new().dispatch(Run {
        kernel,
        point: point.map(Lanes::splat),
        data,
        given: [Lanes::splat(0.0); DATA],
        n_points,
        block: &mut Block::default(),
        added: &mut added,
    });
    *gradient = added.gradient.map(total);
    *normal = added.normal.map(total);
    0.5 * total(added.cost[0])
}

/// Sums over blocks, or the results of a short one.
struct Block<const FIRST: usize, const NNZ: usize> {
    cost: [Lanes; 1],
    gradient: [Lanes; FIRST],
    normal: [Lanes; NNZ],
}

impl<const FIRST: usize, const NNZ: usize> Default for Block<FIRST, NNZ> {
    fn default() -> Self {
        Self {
            cost: [Lanes::splat(0.0)],
            gradient: [Lanes::splat(0.0); FIRST],
            normal: [Lanes::splat(0.0); NNZ],
        }
    }
}

impl<const FIRST: usize, const NNZ: usize> Block<FIRST, NNZ> {
    /// Adds the first lanes of a block.
    fn add(&mut self, block: &Self, n_lanes: usize) {
        add(&mut self.cost, &block.cost, n_lanes);
        add(&mut self.gradient, &block.gradient, n_lanes);
        add(&mut self.normal, &block.normal, n_lanes);
    }
}

fn add(sums: &mut [Lanes], block: &[Lanes], n_lanes: usize) {
    for (sum, own) in sums.iter_mut().zip(block) {
        let lanes = sum.0.iter_mut().zip(&own.0);
        for (sum, own) in lanes.take(n_lanes) {
            *sum += *own;
        }
    }
}

fn total(lanes: Lanes) -> f64 {
    let [a, b, c, d, e, f, g, h] = lanes.0;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

struct Run<'a, K, const COLS: usize, const DATA: usize, const FIRST: usize, const NNZ: usize> {
    kernel: K,
    point: [Lanes; COLS],
    data: &'a [Part<'a, f64>],
    /// The data of a block.
    given: [Lanes; DATA],
    n_points: usize,
    block: &'a mut Block<FIRST, NNZ>,
    added: &'a mut Block<FIRST, NNZ>,
}

impl<K, const COLS: usize, const DATA: usize, const FIRST: usize, const NNZ: usize> WithSimd
    for Run<'_, K, COLS, DATA, FIRST, NNZ>
where
    K: Kernel<COLS, DATA, 1, FIRST, NNZ>,
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            mut kernel,
            point,
            data,
            mut given,
            n_points,
            block,
            added,
        } = self;
        for index in 0..n_points.div_ceil(LANES) {
            out_of_line(|| gather(data, index, &mut given));
            let n_lanes = points_of(index, n_points).len();
            // A short block is filled up with copies of its last point, which are not added.
            let Block {
                cost,
                gradient,
                normal,
            } = if n_lanes == LANES {
                &mut *added
            } else {
                &mut *block
            };
            let given = (&point, &given);
            compute(&mut kernel, simd, given, (cost, gradient, normal));
            if n_lanes < LANES {
                added.add(block, n_lanes);
            }
        }
    }
}

/// The sum of squares of residuals.
pub fn squared_norm(residuals: &[f64]) -> f64 {
    residuals.iter().map(|residual| residual * residual).sum()
}

/// The same with a weight for each.
pub fn weighted_norm(residuals: &[f64], weights: &[f64]) -> f64 {
    let weighted = residuals.iter().zip(weights);
    weighted
        .map(|(residual, weight)| weight * residual * residual)
        .sum()
}

/// The same of residuals that are multiplied by a matrix, given row by row.
pub fn rooted_norm(residuals: &[f64], root: &[f64]) -> f64 {
    let rows = root.chunks(residuals.len());
    let products = rows.map(|row| {
        let pairs = row.iter().zip(residuals);
        pairs
            .map(|(factor, residual)| factor * residual)
            .sum::<f64>()
    });
    products.map(|product| product * product).sum()
}
