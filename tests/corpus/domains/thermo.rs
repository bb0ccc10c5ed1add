//! Thermodynamics: equations of state, vapour pressures, heat capacities, transport.
//!
//! ```text
//! temperature, volume or density -> pressure, enthalpy, fugacity
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 10] = [
    VAN_DER_WAALS,
    REDLICH_KWONG,
    PENG_ROBINSON,
    ANTOINE,
    NASA_POLYNOMIAL,
    IAPWS_REGION_4,
    SUTHERLAND,
    ISA_ATMOSPHERE,
    FLASH,
    FRICTION_FACTOR,
];

/// Pressure by van der Waals, in reduced quantities.
#[row(
    from = "van der Waals 1873",
    at = [[1.1, 1.5]],
    known = [rows(&[1.0, 1.0], &[1.0], 1e-15)]
)]
#[jacobian]
pub fn van_der_waals(temperature: f64, volume: f64) -> f64 {
    8.0 * temperature / (3.0 * volume - 1.0) - 3.0 / volume.powi(2)
}

/// Pressure of a mixture by Redlich and Kwong.
#[row(
    from = "Redlich, Kwong, On the thermodynamics of solutions V, Chemical Reviews 44 (1949)",
    at = [[300.0, 1e-3, 0.4, 0.6]]
)]
#[jacobian]
pub fn redlich_kwong(temperature: f64, volume: f64, fractions: &[f64; 2]) -> f64 {
    const R: f64 = 8.314462618;
    const CRITICAL: [(f64, f64); 2] = [(190.6, 4.599e6), (305.3, 4.872e6)];
    let mut roots = 0.0;
    let mut b = 0.0;
    for (x, (tc, pc)) in fractions.iter().zip(CRITICAL) {
        let a_i = 0.42748 * R * R * tc.powf(2.5) / pc;
        roots += x * a_i.sqrt();
        b += x * 0.08664 * R * tc / pc;
    }
    R * temperature / (volume - b) - roots * roots / (temperature.sqrt() * volume * (volume + b))
}

/// Pressure by Peng and Robinson, with the later exponent for heavy molecules.
#[row(
    from = "Peng, Robinson, A new two-constant equation of state, 1976; Robinson, Peng 1978",
    at = [[350.0, 2e-3, 0.2], [350.0, 2e-3, 0.6]],
    with(tc = 425.1, pc = 3.796e6)
)]
#[jacobian(wrt(t, v, omega))]
pub fn peng_robinson(t: f64, v: f64, omega: f64, tc: f64, pc: f64) -> f64 {
    const R: f64 = 8.314462618;
    let kappa = if omega <= 0.49 {
        0.37464 + 1.54226 * omega - 0.26992 * omega * omega
    } else {
        0.379642 + omega * (1.48503 + omega * (-0.164423 + omega * 0.016666))
    };
    let alpha = (1.0 + kappa * (1.0 - (t / tc).sqrt())).powi(2);
    let a = 0.45724 * R.powi(2) * tc.powi(2) / pc * alpha;
    let b = 0.07780 * R * tc / pc;
    R * t / (v - b) - a / (v * v + 2.0 * b * v - b * b)
}

/// Vapour pressure of water in mmHg by Antoine's equation, below and above boiling.
#[row(
    from = "Antoine 1888, constants of Dortmund Data Bank for water",
    at = [[60.0], [140.0]],
    known = [rows(&[100.0], &[760.0], 0.5)]
)]
#[jacobian]
pub fn antoine(celsius: f64) -> f64 {
    let [a, b, c] = match celsius {
        t if t <= 100.0 => [8.07131, 1730.63, 233.426],
        _ => [8.14019, 1810.94, 244.485],
    };
    10.0_f64.powf(a - b / (c + celsius))
}

/// Heat capacity, enthalpy and entropy of nitrogen from the polynomials of two ranges.
#[row(
    from = "Gardiner and others, GRI-Mech 3.0, thermodynamic data of N2",
    at = [[600.0], [1800.0]],
    known = [rows(&[298.15], &[3.503, 0.0, 23.044], 2e-2)]
)]
#[jacobian]
pub fn nasa_polynomial(t: f64) -> [f64; 3] {
    const LOW: [f64; 7] = [
        3.298677,
        1.4082404e-3,
        -3.963222e-6,
        5.641515e-9,
        -2.444854e-12,
        -1020.8999,
        3.950372,
    ];
    const HIGH: [f64; 7] = [
        2.92664,
        1.4879768e-3,
        -5.68476e-7,
        1.0097038e-10,
        -6.753351e-15,
        -922.7977,
        5.980528,
    ];
    let a = if t < 1000.0 { LOW } else { HIGH };
    let mut capacity = 0.0;
    let mut enthalpy = a[5] / t;
    let mut entropy = a[0] * t.ln() + a[6];
    let mut power = 1.0;
    for k in 0..5 {
        capacity += a[k] * power;
        enthalpy += a[k] * power / (k + 1) as f64;
        if k > 0 {
            entropy += a[k] * power / k as f64;
        }
        power *= t;
    }
    [capacity, enthalpy, entropy]
}

