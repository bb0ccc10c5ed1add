//! Geometry of nalgebra: points, quaternions, rotations, translations and isometries, bit for bit.

use jacobian_runtime::jacobian;
use nalgebra::{
    Isometry2, Isometry3, IsometryMatrix3, Point2, Point3, Quaternion, Rotation2, Rotation3,
    Similarity3, Translation2, Translation3, Unit, UnitComplex, UnitQuaternion, Vector2, Vector3,
    point,
};

use crate::support::check;

#[jacobian]
fn points(x: &[f64; 5]) -> [f64; 16] {
    let p = Point3::new(x[0], x[1], x[2]);
    let q = Point3::from(Vector3::new(x[3], x[4], x[0] * x[1]));
    let o: Point3<f64> = Point3::origin();
    let r = point![x[0], 2.0, x[4]];
    let d = p - q;
    let mut moved = p + d * x[3] - Vector3::new(1.0, x[2], 0.5);
    moved += d;
    moved -= Vector3::new(0.25, x[4], x[3]);
    moved *= 1.5;
    moved.x += x[1];
    moved[2] *= x[0];
    moved.coords[1] -= x[2];
    let flat = Point2::new(x[0], x[3]) / 2.0;
    let c = nalgebra::center(&p, &r);
    [
        d.x,
        d.y,
        d.z,
        moved.x,
        moved.y,
        moved.z,
        nalgebra::distance(&p, &q),
        nalgebra::distance_squared(&flat, &Point2::new(x[1], 0.5)),
        (q - o).norm() + (-flat).y,
        c.x * c.y * c.z,
        (2.0 * r).z,
        p.coords.dot(&q.coords),
        p.lerp(&q, x[4]).y,
        p.to_homogeneous()[3] * p[1],
        r.iter().sum::<f64>(),
        p.xy().coords.norm(),
    ]
}

#[jacobian]
fn quaternions(x: &[f64; 8]) -> [f64; 20] {
    let q = Quaternion::new(x[0], x[1], x[2], x[3]);
    let p = Quaternion::from_parts(x[4], Vector3::new(x[5], x[6], x[7]));
    let mut product = q * p + p.conjugate() - q * 0.5;
    product += p / x[0];
    product *= q;
    product -= 2.0 * q;
    let e = q.exp();
    let l = p.ln();
    let n = (-q).normalize();
    let i = p.try_inverse().unwrap();
    let pow = p.powf(x[1]);
    [
        product.w,
        product.i,
        product.j,
        product.k,
        e.w,
        e.i + e.j,
        e.k,
        l.w,
        l.i - l.k,
        l[1],
        n[0] * n[3],
        n.coords.z,
        q.norm() + p.norm_squared(),
        q.dot(&p),
        i.scalar() + i.vector().norm(),
        i.imag().y,
        pow.w,
        pow.i * pow.j * pow.k,
        q.lerp(&p, x[2]).w,
        q.squared().half().inner(&p).k,
    ]
}

const Q: [f64; 8] = [0.7, -0.3, 0.4, 1.1, -0.6, 0.8, 0.35, 0.9];

#[test]
fn points_and_quaternions_are_followed() {
    check!(points with points_with_jacobian at [0.7, -1.3, 2.1, 0.4, 1.6]);
    check!(quaternions with quaternions_with_jacobian at Q);
}

