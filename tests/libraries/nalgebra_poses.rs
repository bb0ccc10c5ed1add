//! Poses of nalgebra as people use them: as parameters, results, fields, outputs, and as models
//! that are not active.

use jacobian_runtime::jacobian;
use nalgebra::{
    Isometry3, Point3, Quaternion, Rotation3, Similarity3, Translation3, Unit, UnitComplex,
    UnitQuaternion, UnitVector3, Vector3, Vector6,
};

use crate::support::{check, compare};

const AT: [f64; 14] = [
    0.7, -0.3, 0.4, 1.1, -0.6, 0.8, 0.35, 0.9, -0.2, 0.5, 1.3, 0.25, -0.45, 0.6,
];

fn quaternion(x: &[f64]) -> UnitQuaternion<f64> {
    // Not normalized, so that its four coordinates vary freely.
    Unit::new_unchecked(Quaternion::new(x[3], x[0], x[1], x[2]))
}

fn pose(x: &[f64]) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::new(x[4], x[5], x[6]), quaternion(x))
}

fn parts(of: &Isometry3<f64>) -> [f64; 7] {
    let (q, t) = (of.rotation.coords, of.translation.vector);
    [q.x, q.y, q.z, q.w, t.x, t.y, t.z]
}

/// An edge of a graph of poses.
#[jacobian(wrt(a, b))]
fn between(a: &Isometry3<f64>, b: &Isometry3<f64>, z: &Isometry3<f64>) -> Vector6<f64> {
    let e = z.inverse() * (a.inverse() * b);
    let r = e.rotation.scaled_axis();
    let t = e.translation.vector;
    Vector6::new(t.x, t.y, t.z, r.x, r.y, r.z)
}

/// The types of the parameters say what `into` makes of the parts of a vector.
#[jacobian]
fn moved(pose: &Vector6<f64>, p: &Point3<f64>) -> [f64; 3] {
    let tangent = pose.fixed_rows::<3>(3);
    let by = Isometry3::new(pose.fixed_rows::<3>(0).into(), tangent.into());
    (by * p).coords.into()
}

#[jacobian(wrt(q, t, p))]
fn reprojected(
    q: &UnitQuaternion<f64>,
    t: &Translation3<f64>,
    p: &Point3<f64>,
    focal: f64,
    seen: &[f64; 2],
) -> [f64; 2] {
    let c = t * (q * p);
    [focal * c.x / c.z - seen[0], focal * c.y / c.z - seen[1]]
}

/// A joint of a robot: the axis and the origin are those of the model.
#[jacobian(wrt(angle))]
fn joint(origin: &Isometry3<f64>, axis: &UnitVector3<f64>, angle: f64) -> Isometry3<f64> {
    let turn = UnitQuaternion::from_axis_angle(axis, angle);
    origin * Isometry3::from_parts(Translation3::identity(), turn)
}

#[jacobian(wrt(q, omega))]
fn attitude_rate(q: &Quaternion<f64>, omega: &Vector3<f64>) -> Quaternion<f64> {
    0.5 * q * Quaternion::from_imag(*omega)
}

#[jacobian]
fn preintegrated(
    q: UnitQuaternion<f64>,
    v: Vector3<f64>,
    gyro: Vector3<f64>,
    force: Vector3<f64>,
    dt: f64,
) -> (UnitQuaternion<f64>, Vector3<f64>) {
    let turned = q * UnitQuaternion::from_scaled_axis(gyro * dt);
    (turned, v + (q * force + Vector3::new(0.0, 0.0, -9.81)) * dt)
}

#[jacobian(wrt(v))]
fn turned_by(
    r: &Rotation3<f64>,
    v: &Vector3<f64>,
    c: UnitComplex<f64>,
) -> (Rotation3<f64>, UnitComplex<f64>) {
    (Rotation3::new(*v) * r, UnitComplex::new(v.x) * c)
}

#[jacobian]
fn direction(v: &Vector3<f64>, u: &UnitVector3<f64>) -> UnitVector3<f64> {
    let n: Unit<Vector3<f64>> = Unit::new_normalize(v.cross(u));
    if n.z < 0.0 { -n } else { n }
}

