//! Distributions of statrs that are made inside the function, with active parameters.
//!
//! ```text
//! Normal::new(m, s)?.cdf(x)      "cdf(m, s, x) => (by_m, by_s, by_x)", the parameters first
//! ```
//!
//! The value is that of the crate. A parameter `_k` has no partial, because the derivative by it
//! has no closed form, for example that of a cumulative distribution by its degrees of freedom.
//! Some entries have no such partial at all, `cdf(_a, _b, x) => (0.0, 0.0, 0.0)`: they are here so
//! that the refusal can say why. `z` in the comments is `(x - m) / s`. Outside of the support
//! densities are zero, and so are their partials.

/// The distributions: the name of the type, and the rules of its methods.
const DISTRIBUTIONS: &[(&str, &[&str])] = &[
    ("Normal", NORMAL),
    ("LogNormal", LOG_NORMAL),
    ("StudentsT", STUDENTS_T),
    ("Exp", EXP),
    ("Gamma", GAMMA),
    ("Beta", BETA),
    ("ChiSquared", CHI_SQUARED),
    ("FisherSnedecor", FISHER_SNEDECOR),
    ("Cauchy", CAUCHY),
    ("Weibull", WEIBULL),
    ("Laplace", LAPLACE),
    ("Uniform", UNIFORM),
    ("Poisson", POISSON),
    ("Binomial", BINOMIAL),
    ("Bernoulli", BERNOULLI),
    ("Geometric", GEOMETRIC),
];

/// The modules of statrs that have them.
const MODULES: [&str; 2] = ["distribution", "prelude"];

/// The rule of a method, with the parameters of the distribution before its arguments.
pub(crate) fn rule(distribution: &str, method: &str) -> Option<String> {
    let mut texts = methods(distribution)?.iter();
    let text = texts.find(|text| name_of(text) == method)?;
    let text = text.replace("real::", "__elemental::");
    Some(format!("statrs::distribution::{distribution}::{text}"))
}

/// The names of the methods of a distribution.
pub(crate) fn names(distribution: &str) -> Vec<&'static str> {
    let texts = methods(distribution).unwrap_or_default().iter();
    texts.map(|text| name_of(text)).collect()
}

/// The distribution that a path leads to.
pub(crate) fn named(path: &str) -> Option<&'static str> {
    let (module, name) = path.strip_prefix("statrs::")?.rsplit_once("::")?;
    MODULES.contains(&module).then(|| known(name)).flatten()
}

/// The distribution of this name.
pub(crate) fn known(name: &str) -> Option<&'static str> {
    let mut rows = DISTRIBUTIONS.iter();
    let found = rows.find(|(known, _)| *known == name);
    found.map(|(name, _)| *name)
}

fn methods(distribution: &str) -> Option<&'static [&'static str]> {
    let mut rows = DISTRIBUTIONS.iter();
    let found = rows.find(|(name, _)| *name == distribution);
    found.map(|(_, methods)| *methods)
}

fn name_of(text: &'static str) -> &'static str {
    text.split('(').next().unwrap_or(text)
}

const NORMAL: &[&str] = &[
    "pdf(m, s, x) => (__result * (x - m) / (s * s),
        __result * (((x - m) / s) * ((x - m) / s) - 1.0) / s, __result * (m - x) / (s * s))",
    "ln_pdf(m, s, x) => ((x - m) / (s * s),
        (((x - m) / s) * ((x - m) / s) - 1.0) / s, (m - x) / (s * s))",
    "cdf(m, s, x) => (
        -real::exp(-0.5 * ((x - m) / s) * ((x - m) / s)) * 0.3989422804014327 / s,
        real::exp(-0.5 * ((x - m) / s) * ((x - m) / s)) * 0.3989422804014327 / s * ((m - x) / s),
        real::exp(-0.5 * ((x - m) / s) * ((x - m) / s)) * 0.3989422804014327 / s)",
    "sf(m, s, x) => (
        real::exp(-0.5 * ((x - m) / s) * ((x - m) / s)) * 0.3989422804014327 / s,
        real::exp(-0.5 * ((x - m) / s) * ((x - m) / s)) * 0.3989422804014327 / s * ((x - m) / s),
        -real::exp(-0.5 * ((x - m) / s) * ((x - m) / s)) * 0.3989422804014327 / s)",
    "inverse_cdf(m, s, p) => (1.0, (__result - m) / s,
        2.5066282746310002 * s * real::exp(0.5 * ((__result - m) / s) * ((__result - m) / s)))",
    "mean(m, s) => Some((1.0, 0.0))",
    "variance(m, s) => Some((0.0, 2.0 * s))",
    "std_dev(m, s) => Some((0.0, 1.0))",
    "entropy(m, s) => Some((0.0, 1.0 / s))",
    "median(m, s) => (1.0, 0.0)",
];

