//! The functions of statrs 0.16 to 0.19, and the continuous distributions.
//!
//! The parameters of the incomplete functions must not be active, `_a` and `_b`, because their
//! partials have no closed form. The derivative of a cumulative distribution is its density. That
//! of a density depends on the distribution, so the code has to say its type. Distributions with
//! active parameters are in `distributions`.

pub(super) const RULES: &[&str] = &[
    "statrs::function::erf::erf(x) => 1.1283791670955126 * real::exp(-x * x)",
    "statrs::function::erf::erfc(x) => -1.1283791670955126 * real::exp(-x * x)",
    "statrs::function::erf::erf_inv(x) => 0.886226925452758 * real::exp(__result * __result)",
    "statrs::function::erf::erfc_inv(x) => -0.886226925452758 * real::exp(__result * __result)",
    "statrs::function::gamma::gamma(x) => __result * real::digamma(x)",
    "statrs::function::gamma::ln_gamma(x) => real::digamma(x)",
    "statrs::function::gamma::digamma(x) => real::trigamma(x)",
    "statrs::function::gamma::inv_digamma(x) => 1.0 / real::trigamma(__result)",
    "statrs::function::gamma::gamma_lr(_a, x) => (0.0,
        real::exp((_a - 1.0) * real::ln(x) - x - ::statrs::function::gamma::ln_gamma(_a)))",
    "statrs::function::gamma::gamma_ur(_a, x) => (0.0,
        -real::exp((_a - 1.0) * real::ln(x) - x - ::statrs::function::gamma::ln_gamma(_a)))",
    "statrs::function::gamma::gamma_li(_a, x) => (0.0, real::powf(x, _a - 1.0) * real::exp(-x))",
    "statrs::function::gamma::gamma_ui(_a, x) => (0.0, -real::powf(x, _a - 1.0) * real::exp(-x))",
    "statrs::function::beta::beta(x, y) => (
        __result * (real::digamma(x) - real::digamma(x + y)),
        __result * (real::digamma(y) - real::digamma(x + y)))",
    "statrs::function::beta::ln_beta(x, y) => (
        real::digamma(x) - real::digamma(x + y), real::digamma(y) - real::digamma(x + y))",
    "statrs::function::beta::beta_inc(_a, _b, x) => (0.0, 0.0,
        real::powf(x, _a - 1.0) * real::powf(1.0 - x, _b - 1.0))",
    "statrs::function::beta::beta_reg(_a, _b, x) => (0.0, 0.0,
        real::powf(x, _a - 1.0) * real::powf(1.0 - x, _b - 1.0) / ::statrs::function::beta::beta(_a, _b))",
    "statrs::function::beta::inv_beta_reg(_a, _b, p) => (0.0, 0.0,
        ::statrs::function::beta::beta(_a, _b)
            * real::powf(__result, 1.0 - _a) * real::powf(1.0 - __result, 1.0 - _b))",
    "statrs::function::logistic::logistic(x) => __result * (1.0 - __result)",
    "statrs::function::logistic::logit(x) => 1.0 / (x * (1.0 - x))",
    "statrs::function::evaluate::polynomial(x, _c) => ({
        let (mut slope, mut power) = (0.0, 1.0);
        for (n, c) in _c.iter().enumerate().skip(1) {
            slope += n as f64 * c * power;
            power *= x;
        }
        slope
    }, 0.0)",
    "statrs::distribution::ContinuousCDF::cdf(self, x) => {
        use ::statrs::distribution::Continuous as _; self.pdf(x) }",
    "statrs::distribution::ContinuousCDF::sf(self, x) => {
        use ::statrs::distribution::Continuous as _; -self.pdf(x) }",
    "statrs::distribution::ContinuousCDF::inverse_cdf(self, p) => {
        use ::statrs::distribution::Continuous as _; 1.0 / self.pdf(__result) }",
    // statrs 0.12 and 0.13
    "statrs::distribution::Univariate::cdf(self, x) => {
        use ::statrs::distribution::Continuous as _; self.pdf(x) }",
    "statrs::distribution::InverseCDF::inverse_cdf(self, p) => {
        use ::statrs::distribution::Continuous as _; 1.0 / self.pdf(__result) }",
    "statrs::distribution::Normal::pdf(self, x) => {
        use ::statrs::statistics::Distribution as _;
        __result * ((self.mean().unwrap() - x) / self.variance().unwrap()) }",
    "statrs::distribution::Normal::ln_pdf(self, x) => {
        use ::statrs::statistics::Distribution as _;
        (self.mean().unwrap() - x) / self.variance().unwrap() }",
    "statrs::distribution::LogNormal::pdf(self, x) => {
        if x > 0.0 { __result * (-(1.0 + (real::ln(x) - self.location()) / (self.scale() * self.scale())) / x) } else { 0.0 } }",
    "statrs::distribution::LogNormal::ln_pdf(self, x) => {
        -(1.0 + (real::ln(x) - self.location()) / (self.scale() * self.scale())) / x }",
    "statrs::distribution::StudentsT::pdf(self, x) => {
        __result * ((self.location() - x) / (self.scale() * self.scale()) * ((1.0 + 1.0 / self.freedom())
            / (1.0 + (x - self.location()) * (x - self.location())
                / (self.scale() * self.scale() * self.freedom())))) }",
    "statrs::distribution::StudentsT::ln_pdf(self, x) => {
        (self.location() - x) / (self.scale() * self.scale()) * ((1.0 + 1.0 / self.freedom())
            / (1.0 + (x - self.location()) * (x - self.location())
                / (self.scale() * self.scale() * self.freedom()))) }",
    "statrs::distribution::Exp::pdf(self, x) => {
        __result * (-self.rate()) }",
    "statrs::distribution::Exp::ln_pdf(self, x) => {
        -self.rate() }",
    "statrs::distribution::Gamma::pdf(self, x) => {
        if x > 0.0 { __result * ((self.shape() - 1.0) / x - self.rate()) } else { 0.0 } }",
    "statrs::distribution::Gamma::ln_pdf(self, x) => {
        (self.shape() - 1.0) / x - self.rate() }",
    "statrs::distribution::Beta::pdf(self, x) => {
        if __result > 0.0 { __result * ((self.shape_a() - 1.0) / x - (self.shape_b() - 1.0) / (1.0 - x)) } else { 0.0 } }",
    "statrs::distribution::Beta::ln_pdf(self, x) => {
        (self.shape_a() - 1.0) / x - (self.shape_b() - 1.0) / (1.0 - x) }",
    "statrs::distribution::ChiSquared::pdf(self, x) => {
        if x > 0.0 { __result * ((0.5 * self.freedom() - 1.0) / x - 0.5) } else { 0.0 } }",
    "statrs::distribution::ChiSquared::ln_pdf(self, x) => {
        (0.5 * self.freedom() - 1.0) / x - 0.5 }",
    "statrs::distribution::FisherSnedecor::pdf(self, x) => {
        if x > 0.0 { __result * ((0.5 * self.freedom_1() - 1.0) / x - 0.5 * (self.freedom_1() + self.freedom_2())
            * self.freedom_1() / (self.freedom_1() * x + self.freedom_2())) } else { 0.0 } }",
    "statrs::distribution::FisherSnedecor::ln_pdf(self, x) => {
        (0.5 * self.freedom_1() - 1.0) / x - 0.5 * (self.freedom_1() + self.freedom_2())
            * self.freedom_1() / (self.freedom_1() * x + self.freedom_2()) }",
    "statrs::distribution::Cauchy::pdf(self, x) => {
        __result * (2.0 * (self.location() - x) / (self.scale() * self.scale()
            + (x - self.location()) * (x - self.location()))) }",
    "statrs::distribution::Cauchy::ln_pdf(self, x) => {
        2.0 * (self.location() - x) / (self.scale() * self.scale()
            + (x - self.location()) * (x - self.location())) }",
    "statrs::distribution::Weibull::pdf(self, x) => {
        if x > 0.0 { __result * ((self.shape() - 1.0 - self.shape() * real::powf(x / self.scale(), self.shape())) / x) } else { 0.0 } }",
    "statrs::distribution::Weibull::ln_pdf(self, x) => {
        (self.shape() - 1.0 - self.shape() * real::powf(x / self.scale(), self.shape())) / x }",
    "statrs::distribution::Laplace::pdf(self, x) => {
        __result * (-real::signum(x - self.location()) / self.scale()) }",
    "statrs::distribution::Laplace::ln_pdf(self, x) => {
        -real::signum(x - self.location()) / self.scale() }",
    "statrs::distribution::Uniform::pdf(self, x) => 0.0",
    "statrs::distribution::Uniform::ln_pdf(self, x) => 0.0",
];