#[jacobian]
fn unit_quaternions(x: &[f64; 8]) -> [f64; 30] {
    let q = UnitQuaternion::from_quaternion(Quaternion::new(x[0], x[1], x[2], x[3]));
    let p = UnitQuaternion::from_euler_angles(x[4], x[5], x[6]);
    let axis = Unit::new_normalize(Vector3::new(x[5], x[6], x[7]));
    let r = UnitQuaternion::from_axis_angle(&axis, x[1]);
    let s = UnitQuaternion::from_scaled_axis(Vector3::new(x[1], x[2], x[4]));
    let v = Vector3::new(x[0], 2.0, x[3]);
    let mut product = q * p;
    product *= r;
    product /= s;
    let turned = q * v + p.transform_vector(&v) - r.inverse_transform_vector(&v);
    let moved = s * Point3::new(x[7], x[6], 0.5);
    let m = q.to_rotation_matrix();
    let back = UnitQuaternion::from_rotation_matrix(&m);
    let (roll, pitch, yaw) = p.euler_angles();
    let between = q.slerp(&p, x[2]);
    let near = q.nlerp(&p, 0.3);
    let (a, angle) = r.axis_angle().unwrap();
    let delta = p.rotation_to(&q);
    let scaled = delta.scaled_axis();
    [
        product.w,
        product.i,
        product.coords.y,
        product[2],
        turned.x,
        turned.y,
        turned.z,
        moved.x + moved.y * moved.z,
        m[(0, 1)] * m[(2, 2)],
        back.w - back.k,
        roll,
        pitch,
        yaw,
        between.i + between.w,
        between.j * between.k,
        near.as_ref().i,
        near.into_inner().w,
        a.x + a.dot(&v),
        angle,
        scaled.x,
        scaled.y,
        scaled.z,
        q.angle_to(&p),
        q.ln().k + q.powf(x[4]).w,
        (q.inverse() * r.conjugate()).j,
        q.to_homogeneous()[(1, 2)],
        UnitQuaternion::new(v * x[2]).i,
        (*q * Quaternion::new(x[1], 0.0, 1.0, x[0])).w,
        (r * axis).z + axis.x * axis[1],
        (axis.into_inner() * x[0] + *axis * 2.0).y,
    ]
}

#[test]
fn unit_quaternions_are_followed() {
    check!(unit_quaternions with unit_quaternions_with_jacobian at Q);
}

#[jacobian]
fn rotations(x: &[f64; 8]) -> [f64; 24] {
    let r = Rotation3::from_euler_angles(x[0], x[1], x[2]);
    let s = Rotation3::new(Vector3::new(x[3], x[4], x[5]));
    let axis = Unit::new_normalize(Vector3::new(x[5], x[6], x[7]));
    let t = Rotation3::from_axis_angle(&axis, x[1]);
    let v = Vector3::new(x[0], 2.0, x[3]);
    let mut product = r * s.inverse() / t;
    product *= t.transpose();
    let turned = r * v + s.inverse_transform_vector(&v);
    let moved = r * Point3::new(x[7], x[6], 0.5);
    let (a, angle) = s.axis_angle().unwrap();
    let flat = Rotation2::new(x[0]) * UnitComplex::new(x[1]).to_rotation_matrix();
    let c = UnitComplex::from_angle(x[4]) * UnitComplex::from_rotation_matrix(&flat);
    let on = c * Vector2::new(x[2], x[5]) + flat * Vector2::new(x[6], 1.0);
    let m = product.matrix() * x[3] - r.into_inner();
    let between = Rotation3::rotation_between(&v, &moved.coords).unwrap();
    let turn = UnitComplex::rotation_between(&Vector2::new(x[0], x[1]), &on);
    [
        product[(0, 0)],
        product[(1, 2)],
        m[(2, 1)],
        turned.x,
        turned.y * turned.z,
        moved.z - moved.x,
        a.y,
        angle,
        r.euler_angles().1,
        s.scaled_axis().norm(),
        t.angle() + r.angle_to(&s),
        s.powf(x[2])[(0, 1)],
        flat.angle(),
        c.re * c.im,
        on.x,
        on.y,
        c.inverse().angle(),
        c.powf(x[7]).cos_angle(),
        r.slerp(&s, 0.25)[(2, 0)],
        between.matrix().trace(),
        turn.angle(),
        r.to_homogeneous()[(2, 2)] * axis[0],
        (t * axis).dot(&v),
        Rotation3::face_towards(&v, &axis)[(1, 1)],
    ]
}

