//! Orbital mechanics and geodesy.
//!
//! ```text
//! elements <-> position and velocity        latitude, longitude, height <-> x, y, z
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 10] = [
    KEPLER_SOLVE,
    TRUE_ANOMALY,
    STATE_FROM_ELEMENTS,
    GRAVITY_J2,
    DRAG,
    VIS_VIVA,
    HAVERSINE,
    GEODETIC_FROM_ECEF,
    STUMPFF,
    LAMBERT_TIME,
];

/// The eccentric anomaly by Newton's method, six steps of it written out by the loop.
#[row(
    from = "Vallado, Fundamentals of Astrodynamics and Applications, algorithm 2 and example 2-1",
    at = [[4.108505060046596, 0.4], [-2.0, 0.3], [1.0, 0.3]],
    known = [rows(&[4.108505060046596, 0.4], &[3.848661745097512], 1e-6)]
)]
#[jacobian]
pub fn kepler_solve(mean: f64, eccentricity: f64) -> f64 {
    let past = mean > std::f64::consts::PI || (mean < 0.0 && mean > -std::f64::consts::PI);
    let mut anomaly = if past {
        mean - eccentricity
    } else {
        mean + eccentricity
    };
    for _ in 0..6 {
        let (sin, cos) = anomaly.sin_cos();
        anomaly += (mean - anomaly + eccentricity * sin) / (1.0 - eccentricity * cos);
    }
    anomaly
}

/// True anomaly and radius, on ellipse, parabola and hyperbola.
#[row(
    from = "Battin, An Introduction to the Mathematics and Methods of Astrodynamics, chapter 4",
    at = [[0.8, 0.3], [0.4, 1.7], [0.6, 1.0]]
)]
#[jacobian]
pub fn true_anomaly(anomaly: f64, e: f64) -> (f64, f64) {
    if e < 1.0 {
        let half = ((1.0 + e) / (1.0 - e)).sqrt() * (anomaly / 2.0).tan();
        (2.0 * half.atan(), 1.0 - e * anomaly.cos())
    } else if e > 1.0 {
        let half = ((e + 1.0) / (e - 1.0)).sqrt() * (anomaly / 2.0).tanh();
        (2.0 * half.atan(), e * anomaly.cosh() - 1.0)
    } else {
        (2.0 * anomaly.atan(), 0.5 * (1.0 + anomaly * anomaly))
    }
}

/// Position and velocity from the classical elements.
#[row(
    from = "Vallado, Fundamentals of Astrodynamics and Applications, algorithm 10",
    at = [[7000.0, 0.1, 0.9, 0.4, 1.2, 0.7]]
)]
#[jacobian]
pub fn state_from_elements(elements: &[f64; 6]) -> ([f64; 3], [f64; 3]) {
    const MU: f64 = 398600.4418;
    let [a, e, inclination, node, perigee, anomaly] = *elements;
    let p = a * (1.0 - e * e);
    let r = p / (1.0 + e * anomaly.cos());
    let v = (MU / p).sqrt();
    let plane_r = [r * anomaly.cos(), r * anomaly.sin()];
    let plane_v = [-v * anomaly.sin(), v * (e + anomaly.cos())];
    let ((sn, cn), (sp, cp), (si, ci)) = (node.sin_cos(), perigee.sin_cos(), inclination.sin_cos());
    let axes = [
        [cn * cp - sn * sp * ci, -cn * sp - sn * cp * ci],
        [sn * cp + cn * sp * ci, -sn * sp + cn * cp * ci],
        [sp * si, cp * si],
    ];
    let turn = |u: [f64; 2]| axes.map(|axis| axis[0] * u[0] + axis[1] * u[1]);
    (turn(plane_r), turn(plane_v))
}

/// Acceleration around a flattened earth.
#[row(
    from = "Montenbruck, Gill, Satellite Orbits, section 3.2",
    at = [[7000.0, 1000.0, 500.0]]
)]
#[jacobian]
pub fn gravity_j2(r: &[f64; 3]) -> [f64; 3] {
    const MU: f64 = 398600.4418;
    const RE: f64 = 6378.137;
    const J2: f64 = 1.08262668e-3;
    let square: f64 = r.iter().map(|c| c * c).sum();
    let distance = square.sqrt();
    let flat = 1.5 * J2 * RE.powi(2) / square;
    let polar = 5.0 * r[2].powi(2) / square;
    let mut a = [0.0; 3];
    for (i, a) in a.iter_mut().enumerate() {
        let bulge = if i < 2 { polar - 1.0 } else { polar - 3.0 };
        *a = -MU * r[i] / (square * distance) * (1.0 - flat * bulge);
    }
    a
}

/// Drag in an atmosphere of exponential layers.
#[row(
    from = "Vallado, Fundamentals of Astrodynamics and Applications, table 8-4",
    at = [
        [6478.137, 50.0, 0.0, 0.0, 7.5, 0.5],
        [6578.137, 50.0, 0.0, 0.0, 7.5, 0.5],
        [6778.137, 50.0, 0.0, 0.0, 7.5, 0.5],
        [9000.0, 50.0, 0.0, 0.0, 7.5, 0.5]
    ]
)]
#[jacobian]
pub fn drag(r: &[f64; 3], v: &[f64; 3]) -> [f64; 3] {
    // Height of the base in km, density there in kg/m^3, scale height in km.
    const LAYERS: [[f64; 3]; 3] = [
        [350.0, 9.518e-12, 53.298],
        [150.0, 2.070e-9, 22.523],
        [0.0, 1.225, 7.249],
    ];
    const BALLISTIC: f64 = 0.01;
    const OMEGA: f64 = 7.292115e-5;
    let height = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt() - 6378.137;
    if height > 1000.0 {
        return [0.0; 3];
    }
    let mut density = 0.0;
    for [base, reference, scale] in LAYERS {
        if height >= base {
            density = reference * (-(height - base) / scale).exp();
            break;
        }
    }
    let relative = [v[0] + OMEGA * r[1], v[1] - OMEGA * r[0], v[2]];
    let speed = relative.iter().map(|c| c.powi(2)).sum::<f64>().sqrt();
    relative.map(|c| -500.0 * density * BALLISTIC * speed * c)
}