/// The scaling of a similarity is private, so the value is put together at the end.
#[jacobian]
fn scaled(pose: Isometry3<f64>, s: f64) -> Similarity3<f64> {
    Similarity3::from_isometry(pose, s * s) * Similarity3::from_scaling(s)
}

/// Outputs are written through what nalgebra offers.
#[jacobian(wrt(x))]
fn written(pose: &mut Isometry3<f64>, turn: &mut Rotation3<f64>, x: &[f64; 3]) {
    pose.rotation = UnitQuaternion::from_euler_angles(x[0], 0.2, x[1]);
    pose.translation.x = x[2];
    pose.translation.vector.y = x[0] * x[1];
    pose.translation.z = 1.0;
    *turn = Rotation3::from_axis_angle(&Vector3::z_axis(), x[0]);
}

#[test]
fn values_with_private_fields_are_results_and_outputs() {
    let rows = |of: &Similarity3<f64>| {
        let [a, b, c, d, e, f, g] = parts(&of.isometry);
        [a, b, c, d, e, f, g, of.scaling()]
    };
    let at = <[f64; 8]>::try_from(&AT[..8]).unwrap();
    let value = |x: &[f64; 8]| rows(&scaled(pose(x), x[7]));
    compare("scaled", at, value, |x| {
        let (value, jacobian) = scaled_with_jacobian(pose(x), x[7]);
        (rows(&value), jacobian.to_dense())
    });
    let rows = |pose: &Isometry3<f64>, turn: &Rotation3<f64>| {
        let all = parts(pose).into_iter().chain(turn.matrix().iter().copied());
        <[f64; 16]>::try_from(all.collect::<Vec<f64>>()).unwrap()
    };
    let value = |x: &[f64; 3]| {
        let (mut pose, mut turn) = (Isometry3::identity(), Rotation3::identity());
        written(&mut pose, &mut turn, x);
        rows(&pose, &turn)
    };
    compare("written", [0.3, -0.6, 1.2], value, |x| {
        let (mut pose, mut turn) = (Isometry3::identity(), Rotation3::identity());
        let jacobian = written_jacobian(&mut pose, &mut turn, x);
        (rows(&pose, &turn), jacobian.to_dense())
    });
}

fn flat(q: &UnitQuaternion<f64>) -> [f64; 4] {
    q.coords.into()
}

#[test]
fn poses_are_parameters_and_results() {
    let z = pose(&[0.1, 0.2, -0.3, 0.9, 1.0, -0.5, 0.4]);
    let edge = |x: &[f64; 14]| between(&pose(&x[..7]), &pose(&x[7..]), &z).into();
    compare("between", AT, edge, |x| {
        let (value, jacobian) = between_with_jacobian(&pose(&x[..7]), &pose(&x[7..]), &z);
        (value.into(), jacobian.to_dense())
    });
    let from = |x: &[f64; 9]| {
        let p = Point3::new(x[6], x[7], x[8]);
        (Vector6::from_column_slice(&x[..6]), p)
    };
    let at = <[f64; 9]>::try_from(&AT[..9]).unwrap();
    let value = |x: &[f64; 9]| {
        let (pose, p) = from(x);
        moved(&pose, &p)
    };
    compare("moved", at, value, |x| {
        let (pose, p) = from(x);
        let (value, jacobian) = moved_with_jacobian(&pose, &p);
        (value, jacobian.to_dense())
    });
    let camera = |x: &[f64; 10]| {
        let t = Translation3::new(x[4], x[5], x[6] + 3.0);
        (quaternion(x), t, Point3::new(x[7], x[8], x[9]))
    };
    let at = <[f64; 10]>::try_from(&AT[..10]).unwrap();
    let seen = [0.3, -0.2];
    let value = |x: &[f64; 10]| {
        let (q, t, p) = camera(x);
        reprojected(&q, &t, &p, 1.7, &seen)
    };
    compare("reprojected", at, value, |x| {
        let (q, t, p) = camera(x);
        let (value, jacobian) = reprojected_with_jacobian(&q, &t, &p, 1.7, &seen);
        (value, jacobian.to_dense())
    });
    let axis = Unit::new_normalize(Vector3::new(0.3, -0.4, 1.2));
    let value = |x: &[f64; 1]| parts(&joint(&z, &axis, x[0]));
    compare("joint", [0.7], value, |x| {
        let (value, jacobian) = joint_with_jacobian(&z, &axis, x[0]);
        (parts(&value), jacobian.to_dense())
    });
    let rate = |x: &[f64; 7]| -> [f64; 4] {
        let q = Quaternion::new(x[3], x[0], x[1], x[2]);
        attitude_rate(&q, &Vector3::new(x[4], x[5], x[6]))
            .coords
            .into()
    };
    let at = <[f64; 7]>::try_from(&AT[..7]).unwrap();
    compare("attitude_rate", at, rate, |x| {
        let q = Quaternion::new(x[3], x[0], x[1], x[2]);
        let omega = Vector3::new(x[4], x[5], x[6]);
        let (value, jacobian) = attitude_rate_with_jacobian(&q, &omega);
        (value.coords.into(), jacobian.to_dense())
    });
}

