//! Finance, after public crates: options by traits and structs of inputs, curves, rational
//! approximations.
//!
//! ```text
//! black_scholes   blackscholes   RustQuant
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
pub const ALL: [Problem; 4] = [CALL, PRICE_AND_VEGA, COUPON_BOND, BOND_SPREAD];

#[row(
    from = "black_scholes 0.11.1, call_discount and its helpers",
    at = [[100.0, 90.0, 0.03, 0.2, 1.5], [100.0, 90.0, 0.03, 0.2, 0.0], [80.0, 90.0, 0.03, 0.0, 1.0]]
)]
#[jacobian]
pub mod black_scholes_call {
    const FRAC_1_SQRT_2PI: f64 = 0.3989422804014327;

    fn cum_norm(x: f64) -> f64 {
        let k = 1.0 / (1.0 + 0.2316419 * x.abs());
        let series = k
            * (0.31938153
                + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        let tail = FRAC_1_SQRT_2PI * (-x * x * 0.5).exp() * series;
        if x < 0.0 { tail } else { 1.0 - tail }
    }

    fn d1(s: f64, k: f64, discount: f64, sqrt_maturity_sigma: f64) -> f64 {
        (s / (k * discount)).ln() / sqrt_maturity_sigma + 0.5 * sqrt_maturity_sigma
    }

    fn max_or_zero(v: f64) -> f64 {
        v.max(0.0)
    }

    fn call_discount(s: f64, k: f64, discount: f64, sqrt_maturity_sigma: f64) -> f64 {
        if sqrt_maturity_sigma > 0.0 {
            let d1 = d1(s, k, discount, sqrt_maturity_sigma);
            s * cum_norm(d1) - k * discount * cum_norm(d1 - sqrt_maturity_sigma)
        } else {
            max_or_zero(s - k)
        }
    }

    #[jacobian(wrt(s, k, rate))]
    pub fn call(s: f64, k: f64, rate: f64, sigma: f64, maturity: f64) -> f64 {
        call_discount(s, k, (-rate * maturity).exp(), maturity.sqrt() * sigma)
    }
}

#[row(
    from = "in the manner of blackscholes: inputs, a pricing trait and the greeks",
    at = [[100.0, 110.0, 0.25, 0.8], [90.0, 80.0, 0.3, 0.4]],
    with(kind = if first > 95.0 { OptionType::Call } else { OptionType::Put })
)]
#[jacobian]
pub mod blackscholes_inputs {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum OptionType {
        Call,
        Put,
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Inputs {
        pub option_type: OptionType,
        pub s: f64,
        pub k: f64,
        pub r: f64,
        pub sigma: f64,
        pub t: f64,
    }

    pub trait Pricing {
        fn d1_d2(&self) -> (f64, f64);
        fn price(&self) -> f64;
    }

    fn npdf(x: f64) -> f64 {
        0.3989422804014327 * (-x * x / 2.0).exp()
    }

    fn logistic_cdf(x: f64) -> f64 {
        1.0 / (1.0 + (-1.5976 * x - 0.07056 * x.powi(3)).exp())
    }

    impl Pricing for Inputs {
        fn d1_d2(&self) -> (f64, f64) {
            let numd1 = (self.s / self.k).ln() + (self.r + self.sigma.powi(2) / 2.0) * self.t;
            let d1 = numd1 / (self.sigma * self.t.sqrt());
            (d1, d1 - self.sigma * self.t.sqrt())
        }

        fn price(&self) -> f64 {
            let (d1, d2) = self.d1_d2();
            let discounted = self.k * (-self.r * self.t).exp();
            match self.option_type {
                OptionType::Call => self.s * logistic_cdf(d1) - discounted * logistic_cdf(d2),
                OptionType::Put => discounted * logistic_cdf(-d2) - self.s * logistic_cdf(-d1),
            }
        }
    }

    impl Inputs {
        pub fn vega(&self) -> f64 {
            0.01 * self.s * npdf(self.d1_d2().0) * self.t.sqrt()
        }
    }

