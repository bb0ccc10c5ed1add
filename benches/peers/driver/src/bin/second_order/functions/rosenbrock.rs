//! A chain of Rosenbrock's valleys: the Hessian is tridiagonal.
//!
//! Source: J. J. Moré, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization software,
//! ACM Trans. Math. Softw. 7 (1981); the chain as in the test sets of CUTE.

use jacobian_runtime::jacobian;

/// The sum over neighbours.
#[jacobian(gradient, hessian, prefix = ours)]
#[jacobian(gradient, hessian, value = fused, prefix = ours_fused)]
#[jacobian(gradient, hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn rosenbrock(x: &[f64; 50]) -> f64 {
    let mut total = 0.0;
    for i in 0..49 {
        let valley = x[i + 1] - x[i] * x[i];
        let rest = 1.0 - x[i];
        total += 100.0 * valley * valley + rest * rest;
    }
    total
}

/// The usual start.
pub fn base() -> Vec<f64> {
    [-1.2, 1.0].repeat(25)
}
