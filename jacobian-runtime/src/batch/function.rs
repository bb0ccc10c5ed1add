//! The traits of functions of many points, for generic code such as an assembly of elements.
//!
//! ```text
//! BatchFunction: Function     value and Jacobian of blocks of points     batch, as = Name
//!   BatchNormal               normal equations                           normal beside them
//!   BatchHessian              gradient and Hessian                       hessian beside them
//! ```
//!
//! Slices hold blocks one after the other: `points` the [`COLS`](Function::COLS) scalars of the
//! first block, then those of the second. Data of the points' own follow each other by parameter:
//! all blocks of the first one, then all of the second.

use core::array::from_fn;
use std::vec::Vec;

use super::{LANES, Lanes};
use crate::{Function, SymmetricPattern};

/// A function whose value and Jacobian are computed for blocks of eight points.
///
/// The attribute implements it under `as = Name` beside `batch`:
///
/// ```
/// use jacobian_runtime::batch::{BatchFunction, Lanes};
/// use jacobian_runtime::{Function, jacobian};
///
/// #[jacobian(as = Spring, batch(per_point(length)), wrt(x))]
/// fn spring(x: &[f64; 2], length: f64, stiffness: f64) -> f64 {
///     stiffness * (x[1] - x[0] - length)
/// }
///
/// // The field of a parameter that each point has of its own is not read here.
/// let spring = Spring { length: 0.0, stiffness: 3.0 };
/// let points = [Lanes::splat(0.0), Lanes::splat(5.0)];
/// let (mut value, mut entries) = ([Lanes::splat(0.0)], [Lanes::splat(0.0); Spring::NNZ]);
/// spring.with_jacobian_batch(&points, &[Lanes::splat(1.0)], &mut value, &mut entries);
/// assert_eq!(value[0][0], 12.0);
/// assert_eq!((entries[0][7], entries[1][7]), (-3.0, 3.0));
/// ```
pub trait BatchFunction: Function<Scalar = f64> {
    /// How many numbers of its own each point has, by parameter: those of `per_point`, in the order
    /// in which the function declares them.
    const DATA: &'static [usize];

    /// Writes the values and all entries of the Jacobians.
    ///
    /// # Panics
    /// Panics unless all slices hold equally many blocks.
    fn with_jacobian_batch(
        &self,
        points: &[Lanes],
        data: &[Lanes],
        value: &mut [Lanes],
        entries: &mut [Lanes],
    );
}

/// A function whose normal equations are computed for blocks of eight points: the option `normal`
/// beside `batch` and `as`.
pub trait BatchNormal: BatchFunction {
    /// The positions of the entries of `Jᵀ J`.
    const NORMAL_PATTERN: &'static SymmetricPattern;

    /// As [`DATA`](BatchFunction::DATA), and then the weights of a point if the option asks for
    /// them.
    const NORMAL_DATA: &'static [usize];

    /// Writes the values, the gradients `Jᵀ r` and the lower triangles of `Jᵀ J`, with weights and
    /// the loss of the option.
    ///
    /// # Panics
    /// Panics unless all slices hold equally many blocks.
    fn normal_batch(
        &self,
        points: &[Lanes],
        data: &[Lanes],
        value: &mut [Lanes],
        gradient: &mut [Lanes],
        normal: &mut [Lanes],
    );

    /// Writes the cost of each point, a number for each block: half the squared norm of its
    /// residuals, with the weights and the loss of the option.
    ///
    /// # Panics
    /// Panics unless `value` and `data` hold as many blocks as `costs`.
    fn costs(&self, value: &[Lanes], data: &[Lanes], costs: &mut [Lanes]);
}

/// A function whose Hessian is computed for blocks of eight points: the option `hessian` beside
/// `batch` and `as`.
pub trait BatchHessian: BatchFunction {
    /// The positions of the entries of the Hessian.
    const HESSIAN_PATTERN: &'static SymmetricPattern;

    /// As [`DATA`](BatchFunction::DATA).
    const HESSIAN_DATA: &'static [usize];

    /// Writes the values, the first derivatives and the lower triangles of the Hessians. First
    /// derivatives are gradients if there is one dependent, and entries of Jacobians else. For
    /// several dependents the weights of a point follow its independents.
    ///
    /// # Panics
    /// Panics unless all slices hold equally many blocks.
    fn with_hessian_batch(
        &self,
        points: &[Lanes],
        data: &[Lanes],
        value: &mut [Lanes],
        first: &mut [Lanes],
        entries: &mut [Lanes],
    );
}

/// The blocks of a slice as arrays.
pub fn arrays<const N: usize>(lanes: &[Lanes]) -> &[[Lanes; N]] {
    let (arrays, rest) = lanes.as_chunks();
    assert!(rest.is_empty(), "points fill whole blocks");
    arrays
}

/// The data of one parameter, which is taken from the front of all data.
pub fn part<'a, const N: usize>(data: &mut &'a [Lanes], blocks: usize) -> &'a [[Lanes; N]] {
    let part = data.split_off(..N * blocks);
    arrays(part.expect("there is data of each point"))
}

/// The blocks that are written, as arrays.
pub fn target<const N: usize>(lanes: &mut [Lanes], blocks: usize) -> &mut [[Lanes; N]] {
    let (arrays, rest) = lanes.as_chunks_mut();
    assert!(
        rest.is_empty() && arrays.len() == blocks,
        "there is room for a result of each point"
    );
    arrays
}

/// Arrays of no length, which take no memory: nothing is allocated.
pub fn nothing(blocks: usize) -> Vec<[Lanes; 0]> {
    std::vec![[]; blocks]
}

/// The cost of each point, from its residuals and its data, of which the parts have these widths.
pub fn costs<const ROWS: usize, const DATA: usize>(
    (value, data, widths): (&[Lanes], &[Lanes], &[usize]),
    costs: &mut [Lanes],
    cost: impl Fn(&[f64; ROWS], &[f64; DATA]) -> f64,
) {
    let blocks = costs.len();
    assert!(
        value.len() == ROWS * blocks && data.len() == DATA * blocks,
        "there are residuals and data of each point"
    );
    for (block, costs) in costs.iter_mut().enumerate() {
        let residuals = &value[ROWS * block..ROWS * (block + 1)];
        for lane in 0..LANES {
            let value = from_fn(|row| residuals[row][lane]);
            let mut own = [0.0; DATA];
            let (mut filled, mut rest) = (0, data);
            for width in widths {
                let (part, behind) = rest.split_at(width * blocks);
                let part = &part[width * block..width * (block + 1)];
                for (number, lanes) in own[filled..].iter_mut().zip(part) {
                    *number = lanes[lane];
                }
                filled += width;
                rest = behind;
            }
            costs[lane] = cost(&value, &own);
        }
    }
}
