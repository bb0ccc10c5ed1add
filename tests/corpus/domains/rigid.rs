//! Rigid bodies and pose graphs: rotations, quaternions, poses in plane and space, and factors
//! between them.
//!
//! ```text
//! pose_a --measured--> pose_b        residual = log(measured^-1 · pose_a^-1 · pose_b)
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 9] = [
    SE2_BETWEEN,
    QUATERNION_PRODUCT,
    QUATERNION_NORMALIZE,
    QUATERNION_LOG,
    QUATERNION_FROM_MATRIX,
    SLERP,
    EULER_ANGLES,
    SE3_BETWEEN,
    RIGID_BODY,
];

/// A factor between two poses in the plane, its angle brought back to a half turn.
#[row(
    from = "Grisetti, Kümmerle, Stachniss, Burgard, A tutorial on graph-based SLAM, 2010",
    at = [[0.5, 1.0, 0.3, 1.4, 1.2, 0.6], [0.5, 1.0, 3.0, 1.4, 1.2, -3.0], [0.5, 1.0, -3.0, 1.4, 1.2, 3.0]]
)]
#[jacobian]
pub fn se2_between(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    use std::f64::consts::PI;
    const MEASURED: [f64; 3] = [0.9, -0.1, 0.25];
    let (sin, cos) = a[2].sin_cos();
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let mut angle = b[2] - a[2] - MEASURED[2];
    if angle > PI {
        angle -= 2.0 * PI;
    } else if angle < -PI {
        angle += 2.0 * PI;
    }
    [
        cos * dx + sin * dy - MEASURED[0],
        -sin * dx + cos * dy - MEASURED[1],
        angle,
    ]
}

/// Hamilton's product.
#[row(
    from = "Hamilton 1843",
    at = [[0.9, 0.1, -0.2, 0.3, 0.7, -0.5, 0.4, 0.2]],
    known = [rows(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], &[0.0, 0.0, 0.0, 1.0], 0.0)]
)]
#[jacobian]
pub fn quaternion_product(p: &[f64; 4], q: &[f64; 4]) -> [f64; 4] {
    let ([pw, px, py, pz], [qw, qx, qy, qz]) = (*p, *q);
    [
        pw * qw - px * qx - py * qy - pz * qz,
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
    ]
}

/// A quaternion of length one with positive real part; the identity where there is no length.
#[row(
    from = "Solà, Quaternion kinematics for the error-state Kalman filter, 2017",
    at = [[0.9, 0.1, -0.2, 0.3], [-0.4, 0.5, 0.2, 0.1], [0.0, 0.0, 0.0, 0.0]]
)]
#[jacobian]
pub fn quaternion_normalize(q: &[f64; 4]) -> [f64; 4] {
    let norm = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    if norm < 0.1 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let sign = if q[0] < 0.0 { -1.0 } else { 1.0 };
    q.map(|c| sign * c / norm)
}

/// The rotation vector of a quaternion, with its series near the identity.
#[row(
    from = "Solà, Deray, Atchuthan, A micro Lie theory for state estimation in robotics, 2018",
    at = [[0.9, 0.1, -0.2, 0.3], [1.0, 1e-9, -2e-9, 1e-9], [-0.7, 0.4, 0.5, -0.3]]
)]
#[jacobian]
pub fn quaternion_log(q: &[f64; 4]) -> [f64; 3] {
    let [w, x, y, z] = *q;
    let square = x * x + y * y + z * z;
    let factor = if square < 1e-14 {
        2.0 / w - 2.0 / 3.0 * square / (w * w * w)
    } else {
        let n = square.sqrt();
        let angle = if w < 0.0 { (-n).atan2(-w) } else { n.atan2(w) };
        2.0 * angle / n
    };
    [factor * x, factor * y, factor * z]
}

/// The quaternion of a rotation matrix, by its largest component.
#[row(
    from = "Shepperd, Quaternion from rotation matrix, J. Guidance and Control 1 (1978)",
    at = [
        [0.8, -0.3, 0.52, 0.4, 0.9, -0.1, -0.44, 0.29, 0.85],
        [0.7, 0.3, 0.2, 0.3, -0.8, 0.1, 0.2, 0.1, -0.6],
        [-0.7, 0.3, 0.2, 0.3, 0.8, 0.1, 0.2, 0.1, -0.6],
        [-0.7, 0.3, 0.2, 0.3, -0.6, 0.1, 0.2, 0.1, 0.8]
    ],
    known = [rows(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], &[1.0, 0.0, 0.0, 0.0], 0.0)]
)]
#[jacobian]
pub fn quaternion_from_matrix(m: &[[f64; 3]; 3]) -> [f64; 4] {
    let trace = m[0][0] + m[1][1] + m[2][2];
    if trace > 0.0 {
        let s = (trace + 1.0).sqrt() * 2.0;
        return [
            0.25 * s,
            (m[2][1] - m[1][2]) / s,
            (m[0][2] - m[2][0]) / s,
            (m[1][0] - m[0][1]) / s,
        ];
    }
    if m[0][0] > m[1][1] && m[0][0] > m[2][2] {
        let s = (1.0 + m[0][0] - m[1][1] - m[2][2]).sqrt() * 2.0;
        [
            (m[2][1] - m[1][2]) / s,
            0.25 * s,
            (m[0][1] + m[1][0]) / s,
            (m[0][2] + m[2][0]) / s,
        ]
    } else if m[1][1] > m[2][2] {
        let s = (1.0 + m[1][1] - m[0][0] - m[2][2]).sqrt() * 2.0;
        [
            (m[0][2] - m[2][0]) / s,
            (m[0][1] + m[1][0]) / s,
            0.25 * s,
            (m[1][2] + m[2][1]) / s,
        ]
    } else {
        let s = (1.0 + m[2][2] - m[0][0] - m[1][1]).sqrt() * 2.0;
        [
            (m[1][0] - m[0][1]) / s,
            (m[0][2] + m[2][0]) / s,
            (m[1][2] + m[2][1]) / s,
            0.25 * s,
        ]
    }
}