const LOG_NORMAL: &[&str] = &[
    "pdf(m, s, x) => (
        if x > 0.0 { __result * (real::ln(x) - m) / (s * s) } else { 0.0 },
        if x > 0.0 {
            __result * (((real::ln(x) - m) / s) * ((real::ln(x) - m) / s) - 1.0) / s } else { 0.0 },
        if x > 0.0 { -__result * (1.0 + (real::ln(x) - m) / (s * s)) / x } else { 0.0 })",
    "ln_pdf(m, s, x) => ((real::ln(x) - m) / (s * s),
        (((real::ln(x) - m) / s) * ((real::ln(x) - m) / s) - 1.0) / s,
        -(1.0 + (real::ln(x) - m) / (s * s)) / x)",
    "cdf(m, s, x) => (
        if x > 0.0 { -real::exp(-0.5 * ((real::ln(x) - m) / s) * ((real::ln(x) - m) / s))
            * 0.3989422804014327 / s } else { 0.0 },
        if x > 0.0 { real::exp(-0.5 * ((real::ln(x) - m) / s) * ((real::ln(x) - m) / s))
            * 0.3989422804014327 / s * ((m - real::ln(x)) / s) } else { 0.0 },
        if x > 0.0 { real::exp(-0.5 * ((real::ln(x) - m) / s) * ((real::ln(x) - m) / s))
            * 0.3989422804014327 / (s * x) } else { 0.0 })",
    "sf(m, s, x) => (
        if x > 0.0 { real::exp(-0.5 * ((real::ln(x) - m) / s) * ((real::ln(x) - m) / s))
            * 0.3989422804014327 / s } else { 0.0 },
        if x > 0.0 { real::exp(-0.5 * ((real::ln(x) - m) / s) * ((real::ln(x) - m) / s))
            * 0.3989422804014327 / s * ((real::ln(x) - m) / s) } else { 0.0 },
        if x > 0.0 { -real::exp(-0.5 * ((real::ln(x) - m) / s) * ((real::ln(x) - m) / s))
            * 0.3989422804014327 / (s * x) } else { 0.0 })",
    "mean(m, s) => Some((real::exp(m + 0.5 * s * s), s * real::exp(m + 0.5 * s * s)))",
    "median(m, s) => (__result, 0.0)",
    "entropy(m, s) => Some((1.0, 1.0 / s))",
];

// The density is that of `z`, divided by the scale. The ratio `(k + 1) / (k + z^2)` is written so
// that infinitely many degrees of freedom give the normal distribution.
const STUDENTS_T: &[&str] = &[
    "pdf(m, s, k, x) => (
        __result * ((x - m) / s) / s
            * ((1.0 + 1.0 / k) / (1.0 + ((x - m) / s) * ((x - m) / s) / k)),
        __result / s * (((x - m) / s) * ((x - m) / s)
            * ((1.0 + 1.0 / k) / (1.0 + ((x - m) / s) * ((x - m) / s) / k)) - 1.0),
        if 1.0 / k == 0.0 { 0.0 } else { 0.5 * __result * (real::digamma(0.5 * (k + 1.0))
            - real::digamma(0.5 * k) - 1.0 / k
            - real::ln_1p(((x - m) / s) * ((x - m) / s) / k)
            + (k + 1.0) * ((x - m) / s) * ((x - m) / s)
                / (k * (k + ((x - m) / s) * ((x - m) / s)))) },
        __result * ((m - x) / s) / s
            * ((1.0 + 1.0 / k) / (1.0 + ((x - m) / s) * ((x - m) / s) / k)))",
    "ln_pdf(m, s, k, x) => (
        ((x - m) / s) / s * ((1.0 + 1.0 / k) / (1.0 + ((x - m) / s) * ((x - m) / s) / k)),
        (((x - m) / s) * ((x - m) / s)
            * ((1.0 + 1.0 / k) / (1.0 + ((x - m) / s) * ((x - m) / s) / k)) - 1.0) / s,
        if 1.0 / k == 0.0 { 0.0 } else { 0.5 * (real::digamma(0.5 * (k + 1.0))
            - real::digamma(0.5 * k) - 1.0 / k
            - real::ln_1p(((x - m) / s) * ((x - m) / s) / k)
            + (k + 1.0) * ((x - m) / s) * ((x - m) / s)
                / (k * (k + ((x - m) / s) * ((x - m) / s)))) },
        ((m - x) / s) / s * ((1.0 + 1.0 / k) / (1.0 + ((x - m) / s) * ((x - m) / s) / k)))",
    "cdf(m, s, _k, x) => (
        -{ use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::StudentsT::new(m, s, _k).unwrap().pdf(x) },
        { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::StudentsT::new(m, s, _k).unwrap().pdf(x) } * ((m - x) / s),
        0.0,
        { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::StudentsT::new(m, s, _k).unwrap().pdf(x) })",
    "sf(m, s, _k, x) => (
        { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::StudentsT::new(m, s, _k).unwrap().pdf(x) },
        { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::StudentsT::new(m, s, _k).unwrap().pdf(x) } * ((x - m) / s),
        0.0,
        -{ use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::StudentsT::new(m, s, _k).unwrap().pdf(x) })",
];

