//! Functions and distributions of statrs.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

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

    /// Several distributions have densities, so only the type of the parameter says which it is.
    fn density(of: &Normal, x: f64) -> f64 {
        x * of.pdf(x) + of.ln_pdf(0.5 * x)
    }

    #[jacobian]
    pub(super) fn vega(x: &[f64; 2]) -> f64 {
        let normal = Normal::new(0.0, 1.0).unwrap();
        x[0] * density(&normal, x[0] * x[1])
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
    compare(
        "vega",
        [0.7, 1.3],
        |x| [options::vega(x)],
        |x| {
            let (value, jacobian) = options::vega_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
    check!(greeks with greeks_with_jacobian at [1.0, 0.3, 0.05]);
    let normal = Normal::new(0.3, 1.2).unwrap();
    let other = LogNormal::new(0.1, 0.9).unwrap();
    check!(densities with densities_with_jacobian at [0.7, 1.3, 2.1]; &normal, &other);
}

/// Distributions with active parameters are structs of these; an error is the user's.
#[jacobian]
mod active {
    use statrs::distribution::{
        Bernoulli, Beta, Binomial, Cauchy, ChiSquared, Continuous, ContinuousCDF, Discrete, Exp,
        FisherSnedecor, Gamma, Geometric, Laplace, LogNormal, Normal, NormalError, Poisson,
        StudentsT, Uniform, Weibull,
    };
    use statrs::statistics::{Distribution, Median};

    #[jacobian]
    pub(super) fn normal(x: &[f64; 4]) -> Result<[f64; 6], NormalError> {
        let (normal, other) = (
            Normal::new(x[0], x[1])?,
            LogNormal::new(x[0], x[1]).unwrap(),
        );
        let chosen = if x[2] > 0.5 {
            normal
        } else {
            Normal::new(x[3], 2.0)?
        };
        Ok([
            normal.cdf(x[2]) + normal.pdf(x[3]) * normal.ln_pdf(x[2]),
            normal.sf(x[3]) * normal.inverse_cdf(0.3 + 0.1 * x[2]),
            normal.mean().unwrap() * normal.variance().unwrap() + normal.entropy().unwrap(),
            other.pdf(x[3]) + other.ln_pdf(x[2]),
            other.cdf(x[2]) * other.sf(x[3]) + other.mean().unwrap(),
            tail(&chosen, x[3]),
        ])
    }

    fn tail(of: &Normal, x: f64) -> f64 {
        of.sf(x)
    }

    #[jacobian]
    pub(super) fn shapes(x: &[f64; 4]) -> [f64; 9] {
        let gamma = Gamma::new(x[0], x[1]).unwrap();
        let fixed = Gamma::new(1.7, x[1]).unwrap();
        let beta = Beta::new(x[0], x[1]).unwrap();
        let weibull = Weibull::new(x[0], x[1]).unwrap();
        let exp = Exp::new(x[1]).unwrap();
        let f = FisherSnedecor::new(x[0], x[1]).unwrap();
        [
            gamma.pdf(x[2]) + gamma.ln_pdf(x[3]) + gamma.variance().unwrap(),
            fixed.cdf(x[2]) * fixed.sf(x[3]),
            beta.pdf(x[2]) + beta.ln_pdf(0.3) + beta.variance().unwrap(),
            weibull.pdf(x[2]) * weibull.ln_pdf(x[3]) + weibull.cdf(x[3]) + weibull.sf(x[2]),
            exp.pdf(x[2]) + exp.cdf(x[3]) * exp.inverse_cdf(0.4) + exp.sf(x[2]) + exp.ln_pdf(x[3]),
            f.pdf(x[2]) + f.ln_pdf(x[3]),
            ChiSquared::new(x[0]).unwrap().pdf(x[2]) + ChiSquared::new(x[1]).unwrap().ln_pdf(x[3]),
            gamma.entropy().unwrap() + beta.mean().unwrap() + exp.entropy().unwrap(),
            if gamma.pdf(-x[2]) == 0.0 {
                weibull.cdf(-x[3])
            } else {
                x[0]
            },
        ]
    }

    #[jacobian]
    pub(super) fn locations(x: &[f64; 4]) -> [f64; 6] {
        let students = StudentsT::new(x[0], x[1], x[2]).unwrap();
        let tails = StudentsT::new(x[0], x[1], 4.5).unwrap();
        let cauchy = Cauchy::new(x[0], x[1]).unwrap();
        let laplace = Laplace::new(x[0], x[1]).unwrap();
        let uniform = Uniform::new(x[0], x[0] + x[1]).unwrap();
        [
            students.pdf(x[3]) + students.ln_pdf(2.0 * x[3]),
            tails.cdf(x[3]) * tails.sf(x[2]),
            cauchy.pdf(x[3]) * cauchy.ln_pdf(x[2]) + cauchy.cdf(x[3]),
            laplace.pdf(x[3]) * laplace.ln_pdf(x[2]) + laplace.cdf(x[3]),
            uniform.pdf(x[3]) + uniform.cdf(x[3]) + uniform.mean().unwrap(),
            StudentsT::new(x[0], x[1], f64::INFINITY).unwrap().pdf(x[3]),
        ]
    }

    #[jacobian]
    pub(super) fn moments(x: &[f64; 4]) -> [f64; 8] {
        let normal = Normal::new(x[0], x[1]).unwrap();
        let other = LogNormal::new(x[0], x[1]).unwrap();
        let exp = Exp::new(x[1]).unwrap();
        let chi = ChiSquared::new(x[0]).unwrap();
        let poisson = Poisson::new(x[1]).unwrap();
        [
            normal.std_dev().unwrap() * normal.median(),
            other.median() * other.entropy().unwrap(),
            exp.mean().unwrap() + exp.variance().unwrap() * exp.std_dev().unwrap() * exp.median(),
            chi.mean().unwrap() * chi.variance().unwrap(),
            Gamma::new(x[0], x[1]).unwrap().mean().unwrap(),
            Cauchy::new(x[0], x[1]).unwrap().median() * Laplace::new(x[2], x[1]).unwrap().median(),
            poisson.mean().unwrap() * poisson.variance().unwrap(),
            Uniform::new(x[2], x[1]).unwrap().ln_pdf(0.7),
        ]
    }

    #[jacobian(wrt(x))]
    pub(super) fn likelihood(x: &[f64; 2], counts: &[u64; 3]) -> f64 {
        let poisson = Poisson::new(x[0].exp()).unwrap();
        let sum: f64 = counts.iter().map(|k| poisson.ln_pmf(*k)).sum();
        let (binomial, geometric) = (
            Binomial::new(x[1], 10).unwrap(),
            Geometric::new(x[1]).unwrap(),
        );
        sum + poisson.pmf(2)
            + binomial.pmf(counts[0]) * binomial.ln_pmf(counts[2])
            + geometric.pmf(3) * geometric.ln_pmf(2)
            + Bernoulli::new(x[1]).unwrap().pmf(counts[1])
    }
}

#[test]
fn distributions_have_partials_by_their_parameters() {
    use active::{
        likelihood, likelihood_with_jacobian, locations, locations_with_jacobian, moments,
        moments_with_jacobian, normal, normal_with_jacobian, shapes, shapes_with_jacobian,
    };
    check!(shapes with shapes_with_jacobian at [1.4, 2.3, 0.6, 0.8]);
    check!(moments with moments_with_jacobian at [1.4, 2.3, 0.6, 0.8]);
    check!(locations with locations_with_jacobian at [0.3, 1.2, 2.7, 1.1]);
    // The branch in `normal` takes both ways.
    for at in [[0.3, 1.2, 0.7, 1.1], [-0.4, 0.8, 0.2, 0.9]] {
        compare(
            "normal",
            at,
            |x| normal(x).unwrap(),
            |x| {
                let (value, jacobian) = normal_with_jacobian(x).unwrap();
                (value, jacobian.to_dense())
            },
        );
    }
    assert!(normal_with_jacobian(&[0.0, -1.0, 0.5, 0.5]).is_err());
    check!(likelihood with likelihood_with_jacobian at [0.4, 0.3]; &[1, 0, 4]);
}

/// An import in the body of a function that is inlined, or of everything in a module.
#[jacobian]
mod imports {
    use statrs::distribution::*;

    mod inner {
        pub(super) fn p_value(t: f64, freedom: f64) -> f64 {
            use statrs::distribution::{ContinuousCDF, StudentsT};
            use statrs::function::erf::erf as error;
            2.0 * StudentsT::new(0.0, 1.0, freedom).unwrap().sf(t) + error(t)
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn sums(x: f64, freedom: f64) -> f64 {
        let gamma = Gamma::new(2.0, 3.0).unwrap();
        let other = ChiSquared::new(3.0).unwrap();
        let density = gamma.pdf(x) + other.ln_pdf(x) + Normal::standard().pdf(x);
        (density + gamma.cdf(x)) * inner::p_value(x, freedom)
    }
}

#[test]
fn imports_of_inlined_bodies_and_of_everything_are_known() {
    use imports::{sums, sums_with_jacobian};
    compare(
        "sums",
        [0.7],
        |[x]| [sums(*x, 4.0)],
        |[x]| {
            let (value, jacobian) = sums_with_jacobian(*x, 4.0);
            ([value], jacobian.to_dense())
        },
    );
}

/// Densities of distributions that are not active, where the code says which one it is.
#[jacobian]
mod inactive {
    use statrs::distribution::{
        Beta, Cauchy, ChiSquared, Continuous, Exp, FisherSnedecor, Gamma, Laplace, LogNormal,
        Normal, StudentsT, Uniform, Weibull,
    };

    #[jacobian]
    pub(super) fn densities(x: f64) -> [f64; 13] {
        let normal = Normal::new(0.3, 1.2).unwrap();
        let log_normal = LogNormal::new(0.1, 0.9).unwrap();
        let students = StudentsT::new(0.2, 1.1, 3.0).unwrap();
        let exp = Exp::new(1.3).unwrap();
        let gamma = Gamma::new(2.2, 1.4).unwrap();
        let beta = Beta::new(1.7, 2.6).unwrap();
        let chi = ChiSquared::new(3.5).unwrap();
        let f = FisherSnedecor::new(3.0, 4.5).unwrap();
        let cauchy = Cauchy::new(0.2, 0.7).unwrap();
        let weibull = Weibull::new(1.6, 0.8).unwrap();
        let laplace = Laplace::new(0.1, 0.9).unwrap();
        let uniform = Uniform::new(-1.0, 2.0).unwrap();
        [
            normal.pdf(x) + normal.ln_pdf(x),
            log_normal.pdf(x) + log_normal.ln_pdf(x),
            students.pdf(x) + students.ln_pdf(x),
            exp.pdf(x) + exp.ln_pdf(x),
            gamma.pdf(x) + gamma.ln_pdf(x),
            beta.pdf(x) + beta.ln_pdf(x),
            chi.pdf(x) + chi.ln_pdf(x),
            f.pdf(x) + f.ln_pdf(x),
            cauchy.pdf(x) + cauchy.ln_pdf(x),
            weibull.pdf(x) + weibull.ln_pdf(x),
            laplace.pdf(x) + laplace.ln_pdf(x),
            x * (uniform.pdf(x) + uniform.ln_pdf(x)),
            gamma.pdf(-x) + weibull.pdf(-x) + log_normal.pdf(-x) + chi.pdf(-x) + f.pdf(-x),
        ]
    }
}

#[test]
fn densities_are_known_where_the_code_says_the_distribution() {
    use inactive::{densities, densities_with_jacobian};
    compare(
        "densities",
        [0.4],
        |&[x]| densities(x),
        |&[x]| {
            let (value, jacobian) = densities_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
}