/// Interpolation on the sphere, along the shorter arc, straight where the ends are close.
#[row(
    from = "Shoemake, Animating rotation with quaternion curves, SIGGRAPH 1985",
    at = [
        [0.9, 0.1, -0.2, 0.3, 0.6, 0.5, 0.1, 0.4, 0.3],
        [0.9, 0.1, -0.2, 0.3, -0.6, -0.5, -0.1, -0.4, 0.3],
        [1.0, 0.0, 0.0, 0.02, 1.0, 0.0, 0.01, 0.0, 0.3]
    ]
)]
#[jacobian]
pub fn slerp(a: &[f64; 4], b: &[f64; 4], t: f64) -> [f64; 4] {
    let mut b = *b;
    let mut cosine = 0.0;
    for i in 0..4 {
        cosine += a[i] * b[i];
    }
    if cosine < 0.0 {
        cosine = -cosine;
        for c in b.iter_mut() {
            *c = -*c;
        }
    }
    let (wa, wb) = if cosine > 0.95 {
        (1.0 - t, t)
    } else {
        let angle = cosine.acos();
        let sine = angle.sin();
        (((1.0 - t) * angle).sin() / sine, (t * angle).sin() / sine)
    };
    std::array::from_fn(|i| wa * a[i] + wb * b[i])
}

/// Roll, pitch and yaw of a quaternion, the pitch stopped at the poles.
#[row(
    from = "Diebel, Representing attitude, 2006, section 6.5",
    at = [[0.9, 0.1, -0.2, 0.3], [0.7, 0.1, 0.71, 0.0], [0.7, 0.1, -0.71, 0.0]]
)]
#[jacobian]
pub fn euler_angles(q: &[f64; 4]) -> [f64; 3] {
    let [w, x, y, z] = *q;
    let roll = (2.0 * (w * x + y * z)).atan2(1.0 - 2.0 * (x * x + y * y));
    let sine = 2.0 * (w * y - z * x);
    let pitch = if sine.abs() >= 0.98 {
        std::f64::consts::FRAC_PI_2.copysign(sine)
    } else {
        sine.asin()
    };
    let yaw = (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z));
    [roll, pitch, yaw]
}

/// A factor between two poses in space: rotation by quaternions, then translation.
#[row(
    from = "Kümmerle and others, g2o, ICRA 2011: EdgeSE3",
    at = [[
        0.1, 0.2, 0.3, 0.9, 0.1, -0.2, 0.3, 1.1, 0.4, 0.2, 0.8, 0.2, -0.3, 0.45
    ]]
)]
#[jacobian]
pub fn se3_between(a: &[f64; 7], b: &[f64; 7]) -> [f64; 6] {
    fn cross(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
        [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ]
    }
    let conjugate = |q: &[f64]| [q[0], -q[1], -q[2], -q[3]];
    let rotate = |q: [f64; 4], v: [f64; 3]| {
        let axis = [q[1], q[2], q[3]];
        let t = cross(axis, v).map(|c| 2.0 * c);
        let s = cross(axis, t);
        [
            v[0] + q[0] * t[0] + s[0],
            v[1] + q[0] * t[1] + s[1],
            v[2] + q[0] * t[2] + s[2],
        ]
    };
    let back = conjugate(&a[3..]);
    let step = rotate(back, [b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
    let [w, x, y, z] = back;
    let turned = [
        w * b[4] + x * b[3] + y * b[6] - z * b[5],
        w * b[5] - x * b[6] + y * b[3] + z * b[4],
        w * b[6] + x * b[5] - y * b[4] + z * b[3],
    ];
    [
        step[0] - 1.0,
        step[1],
        step[2],
        2.0 * turned[0],
        2.0 * turned[1],
        2.0 * turned[2],
    ]
}

/// Euler's equations of a free body, and the quaternion's rate.
#[row(
    from = "Hairer, Vilmart, Preprocessed discrete Moser-Veselov algorithm, 2006",
    at = [[0.9, 0.1, -0.2, 0.3, 1.1, -0.4, 0.6]]
)]
#[jacobian]
pub fn rigid_body(state: &[f64; 7]) -> [f64; 7] {
    const INERTIA: [f64; 3] = [0.6, 0.8, 1.0];
    let [q0, q1, q2, q3, w1, w2, w3] = *state;
    let w = [w1, w2, w3];
    let mut rate = [0.0; 7];
    rate[0] = -0.5 * (q1 * w1 + q2 * w2 + q3 * w3);
    rate[1] = 0.5 * (q0 * w1 + q2 * w3 - q3 * w2);
    rate[2] = 0.5 * (q0 * w2 + q3 * w1 - q1 * w3);
    rate[3] = 0.5 * (q0 * w3 + q1 * w2 - q2 * w1);
    for i in 0..3 {
        let j = (i + 1) % 3;
        let k = (i + 2) % 3;
        rate[4 + i] = (INERTIA[j] - INERTIA[k]) / INERTIA[i] * w[j] * w[k];
    }
    rate
}
