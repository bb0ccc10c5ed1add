//! Types and traits, after public crates: enums of models, generic vectors, state in `&mut self`,
//! macros, errors.
//!
//! ```text
//! prakash   plasmoid   proj4rs   apex-camera-models   dubins_paths   oxigrid   cgmath   deltae
//! probability   nav-types
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of. The versions are those that were read.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "types as their crates have them, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 10] = [
    FRESNEL_C,
    PEASE_CURRENT,
    ORTHOGRAPHIC,
    PROJECT,
    DUBINS,
    UPDATE_SOC,
    ROTATION,
    DELTA_E,
    INVERSE,
    N_VECTOR,
];

#[row(
    from = "prakash 1.2.0, wave/diffraction.rs, fresnel_integral_c",
    at = [[0.4], [1.7], [-2.1]]
)]
#[jacobian]
pub mod prakash_fresnel {
    fn auxiliary(x: f64) -> (f64, f64) {
        let x2 = x * x;
        let x4 = x2 * x2;
        let f = (1.0 + 0.926 * x2) / (2.0 + 1.792 * x2 + 3.104 * x4) / x;
        let g = 1.0 / (2.0 + 4.142 * x2 + 3.492 * x4 + 6.670 * x2 * x4) / (x2 * x);
        (f, g)
    }

    #[jacobian]
    pub fn fresnel_c(x: f64) -> f64 {
        let size = x.abs();
        let result = if size < 1.0 {
            let t = std::f64::consts::FRAC_PI_2 * size * size;
            let t2 = t * t;
            size * (1.0 - t2 / 20.0 + t2 * t2 / 1680.0)
        } else {
            let phase = std::f64::consts::FRAC_PI_2 * size * size;
            let (f, g) = auxiliary(size);
            0.5 + f * phase.sin() - g * phase.cos()
        };
        if x < 0.0 { -result } else { result }
    }
}

#[row(
    from = "plasmoid 0.4.2, pinch.rs, pease_braginskii with spitzer_eta",
    at = [[10.0, 1.0], [12.0, 2.0]],
    with(resistivity = if first < 11.0 { Resistivity::Perpendicular } else { Resistivity::Parallel })
)]
#[jacobian]
pub mod plasmoid_pinch {
    pub const SPITZER: f64 = 1.03e-4;
    pub const PARALLEL_RATIO: f64 = 1.96;
    const E: f64 = 1.602176634e-19;
    const MU0: f64 = 1.25663706212e-6;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Resistivity {
        Perpendicular,
        Parallel,
    }

    fn spitzer(te: f64, z: f64, ln_lambda: f64, resistivity: Resistivity) -> f64 {
        let across = SPITZER * z * ln_lambda * te.powf(-1.5);
        match resistivity {
            Resistivity::Perpendicular => across,
            Resistivity::Parallel => across / PARALLEL_RATIO,
        }
    }

    #[jacobian]
    pub fn pease_current(ln_lambda: f64, z: f64, resistivity: Resistivity) -> f64 {
        let sigma = 1.0 / (spitzer(1.0 + z, 1.0, 1.0, resistivity) * E.powf(1.5));
        let a = 1.69e-38 / E.sqrt();
        std::f64::consts::PI / MU0 * (48.0 * ln_lambda / (sigma * a)).sqrt() * (1.0 + z) / z
    }
}

#[row(
    from = "proj4rs 0.3.0, projections/ortho.rs, s_forward and rotate",
    at = [[0.3, 0.5], [0.5, 0.2], [0.7, 1.2], [0.9, -1.2], [2.9, 0.1], [3.0, 0.2], [0.8, -1.0]],
    with(self = Projection {
        phi0: if first < 0.6 { 0.1 } else if first < 0.85 { 1.5 } else if first < 1.0 { -1.5 } else { 0.1 },
        sin_phi0: 0.0998334166468,
        cos_phi0: 0.995004165278,
        k0: 0.9996,
        sin_alpha: 0.0,
        cos_alpha: 1.0,
        mode: if first < 0.4 { Mode::Equator } else if first < 0.6 { Mode::Oblique } else if first < 0.85 { Mode::North } else if first < 1.0 { Mode::South } else if first < 2.95 { Mode::Equator } else { Mode::Oblique },
    }),
    on = Projection
)]
#[jacobian]
pub mod proj4rs_ortho {
    const SMALL: f64 = 1.0e-10;

