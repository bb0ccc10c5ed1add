//! Matrices, quaternions and affine transforms of glam: bit for bit, with derivatives by columns.

use glam::{DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, EulerRot};
use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 9] = [0.7, -1.3, 0.4, 2.1, 0.9, -0.6, 0.3, 0.8, 1.7];

#[jacobian]
fn of_two(x: &[f64; 9]) -> [f64; 16] {
    let m = DMat2::from_cols(DVec2::new(x[0], x[1]), DVec2::new(x[2], x[3]));
    let n = DMat2::from_angle(x[4]) * x[5] - DMat2::from_scale_angle(DVec2::new(x[6], 2.0), x[7]);
    let v = DVec2::new(x[8], x[0]);
    let mut p = m * n + DMat2::IDENTITY / 3.0;
    p += m.transpose();
    p *= 2.0;
    p -= 0.5 * n.inverse();
    p *= m;
    let [a, b, c, d] = p.to_cols_array();
    let w = (-p).mul_vec2(v) + m * v;
    let rest = DMat2::from_diagonal(v).abs() + DMat2::from_cols_array(&[x[0], 1.0, x[1], 2.0]);
    [
        a,
        b,
        c,
        d,
        w.x,
        w.y,
        m.determinant(),
        n.col(1).dot(m.row(0)),
        rest.x_axis.x,
        rest.x_axis.y,
        rest.y_axis.x,
        rest.y_axis.y,
        m.try_inverse().unwrap_or(n).x_axis.y,
        m.mul_transpose_vec2(v).x,
        m.diagonal().y * m.recip().y_axis.x,
        DMat2::from_mat3(DMat3::from_angle(x[1])).x_axis.y,
    ]
}

/// A matrix as a parameter: column by column.
#[jacobian]
fn of_three(m: DMat3, n: &DMat3) -> (DMat3, DVec3, f64) {
    let product = m * *n - n * m.transpose() * 0.5;
    let inverse = m.inverse() + n.try_inverse().unwrap_or(DMat3::IDENTITY);
    (
        product.mul_mat3(&inverse) + m.inverse_or_zero(),
        m.mul_vec3(n.x_axis) + m.mul_transpose_vec3(n.y_axis) + *n * m.diagonal(),
        m.determinant() + n.row(2).dot(m.col(1)),
    )
}

#[jacobian]
fn made_of_angles(x: &[f64; 9]) -> [DVec3; 9] {
    let axis = DVec3::new(x[0], x[1], x[2]).normalize();
    let v = DVec3::new(x[3], x[4], x[5]);
    let q = DQuat::from_axis_angle(axis, x[6]);
    [
        DMat3::from_axis_angle(axis, x[6]) * v,
        DMat3::from_quat(q) * v,
        DMat3::from_rotation_x(x[7])
            * DMat3::from_rotation_y(x[8])
            * DMat3::from_rotation_z(x[6])
            * v,
        DMat3::from_diagonal(v) * axis,
        DMat3::from_mat4(DMat4::from_quat(q)) * v,
        DMat3::from_scale_angle_translation(v.truncate(), x[7], DVec2::X) * v,
        DMat3::from_translation(DVec2::new(x[1], x[2])) * DMat3::from_scale(DVec2::splat(x[3])) * v,
        DMat3::from_angle(x[8])
            .transform_point2(DVec2::new(x[0], x[1]))
            .extend(
                DMat3::from_angle(x[8])
                    .transform_vector2(DVec2::new(x[0], x[1]))
                    .x,
            ),
        DMat3::from_cols_array(x).mul_diagonal_scale(v) * v,
    ]
}

#[jacobian]
fn of_four(m: DMat4, v: DVec4) -> (DMat4, DVec4, [f64; 2], [DVec3; 3]) {
    let inverse = m.inverse();
    let p = v.truncate();
    (
        inverse * m.transpose() + DMat4::from_diagonal(v) * 2.0,
        m * v - m.mul_transpose_vec4(v) + m.row(3) * m.col(2),
        [m.determinant(), m.diagonal().element_sum()],
        [
            m.transform_point3(p),
            m.transform_vector3(p),
            m.project_point3(p),
        ],
    )
}