#[test]
fn results_of_several_types_are_written() {
    let inputs = |x: &[f64; 14]| {
        let v = |k: usize| Vector3::new(x[k], x[k + 1], x[k + 2]);
        (quaternion(x), v(4), v(7), v(10), x[13])
    };
    let rows = |(q, v): (UnitQuaternion<f64>, Vector3<f64>)| {
        let [i, j, k, w] = flat(&q);
        [i, j, k, w, v.x, v.y, v.z]
    };
    let value = |x: &[f64; 14]| {
        let (q, v, gyro, force, dt) = inputs(x);
        rows(preintegrated(q, v, gyro, force, dt))
    };
    compare("preintegrated", AT, value, |x| {
        let (q, v, gyro, force, dt) = inputs(x);
        let (value, jacobian) = preintegrated_with_jacobian(q, v, gyro, force, dt);
        (rows(value), jacobian.to_dense())
    });
    let r = Rotation3::from_euler_angles(0.1, 0.2, 0.3);
    let c = UnitComplex::new(0.4);
    let rows = |(r, c): (Rotation3<f64>, UnitComplex<f64>)| {
        let m = r.into_inner();
        [
            m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], c.re, c.im,
        ]
    };
    let value = |x: &[f64; 3]| rows(turned_by(&r, &Vector3::from(*x), c));
    compare("turned_by", [0.2, -0.7, 0.5], value, |x| {
        let (value, jacobian) = turned_by_with_jacobian(&r, &Vector3::from(*x), c);
        (rows(value), jacobian.to_dense())
    });
    let inputs = |x: &[f64; 6]| {
        let u = Unit::new_unchecked(Vector3::new(x[3], x[4], x[5]));
        (Vector3::new(x[0], x[1], x[2]), u)
    };
    let value = |x: &[f64; 6]| {
        let (v, u) = inputs(x);
        direction(&v, &u).into_inner().into()
    };
    let at = <[f64; 6]>::try_from(&AT[..6]).unwrap();
    compare("direction", at, value, |x| {
        let (v, u) = inputs(x);
        let (value, jacobian) = direction_with_jacobian(&v, &u);
        (value.into_inner().into(), jacobian.to_dense())
    });
}

/// At a rotation by zero, the derivative is that of the function.
#[jacobian]
fn at_identity(v: &Vector3<f64>, w: &Vector3<f64>) -> [f64; 8] {
    let q = UnitQuaternion::from_scaled_axis(*v);
    let r = Rotation3::new(*v);
    let back = q.scaled_axis();
    let half = q.powf(0.5) * w;
    [
        q.i,
        q.w,
        r[(1, 0)],
        r[(0, 2)],
        back.y,
        (q * w).x,
        (r * w).z,
        half.x,
    ]
}

