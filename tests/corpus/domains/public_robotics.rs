//! Robotics, filters and control, after public crates: quaternions and matrices of one's own, const
//! parameters, state in `&mut self`.
//!
//! ```text
//! rs-opw-kinematics   k   ahrs   biquad   minikalman   pid
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of.
//! A source named without a version was not read; only its constructs are in that manner.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "types as their crates have them, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 5] = [
    FORWARD,
    CHAIN_POSITION,
    UPDATE_IMU,
    COEFFICIENTS,
    THREE_OUTPUTS,
];

#[row(
    from = "rs-opw-kinematics 3.0.0, kinematics_impl.rs, forward",
    at = [[0.1, 0.2, -0.3, 0.4, 0.5, 0.6]],
    with(p = Parameters { a1: 0.15, a2: -0.11, b: 0.0, c1: 0.55, c2: 0.55, c3: 0.6, c4: 0.11 })
)]
#[jacobian]
pub mod opw_forward {
    #[derive(Clone, Copy, Debug)]
    pub struct Parameters {
        pub a1: f64,
        pub a2: f64,
        pub b: f64,
        pub c1: f64,
        pub c2: f64,
        pub c3: f64,
        pub c4: f64,
    }

    #[jacobian(wrt(joints))]
    pub fn forward(joints: &[f64; 6], p: &Parameters) -> [f64; 6] {
        let [q1, q2, q3, q4, q5, _] = *joints;
        let psi3 = f64::atan2(p.a2, p.c3);
        let k = f64::sqrt(p.a2 * p.a2 + p.c3 * p.c3);
        let (s23, c23) = (q2 + q3).sin_cos();
        let cx1 = p.c2 * f64::sin(q2) + k * f64::sin(q2 + q3 + psi3) + p.a1;
        let cy1 = p.b;
        let cz1 = p.c2 * f64::cos(q2) + k * f64::cos(q2 + q3 + psi3);
        let (s1, c1) = q1.sin_cos();
        let (s4, c4) = q4.sin_cos();
        let (s5, c5) = q5.sin_cos();
        let r_oc = [
            [c1 * c23 * c4 - s1 * s4, -c1 * c23 * s4 - s1 * c4, c1 * s23],
            [s1 * c23 * c4 + c1 * s4, -s1 * c23 * s4 + c1 * c4, s1 * s23],
            [-s23 * c4, s23 * s4, c23],
        ];
        let r_ce = [s5, 0.0, c5];
        let axis = r_oc.map(|row| row[0] * r_ce[0] + row[2] * r_ce[2]);
        [
            cx1 * c1 - cy1 * s1 + p.c4 * axis[0],
            cx1 * s1 + cy1 * c1 + p.c4 * axis[1],
            cz1 + p.c1 + p.c4 * axis[2],
            axis[0],
            axis[1],
            axis[2],
        ]
    }
}