#[jacobian]
fn cameras(x: &[f64; 9]) -> [f64; 64] {
    let eye = DVec3::new(x[0], x[1], x[2]);
    let center = DVec3::new(x[3], x[4], x[5]);
    let q = DQuat::from_rotation_y(x[6]) * DQuat::from_rotation_x(x[7]);
    let scale = DVec3::new(x[8], 1.5, x[0]);
    let a = DMat4::from_scale_rotation_translation(scale, q, eye) * DMat4::from_translation(center);
    let b = DMat4::from_rotation_translation(q, center) * DMat4::from_scale(scale);
    let c =
        DMat4::from_rotation_x(x[6]) * DMat4::from_rotation_y(x[7]) * DMat4::from_rotation_z(x[8]);
    let d = DMat4::from_axis_angle(DVec3::Y, x[6])
        + DMat4::from_mat3(DMat3::from_rotation_z(x[3]))
        + DMat4::from_mat3_translation(DMat3::from_rotation_x(x[3]), eye)
        - DMat4::from_cols_array_2d(&a.to_cols_array_2d());
    let mut all = [0.0; 64];
    for (i, m) in [a, b, c, d].iter().enumerate() {
        for (j, v) in m.to_cols_array().iter().enumerate() {
            all[16 * i + j] = *v;
        }
    }
    all
}

#[jacobian]
#[allow(
    deprecated,
    reason = "glam has moved these functions, and people still use them"
)]
fn views(x: &[f64; 9]) -> [DVec4; 5] {
    let eye = DVec3::new(x[0], x[1], x[2]);
    let center = DVec3::new(x[3], x[4], x[5]);
    let v = DVec4::new(x[6], x[7], 1.0, 0.5);
    [
        DMat4::look_at_rh(eye, center, DVec3::Y) * v,
        DMat4::look_to_lh(eye, center, DVec3::Z) * v,
        DMat4::perspective_rh(x[6], x[7], 0.1, x[8]) * v,
        DMat4::perspective_rh_gl(x[6], x[7], 0.1, x[8]) * v,
        DMat4::look_at_lh(eye, center, DVec3::X) * v,
    ]
}

/// A quaternion as a parameter, and as the result.
#[jacobian]
fn rotations(p: DQuat, q: &DQuat, v: DVec3, s: f64) -> ([DQuat; 8], [DVec3; 4], [f64; 4]) {
    let a = p.normalize();
    let b = q.normalize();
    let mut c = a * b;
    c *= 0.5;
    c += *q;
    let (axis, angle) = a.to_axis_angle();
    (
        [
            a.slerp(b, s),
            a.lerp(b, s),
            -c * p.conjugate() - q.inverse() / 2.0,
            DQuat::from_rotation_arc(v.normalize(), DVec3::new(0.0, 0.6, 0.8)),
            DQuat::from_mat3(&DMat3::from_quat(a)),
            DQuat::from_scaled_axis(v) * DQuat::from_rotation_z(s),
            a.rotate_towards(b, s),
            DQuat::from_xyzw(s, p.x, 1.0, v.z).normalize(),
        ],
        [
            a * v,
            q.mul_vec3(v),
            axis * angle,
            a.to_scaled_axis() + b.xyz(),
        ],
        [
            a.dot(b) + p.length() * q.length_squared(),
            a.angle_between(b),
            p.length_recip(),
            DQuat::from_vec4(DVec4::from(*q)).w + DQuat::from_array(p.to_array()).y,
        ],
    )
}