    #[jacobian(wrt(s, k, sigma, t))]
    pub fn price_and_vega(s: f64, k: f64, sigma: f64, t: f64, kind: OptionType) -> (f64, f64) {
        let inputs = Inputs {
            option_type: kind,
            s,
            k,
            r: 0.03,
            sigma,
            t,
        };
        (inputs.price(), inputs.vega())
    }
}

#[row(
    from = "in the manner of RustQuant: forward and discount of a Nelson-Siegel curve",
    at = [[0.03, -0.01, 0.02, 1.5, 2.0], [0.03, 0.01, 0.02, 0.5, 0.1]]
)]
#[jacobian]
pub mod rustquant_curve {
    #[derive(Clone, Copy, Debug)]
    pub struct NelsonSiegel {
        pub beta0: f64,
        pub beta1: f64,
        pub beta2: f64,
        pub lambda: f64,
    }

    pub trait CurveModel {
        fn spot_rate(&self, tau: f64) -> f64;
        fn discount_factor(&self, tau: f64) -> f64 {
            (-self.spot_rate(tau) * tau).exp()
        }
    }

    impl CurveModel for NelsonSiegel {
        fn spot_rate(&self, tau: f64) -> f64 {
            let lambda_tau = tau / self.lambda;
            let load = (1.0 - (-lambda_tau).exp()) / lambda_tau;
            self.beta0 + self.beta1 * load + self.beta2 * (load - (-lambda_tau).exp())
        }
    }

    #[jacobian]
    pub fn coupon_bond(beta0: f64, beta1: f64, beta2: f64, lambda: f64, maturity: f64) -> f64 {
        let curve = NelsonSiegel {
            beta0,
            beta1,
            beta2,
            lambda,
        };
        let coupons: f64 = (1..=4)
            .map(|i| 0.02 * curve.discount_factor(maturity * i as f64 / 4.0))
            .sum();
        coupons + curve.discount_factor(maturity)
    }
}

#[row(
    from = "in the manner of RustQuant: bonds of Vasicek and of Cox, Ingersoll and Ross",
    at = [[0.02, 0.3, 0.04, 0.1, 2.0]]
)]
#[jacobian]
pub mod rustquant_bonds {
    pub trait ShortRate {
        fn coefficients(&self, tau: f64) -> (f64, f64);
        fn price(&self, r: f64, tau: f64) -> f64 {
            let (a, b) = self.coefficients(tau);
            (a - b * r).exp()
        }
    }

    pub struct Vasicek {
        pub a: f64,
        pub b: f64,
        pub sigma: f64,
    }

    pub struct CoxIngersollRoss {
        pub a: f64,
        pub b: f64,
        pub sigma: f64,
    }

    impl ShortRate for Vasicek {
        fn coefficients(&self, tau: f64) -> (f64, f64) {
            let b = (1.0 - (-self.a * tau).exp()) / self.a;
            let long = self.b - self.sigma * self.sigma / (2.0 * self.a * self.a);
            (
                long * (b - tau) - (self.sigma * b).powi(2) / (4.0 * self.a),
                b,
            )
        }
    }

    impl ShortRate for CoxIngersollRoss {
        fn coefficients(&self, tau: f64) -> (f64, f64) {
            let h = (self.a.powi(2) + 2.0 * self.sigma.powi(2)).sqrt();
            let grown = (h * tau).exp() - 1.0;
            let denominator = 2.0 * h + (self.a + h) * grown;
            let a = (2.0 * h * ((self.a + h) * tau / 2.0).exp() / denominator).ln();
            (
                2.0 * self.a * self.b / self.sigma.powi(2) * a,
                2.0 * grown / denominator,
            )
        }
    }

    #[jacobian]
    pub fn bond_spread(r: f64, a: f64, b: f64, sigma: f64, tau: f64) -> [f64; 2] {
        let vasicek = Vasicek { a, b, sigma };
        let cir = CoxIngersollRoss { a, b, sigma };
        [vasicek.price(r, tau), cir.price(r, tau)]
    }
}
