//! Finance: options, bonds, curves and smiles.
//!
//! ```text
//! market data -> price; the Jacobian is the table of sensitivities
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 9] = [
    BLACK_SCHOLES,
    BLACK_76,
    BOND_PRICE,
    NELSON_SIEGEL,
    SVI,
    SABR,
    HESTON_STEP,
    CREDIT_SWAP,
    PORTFOLIO,
];

/// Call and put by Black and Scholes, their normal distribution by Hastings' polynomial.
#[row(
    from = "Black, Scholes 1973; Hull, Options, Futures and Other Derivatives, example 15.6; Abramowitz, Stegun 26.2.17",
    at = [[42.0, 40.0, 0.5, 0.1, 0.2], [42.0, 60.0, 0.5, 0.1, 0.2], [42.0, 40.0, 0.0, 0.1, 0.2]],
    known = [rows(&[42.0, 40.0, 0.5, 0.1, 0.2], &[4.76, 0.81], 0.005)]
)]
#[jacobian]
pub fn black_scholes(spot: f64, strike: f64, time: f64, rate: f64, sigma: f64) -> (f64, f64) {
    fn normal_cdf(x: f64) -> f64 {
        let k = 1.0 / (1.0 + 0.2316419 * x.abs());
        let poly = k
            * (0.319381530
                + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        let tail = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
        if x >= 0.0 { 1.0 - tail } else { tail }
    }
    if time < 1e-6 {
        return ((spot - strike).max(0.0), (strike - spot).max(0.0));
    }
    let deviation = sigma * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + sigma * sigma / 2.0) * time) / deviation;
    let d2 = d1 - deviation;
    let discounted = strike * (-rate * time).exp();
    let call = spot * normal_cdf(d1) - discounted * normal_cdf(d2);
    (call, call - spot + discounted)
}

/// An option on a forward, call or put, by Black's formula with a logistic distribution of close
/// fit.
#[row(
    from = "Black, The pricing of commodity contracts, 1976; Page 1977 for the distribution",
    at = [[100.0, 95.0, 0.3], [80.0, 85.0, 0.25]],
    with(time = 0.75, is_call = first > 90.0)
)]
#[jacobian(wrt(forward, strike, sigma))]
pub fn black_76(forward: f64, strike: f64, sigma: f64, time: f64, is_call: bool) -> f64 {
    let cdf = |x: f64| {
        let y = (2.0 / std::f64::consts::PI).sqrt() * x * (1.0 + 0.044715 * x * x);
        0.5 * (1.0 + y.tanh())
    };
    let deviation = sigma * time.sqrt();
    let d1 = ((forward / strike).ln() + 0.5 * deviation * deviation) / deviation;
    let d2 = d1 - deviation;
    if is_call {
        forward * cdf(d1) - strike * cdf(d2)
    } else {
        strike * cdf(-d2) - forward * cdf(-d1)
    }
}

/// Price, and duration, of a bond with twenty half-yearly coupons.
#[row(
    from = "Hull, Options, Futures and Other Derivatives, section 4.6",
    at = [[0.06, 0.05]],
    known = [rows(&[0.05, 0.05], &[100.0, 7.989445], 1e-5)]
)]
#[jacobian]
pub fn bond_price(coupon: f64, annual_yield: f64) -> (f64, f64) {
    const PERIODS: usize = 20;
    let factor = 1.0 / (1.0 + annual_yield / 2.0);
    let mut discount = 1.0;
    let (mut price, mut weighted) = (0.0, 0.0);
    for period in 1..=PERIODS {
        discount *= factor;
        let mut cash = 100.0 * coupon / 2.0;
        if period == PERIODS {
            cash += 100.0;
        }
        price += cash * discount;
        weighted += period as f64 / 2.0 * cash * discount;
    }
    (price, weighted / price)
}

/// Residuals of yields against the curve of Nelson and Siegel.
#[row(
    from = "Nelson, Siegel, Parsimonious modeling of yield curves, J. Business 60 (1987)",
    at = [[0.05, -0.02, 0.01, 1.8]],
    with(observed = [0.031, 0.034, 0.038, 0.041, 0.044, 0.046])
)]
#[jacobian(wrt(beta, tau))]
pub fn nelson_siegel(beta: &[f64; 3], tau: f64, observed: &[f64; 6]) -> [f64; 6] {
    const MATURITIES: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0];
    let mut residual = [0.0; 6];
    for (i, (m, y)) in MATURITIES.iter().zip(observed).enumerate() {
        let x = m / tau;
        let decay = (-x).exp();
        let slope = (1.0 - decay) / x;
        residual[i] = beta[0] + beta[1] * slope + beta[2] * (slope - decay) - y;
    }
    residual
}

