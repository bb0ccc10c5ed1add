//! Objective and constraints of problem 116, the separation by three membranes.
//!
//! Source: W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes, Springer, 1981.

use jacobian_runtime::jacobian;

/// The objective, then thirteen constraints. The bounds of the objective add no derivatives.
#[jacobian(hessian, prefix = ours)]
#[jacobian(hessian, value = fused, prefix = ours_fused)]
#[jacobian(hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn hs116(x: &[f64; 13]) -> [f64; 14] {
    const A: f64 = 0.002;
    const B: f64 = 1.262_626;
    const C: f64 = 1.231_059;
    let stage = |y: f64, z: f64| y - 0.03475 * z - 0.975 * z * y + 0.00975 * z * z;
    [
        x[10] + x[11] + x[12],
        x[2] - x[1],
        x[1] - x[0],
        1.0 - A * x[6] + A * x[7],
        x[12] - B * x[9] + C * x[2] * x[9],
        stage(x[4], x[1]),
        stage(x[5], x[2]),
        x[4] * x[6] - x[0] * x[7] - x[3] * x[6] + x[3] * x[7],
        1.0 - A * (x[1] * x[8] + x[4] * x[7] - x[0] * x[7] - x[5] * x[8]) - x[4] - x[5],
        x[1] * x[8] - x[2] * x[9] - x[5] * x[8] - 500.0 * x[1] + 500.0 * x[5] + x[1] * x[9],
        x[1] - 0.9 - A * (x[1] * x[9] - x[2] * x[9]),
        stage(x[3], x[0]),
        x[10] - B * x[7] + C * x[0] * x[7],
        x[11] - B * x[8] + C * x[1] * x[8],
    ]
}

/// The published start.
pub fn base() -> Vec<f64> {
    vec![
        0.5, 0.8, 0.9, 0.1, 0.14, 0.5, 489.0, 80.0, 650.0, 450.0, 150.0, 150.0, 150.0,
    ]
}
