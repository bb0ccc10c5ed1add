//! Geodesy, after public crates: ellipsoids as enums and structs, tables with offsets, angles
//! kept in a range.
//!
//! ```text
//! map_3d   geographiclib-rs   coord_transforms   geo   utm
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
pub const ALL: [Problem; 7] = [
    RADIUS_NORMAL,
    LLA_TO_ENU,
    ATAN2D,
    C1_SERIES,
    ANG_DIFF,
    RHUMB_DISTANCE,
    TO_UTM,
];

#[row(
    from = "map_3d 0.1.7, get_radius_normal",
    at = [[0.7], [-1.2]],
    with(ellipsoid = if first > 0.0 { Ellipsoid::Wgs84 } else { Ellipsoid::Bessel })
)]
#[jacobian]
pub mod map_3d_radius {
    #[derive(Clone, Copy, Debug)]
    pub enum Ellipsoid {
        Wgs84,
        Bessel,
    }

    impl Ellipsoid {
        /// Major and minor axis, flattening, and the square of the eccentricity.
        pub fn parameters(&self) -> (f64, f64, f64, f64) {
            let (major, flattening): (f64, f64) = match self {
                Ellipsoid::Wgs84 => (6378137.0, 1.0 / 298.257223563),
                Ellipsoid::Bessel => (6377397.155, 1.0 / 299.1528128),
            };
            let minor = major * (1.0 - flattening);
            let square = (major * major - minor * minor) / (major * major);
            (major, minor, flattening, square)
        }
    }

    #[jacobian]
    pub fn radius_normal(latitude: f64, ellipsoid: Ellipsoid) -> f64 {
        let (major, _, _, square) = ellipsoid.parameters();
        major / (1.0 - square * latitude.sin() * latitude.sin()).sqrt()
    }
}

#[row(
    from = "coord_transforms 1.4.1, geo.rs, lla2ecef and lla2enu",
    at = [[0.7, 0.2, 100.0, 0.71, 0.21, 300.0]],
    with(ellipsoid = Ellipsoid { semi_major: 6378137.0, semi_minor: 6356752.314245, first_ecc: 0.0818191908 })
)]
#[jacobian]
pub mod coord_transforms_enu {
    #[derive(Clone, Copy, Debug)]
    pub struct Ellipsoid {
        pub semi_major: f64,
        pub semi_minor: f64,
        pub first_ecc: f64,
    }

    impl Ellipsoid {
        pub fn semi_major(&self) -> f64 {
            self.semi_major
        }

        pub fn ratio(&self) -> f64 {
            self.semi_minor.powi(2) / self.semi_major.powi(2)
        }
    }

    pub fn to_ecef(lla: &[f64; 3], ellipsoid: &Ellipsoid) -> [f64; 3] {
        let n = ellipsoid.semi_major()
            / (1.0 - ellipsoid.first_ecc.powi(2) * lla[0].sin().powi(2)).sqrt();
        let mut result = [0.0; 3];
        result[0] = (n + lla[2]) * lla[0].cos() * lla[1].cos();
        result[1] = (n + lla[2]) * lla[0].cos() * lla[1].sin();
        result[2] = (ellipsoid.ratio() * n + lla[2]) * lla[0].sin();
        result
    }

    #[jacobian(wrt(origin, lla))]
    pub fn lla_to_enu(origin: &[f64; 3], lla: &[f64; 3], ellipsoid: &Ellipsoid) -> [f64; 3] {
        let from = to_ecef(origin, ellipsoid);
        let to = to_ecef(lla, ellipsoid);
        let (sin_lat, cos_lat) = origin[0].sin_cos();
        let (sin_lon, cos_lon) = origin[1].sin_cos();
        let rotation = [
            [-sin_lon, cos_lon, 0.0],
            [-cos_lon * sin_lat, -sin_lon * sin_lat, cos_lat],
            [cos_lon * cos_lat, sin_lon * cos_lat, sin_lat],
        ];
        let mut enu = [0.0; 3];
        for (row, out) in rotation.iter().zip(enu.iter_mut()) {
            for k in 0..3 {
                *out += row[k] * (to[k] - from[k]);
            }
        }
        enu
    }
}

