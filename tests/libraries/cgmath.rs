//! Vectors, points, angles, matrices and quaternions of cgmath.

use cgmath::Vector3;
use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod geometry {
    use cgmath::prelude::*;
    use cgmath::{Deg, Matrix2, Matrix3, Point3, Quaternion, Rad, Vector2, Vector3, vec3};

    #[jacobian]
    pub(super) fn reflect(v: Vector3<f64>, n: Vector3<f64>) -> Vector3<f64> {
        let n = n.normalize();
        v - n * 2.0 * v.dot(n)
    }

    #[jacobian]
    pub(super) fn area(x: &[f64; 6]) -> f64 {
        let a = Point3::new(x[0], x[1], x[2]);
        let b = Point3::new(x[3], x[4], x[5]);
        let c = Point3::origin();
        let middle = a.midpoint(b).to_vec();
        0.5 * (b - a).cross(c - a).magnitude() + a.distance(b) * middle.normalize_to(2.0).sum()
    }

    #[jacobian]
    pub(super) fn turned(x: &[f64; 6]) -> [f64; 3] {
        let axis = Vector3::new(x[0], x[1], x[2]).normalize();
        let q = Quaternion::from_axis_angle(axis, Rad(x[3]));
        let p = Quaternion::new(x[4], 0.1, 0.2, x[5]).normalize();
        let v = (q * p).rotate_vector(vec3(x[5], 1.0, 2.0)) + p.invert() * Vector3::unit_z();
        let m = Matrix3::from_angle_z(Deg(x[4])) * Matrix3::from_axis_angle(axis, Rad(x[3]));
        let n = Matrix3::from_angle_x(Rad(x[0])) + Matrix3::from_angle_y(Rad(x[1])) * 0.5;
        let w = n.invert().unwrap() * v + m.transpose() * v * n.determinant();
        (w - (q + p * 0.5).conjugate().v).into()
    }

    #[jacobian]
    pub(super) fn plane(x: &[f64; 4]) -> f64 {
        let a = Vector2::new(x[0], x[1]);
        let b: Vector2<f64> = Vector2 { x: x[2], y: x[3] };
        let m = Matrix2::from_angle(Rad::from(Deg(x[0] * 10.0)));
        let between: Rad<f64> = a.angle(b);
        let mut c = m * a;
        c += b;
        c *= 2.0;
        let turned = c.dot(m.invert().unwrap() * b) + a.lerp(b, x[1]).magnitude2();
        let angles = Rad(x[3]).sin() * Deg(x[2]).cos() + Deg::atan2(x[1], x[2]).0;
        a.perp_dot(b) * between.0 + turned + angles + a.project_on(b).x + c[1]
    }
}