const EXP: &[&str] = &[
    "pdf(r, x) => (if x < 0.0 { 0.0 } else { (1.0 - r * x) * real::exp(-r * x) }, -r * __result)",
    "ln_pdf(r, x) => (if x < 0.0 { 0.0 } else { 1.0 / r - x }, if x < 0.0 { 0.0 } else { -r })",
    "cdf(r, x) => (if x < 0.0 { 0.0 } else { x * real::exp(-r * x) },
        if x < 0.0 { 0.0 } else { r * real::exp(-r * x) })",
    "sf(r, x) => (if x < 0.0 { 0.0 } else { -x * __result },
        if x < 0.0 { 0.0 } else { -r * __result })",
    "inverse_cdf(r, p) => (-__result / r, 1.0 / (r * (1.0 - p)))",
    "mean(r) => Some(-1.0 / (r * r))",
    "variance(r) => Some(-2.0 / (r * r * r))",
    "std_dev(r) => Some(-1.0 / (r * r))",
    "entropy(r) => Some(-1.0 / r)",
    "median(r) => -__result / r",
];

const GAMMA: &[&str] = &[
    "pdf(a, b, x) => (
        if x > 0.0 { __result * (real::ln(b * x) - real::digamma(a)) } else { 0.0 },
        if x > 0.0 { __result * (a / b - x) } else { 0.0 },
        if x > 0.0 { __result * ((a - 1.0) / x - b) } else { 0.0 })",
    "ln_pdf(a, b, x) => (real::ln(b * x) - real::digamma(a), a / b - x, (a - 1.0) / x - b)",
    "cdf(_a, b, x) => (0.0,
        if x > 0.0 { x / b * { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::Gamma::new(_a, b).unwrap().pdf(x) } } else { 0.0 },
        if x > 0.0 { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::Gamma::new(_a, b).unwrap().pdf(x) } else { 0.0 })",
    "sf(_a, b, x) => (0.0,
        if x > 0.0 { -x / b * { use ::statrs::distribution::Continuous as _;
            ::statrs::distribution::Gamma::new(_a, b).unwrap().pdf(x) } } else { 0.0 },
        if x > 0.0 { use ::statrs::distribution::Continuous as _;
            -::statrs::distribution::Gamma::new(_a, b).unwrap().pdf(x) } else { 0.0 })",
    "mean(a, b) => Some((1.0 / b, -a / (b * b)))",
    "variance(a, b) => Some((1.0 / (b * b), -2.0 * a / (b * b * b)))",
    "entropy(a, b) => Some((1.0 + (1.0 - a) * real::trigamma(a), -1.0 / b))",
];

const BETA: &[&str] = &[
    "pdf(a, b, x) => (
        if __result > 0.0 {
            __result * (real::ln(x) - real::digamma(a) + real::digamma(a + b)) } else { 0.0 },
        if __result > 0.0 {
            __result * (real::ln_1p(-x) - real::digamma(b) + real::digamma(a + b)) } else { 0.0 },
        if __result > 0.0 {
            __result * ((a - 1.0) / x - (b - 1.0) / (1.0 - x)) } else { 0.0 })",
    "ln_pdf(a, b, x) => (real::ln(x) - real::digamma(a) + real::digamma(a + b),
        real::ln_1p(-x) - real::digamma(b) + real::digamma(a + b),
        (a - 1.0) / x - (b - 1.0) / (1.0 - x))",
    "cdf(_a, _b, x) => (0.0, 0.0, 0.0)",
    "sf(_a, _b, x) => (0.0, 0.0, 0.0)",
    "inverse_cdf(_a, _b, p) => (0.0, 0.0, 0.0)",
    "mean(a, b) => Some((b / ((a + b) * (a + b)), -a / ((a + b) * (a + b))))",
    "variance(a, b) => Some((
        b * (b * (1.0 + b) - a - 2.0 * a * a - a * b)
            / ((a + b) * (a + b) * (a + b) * (a + b + 1.0) * (a + b + 1.0)),
        a * (a * (1.0 + a) - b - 2.0 * b * b - a * b)
            / ((a + b) * (a + b) * (a + b) * (a + b + 1.0) * (a + b + 1.0))))",
];

