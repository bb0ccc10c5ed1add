//! Statistics and special functions, after public crates: distributions as structs behind traits,
//! series over tables, rational approximations by range.
//!
//! ```text
//! statrs   special   puruspe   rv   argmin_testfunctions
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::approx_constant,
    clippy::unwrap_used,
    reason = "code as its crates have it, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 9] = [
    SF,
    LN_GAMMA,
    LOG_LIKELIHOOD,
    BESSEL_J0,
    SCALED_I0,
    ACKLEY,
    BUKIN_DERIVATIVE,
    LEVY,
    NORMAL_CDF,
];

#[row(
    from = "statrs 0.19.1, distribution/triangular.rs, sf",
    at = [[-1.0], [0.3], [1.2], [3.0]],
    on = Triangular,
    with(self = Triangular { min: 0.0, max: 2.0, mode: 0.5 })
)]
#[jacobian]
pub mod statrs_triangular {
    #[derive(Clone, Copy, Debug)]
    pub struct Triangular {
        pub min: f64,
        pub max: f64,
        pub mode: f64,
    }

    pub trait ContinuousCdf<K, T> {
        fn sf(&self, x: K) -> T;
    }

    #[jacobian]
    impl ContinuousCdf<f64, f64> for Triangular {
        #[jacobian]
        fn sf(&self, x: f64) -> f64 {
            let a = self.min;
            let b = self.max;
            let c = self.mode;
            if x <= a {
                1.0
            } else if x <= c {
                1.0 - ((x - a) * (x - a) / ((b - a) * (c - a)))
            } else if x < b {
                (b - x) * (b - x) / ((b - a) * (b - c))
            } else {
                0.0
            }
        }
    }
}

#[row(
    from = "statrs 0.19.1, function/gamma.rs, ln_gamma by Lanczos' series",
    at = [[0.2], [2.5], [11.0]]
)]
#[jacobian]
pub mod statrs_gamma {
    const R: f64 = 10.900511;
    const LN_PI: f64 = 1.1447298858494;
    const LN_2_SQRT_E_OVER_PI: f64 = 0.6207822376352452;
    const DK: &[f64] = &[
        2.48574089138753565546e-5,
        1.05142378581721974210,
        -3.45687097222016235469,
        4.51227709466894823700,
        -2.98285225323576655721,
        1.05639711577126713077,
        -1.95428773191645869583e-1,
        1.70970543404441224307e-2,
        -5.71926117404305781283e-4,
        4.63399473359905636708e-6,
        -2.71994908488607703910e-9,
    ];

    #[jacobian]
    pub fn ln_gamma(x: f64) -> f64 {
        use std::f64::consts::{E, PI};
        if x < 0.5 {
            let s = DK
                .iter()
                .enumerate()
                .skip(1)
                .fold(DK[0], |s, t| s + t.1 / (t.0 as f64 - x));
            LN_PI
                - (PI * x).sin().ln()
                - s.ln()
                - LN_2_SQRT_E_OVER_PI
                - (0.5 - x) * ((0.5 - x + R) / E).ln()
        } else {
            let s = DK
                .iter()
                .enumerate()
                .skip(1)
                .fold(DK[0], |s, t| s + t.1 / (x + t.0 as f64 - 1.0));
            s.ln() + LN_2_SQRT_E_OVER_PI + (x - 0.5) * ((x - 0.5 + R) / E).ln()
        }
    }
}

#[row(
    from = "statrs 0.19.1, distribution/gumbel.rs, weibull.rs and laplace.rs, ln_pdf",
    at = [[0.7, 1.2, 0.3, 1.5], [-0.4, 0.8, 0.1, 2.0]]
)]
#[jacobian]
pub mod statrs_densities {
    pub trait Continuous {
        fn ln_pdf(&self, x: f64) -> f64;
    }

    pub struct Gumbel {
        pub location: f64,
        pub scale: f64,
    }

    pub struct Laplace {
        pub location: f64,
        pub scale: f64,
    }

    impl Continuous for Gumbel {
        fn ln_pdf(&self, x: f64) -> f64 {
            let z = (x - self.location) / self.scale;
            -(z + (-z).exp()) - self.scale.ln()
        }
    }

    impl Continuous for Laplace {
        fn ln_pdf(&self, x: f64) -> f64 {
            -(x - self.location).abs() / self.scale - (2.0 * self.scale).ln()
        }
    }

    #[jacobian]
    pub fn log_likelihood(location: f64, scale: f64, x: f64, y: f64) -> f64 {
        let gumbel = Gumbel { location, scale };
        let laplace = Laplace {
            location: 2.0 * location,
            scale,
        };
        gumbel.ln_pdf(x) + laplace.ln_pdf(y) + gumbel.ln_pdf(y * x)
    }
}

