//! Numerical methods: solvers, interpolation, filters, losses, with the branches that they are full
//! of.
//!
//! ```text
//! pivoting, clamping, convergence tests, table look-up: control flow that depends on the data
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 14] = [
    SOLVE_PIVOTED,
    RUNGE_KUTTA,
    NEWTON_ROOT,
    TABLE_LOOKUP,
    HERMITE,
    LOG_SUM_EXP,
    LAYERS,
    KALMAN_UPDATE,
    WINSORIZED,
    QUADRATIC_ROOTS,
    POWER_LAW_CHAIN,
    SEGMENT_DISTANCE,
    HORNER,
    ADAPTIVE_STEP,
];

/// Three linear equations by elimination with partial pivoting.
#[row(
    from = "Golub, Van Loan, Matrix Computations, section 3.4",
    at = [
        [4.0, 1.0, -1.0, 2.0, 5.0, 1.0, 1.0, -2.0, 6.0, 1.0, 2.0, 3.0],
        [1.0, 4.0, -1.0, 5.0, 1.5, 1.0, 1.2, -2.0, 6.0, 1.0, 2.0, 3.0],
        [1.0, 4.0, -1.0, 1.5, 0.2, 3.0, 4.2, -2.0, 6.0, 1.0, 2.0, 3.0],
        [1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1.0, 2.0, 3.0]
    ],
    known = [rows(
        &[2.0, 1.0, -1.0, -3.0, -1.0, 2.0, -2.0, 1.0, 2.0, 8.0, -11.0, -3.0],
        &[2.0, 3.0, -1.0],
        1e-14
    )]
)]
#[jacobian]
pub fn solve_pivoted(a: &[[f64; 3]; 3], b: &[f64; 3]) -> Option<[f64; 3]> {
    let (mut a, mut b) = (*a, *b);
    for k in 0..3 {
        for i in k + 1..3 {
            if a[i][k].abs() > a[k][k].abs() {
                a.swap(i, k);
                b.swap(i, k);
            }
        }
        if a[k][k].abs() < 1e-6 {
            return None;
        }
        for i in k + 1..3 {
            let factor = a[i][k] / a[k][k];
            for j in k..3 {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    let mut x = [0.0; 3];
    for k in (0..3).rev() {
        let known: f64 = (k + 1..3).map(|j| a[k][j] * x[j]).sum();
        x[k] = (b[k] - known) / a[k][k];
    }
    Some(x)
}

/// A step of the classical method of Runge and Kutta for a pendulum.
#[row(
    from = "Kutta 1901",
    at = [[0.7, -0.3, 0.1]]
)]
#[jacobian]
pub fn runge_kutta(y: [f64; 2], h: f64) -> [f64; 2] {
    let rhs = |y: [f64; 2]| [y[1], -9.81 * y[0].sin() - 0.1 * y[1]];
    let add = |y: [f64; 2], k: [f64; 2], s: f64| [y[0] + s * k[0], y[1] + s * k[1]];
    let k1 = rhs(y);
    let k2 = rhs(add(y, k1, h / 2.0));
    let k3 = rhs(add(y, k2, h / 2.0));
    let k4 = rhs(add(y, k3, h));
    let mut next = y;
    for (i, next) in next.iter_mut().enumerate() {
        *next += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    next
}

/// A root by Newton's method, left as soon as the step is small.
#[row(
    from = "Press and others, Numerical Recipes, section 9.4",
    at = [[2.0, 1.4], [2.0, 3.0]]
)]
#[jacobian]
pub fn newton_root(a: f64, start: f64) -> f64 {
    let mut x = start;
    for _ in 0..5 {
        let step = (x * x - a) / (2.0 * x);
        x -= step;
        if step.abs() < 1e-3 {
            break;
        }
    }
    x
}

/// Linear interpolation in a table, constant beyond its ends.
#[row(
    from = "textbook",
    at = [[0.5, 2.0], [1.5, 2.0], [2.7, 2.0], [3.5, 2.0], [-1.0, 2.0], [9.0, 2.0]]
)]
#[jacobian]
pub fn table_lookup(x: f64, scale: f64) -> f64 {
    const X: [f64; 5] = [0.0, 1.0, 2.0, 3.0, 4.0];
    const Y: [f64; 5] = [1.0, 0.5, 2.0, 2.5, 0.0];
    if x <= X[0] {
        return scale * Y[0];
    }
    for i in 1..5 {
        if x < X[i] {
            let t = (x - X[i - 1]) / (X[i] - X[i - 1]);
            return scale * ((1.0 - t) * Y[i - 1] + t * Y[i]);
        }
    }
    scale * Y[4]
}

