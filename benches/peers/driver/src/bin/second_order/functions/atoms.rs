//! Five atoms under the potential of Lennard and Jones.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, molecular conformation.

use jacobian_runtime::jacobian;

/// The energy of all pairs.
#[jacobian(gradient, hessian, prefix = ours)]
#[jacobian(gradient, hessian, value = fused, prefix = ours_fused)]
#[jacobian(gradient, hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn atoms(x: &[f64; 15]) -> f64 {
    let mut energy = 0.0;
    for i in 0..5 {
        for j in 0..i {
            let mut square = 0.0;
            for k in 0..3 {
                let apart = x[3 * i + k] - x[3 * j + k];
                square += apart * apart;
            }
            let attraction = 1.0 / (square * square * square);
            energy += attraction * (attraction - 2.0);
        }
    }
    energy
}

/// Near the minimum: a triangle with an atom on either side.
pub fn base() -> Vec<f64> {
    vec![
        0.0, 0.0, 0.1, 1.1, 0.1, 0.0, 0.4, 0.9, 0.2, 0.5, 0.3, 0.9, 0.5, 0.4, -0.8,
    ]
}
