//! The functions of puruspe 0.4: gamma, beta, error, Bessel and Lambert W functions.
//!
//! Its `dawson` is left out: in version 0.4.4 it is far from Dawson's integral, so the derivative
//! of the integral is not that of the function.
//!
//! Orders and the parameters of incomplete functions must not be active, `_n` and `_a`, because
//! their partials have no closed form.

use super::errorfunctions::far_series;

pub(super) const RULES: &[&str] = &[
    "puruspe::erf(x) => 1.1283791670955126 * real::exp(-x * x)",
    "puruspe::erfc(x) => -1.1283791670955126 * real::exp(-x * x)",
    concat!(
        "puruspe::erfcx(x) => if x < 10.0 { 2.0 * x * __result - 1.1283791670955126 } else {
            let t = -0.5 / (x * x);
            1.1283791670955126 * t * ",
        far_series!(),
        "}"
    ),
    "puruspe::inverf(x) => 0.886226925452758 * real::exp(__result * __result)",
    "puruspe::inverfc(x) => -0.886226925452758 * real::exp(__result * __result)",
    "puruspe::gamma(x) => __result * real::digamma(x)",
    "puruspe::ln_gamma(x) => real::digamma(x)",
    "puruspe::gammp(_a, x) => (0.0,
        real::exp((_a - 1.0) * real::ln(x) - x - ::puruspe::ln_gamma(_a)))",
    "puruspe::gammq(_a, x) => (0.0,
        -real::exp((_a - 1.0) * real::ln(x) - x - ::puruspe::ln_gamma(_a)))",
    "puruspe::invgammp(p, _a) => (
        real::exp(__result + ::puruspe::ln_gamma(_a) - (_a - 1.0) * real::ln(__result)), 0.0)",
    "puruspe::beta(x, y) => (
        __result * (real::digamma(x) - real::digamma(x + y)),
        __result * (real::digamma(y) - real::digamma(x + y)))",
    "puruspe::betai(_a, _b, x) => (0.0, 0.0,
        real::powf(x, _a - 1.0) * real::powf(1.0 - x, _b - 1.0) / ::puruspe::beta(_a, _b))",
    "puruspe::invbetai(p, _a, _b) => (
        ::puruspe::beta(_a, _b) * real::powf(__result, 1.0 - _a) * real::powf(1.0 - __result, 1.0 - _b),
        0.0, 0.0)",
    "puruspe::Jn(_n, x) => (0.0, if _n == 0 { -::puruspe::Jn(1, x) } else {
        0.5 * (::puruspe::Jn(u32::wrapping_sub(_n, 1), x) - ::puruspe::Jn(_n + 1, x)) })",
    "puruspe::Yn(_n, x) => (0.0, if __result - __result != 0.0 { -__result } else if _n == 0 { -::puruspe::Yn(1, x) } else {
        0.5 * (::puruspe::Yn(u32::wrapping_sub(_n, 1), x) - ::puruspe::Yn(_n + 1, x)) })",
    "puruspe::In(_n, x) => (0.0, if _n == 0 { ::puruspe::In(1, x) } else {
        0.5 * (::puruspe::In(u32::wrapping_sub(_n, 1), x) + ::puruspe::In(_n + 1, x)) })",
    "puruspe::Kn(_n, x) => (0.0, if _n == 0 { -::puruspe::Kn(1, x) } else {
        -0.5 * (::puruspe::Kn(u32::wrapping_sub(_n, 1), x) + ::puruspe::Kn(_n + 1, x)) })",
    "puruspe::Jnu_Ynu(_nu, x) => (
        (0.0, ::puruspe::besseljy(_nu, x).2), (0.0, ::puruspe::besseljy(_nu, x).3))",
    "puruspe::Inu_Knu(_nu, x) => (
        (0.0, ::puruspe::besselik(_nu, x).2), (0.0, ::puruspe::besselik(_nu, x).3))",
    "puruspe::lambert_w0(x) => 1.0 / (x + real::exp(__result))",
    "puruspe::lambert_wm1(x) => 1.0 / (x + real::exp(__result))",
];
