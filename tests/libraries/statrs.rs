//! Functions and distributions of statrs.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
fn functions(x: &[f64; 3]) -> [f64; 20] {
    use statrs::function::{erf, gamma::digamma as psi, logistic};
    [
        erf::erf(x[0]),
        erf::erfc(x[1]),
        erf::erf_inv(0.5 * x[0]),
        erf::erfc_inv(x[0]),
        statrs::function::gamma::gamma(x[2]),
        statrs::function::gamma::ln_gamma(x[2]),
        psi(x[1]),
        statrs::function::gamma::inv_digamma(x[0]),
        statrs::function::gamma::gamma_lr(2.5, x[1]),
        statrs::function::gamma::gamma_ur(2.5, x[1]),
        statrs::function::gamma::gamma_li(2.5, x[1]),
        statrs::function::gamma::gamma_ui(2.5, x[1]),
        statrs::function::beta::beta(x[0], x[1]),
        statrs::function::beta::ln_beta(x[0], x[1]),
        statrs::function::beta::beta_inc(1.5, 2.5, x[0]),
        statrs::function::beta::beta_reg(1.5, 2.5, x[0]),
        statrs::function::beta::inv_beta_reg(1.5, 2.5, x[0]),
        logistic::logistic(x[0]),
        logistic::logit(x[0]),
        statrs::function::evaluate::polynomial(x[1], &[3.0, -1.0, 0.5, 2.0]),
    ]
}

/// Black and Scholes: the distribution is a local, a field and a parameter.
#[jacobian]
mod options {
    use statrs::distribution::{Continuous, ContinuousCDF, LogNormal, Normal};

    #[jacobian]
    pub(super) fn greeks(x: &[f64; 3]) -> [f64; 2] {
        let normal = Normal::new(0.0, 1.0).unwrap();
        let (spot, volatility, rate) = (x[0], x[1], x[2]);
        let d1 = ((spot / 1.1).ln() + (rate + 0.5 * volatility * volatility)) / volatility;
        let call = spot * normal.cdf(d1) - 1.1 * (-rate).exp() * normal.cdf(d1 - volatility);
        [call, normal.sf(d1) * tail(&normal, d1)]
    }

    fn tail(of: &Normal, x: f64) -> f64 {
        of.inverse_cdf(0.5 + 0.1 * x)
    }

    #[jacobian]
    pub(super) fn densities(x: &[f64; 3], normal: &Normal, other: &LogNormal) -> [f64; 3] {
        [
            normal.pdf(x[0] * x[1]),
            normal.ln_pdf(x[2]),
            other.cdf(x[1]) + other.pdf(1.0),
        ]
    }
}

#[test]
fn functions_of_statrs_are_known_by_their_paths() {
    check!(functions with functions_with_jacobian at [0.7, 1.3, 2.1]);
}

#[test]
fn distributions_of_statrs_are_known_where_their_traits_are_imported() {
    use options::{densities, densities_with_jacobian, greeks, greeks_with_jacobian};
    use statrs::distribution::{LogNormal, Normal};
    check!(greeks with greeks_with_jacobian at [1.0, 0.3, 0.05]);
    let normal = Normal::new(0.3, 1.2).unwrap();
    let other = LogNormal::new(0.1, 0.9).unwrap();
    check!(densities with densities_with_jacobian at [0.7, 1.3, 2.1]; &normal, &other);
}
