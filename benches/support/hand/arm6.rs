//! A robot arm: axes and levers.
//!
//! ```text
//! a joint turns about its axis z through its origin o:   position' = z x (tool - o)
//! and the angles follow from the turn z itself:
//!     roll'  = (z_x cos yaw + z_y sin yaw) / cos pitch
//!     pitch' = z_y cos yaw - z_x sin yaw
//!     yaw'   = z_z + roll' sin pitch
//! ```
//!
//! The rotation has the sine and cosine of yaw and pitch already. Joints 2, 3 and 4 share their
//! axis, so they share the turn.

use super::fma;

const A2: f64 = -0.425;
const A3: f64 = -0.39225;
const D1: f64 = 0.089_159;
const D4: f64 = 0.109_15;
const D5: f64 = 0.094_65;
const D6: f64 = 0.082_3;

/// A UR5's tool and its 31 entries.
pub fn arm6(q: &[f64; 6], value: &mut [f64; 6], entries: &mut [f64; 31]) {
    let [(s1, c1), (s2, c2), (s3, c3), (s4, c4), (s5, c5), (s6, c6)] = q.map(f64::sin_cos);
    // Joints 2, 3 and 4 turn in one plane: add their angles.
    let (s23, c23) = (fma(s2, c3, c2 * s3), fma(c2, c3, -(s2 * s3)));
    let (s234, c234) = (fma(s23, c4, c23 * s4), fma(c23, c4, -(s23 * s4)));
    // In that plane, outwards and upwards: the elbow, the wrist, the axis of joint 5.
    let upper = [A2 * c2, A2 * s2];
    let lower = [A3 * c23, A3 * s23];
    let z4 = [s234 * c1, s234 * s1, -c234];
    let z5 = [
        fma(-s5 * c234, c1, c5 * s1),
        fma(-s5 * c234, s1, -(c5 * c1)),
        -s5 * s234,
    ];
    let x5 = [
        fma(c5 * c234, c1, s5 * s1),
        fma(c5 * c234, s1, -(s5 * c1)),
        c5 * s234,
    ];
    let x6 = [0, 1, 2].map(|k| fma(c6, x5[k], -(s6 * z4[k])));
    let y6 = fma(-c6, z4[2], -(s6 * x5[2]));
    // From the wrist to the tool, and from the other joints' origins.
    let tool = [0, 1, 2].map(|k| fma(D5, z4[k], D6 * z5[k]));
    let from_wrist = [fma(tool[0], c1, tool[1] * s1), tool[2]];
    let from_elbow = [from_wrist[0] + lower[0], from_wrist[1] + lower[1]];
    let from_shoulder = [from_elbow[0] + upper[0], from_elbow[1] + upper[1]];
    let reach = upper[0] + lower[0];
    let (px, py) = (
        fma(reach, c1, fma(D4, s1, tool[0])),
        fma(reach, s1, fma(-D4, c1, tool[1])),
    );

    let flat = fma(x6[0], x6[0], x6[1] * x6[1]);
    let cos_pitch = flat.sqrt();
    let inverse = 1.0 / cos_pitch;
    *value = [
        px,
        py,
        D1 + from_shoulder[1],
        y6.atan2(z5[2]),
        (-x6[2]).atan2(cos_pitch),
        x6[1].atan2(x6[0]),
    ];
    let (cos_yaw, sin_yaw) = (x6[0] * inverse, x6[1] * inverse);
    let turn = |z: [f64; 3]| {
        let roll = fma(cos_yaw, z[0], sin_yaw * z[1]) * inverse;
        let pitch = fma(cos_yaw, z[1], -(sin_yaw * z[0]));
        [roll, pitch, fma(-x6[2], roll, z[2])]
    };
    let [middle, fifth, sixth] = [turn([s1, -c1, 0.0]), turn(z4), turn(z5)];
    entries[..4].copy_from_slice(&[-py, px, 0.0, 1.0]);
    for (k, [out, up]) in [from_shoulder, from_elbow, from_wrist]
        .into_iter()
        .enumerate()
    {
        entries[4 + 6 * k..][..3].copy_from_slice(&[-c1 * up, -s1 * up, out]);
        entries[7 + 6 * k..][..3].copy_from_slice(&middle);
    }
    let lever = z5.map(|z| D6 * z);
    let moved = super::cross(z4, lever);
    entries[22..25].copy_from_slice(&moved);
    entries[25..28].copy_from_slice(&fifth);
    entries[28..].copy_from_slice(&sixth);
}