/// A cubic through data with slopes that do not overshoot.
#[row(
    from = "Fritsch, Carlson, Monotone piecewise cubic interpolation, SIAM J. Numer. Anal. 17 (1980)",
    at = [[0.4, 1.0, 1.5, 3.0, 3.2], [0.4, 1.0, 1.5, 1.2, 3.2], [0.4, 1.0, 0.5, 1.2, 0.7], [0.4, 1.0, 1.5, 1.6, 3.2]]
)]
#[jacobian]
pub fn hermite(t: f64, y: [f64; 4]) -> f64 {
    let d = [y[1] - y[0], y[2] - y[1], y[3] - y[2]];
    let slope = |before: f64, after: f64| {
        if before * after <= 0.0 {
            return 0.0;
        }
        2.0 * before * after / (before + after)
    };
    let (m0, m1) = (slope(d[0], d[1]), slope(d[1], d[2]));
    let t2 = t * t;
    let t3 = t2 * t;
    (2.0 * t3 - 3.0 * t2 + 1.0) * y[1]
        + (t3 - 2.0 * t2 + t) * m0
        + (3.0 * t2 - 2.0 * t3) * y[2]
        + (t3 - t2) * m1
}

/// The logarithm of a sum of exponentials, shifted by the largest.
#[row(
    from = "Blanchard, Higham, Higham, Accurately computing the log-sum-exp and softmax functions, 2021",
    at = [[1.0, 2.5, 0.3], [4.0, 2.5, 0.3], [1.0, 2.5, 3.3]]
)]
#[jacobian]
pub fn log_sum_exp(x: &[f64; 3]) -> f64 {
    let mut largest = x[0];
    for &v in &x[1..] {
        if v > largest {
            largest = v;
        }
    }
    largest + x.iter().map(|v| (v - largest).exp()).sum::<f64>().ln()
}

/// Two layers of a network: leaky rectifiers, then a sigmoid.
#[row(
    from = "textbook",
    at = [[0.3, -0.7], [-0.9, 0.4], [0.9, 0.9]]
)]
#[jacobian]
pub fn layers(x: &[f64; 2]) -> f64 {
    const W1: [[f64; 2]; 3] = [[0.5, -0.4], [0.8, 0.3], [-0.6, 0.9]];
    const W2: [f64; 3] = [1.0, -0.7, 0.4];
    let rectify = |v: f64| if v >= 0.0 { v } else { 0.01 * v };
    let hidden = W1.map(|row| rectify(row[0] * x[0] + row[1] * x[1] + 0.1));
    let out: f64 = hidden.iter().zip(W2).map(|(h, w)| h * w).sum();
    1.0 / (1.0 + (-out).exp())
}

/// The update of a Kalman filter for position and speed, outliers gated.
#[row(
    from = "Bar-Shalom, Li, Kirubarajan, Estimation with Applications to Tracking and Navigation, section 5.2",
    at = [[1.0, 0.5, 0.2, 0.05, 0.1, 1.3], [1.0, 0.5, 0.2, 0.05, 0.1, 9.0]],
    with(noise = 0.04)
)]
#[jacobian(wrt(state, covariance, measured))]
pub fn kalman_update(
    state: [f64; 2],
    covariance: [f64; 3],
    measured: f64,
    noise: f64,
) -> ([f64; 2], [f64; 3]) {
    let mut state = state;
    let [pxx, pxv, pvv] = covariance;
    let innovation = measured - state[0];
    let s = pxx + noise;
    if innovation * innovation > 9.0 * s {
        return (state, covariance);
    }
    let (kx, kv) = (pxx / s, pxv / s);
    state[0] += kx * innovation;
    state[1] += kv * innovation;
    (state, [(1.0 - kx) * pxx, (1.0 - kx) * pxv, pvv - kv * pxv])
}

/// A mean that does not trust outliers, none at all where a datum is negative after scaling.
#[row(
    from = "Huber, Robust Statistics, section 4.2; the guard is this corpus's",
    at = [[1.0, 1.2, 0.9, 3.0], [1.0, 1.2, -0.9, 3.0], [1.0, 1.2, 0.2, 3.0]]
)]
#[jacobian]
pub fn winsorized(x: &[f64; 4]) -> f64 {
    let mut scaled = *x;
    for v in scaled.iter_mut() {
        *v *= 2.0;
    }
    if scaled.iter().any(|v| *v < 0.0) {
        return x[0];
    }
    let center = scaled.iter().sum::<f64>() / 4.0;
    let mut sum = 0.0;
    for v in scaled {
        let d = v - center;
        sum += if d > 1.0 {
            1.0
        } else if d < -1.0 {
            -1.0
        } else {
            d
        };
    }
    center + sum / 4.0
}