#[test]
fn a_rotation_by_zero_has_a_derivative() {
    let w = Vector3::new(0.3, -0.7, 1.1);
    let zero = Vector3::zeros();
    let (value, jacobian) = at_identity_with_jacobian(&zero, &w);
    assert_eq!(
        value.map(f64::to_bits),
        at_identity(&zero, &w).map(f64::to_bits)
    );
    let expected = [
        [0.5, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, w.z, -w.y],
        [w.y, -w.x, 0.0],
        [0.0, 0.5 * w.z, -0.5 * w.y],
    ];
    for (row, expected) in jacobian.to_dense().iter().zip(expected) {
        for (found, expected) in row.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-12,
                "{row:?} is not {expected:?}"
            );
        }
    }
}

/// A filter as crates of attitude estimation write it: generic, with state, and with an error.
#[jacobian]
mod filter {
    use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector3};

    pub(super) struct Filter<N: RealField + Copy> {
        pub(super) period: N,
        pub(super) gain: N,
        pub(super) bias: Vector3<N>,
        pub(super) attitude: UnitQuaternion<N>,
    }

    impl<N: RealField + Copy> Filter<N> {
        #[jacobian(wrt(gyro, force, self.attitude), of(self.attitude, self.bias), scalar(N = f64))]
        pub(super) fn update(&mut self, gyro: &Vector3<N>, force: &Vector3<N>) -> Result<(), ()> {
            let q = self.attitude.as_ref();
            let zero: N = nalgebra::zero();
            let two: N = nalgebra::convert(2.0);
            let Some(down) = force.try_normalize(zero) else {
                return Err(());
            };
            let expected = Vector3::new(
                two * (q[0] * q[2] - q[3] * q[1]),
                two * (q[3] * q.i + q[1] * q.k),
                q.w * q.w - q.i * q.i - q.j * q.j + q.k * q.k,
            );
            let error = down.cross(&expected);
            self.bias += error * self.period;
            let rate = gyro + error * self.gain - self.bias;
            let change = q * Quaternion::from_parts(zero, rate) * nalgebra::convert::<f64, N>(0.5);
            self.attitude = UnitQuaternion::from_quaternion(q + change * self.period);
            Ok(())
        }
    }
}

#[test]
fn a_filter_keeps_its_attitude() {
    let of = |x: &[f64; 10]| {
        let filter = filter::Filter {
            period: 0.01,
            gain: 0.4,
            bias: Vector3::new(0.1, 0.0, -0.2),
            attitude: quaternion(&x[6..]),
        };
        let gyro = Vector3::new(x[0], x[1], x[2]);
        (filter, gyro, Vector3::new(x[3], x[4], x[5]))
    };
    let rows = |filter: &filter::Filter<f64>| {
        let ([i, j, k, w], b) = (flat(&filter.attitude), filter.bias);
        [i, j, k, w, b.x, b.y, b.z]
    };
    let value = |x: &[f64; 10]| {
        let (mut filter, gyro, force) = of(x);
        filter.update(&gyro, &force).unwrap();
        rows(&filter)
    };
    let at = <[f64; 10]>::try_from(&AT[..10]).unwrap();
    compare("update", at, value, |x| {
        let (mut filter, gyro, force) = of(x);
        let jacobian = filter.update_jacobian(&gyro, &force).unwrap();
        let value = rows(&filter);
        (value, jacobian.to_dense())
    });
    let (mut filter, gyro, _) = of(&at);
    assert!(filter.update_jacobian(&gyro, &Vector3::zeros()).is_err());
}

#[jacobian]
fn of_vectors(x: &[f64; 6]) -> [f64; 6] {
    let (a, b) = (
        Vector3::new(x[0], x[1], x[2]),
        Vector3::new(x[3], x[4], x[5]),
    );
    let u = a.try_normalize(1e-9).unwrap();
    let flat = a.xy().perp(&b.xy());
    let between = a.lerp(&b, x[1]);
    [
        u.x,
        u.z,
        a.angle(&b),
        flat,
        between.y,
        a.xy().push(x[5]).norm(),
    ]
}

#[test]
fn vectors_have_more_methods() {
    let at = <[f64; 6]>::try_from(&AT[..6]).unwrap();
    check!(of_vectors with of_vectors_with_jacobian at at);
}

/// A chain of joints. One arm gives a field as it is, the other one computes.
#[jacobian]
mod joints {
    use nalgebra::{Isometry3, Translation3, Unit, UnitQuaternion, Vector3};