    #[derive(Debug)]
    pub enum Error {
        CoordinateOutOfRange,
    }

    pub type Result<T, E = Error> = std::result::Result<T, E>;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Mode {
        North,
        South,
        Equator,
        Oblique,
    }

    #[derive(Clone, Debug)]
    pub struct Projection {
        pub phi0: f64,
        pub sin_phi0: f64,
        pub cos_phi0: f64,
        pub k0: f64,
        pub sin_alpha: f64,
        pub cos_alpha: f64,
        pub mode: Mode,
    }

    impl Projection {
        fn rotate(&self, x: f64, y: f64) -> (f64, f64) {
            (
                (x * self.cos_alpha - y * self.sin_alpha) * self.k0,
                (x * self.sin_alpha + y * self.cos_alpha) * self.k0,
            )
        }

        #[jacobian]
        pub fn orthographic(&self, lam: f64, phi: f64) -> Result<(f64, f64)> {
            let (sin_phi, cos_phi) = phi.sin_cos();
            let mut cos_lam = lam.cos();
            let y = match self.mode {
                Mode::Equator => {
                    if cos_phi * cos_lam < -SMALL {
                        return Err(Error::CoordinateOutOfRange);
                    }
                    sin_phi
                }
                Mode::Oblique => {
                    if self.sin_phi0 * sin_phi + self.cos_phi0 * cos_phi * cos_lam < -SMALL {
                        return Err(Error::CoordinateOutOfRange);
                    }
                    self.cos_phi0 * sin_phi - self.sin_phi0 * cos_phi * cos_lam
                }
                Mode::North | Mode::South => {
                    if self.mode == Mode::North {
                        cos_lam = -cos_lam;
                    }
                    if (phi - self.phi0).abs() - SMALL > std::f64::consts::FRAC_PI_2 {
                        return Err(Error::CoordinateOutOfRange);
                    }
                    cos_phi * cos_lam
                }
            };
            Ok(self.rotate(cos_phi * lam.sin(), y))
        }
    }
}

#[row(
    from = "apex-camera-models 0.4.0, eucm.rs, project",
    at = [[0.3, -0.2, 1.5], [0.4, 0.1, -3.0], [0.5, 0.1, -1.0], [0.6, 0.1, 2.0]],
    with(self = Camera {
        focal: [500.0, 505.0],
        centre: [320.0, 240.0],
        distortion: if first < 0.45 { Distortion::Unified { alpha: 0.6, beta: 1.1 } } else { Distortion::None },
    }),
    on = Camera
)]
#[jacobian]
pub mod apex_cameras {
    const PRECISION: f64 = 1e-6;

    #[derive(Clone, Copy, Debug)]
    pub enum Distortion {
        None,
        Unified { alpha: f64, beta: f64 },
    }

    #[derive(Clone, Copy, Debug)]
    pub enum CameraError {
        TooSmall { denom: f64, threshold: f64 },
        Behind { z: f64 },
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Camera {
        pub focal: [f64; 2],
        pub centre: [f64; 2],
        pub distortion: Distortion,
    }

    pub trait CameraModel {
        fn project(&self, p: &[f64; 3]) -> Result<[f64; 2], CameraError>;
    }

    impl Camera {
        fn is_in_front(&self, z: f64, denom: f64) -> bool {
            let Distortion::Unified { alpha, .. } = self.distortion else {
                return true;
            };
            z >= denom * ((alpha - 1.0) / (2.0 * alpha - 1.0))
        }
    }

