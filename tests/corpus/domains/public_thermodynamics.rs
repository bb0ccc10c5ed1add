//! Thermodynamics and chemistry, after public crates: free energies as sums over tables, cubic
//! equations of state, potentials.
//!
//! ```text
//! seuif97   feos   chemical units
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
pub const ALL: [Problem; 5] = [
    PRESSURE,
    SATURATION,
    LOWER_LIMIT,
    HARD_SPHERE,
    COMPRESSIBILITY,
];

#[row(
    from = "seuif97 2.3.8, region 3, products of powers over a table in steps",
    at = [[700.0, 330.0], [650.0, 500.0]]
)]
#[jacobian]
pub mod seuif97_region3 {
    pub const TC: f64 = 647.096;
    pub const DC: f64 = 322.0;
    pub const TERMS: [(i32, i32, f64); 10] = [
        (0, 0, -0.15732845290239e2),
        (0, 1, 0.20944396974307e2),
        (0, 7, 0.26185947787954e1),
        (1, 2, -0.12654315477714e1),
        (1, 6, -0.11524407806681e1),
        (2, 0, 0.38493460186671),
        (2, 2, -0.85214708824206),
        (3, 4, -0.20189915023570e1),
        (6, 26, 0.16436278447961e-1),
        (11, 26, -0.44923899061815e-4),
    ];

    fn sum_steps(vi: f64, vj: f64, terms: &[(i32, i32, f64)], steps: &[(usize, usize)]) -> f64 {
        let mut value: f64 = 0.0;
        for &(start, end) in steps {
            for &(i, j, n) in &terms[start..end] {
                value += n * i as f64 * vi.powi(i - 1) * vj.powi(j);
            }
        }
        value
    }

    #[jacobian]
    pub fn pressure(t: f64, d: f64) -> f64 {
        let tau: f64 = TC / t;
        let delta: f64 = d / DC;
        const STEPS: [(usize, usize); 3] = [(3, 5), (5, 8), (8, 10)];
        let phi_delta = 0.10658070028513e1 / delta + sum_steps(delta, tau, &TERMS, &STEPS);
        0.001 * d * 0.461526 * t * delta * phi_delta
    }
}

#[row(
    from = "seuif97 2.3.8, region 4, saturation pressure, and the boundary between 2b and 2c",
    at = [[500.0, 6.0], [300.0, 20.0]]
)]
#[jacobian]
pub mod seuif97_saturation {
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

    pub fn enthalpy_2bc(p: f64) -> f64 {
        const N: [f64; 3] = [0.12809002730136e-3, 0.26526571908428e4, 0.45257578905948e1];
        N[1] + ((p - N[2]) / N[0]).sqrt()
    }

    #[jacobian]
    pub fn saturation(t: f64, p: f64) -> (f64, f64) {
        let theta = t + N[8] / (t - N[9]);
        let a = theta * theta + N[0] * theta + N[1];
        let b = N[2] * theta * theta + N[3] * theta + N[4];
        let c = N[5] * theta * theta + N[6] * theta + N[7];
        let root = 2.0 * c / (-b + (b * b - 4.0 * a * c).sqrt());
        (root.powi(4), enthalpy_2bc(p))
    }
}

#[row(
    from = "feos 0.10.5, saftvrmie/parameters.rs, lower_integratal_limit and mie_potential_halley",
    at = [[6.0, 12.0, 0.3], [7.0, 20.0, 1.5], [6.0, 8.5, 40.0]]
)]
#[jacobian]
pub mod feos_mie {
    fn mie_potential_halley(r: f64, la: f64, lr: f64, c_eps_t: f64) -> [f64; 3] {
        let ri = r.recip();
        let plr = ri.powf(lr);
        let pla = ri.powf(la);
        let u = plr - pla;
        let dplr = plr * (-lr) * ri;
        let dpla = pla * (-la) * ri;
        let du_dr = dplr - dpla;
        let d2u_dr2 = (dplr * (-lr - 1.0) - dpla * (-la - 1.0)) * ri;
        let f = -c_eps_t * u - f64::EPSILON.ln();
        let df = -c_eps_t * du_dr;
        let d2f = -c_eps_t * d2u_dr2;
        [f, f / df, df / d2f]
    }

