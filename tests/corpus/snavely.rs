//! The reprojection error of bundle adjustment: where a camera sees a point, minus where it was
//! seen.
//!
//! ```text
//! p ── rotate by w (Rodrigues) ── translate by t ── project ── distort by k1, k2 ── scale by focal
//! ```
//!
//! Nine camera parameters and three of the point; two components. The branch of small rotations,
//! where `w / |w|` is undefined, is left out. Dense.
//!
//! Source: N. Snavely, S. M. Seitz, R. Szeliski, Photo tourism, ACM Trans. Graph. 25 (2006); the
//! camera model as in the tutorial of Ceres Solver.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The reprojection error of a camera of Bundler for the pixel `(-332.65, 262.09)`.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(feature = "second_order", jacobian(normal, jvp, vjp, linearize, prefix = ours))]
#[cfg_attr(feature = "second_order", jacobian(normal, jvp, vjp, linearize, value = fused, prefix = ours_fused))]
#[cfg_attr(feature = "second_order", jacobian(normal, jvp, vjp, linearize, value = fused, order = reverse, prefix = ours_reversed))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn snavely(x: &[f64; 12]) -> [f64; 2] {
    let [w0, w1, w2, t0, t1, t2, focal, k1, k2, p0, p1, p2] = *x;
    let theta = (w0 * w0 + w1 * w1 + w2 * w2).sqrt();
    let inverse = 1.0 / theta;
    let axis = [w0 * inverse, w1 * inverse, w2 * inverse];
    let cos = theta.cos();
    let sin = theta.sin();
    let cross = [
        axis[1] * p2 - axis[2] * p1,
        axis[2] * p0 - axis[0] * p2,
        axis[0] * p1 - axis[1] * p0,
    ];
    let along = (axis[0] * p0 + axis[1] * p1 + axis[2] * p2) * (1.0 - cos);
    let y0 = p0 * cos + cross[0] * sin + axis[0] * along + t0;
    let y1 = p1 * cos + cross[1] * sin + axis[1] * along + t1;
    let y2 = p2 * cos + cross[2] * sin + axis[2] * along + t2;
    let xp = -y0 / y2;
    let yp = -y1 / y2;
    let r2 = xp * xp + yp * yp;
    let distortion = 1.0 + r2 * (k1 + k2 * r2);
    [
        focal * distortion * xp + 332.65,
        focal * distortion * yp - 262.09,
    ]
}

/// The same error over any scalar.
pub fn snavely_twin<S: Scalar>(x: &[S; 12]) -> [S; 2] {
    let [w0, w1, w2, t0, t1, t2, focal, k1, k2, p0, p1, p2] = *x;
    let theta = (w0 * w0 + w1 * w1 + w2 * w2).sqrt();
    let inverse = theta.recip();
    let [a0, a1, a2] = [w0 * inverse, w1 * inverse, w2 * inverse];
    let [cos, sin] = [theta.cos(), theta.sin()];
    let along = (a0 * p0 + a1 * p1 + a2 * p2) * (-cos + 1.0);
    let y0 = p0 * cos + (a1 * p2 - a2 * p1) * sin + a0 * along + t0;
    let y1 = p1 * cos + (a2 * p0 - a0 * p2) * sin + a1 * along + t1;
    let y2 = p2 * cos + (a0 * p1 - a1 * p0) * sin + a2 * along + t2;
    let [xp, yp] = [-y0 / y2, -y1 / y2];
    let r2 = xp * xp + yp * yp;
    let distortion = r2 * (k1 + k2 * r2) + 1.0;
    [
        focal * distortion * xp + 332.65,
        focal * distortion * yp - 262.09,
    ]
}

/// A camera that looks at a point one meter away.
pub fn base() -> Vec<f64> {
    vec![
        0.16, -0.13, -0.11, -0.34, -0.11, 1.12, 400.0, -0.032, 0.0059, -0.61, 0.57, -1.85,
    ]
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "snavely",
    from: "",
    n: 12,
    m: 2,
    nnz: 24,
    colours: 12,
    base,
    further: Vec::new,
    checksums: Some([3.655_673_318_659e2, 1.389_114_555_581e4]),
    known: &[],
    value: value!(snavely),
    twin: twin!(snavely_twin, 12),
    expansions: expansions!(
        SNAVELY_PATTERN,
        SNAVELY_TEMPLATE,
        SNAVELY_COST,
        snavely_with_jacobian_into,
        snavely_update_into
    ),
};