#[jacobian]
fn affines(x: &[f64; 9]) -> [f64; 15] {
    let flat = DAffine2::from_angle_translation(x[0], DVec2::new(x[1], x[2]))
        * DAffine2::from_scale(DVec2::new(x[3], 1.0))
        * DAffine2::from_scale_angle_translation(DVec2::new(1.0, x[4]), x[5], DVec2::X);
    let p = flat.transform_point2(DVec2::new(x[6], x[7]));
    let d = flat.inverse().transform_vector2(p);
    let q = DQuat::from_rotation_x(x[0]) * DQuat::from_rotation_y(x[1]);
    let solid = DAffine3::from_rotation_translation(q, DVec3::new(x[2], x[3], x[4]))
        * DAffine3::from_scale_rotation_translation(DVec3::new(x[5], 1.0, 2.0), q, DVec3::Y)
        * DAffine3::from_translation(DVec3::splat(x[6]));
    let a = solid.transform_point3(DVec3::new(x[7], x[8], 1.0));
    let b = solid.inverse().transform_vector3(a);
    let c = DAffine3::from_mat4(DMat4::from_quat(q)).transform_point3(b);
    [
        p.x,
        p.y,
        d.x,
        d.y,
        a.x,
        a.y,
        a.z,
        b.x,
        b.y,
        b.z,
        c.x,
        c.y,
        c.z,
        solid.matrix3.x_axis.y,
        flat.translation.x,
    ]
}

#[jacobian]
fn of_an_affine(frame: &DAffine3, p: DVec3) -> DVec3 {
    frame.transform_point3(p) - frame.matrix3.mul_vec3(p) * 0.5
}

#[jacobian]
fn euler_angles(x: &[f64; 3]) -> [f64; 33] {
    let q = [
        DQuat::from_euler(EulerRot::XYZ, x[0], x[1], x[2]),
        DQuat::from_euler(EulerRot::ZXY, x[0], x[1], x[2]),
        DQuat::from_euler(EulerRot::YXZEx, x[0], x[1], x[2]),
        DQuat::from_euler(EulerRot::ZYZ, x[0], x[1], x[2]),
        DQuat::from_euler(EulerRot::XZXEx, x[0], x[1], x[2]),
    ];
    let (a, b, c) = q[0].to_euler(EulerRot::ZYX);
    let (d, e, f) = q[1].to_euler(EulerRot::YZY);
    let (g, h, i) = DMat3::from_euler(EulerRot::YZXEx, x[2], x[1], x[0]).to_euler(EulerRot::XZY);
    let m = DMat4::from_euler(EulerRot::XYXEx, x[0], x[1], x[2]);
    let n = DMat3::from_euler(EulerRot::ZYX, x[0], x[1], x[2]);
    let (j, ..) = m.to_euler(EulerRot::ZXZEx);
    let mut all = [0.0; 33];
    for (k, q) in q.iter().enumerate() {
        all[4 * k..4 * k + 4].copy_from_slice(&q.to_array());
    }
    all[20..30].copy_from_slice(&[a, b, c, d, e, f, g, h, i, j]);
    all[30..].copy_from_slice(&[m.x_axis.y, n.y_axis.x, n.z_axis.x]);
    all
}

#[test]
fn matrices_are_their_columns() {
    check!(euler_angles with euler_angles_with_jacobian at [0.4, 0.9, -0.7]);
    check!(of_two with of_two_with_jacobian at AT);
    let at = [
        0.7, -1.3, 0.4, 2.1, 0.9, -0.6, 0.3, 0.8, 1.7, 1.1, 0.2, -0.5, 0.6, 1.9, 0.1, -0.7, 0.4,
        0.9,
    ];
    let arguments = |x: &[f64; 18]| {
        let half = |first: usize| DMat3::from_cols_array(x[first..first + 9].try_into().unwrap());
        (half(0), half(9))
    };
    let flat = |(a, b, c): (DMat3, DVec3, f64)| {
        let parts = [&a.to_cols_array()[..], &b.to_array(), &[c]];
        <[f64; 13]>::try_from(parts.concat()).unwrap()
    };
    let value = |x: &[f64; 18]| flat(of_three(arguments(x).0, &arguments(x).1));
    compare("of_three", at, value, |x| {
        let (value, jacobian) = of_three_with_jacobian(arguments(x).0, &arguments(x).1);
        (flat(value), jacobian.to_dense())
    });
    let flat = |list: [DVec3; 9]| {
        let flat: Vec<f64> = list.iter().flat_map(DVec3::to_array).collect();
        <[f64; 27]>::try_from(flat).unwrap()
    };
    compare(
        "made_of_angles",
        AT,
        |x| flat(made_of_angles(x)),
        |x| {
            let (value, jacobian) = made_of_angles_with_jacobian(x);
            (flat(value), jacobian.to_dense())
        },
    );
}

