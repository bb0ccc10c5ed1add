//! Boundary value and parameter problems of MINPACK-2: an elastic rod, and the isomerization of
//! alpha-pinene.
//!
//! ```text
//! u(t_i + h r) = v + h (r w_1 + r^2/2 w_2)     on each interval: a value and two weights for every
//!                                              component
//! u'           = w_1 + r w_2                   equals the right-hand side at two Gauss points
//! ```
//!
//! We use two Gauss points and few intervals, where the collection has four points and many
//! intervals. The blocks are the same, and there are fewer of them. The direct form of the
//! isomerization uses the closed solution of its source, while the collection integrates
//! numerically. The minimal sum of squares, 19.87, is published.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992; G. E. P. Box, W. G. Hunter, J. F. MacGregor, J. Erjavec, Technometrics
//! 15 (1973); E. D. Dolan, J. J. Moré, COPS.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, squares};

/// Every row of this file.
pub const ALL: [Problem; 3] = [ELASTIC_ROD, PINENE_COLLOCATION, PINENE_DIRECT];

/// The forces on a rod from the positions of its ends: `x' = cos a`, `y' = sin a`, `a' = q x - p y
/// + r`.
#[row(
    from = "MINPACK-2: inverse elastic rod, by collocation",
    at = [[
        0.0, 1.0, -0.02, 0.0, 0.1, 0.3, 0.0, 0.3, 0.2,
        0.33, 0.98, -0.1, 0.05, 0.2, 0.4, 0.12, 0.4, 0.3,
        0.65, 0.93, -0.15, 0.14, 0.35, 0.5, 0.27, 0.5, 0.4,
        0.9, -0.4, 0.2
    ]]
)]
#[jacobian]
pub fn elastic_rod(pieces: &[[[f64; 3]; 3]; 3], forces: &[f64; 3]) -> [f64; 30] {
    const GAUSS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];
    const ENDS: [f64; 3] = [0.95, 0.3, 0.45];
    let h = 1.0 / 3.0;
    let [q, p, r] = *forces;
    let at = |piece: &[f64; 3], s: f64| piece[0] + h * (s * piece[1] + 0.5 * s * s * piece[2]);
    let mut rows = [0.0; 30];
    for c in 0..3 {
        rows[c] = pieces[0][c][0];
        rows[27 + c] = at(&pieces[2][c], 1.0) - ENDS[c];
    }
    for i in 0..3 {
        let [x, y, angle] = &pieces[i];
        for g in 0..2 {
            let s = GAUSS[g];
            let (sin, cos) = at(angle, s).sin_cos();
            let rates = [cos, sin, q * at(x, s) - p * at(y, s) + r];
            for c in 0..3 {
                rows[3 + 6 * i + 3 * g + c] = pieces[i][c][1] + s * pieces[i][c][2] - rates[c];
            }
        }
    }
    for i in 0..2 {
        for c in 0..3 {
            rows[21 + 3 * i + c] = at(&pieces[i][c], 1.0) - pieces[i + 1][c][0];
        }
    }
    rows
}