/// Saturation pressure of water in MPa.
#[row(
    from = "IAPWS-IF97, equation 30 and table 35",
    at = [[400.0]],
    known = [
        rows(&[300.0], &[0.353658941e-2], 1e-11),
        rows(&[500.0], &[0.263889776e1], 1e-8),
        rows(&[600.0], &[0.123443146e2], 1e-7)
    ]
)]
#[jacobian]
pub fn iapws_region_4(t: f64) -> f64 {
    const N: [f64; 10] = [
        0.11670521452767e4,
        -0.72421316703206e6,
        -0.17073846940092e2,
        0.12020824702470e5,
        -0.32325550322333e7,
        0.14915108613530e2,
        -0.48232657361591e4,
        0.40511340542057e6,
        -0.23855557567849,
        0.65017534844798e3,
    ];
    let theta = t + N[8] / (t - N[9]);
    let a = theta * theta + N[0] * theta + N[1];
    let b = N[2] * theta * theta + N[3] * theta + N[4];
    let c = N[5] * theta * theta + N[6] * theta + N[7];
    (2.0 * c / (-b + (b * b - 4.0 * a * c).sqrt())).powi(4)
}

/// Viscosity and conductivity of air.
#[row(
    from = "Sutherland 1893, constants of White, Viscous Fluid Flow",
    at = [[350.0], [90.0]]
)]
#[jacobian]
pub fn sutherland(t: f64) -> (f64, f64) {
    let law = |reference: f64, t0: f64, s: f64| reference * (t / t0).powf(1.5) * (t0 + s) / (t + s);
    // Below the range of the law the viscosity is continued in proportion.
    let viscosity = if t > 110.4 {
        law(1.716e-5, 273.15, 110.4)
    } else {
        6.93e-8 * t
    };
    (viscosity, law(0.0241, 273.15, 194.0))
}

/// Temperature, pressure and density of the standard atmosphere by layers, metres in.
#[row(
    from = "U.S. Standard Atmosphere 1976",
    at = [[5000.0], [15000.0], [25000.0], [40000.0]],
    known = [
        rows(&[0.0], &[288.15, 101325.0, 1.225], 1e-4),
        rows(&[11000.0], &[216.65, 22632.1, 0.363918], 0.1),
        rows(&[20000.0], &[216.65, 5474.89, 0.0880349], 0.1)
    ]
)]
#[jacobian]
pub fn isa_atmosphere(height: f64) -> [f64; 3] {
    const G: f64 = 9.80665;
    const R: f64 = 287.053;
    // Base, lapse rate.
    const LAYERS: [(f64, f64); 4] = [
        (0.0, -0.0065),
        (11000.0, 0.0),
        (20000.0, 0.001),
        (32000.0, 0.0028),
    ];
    let mut temperature = 288.15;
    let mut pressure = 101325.0;
    for (k, (base, lapse)) in LAYERS.iter().enumerate() {
        let top = if k < 3 { LAYERS[k + 1].0 } else { 47000.0 };
        let reached = height < top;
        let step = if reached { height - base } else { top - base };
        let next = temperature + lapse * step;
        if *lapse == 0.0 {
            pressure *= (-G * step / (R * temperature)).exp();
        } else {
            pressure *= (next / temperature).powf(-G / (R * lapse));
        }
        temperature = next;
        if reached {
            break;
        }
    }
    [temperature, pressure, pressure / (R * temperature)]
}

/// Rachford and Rice's function of three components, and the vapour's composition.
#[row(
    from = "Rachford, Rice, Petroleum Technology 195 (1952)",
    at = [[0.4, 0.3, 0.4, 0.3, 2.0, 0.9, 0.3]]
)]
#[jacobian]
pub fn flash(vapour: f64, feed: [f64; 3], k: [f64; 3]) -> (f64, [f64; 3]) {
    let liquid: Vec<f64> = feed
        .iter()
        .zip(&k)
        .map(|(z, k)| z / (1.0 + vapour * (k - 1.0)))
        .collect();
    let balance = liquid.iter().zip(&k).map(|(x, k)| x * (k - 1.0)).sum();
    (
        balance,
        [k[0] * liquid[0], k[1] * liquid[1], k[2] * liquid[2]],
    )
}

/// Darcy's friction factor: laminar, in transition, turbulent.
#[row(
    from = "Haaland 1983 for turbulent flow, 64/Re for laminar, interpolated between",
    at = [[1500.0, 1e-3], [3000.0, 1e-3], [1e5, 1e-3]],
    known = [rows(&[1600.0, 0.0], &[0.04], 1e-15)]
)]
#[jacobian]
pub fn friction_factor(reynolds: f64, roughness: f64) -> f64 {
    let turbulent = |re: f64| {
        let argument = (roughness / 3.7).powf(1.11) + 6.9 / re;
        (-1.8 * argument.log10()).powi(-2)
    };
    match reynolds {
        re if re < 2300.0 => 64.0 / re,
        re if re > 4000.0 => turbulent(re),
        re => {
            let weight = (re - 2300.0) / 1700.0;
            (1.0 - weight) * (64.0 / 2300.0) + weight * turbulent(4000.0)
        }
    }
}