    pub(super) enum Kind {
        Turning,
        Fixed,
    }

    pub(super) struct Joint {
        pub(super) kind: Kind,
        pub(super) origin: Isometry3<f64>,
        pub(super) axis: Unit<Vector3<f64>>,
    }

    impl Joint {
        fn frame(&self, q: f64) -> Isometry3<f64> {
            match self.kind {
                Kind::Turning => {
                    let turn = UnitQuaternion::from_axis_angle(&self.axis, q);
                    self.origin * Isometry3::from_parts(Translation3::identity(), turn)
                }
                Kind::Fixed => self.origin,
            }
        }
    }

    #[jacobian(wrt(q))]
    pub(super) fn tip(joints: &[Joint], q: f64) -> Vector3<f64> {
        let mut frame = Isometry3::identity();
        for joint in joints {
            frame *= joint.frame(q);
        }
        frame.translation.vector + frame.rotation * joints[0].axis.as_ref()
    }
}

#[test]
fn a_field_may_be_what_one_arm_gives() {
    use joints::{Joint, Kind, tip, tip_with_jacobian};
    let joint = |kind, k: usize| Joint {
        kind,
        origin: Isometry3::new(
            Vector3::new(AT[k], AT[k + 1], AT[k + 2]),
            Vector3::new(AT[k + 3], AT[k + 4], AT[k + 5]),
        ),
        axis: Unit::new_normalize(Vector3::new(AT[k + 2], AT[k], AT[k + 1])),
    };
    let joints = [
        joint(Kind::Turning, 0),
        joint(Kind::Fixed, 3),
        joint(Kind::Turning, 7),
    ];
    compare(
        "tip",
        [0.4],
        |x| tip(&joints, x[0]).into(),
        |x| {
            let (value, jacobian) = tip_with_jacobian(&joints, x[0]);
            (value.into(), jacobian.to_dense())
        },
    );
}

/// Conditions on quaternions, in a module that names no matrix.
#[jacobian]
mod turns {
    use nalgebra::{UnitQuaternion, UnitVector3};

    #[jacobian(wrt(a, b, t))]
    pub(super) fn between(
        a: &UnitQuaternion<f64>,
        b: &UnitQuaternion<f64>,
        t: f64,
    ) -> UnitQuaternion<f64> {
        if a.angle_to(b) < 0.1 || a.coords.dot(&b.coords).abs() > 2.0 {
            return *a;
        }
        if a.dot(b) > 0.9 {
            a.slerp(b, 0.5 * t)
        } else {
            a.slerp(b, t)
        }
    }

    #[jacobian]
    pub(super) fn lit(normal: &UnitVector3<f64>, light: &UnitVector3<f64>) -> f64 {
        if normal.dot(light) > 0.0 {
            normal.dot(light)
        } else {
            normal.x
        }
    }
}

#[test]
fn conditions_ask_quaternions() {
    let turn = |x: &[f64]| UnitQuaternion::new_unchecked(*quaternion(x));
    let normalized = |k: usize| {
        let q = quaternion(&AT[k..]);
        let n = q.coords.norm();
        q.coords / n
    };
    for k in [0, 4] {
        let (a, b) = (normalized(k), normalized(k + 2));
        let at = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], 0.4];
        compare(
            "between",
            at,
            |x| flat(&turns::between(&turn(&x[..4]), &turn(&x[4..8]), x[8])),
            |x| {
                let (a, b) = (turn(&x[..4]), turn(&x[4..8]));
                let (value, jacobian) = turns::between_with_jacobian(&a, &b, x[8]);
                (flat(&value), jacobian.to_dense())
            },
        );
    }
    let unit = |x: &[f64]| Unit::new_unchecked(Vector3::new(x[0], x[1], x[2]));
    for light in [0.6, -0.6] {
        compare(
            "lit",
            [0.6, 0.0, 0.8, light, 0.8, 0.0],
            |x| [turns::lit(&unit(&x[..3]), &unit(&x[3..]))],
            |x| {
                let (value, jacobian) = turns::lit_with_jacobian(&unit(&x[..3]), &unit(&x[3..]));
                ([value], jacobian.to_dense())
            },
        );
    }
}
