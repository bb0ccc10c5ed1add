//! Minimization problems of MINPACK-2 on small grids: a value over triangles, whose Jacobian is the
//! gradient.
//!
//! ```text
//! v[i][j+1]              slopes over the lower triangle: v[i+1][j] - v[i][j], v[i][j+1] - v[i][j]
//!    | \                 over the upper one, they are taken at the opposite corner
//! v[i][j] -- v[i+1][j]   v is zero at the boundary
//! ```
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, section 4. The clusters are those of its section on molecular
//! conformation.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 5] = [
    ELASTIC_PLASTIC_TORSION,
    JOURNAL_BEARING,
    STEADY_COMBUSTION,
    OPTIMAL_DESIGN,
    LENNARD_JONES,
];

/// Elastic-plastic torsion of a bar: a quadratic, `1/2 |grad v|^2 - c v`.
#[row(
    from = "MINPACK-2: elastic-plastic torsion",
    at = [[0.1, 0.15, 0.1, 0.15, 0.2, 0.15, 0.1, 0.15, 0.1]],
    with(c = 5.0)
)]
#[jacobian(wrt(v))]
pub fn elastic_plastic_torsion(v: &[[f64; 3]; 3], c: f64) -> f64 {
    const N: usize = 3;
    let h = 1.0 / (N as f64 + 1.0);
    let at = |i: usize, j: usize| {
        if i == 0 || j == 0 || i > N || j > N {
            0.0
        } else {
            v[i - 1][j - 1]
        }
    };
    let mut energy = 0.0;
    for i in 0..=N {
        for j in 0..=N {
            let (right, up) = (at(i + 1, j) - at(i, j), at(i, j + 1) - at(i, j));
            let (left, down) = (
                at(i + 1, j + 1) - at(i, j + 1),
                at(i + 1, j + 1) - at(i + 1, j),
            );
            energy += 0.25 * (right * right + up * up + left * left + down * down);
        }
    }
    let load: f64 = v.iter().flatten().sum();
    energy - c * h * h * load
}

/// Pressure in a journal bearing of eccentricity `e`: the weights vary around it.
#[row(
    from = "MINPACK-2: pressure distribution in a journal bearing",
    at = [[0.1, 0.15, 0.1, 0.15, 0.2, 0.15, 0.1, 0.15, 0.1]],
    with(e = 0.1, b = 10.0)
)]
#[jacobian(wrt(v))]
pub fn journal_bearing(v: &[[f64; 3]; 3], e: f64, b: f64) -> f64 {
    const N: usize = 3;
    let hx = 2.0 * std::f64::consts::PI / (N as f64 + 1.0);
    let hy = 2.0 * b / (N as f64 + 1.0);
    let weight = |i: usize| (1.0 + e * (i as f64 * hx).cos()).powi(3);
    let mut u = [[0.0; N + 2]; N + 2];
    for i in 0..N {
        u[i + 1][1..=N].copy_from_slice(&v[i]);
    }
    let mut energy = 0.0;
    for i in 0..=N {
        for j in 0..=N {
            let [here, right, up, across] = [u[i][j], u[i + 1][j], u[i][j + 1], u[i + 1][j + 1]];
            let slope = |dx: f64, dy: f64| (dx / hx) * (dx / hx) + (dy / hy) * (dy / hy);
            let lower = (2.0 * weight(i) + weight(i + 1)) / 3.0;
            let upper = (weight(i) + 2.0 * weight(i + 1)) / 3.0;
            energy += 0.25 * lower * slope(right - here, up - here);
            energy += 0.25 * upper * slope(across - up, across - right);
        }
    }
    let mut load = 0.0;
    for i in 1..=N {
        for j in 1..=N {
            load += e * (i as f64 * hx).sin() * u[i][j];
        }
    }
    hx * hy * (energy - load)
}