#[row(
    from = "puruspe 0.4.4, bessel.rs, j0 of Besseljy",
    at = [[1.5], [-4.0], [9.0], [-20.0]]
)]
#[jacobian]
pub mod puruspe_bessel {
    const J0R: [f64; 7] = [
        1.682397144220462e-4,
        2.058861258868952e-5,
        5.288947320067750e-7,
        5.557173907680151e-9,
        2.865540042042604e-11,
        7.398972674152181e-14,
        7.925088479679688e-17,
    ];
    const J0S: [f64; 7] = [
        1.0,
        1.019685405805929e-2,
        5.130296867064666e-5,
        1.659702063950243e-7,
        3.728997574317067e-10,
        5.709292619977798e-13,
        4.932979170744996e-16,
    ];

    fn rat(x: f64, r: &[f64], s: &[f64], n: usize) -> (f64, f64, f64) {
        let y = x.powi(2);
        let z = 64.0 - y;
        let mut nump = r[n];
        let mut denp = s[n];
        for i in (0..n).rev() {
            nump = r[i] + z * nump;
            denp = s[i] + y * denp;
        }
        (y, nump, denp)
    }

    #[jacobian]
    pub fn bessel_j0(x: f64) -> f64 {
        let ax = x.abs();
        if ax < 8.0 {
            let (y, nump, denp) = rat(x, &J0R, &J0S, 6);
            nump * (y - 5.783185962946785) * (y - 30.47126234366209) / denp
        } else {
            let z = 8.0 / ax;
            let y = z * z;
            let xx = ax - 0.785398164;
            let p = 1.0 + y * (-0.1098628627e-2 + y * (0.2734510407e-4 + y * -0.2073370639e-5));
            let q = -0.1562499995e-1 + y * (0.1430488765e-3 + y * -0.6911147651e-5);
            (0.636619772 / ax).sqrt() * (xx.cos() * p - z * xx.sin() * q)
        }
    }
}

#[row(
    from = "rv 0.20.1, misc/bessel.rs, i0 and i1 by Chebyshev series",
    at = [[0.7], [5.0], [9.5], [-2.0]]
)]
#[jacobian]
pub mod rv_chebyshev {
    const SMALL: [f64; 6] = [0.3046826723431984, 0.1, -0.05, 0.02, -0.008, 0.003];
    const LARGE: [f64; 4] = [
        0.8044904110141088,
        0.0033691164782557,
        6.889758346917e-5,
        2.89137e-6,
    ];

    fn chbevl(x: f64, coeffs: &[f64]) -> f64 {
        let mut b0 = coeffs[0];
        let mut b1 = 0.0_f64;
        let mut b2 = 0.0_f64;
        for &c in coeffs.iter().skip(1) {
            b2 = b1;
            b1 = b0;
            b0 = x.mul_add(b1, c - b2);
        }
        0.5 * (b0 - b2)
    }

    #[jacobian]
    pub fn scaled_i0(x: f64) -> f64 {
        let ax = x.abs();
        if ax <= 8.0 {
            let y = ax.mul_add(0.5, -2.0);
            ax.exp() * chbevl(y, &SMALL)
        } else {
            ax.exp() * chbevl(32.0_f64.mul_add(ax.recip(), -2.0), &LARGE) / ax.sqrt()
        }
    }
}

#[row(
    from = "argmin_testfunctions 0.3.0, ackley.rs, ackley_abc",
    at = [[0.5, -1.2, 0.3], [2.0, 1.0, -3.0]]
)]
#[jacobian]
pub mod argmin_ackley {
    use num_traits::{Float, FromPrimitive};

    pub fn ackley_abc<T: Float + FromPrimitive>(param: &[T; 3], a: T, b: T, c: T) -> T {
        let num1 = T::from_f64(1.0).unwrap();
        let n = T::from_usize(param.len()).unwrap();
        let square = param
            .iter()
            .map(|x| x.powi(2))
            .fold(T::zero(), |s, x| s + x);
        let cosine = param
            .iter()
            .map(|x| (c * *x).cos())
            .fold(T::zero(), |s, x| s + x);
        -a * (-b * ((num1 / n) * square).sqrt()).exp() - ((num1 / n) * cosine).exp()
            + a
            + num1.exp()
    }

    #[jacobian]
    pub fn ackley<T: Float + FromPrimitive>(param: &[T; 3]) -> T {
        ackley_abc(
            param,
            T::from_f64(20.0).unwrap(),
            T::from_f64(0.2).unwrap(),
            T::from_f64(2.0 * std::f64::consts::PI).unwrap(),
        )
    }
}

