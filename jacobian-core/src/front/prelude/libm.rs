//! The functions of libm 0.2, for `f64` and, with `f` behind the name, for `f32`.
//!
//! At a kink the partials take the side that the methods of `f64` take: see `private` of the
//! runtime.
//! libm has no digamma function, so the runtime has one, for the gamma functions.

pub(super) const RULES: &[&str] = &[
    "libm::sqrt{f}(x) => 0.5 / __result",
    "libm::cbrt{f}(x) => 1.0 / (3.0 * __result * __result)",
    "libm::hypot{f}(x, y) => (x / __result, y / __result)",
    "libm::pow{f}(x, y) => (real::masked(y, real::powf(x, y - 1.0)), real::powf_exponent_partial(x, __result))",
    "libm::exp{f}(x) => __result",
    "libm::exp2{f}(x) => 0.6931471805599453 * __result",
    "libm::exp10{f}(x) => 2.302585092994046 * __result",
    "libm::expm1{f}(x) => real::exp_m1_partial(x, __result)",
    "libm::log{f}(x) => 1.0 / x",
    "libm::log2{f}(x) => 1.4426950408889634 / x",
    "libm::log10{f}(x) => 0.4342944819032518 / x",
    "libm::log1p{f}(x) => 1.0 / (1.0 + x)",
    "libm::sin{f}(x) => ::libm::cos{f}(x)",
    "libm::cos{f}(x) => -::libm::sin{f}(x)",
    "libm::tan{f}(x) => 1.0 + __result * __result",
    "libm::sincos{f}(x) => (::libm::cos{f}(x), -::libm::sin{f}(x))",
    "libm::asin{f}(x) => 1.0 / real::sqrt((1.0 - x) * (1.0 + x))",
    "libm::acos{f}(x) => -1.0 / real::sqrt((1.0 - x) * (1.0 + x))",
    "libm::atan{f}(x) => 1.0 / (1.0 + x * x)",
    "libm::atan2{f}(y, x) => (x / (x * x + y * y), -y / (x * x + y * y))",
    "libm::sinh{f}(x) => ::libm::cosh{f}(x)",
    "libm::cosh{f}(x) => ::libm::sinh{f}(x)",
    "libm::tanh{f}(x) => real::tanh_partial(x, __result)",
    "libm::asinh{f}(x) => 1.0 / real::hypot(x, 1.0)",
    "libm::acosh{f}(x) => 1.0 / (real::sqrt(x - 1.0) * real::sqrt(x + 1.0))",
    "libm::atanh{f}(x) => 1.0 / ((1.0 - x) * (1.0 + x))",
    // Products, remainders and powers of two.
    "libm::fma{f}(x, y, z) => (y, x, 1.0)",
    "libm::fmod{f}(x, y) => (1.0, -real::rem_quotient(x - __result, y))",
    "libm::remainder{f}(x, y) => (1.0, -real::rem_quotient(x - __result, y))",
    "libm::remquo{f}(x, y) => ((1.0, -real::rem_quotient(x - __result, y)), _)",
    "libm::ldexp{f}(x, n) => (::libm::ldexp{f}(1.0, n), 0.0)",
    "libm::scalbn{f}(x, n) => (::libm::scalbn{f}(1.0, n), 0.0)",
    "libm::frexp{f}(x) => (1.0 / ::libm::ldexp{f}(1.0, ::libm::frexp{f}(x).1), _)",
    "libm::modf{f}(x) => (1.0, 0.0)",
    "libm::ilogb{f}(x) => _",
    // Kinks and steps.
    "libm::fabs{f}(x) => real::abs_partial(x)",
    "libm::copysign{f}(x, y) => (real::copysign_partial(x, y), 0.0)",
    "libm::fmin{f}(x, y) => (real::min_first(x, y), real::min_second(x, y))",
    "libm::fmax{f}(x, y) => (real::max_first(x, y), real::max_second(x, y))",
    "libm::fdim{f}(x, y) => (if x > y { 1.0 } else { 0.0 }, if x > y { -1.0 } else { 0.0 })",
    "libm::ceil{f}(x) => 0.0",
    "libm::floor{f}(x) => 0.0",
    "libm::round{f}(x) => 0.0",
    "libm::roundeven{f}(x) => 0.0",
    "libm::rint{f}(x) => 0.0",
    "libm::trunc{f}(x) => 0.0",
    "libm::nextafter{f}(x, y) => (1.0, 0.0)",
    // Special functions. libm writes the `f` of the second form at the end as well.
    "libm::erf{f}(x) => 1.1283791670955126 * real::exp(-x * x)",
    "libm::erfc{f}(x) => -1.1283791670955126 * real::exp(-x * x)",
    "libm::tgamma{f}(x) => __result * real::digamma(x)",
    "libm::lgamma{f}(x) => real::digamma(x)",
    "libm::lgamma_r(x) => (real::digamma(x), _)",
    "libm::lgammaf_r(x) => (real::digamma(x), _)",
    "libm::j0{f}(x) => -::libm::j1{f}(x)",
    // Near zero `j1(x)` is half of `x`, which a subnormal number cannot hold.
    "libm::j1{f}(x) => if real::abs(x) < 1e-8 { 0.5 } else { ::libm::j0{f}(x) - __result / x }",
    "libm::jn{f}(n, x) => (0.0, 0.5 * (::libm::jn{f}(n - 1, x) - ::libm::jn{f}(n + 1, x)))",
    "libm::y0{f}(x) => -::libm::y1{f}(x)",
    // At zero the function is infinite. The difference of two infinities would be NaN.
    "libm::y1{f}(x) => if __result - __result == 0.0 { ::libm::y0{f}(x) - __result / x } else { -__result }",
    "libm::yn{f}(n, x) => (0.0, if __result - __result == 0.0 {
        0.5 * (::libm::yn{f}(n - 1, x) - ::libm::yn{f}(n + 1, x)) } else { -__result })",
];