#[row(
    from = "k 0.32.0, joint.rs and chain.rs, frames of a chain as products of rotations",
    at = [[0.3, -0.5, 0.7]]
)]
#[jacobian]
pub mod k_chain {
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy, Debug)]
    pub struct Vector([f64; 3]);

    #[derive(Clone, Copy, Debug)]
    pub struct Rotation([[f64; 3]; 3]);

    #[derive(Clone, Copy, Debug)]
    pub struct Frame {
        rotation: Rotation,
        translation: Vector,
    }

    impl Rotation {
        fn about_z(angle: f64) -> Self {
            let (s, c) = angle.sin_cos();
            Rotation([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        }

        fn about_y(angle: f64) -> Self {
            let (s, c) = angle.sin_cos();
            Rotation([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
        }
    }

    impl Add for Vector {
        type Output = Vector;
        fn add(self, other: Vector) -> Vector {
            Vector([
                self.0[0] + other.0[0],
                self.0[1] + other.0[1],
                self.0[2] + other.0[2],
            ])
        }
    }

    impl Mul<Vector> for Rotation {
        type Output = Vector;
        fn mul(self, v: Vector) -> Vector {
            Vector(
                self.0
                    .map(|row| row[0] * v.0[0] + row[1] * v.0[1] + row[2] * v.0[2]),
            )
        }
    }

    impl Mul for Rotation {
        type Output = Rotation;
        fn mul(self, other: Rotation) -> Rotation {
            let mut product = [[0.0; 3]; 3];
            for i in 0..3 {
                for j in 0..3 {
                    for k in 0..3 {
                        product[i][j] += self.0[i][k] * other.0[k][j];
                    }
                }
            }
            Rotation(product)
        }
    }

    impl Mul for Frame {
        type Output = Frame;
        fn mul(self, other: Frame) -> Frame {
            Frame {
                rotation: self.rotation * other.rotation,
                translation: self.rotation * other.translation + self.translation,
            }
        }
    }

    #[jacobian]
    pub fn chain_position(q: &[f64; 3]) -> [f64; 3] {
        let lengths = [0.4, 0.3, 0.2];
        let base = Frame {
            rotation: Rotation::about_z(0.0),
            translation: Vector([0.0, 0.0, 0.1]),
        };
        let mut frame = base;
        for (i, &angle) in q.iter().enumerate() {
            let rotation = if i % 2 == 0 {
                Rotation::about_z(angle)
            } else {
                Rotation::about_y(angle)
            };
            let link = Frame {
                rotation,
                translation: Vector([lengths[i], 0.02, 0.0]),
            };
            frame = frame * link;
        }
        (frame * base).translation.0
    }
}

#[row(
    from = "ahrs 0.8.0, madgwick.rs, update_imu with a quaternion of its own",
    at = [[0.1, -0.2, 0.05, 0.3, 0.2, 9.7], [0.1, -0.2, 0.05, 0.0, 0.0, 0.0]]
)]
#[jacobian]
pub mod ahrs_madgwick {
    use std::ops::{Add, Mul, Sub};

    #[derive(Clone, Copy, Debug)]
    pub struct Quaternion {
        pub w: f64,
        pub i: f64,
        pub j: f64,
        pub k: f64,
    }

    impl Mul for Quaternion {
        type Output = Self;
        fn mul(self, o: Self) -> Self {
            Quaternion {
                w: self.w * o.w - self.i * o.i - self.j * o.j - self.k * o.k,
                i: self.w * o.i + self.i * o.w + self.j * o.k - self.k * o.j,
                j: self.w * o.j - self.i * o.k + self.j * o.w + self.k * o.i,
                k: self.w * o.k + self.i * o.j - self.j * o.i + self.k * o.w,
            }
        }
    }

    impl Mul<f64> for Quaternion {
        type Output = Self;
        fn mul(self, s: f64) -> Self {
            Quaternion {
                w: self.w * s,
                i: self.i * s,
                j: self.j * s,
                k: self.k * s,
            }
        }
    }

    impl Add for Quaternion {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Quaternion {
                w: self.w + o.w,
                i: self.i + o.i,
                j: self.j + o.j,
                k: self.k + o.k,
            }
        }
    }

    impl Sub for Quaternion {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            self + o * -1.0
        }
    }

    impl Quaternion {
        fn norm(&self) -> f64 {
            (self.w * self.w + self.i * self.i + self.j * self.j + self.k * self.k).sqrt()
        }

        fn normalized(self) -> Self {
            self * (1.0 / self.norm())
        }
    }

    fn try_normalize(v: &[f64; 3]) -> Option<[f64; 3]> {
        let norm = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        if norm > 0.0 {
            Some(v.map(|c| c / norm))
        } else {
            None
        }
    }

    #[jacobian]
    pub fn update_imu(gyro: &[f64; 3], accelerometer: &[f64; 3]) -> Option<[f64; 4]> {
        let q = Quaternion {
            w: 0.9,
            i: 0.2,
            j: -0.3,
            k: 0.1,
        }
        .normalized();
        let [ax, ay, az] = try_normalize(accelerometer)?;
        let f = [
            2.0 * (q.i * q.k - q.w * q.j) - ax,
            2.0 * (q.w * q.i + q.j * q.k) - ay,
            2.0 * (0.5 - q.i * q.i - q.j * q.j) - az,
        ];
        let step = Quaternion {
            w: -2.0 * q.j * f[0] + 2.0 * q.i * f[1],
            i: 2.0 * q.k * f[0] + 2.0 * q.w * f[1] - 4.0 * q.i * f[2],
            j: -2.0 * q.w * f[0] + 2.0 * q.k * f[1] - 4.0 * q.j * f[2],
            k: 2.0 * q.i * f[0] + 2.0 * q.j * f[1],
        };
        let rate = Quaternion {
            w: 0.0,
            i: gyro[0],
            j: gyro[1],
            k: gyro[2],
        };
        let q_dot = q * rate * 0.5 - step.normalized() * 0.1;
        let next = (q + q_dot * 0.01).normalized();
        Some([next.w, next.i, next.j, next.k])
    }
}

#[row(
    from = "biquad 0.6.0, coefficients.rs, from_normalized_params",
    at = [[0.2, 0.7], [0.3, 0.5], [0.4, 0.9], [0.6, 0.7], [0.8, 0.7], [1.2, 0.7], [0.3, -0.1]],
    with(kind = if first < 0.25 { Kind::LowPass } else if first < 0.35 { Kind::BandPass } else if first < 0.5 { Kind::SinglePoleLowPass } else if first < 0.7 { Kind::PeakingEq(6.0) } else { Kind::LowShelf(-3.0) })
)]
#[jacobian]
pub mod biquad_coefficients {
    #[derive(Clone, Copy, Debug)]
    pub enum Kind {
        SinglePoleLowPass,
        LowPass,
        BandPass,
        LowShelf(f64),
        PeakingEq(f64),
    }