    #[jacobian]
    impl CameraModel for Camera {
        #[jacobian(wrt(p))]
        fn project(&self, p: &[f64; 3]) -> Result<[f64; 2], CameraError> {
            let [x, y, z] = *p;
            let (alpha, beta) = match self.distortion {
                Distortion::Unified { alpha, beta } => (alpha, beta),
                Distortion::None => (0.0, 0.0),
            };
            let d = (beta * (x * x + y * y) + z * z).sqrt();
            let denom = alpha * d + (1.0 - alpha) * z;
            if denom < PRECISION {
                return Err(CameraError::TooSmall {
                    denom,
                    threshold: PRECISION,
                });
            }
            if !self.is_in_front(z, denom) {
                return Err(CameraError::Behind { z });
            }
            Ok([
                self.focal[0] * x / denom + self.centre[0],
                self.focal[1] * y / denom + self.centre[1],
            ])
        }
    }
}

#[row(
    from = "dubins_paths 3.3.0, f64.rs, Intermediate::new and mod2pi",
    at = [[0.1, 0.2, 0.5, 2.0, 1.5, 1.2, 0.8], [0.1, 0.2, 2.5, -2.0, -1.5, -1.2, 0.8], [0.1, 0.2, 0.5, 2.0, -1.5, 1.2, 0.8]],
    rows(result.alpha, result.beta, result.d, result.sa, result.sb, result.c_ab, result.d_sq)
)]
#[jacobian]
pub mod dubins_intermediate {
    use std::f64::consts::TAU;

    #[derive(Clone, Copy, Debug)]
    pub struct PosRot([f64; 3]);

    impl PosRot {
        const fn x(&self) -> f64 {
            self.0[0]
        }
        const fn y(&self) -> f64 {
            self.0[1]
        }
        const fn rot(&self) -> f64 {
            self.0[2]
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Intermediate {
        pub alpha: f64,
        pub beta: f64,
        pub d: f64,
        pub sa: f64,
        pub sb: f64,
        pub c_ab: f64,
        pub d_sq: f64,
    }

    fn mod2pi(theta: f64) -> f64 {
        let r = theta % TAU;
        if r < 0.0 { r + TAU } else { r }
    }

    impl Intermediate {
        fn new(q0: PosRot, q1: PosRot, rho: f64) -> Self {
            let (dx, dy) = (q1.x() - q0.x(), q1.y() - q0.y());
            let d = dx.hypot(dy) / rho;
            let theta = mod2pi(dy.atan2(dx));
            let alpha = mod2pi(q0.rot() - theta);
            let beta = mod2pi(q1.rot() - theta);
            Self {
                alpha,
                beta,
                d,
                sa: alpha.sin(),
                sb: beta.sin(),
                c_ab: (alpha + 2.0 * beta).cos(),
                d_sq: d * d,
            }
        }
    }

    #[jacobian]
    pub fn dubins(q0: &[f64; 3], q1: &[f64; 3], rho: f64) -> Intermediate {
        Intermediate::new(PosRot(*q0), PosRot(*q1), rho)
    }
}

#[row(
    from = "oxigrid 0.1.2, optimize/vpp/fleet_coord.rs, update_soc",
    at = [[2.0, 0.5, 0.5], [-3.0, 0.5, 0.4], [-80.0, 1.0, 0.8], [90.0, 1.0, 0.2]]
)]
#[jacobian]
pub mod oxigrid_storage {
    pub struct Unit {
        e_max: f64,
        eta: f64,
        soc: f64,
        limits: (f64, f64),
    }

    impl Unit {
        pub fn update_soc(&mut self, power: f64, hours: f64) {
            let eta = self.eta.sqrt().max(1e-12);
            let capacity = self.e_max.max(1e-12);
            let change = if power >= 0.0 {
                -(power * hours) / (eta * capacity)
            } else {
                (-power * eta * hours) / capacity
            };
            self.soc = (self.soc + change).clamp(self.limits.0, self.limits.1);
        }
    }

    #[jacobian]
    pub fn update_soc(power: f64, hours: f64, soc: f64) -> f64 {
        let mut unit = Unit {
            e_max: 20.0,
            eta: 0.9,
            soc,
            limits: (0.1, 0.95),
        };
        unit.update_soc(power, hours);
        unit.soc
    }
}

#[row(
    from = "cgmath 0.18.0, quaternion.rs, From<Quaternion<S>> for Matrix3<S>",
    at = [[0.9, 0.1, -0.3, 0.2]]
)]
#[jacobian]
pub mod cgmath_rotation {
    use std::ops::{Add, Mul, Sub};

    pub trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {}

    impl Number for f64 {}

    #[derive(Clone, Copy, Debug)]
    pub struct Vector3<S> {
        pub x: S,
        pub y: S,
        pub z: S,
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Quaternion<S> {
        pub v: Vector3<S>,
        pub s: S,
    }

