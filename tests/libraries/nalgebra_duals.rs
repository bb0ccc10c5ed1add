//! Dual quaternions of nalgebra, and methods of quaternions, points and similarities that change
//! or transform.

use jacobian_runtime::jacobian;
use nalgebra::{
    DualQuaternion, Isometry3, Point3, Quaternion, Similarity3, Translation3, UnitDualQuaternion,
    UnitQuaternion, UnitVector3, Vector3,
};

use crate::support::compare;

const AT: [f64; 12] = [
    0.7, -0.3, 0.4, 0.5, 0.9, 0.2, -0.1, 0.6, 1.4, 0.3, -0.3, 0.9,
];

/// Poses as dual quaternions: products, interpolation, points and vectors.
#[jacobian]
fn poses(x: &[f64; 12]) -> [f64; 10] {
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(x[0], x[1], x[2]));
    let other = UnitQuaternion::from_scaled_axis(Vector3::new(x[3], x[4], x[5]));
    let a = UnitDualQuaternion::from_parts(Translation3::new(x[6], x[7], x[8]), turn);
    let b = UnitDualQuaternion::from_isometry(&Isometry3::from_parts(
        Translation3::new(x[9], x[10], x[11]),
        other,
    ));
    let p = Point3::new(x[9], x[2], 1.0);
    let v = Vector3::new(x[1], x[8], x[5]);
    let c = a.sclerp(&b, x[3]) * b.inverse() / a;
    let d = a.nlerp(&b, 0.4) * turn * Translation3::new(x[0], 0.0, 1.0);
    let q = c * p + b.inverse_transform_point(&p).coords;
    let w = d * v + a.inverse_transform_vector(&v);
    let m = a.isometry_to(&b).to_homogeneous();
    let free = a.lerp(&b, x[7]).normalize() - DualQuaternion::from_real(other.into_inner()) * x[4];
    let inverse = free.try_inverse().unwrap();
    [
        q.x,
        q.y * w.z,
        w.x,
        m[(0, 3)] + m[(1, 2)],
        c.rotation().angle() * d.translation().y,
        free.real.w + free.dual.k,
        inverse.dual.i * inverse.real.norm(),
        (a * b.to_isometry()).translation().x,
        a.conjugate().dual_quaternion().dual.j,
        (-d).rotation().scalar(),
    ]
}

/// Functions of quaternions.
#[jacobian]
fn functions(x: &[f64; 12]) -> [f64; 16] {
    let q = Quaternion::new(x[0], x[1], x[2], x[3]);
    let r = Quaternion::new(x[4], x[5], x[6], x[7]);
    let axis = UnitVector3::new_normalize(Vector3::new(x[8], x[9], x[10]));
    let (scale, theta, found) = q.polar_decomposition();
    let sums = [
        q.sin() + r.cos(),
        q.tan() * r.asin(),
        q.acos() + r.atan(),
        q.sinh() * r.cosh() + q.tanh(),
        r.asinh() + q.acosh() * r.atanh(),
        q.project(&r).unwrap() + q.reject(&r).unwrap(),
        Quaternion::from_polar_decomposition(scale, theta, axis),
    ];
    [
        sums[0].w,
        sums[0].k,
        sums[1].w,
        sums[1].i,
        sums[2].j,
        sums[2].w,
        sums[3].k,
        sums[3].w,
        sums[4].i,
        sums[4].w,
        sums[5].j,
        sums[5].w,
        sums[6].k,
        sums[6].w,
        theta * found.unwrap().x,
        if q.is_pure() { x[0] } else { x[11] },
    ]
}

/// What changes similarities and points.
#[jacobian]
fn changed(x: &[f64; 12]) -> [f64; 7] {
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(x[0], x[1], x[2]));
    let shift = Translation3::new(x[3], x[4], x[5]);
    let pose = Isometry3::from_parts(shift, turn);
    let mut s = Similarity3::from_isometry(pose, x[8]);
    s.append_scaling_mut(x[6] + 2.0);
    s.prepend_scaling_mut(x[7]);
    s.append_rotation_wrt_point_mut(&turn, &Point3::new(x[9], x[10], x[11]));
    let t = pose * (s * pose * shift * turn) / s;
    s.inverse_mut();
    s.set_scaling(s.scaling() * x[9]);
    let mut p = s * Point3::new(x[9], x[10], x[11]);
    p.apply(|e| *e *= x[0]);
    let (low, high) = p.inf_sup(&Point3::new(x[1], x[2], x[3]));
    let between = pose
        .try_lerp_slerp(&Isometry3::identity(), x[3], 1e-9)
        .unwrap();
    [
        p.x,
        p.yz().x * t.scaling(),
        low.y + high.z,
        t.isometry.translation.vector.x,
        between.translation.vector.y + between.rotation.angle(),
        (t * p).z,
        p.xz().y,
    ]
}

#[test]
fn dual_quaternions_are_poses() {
    let mut longest = AT;
    longest[0] = -2.9;
    for at in [AT, longest] {
        compare("poses", at, poses, |x| {
            let (value, jacobian) = poses_with_jacobian(x);
            (value, jacobian.to_dense())
        });
    }
}

#[test]
fn functions_of_quaternions_and_changes_of_similarities() {
    compare("functions", AT, functions, |x| {
        let (value, jacobian) = functions_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    compare("changed", AT, changed, |x| {
        let (value, jacobian) = changed_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}