#[jacobian]
fn isometries(x: &[f64; 8]) -> [f64; 24] {
    let a = Isometry3::new(
        Vector3::new(x[0], x[1], x[2]),
        Vector3::new(x[3], x[4], x[5]),
    );
    let b = Isometry3::from_parts(
        Translation3::new(x[6], 1.0, x[7]),
        UnitQuaternion::from_euler_angles(x[1], 0.3, x[2]),
    );
    let p = Point3::new(x[0], x[4], 0.5);
    let v = Vector3::new(x[5], x[6], -1.0);
    let mut c = a * b.inverse();
    c *= Translation3::new(0.1, x[3], x[2]);
    c.translation.vector += v;
    c.translation.x *= x[0];
    c.rotation *= a.rotation;
    let error = a.inv_mul(&b);
    let q = c * p;
    let flat = Isometry2::new(Vector2::new(x[0], x[1]), x[2]) * Point2::new(x[3], x[4]);
    let m = IsometryMatrix3::new(v, Vector3::new(x[0], x[1], x[2])) * IsometryMatrix3::rotation(v);
    let s = Similarity3::from_parts(a.translation, b.rotation, x[6]);
    let h = b.to_homogeneous();
    let near = a.lerp_slerp(&b, 0.4);
    [
        q.x,
        q.y,
        q.z,
        c.rotation.w,
        c.translation.y,
        error.translation.vector.norm(),
        error.rotation.scaled_axis().x,
        (a * v).y,
        a.inverse_transform_point(&p).z,
        (b.inverse_transform_vector(&v) + (a.translation * p).coords).x,
        flat.x,
        flat.y,
        (m * p).x,
        m.rotation[(1, 2)],
        m.inverse().translation.z,
        (s * p).y,
        (s.inverse() * v).x * s.scaling(),
        h[(0, 3)] * h[(1, 1)],
        (a.rotation * b).translation.z,
        (b * a.rotation).rotation.k,
        near.translation.x,
        near.rotation.i,
        (a / b).rotation.j,
        (Translation2::new(x[0], x[1]).inverse() * Point2::new(x[2], 1.0)).y,
    ]
}

#[test]
fn rotations_and_isometries_are_followed() {
    check!(rotations with rotations_with_jacobian at Q);
    check!(isometries with isometries_with_jacobian at Q);
}

/// A trait of one's own for a matrix of nalgebra, beside rotations about an axis of nalgebra's.
#[jacobian]
mod traits_of_matrices {
    use nalgebra::{Matrix3, Rotation3, Vector3};

    trait Skew {
        const DIM: usize;
        fn skew(&self) -> Matrix3<f64>;
        fn up() -> Vector3<f64>;
    }

    impl Skew for Vector3<f64> {
        const DIM: usize = 3;

        #[rustfmt::skip]
        fn skew(&self) -> Matrix3<f64> {
            Matrix3::new(0.0, -self.z, self.y, self.z, 0.0, -self.x, -self[1], self[0], 0.0)
        }

        fn up() -> Vector3<f64> {
            Vector3::z()
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn turned(x: &[f64; 3]) -> Vector3<f64> {
        let v = Vector3::new(x[0], x[1] * x[2], x[2]);
        let k = v.skew();
        let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), x[0])
            * Rotation3::from_axis_angle(&Vector3::x_axis(), x[1]);
        let once = (Matrix3::identity() + k * v.norm()) * v;
        turn * (once + k * <Vector3<f64> as Skew>::up()) * Vector3::<f64>::DIM as f64
    }
}

#[test]
fn traits_for_matrices_of_nalgebra_are_followed() {
    use traits_of_matrices::{turned, turned_with_jacobian};
    let rows = |x: &[f64; 3]| <[f64; 3]>::from(turned(x));
    let generated = |x: &[f64; 3]| {
        let (value, jacobian) = turned_with_jacobian(x);
        (<[f64; 3]>::from(value), jacobian)
    };
    check!(rows with generated at [0.4, 0.7, -0.3]);
}
