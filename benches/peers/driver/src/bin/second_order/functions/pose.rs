//! The between factor of a pose graph in the plane, times the root of its information.

use jacobian_runtime::jacobian;

/// Two poses, each an angle and a position.
#[jacobian(normal, prefix = ours)]
#[jacobian(normal, value = fused, prefix = ours_fused)]
#[jacobian(normal, value = fused, order = reverse, prefix = ours_reversed)]
pub fn pose(x: &[f64; 6]) -> [f64; 3] {
    let [a1, x1, y1, a2, x2, y2] = *x;
    let (c, s) = (a1.cos(), a1.sin());
    let (dx, dy) = (x2 - x1, y2 - y1);
    [
        4.0 * (c * dx + s * dy - 0.9) + 0.5 * (c * dy - s * dx - 0.2),
        3.0 * (c * dy - s * dx - 0.2),
        10.0 * (a2 - a1 - 0.3),
    ]
}

/// About a meter apart.
pub fn base() -> Vec<f64> {
    vec![0.4, 1.0, 2.0, 0.75, 1.8, 2.5]
}
