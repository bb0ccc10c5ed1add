//! The between factor of pose graphs: how far two poses in space are from a measured motion.
//!
//! ```text
//! pose 1 ──measured z──> where pose 2 should be ──error e──> pose 2      f = log(e), six numbers
//! ```
//!
//! Poses are unit quaternions `(x, y, z, w)` with translations. Derivatives are those of the
//! formula without normalization. Products of quaternions and rotations `R(q)^T v = v - w t + q x
//! t`, `t = 2 q x v`, are written out. Four intermediates are bottlenecks.
//!
//! Source: the logarithm of SE(3) as in J. Solà, J. Deray, D. Atchuthan, A micro Lie theory for
//! state estimation in robotics, 2018.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The logarithm of the error between two poses and a measured motion.
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
pub fn se3b(x: &[f64; 14]) -> [f64; 6] {
    /// The measured rotation `(0.1, -0.2, 0.15, 0.9)`, normalized.
    const Z: [f64; 4] = [
        0.106_449_259_082_469_9,
        -0.212_898_518_164_939_8,
        0.159_673_888_623_704_82,
        0.958_043_331_742_229,
    ];
    /// The measured translation.
    const TZ: [f64; 3] = [0.4, -0.3, 0.7];
    let [x1, y1, z1, w1, a1, b1, c1, x2, y2, z2, w2, a2, b2, c2] = *x;

    // The rotation from pose 1 to pose 2: conj(q1) q2.
    let qx = w1 * x2 - w2 * x1 - (y1 * z2 - z1 * y2);
    let qy = w1 * y2 - w2 * y1 - (z1 * x2 - x1 * z2);
    let qz = w1 * z2 - w2 * z1 - (x1 * y2 - y1 * x2);
    let qw = w1 * w2 + x1 * x2 + y1 * y2 + z1 * z2;

    // Its error against the measurement: conj(z) (conj(q1) q2).
    let ex = Z[3] * qx - qw * Z[0] - (Z[1] * qz - Z[2] * qy);
    let ey = Z[3] * qy - qw * Z[1] - (Z[2] * qx - Z[0] * qz);
    let ez = Z[3] * qz - qw * Z[2] - (Z[0] * qy - Z[1] * qx);
    let ew = Z[3] * qw + Z[0] * qx + Z[1] * qy + Z[2] * qz;

    // The translation seen from pose 1, against the measurement, seen from there.
    let d = [a2 - a1, b2 - b1, c2 - c1];
    let t = [
        2.0 * (y1 * d[2] - z1 * d[1]),
        2.0 * (z1 * d[0] - x1 * d[2]),
        2.0 * (x1 * d[1] - y1 * d[0]),
    ];
    let r = [
        d[0] - w1 * t[0] + (y1 * t[2] - z1 * t[1]) - TZ[0],
        d[1] - w1 * t[1] + (z1 * t[0] - x1 * t[2]) - TZ[1],
        d[2] - w1 * t[2] + (x1 * t[1] - y1 * t[0]) - TZ[2],
    ];
    let t = [
        2.0 * (Z[1] * r[2] - Z[2] * r[1]),
        2.0 * (Z[2] * r[0] - Z[0] * r[2]),
        2.0 * (Z[0] * r[1] - Z[1] * r[0]),
    ];
    let s = [
        r[0] - Z[3] * t[0] + (Z[1] * t[2] - Z[2] * t[1]),
        r[1] - Z[3] * t[1] + (Z[2] * t[0] - Z[0] * t[2]),
        r[2] - Z[3] * t[2] + (Z[0] * t[1] - Z[1] * t[0]),
    ];

    let norm = (ex * ex + ey * ey + ez * ez).sqrt();
    let theta = 2.0 * norm.atan2(ew);
    let scale = theta / norm;
    let phi = [ex * scale, ey * scale, ez * scale];
    let once = [
        phi[1] * s[2] - phi[2] * s[1],
        phi[2] * s[0] - phi[0] * s[2],
        phi[0] * s[1] - phi[1] * s[0],
    ];
    let twice = [
        phi[1] * once[2] - phi[2] * once[1],
        phi[2] * once[0] - phi[0] * once[2],
        phi[0] * once[1] - phi[1] * once[0],
    ];
    let weight = 1.0 / (theta * theta) - (1.0 + theta.cos()) / (2.0 * theta * theta.sin());
    [
        s[0] - 0.5 * once[0] + weight * twice[0],
        s[1] - 0.5 * once[1] + weight * twice[1],
        s[2] - 0.5 * once[2] + weight * twice[2],
        phi[0],
        phi[1],
        phi[2],
    ]
}

