//! The methods of numbers of the crate special 0.14: error, gamma, beta, Lambert W and elliptic
//! functions.
//!
//! The parameters of the incomplete functions must not be active, `_p` and `_q`, because their
//! partials have no closed form.
//!
//! The usual quotients of elliptic integrals cancel at small parameters and small angles. There an
//! integral of Carlson stands, which is a sum of positive numbers.
//!
//! Source of the elliptic partials: Abramowitz & Stegun, 17.1 to 17.3; Carlson, Elliptic integrals
//! of the first kind, SIAM J. Math. Anal. 8 (1977).

pub(super) const RULES: &[&str] = &[
    "special::Error::error(self) => 1.1283791670955126 * real::exp(-self * self)",
    "special::Error::compl_error(self) => -1.1283791670955126 * real::exp(-self * self)",
    "special::Error::inv_error(self) => 0.886226925452758 * real::exp(__result * __result)",
    "special::Gamma::gamma(self) => __result * real::digamma(self)",
    "special::Gamma::ln_gamma(self) => ((real::digamma(self),), _)",
    "special::Gamma::digamma(self) => real::trigamma(self)",
    "special::Gamma::inc_gamma(self, _p) => (
        real::exp((_p - 1.0) * real::ln(self) - self - ::special::Gamma::ln_gamma(_p).0), 0.0)",
    "special::Beta::ln_beta(self, y) => (
        real::digamma(self) - real::digamma(self + y), real::digamma(y) - real::digamma(self + y))",
    "special::Beta::inc_beta(self, _p, _q, b) => (
        real::exp((_p - 1.0) * real::ln(self) + (_q - 1.0) * real::ln_1p(-self) - b),
        0.0, 0.0, -__result)",
    "special::Beta::inv_inc_beta(self, _p, _q, b) => (
        real::exp(b - (_p - 1.0) * real::ln(__result) - (_q - 1.0) * real::ln_1p(-__result)),
        0.0, 0.0,
        self * real::exp(b - (_p - 1.0) * real::ln(__result) - (_q - 1.0) * real::ln_1p(-__result)))",
    "special::LambertW::lambert_w0(self) => 1.0 / (self + real::exp(__result))",
    "special::LambertW::lambert_wm1(self) => 1.0 / (self + real::exp(__result))",
    "special::Elliptic::elliptic_k(self) => if real::abs(self) < 0.5 {
        ::special::Elliptic::elliptic_rd(0.0, 1.0, 1.0 - self) / 6.0 } else {
        (::special::Elliptic::elliptic_e(self) - (1.0 - self) * __result)
            / (2.0 * self * (1.0 - self)) }",
    "special::Elliptic::elliptic_e(self) => if real::abs(self) < 0.5 {
        ::special::Elliptic::elliptic_rd(0.0, 1.0 - self, 1.0) / -6.0 } else {
        (__result - ::special::Elliptic::elliptic_k(self)) / (2.0 * self) }",
    "special::Elliptic::inc_elliptic_f(self, phi) => (
        if real::abs(phi) < 1.5 && self > -1e6 {
            let (sine, cosine) = (real::sin(phi), real::cos(phi));
            real::powi(sine, 3) / 6.0 * ::special::Elliptic::elliptic_rd(
                cosine * cosine, 1.0, 1.0 - self * sine * sine)
        } else if self == 0.0 { 0.25 * phi - 0.125 * real::sin(2.0 * phi) } else {
            let root = real::sqrt(1.0 - self * real::powi(real::sin(phi), 2));
            let second = ::special::Elliptic::inc_elliptic_e(self, phi);
            (second / (1.0 - self) - __result) / (2.0 * self)
                - real::sin(2.0 * phi) / (4.0 * (1.0 - self) * root) },
        1.0 / real::sqrt(1.0 - self * real::powi(real::sin(phi), 2)))",
    "special::Elliptic::inc_elliptic_e(self, phi) => (
        if real::abs(phi) < 1.5 && self > -1e6 {
            let (sine, cosine) = (real::sin(phi), real::cos(phi));
            real::powi(sine, 3) / -6.0 * ::special::Elliptic::elliptic_rd(
                cosine * cosine, 1.0 - self * sine * sine, 1.0)
        } else if self == 0.0 { 0.125 * real::sin(2.0 * phi) - 0.25 * phi } else {
            (__result - ::special::Elliptic::inc_elliptic_f(self, phi)) / (2.0 * self) },
        real::sqrt(1.0 - self * real::powi(real::sin(phi), 2)))",
    "special::Elliptic::elliptic_rf(self, y, z) => (
        ::special::Elliptic::elliptic_rd(y, z, self) / -6.0,
        ::special::Elliptic::elliptic_rd(z, self, y) / -6.0,
        ::special::Elliptic::elliptic_rd(self, y, z) / -6.0)",
];
