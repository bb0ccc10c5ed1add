//! Matrices of nalgebra that transform points, projections, and small methods of vectors.

use jacobian_runtime::jacobian;
use nalgebra::{Matrix4, Perspective3, Point3, Unit, Vector3};

use crate::support::{check, compare};
use of::{
    camera, camera_with_jacobian, changed, changed_with_jacobian, made, made_in_the_plane,
    made_in_the_plane_with_jacobian, made_with_jacobian, projected, projected_with_jacobian,
    seldom, seldom_with_jacobian,
};

const AT: [f64; 12] = [
    0.7, -0.3, 0.4, 1.1, -0.6, 0.8, 0.35, 0.9, -0.2, 0.5, 1.3, 0.25,
];

#[jacobian]
mod of {
    use nalgebra::{
        Matrix3, Matrix4, MatrixView3, Orthographic3, Perspective3, Point2, Point3, Unit,
        UnitVector3, Vector2, Vector3, Vector4,
    };

    pub(super) fn sums(m: &Matrix4<f64>) -> f64 {
        m.iter()
            .enumerate()
            .map(|(k, e)| e * (k as f64 * 0.7).cos())
            .sum()
    }

    pub(super) fn sums3(m: &Matrix3<f64>) -> f64 {
        m[(0, 0)] - m[(0, 1)] * 2.0
            + m[(0, 2)] * 3.0
            + m[(1, 0)]
            + m[(1, 1)] * m[(1, 2)]
            + m[(2, 2)]
    }

    /// Each constructor in space.
    #[jacobian]
    pub(super) fn made(x: &[f64; 12]) -> [f64; 12] {
        let (u, v) = (
            Vector3::new(x[0], x[1], x[2]),
            Vector3::new(x[3], x[4], x[5]),
        );
        let (p, q) = (Point3::new(x[6], x[7], x[8]), Point3::from(v));
        let axis = Unit::new_normalize(u);
        [
            sums(&Matrix4::new_scaling(x[0])),
            sums(&Matrix4::new_nonuniform_scaling(&u)),
            sums(&Matrix4::new_nonuniform_scaling_wrt_point(&u, &p)),
            sums(&Matrix4::new_translation(&v)),
            sums(&Matrix4::new_rotation(u)),
            sums(&Matrix4::new_rotation_wrt_point(v, p)),
            sums(&(Matrix4::from_scaled_axis(v) * Matrix4::from_euler_angles(x[0], x[3], x[4]))),
            sums(&Matrix4::from_axis_angle(&axis, x[9])),
            sums(&Matrix4::face_towards(&p, &q, &u)),
            sums(&Matrix4::look_at_rh(&p, &q, &Vector3::y())),
            sums(&Matrix4::look_at_lh(&p, &q, &u)),
            sums(&Matrix4::new_orthographic(
                x[0], x[1], x[2], x[3], x[4], x[5],
            )) + sums(&Matrix4::new_perspective(x[0], x[3], x[5], x[10])),
        ]
    }

    /// The same in the plane.
    #[jacobian]
    pub(super) fn made_in_the_plane(x: &[f64; 12]) -> [f64; 6] {
        let (u, p) = (Vector2::new(x[0], x[1]), Point2::new(x[2], x[3]));
        let m = Matrix3::new_rotation(x[4])
            .append_translation(&u)
            .prepend_scaling(x[5]);
        let moved = m.transform_point(&p).coords + m.transform_vector(&u);
        [
            sums3(&Matrix3::new_scaling(x[0])),
            sums3(&(Matrix3::new_nonuniform_scaling(&u) * Matrix3::new_translation(&u))),
            sums3(&Matrix3::new_nonuniform_scaling_wrt_point(&u, &p)),
            sums3(&m),
            moved.x * moved.y,
            Vector2::from_homogeneous(u.to_homogeneous()).map_or(x[7], |v| v.x * x[8]),
        ]
    }

    /// Each change of a matrix, which need not be affine.
    #[jacobian]
    pub(super) fn changed(x: &[f64; 12]) -> [f64; 10] {
        let m = Matrix4::from_fn(|i, j| x[i] * (j as f64 + 0.5) + x[4 + j] / (i as f64 + 1.5));
        let v = Vector3::new(x[9], x[10], x[11]);
        let mut all = m;
        all.append_scaling_mut(x[0]);
        all.prepend_scaling_mut(x[1]);
        all.append_nonuniform_scaling_mut(&v);
        all.prepend_nonuniform_scaling_mut(&v);
        all.append_translation_mut(&v);
        all.prepend_translation_mut(&v);
        let p = m.transform_point(&Point3::from_slice(&x[..3]));
        let flat = Matrix4::new_translation(&v) * Matrix4::new_rotation(v);
        [
            sums(&all),
            sums(&m.append_scaling(x[2])),
            sums(&m.prepend_scaling(x[3])),
            sums(&m.append_nonuniform_scaling(&v)),
            sums(&m.prepend_nonuniform_scaling(&v)),
            sums(&m.append_translation(&v)),
            sums(&m.prepend_translation(&v)),
            p.x * p.y + p.z,
            m.transform_vector(&v).x,
            flat.transform_vector(&v)
                .dot(&flat.transform_point(&p).coords),
        ]
    }