#[row(
    from = "geographiclib-rs 0.2.7, geomath.rs, atan2d",
    at = [[0.3, 0.2], [-0.3, 0.2], [0.3, -0.9], [-0.3, -0.1], [0.1, 0.4], [-0.3, -0.9], [0.3, -0.1], [0.9, -0.3]]
)]
#[jacobian]
pub mod geographiclib_atan2d {
    #[jacobian]
    pub fn atan2d(mut y: f64, mut x: f64) -> f64 {
        let mut q = if y.abs() > x.abs() {
            std::mem::swap(&mut x, &mut y);
            2
        } else {
            0
        };
        if x < 0.0 {
            q += 1;
            x = -x;
        }
        let mut angle = y.atan2(x).to_degrees();
        match q {
            0 => {}
            1 => {
                angle = if y >= 0.0 {
                    180.0 - angle
                } else {
                    -180.0 - angle
                };
            }
            2 => {
                angle = 90.0 - angle;
            }
            3 => {
                angle += -90.0;
            }
            _ => unreachable!(),
        }
        angle
    }
}

#[row(from = "geographiclib-rs 0.2.7, geomath.rs, _C1f", at = [[0.003]])]
#[jacobian]
pub mod geographiclib_series {
    pub const ORDER: usize = 6;

    pub fn sq(x: f64) -> f64 {
        x.powi(2)
    }

    /// Horner's rule over the first `n + 1` coefficients.
    pub fn polyval(n: usize, p: &[f64], x: f64) -> f64 {
        let mut y = p[0];
        for value in &p[1..=n] {
            y = y * x + value;
        }
        y
    }

    #[jacobian]
    pub fn c1_series(eps: f64, c: &mut [f64; 7]) {
        const COEFF: [f64; 18] = [
            -1.0, 6.0, -16.0, 32.0, -9.0, 64.0, -128.0, 2048.0, 9.0, -16.0, 768.0, 3.0, -5.0,
            512.0, -7.0, 1280.0, -7.0, 2048.0,
        ];
        let eps2 = sq(eps);
        let mut d = eps;
        let mut o = 0;
        for l in 1..=ORDER {
            let m = (ORDER - l) / 2;
            c[l] = d * polyval(m, &COEFF[o..], eps2) / COEFF[o + m + 1];
            o += m + 2;
            d *= eps;
        }
    }
}

#[row(
    from = "geographiclib-rs 0.2.7, geomath.rs, ang_diff and sum",
    at = [[10.0, 350.0], [-170.0, 175.0], [0.0, 180.0], [20.0, -200.0], [200.0, 20.0], [-1e-15, 180.0]]
)]
#[jacobian]
pub mod geographiclib_angles {
    /// The sum and its rounding error.
    pub fn sum(u: f64, v: f64) -> (f64, f64) {
        let s = u + v;
        let up = s - v;
        let vpp = s - up;
        let up = up - u;
        let vpp = vpp - v;
        (s, -(up + vpp))
    }

    pub fn normalize(x: f64) -> f64 {
        let y = x % 360.0;
        if y <= -180.0 {
            y + 360.0
        } else if y <= 180.0 {
            y
        } else {
            y - 360.0
        }
    }

    #[jacobian]
    pub fn ang_diff(x: f64, y: f64) -> f64 {
        let (d, t) = sum(normalize(-x), normalize(y));
        let d = normalize(d);
        let (d, t) = if d == 180.0 && t > 0.0 {
            sum(-180.0, t)
        } else {
            sum(d, t)
        };
        d + t
    }
}

#[row(
    from = "geo 0.33.1, rhumb/mod.rs, RhumbCalculations",
    at = [[10.0, 20.0, 60.0, 40.0], [170.0, 10.0, -160.0, 30.0], [-160.0, 10.0, 170.0, 30.0], [10.0, 20.0, 30.0, 20.0]]
)]
#[jacobian]
pub mod geo_rhumb {
    #[derive(Clone, Copy, Debug)]
    pub struct Rhumb {
        pub phi1: f64,
        pub phi2: f64,
        pub delta_lambda: f64,
        pub delta_phi: f64,
        pub delta_psi: f64,
    }