const CHI_SQUARED: &[&str] = &[
    "pdf(k, x) => (
        if x > 0.0 { 0.5 * __result * (real::ln(0.5 * x) - real::digamma(0.5 * k)) } else { 0.0 },
        if x > 0.0 { __result * ((0.5 * k - 1.0) / x - 0.5) } else { 0.0 })",
    "ln_pdf(k, x) => (0.5 * (real::ln(0.5 * x) - real::digamma(0.5 * k)),
        (0.5 * k - 1.0) / x - 0.5)",
    "cdf(_k, x) => (0.0, 0.0)",
    "sf(_k, x) => (0.0, 0.0)",
    "inverse_cdf(_k, p) => (0.0, 0.0)",
    "mean(k) => Some(1.0)",
    "variance(k) => Some(2.0)",
];

const FISHER_SNEDECOR: &[&str] = &[
    "pdf(d, e, x) => (
        if x > 0.0 { 0.5 * __result * (real::ln(d * x / (d * x + e)) + 1.0
            - (d + e) * x / (d * x + e) - real::digamma(0.5 * d)
            + real::digamma(0.5 * (d + e))) } else { 0.0 },
        if x > 0.0 { 0.5 * __result * (real::ln(e / (d * x + e)) + 1.0
            - (d + e) / (d * x + e) - real::digamma(0.5 * e)
            + real::digamma(0.5 * (d + e))) } else { 0.0 },
        if x > 0.0 { __result * ((0.5 * d - 1.0) / x
            - 0.5 * (d + e) * d / (d * x + e)) } else { 0.0 })",
    "ln_pdf(d, e, x) => (
        0.5 * (real::ln(d * x / (d * x + e)) + 1.0 - (d + e) * x / (d * x + e)
            - real::digamma(0.5 * d) + real::digamma(0.5 * (d + e))),
        0.5 * (real::ln(e / (d * x + e)) + 1.0 - (d + e) / (d * x + e)
            - real::digamma(0.5 * e) + real::digamma(0.5 * (d + e))),
        (0.5 * d - 1.0) / x - 0.5 * (d + e) * d / (d * x + e))",
    "cdf(_d, _e, x) => (0.0, 0.0, 0.0)",
    "sf(_d, _e, x) => (0.0, 0.0, 0.0)",
    "inverse_cdf(_d, _e, p) => (0.0, 0.0, 0.0)",
];

const CAUCHY: &[&str] = &[
    "pdf(m, s, x) => (
        2.0 * __result * (x - m) / (s * s + (x - m) * (x - m)),
        __result / s * ((x - m) * (x - m) - s * s) / (s * s + (x - m) * (x - m)),
        2.0 * __result * (m - x) / (s * s + (x - m) * (x - m)))",
    "ln_pdf(m, s, x) => (
        2.0 * (x - m) / (s * s + (x - m) * (x - m)),
        ((x - m) * (x - m) - s * s) / (s * (s * s + (x - m) * (x - m))),
        2.0 * (m - x) / (s * s + (x - m) * (x - m)))",
    "cdf(m, s, x) => (
        -0.3183098861837907 * s / (s * s + (x - m) * (x - m)),
        0.3183098861837907 * (m - x) / (s * s + (x - m) * (x - m)),
        0.3183098861837907 * s / (s * s + (x - m) * (x - m)))",
    "median(m, s) => (1.0, 0.0)",
];