    /// Projections as objects.
    #[jacobian]
    pub(super) fn projected(x: &[f64; 12]) -> [f64; 9] {
        let mut eye = Perspective3::new(x[0], x[3], 0.1, 100.0);
        let p = Point3::new(x[4], x[5], x[6]);
        let seen = eye.project_point(&p);
        let back = eye.unproject_point(&Point3::new(x[7], x[8], x[9]));
        let parts = eye.aspect() + eye.fovy() * eye.znear() + eye.zfar();
        eye.set_znear(x[10]);
        let mut flat = Orthographic3::new(x[0], x[1], x[2], x[3], x[4], x[5]);
        let ends =
            flat.left() * flat.top() + flat.right() * flat.bottom() + flat.znear() / flat.zfar();
        flat.set_left(x[9]);
        let wide = Orthographic3::from_fov(x[3], x[7], 0.5, x[10]);
        let u = flat.project_point(&p) - flat.unproject_point(&seen);
        [
            seen.x * seen.y + seen.z,
            back.coords.norm(),
            parts,
            sums(eye.as_matrix()),
            sums(&eye.inverse()) + eye.project_vector(&p.coords).x,
            ends,
            sums(&flat.inverse()) + sums(&wide.to_homogeneous()),
            u.x + u.y * u.z,
            flat.project_vector(&p.coords).sum(),
        ]
    }

    /// Methods of vectors and matrices that are seldom met.
    #[jacobian]
    pub(super) fn seldom(x: &[f64; 12]) -> [f64; 8] {
        let (u, v) = (
            Vector3::new(x[0], x[1], x[2]),
            Vector3::new(x[3], x[4], x[5]),
        );
        let between = u.slerp(&v, x[6]);
        let same = u.slerp(&(u * 2.0), x[6]);
        let (at, largest) = v.argmax();
        let (_, least) = v.argmin();
        let mut m = Matrix3::from_column_slice(&x[..9]).apply_into(|e| *e = e.sin());
        m.swap((0, 0), (2, 1));
        let mut t = Matrix3::zeros();
        m.adjoint_to(&mut t);
        let view: MatrixView3<'_, f64> = m.as_view();
        [
            between.x,
            between.y * between.z,
            same.x,
            largest * at as f64 + least,
            m[(0, 0)],
            t[(1, 2)],
            view.trace(),
            Vector3::from_homogeneous(Vector4::new(x[0], x[1], x[2], 0.0))
                .map_or(0.0, |v| v.norm()),
        ]
    }

    /// Parameters that are points, unit vectors and projections, of which some are not active.
    #[jacobian(wrt(p, a))]
    pub(super) fn camera(
        eye: &Perspective3<f64>,
        p: &Point3<f64>,
        pose: &Matrix4<f64>,
        axis: &UnitVector3<f64>,
        a: f64,
    ) -> [f64; 2] {
        let turned = Matrix4::from_axis_angle(axis, a).transform_point(&pose.transform_point(p));
        let seen = eye.project_point(&turned);
        [seen.x, seen.y]
    }
}

#[test]
fn matrices_transform_points() {
    check!(made with made_with_jacobian at AT);
    check!(made_in_the_plane with made_in_the_plane_with_jacobian at AT);
    check!(changed with changed_with_jacobian at AT);
    check!(projected with projected_with_jacobian at AT);
    check!(seldom with seldom_with_jacobian at AT);
    let eye = Perspective3::new(1.5, 0.9, 0.1, 50.0);
    let pose = Matrix4::new_translation(&Vector3::new(0.2, 0.3, -4.0));
    let axis = Unit::new_normalize(Vector3::new(1.0, 2.0, -0.5));
    compare(
        "camera",
        [0.3, -0.7, 0.9, 0.4],
        |x| camera(&eye, &Point3::new(x[0], x[1], x[2]), &pose, &axis, x[3]),
        |x| {
            let p = Point3::new(x[0], x[1], x[2]);
            let (value, jacobian) = camera_with_jacobian(&eye, &p, &pose, &axis, x[3]);
            (value, jacobian.to_dense())
        },
    );
}
