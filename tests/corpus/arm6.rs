//! Forward kinematics of a UR5: where the tool of a robot with six joints is, and how it is turned.
//!
//! ```text
//! T = product over the joints of Rz(q_i) Tz(d_i) Tx(a_i) Rx(alpha_i)
//!     alpha in {0, +90, -90} degrees
//! ```
//!
//! The rotation is kept by its columns. A joint turns the first two, `x' = c x + s y`, `y' = c y -
//! s x`, and an alpha of a right angle only renames columns, so that its zeros and ones never
//! become operations. Six sines, six cosines and three arc tangents make most of the work; the
//! position does not depend on the last joint, nor heights and the roll on the first.
//!
//! Source: Denavit-Hartenberg parameters as published by Universal Robots.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// Position and roll, pitch, yaw of a UR5's tool.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn arm6(q: &[f64; 6]) -> [f64; 6] {
    const A2: f64 = -0.425;
    const A3: f64 = -0.39225;
    const D1: f64 = 0.089_159;
    const D4: f64 = 0.109_15;
    const D5: f64 = 0.094_65;
    const D6: f64 = 0.082_3;
    let s1 = q[0].sin();
    let c1 = q[0].cos();
    let s2 = q[1].sin();
    let c2 = q[1].cos();
    let s3 = q[2].sin();
    let c3 = q[2].cos();
    let s4 = q[3].sin();
    let c4 = q[3].cos();
    let s5 = q[4].sin();
    let c5 = q[4].cos();
    let s6 = q[5].sin();
    let c6 = q[5].cos();

    // Joint 1, then its right angle: the columns are (c1, s1, 0), (0, 0, 1), (s1, -c1, 0).
    // Joints 2 and 3 turn about the last of these.
    let x2 = [c2 * c1, c2 * s1, s2];
    let y2 = [-s2 * c1, -s2 * s1, c2];
    let mut position = [A2 * x2[0], A2 * x2[1], D1 + A2 * x2[2]];
    let mut x4 = [0.0; 3];
    let mut z4 = [0.0; 3];
    for k in 0..3 {
        let x3 = c3 * x2[k] + s3 * y2[k];
        let y3 = c3 * y2[k] - s3 * x2[k];
        position[k] += A3 * x3;
        // Joint 4 and its right angle.
        x4[k] = c4 * x3 + s4 * y3;
        z4[k] = s4 * x3 - c4 * y3;
    }
    position[0] += D4 * s1;
    position[1] -= D4 * c1;

    // Joint 5 turns x4 and the column that was the axis of joint 4, (s1, -c1, 0).
    let x5 = [c5 * x4[0] + s5 * s1, c5 * x4[1] - s5 * c1, c5 * x4[2]];
    let z5 = [c5 * s1 - s5 * x4[0], -c5 * c1 - s5 * x4[1], -s5 * x4[2]];
    let mut x6 = [0.0; 3];
    for k in 0..3 {
        position[k] += D5 * z4[k] + D6 * z5[k];
        x6[k] = c6 * x5[k] - s6 * z4[k];
    }
    let y6 = -c6 * z4[2] - s6 * x5[2];

    let roll = y6.atan2(z5[2]);
    let pitch = (-x6[2]).atan2((x6[0] * x6[0] + x6[1] * x6[1]).sqrt());
    let yaw = x6[1].atan2(x6[0]);
    [position[0], position[1], position[2], roll, pitch, yaw]
}

/// The same kinematics over any scalar.
pub fn arm6_twin<S: Scalar>(q: &[S; 6]) -> [S; 6] {
    let [s1, s2, s3, s4, s5, s6] = q.map(S::sin);
    let [c1, c2, c3, c4, c5, c6] = q.map(S::cos);
    // A turn of two columns of the rotation.
    let turn = |s: S, c: S, x: S, y: S| (c * x + s * y, c * y - s * x);
    let [x2, y2] = [[c2 * c1, c2 * s1, s2], [-s2 * c1, -s2 * s1, c2]];
    let columns = [0, 1, 2].map(|k| {
        let (x3, y3) = turn(s3, c3, x2[k], y2[k]);
        let (x4, y4) = turn(s4, c4, x3, y3);
        (x2[k] * -0.425 + x3 * -0.39225, x4, -y4)
    });
    let axis = [s1, -c1];
    let fifth = |k: usize| turn(s5, c5, columns[k].1, axis[k]);
    let [(x5, z5), (x5_y, z5_y)] = [fifth(0), fifth(1)];
    let [x5, z5] = [
        [x5, x5_y, c5 * columns[2].1],
        [z5, z5_y, -s5 * columns[2].1],
    ];
    let position = |k: usize| columns[k].0 + columns[k].2 * 0.094_65 + z5[k] * 0.082_3;
    let x6 = [0, 1, 2].map(|k| c6 * x5[k] - s6 * columns[k].2);
    let y6 = -(c6 * columns[2].2) - s6 * x5[2];
    [
        position(0) + s1 * 0.109_15,
        position(1) - c1 * 0.109_15,
        position(2) + 0.089_159,
        y6.atan2(z5[2]),
        (-x6[2]).atan2((x6[0] * x6[0] + x6[1] * x6[1]).sqrt()),
        x6[1].atan2(x6[0]),
    ]
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "arm6",
    from: "",
    n: 6,
    m: 6,
    nnz: 31,
    colours: 6,
    base: || vec![0.3, -1.1, 1.4, -0.6, 0.9, 0.4],
    further: Vec::new,
    checksums: Some([7.042_006_988_939e-1, -1.331_781_189_718e1]),
    known: &[],
    value: value!(arm6),
    twin: twin!(arm6_twin, 6),
    expansions: expansions!(
        ARM6_PATTERN,
        ARM6_TEMPLATE,
        ARM6_COST,
        arm6_with_jacobian_into,
        arm6_update_into
    ),
};
