//! The area of a surface over a grid of three by three, above a saddle at the boundary.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, section 4, with a boundary of our own.

use jacobian_runtime::jacobian;

/// Sixteen times the area of two triangles for each square.
#[jacobian(gradient, hessian, prefix = ours)]
#[jacobian(gradient, hessian, value = fused, prefix = ours_fused)]
#[jacobian(gradient, hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn surface(v: &[f64; 9]) -> f64 {
    let mut u = [[0.0; 5]; 5];
    for i in 0..5 {
        for j in 0..5 {
            u[i][j] = if i == 0 || i == 4 || j == 0 || j == 4 {
                0.0625 * ((i * i) as f64 - (j * j) as f64)
            } else {
                v[3 * i + j - 4]
            };
        }
    }
    let mut area = 0.0;
    for i in 0..4 {
        for j in 0..4 {
            let (right, up) = (u[i + 1][j] - u[i][j], u[i][j + 1] - u[i][j]);
            let (left, down) = (u[i + 1][j + 1] - u[i][j + 1], u[i + 1][j + 1] - u[i + 1][j]);
            area += (0.0625 + right * right + up * up).sqrt();
            area += (0.0625 + left * left + down * down).sqrt();
        }
    }
    area
}

/// A little off the saddle.
pub fn base() -> Vec<f64> {
    vec![0.1, -0.15, -0.4, 0.25, 0.1, -0.25, 0.6, 0.25, 0.1]
}