#[row(
    from = "argmin_testfunctions 0.3.0, bukin.rs, bukin_n6_derivative",
    at = [[-3.0, 1.5], [-10.0, 1.0], [-5.0, 0.1]]
)]
#[jacobian]
pub mod argmin_bukin {
    use num_traits::{Float, FromPrimitive};

    #[jacobian]
    pub fn bukin_derivative<T>(param: &[T; 2]) -> [T; 2]
    where
        T: Float + FromPrimitive,
    {
        let [x1, x2] = *param;
        let n0 = T::from_f64(0.0).unwrap();
        let n0_01 = T::from_f64(0.01).unwrap();
        let n10 = T::from_f64(10.0).unwrap();
        let n50 = T::from_f64(50.0).unwrap();
        let eps = T::epsilon();
        let denom = (x2 - n0_01 * x1.powi(2)).abs().powi(3).sqrt();
        let tmp = x2 - n0_01 * x1.powi(2);
        if denom.abs() <= eps {
            [n0, n0]
        } else {
            [
                n0_01 * (x1 + n10).signum() - x1 * tmp / denom,
                n50 * tmp / denom,
            ]
        }
    }
}

#[row(
    from = "argmin_testfunctions 0.3.0, levy.rs and schaffer.rs",
    at = [[0.4, 1.5, -0.7]]
)]
#[jacobian]
pub mod argmin_levy {
    use num_traits::{Float, FloatConst, FromPrimitive};

    fn schaffer<T: Float + FromPrimitive>(x1: T, x2: T) -> T {
        let half = T::from_f64(0.5).unwrap();
        let small = T::from_f64(0.001).unwrap();
        half + ((x1.powi(2) - x2.powi(2)).sin().powi(2) - half)
            / (T::one() + small * (x1.powi(2) + x2.powi(2))).powi(2)
    }

    #[jacobian]
    pub fn levy<T: Float + FromPrimitive + FloatConst>(param: &[T; 3]) -> T {
        let n4 = T::from_f64(4.0).unwrap();
        let n10 = T::from_f64(10.0).unwrap();
        let w = |x: T| T::one() + (x - T::one()) / n4;
        let d = param.len();
        let wd = w(param[d - 1]);
        let last = (wd - T::one()).powi(2) * (T::one() + (T::PI() * wd).sin().powi(2));
        let mut sum = (T::PI() * w(param[0])).sin().powi(2) + last;
        for &x in param.iter().take(d - 1) {
            let w = w(x);
            sum = sum
                + (w - T::one()).powi(2)
                    * (T::one() + n10 * (T::PI() * w + T::one()).sin().powi(2));
        }
        sum * schaffer(param[0], param[1])
    }
}

#[row(
    from = "special 0.14.2, error.rs, erf by ranges, as a trait on f64",
    at = [[0.3], [1.0], [2.0], [3.2], [-0.4], [-7.0], [9.0], [-1.5], [1.6]]
)]
#[jacobian]
pub mod special_error {
    pub trait Error {
        fn error(self) -> Self;
    }

    const P0: [f64; 5] = [
        1.28379167095512558561e-01,
        -3.25042107247001499370e-01,
        -2.84817495755985104766e-02,
        -5.77027029648944159157e-03,
        -2.37630166566501626084e-05,
    ];
    const Q0: [f64; 6] = [
        1.0,
        3.97917223959155352819e-01,
        6.50222499887672944485e-02,
        5.08130628187576562776e-03,
        1.32494738004321644526e-04,
        -3.96022827877536812320e-06,
    ];

    fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
        coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
    }

    impl Error for f64 {
        fn error(self) -> Self {
            let x = self.abs();
            if x < 0.84375 {
                let z = self * self;
                return self + self * (polynomial(z, &P0) / polynomial(z, &Q0));
            }
            let tail = if x < 1.25 {
                0.15 - 0.4 * (x - 1.0) + 0.4 * (x - 1.0).powi(2)
            } else if x >= 6.0 {
                0.0
            } else {
                let s = 1.0 / (x * x);
                (-x * x - 0.5625 - 0.01 * s / (1.0 + 19.65 * s)).exp() / x
            };
            if self < 0.0 { tail - 1.0 } else { 1.0 - tail }
        }
    }

    #[jacobian]
    pub fn normal_cdf(x: f64) -> f64 {
        0.5 + 0.5 * (x * std::f64::consts::FRAC_1_SQRT_2).error()
    }
}
