//! Scalings, affine and projective transformations of nalgebra; what libraries add up from zero.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 6] = [0.7, -1.3, 0.4, 2.1, 0.9, -0.5];

#[jacobian]
mod inside {
    use glam::{DAffine2, DAffine3, DQuat, DVec2, DVec3};
    use itertools::Itertools;
    use jacobian_runtime::jacobian;
    use nalgebra::{
        Affine2, Affine3, Matrix3, Matrix4, Point2, Point3, Projective3, Scale2, Scale3,
        Similarity3, Transform2, Translation3, UnitQuaternion, Vector2, Vector3,
    };
    use num_complex::{Complex, Complex64};
    use num_traits::{Pow, clamp};

    #[jacobian]
    pub(super) fn scaled(x: &[f64; 6]) -> [f64; 5] {
        let s = Scale3::new(x[0], x[1], x[2]);
        let p = (s * s) * Point3::new(x[3], x[4], x[5]);
        let q = Scale2::new(x[0], x[1]);
        let v = q.try_inverse().unwrap() * Vector2::new(x[2], x[3]) + (q * x[4]).vector;
        let r = UnitQuaternion::from_euler_angles(x[5], 0.1, 0.2);
        let mut t = Similarity3::from_parts(Translation3::new(x[0], x[1], x[2]), r, x[3]);
        t.append_translation_mut(&Translation3::new(x[4], 1.0, 2.0));
        t.append_rotation_mut(&r);
        let w = t.prepend_scaling(2.0).append_scaling(x[1]) * p;
        [
            p.x,
            s.to_homogeneous()[(1, 1)] * s.z,
            v.x,
            v.y,
            w.x + w.y * w.z,
        ]
    }

    #[jacobian]
    pub(super) fn transformed(x: &[f64; 6]) -> [f64; 8] {
        let last = nalgebra::RowVector4::new(0.1, 0.2, 0.0, 1.0);
        let mut m = Matrix4::new(
            x[0], x[1], 0.1, x[2], 0.2, x[3], x[4], 1.0, 0.3, 0.1, x[5], 0.7, 0.0, 0.0, 0.0, 1.0,
        );
        let a = Affine3::from_matrix_unchecked(m);
        m.set_row(3, &last);
        let b = Projective3::from_matrix_unchecked(m);
        let r = UnitQuaternion::from_euler_angles(x[0], x[1], x[2]);
        let (p, v) = (
            Point3::new(x[3], x[4], x[5]),
            Vector3::new(x[5], x[0], x[1]),
        );
        let c = Affine2::from_matrix_unchecked(Matrix3::new(
            x[0], x[1], 0.1, x[2], 0.2, x[3], 0.0, 0.0, 1.0,
        ));
        let d = Transform2::from_matrix_unchecked(Matrix3::new(
            x[0], x[1], 0.1, x[2], 0.2, x[3], 0.1, 0.2, 1.0,
        ));
        let q = Point2::new(x[4], x[5]);
        [
            (a * p).x,
            ((a * r) * Translation3::new(x[0], 0.5, x[2]))
                .transform_point(&p)
                .y,
            a.inverse().transform_vector(&v).z,
            (b * p).x + b.transform_vector(&v).y,
            (b * b).inverse_transform_point(&p).z,
            (c * q).x * c[(0, 1)],
            (d.try_inverse().unwrap() * q).y,
            (a * a).into_inner()[(1, 3)],
        ]
    }

    /// Traits of num-traits by imported names, sorted items, parts of transformations.
    #[jacobian]
    pub(super) fn others(x: &[f64; 6]) -> [f64; 6] {
        let sorted: Vec<f64> = x.iter().copied().sorted_by(|a, b| b.total_cmp(a)).collect();
        let lengths = DVec3::new(x[1], x[2], x[3]);
        let frame = DAffine3::from_scale_rotation_translation(
            lengths,
            DQuat::from_rotation_y(x[3]),
            lengths * 2.0,
        );
        let (scale, turn, shift) = frame.to_scale_rotation_translation();
        let plane =
            DAffine2::from_scale_angle_translation(DVec2::new(x[0], x[1]), x[2], DVec2::ONE);
        let (size, angle, _) = plane.to_scale_angle_translation();
        let list = [Complex::new(x[0], x[1]), Complex::new(x[2], x[3])];
        let (sum, product): (Complex64, Complex64) = (list.iter().sum(), list.iter().product());
        let z = multiplied(sum % product, list[0]);
        [
            sorted[0] * sorted[4],
            clamp(x[0], 0.0, 0.5) + x[1].pow(3) + x[3].pow(1.5),
            scale.x + turn.y * shift.z,
            size.y * angle,
            z.re,
            z.im,
        ]
    }

    fn multiplied(z: Complex64, w: Complex64) -> Complex64 {
        use num_traits::MulAdd;
        z.mul_add(w, z)
    }
}

#[test]
fn transformations_are_their_matrices() {
    compare("scaled", AT, inside::scaled, |x| {
        let (value, jacobian) = inside::scaled_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    compare("transformed", AT, inside::transformed, |x| {
        let (value, jacobian) = inside::transformed_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}

#[test]
fn traits_and_parts_of_libraries() {
    compare("others", AT, inside::others, |x| {
        let (value, jacobian) = inside::others_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}

/// Sums start from zero, so two negative zeros add up to a positive one.
#[jacobian(wrt(x))]
fn from_zero(x: &[f64; 2], k: f64) -> [f64; 2] {
    let list = [glam::DVec2::new(k, x[0]), glam::DVec2::new(k, 1.0)];
    let sum: glam::DVec2 = list.iter().sum();
    let roots = [num_complex::Complex64::new(k, x[0]); 2];
    let total: num_complex::Complex64 = roots.iter().sum();
    [sum.x + x[1] * 0.0, total.re + x[0] * 0.0]
}

#[test]
fn sums_start_from_zero() {
    check!(from_zero with from_zero_with_jacobian at [-1.5, 2.0]; -0.0);
}
