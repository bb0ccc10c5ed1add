//! Astronomy, after public crates: enums that choose constants, polynomials by a macro, series as
//! tables.
//!
//! ```text
//! astro   sgp4   vsop87   satkit   lox-orbits
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "types as their crates have them, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 6] = [
    PRECESS_ELEMENTS,
    MOON_COORDINATES,
    TRUE_NODE,
    NEAR_EARTH,
    EARTH_LONGITUDE,
    FLIGHT_TIME,
];

#[row(
    from = "astro 2.0.0, precess.rs, precess_orb_elements",
    at = [[0.4, 0.3, 1.2, 0.02, 0.7], [0.0, 0.3, 1.2, 0.1, 0.4]]
)]
#[jacobian]
pub mod astro_precession {
    fn arc_seconds(seconds: f64) -> f64 {
        seconds / 3600.0
    }

    fn angles(t: f64, century: f64) -> (f64, f64, f64) {
        let x = century * arc_seconds(0.000598);
        let nu = (t
            * (arc_seconds(47.0029) - century * (arc_seconds(0.06603) - x)
                + t * ((arc_seconds(-0.03302) + x) + t * arc_seconds(0.00006))))
        .to_radians();
        let pi = (174.876384 + century * (arc_seconds(3289.4789) + century * arc_seconds(0.60622))
            - t * ((arc_seconds(869.8089) + century * arc_seconds(0.50491))
                - t * arc_seconds(0.03536)))
        .to_radians();
        let y = century * arc_seconds(0.000042);
        let rho = (t
            * (arc_seconds(5029.0966)
                + century * (arc_seconds(2.22226) - y)
                + t * ((arc_seconds(1.11113) - y) - t * arc_seconds(0.000006))))
        .to_radians();
        (nu, pi, rho)
    }

    #[jacobian]
    pub fn precess_elements(
        inc: f64,
        perihelion: f64,
        node: f64,
        century: f64,
        t: f64,
    ) -> (f64, f64, f64) {
        let (nu, pi, rho) = angles(t, century);
        let new_inc;
        let new_node;
        let phi = pi + rho;
        if inc == 0.0 {
            new_inc = nu;
            new_node = phi + std::f64::consts::PI;
        } else {
            let a = inc.sin() * (node - pi).sin();
            let b = -nu.sin() * inc.cos() + nu.cos() * inc.sin() * (node - pi).cos();
            new_inc = (a * a + b * b).sqrt().asin();
            new_node = phi + a.atan2(b);
        }
        let turn = (-nu.sin() * (node - pi).sin() / new_inc.sin()).asin();
        (new_inc, perihelion + turn, new_node)
    }
}

#[row(
    from = "astro 2.0.0, planet/jupiter/moon.rs, apprnt_rect_coords",
    at = [[0.3], [1.3], [2.3], [3.3]],
    with(moon = if first < 1.0 { Moon::Io } else if first < 2.0 { Moon::Europa } else if first < 3.0 { Moon::Ganymede } else { Moon::Callisto })
)]
#[jacobian]
pub mod astro_moons {
    #[derive(Debug)]
    pub enum Moon {
        Io,
        Europa,
        Ganymede,
        Callisto,
    }

    #[jacobian(wrt(day))]
    pub fn moon_coordinates(day: f64, moon: &Moon) -> (f64, f64) {
        let v = (172.74 + 0.00111588 * day).to_radians();
        let m = (357.529 + 0.9856003 * day).to_radians();
        let n = (20.02 + 0.0830853 * day + 0.329 * v.sin()).to_radians();
        let j = (66.115 + 0.9025179 * day - 0.329 * v.sin()).to_radians();
        let a = (1.915 * m.sin() + 0.02 * (2.0 * m).sin()).to_radians();
        let b = (5.555 * n.sin() + 0.168 * (2.0 * n).sin()).to_radians();
        let k = j + a - b;
        let sun = 1.00014 - 0.01671 * m.cos() - 0.00014 * (2.0 * m).cos();
        let r = 5.20872 - 0.25208 * n.cos() - 0.00611 * (2.0 * n).cos();
        let delta = (r * r + sun * sun - 2.0 * r * sun * k.cos()).sqrt();
        let phi = (sun * k.sin() / delta).asin();
        let late = day - delta / 173.0;
        let u1 = (163.8069 + 203.4058646 * late).to_radians() + phi - b;
        let u2 = (358.414 + 101.2916335 * late).to_radians() + phi - b;
        let u3 = (5.7176 + 50.234518 * late).to_radians() + phi - b;
        let g = (331.18 + 50.310482 * late).to_radians();
        let h = (87.45 + 21.569231 * late).to_radians();
        let mut u = match moon {
            &Moon::Io => u1,
            &Moon::Europa => u2,
            &Moon::Ganymede => u3,
            &Moon::Callisto => (224.8092 + 21.48798 * late).to_radians() + phi - b,
        };
        u += (match moon {
            &Moon::Io => 0.473 * (2.0 * (u1 - u2)).sin(),
            &Moon::Europa => 1.065 * (2.0 * (u2 - u3)).sin(),
            &Moon::Ganymede => 0.165 * g.sin(),
            &Moon::Callisto => 0.843 * h.sin(),
        })
        .to_radians();
        let r_moon = match moon {
            &Moon::Io => 5.9057 - 0.0244 * (2.0 * (u1 - u2)).cos(),
            &Moon::Europa => 9.3966 - 0.0882 * (2.0 * (u2 - u3)).cos(),
            &Moon::Ganymede => 14.9883 - 0.0216 * g.cos(),
            &Moon::Callisto => 26.3627 - 0.1939 * h.cos(),
        };
        let lambda = (34.35 + 0.083091 * day + 0.329 * v.sin()).to_radians() + b;
        let tilt = (3.12 * (lambda + 42.8_f64.to_radians()).sin()).to_radians();
        (r_moon * u.sin(), -r_moon * u.cos() * tilt.sin())
    }
}