/// Five species, five rates in units of 1e-5 per minute: initial values, collocation, continuity,
/// and measurements.
#[row(
    from = "MINPACK-2: isomerization of alpha-pinene, by collocation",
    at = [[
        100.0, -8.0, 6.0, 0.0, 5.5, -4.0, 0.0, 2.5, -3.0, 0.0, 0.1, 0.05, 0.0, 0.2, 1.3,
        50.0, -4.0, 3.0, 33.0, 2.5, -2.0, 6.0, 0.2, -0.4, 1.5, 0.12, -0.02, 9.0, 1.1, -0.3,
        5.93, 2.96, 2.05, 27.4, 4.0
    ]]
)]
#[jacobian]
pub fn pinene_collocation(pieces: &[[[f64; 3]; 5]; 2], rates: &[f64; 5]) -> [f64; 50] {
    const GAUSS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];
    // Thousands of minutes, so that rates come in hundredths.
    const KNOTS: [f64; 3] = [0.0, 7.8, 22.62];
    const MEASURED: [(f64, [f64; 5]); 4] = [
        (1.23, [88.35, 7.3, 2.3, 0.4, 1.75]),
        (4.92, [65.1, 23.1, 5.3, 1.1, 5.8]),
        (10.68, [37.5, 42.7, 6.0, 1.9, 12.0]),
        (15.03, [25.9, 49.1, 5.9, 2.2, 17.0]),
    ];
    let [a, b, c, d, e] = rates.map(|rate| rate / 100.0);
    let mut rows = [0.0; 50];
    for k in 0..5 {
        rows[k] = pieces[0][k][0] - if k == 0 { 100.0 } else { 0.0 };
    }
    for i in 0..2 {
        let h = KNOTS[i + 1] - KNOTS[i];
        let at = |k: usize, s: f64| {
            let [v, w1, w2] = pieces[i][k];
            v + h * (s * w1 + 0.5 * s * s * w2)
        };
        for g in 0..2 {
            let s = GAUSS[g];
            let y: [f64; 5] = std::array::from_fn(|k| at(k, s));
            let right = [
                -(a + b) * y[0],
                a * y[0],
                b * y[0] - (c + d) * y[2] + e * y[4],
                c * y[2],
                d * y[2] - e * y[4],
            ];
            for k in 0..5 {
                let slope = pieces[i][k][1] + s * pieces[i][k][2];
                rows[5 + 10 * i + 5 * g + k] = slope - right[k];
            }
        }
        for n in 0..2 {
            let (time, y) = MEASURED[2 * i + n];
            for k in 0..5 {
                rows[30 + 10 * i + 5 * n + k] = at(k, (time - KNOTS[i]) / h) - y[k];
            }
        }
        if i == 0 {
            for k in 0..5 {
                rows[25 + k] = at(k, 1.0) - pieces[1][k][0];
            }
        }
    }
    rows
}

/// The measurements against the solution itself, a sum of exponentials; rates in units of 1e-5 per
/// minute.
#[row(
    from = "MINPACK-2: isomerization of alpha-pinene, directly; the closed solution is that of Box et al.",
    at = [[5.926, 2.963, 2.047, 27.45, 3.998], [5.0, 2.0, 3.0, 20.0, 5.0]],
    known = [squares(&[5.926, 2.963, 2.047, 27.45, 3.998], 19.872, 1e-3)]
)]
#[jacobian]
pub fn pinene_direct(rates: &[f64; 5]) -> [[f64; 5]; 8] {
    const TIMES: [f64; 8] = [12.3, 30.6, 49.2, 78.0, 106.8, 150.3, 226.2, 364.2];
    const MEASURED: [[f64; 5]; 8] = [
        [88.35, 7.3, 2.3, 0.4, 1.75],
        [76.4, 15.6, 4.5, 0.7, 2.8],
        [65.1, 23.1, 5.3, 1.1, 5.8],
        [50.4, 32.9, 6.0, 1.5, 9.3],
        [37.5, 42.7, 6.0, 1.9, 12.0],
        [25.9, 49.1, 5.9, 2.2, 17.0],
        [14.0, 57.4, 5.1, 2.6, 21.0],
        [4.5, 63.1, 3.8, 2.9, 25.7],
    ];
    let [a, b, c, d, e] = rates.map(|rate| rate * 1e-3);
    let gone = a + b;
    let trace = c + d + e;
    let root = (trace * trace - 4.0 * c * e).sqrt();
    let (slow, fast) = (0.5 * (root - trace), -0.5 * (root + trace));
    // The third species is a sum of three exponentials; so are the two that it feeds.
    let first = 100.0 * b / ((gone + slow) * (gone + fast));
    let second = 100.0 * b / ((gone + slow) * (slow - fast));
    let third = 100.0 * b / ((gone + fast) * (fast - slow));
    let mut rows = [[0.0; 5]; 8];
    for (row, (time, measured)) in rows.iter_mut().zip(TIMES.iter().zip(&MEASURED)) {
        let terms = [
            (first, e - gone, -gone),
            (second, e + slow, slow),
            (third, e + fast, fast),
        ];
        let decay = (-gone * time).exp();
        let mut y = [
            100.0 * decay,
            100.0 * a / gone * (1.0 - decay),
            0.0,
            0.0,
            0.0,
        ];
        for (weight, factor, exponent) in terms {
            let grown = (exponent * time).exp();
            y[2] += weight * factor * grown;
            y[3] += c * weight * factor / exponent * (grown - 1.0);
            y[4] += d * weight * grown;
        }
        for k in 0..5 {
            row[k] = y[k] - measured[k];
        }
    }
    rows
}