/// Roots of a quadratic without cancellation: real, double, or the real and imaginary part.
#[row(
    from = "Press and others, Numerical Recipes, section 5.6",
    at = [[1.0, -3.0, 2.0], [1.0, 3.0, 2.0], [1.0, 1.0, 2.0], [1e-15, 3.0, 2.0]]
)]
#[jacobian]
pub fn quadratic_roots(a: f64, b: f64, c: f64) -> (f64, f64) {
    if a.abs() < 1e-12 {
        return (-c / b, 0.0);
    }
    let discriminant = b * b - 4.0 * a * c;
    match discriminant >= 0.0 {
        true => {
            let q = -0.5 * (b + discriminant.sqrt().copysign(b));
            (q / a, c / q)
        }
        false => (-b / (2.0 * a), (-discriminant).sqrt() / (2.0 * a)),
    }
}

/// Material laws in a chain, each by its own kind.
#[row(
    from = "this corpus: an enumeration of laws as simulators keep it",
    at = [[0.4, 2.0], [1.6, 2.0]],
    with(laws = [Law::Elastic { modulus: 3.0 }, Law::Power(1.7), Law::Plastic { modulus: 2.0, limit: 1.5 }])
)]
#[jacobian(wrt(strain, factor))]
pub fn power_law_chain(strain: f64, factor: f64, laws: [Law; 3]) -> f64 {
    let mut stress = 0.0;
    for k in 0..3 {
        stress += factor
            * match laws[k] {
                Law::Elastic { modulus } => modulus * strain,
                Law::Power(exponent) => strain.powf(exponent),
                Law::Plastic { modulus, limit } => {
                    if modulus * strain > limit {
                        limit + 0.1 * (modulus * strain - limit)
                    } else {
                        modulus * strain
                    }
                }
            };
    }
    stress
}

/// How a material answers to strain.
#[derive(Clone, Copy, Debug)]
pub enum Law {
    /// In proportion.
    Elastic {
        /// The factor.
        modulus: f64,
    },
    /// By a power.
    Power(f64),
    /// In proportion up to a limit.
    Plastic {
        /// The factor.
        modulus: f64,
        /// The stress where it yields.
        limit: f64,
    },
}

/// Distance of a point from a segment: to an end, or to the line.
#[row(
    from = "Ericson, Real-Time Collision Detection, section 5.1.2",
    at = [[0.5, 1.0, 0.0, 0.0, 2.0, 0.5], [-0.5, 1.0, 0.0, 0.0, 2.0, 0.5], [3.5, 1.0, 0.0, 0.0, 2.0, 0.5]]
)]
#[jacobian]
pub fn segment_distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let ab = [b[0] - a[0], b[1] - a[1]];
    let ap = [p[0] - a[0], p[1] - a[1]];
    let along = ap[0] * ab[0] + ap[1] * ab[1];
    let closest = if along <= 0.0 {
        a
    } else {
        let square = ab[0] * ab[0] + ab[1] * ab[1];
        if along >= square {
            b
        } else {
            let t = along / square;
            [a[0] + t * ab[0], a[1] + t * ab[1]]
        }
    };
    (p[0] - closest[0]).hypot(p[1] - closest[1])
}

/// A polynomial and its derivative by Horner's rule.
#[row(
    from = "Horner 1819",
    at = [[0.7, 1.0, -2.0, 0.5, 3.0]],
    known = [rows(&[2.0, 1.0, 2.0, 3.0, 4.0], &[49.0, 62.0], 0.0)]
)]
#[jacobian]
pub fn horner(x: f64, coefficients: &[f64; 4]) -> (f64, f64) {
    coefficients
        .iter()
        .rev()
        .fold((0.0, 0.0), |(value, slope), c| {
            (value * x + c, slope * x + value)
        })
}

/// The step size of an integrator from its error estimate, within bounds, and whether the step
/// counts.
#[row(
    from = "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, section II.4",
    at = [[0.1, 0.3, 1.0, 2.0], [0.1, 7.0, 1.0, 2.0], [0.1, 1e-6, 1.0, 2.0], [0.1, 7e6, 1.0, 2.0]]
)]
#[jacobian]
pub fn adaptive_step(h: f64, error: f64, before: f64, after: f64) -> (f64, f64) {
    let ideal = 0.9 * (1.0 / error).powf(0.2);
    let factor = if ideal < 0.2 {
        0.2
    } else if ideal > 5.0 {
        5.0
    } else {
        ideal
    };
    let accepted = error <= 1.0;
    (h * factor, if accepted { after } else { before })
}
