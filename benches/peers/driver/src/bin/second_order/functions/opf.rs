//! The optimal flow of power in the IEEE network of fourteen buses, in polar coordinates.
//!
//! ```text
//! x = 14 angles, 14 voltages, 5 active and 5 reactive powers of generators
//! outputs: cost, 14 balances of active power, 14 of reactive power
//! ```
//!
//! Source: the IEEE 14 bus test case, costs as in MATPOWER's case14; powers by 100 MVA. R. D.
//! Zimmerman, C. E. Murillo-Sánchez, R. J. Thomas, MATPOWER, IEEE Trans. Power Syst. 26 (2011).

use jacobian_runtime::jacobian;

/// Cost and balances.
#[jacobian(hessian, prefix = ours)]
#[jacobian(hessian, value = fused, prefix = ours_fused)]
#[jacobian(hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn opf(x: &[f64; 38]) -> [f64; 29] {
    /// Where branches begin and end.
    const ENDS: [[usize; 2]; 20] = [
        [0, 1],
        [0, 4],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [3, 4],
        [3, 6],
        [3, 8],
        [4, 5],
        [5, 10],
        [5, 11],
        [5, 12],
        [6, 7],
        [6, 8],
        [8, 9],
        [8, 13],
        [9, 10],
        [11, 12],
        [12, 13],
    ];

    /// Resistance, reactance, charging and ratio of each.
    const BRANCHES: [[f64; 4]; 20] = [
        [0.01938, 0.05917, 0.0528, 1.0],
        [0.05403, 0.22304, 0.0492, 1.0],
        [0.04699, 0.19797, 0.0438, 1.0],
        [0.05811, 0.17632, 0.034, 1.0],
        [0.05695, 0.17388, 0.0346, 1.0],
        [0.06701, 0.17103, 0.0128, 1.0],
        [0.01335, 0.04211, 0.0, 1.0],
        [0.0, 0.20912, 0.0, 0.978],
        [0.0, 0.55618, 0.0, 0.969],
        [0.0, 0.25202, 0.0, 0.932],
        [0.09498, 0.1989, 0.0, 1.0],
        [0.12291, 0.25581, 0.0, 1.0],
        [0.06615, 0.13027, 0.0, 1.0],
        [0.0, 0.17615, 0.0, 1.0],
        [0.0, 0.11001, 0.0, 1.0],
        [0.03181, 0.0845, 0.0, 1.0],
        [0.12711, 0.27038, 0.0, 1.0],
        [0.08205, 0.19207, 0.0, 1.0],
        [0.22092, 0.19988, 0.0, 1.0],
        [0.17093, 0.34802, 0.0, 1.0],
    ];

    /// Active loads.
    const LOAD: [f64; 14] = [
        0.0, 0.217, 0.942, 0.478, 0.076, 0.112, 0.0, 0.0, 0.295, 0.09, 0.035, 0.061, 0.135, 0.149,
    ];

    /// Reactive loads.
    const REACTIVE: [f64; 14] = [
        0.0, 0.127, 0.19, -0.039, 0.016, 0.075, 0.0, 0.0, 0.166, 0.058, 0.018, 0.016, 0.058, 0.05,
    ];

    /// Where generators are.
    const AT: [usize; 5] = [0, 1, 2, 5, 7];

    /// Their costs, quadratic and linear.
    const COSTS: [[f64; 2]; 5] = [
        [430.293, 2000.0],
        [2500.0, 2000.0],
        [100.0, 4000.0],
        [100.0, 4000.0],
        [100.0, 4000.0],
    ];

    /// The susceptance at bus 9.
    const SHUNT: f64 = 0.19;
    let mut f = [0.0; 29];
    for i in 0..14 {
        f[1 + i] = LOAD[i];
        f[15 + i] = REACTIVE[i];
    }
    f[15 + 8] -= SHUNT * (x[14 + 8] * x[14 + 8]);
    for k in 0..20 {
        let [i, j] = ENDS[k];
        let [r, reactance, charging, ratio] = BRANCHES[k];
        let norm = r * r + reactance * reactance;
        let (g, b) = (r / norm, -reactance / norm);
        let (vi, vj, turn) = (x[14 + i], x[14 + j], x[i] - x[j]);
        let both = vi * vj / ratio;
        let (c, s) = (both * turn.cos(), both * turn.sin());
        let (own, other) = (vi * vi / (ratio * ratio), vj * vj);
        f[1 + i] += g * own - g * c - b * s;
        f[1 + j] += g * other - g * c + b * s;
        f[15 + i] += b * c - g * s - (b + 0.5 * charging) * own;
        f[15 + j] += b * c + g * s - (b + 0.5 * charging) * other;
    }
    for k in 0..5 {
        let [quadratic, linear] = COSTS[k];
        f[0] += quadratic * x[28 + k] * x[28 + k] + linear * x[28 + k];
        f[1 + AT[k]] -= x[28 + k];
        f[15 + AT[k]] -= x[33 + k];
    }
    f
}

/// Near the optimum.
pub fn base() -> Vec<f64> {
    let angles = (0..14).map(|i| -0.02 * f64::from(i));
    let voltages = (0..14).map(|i| 1.06 - 0.005 * f64::from(i));
    let powers = [1.9, 0.4, 0.3, 0.1, 0.1, 0.05, 0.2, 0.25, 0.1, 0.08];
    angles.chain(voltages).chain(powers).collect()
}