#[row(from = "astro 2.0.0, lunar.rs, true_ascend_node", at = [[0.12], [-0.3]])]
#[jacobian]
pub mod astro_node {
    macro_rules! horner {
        ($x:expr, $c:expr, $($a:expr),*) => {{
            let mut y = $c;
            let mut u = 1.0;
            $(u *= $x; y += u * $a;)*
            y
        }};
    }

    pub fn limit_to_360(angle: f64) -> f64 {
        let n = (angle / 360.0) as i64;
        let limited = angle - (360.0 * (n as f64));
        if limited < 0.0 {
            limited + 360.0
        } else {
            limited
        }
    }

    fn arguments(t: f64) -> (f64, f64, f64) {
        let d = limit_to_360(horner!(
            t,
            297.8501921,
            445267.1114034,
            -0.0018819,
            1.0 / 545868.0
        ));
        let m = limit_to_360(horner!(
            t,
            357.5291092,
            35999.0502909,
            -0.0001536,
            1.0 / 24490000.0
        ));
        let f = limit_to_360(horner!(
            t,
            93.272095,
            483202.0175233,
            -0.0036539,
            -1.0 / 3526000.0
        ));
        (d.to_radians(), m.to_radians(), f.to_radians())
    }

    #[jacobian]
    pub fn true_node(t: f64) -> f64 {
        let (d, m, f) = arguments(t);
        let mean = limit_to_360(horner!(
            t,
            125.0445479,
            -1934.1362891,
            0.0020754,
            1.0 / 467441.0
        ));
        mean.to_radians()
            + (-1.4979 * (2.0 * (d - f)).sin() - 0.15 * m.sin() - 0.1226 * (2.0 * d).sin()
                + 0.1176 * (2.0 * f).sin())
            .to_radians()
    }
}

#[row(
    from = "sgp4 2.4.0, near_earth.rs, near_earth_orbital_elements",
    at = [[0.2, 1.1, 0.4], [-0.2, 1.1, 0.4], [-60.0, 1.1, 0.4], [30.0, 1.1, 0.4]],
    with(
        high = if first > 0.0 && first < 20.0 {
            HighAltitude::Yes { c5: 1e-3, d2: 1e-3, eta: 0.1, k7: 0.2, k8: 1e-4, elliptic: Elliptic::Yes { k11: 1.1, k12: 0.01, k13: 0.02 } }
        } else if first > 20.0 {
            HighAltitude::Yes { c5: 1e-3, d2: 1e-3, eta: 0.1, k7: 0.2, k8: 1e-4, elliptic: Elliptic::No }
        } else {
            HighAltitude::No
        },
        orbit = Orbit { eccentricity: 0.02, mean_anomaly: 0.7, mean_motion: 0.06 }
    )
)]
#[jacobian]
pub mod sgp4_near_earth {
    #[derive(Debug)]
    pub enum Elliptic {
        No,
        Yes { k11: f64, k12: f64, k13: f64 },
    }

    #[derive(Debug)]
    pub enum HighAltitude {
        No,
        Yes {
            c5: f64,
            d2: f64,
            eta: f64,
            k7: f64,
            k8: f64,
            elliptic: Elliptic,
        },
    }

    #[derive(Debug)]
    pub struct Orbit {
        pub eccentricity: f64,
        pub mean_anomaly: f64,
        pub mean_motion: f64,
    }

