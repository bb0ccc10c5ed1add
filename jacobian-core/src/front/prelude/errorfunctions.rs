//! The error functions of the crate errorfunctions 0.2, as methods of numbers.

pub(super) const RULES: &[&str] = &[
    "errorfunctions::RealErrorFunctions::erf(self) => 1.1283791670955126 * real::exp(-self * self)",
    "errorfunctions::RealErrorFunctions::erfc(self) => -1.1283791670955126 * real::exp(-self * self)",
    "errorfunctions::RealErrorFunctions::erfcx(self) => 2.0 * self * __result - 1.1283791670955126",
    "errorfunctions::RealErrorFunctions::erfi(self) => 1.1283791670955126 * real::exp(self * self)",
    "errorfunctions::RealErrorFunctions::dawson(self) => 1.0 - 2.0 * self * __result",
    "errorfunctions::RealErrorFunctions::w_im(self) => 1.1283791670955126 - 2.0 * self * __result",
];
