//! Objective and constraints of problem 71.
//!
//! Source: W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes, Springer, 1981.

use jacobian_runtime::jacobian;

/// The objective, then the product and the squares.
#[jacobian(hessian, prefix = ours)]
#[jacobian(hessian, value = fused, prefix = ours_fused)]
#[jacobian(hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn hs71(x: &[f64; 4]) -> [f64; 3] {
    [
        x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
        x[0] * x[1] * x[2] * x[3] - 25.0,
        x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40.0,
    ]
}

/// The published start.
pub fn base() -> Vec<f64> {
    vec![1.0, 5.0, 5.0, 1.0]
}