    impl Rhumb {
        pub fn new(from: (f64, f64), to: (f64, f64)) -> Self {
            let pi = std::f64::consts::PI;
            let (phi1, phi2) = (from.1.to_radians(), to.1.to_radians());
            let mut delta_lambda = (to.0 - from.0).to_radians();
            if delta_lambda > pi {
                delta_lambda -= 2.0 * pi;
            }
            if delta_lambda < -pi {
                delta_lambda += 2.0 * pi;
            }
            let quarter = pi / 4.0;
            let delta_psi = ((phi2 / 2.0 + quarter).tan() / (phi1 / 2.0 + quarter).tan()).ln();
            Rhumb {
                phi1,
                phi2,
                delta_lambda,
                delta_phi: phi2 - phi1,
                delta_psi,
            }
        }

        pub fn theta(&self) -> f64 {
            self.delta_lambda.atan2(self.delta_psi)
        }

        pub fn delta(&self) -> f64 {
            let threshold = 10.0e-12;
            let q = if self.delta_psi.abs() > threshold {
                self.delta_phi / self.delta_psi
            } else {
                self.phi1.cos()
            };
            (self.delta_phi * self.delta_phi + q * q * self.delta_lambda * self.delta_lambda).sqrt()
        }
    }

    #[jacobian]
    pub fn rhumb_distance(from: (f64, f64), to: (f64, f64)) -> [f64; 2] {
        let rhumb = Rhumb::new(from, to);
        [rhumb.theta(), rhumb.delta() * 6371008.8]
    }
}

#[row(
    from = "in the manner of utm: the projection to a zone",
    at = [[51.2, 7.5], [-33.9, 18.4]],
    with(zone = if first > 0.0 { 32 } else { 34 })
)]
#[jacobian]
pub mod utm_forward {
    const K0: f64 = 0.9996;
    const E: f64 = 0.00669438;
    const E2: f64 = E * E;
    const E3: f64 = E2 * E;
    const E_P2: f64 = E / (1.0 - E);
    const M1: f64 = 1.0 - E / 4.0 - 3.0 * E2 / 64.0 - 5.0 * E3 / 256.0;
    const M2: f64 = 3.0 * E / 8.0 + 3.0 * E2 / 32.0 + 45.0 * E3 / 1024.0;
    const M3: f64 = 15.0 * E2 / 256.0 + 45.0 * E3 / 1024.0;
    const M4: f64 = 35.0 * E3 / 3072.0;
    const R: f64 = 6378137.0;

    fn zone_to_longitude(zone: u8) -> f64 {
        (zone as f64 - 1.0) * 6.0 - 180.0 + 3.0
    }

    #[jacobian(wrt(latitude, longitude))]
    pub fn to_utm(latitude: f64, longitude: f64, zone: u8) -> (f64, f64, f64) {
        let lat_rad = latitude.to_radians();
        let (lat_sin, lat_cos) = lat_rad.sin_cos();
        let lat_tan = lat_sin / lat_cos;
        let (t2, t4) = (lat_tan * lat_tan, lat_tan.powi(4));
        let lon_rad = longitude.to_radians();
        let central = zone_to_longitude(zone).to_radians();
        let n = R / (1.0 - E * lat_sin * lat_sin).sqrt();
        let c = E_P2 * lat_cos * lat_cos;
        let a = lat_cos * (lon_rad - central);
        let (a2, a3, a4, a5, a6) = (a * a, a.powi(3), a.powi(4), a.powi(5), a.powi(6));
        let m = R
            * (M1 * lat_rad - M2 * (2.0 * lat_rad).sin() + M3 * (4.0 * lat_rad).sin()
                - M4 * (6.0 * lat_rad).sin());
        let easting = K0
            * n
            * (a + a3 / 6.0 * (1.0 - t2 + c)
                + a5 / 120.0 * (5.0 - 18.0 * t2 + t4 + 72.0 * c - 58.0 * E_P2))
            + 500000.0;
        let mut northing = K0
            * (m + n
                * lat_tan
                * (a2 / 2.0
                    + a4 / 24.0 * (5.0 - t2 + 9.0 * c + 4.0 * c * c)
                    + a6 / 720.0 * (61.0 - 58.0 * t2 + t4 + 600.0 * c - 330.0 * E_P2)));
        let meridian = (lat_tan * (lon_rad - central)).atan();
        if latitude < 0.0 {
            northing += 10_000_000.0;
        }
        (northing, easting, meridian)
    }
}
