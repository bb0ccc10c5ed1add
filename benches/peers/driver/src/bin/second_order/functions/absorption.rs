//! Absorption: all that lies on the way dims each source, so the Jacobian is dense and has few
//! degrees of freedom.

use jacobian_runtime::jacobian;

/// Each source, dimmed by the sum of all.
#[jacobian(jvp, vjp, linearize, prefix = ours)]
#[jacobian(jvp, vjp, linearize, value = fused, prefix = ours_fused)]
#[jacobian(jvp, vjp, linearize, value = fused, order = reverse, prefix = ours_reversed)]
pub fn absorption(x: &[f64; 50]) -> [f64; 50] {
    let depth = (-0.1 * x.iter().sum::<f64>()).exp();
    x.map(|source| source * depth)
}

/// Different sources.
pub fn base() -> Vec<f64> {
    (0..50).map(|i| 0.1 + 0.01 * f64::from(i)).collect()
}