/// Steady-state combustion: `1/2 |grad v|^2 - lambda exp(v)`.
#[row(
    from = "MINPACK-2: steady-state combustion",
    at = [[0.1, 0.15, 0.1, 0.15, 0.2, 0.15, 0.1, 0.15, 0.1]],
    with(lambda = 5.0)
)]
#[jacobian(wrt(v))]
pub fn steady_combustion(v: &[[f64; 3]; 3], lambda: f64) -> f64 {
    const N: usize = 3;
    let h = 1.0 / (N as f64 + 1.0);
    let mut u = [[0.0; N + 2]; N + 2];
    for i in 0..N {
        u[i + 1][1..=N].copy_from_slice(&v[i]);
    }
    let mut energy = 0.0;
    let mut heat = 0.0;
    for i in 0..=N {
        for j in 0..=N {
            let (right, up) = (u[i + 1][j] - u[i][j], u[i][j + 1] - u[i][j]);
            let (left, down) = (u[i + 1][j + 1] - u[i][j + 1], u[i + 1][j + 1] - u[i + 1][j]);
            energy += 0.25 * (right * right + up * up + left * left + down * down);
            let corners = [u[i][j], u[i + 1][j], u[i][j + 1], u[i + 1][j + 1]];
            heat += corners.iter().map(|corner| corner.exp()).sum::<f64>() / 4.0;
        }
    }
    energy - lambda * h * h * heat
}

/// Optimal design with two materials: the energy of a slope is quadratic, then linear, then
/// quadratic.
#[row(
    from = "MINPACK-2: optimal design with composite materials",
    at = [
        [0.001, 0.002, 0.001, 0.002, 0.003, 0.002, 0.001, 0.002, 0.001],
        [0.01, 0.02, 0.01, 0.02, 0.03, 0.025, 0.01, 0.02, 0.011],
        [0.03, 0.035, 0.03, 0.04, 0.05, 0.04, 0.03, 0.035, 0.03],
        [1.0, 2.0, 1.0, 2.0, 3.0, 2.0, 1.0, 2.0, 1.0]
    ],
    with(lambda = 0.008)
)]
#[jacobian(wrt(v))]
pub fn optimal_design(v: &[[f64; 3]; 3], lambda: f64) -> f64 {
    const N: usize = 3;
    const WEAK: f64 = 1.0;
    const STRONG: f64 = 2.0;
    let h = 1.0 / (N as f64 + 1.0);
    let first = (2.0 * lambda * WEAK / STRONG).sqrt();
    let second = (2.0 * lambda * STRONG / WEAK).sqrt();
    let mut u = [[0.0; N + 2]; N + 2];
    for i in 0..N {
        u[i + 1][1..=N].copy_from_slice(&v[i]);
    }
    let energy_of = |dx: f64, dy: f64| {
        let slope = (dx * dx + dy * dy).sqrt() / h;
        if slope <= first {
            0.5 * STRONG * slope * slope
        } else if slope <= second {
            STRONG * first * (slope - 0.5 * first)
        } else {
            0.5 * WEAK * (slope * slope - second * second) + STRONG * first * (second - 0.5 * first)
        }
    };
    let mut energy = 0.0;
    for i in 0..N {
        for j in 0..N {
            energy += energy_of(u[i + 1][j] - u[i][j], u[i][j + 1] - u[i][j] + 1e-4);
        }
    }
    let load: f64 = v.iter().flatten().sum();
    h * h * (0.5 * energy + load)
}

/// A cluster of three atoms under the potential of Lennard and Jones.
#[row(
    from = "MINPACK-2: molecular conformation, Lennard-Jones clusters; the minimum for three atoms is -3",
    at = [[0.0, 0.0, 0.0, 1.1, 0.1, 0.0, 0.4, 0.9, 0.2]]
)]
#[jacobian]
pub fn lennard_jones(atoms: &[[f64; 3]; 3]) -> f64 {
    let mut energy = 0.0;
    for i in 0..3 {
        for j in 0..i {
            let squares = atoms[i].iter().zip(&atoms[j]).map(|(a, b)| (a - b).powi(2));
            let attraction = 1.0 / squares.sum::<f64>().powi(3);
            energy += attraction * (attraction - 2.0);
        }
    }
    energy
}