#[test]
fn matrices_of_four_columns() {
    let at = [
        0.7, -1.3, 0.4, 2.1, 0.9, -0.6, 0.3, 0.8, 1.7, 1.1, 0.2, -0.5, 0.6, 1.9, 0.1, -0.7, 0.4,
        0.9, -0.2, 1.4,
    ];
    let arguments = |x: &[f64; 20]| {
        let m: [f64; 16] = x[..16].try_into().unwrap();
        (DMat4::from_cols_array(&m), DVec4::from_slice(&x[16..]))
    };
    let flat = |(a, b, c, d): (DMat4, DVec4, [f64; 2], [DVec3; 3])| {
        let last: Vec<f64> = d.iter().flat_map(DVec3::to_array).collect();
        let parts = [&a.to_cols_array()[..], &b.to_array(), &c, &last];
        <[f64; 31]>::try_from(parts.concat()).unwrap()
    };
    let value = |x: &[f64; 20]| flat(of_four(arguments(x).0, arguments(x).1));
    compare("of_four", at, value, |x| {
        let (value, jacobian) = of_four_with_jacobian(arguments(x).0, arguments(x).1);
        (flat(value), jacobian.to_dense())
    });
    check!(cameras with cameras_with_jacobian at AT);
    let flat = |list: [DVec4; 5]| {
        let flat: Vec<f64> = list.iter().flat_map(DVec4::to_array).collect();
        <[f64; 20]>::try_from(flat).unwrap()
    };
    compare(
        "views",
        AT,
        |x| flat(views(x)),
        |x| {
            let (value, jacobian) = views_with_jacobian(x);
            (flat(value), jacobian.to_dense())
        },
    );
}

#[test]
fn quaternions_and_affine_transforms() {
    type Found = ([DQuat; 8], [DVec3; 4], [f64; 4]);
    let arguments = |x: &[f64; 12]| {
        (
            DQuat::from_slice(&x[..4]),
            DQuat::from_slice(&x[4..8]),
            DVec3::from_slice(&x[8..11]),
            x[11],
        )
    };
    let flat = |(a, b, c): Found| {
        let first: Vec<f64> = a.iter().flat_map(DQuat::to_array).collect();
        let second: Vec<f64> = b.iter().flat_map(DVec3::to_array).collect();
        <[f64; 48]>::try_from([&first[..], &second, &c].concat()).unwrap()
    };
    let value = |x: &[f64; 12]| {
        let (p, q, v, s) = arguments(x);
        flat(rotations(p, &q, v, s))
    };
    // The second quaternion is on the other side, so that `slerp` turns its sign.
    for sign in [1.0, -1.0] {
        let q = [0.2, -0.5, 0.6, 0.9].map(|part| sign * part);
        let at = [
            0.1, 0.3, -0.4, 0.8, q[0], q[1], q[2], q[3], 0.4, 0.9, -0.2, 0.3,
        ];
        compare("rotations", at, value, |x| {
            let (p, q, v, s) = arguments(x);
            let (value, jacobian) = rotations_with_jacobian(p, &q, v, s);
            (flat(value), jacobian.to_dense())
        });
    }
    check!(affines with affines_with_jacobian at AT);
    let arguments = |x: &[f64; 15]| {
        let frame: [f64; 12] = x[..12].try_into().unwrap();
        (
            DAffine3::from_cols_array(&frame),
            DVec3::from_slice(&x[12..]),
        )
    };
    let at = [
        0.7, -1.3, 0.4, 2.1, 0.9, -0.6, 0.3, 0.8, 1.7, 1.1, 0.2, -0.5, 0.6, 1.9, 0.1,
    ];
    let value = |x: &[f64; 15]| of_an_affine(&arguments(x).0, arguments(x).1).to_array();
    compare("of_an_affine", at, value, |x| {
        let (value, jacobian) = of_an_affine_with_jacobian(&arguments(x).0, arguments(x).1);
        (value.to_array(), jacobian.to_dense())
    });
}