    #[derive(Debug)]
    pub enum Errors {
        OutsideNyquist,
        NegativeQ,
    }

    #[jacobian(wrt(normalized_f0, q_value))]
    pub fn coefficients(normalized_f0: f64, q_value: f64, kind: Kind) -> Result<[f64; 5], Errors> {
        if normalized_f0 >= 1.0 || normalized_f0 < 0.0 {
            return Err(Errors::OutsideNyquist);
        }
        if q_value <= 0.0 {
            return Err(Errors::NegativeQ);
        }
        let omega = std::f64::consts::PI * normalized_f0;
        let (omega_s, omega_c) = omega.sin_cos();
        let alpha = omega_s / (2.0 * q_value);
        match kind {
            Kind::SinglePoleLowPass => {
                let omega_t = (omega / 2.0).tan();
                let a0 = 1.0 + omega_t;
                Ok([(omega_t - 1.0) / a0, 0.0, omega_t / a0, omega_t / a0, 0.0])
            }
            Kind::LowPass => {
                let b0 = (1.0 - omega_c) / 2.0;
                let div = 1.0 / (1.0 + alpha);
                Ok([
                    -2.0 * omega_c * div,
                    (1.0 - alpha) * div,
                    b0 * div,
                    2.0 * b0 * div,
                    b0 * div,
                ])
            }
            Kind::BandPass => {
                let b0 = omega_s / 2.0;
                let div = 1.0 / (1.0 + alpha);
                Ok([
                    -2.0 * omega_c * div,
                    (1.0 - alpha) * div,
                    b0 * div,
                    0.0,
                    -b0 * div,
                ])
            }
            Kind::LowShelf(db_gain) => {
                let a = 10.0_f64.powf(db_gain / 40.0);
                let b0 = a * ((a + 1.0) - (a - 1.0) * omega_c + 2.0 * alpha * a.sqrt());
                let b1 = 2.0 * a * ((a - 1.0) - (a + 1.0) * omega_c);
                let a0 = (a + 1.0) + (a - 1.0) * omega_c + 2.0 * alpha * a.sqrt();
                let a1 = -2.0 * ((a - 1.0) + (a + 1.0) * omega_c);
                let a2 = (a + 1.0) + (a - 1.0) * omega_c - 2.0 * alpha * a.sqrt();
                Ok([a1 / a0, a2 / a0, b0 / a0, b1 / a0, b0 * b1 / a0])
            }
            Kind::PeakingEq(db_gain) => {
                let a = 10.0_f64.powf(db_gain / 40.0);
                let a0 = 1.0 + alpha / a;
                let b1 = -2.0 * omega_c / a0;
                Ok([
                    b1,
                    (1.0 - alpha / a) / a0,
                    (1.0 + alpha * a) / a0,
                    b1,
                    (1.0 - alpha * a) / a0,
                ])
            }
        }
    }
}

#[row(
    from = "in the manner of pid: next_control_output, over three samples",
    at = [[1.0, 0.2, 0.05, 0.3, 0.5, 0.6], [9.0, 3.0, 0.1, -3.0, -2.0, -4.0], [-1.0, -3.0, 0.1, -3.0, -2.0, -4.0]]
)]
#[jacobian]
pub mod pid_controller {
    #[derive(Clone, Copy, Debug)]
    pub struct Pid {
        pub setpoint: f64,
        pub output_limit: f64,
        pub kp: f64,
        pub ki: f64,
        pub kd: f64,
        integral_term: f64,
        prev_measurement: Option<f64>,
    }

    fn apply_limit(limit: f64, value: f64) -> f64 {
        value.min(limit.abs()).max(-limit.abs())
    }

    impl Pid {
        pub fn new(kp: f64, ki: f64, kd: f64) -> Self {
            Pid {
                setpoint: 1.0,
                output_limit: 5.0,
                kp,
                ki,
                kd,
                integral_term: 0.0,
                prev_measurement: None,
            }
        }

        pub fn next_control_output(&mut self, measurement: f64) -> f64 {
            let error = self.setpoint - measurement;
            let p = apply_limit(4.0, error * self.kp);
            self.integral_term = apply_limit(3.0, self.integral_term + error * self.ki);
            let d = -match self.prev_measurement.as_ref() {
                Some(prev) => measurement - *prev,
                None => 0.0,
            } * self.kd;
            self.prev_measurement = Some(measurement);
            apply_limit(self.output_limit, p + self.integral_term + d)
        }
    }

    #[jacobian]
    pub fn three_outputs(kp: f64, ki: f64, kd: f64, measurements: &[f64; 3]) -> [f64; 3] {
        let mut pid = Pid::new(kp, ki, kd);
        measurements.map(|measurement| pid.next_control_output(measurement))
    }
}
