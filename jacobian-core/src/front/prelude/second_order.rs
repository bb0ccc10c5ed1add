//! Rules whose partials are written otherwise where second derivatives are asked for, because there
//! the partials themselves are differentiated.
//!
//! At a point that has a branch of its own the branch needs the slope of the partial too, and
//! quotients that cancel near such a point lose twice the digits.
//!
//! Source: Abramowitz & Stegun, 9.1.27 and 9.6.26; the elliptic integrals by their series in the
//! parameter, 17.3.11 and 17.3.12.

pub(super) const RULES: &[&str] = &[
    "libm::j1{f}(x) => 0.5 * (::libm::j0{f}(x) - ::libm::jn{f}(2, x))",
    "puruspe::Jnu_Ynu(_nu, x) => (
        (0.0, _nu / x * __result - ::puruspe::Jnu_Ynu(_nu + 1.0, x).0),
        (0.0, _nu / x * __result - ::puruspe::Jnu_Ynu(_nu + 1.0, x).1))",
    "puruspe::Inu_Knu(_nu, x) => (
        (0.0, _nu / x * __result + ::puruspe::Inu_Knu(_nu + 1.0, x).0),
        (0.0, _nu / x * __result - ::puruspe::Inu_Knu(_nu + 1.0, x).1))",
    "special::Elliptic::elliptic_k(self) => if real::abs(self) < 0.01 {
        0.39269908169872414 + self * (0.44178646691106466 + self * (0.46019423636569234 + self *
        (0.4697816162899776 + self * (0.47565388649360235 + self * (0.479617668881049 + self *
        (0.48247253595772194 + self * 0.4846264312075332)))))) } else {
        (::special::Elliptic::elliptic_e(self) - (1.0 - self) * __result)
            / (2.0 * self * (1.0 - self)) }",
    "special::Elliptic::elliptic_e(self) => if real::abs(self) < 0.01 {
        -(0.39269908169872414 + self * (0.14726215563702155 + self * (0.09203884727313846 + self *
        (0.0671116594699968 + self * (0.05285043183262248 + self * (0.04360160626191355 + self *
        (0.03711327199674784 + self * 0.032308428747168876))))))) } else {
        (__result - ::special::Elliptic::elliptic_k(self)) / (2.0 * self) }",
    "special::Elliptic::inc_elliptic_f(self, phi) => (
        if self == 0.0 {
            0.25 * phi - 0.125 * real::sin(2.0 * phi) + self * (0.28125 * phi
                - 0.1875 * real::sin(2.0 * phi) + 0.0234375 * real::sin(4.0 * phi)) } else {
            let root = real::sqrt(1.0 - self * real::powi(real::sin(phi), 2));
            let second = ::special::Elliptic::inc_elliptic_e(self, phi);
            (second / (1.0 - self) - __result) / (2.0 * self)
                - real::sin(2.0 * phi) / (4.0 * (1.0 - self) * root) },
        1.0 / real::sqrt(1.0 - self * real::powi(real::sin(phi), 2)))",
    "special::Elliptic::inc_elliptic_e(self, phi) => (
        if self == 0.0 {
            0.125 * real::sin(2.0 * phi) - 0.25 * phi - self * (0.09375 * phi
                - 0.0625 * real::sin(2.0 * phi) + 0.0078125 * real::sin(4.0 * phi)) } else {
            (__result - ::special::Elliptic::inc_elliptic_f(self, phi)) / (2.0 * self) },
        real::sqrt(1.0 - self * real::powi(real::sin(phi), 2)))",
];