type Vector<S> = [S; 3];

fn cross<S: Scalar>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

/// A quaternion: vector part and scalar part.
type Quaternion<S> = (Vector<S>, S);

/// `conj(p) q`.
fn relative<S: Scalar>((pv, pw): Quaternion<S>, (qv, qw): Quaternion<S>) -> Quaternion<S> {
    let turned = cross(pv, qv);
    let vector = [0, 1, 2].map(|k| pw * qv[k] - qw * pv[k] - turned[k]);
    (
        vector,
        pw * qw + pv[0] * qv[0] + pv[1] * qv[1] + pv[2] * qv[2],
    )
}

/// `R(q)^T v`.
fn rotate_back<S: Scalar>((qv, qw): Quaternion<S>, v: Vector<S>) -> Vector<S> {
    let once = cross(qv, v);
    let twice = cross(qv, once);
    [0, 1, 2].map(|k| v[k] - qw * once[k] * 2.0 + twice[k] * 2.0)
}

/// The same factor over any scalar.
pub fn se3b_twin<S: Scalar>(x: &[S; 14]) -> [S; 6] {
    let vector = |k: usize| [x[k], x[k + 1], x[k + 2]];
    let (q1, q2) = ((vector(0), x[3]), (vector(7), x[10]));
    let (t1, t2) = (vector(4), vector(11));
    let norm = 0.8825_f64.sqrt();
    let z = (
        [0.1, -0.2, 0.15].map(|z| S::from(z / norm)),
        S::from(0.9 / norm),
    );

    let (e, ew) = relative(z, relative(q1, q2));
    let moved = rotate_back(q1, [t2[0] - t1[0], t2[1] - t1[1], t2[2] - t1[2]]);
    let s = rotate_back(z, [moved[0] - 0.4, moved[1] + 0.3, moved[2] - 0.7]);

    let n = (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]).sqrt();
    let theta = n.atan2(ew) * 2.0;
    let scale = theta / n;
    let phi = e.map(|e| e * scale);
    let once = cross(phi, s);
    let weight = (theta * theta).recip() - (theta.cos() + 1.0) / (theta * theta.sin() * 2.0);
    let twice = cross(phi, once);
    let rho = |k: usize| s[k] - once[k] * 0.5 + weight * twice[k];
    [rho(0), rho(1), rho(2), phi[0], phi[1], phi[2]]
}

/// Two poses about a meter apart.
pub fn base() -> Vec<f64> {
    let unit = |q: [f64; 4]| {
        let norm = q.iter().map(|q| q * q).sum::<f64>().sqrt();
        q.map(|q| q / norm)
    };
    let first = unit([0.2, 0.3, -0.1, 0.9]);
    let second = unit([-0.3, 0.25, 0.4, 0.8]);
    [&first[..], &[0.5, -0.8, 1.2], &second, &[1.5, 0.3, 0.9]].concat()
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "se3b",
    from: "",
    n: 14,
    m: 6,
    nnz: 66,
    colours: 14,
    base,
    further: Vec::new,
    checksums: Some([6.269_683_681_637, 6.637_762_755_797]),
    known: &[],
    value: value!(se3b),
    twin: twin!(se3b_twin, 14),
    expansions: expansions!(
        SE3B_PATTERN,
        SE3B_TEMPLATE,
        SE3B_COST,
        se3b_with_jacobian_into,
        se3b_update_into
    ),
};
