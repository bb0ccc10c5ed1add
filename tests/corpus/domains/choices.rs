//! Functions that choose values at run time: pivots by a vector of rows, order statistics.
//!
//! ```text
//! a[row[i]][j], sorted[2]     indices that only run time knows
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 2] = [ROW_PERMUTED, TRIMMED];

/// Three linear equations, where the rows stay in place and a vector has their order.
#[row(
    from = "Press and others, Numerical Recipes, section 2.3",
    at = [
        [4.0, 1.0, -1.0, 2.0, 5.0, 1.0, 1.0, -2.0, 6.0, 1.0, 2.0, 3.0],
        [1.0, 4.0, -1.0, 5.0, 1.5, 1.0, 1.2, -2.0, 6.0, 1.0, 2.0, 3.0],
        [1.0, 4.0, -1.0, 1.5, 0.2, 3.0, 4.2, -2.0, 6.0, 1.0, 2.0, 3.0],
        [0.0, 4.0, -1.0, 1.5, 0.2, 3.0, 0.5, -2.0, 6.0, 1.0, 2.0, 3.0]
    ]
)]
#[jacobian]
pub fn row_permuted(a: &[[f64; 3]; 3], b: &[f64; 3]) -> [f64; 3] {
    let mut a = *a;
    let mut row = [0, 1, 2];
    for k in 0..3 {
        let mut pivot = k;
        for i in k + 1..3 {
            if a[row[i]][k].abs() > a[row[pivot]][k].abs() {
                pivot = i;
            }
        }
        row.swap(k, pivot);
        for i in k + 1..3 {
            let factor = a[row[i]][k] / a[row[k]][k];
            a[row[i]][k] = factor;
            for j in k + 1..3 {
                a[row[i]][j] -= factor * a[row[k]][j];
            }
        }
    }
    let mut x = [0.0; 3];
    for i in 0..3 {
        x[i] = b[row[i]];
        for j in 0..i {
            x[i] -= a[row[i]][j] * x[j];
        }
    }
    for i in (0..3).rev() {
        for j in i + 1..3 {
            x[i] -= a[row[i]][j] * x[j];
        }
        x[i] /= a[row[i]][i];
    }
    x
}

/// The mean without the largest and the smallest of five values, and the median.
#[row(
    from = "Huber, Robust Statistics, section 1.1",
    at = [
        [0.7, -1.3, 2.4, 0.1, 1.9],
        [-1.3, 2.4, 0.1, 1.9, 0.7],
        [2.4, 0.1, 1.9, 0.7, -1.3],
        [0.1, 1.9, 0.7, -1.3, 2.4],
        [1.9, 0.7, -1.3, 2.4, 0.1]
    ]
)]
#[jacobian]
pub fn trimmed(x: &[f64; 5]) -> [f64; 2] {
    let mut sorted = *x;
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let mean = (sorted[1] + sorted[2] + sorted[3]) / 3.0;
    [mean, sorted[2]]
}
