//! The constants of `std` by their names: `std::f64::consts::PI`, `f64::EPSILON`.

use crate::ir::Precision;

/// `std::f64::consts::PI` in a place where it is an `f64` for every scalar.
pub(crate) fn double_constant(path: &syn::Path) -> Option<f64> {
    let mut segments = path
        .segments
        .iter()
        .rev()
        .map(|segment| segment.ident.to_string());
    let (name, module, scalar) = (segments.next()?, segments.next()?, segments.next()?);
    (module == "consts" && scalar == "f64").then(|| mathematical(&name))?
}

pub(crate) fn mathematical(name: &str) -> Option<f64> {
    use std::f64::consts;
    Some(match name {
        "PI" => consts::PI,
        "TAU" => consts::TAU,
        "E" => consts::E,
        "SQRT_2" => consts::SQRT_2,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG10_E" => consts::LOG10_E,
        "LOG2_10" => consts::LOG2_10,
        "LOG10_2" => consts::LOG10_2,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_3" => consts::FRAC_PI_3,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_PI_6" => consts::FRAC_PI_6,
        "FRAC_PI_8" => consts::FRAC_PI_8,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        _ => return None,
    })
}

pub(crate) fn limit(name: &str, precision: Precision) -> Option<f64> {
    let (epsilon, min_positive, max) = match precision {
        Precision::Double | Precision::Generic => (f64::EPSILON, f64::MIN_POSITIVE, f64::MAX),
        Precision::Single => (
            f32::EPSILON.into(),
            f32::MIN_POSITIVE.into(),
            f32::MAX.into(),
        ),
    };
    Some(match name {
        "EPSILON" => epsilon,
        "MIN_POSITIVE" => min_positive,
        "MAX" => max,
        "MIN" => -max,
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        _ => return None,
    })
}