    #[derive(Debug)]
    pub enum Error {
        OutOfRangeEccentricity,
    }

    const C1: f64 = 1.5e-3;
    const C4: f64 = 2.0e-3;
    const K1: f64 = 1.0e-3;

    #[jacobian(wrt(t, p23, a0))]
    pub fn near_earth(
        t: f64,
        p23: f64,
        a0: f64,
        high: &HighAltitude,
        orbit: &Orbit,
    ) -> Result<(f64, f64, f64, f64), Error> {
        let p24 = orbit.mean_anomaly + 0.05 * t;
        let (perigee, anomaly, a, p27) = match high {
            HighAltitude::No => (
                p23,
                p24 + orbit.mean_motion * K1 * t.powi(2),
                a0 * (1.0 - C1 * t).powi(2),
                orbit.eccentricity - C4 * t,
            ),
            HighAltitude::Yes {
                c5,
                d2,
                eta,
                k7,
                k8,
                elliptic,
            } => {
                let (perigee, p26) = match elliptic {
                    Elliptic::Yes { k11, k12, k13 } => {
                        let p25 = k13 * ((1.0 + eta * p24.cos()).powi(3) - k11) + k12 * t;
                        (p23 - p25, p24 + p25)
                    }
                    Elliptic::No => (p23, p24),
                };
                (
                    perigee,
                    p26 + orbit.mean_motion * (K1 * t.powi(2) + k8 * t.powi(3)),
                    a0 * (1.0 - C1 * t - d2 * t.powi(2)).powi(2),
                    orbit.eccentricity - (C4 * t + c5 * (p26.sin() - k7)),
                )
            }
        };
        if !(-0.05..0.12).contains(&p27) {
            Err(Error::OutOfRangeEccentricity)
        } else {
            Ok((
                p27.max(1.0e-6),
                perigee,
                anomaly,
                0.0743669161 / a.powf(1.5),
            ))
        }
    }
}

#[row(from = "vsop87 3.0.0, calculate_var and the sum of its series", at = [[0.02], [-0.4]])]
#[jacobian]
pub mod vsop87_series {
    const L0: [(f64, f64, f64); 5] = [
        (1.75347045673, 0.0, 0.0),
        (0.03341656456, 4.66925680417, 6283.0758499914),
        (0.00034894275, 4.62610241759, 12566.1516999828),
        (0.00003497056, 2.74411800971, 5753.3848848968),
        (0.00003417571, 2.82886579606, 3.523118349),
    ];
    const L1: [(f64, f64, f64); 3] = [
        (6283.31966747491, 0.0, 0.0),
        (0.00206058863, 2.67823455584, 6283.0758499914),
        (0.00004303430, 2.63512650414, 12566.1516999828),
    ];

    fn series(terms: &[(f64, f64, f64)], t: f64) -> f64 {
        terms
            .iter()
            .fold(0.0, |sum, (a, b, c)| sum + a * (b + c * t).cos())
    }

    #[jacobian]
    pub fn earth_longitude(t: f64) -> f64 {
        let coefficients = [series(&L0, t), series(&L1, t)];
        coefficients.iter().rev().fold(0.0, |sum, c| sum * t + c)
    }
}

#[row(
    from = "satkit 0.24.2, lambert.rs, compute_y and time of flight",
    at = [[0.3, 0.2, 1.4], [-0.3, 0.2, 1.4], [0.999, 0.5, 1.0], [1.4, 0.3, 2.0]]
)]
#[jacobian]
pub mod satkit_lambert {
    fn compute_y(x: f64, lambda: f64) -> f64 {
        (1.0 - lambda * lambda * (1.0 - x * x)).sqrt()
    }

    fn compute_psi(x: f64, y: f64, lambda: f64) -> f64 {
        if x < 1.0 {
            (x * y + lambda * (1.0 - x * x)).acos()
        } else {
            ((y - x * lambda) * (x * x - 1.0).sqrt()).asinh()
        }
    }

    #[jacobian]
    pub fn flight_time(x: f64, lambda: f64, target: f64) -> f64 {
        let y = compute_y(x, lambda);
        if (x - 1.0).abs() < 0.01 {
            let eta = y - lambda * x;
            let s1 = 0.5 * (1.0 - lambda - x * eta);
            let q = 4.0 / 3.0 * (1.0 + 0.2 * s1);
            return 0.5 * (eta.powi(3) * q + 4.0 * lambda * eta) - target;
        }
        let psi = compute_psi(x, y, lambda);
        let z = (1.0 - x * x).abs();
        (psi / z.sqrt() - x + lambda * y) / (1.0 - x * x) - target
    }
}