/// Speed on an orbit, an error inside the earth.
#[row(
    from = "Bate, Mueller, White, Fundamentals of Astrodynamics, section 1.6",
    at = [[7000.0, 8000.0], [100.0, 8000.0]]
)]
#[jacobian]
pub fn vis_viva(radius: f64, axis: f64) -> Result<f64, String> {
    if radius < 6378.0 {
        return Err(format!("{radius} km is below the ground"));
    }
    Ok((398600.4418 * (2.0 / radius - 1.0 / axis)).sqrt())
}

/// Distance of two places on a sphere, in metres; degrees in.
#[row(
    from = "Sinnott, Virtues of the haversine, Sky and Telescope 68 (1984)",
    at = [[38.898556, -77.037852, 38.897147, -77.043934]],
    known = [rows(&[0.0, 0.0, 0.0, 180.0], &[20015086.796020573], 1e-6)]
)]
#[jacobian]
pub fn haversine(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
    let radius = 6371e3;
    let (phi1, phi2) = (lat1.to_radians(), lat2.to_radians());
    let (dphi, dlambda) = ((lat2 - lat1).to_radians(), (lon2 - lon1).to_radians());
    let a = (dphi / 2.0).sin().powi(2) + phi1.cos() * phi2.cos() * (dlambda / 2.0).sin().powi(2);
    2.0 * radius * a.sqrt().min(1.0).asin()
}

/// Latitude, longitude and height on WGS 84 by Bowring's formula, with a branch near the poles.
#[row(
    from = "Bowring, Transformation from spatial to geographical coordinates, Survey Review 23 (1976)",
    at = [[4000e3, 1500e3, 4700e3], [10e3, 20e3, 6357e3], [10e3, 20e3, -6357e3]]
)]
#[jacobian]
pub fn geodetic_from_ecef(p: &[f64; 3]) -> [f64; 3] {
    const A: f64 = 6378137.0;
    const B: f64 = 6356752.314245;
    let e2 = 1.0 - B * B / (A * A);
    let ep2 = A * A / (B * B) - 1.0;
    let radius = p[0].hypot(p[1]);
    let beta = (A * p[2]).atan2(B * radius);
    let latitude =
        (p[2] + ep2 * B * beta.sin().powi(3)).atan2(radius - e2 * A * beta.cos().powi(3));
    let curvature = A / (1.0 - e2 * latitude.sin().powi(2)).sqrt();
    let height = if latitude.abs() < 1.5 {
        radius / latitude.cos() - curvature
    } else {
        p[2].abs() / latitude.sin().abs() - curvature * (1.0 - e2)
    };
    [latitude, p[1].atan2(p[0]), height]
}

/// The functions c2 and c3 of universal variables: three formulas, a series between them.
#[row(
    from = "Vallado, Fundamentals of Astrodynamics and Applications, algorithm 1",
    at = [[0.8], [-0.6], [1e-8]],
    known = [rows(&[0.0], &[0.5, 0.16666666666666666], 1e-16)]
)]
#[jacobian]
pub fn stumpff(psi: f64) -> [f64; 2] {
    if psi > 1e-6 {
        let root = psi.sqrt();
        [(1.0 - root.cos()) / psi, (root - root.sin()) / root.powi(3)]
    } else if psi < -1e-6 {
        let root = (-psi).sqrt();
        [
            (1.0 - root.cosh()) / psi,
            (root.sinh() - root) / root.powi(3),
        ]
    } else {
        [0.5 - psi / 24.0, 1.0 / 6.0 - psi / 120.0]
    }
}

/// Time of flight between two radii: ellipse, the parabola's series near one, hyperbola.
#[row(
    from = "Gooding, A procedure for the solution of Lambert's orbital boundary-value problem, 1990",
    at = [[0.3, 0.5], [0.97, 0.5], [1.4, 0.5], [0.3, -0.5]]
)]
#[jacobian]
pub fn lambert_time(x: f64, q: f64) -> f64 {
    let energy = 1.0 - x * x;
    if energy.abs() < 0.1 {
        let term = |u: f64| {
            let mut sum = 0.0;
            let mut power = 1.0;
            for (k, c) in [4.0 / 3.0, 0.4, 3.0 / 14.0, 5.0 / 36.0].iter().enumerate() {
                if k > 0 {
                    power *= u;
                }
                sum += c * power;
            }
            sum
        };
        return term(energy) - q.powi(3) * term(q * q * energy);
    }
    let y = energy.abs().sqrt();
    let z = (1.0 - q * q * energy).sqrt();
    let f = y * (z - q * x);
    let g = x * z - q * (-energy);
    let d = if energy > 0.0 {
        f.atan2(g)
    } else {
        (f + g).ln()
    };
    let along = if energy > 0.0 { d / y } else { -d / y };
    2.0 * (x - q * z - along) / (-energy)
}
