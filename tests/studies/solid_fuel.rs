//! The solid fuel ignition problem on two by two points: the codes of the paper's run-time study;
//! and on four by four.
//!
//! ```text
//! f_ij = 4 u_ij - u_left - u_right - u_below - u_above - h^2 lambda exp(u_ij),  u = 0 around
//! 1  tangents of all four unknowns through every statement      dense_forward
//! 2  elimination                                                solid_fuel_with_jacobian
//! 3  by hand                                                    by_hand
//! ```
//!
//! The paper's second code was written by hand from the order that its program found; here the
//! attribute writes it. Its fourth, which came with the collection, is hand-written like the third.
//! Four tangents fit into one register of today's machines, so that the paper's factor needs more
//! unknowns to show: hence the larger grid.
//!
//! Source: U. Naumann, Accumulation of Jacobians by dynamic programming, section 5; MINPACK-2,
//! solid fuel ignition.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "the attribute documents what it generates"
)]

use jacobian_runtime::jacobian;
use nalgebra::SVector;
use num_dual::{Derivative, DualNum, DualSVec64};

/// The value, and a dense Jacobian.
pub(crate) type Dense = ([f64; 4], [[f64; 4]; 4]);

/// The residuals, point by point.
#[jacobian(order = reverse)]
pub(crate) fn solid_fuel(u: &[f64; 4]) -> [f64; 4] {
    [
        4.0 * u[0] - u[1] - u[2] - 0.8 * u[0].exp(),
        4.0 * u[1] - u[0] - u[3] - 0.8 * u[1].exp(),
        4.0 * u[2] - u[0] - u[3] - 0.8 * u[2].exp(),
        4.0 * u[3] - u[1] - u[2] - 0.8 * u[3].exp(),
    ]
}

/// The directions that a dense Jacobian takes.
pub(crate) const IDENTITY: [[f64; 4]; 4] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// Tangents of all unknowns, their zeros included. The directions are data, as in the paper's code:
/// where a compiler knows them, it finds most of the sparsity itself.
pub(crate) fn dense_forward(u: &[f64; 4], directions: &[[f64; 4]; 4]) -> Dense {
    let seeded = |j: usize| {
        let tangents = SVector::from(directions[j]);
        DualSVec64::<4>::new(u[j], Derivative::some(tangents))
    };
    let [a, b, c, d]: [DualSVec64<4>; 4] = std::array::from_fn(seeded);
    let residuals = [
        a * 4.0 - b - c - a.exp() * 0.8,
        b * 4.0 - a - d - b.exp() * 0.8,
        c * 4.0 - a - d - c.exp() * 0.8,
        d * 4.0 - b - c - d.exp() * 0.8,
    ];
    let tangents = |residual: &DualSVec64<4>| {
        let tangents = residual.eps.0.as_ref();
        std::array::from_fn(|j| tangents.map_or(0.0, |tangents| tangents[j]))
    };
    (
        residuals.map(|one| one.re),
        residuals.each_ref().map(tangents),
    )
}

/// By elimination, entries by columns.
pub(crate) fn by_elimination(u: &[f64; 4]) -> ([f64; 4], [f64; SOLID_FUEL_NNZ]) {
    let (value, jacobian) = solid_fuel_with_jacobian(u);
    (value, *jacobian.values())
}

/// As one writes it by hand, entries by columns: each off the diagonal is minus one or none.
pub(crate) fn by_hand(u: &[f64; 4]) -> ([f64; 4], [f64; SOLID_FUEL_NNZ]) {
    let heat = u.map(|u| 0.8 * u.exp());
    let diagonal = heat.map(|heat| 4.0 - heat);
    let value = [
        4.0 * u[0] - u[1] - u[2] - heat[0],
        4.0 * u[1] - u[0] - u[3] - heat[1],
        4.0 * u[2] - u[0] - u[3] - heat[2],
        4.0 * u[3] - u[1] - u[2] - heat[3],
    ];
    let [a, b, c, d] = diagonal;
    let entries = [a, -1.0, -1.0, -1.0, b, -1.0, -1.0, c, -1.0, -1.0, -1.0, d];
    (value, entries)
}

/// The residuals on four by four points.
#[jacobian(order = reverse)]
pub(crate) fn larger(u: &[[f64; 4]; 4]) -> [[f64; 4]; 4] {
    let mut residuals = [[0.0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            let left = if i > 0 { u[i - 1][j] } else { 0.0 };
            let right = if i < 3 { u[i + 1][j] } else { 0.0 };
            let below = if j > 0 { u[i][j - 1] } else { 0.0 };
            let above = if j < 3 { u[i][j + 1] } else { 0.0 };
            let heat = 0.8 * u[i][j].exp();
            residuals[i][j] = 4.0 * u[i][j] - left - right - below - above - heat;
        }
    }
    residuals
}

/// Sixteen directions.
pub(crate) type Directions = [[f64; 16]; 16];

/// Tangents of all sixteen unknowns, rows of the dense Jacobian.
pub(crate) fn larger_dense(u: &[[f64; 4]; 4], directions: &Directions) -> Directions {
    let zero = DualSVec64::<16>::from_re(0.0);
    let u: [[DualSVec64<16>; 4]; 4] = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let tangents = SVector::from(directions[4 * i + j]);
            DualSVec64::new(u[i][j], Derivative::some(tangents))
        })
    });
    std::array::from_fn(|row| {
        let (i, j) = (row / 4, row % 4);
        let left = if i > 0 { u[i - 1][j] } else { zero };
        let right = if i < 3 { u[i + 1][j] } else { zero };
        let below = if j > 0 { u[i][j - 1] } else { zero };
        let above = if j < 3 { u[i][j + 1] } else { zero };
        let residual = u[i][j] * 4.0 - left - right - below - above - u[i][j].exp() * 0.8;
        let tangents = residual.eps.0.as_ref();
        std::array::from_fn(|j| tangents.map_or(0.0, |tangents| tangents[j]))
    })
}

/// The directions of the larger grid.
pub(crate) fn directions() -> Directions {
    std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))))
}

/// By elimination, entries by columns.
pub(crate) fn larger_by_elimination(u: &[[f64; 4]; 4]) -> [f64; LARGER_NNZ] {
    *larger_jacobian(u).values()
}

/// By hand, entries by columns: neighbours before and after the diagonal.
pub(crate) fn larger_by_hand(u: &[[f64; 4]; 4]) -> [f64; LARGER_NNZ] {
    let mut entries = [-1.0; LARGER_NNZ];
    let mut next = 0;
    for (i, row) in u.iter().enumerate() {
        for (j, u) in row.iter().enumerate() {
            let before = usize::from(i > 0) + usize::from(j > 0);
            let after = usize::from(i < 3) + usize::from(j < 3);
            entries[next + before] = 4.0 - 0.8 * u.exp();
            next += before + 1 + after;
        }
    }
    entries
}