    #[jacobian]
    pub fn lower_limit(la: f64, lr: f64, c_eps_t: f64) -> f64 {
        let k = (-c_eps_t.recip() * f64::EPSILON.ln()).ln();
        let mut r = (-k / lr).exp();
        for _ in 1..5 {
            let [u, u_du, du_d2u] = mie_potential_halley(r, la, lr, c_eps_t);
            let dr = u_du / (-u_du / du_d2u * 0.5 + 1.0);
            if u < 0.0 {
                return r;
            }
            r -= dr;
        }
        r
    }
}

#[row(
    from = "feos 0.10.5, hard_sphere and pcsaft, generic over a trait of dual numbers",
    at = [[350.0, 0.001, 0.002], [280.0, 0.003, 0.0005]]
)]
#[jacobian]
pub mod feos_hard_sphere {
    use num_traits::Float;

    const M: [f64; 2] = [1.0, 1.96];
    const SIGMA: [f64; 2] = [3.7, 3.5];
    const EPSILON_K: [f64; 2] = [150.0, 191.4];

    fn hs_diameter(sigma: f64, epsilon_k: f64, temperature: f64) -> f64 {
        let inverse = temperature.recip() * -3.0;
        sigma * (1.0 - 0.12 * (inverse * epsilon_k).exp())
    }

    fn zeta(density: &[f64; 2], diameter: &[f64; 2]) -> [f64; 4] {
        let mut zeta = [0.0; 4];
        for i in 0..M.len() {
            for (k, z) in zeta.iter_mut().enumerate() {
                *z += density[i] * diameter[i].powi(k as i32) * (std::f64::consts::PI / 6.0 * M[i]);
            }
        }
        zeta
    }

    fn log_term<T: Float>(z3: T) -> T {
        (-z3 + T::one()).ln()
    }

    #[jacobian]
    pub fn hard_sphere(temperature: f64, rho1: f64, rho2: f64) -> f64 {
        let mut d = [0.0; 2];
        for (i, d) in d.iter_mut().enumerate() {
            *d = hs_diameter(SIGMA[i], EPSILON_K[i], temperature);
        }
        let [z0, z1, z2, z3] = zeta(&[rho1, rho2], &d);
        let frac = 1.0 / (1.0 - z3);
        (z1 * z2 * 3.0 * frac
            + z2.powi(2) * frac.powi(2) * z2 / z3
            + (z2.powi(3) / z3.powi(2) - z0) * log_term(z3))
            * 6.0
            / std::f64::consts::PI
    }
}

#[row(
    from = "feos 0.10.5, cubic equation of state of Peng and Robinson, its factor by Cardano's formula",
    at = [[300.0, 1.0e5], [500.0, 8.0e6], [250.0, 1.0e6]]
)]
#[jacobian]
pub mod feos_cubic {
    #[derive(Clone, Copy, Debug)]
    pub struct Record {
        pub tc: f64,
        pub pc: f64,
        pub acentric: f64,
    }

    impl Record {
        pub const PROPANE: Record = Record {
            tc: 369.96,
            pc: 4.25e6,
            acentric: 0.153,
        };

        pub fn kappa(&self) -> f64 {
            0.37464 + (1.54226 - 0.26992 * self.acentric) * self.acentric
        }

        pub fn a(&self, t: f64) -> f64 {
            let alpha = (1.0 + self.kappa() * (1.0 - (t / self.tc).sqrt())).powi(2);
            0.45724 * (8.314 * self.tc).powi(2) / self.pc * alpha
        }

        pub fn b(&self) -> f64 {
            0.0778 * 8.314 * self.tc / self.pc
        }
    }

    #[jacobian]
    pub fn compressibility(t: f64, p: f64) -> f64 {
        let record = Record::PROPANE;
        let (a, b) = (
            record.a(t) * p / (8.314 * t).powi(2),
            record.b() * p / (8.314 * t),
        );
        let (c2, c1, c0) = (
            b - 1.0,
            a - 3.0 * b * b - 2.0 * b,
            b.powi(3) + b * b - a * b,
        );
        let q = (c2 * c2 - 3.0 * c1) / 9.0;
        let r = (2.0 * c2.powi(3) - 9.0 * c2 * c1 + 27.0 * c0) / 54.0;
        if r * r < q.powi(3) {
            let theta = (r / q.powf(1.5)).acos();
            -2.0 * q.sqrt() * ((theta + 2.0 * std::f64::consts::PI) / 3.0).cos() - c2 / 3.0
        } else {
            let s = -r.signum() * (r.abs() + (r * r - q.powi(3)).sqrt()).cbrt();
            s + q / s - c2 / 3.0
        }
    }
}
