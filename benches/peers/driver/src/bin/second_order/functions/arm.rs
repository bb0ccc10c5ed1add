//! The energy of an arm with three links in a plane: a point mass at the end of each.

use jacobian_runtime::jacobian;

/// Kinetic and potential energy by three angles and their rates.
#[jacobian(gradient, hessian, prefix = ours)]
#[jacobian(gradient, hessian, value = fused, prefix = ours_fused)]
#[jacobian(gradient, hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn arm(x: &[f64; 6]) -> f64 {
    const MASSES: [f64; 3] = [3.0, 2.0, 1.0];
    const LENGTHS: [f64; 3] = [0.5, 0.4, 0.3];
    let (mut angle, mut rate) = (0.0, 0.0);
    let (mut vx, mut vy, mut height, mut energy) = (0.0, 0.0, 0.0, 0.0);
    for k in 0..3 {
        angle += x[k];
        rate += x[3 + k];
        let (c, s) = (LENGTHS[k] * angle.cos(), LENGTHS[k] * angle.sin());
        vx -= s * rate;
        vy += c * rate;
        height += s;
        energy += MASSES[k] * (0.5 * (vx * vx + vy * vy) + 9.81 * height);
    }
    energy
}

/// A bent arm in motion.
pub fn base() -> Vec<f64> {
    vec![0.3, -0.8, 1.1, 0.5, -0.4, 0.9]
}
