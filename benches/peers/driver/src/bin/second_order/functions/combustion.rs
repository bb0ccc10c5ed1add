//! Steady-state combustion on a grid of three by three: `1/2 |grad v|^2 - lambda exp(v)`.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, section 4. The constant heat of the boundary is left out.

use jacobian_runtime::jacobian;

/// Slopes over the triangles of four by four squares, heat at the vertices.
#[jacobian(gradient, hessian, prefix = ours)]
#[jacobian(gradient, hessian, value = fused, prefix = ours_fused)]
#[jacobian(gradient, hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn combustion(v: &[f64; 9]) -> f64 {
    let mut u = [[0.0; 5]; 5];
    for i in 0..3 {
        u[i + 1][1..4].copy_from_slice(&v[3 * i..3 * i + 3]);
    }
    let mut energy = 0.0;
    for i in 0..4 {
        for j in 0..4 {
            let (right, up) = (u[i + 1][j] - u[i][j], u[i][j + 1] - u[i][j]);
            let (left, down) = (u[i + 1][j + 1] - u[i][j + 1], u[i + 1][j + 1] - u[i + 1][j]);
            energy += 0.25 * (right * right + up * up + left * left + down * down);
        }
    }
    let heat: f64 = v.iter().map(|v| v.exp()).sum();
    energy - 0.3125 * heat
}

/// Warm in the middle.
pub fn base() -> Vec<f64> {
    vec![0.1, 0.15, 0.1, 0.15, 0.2, 0.15, 0.1, 0.15, 0.1]
}
