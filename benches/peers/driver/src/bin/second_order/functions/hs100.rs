//! Objective and constraints of problem 100.
//!
//! Source: W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes, Springer, 1981.

use jacobian_runtime::jacobian;

/// The objective, then four constraints.
#[jacobian(hessian, prefix = ours)]
#[jacobian(hessian, value = fused, prefix = ours_fused)]
#[jacobian(hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn hs100(x: &[f64; 7]) -> [f64; 5] {
    let (p, q, r, s) = (x[0] - 10.0, x[1] - 12.0, x[3] - 11.0, x[4] * x[4]);
    let square = x.map(|x| x * x);
    let objective = p * p
        + 5.0 * q * q
        + square[2] * square[2]
        + 3.0 * r * r
        + 10.0 * s * s * s
        + 7.0 * square[5]
        + square[6] * square[6]
        - 4.0 * x[5] * x[6]
        - 10.0 * x[5]
        - 8.0 * x[6];
    let quartic = 3.0 * square[1] * square[1];
    [
        objective,
        127.0 - 2.0 * square[0] - quartic - x[2] - 4.0 * square[3] - 5.0 * x[4],
        282.0 - 7.0 * x[0] - 3.0 * x[1] - 10.0 * square[2] - x[3] + x[4],
        196.0 - 23.0 * x[0] - square[1] - 6.0 * square[5] + 8.0 * x[6],
        -4.0 * square[0] - square[1] + 3.0 * x[0] * x[1] - 2.0 * square[2] - 5.0 * x[5]
            + 11.0 * x[6],
    ]
}

/// The published start, with ones for its zeros.
pub fn base() -> Vec<f64> {
    vec![1.0, 2.0, 1.0, 4.0, 1.0, 1.0, 1.0]
}