#[test]
fn geometry_of_cgmath_is_followed() {
    for at in [
        [0.3, -1.2, 0.7, 1.1, 0.4, 2.0],
        [2.0, 0.1, -0.4, 0.2, 3.0, -0.7],
    ] {
        let halves = |x: &[f64; 6]| {
            (
                Vector3::new(x[0], x[1], x[2]),
                Vector3::new(x[3], x[4], x[5]),
            )
        };
        let value = |x: &[f64; 6]| geometry::reflect(halves(x).0, halves(x).1).into();
        compare("reflect", at, value, |x| {
            let (v, n) = halves(x);
            let (value, jacobian) = geometry::reflect_with_jacobian(v, n);
            (value.into(), jacobian.to_dense())
        });
        compare(
            "area",
            at,
            |x| [geometry::area(x)],
            |x| {
                let (value, jacobian) = geometry::area_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
        compare("turned", at, geometry::turned, |x| {
            let (value, jacobian) = geometry::turned_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        let four = [at[0], at[1], at[2], at[3]];
        compare(
            "plane",
            four,
            |x| [geometry::plane(x)],
            |x| {
                let (value, jacobian) = geometry::plane_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[jacobian]
mod homogeneous {
    use cgmath::prelude::*;
    use cgmath::{Deg, Matrix4, Point3, Rad, Vector3, Vector4};

    #[jacobian]
    pub(super) fn moved(x: &[f64; 6]) -> [f64; 3] {
        let axis = Vector3::new(x[0], x[1], x[2]).normalize();
        let turn = Matrix4::from_axis_angle(axis, Rad(x[3])) * Matrix4::from_angle_x(Deg(x[4]));
        let scale = Matrix4::from_nonuniform_scale(x[5], 2.0, x[0]) * Matrix4::from_scale(0.5);
        let m = Matrix4::from_translation(axis) * turn * scale.transpose();
        let p = m.transform_point(Point3::new(x[3], x[4], 1.0));
        let v = m.transform_vector(Vector3::unit_x()) * m.trace();
        [p.x + v.x, p.y * v.y, p.z]
    }

    #[jacobian]
    pub(super) fn seen(x: &[f64; 6]) -> [f64; 4] {
        let eye = Point3::new(x[0], x[1], x[2]);
        let view = Matrix4::look_at_rh(eye, Point3::new(x[3], x[4], x[5]), Vector3::unit_y());
        let turn = Matrix4::from_angle_y(Rad(x[3])) + Matrix4::from_angle_z(Rad(x[4])) * x[5];
        let v = (view - turn) * Vector4::new(x[0], 0.3, x[1], 1.0);
        (v + Matrix4::identity() * v * x[2]).into()
    }
}

#[test]
fn homogeneous_matrices_of_cgmath_repeat_its_operations() {
    use homogeneous::{moved, moved_with_jacobian, seen, seen_with_jacobian};
    for at in [
        [0.3, -0.8, 1.1, 0.7, 0.4, 1.3],
        [1.2, 0.5, -0.6, -0.9, 0.2, 0.8],
    ] {
        compare("moved", at, moved, |x| {
            let (value, jacobian) = moved_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        compare("seen", at, seen, |x| {
            let (value, jacobian) = seen_with_jacobian(x);
            (value, jacobian.to_dense())
        });
    }
}

#[jacobian]
mod converted {
    use cgmath::prelude::*;
    use cgmath::{Matrix2, Matrix3, Matrix4, Quaternion, Vector3, Vector4};

    #[jacobian]
    pub(super) fn turned_by_matrices(x: &[f64; 6]) -> [f64; 4] {
        let q = Quaternion::new(x[0], x[1], x[2], x[3]);
        let m = Matrix4::from(q);
        let small: Matrix3<f64> = q.into();
        let mut v = m * Vector4::new(x[4], x[5], 0.3, 1.0);
        let w = Matrix4::from(small) * v;
        v[1] = w[2] * m[0][1] + small[2][0];
        let mut corner = Matrix2::new(x[0], x[1], x[4], x[5]);
        corner[1][0] *= corner[0].x;
        let flat =
            Matrix4::from(corner) * v + (Matrix3::from(corner) * Vector3::unit_y()).extend(0.5);
        flat.into()
    }

    #[jacobian]
    pub(super) fn between(x: &[f64; 6]) -> [f64; 3] {
        let (a, b) = (
            Quaternion::new(1.0, x[0], x[1], x[2]),
            Quaternion::new(x[3], x[4], 0.2, 0.1),
        );
        let (a, b) = (a.normalize(), b.normalize());
        let v = a.slerp(b, x[5]).rotate_vector(Vector3::unit_x());
        let w = a.nlerp(b, x[5]).rotate_vector(v) + a.slerp(a, x[5]).v;
        w.into()
    }
}

#[test]
fn conversions_and_indices_of_cgmath_repeat_its_operations() {
    use converted::{between, between_with_jacobian};
    use converted::{turned_by_matrices, turned_by_matrices_with_jacobian};
    for at in [
        [0.3, -0.8, 1.1, 0.7, 0.4, 0.3],
        [1.2, 0.5, -0.6, -0.9, 0.2, 0.8],
    ] {
        compare("turned_by_matrices", at, turned_by_matrices, |x| {
            let (value, jacobian) = turned_by_matrices_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        compare("between", at, between, |x| {
            let (value, jacobian) = between_with_jacobian(x);
            (value, jacobian.to_dense())
        });
    }
}