const WEIBULL: &[&str] = &[
    "pdf(k, s, x) => (
        if x > 0.0 { __result * (1.0 / k
            + real::ln(x / s) * (1.0 - real::powf(x / s, k))) } else { 0.0 },
        if x > 0.0 { __result * k / s * (real::powf(x / s, k) - 1.0) } else { 0.0 },
        if x > 0.0 { __result * (k - 1.0 - k * real::powf(x / s, k)) / x } else { 0.0 })",
    "ln_pdf(k, s, x) => (
        1.0 / k + real::ln(x / s) * (1.0 - real::powf(x / s, k)),
        k / s * (real::powf(x / s, k) - 1.0),
        (k - 1.0 - k * real::powf(x / s, k)) / x)",
    "cdf(k, s, x) => (
        if x > 0.0 { real::exp(-real::powf(x / s, k)) * real::powf(x / s, k)
            * real::ln(x / s) } else { 0.0 },
        if x > 0.0 { -real::exp(-real::powf(x / s, k)) * real::powf(x / s, k) * k / s } else { 0.0 },
        if x > 0.0 { real::exp(-real::powf(x / s, k)) * real::powf(x / s, k) * k / x } else { 0.0 })",
    "sf(k, s, x) => (
        if x > 0.0 { -__result * real::powf(x / s, k) * real::ln(x / s) } else { 0.0 },
        if x > 0.0 { __result * real::powf(x / s, k) * k / s } else { 0.0 },
        if x > 0.0 { -__result * real::powf(x / s, k) * k / x } else { 0.0 })",
];

const LAPLACE: &[&str] = &[
    "pdf(m, b, x) => (__result / b * real::signum(x - m),
        __result * (real::abs(x - m) - b) / (b * b), -__result / b * real::signum(x - m))",
    "ln_pdf(m, b, x) => (real::signum(x - m) / b,
        (real::abs(x - m) - b) / (b * b), -real::signum(x - m) / b)",
    "cdf(m, b, x) => (-0.5 * real::exp(-real::abs(x - m) / b) / b,
        0.5 * real::exp(-real::abs(x - m) / b) * (m - x) / (b * b),
        0.5 * real::exp(-real::abs(x - m) / b) / b)",
    "median(m, b) => (1.0, 0.0)",
];

const UNIFORM: &[&str] = &[
    "pdf(a, b, x) => (__result * __result, -__result * __result, 0.0)",
    "ln_pdf(a, b, x) => (if x < a || x > b { 0.0 } else { 1.0 / (b - a) },
        if x < a || x > b { 0.0 } else { -1.0 / (b - a) }, 0.0)",
    "cdf(a, b, x) => (
        if x <= a || x >= b { 0.0 } else { (x - b) / ((b - a) * (b - a)) },
        if x <= a || x >= b { 0.0 } else { (a - x) / ((b - a) * (b - a)) },
        if x <= a || x >= b { 0.0 } else { 1.0 / (b - a) })",
    "mean(a, b) => Some((0.5, 0.5))",
];

const POISSON: &[&str] = &[
    "pmf(l, _n) => (__result * (_n as f64 / l - 1.0), 0.0)",
    "ln_pmf(l, _n) => (_n as f64 / l - 1.0, 0.0)",
    "mean(l) => Some(1.0)",
    "variance(l) => Some(1.0)",
];

const BINOMIAL: &[&str] = &[
    "pmf(p, _n, _k) => (__result * (_k as f64 / p - (_n as f64 - _k as f64) / (1.0 - p)), 0.0, 0.0)",
    "ln_pmf(p, _n, _k) => (_k as f64 / p - (_n as f64 - _k as f64) / (1.0 - p), 0.0, 0.0)",
];

const BERNOULLI: &[&str] =
    &["pmf(p, _k) => (if _k == 1 { 1.0 } else if _k == 0 { -1.0 } else { 0.0 }, 0.0)"];

const GEOMETRIC: &[&str] = &[
    "pmf(p, _k) => (__result * (1.0 / p - (_k as f64 - 1.0) / (1.0 - p)), 0.0)",
    "ln_pmf(p, _k) => (1.0 / p - (_k as f64 - 1.0) / (1.0 - p), 0.0)",
];

#[cfg(test)]
mod tests {
    use super::{DISTRIBUTIONS, named, names, rule};
    use crate::front::read::rules::{Rows, Rule};

    #[test]
    fn each_method_is_a_rule_with_a_partial_for_each_parameter() {
        for (distribution, _) in DISTRIBUTIONS {
            for method in names(distribution) {
                let text = rule(distribution, method).expect("the entry");
                let rule: Rule = syn::parse_str(&text).expect(&text);
                let partials = match rule.results {
                    Rows::Maybe(_, inside) => *inside,
                    rows => rows,
                };
                let count = rule.parameters.len();
                assert!(
                    matches!(&partials, Rows::One(each) if each.len() == count),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_path_leads_to_a_distribution_by_its_module() {
        assert_eq!(named("statrs::distribution::Exp"), Some("Exp"));
        assert_eq!(named("statrs::function::Exp"), None);
    }
}
