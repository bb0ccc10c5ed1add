//! The error functions of the crate errorfunctions 0.2, as methods of numbers.
//!
//! Far out, where the closed form of a slope is a difference of two equal numbers, its asymptotic
//! series stands. From 10 on thirteen terms of it are exact to all digits, and the closed form
//! loses more than two digits there.
//!
//! Source of the series: Abramowitz & Stegun, 7.1.23, differentiated term by term.

/// The sum of `(2 n + 1)!! t^n`.
macro_rules! far_series {
    () => {
        "(1.0 + t * (3.0 + t * (15.0 + t * (105.0 + t * (945.0 + t * (10395.0 + t * (135135.0 + t \
         * (2027025.0 + t * (34459425.0 + t * (654729075.0 + t * (13749310575.0 + t * \
         (316234143225.0 + t * 7905853580625.0))))))))))))"
    };
}
pub(super) use far_series;

pub(super) const RULES: &[&str] = &[
    "errorfunctions::RealErrorFunctions::erf(self) => 1.1283791670955126 * real::exp(-self * self)",
    "errorfunctions::RealErrorFunctions::erfc(self) => -1.1283791670955126 * real::exp(-self * self)",
    concat!(
        "errorfunctions::RealErrorFunctions::erfcx(self) => if self < 10.0 {
            2.0 * self * __result - 1.1283791670955126 } else {
            let t = -0.5 / (self * self);
            1.1283791670955126 * t * ",
        far_series!(),
        "}"
    ),
    "errorfunctions::RealErrorFunctions::erfi(self) => 1.1283791670955126 * real::exp(self * self)",
    concat!(
        "errorfunctions::RealErrorFunctions::dawson(self) => if real::abs(self) < 10.0 {
            1.0 - 2.0 * self * __result } else {
            let t = 0.5 / (self * self);
            -t * ",
        far_series!(),
        "}"
    ),
    concat!(
        "errorfunctions::RealErrorFunctions::w_im(self) => if real::abs(self) < 10.0 {
            1.1283791670955126 - 2.0 * self * __result } else {
            let t = 0.5 / (self * self);
            -1.1283791670955126 * t * ",
        far_series!(),
        "}"
    ),
];