/// Total variance of the raw SVI smile over five strikes.
#[row(
    from = "Gatheral, Jacquier, Arbitrage-free SVI volatility surfaces, Quantitative Finance 14 (2014)",
    at = [[0.04, 0.4, -0.4, 0.1, 0.1]]
)]
#[jacobian]
pub fn svi(a: f64, b: f64, rho: f64, m: f64, sigma: f64) -> [f64; 5] {
    [-0.5, -0.25, 0.0, 0.25, 0.5].map(|k| {
        let y = k - m;
        a + b * (rho * y + (y * y + sigma * sigma).sqrt())
    })
}

/// Volatility by the formula of SABR, at the money by its limit.
#[row(
    from = "Hagan, Kumar, Lesniewski, Woodward, Managing smile risk, Wilmott 2002, equations 2.17 and 2.18",
    at = [[0.03, 0.035, 0.2, 0.5, -0.3, 0.4], [0.03, 0.03000000001, 0.2, 0.5, -0.3, 0.4]],
    with(t = 2.0)
)]
#[jacobian(wrt(f, k, alpha, beta, rho, nu))]
pub fn sabr(f: f64, k: f64, alpha: f64, beta: f64, rho: f64, nu: f64, t: f64) -> f64 {
    let one_beta = 1.0 - beta;
    let middle = (f * k).powf(one_beta / 2.0);
    let correction = 1.0
        + t * (one_beta.powi(2) / 24.0 * alpha.powi(2) / middle.powi(2)
            + rho * beta * nu * alpha / (4.0 * middle)
            + (2.0 - 3.0 * rho * rho) / 24.0 * nu * nu);
    if (f - k).abs() < 1e-7 {
        return alpha / f.powf(one_beta) * correction;
    }
    let log = (f / k).ln();
    let z = nu / alpha * middle * log;
    let x = (((1.0 - 2.0 * rho * z + z * z).sqrt() + z - rho) / (1.0 - rho)).ln();
    let wings =
        1.0 + one_beta.powi(2) / 24.0 * log.powi(2) + one_beta.powi(4) / 1920.0 * log.powi(4);
    alpha / (middle * wings) * (z / x) * correction
}

/// A step of Heston's model with the variance truncated at zero.
#[row(
    from = "Lord, Koekkoek, van Dijk, A comparison of biased simulation schemes, 2010",
    at = [[4.6, 0.04, 1.5, 0.05, 0.3], [4.6, -0.01, 1.5, 0.05, 0.3]],
    with(noise = [0.3, -0.7])
)]
#[jacobian(wrt(state, kappa, theta, xi))]
pub fn heston_step(state: [f64; 2], kappa: f64, theta: f64, xi: f64, noise: [f64; 2]) -> [f64; 2] {
    let dt = 1.0 / 252.0;
    let [log_price, variance] = state;
    let positive = if variance > 0.0 { variance } else { 0.0 };
    if positive == 0.0 {
        return [log_price, variance + kappa * theta * dt];
    }
    let diffusion = (positive * dt).sqrt();
    [
        log_price - 0.5 * positive * dt + diffusion * noise[0],
        variance + kappa * (theta - positive) * dt + xi * diffusion * noise[1],
    ]
}

/// Legs of a credit default swap on piecewise constant hazard rates.
#[row(
    from = "O'Kane, Turnbull, Valuation of credit default swaps, Lehman Brothers 2003",
    at = [[0.01, 0.015, 0.02, 0.02, 0.4]]
)]
#[jacobian]
pub fn credit_swap(hazard: &[f64; 3], rate: f64, recovery: f64) -> [f64; 2] {
    let mut survival = 1.0;
    let mut legs = [0.0; 2];
    for quarter in 0..12 {
        let h = hazard[quarter / 4];
        let time = (quarter + 1) as f64 / 4.0;
        let next = survival * (-h / 4.0).exp();
        let discount = (-rate * time).exp();
        legs[0] += 0.25 * discount * next;
        legs[1] += (1.0 - recovery) * discount * (survival - next);
        survival = next;
    }
    legs
}

/// Variance and risk contributions of a portfolio.
#[row(
    from = "Maillard, Roncalli, Teïletche, The properties of equally weighted risk contribution portfolios, 2010",
    at = [[0.5, 0.3, 0.2]]
)]
#[jacobian]
pub fn portfolio(weights: &[f64; 3]) -> [f64; 4] {
    const COVARIANCE: [[f64; 3]; 3] = [
        [0.04, 0.006, 0.01],
        [0.006, 0.09, -0.02],
        [0.01, -0.02, 0.16],
    ];
    let marginal = COVARIANCE.map(|row| row.iter().zip(weights).map(|(c, w)| c * w).sum::<f64>());
    let variance: f64 = weights.iter().zip(marginal).map(|(w, m)| w * m).sum();
    let risk = variance.sqrt();
    [
        risk,
        weights[0] * marginal[0] / risk,
        weights[1] * marginal[1] / risk,
        weights[2] * marginal[2] / risk,
    ]
}
