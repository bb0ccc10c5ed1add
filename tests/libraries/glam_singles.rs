//! Types of glam over `f32`: values bit for bit, derivatives against the same code over `f64`.
//!
//! On x86-64 glam keeps `Vec4`, `Vec3A`, `Quat` and `Mat4` in vector registers, so that sums have
//! another order there.

use jacobian_runtime::jacobian;

/// The same functions over both scalars.
macro_rules! of_both {
    ($name:ident, $scalar:ident, $vec2:ident, $vec3:ident, $vec4:ident, $mat2:ident, $mat3:ident,
     $mat4:ident, $quat:ident, $affine2:ident, $affine3:ident) => {
        #[jacobian]
        mod $name {
            use glam::{
                EulerRot, $affine2, $affine3, $mat2, $mat3, $mat4, $quat, $vec2, $vec3, $vec4,
            };

            #[jacobian]
            pub(super) fn vectors(x: &[$scalar; 8]) -> [$scalar; 16] {
                let a = $vec3::new(x[0], x[1], x[2]);
                let b = $vec3::from_array([x[3], x[4], x[5]]);
                let u = $vec4::new(x[0], x[1], x[2], x[3]);
                let v = a.extend(x[6]).lerp(u, x[7]);
                let w = $vec2::new(x[4], x[5]).perp() * a.cross(b).normalize().dot(b);
                let n = u.normalize() + v.normalize_or_zero() * u.length();
                [
                    u.dot(v),
                    u.element_sum() * v.element_product(),
                    u.min_element() + v.max_element(),
                    n.x,
                    n.y,
                    n.z,
                    n.w,
                    u.length_recip() + u.distance(v),
                    w.x,
                    w.y,
                    a.reflect(b.normalize()).z,
                    a.project_onto(b).y + u.project_onto(v).w,
                    a.angle_between(b),
                    (u.abs() * v.signum() + v.recip()).z,
                    u.truncate().distance_squared(b),
                    (u.max(v) - u.min(v).sqrt()).x,
                ]
            }

            #[jacobian]
            pub(super) fn matrices(x: &[$scalar; 8]) -> [$scalar; 20] {
                let m = $mat2::from_cols($vec2::new(x[0], x[1]), $vec2::new(x[2], x[3]));
                let p = m.inverse() * m.transpose() * $vec2::new(x[4], x[5]);
                let r =
                    $mat3::from_rotation_x(x[6]) * $mat3::from_quat($quat::from_rotation_y(x[7]));
                let s = r.inverse() * $vec3::new(x[0], x[1], x[2]);
                let n = $mat4::from_cols(
                    $vec4::new(x[0], x[1], x[2], x[3]),
                    $vec4::new(x[7], x[6], x[5], x[4]),
                    $vec4::new(x[2], 1.0, x[0], x[1]),
                    $vec4::new(x[3], x[5], 2.0, x[6]),
                );
                let i = n.inverse() * n.transpose() * $vec4::new(x[1], 1.0, x[2], x[3]);
                let q = n.transform_point3(s) + n.transform_vector3($vec3::Y);
                let flat = $affine2::from_angle_translation(x[4], p) * $affine2::from_scale(p);
                let solid = $affine3::from_rotation_translation($quat::from_rotation_z(x[1]), s);
                let f = flat.transform_point2(p);
                let g = solid.inverse().transform_point3(q);
                [
                    p.x,
                    p.y,
                    m.determinant(),
                    s.x,
                    s.y,
                    s.z,
                    r.determinant(),
                    n.determinant(),
                    i.x,
                    i.y,
                    i.z,
                    i.w,
                    q.x,
                    q.y,
                    q.z,
                    f.x,
                    f.y,
                    g.x,
                    g.y,
                    g.z,
                ]
            }

            #[jacobian]
            pub(super) fn rotations(p: $quat, q: &$quat) -> ($quat, $quat, $vec3, [$scalar; 5]) {
                let (a, b) = (p.normalize(), q.normalize());
                let e = $quat::from_euler(EulerRot::ZYX, p.x, p.y, p.z);
                let (yaw, pitch, roll) = (a * b).to_euler(EulerRot::XYZ);
                (
                    p * *q + e * 0.5,
                    a.lerp(b, 0.3) - q.conjugate() / 2.0,
                    a * $vec3::new(q.x, q.y, 1.0),
                    [a.dot(b), a.angle_between(b), yaw, pitch, roll],
                )
            }

            /// Vectors as the parameter and as the result.
            #[jacobian]
            pub(super) fn of_vectors(u: &$vec4, m: $mat2) -> ($vec4, $mat2) {
                (*u * u.dot(*u), m * m)
            }
        }
    };
}

of_both!(
    double, f64, DVec2, DVec3, DVec4, DMat2, DMat3, DMat4, DQuat, DAffine2, DAffine3
);
of_both!(
    single, f32, Vec2, Vec3, Vec4, Mat2, Mat3, Mat4, Quat, Affine2, Affine3A
);

const AT: [f32; 8] = [0.7, 1.3, 0.4, 2.1, 0.9, -0.6, 0.3, 0.8];