    pub struct Matrix3<S> {
        pub x: Vector3<S>,
        pub y: Vector3<S>,
        pub z: Vector3<S>,
    }

    impl<S> Vector3<S> {
        const fn new(x: S, y: S, z: S) -> Self {
            Vector3 { x, y, z }
        }
    }

    impl<S: Number> From<(Quaternion<S>, S)> for Matrix3<S> {
        fn from((q, one): (Quaternion<S>, S)) -> Matrix3<S> {
            let (x2, y2, z2) = (q.v.x + q.v.x, q.v.y + q.v.y, q.v.z + q.v.z);
            let (xx, xy, xz) = (x2 * q.v.x, x2 * q.v.y, x2 * q.v.z);
            let (yy, yz, zz) = (y2 * q.v.y, y2 * q.v.z, z2 * q.v.z);
            let (sx, sy, sz) = (x2 * q.s, y2 * q.s, z2 * q.s);
            Matrix3 {
                x: Vector3::new(one - yy - zz, xy + sz, xz - sy),
                y: Vector3::new(xy - sz, one - xx - zz, yz + sx),
                z: Vector3::new(xz + sy, yz - sx, one - xx - yy),
            }
        }
    }

    #[jacobian]
    pub fn rotation(q: &[f64; 4]) -> [[f64; 3]; 3] {
        let q = Quaternion {
            v: Vector3::new(q[1], q[2], q[3]),
            s: q[0],
        };
        let m = Matrix3::from((q, 1.0));
        [m.x, m.y, m.z].map(|column| [column.x, column.y, column.z])
    }
}

#[row(
    from = "deltae 0.3.2, delta.rs, delta_e_cmc, in double precision",
    at = [[50.0, 20.0, 30.0, 55.0, 15.0, 35.0], [12.0, -20.0, -30.0, 15.0, -15.0, -25.0], [40.0, 20.0, -30.0, 45.0, 15.0, -25.0]]
)]
#[jacobian]
pub mod deltae_cmc {
    #[derive(Clone, Copy, Debug)]
    pub struct LabValue {
        pub l: f64,
        pub a: f64,
        pub b: f64,
    }

    impl LabValue {
        fn chroma(&self) -> f64 {
            (self.a.powi(2) + self.b.powi(2)).sqrt()
        }
    }

    fn cmc(first: &LabValue, second: &LabValue, weights: (f64, f64)) -> f64 {
        let (c0, c1) = (first.chroma(), second.chroma());
        let dc = c0 - c1;
        let (dl, da, db) = (first.l - second.l, first.a - second.a, first.b - second.b);
        let dh = (da.powi(2) + db.powi(2) - dc.powi(2)).sqrt();
        let sl = if first.l < 16.0 {
            0.511
        } else {
            (0.040975 * first.l) / (1.0 + 0.01765 * first.l)
        };
        let sc = (0.0638 * c0) / (1.0 + 0.0131 * c0) + 0.638;
        let h = first.b.atan2(first.a).to_degrees();
        let h = if h >= 0.0 { h } else { h + 360.0 };
        let f = (c0.powi(4) / (c0.powi(4) + 1900.0)).sqrt();
        let t = if h >= 164.0 && h < 345.0 {
            0.56 + (0.2 * (h + 168.0).to_radians().cos()).abs()
        } else {
            0.36 + (0.4 * (h + 35.0).to_radians().cos()).abs()
        };
        let sh = sc * (f * t + 1.0 - f);
        let terms = [dl / (weights.0 * sl), dc / (weights.1 * sc), dh / sh];
        terms.iter().map(|term| term.powi(2)).sum::<f64>().sqrt()
    }

    #[jacobian]
    pub fn delta_e(first: &[f64; 3], second: &[f64; 3]) -> f64 {
        let lab = |[l, a, b]: [f64; 3]| LabValue { l, a, b };
        cmc(&lab(*first), &lab(*second), (2.0, 1.0))
    }
}

#[row(
    from = "probability 0.20.3, distribution/logistic.rs and cauchy.rs, inverse",
    at = [[0.3, 0.2, 1.5], [0.8, -0.4, 0.7], [0.9, 0.2, 1.5]]
)]
#[jacobian]
pub mod probability_inverse {
    macro_rules! odds {
        ($p:expr) => {
            1.0 / $p - 1.0
        };
    }

    pub trait Distribution {
        fn distribution(&self, x: f64) -> f64;
    }

    pub trait Inverse: Distribution {
        fn inverse(&self, p: f64) -> f64;
    }

    pub struct Logistic {
        mu: f64,
        s: f64,
    }

    impl Distribution for Logistic {
        fn distribution(&self, x: f64) -> f64 {
            1.0 / (1.0 + (-(x - self.mu) / self.s).exp())
        }
    }

    impl Inverse for Logistic {
        fn inverse(&self, p: f64) -> f64 {
            self.mu - self.s * (odds!(p)).ln()
        }
    }

    pub struct Cauchy {
        x_0: f64,
        gamma: f64,
    }

    impl Distribution for Cauchy {
        fn distribution(&self, x: f64) -> f64 {
            std::f64::consts::FRAC_1_PI * ((x - self.x_0) / self.gamma).atan() + 0.5
        }
    }

    impl Inverse for Cauchy {
        fn inverse(&self, p: f64) -> f64 {
            if p > 0.85 {
                return self.x_0 + self.gamma / odds!(1.0 / p);
            }
            self.x_0 + self.gamma * (std::f64::consts::PI * (p - 0.5)).tan()
        }
    }

    fn round_trip(of: &impl Inverse, p: f64) -> (f64, f64) {
        let x = of.inverse(p);
        (x, of.distribution(x * 1.25))
    }

    #[jacobian]
    pub fn inverse(p: f64, location: f64, scale: f64) -> [f64; 4] {
        let (a, b) = round_trip(
            &Logistic {
                mu: location,
                s: scale,
            },
            p,
        );
        let (c, d) = round_trip(
            &Cauchy {
                x_0: location,
                gamma: scale,
            },
            p,
        );
        [a, b, c, d]
    }
}

#[row(
    from = "nav-types 0.5.2, nvector.rs, From<ECEF<N>> for NVector<N>",
    at = [[4.1e6, 0.3e6, 4.9e6], [-2.0e6, 4.5e6, -4.0e6]],
    rows(result.vector[0], result.vector[1], result.vector[2], result.altitude)
)]
#[jacobian]
pub mod nav_types_vector {
    const SEMI_MAJOR: f64 = 6_378_137.0;
    const FLATTENING: f64 = 1.0 / 298.257223563;
    const ECCENTRICITY_SQ: f64 = 2.0 * FLATTENING - FLATTENING * FLATTENING;

    #[derive(Clone, Copy, Debug)]
    pub struct Ecef([f64; 3]);

    #[derive(Clone, Copy, Debug)]
    pub struct NVector {
        pub vector: [f64; 3],
        pub altitude: f64,
    }

    impl From<Ecef> for NVector {
        fn from(ecef: Ecef) -> NVector {
            let (x, y, z) = (ecef.0[2], ecef.0[1], -ecef.0[0]);
            let a_sq = SEMI_MAJOR.powi(2);
            let e_2 = ECCENTRICITY_SQ;
            let p = (y.powi(2) + z.powi(2)) / a_sq;
            let q = ((1.0 - e_2) / a_sq) * x.powi(2);
            let r = (p + q - e_2.powi(2)) / 6.0;
            let s = (e_2.powi(2) * p * q) / (4.0 * r.powi(3));
            let t = (1.0 + s + (s * (2.0 + s)).sqrt()).cbrt();
            let u = r * (1.0 + t + t.recip());
            let v = (u.powi(2) + e_2.powi(2) * q).sqrt();
            let w = e_2 * ((u + v - q) / (2.0 * v));
            let k = (u + v + w.powi(2)).sqrt() - w;
            let d = (k * (y.powi(2) + z.powi(2)).sqrt()) / (k + e_2);
            let length = (d.powi(2) + x.powi(2)).sqrt();
            let scale = k / (k + e_2);
            NVector {
                vector: [-scale * z / length, scale * y / length, x / length],
                altitude: ((k + e_2 - 1.0) / k) * length,
            }
        }
    }

    #[jacobian]
    pub fn n_vector(ecef: &[f64; 3]) -> NVector {
        NVector::from(Ecef(*ecef))
    }
}