/// Compares values by bits, unless the machine has other vector registers.
fn same_bits<const M: usize>(name: &str, found: [f32; M], expected: [f32; M]) {
    if cfg!(all(target_arch = "x86_64", not(target_feature = "fma"))) {
        let bits = |values: [f32; M]| values.map(f32::to_bits);
        assert_eq!(
            bits(found),
            bits(expected),
            "{name}: {found:?}, {expected:?}"
        );
    }
}

fn near<const N: usize, const M: usize>(name: &str, found: [[f32; N]; M], expected: [[f64; N]; M]) {
    for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
        for (col, (found, expected)) in found.iter().zip(expected).enumerate() {
            let difference = (f64::from(*found) - expected).abs();
            assert!(
                difference <= 2e-4 * (1.0 + expected.abs()),
                "{name}: entry ({row}, {col}) is {found}, over f64 {expected}"
            );
        }
    }
}

#[test]
fn singles_have_the_bits_of_glam_and_the_derivatives_of_doubles() {
    let x = AT.map(f64::from);
    let (value, jacobian) = single::vectors_with_jacobian(&AT);
    same_bits("vectors", value, single::vectors(&AT));
    near(
        "vectors",
        jacobian.to_dense(),
        double::vectors_jacobian(&x).to_dense(),
    );
    let (value, jacobian) = single::matrices_with_jacobian(&AT);
    same_bits("matrices", value, single::matrices(&AT));
    near(
        "matrices",
        jacobian.to_dense(),
        double::matrices_jacobian(&x).to_dense(),
    );
}

#[test]
fn quaternions_and_registers_as_parameters_and_results() {
    use glam::{DMat2, DQuat, DVec4, Mat2, Quat, Vec4};
    let (p, q) = (Quat::from_slice(&AT[..4]), Quat::from_slice(&AT[4..]));
    let x = AT.map(f64::from);
    let flat = |(a, b, c, d): (Quat, Quat, glam::Vec3, [f32; 5])| {
        let parts = [&a.to_array()[..], &b.to_array(), &c.to_array(), &d];
        <[f32; 16]>::try_from(parts.concat()).unwrap()
    };
    let (value, jacobian) = single::rotations_with_jacobian(p, &q);
    same_bits("rotations", flat(value), flat(single::rotations(p, &q)));
    let expected =
        double::rotations_jacobian(DQuat::from_slice(&x[..4]), &DQuat::from_slice(&x[4..]));
    near("rotations", jacobian.to_dense(), expected.to_dense());
    let (u, m) = (Vec4::from_slice(&AT[..4]), Mat2::from_cols_slice(&AT[4..]));
    let flat = |(u, m): (Vec4, Mat2)| {
        <[f32; 8]>::try_from([u.to_array(), m.to_cols_array()].concat()).unwrap()
    };
    let (value, jacobian) = single::of_vectors_with_jacobian(&u, m);
    same_bits("of_vectors", flat(value), flat(single::of_vectors(&u, m)));
    let (u, m) = (DVec4::from_slice(&x[..4]), DMat2::from_cols_slice(&x[4..]));
    near(
        "of_vectors",
        jacobian.to_dense(),
        double::of_vectors_jacobian(&u, m).to_dense(),
    );
}

#[jacobian]
mod aligned {
    use glam::{Mat3A, Quat, Vec3, Vec3A};

    #[jacobian]
    pub(super) fn products(a: Vec3A, b: Vec3A) -> [f32; 9] {
        let c = a.cross(b).normalize() + Vec3A::splat(0.5) * a.lerp(b, 0.25);
        let m = Mat3A::from_cols(a, b, c);
        let q = Quat::from_axis_angle(Vec3::from(a.normalize()), b.x);
        let r = m.inverse() * (m * c) + q * b;
        [
            a.dot(b),
            a.element_sum(),
            b.element_product(),
            a.min_element() - b.max_element(),
            c.x,
            m.determinant(),
            r.x,
            r.y,
            r.z,
        ]
    }
}

#[test]
fn aligned_vectors_of_three() {
    use glam::Vec3A;
    let (a, b) = (Vec3A::from_slice(&AT[..3]), Vec3A::from_slice(&AT[3..6]));
    let (value, jacobian) = aligned::products_with_jacobian(a, b);
    same_bits("aligned", value, aligned::products(a, b));
    let mut expected = [[0.0; 6]; 9];
    for col in 0..6 {
        let along = |step: f32| {
            let mut x = [a.to_array(), b.to_array()].concat();
            x[col] += step;
            aligned::products(Vec3A::from_slice(&x[..3]), Vec3A::from_slice(&x[3..])).map(f64::from)
        };
        let (up, down) = (along(1.0 / 64.0), along(-1.0 / 64.0));
        for row in 0..9 {
            expected[row][col] = (up[row] - down[row]) * 32.0;
        }
    }
    for (found, expected) in jacobian
        .to_dense()
        .iter()
        .flatten()
        .zip(expected.iter().flatten())
    {
        assert!(
            (f64::from(*found) - expected).abs() < 4e-3 * (1.0 + expected.abs()),
            "{found}, {expected}"
        );
    }
}
