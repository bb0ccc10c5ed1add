//! Numbers that the source spells: literals and the constants of `std`.

use crate::interface::Interface;
use crate::ir::Precision;

use super::value::{Integer, Value};
use super::{Lowering, messages};

impl Lowering {
    pub(crate) fn eval_literal(&mut self, literal: &syn::ExprLit) -> Value {
        match &literal.lit {
            // A literal is a double or a single, and the scalar is neither.
            syn::Lit::Float(_) if self.given.precision == Precision::Generic => {
                self.refuse(literal, messages::LITERAL_OF_GENERIC)
            }
            syn::Lit::Float(float) if self.is_own_suffix(float.suffix()) => {
                let number = self.parse_float(float.base10_digits());
                Value::Scalar(self.writer.builder.literal(number))
            }
            syn::Lit::Int(int)
                if int.suffix().starts_with('f') && self.is_own_suffix(int.suffix()) =>
            {
                let number = self.parse_float(int.base10_digits());
                Value::Scalar(self.writer.builder.literal(number))
            }
            syn::Lit::Int(int) => match int.base10_parse::<i128>() {
                Ok(value) => {
                    let suffix = Some(int.suffix().to_owned()).filter(|suffix| !suffix.is_empty());
                    Value::Integer(Integer { value, suffix })
                }
                Err(_) => self.refuse(literal, messages::INTEGER_TOO_LARGE),
            },
            syn::Lit::Bool(value) => Value::Boolean(value.value),
            _ => self.refuse(literal, messages::NOT_DIFFERENTIATED),
        }
    }

    fn is_own_suffix(&self, suffix: &str) -> bool {
        suffix.is_empty() || suffix == self.given.scalar_name
    }

    /// As rustc would read the digits: a single is rounded once, not by way of a double.
    fn parse_float(&self, digits: &str) -> f64 {
        match self.given.precision {
            Precision::Double | Precision::Generic => digits.parse().unwrap_or(f64::NAN),
            Precision::Single => digits.parse::<f32>().map_or(f64::NAN, f64::from),
        }
    }

    /// `std::f64::consts::PI`, `f64::EPSILON` and their like.
    pub(crate) fn standard_constant(&mut self, path: &syn::Path) -> Option<Value> {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let (name, value) = match *segments.as_slice() {
            [.., scalar, "consts", name] => (scalar, mathematical(name)?),
            [scalar, name] => (scalar, limit(name, self.given.precision)?),
            [_, scalar, name] if segments[0] == "std" || segments[0] == "core" => {
                (scalar, limit(name, self.given.precision)?)
            }
            _ => return None,
        };
        (name == self.given.scalar_name)
            .then(|| Value::Scalar(self.writer.builder.literal(self.rounded(value))))
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the constants of f32 are the rounded ones"
    )]
    pub(super) fn rounded(&self, value: f64) -> f64 {
        match self.given.precision {
            Precision::Single => f64::from(value as f32),
            Precision::Double | Precision::Generic => value,
        }
    }
}

/// The name of the floating-point type.
pub(crate) fn scalar_name(interface: &Interface) -> String {
    match &interface.scalar {
        Some(scalar) => scalar.name.to_string(),
        None if interface.precision == Precision::Single => "f32".to_owned(),
        None => "f64".to_owned(),
    }
}

/// `std::f64::consts::PI` where it is a double whatever the scalar.
pub(crate) fn double_constant(path: &syn::Path) -> Option<f64> {
    let mut segments = path
        .segments
        .iter()
        .rev()
        .map(|segment| segment.ident.to_string());
    let (name, module, scalar) = (segments.next()?, segments.next()?, segments.next()?);
    (module == "consts" && scalar == "f64").then(|| mathematical(&name))?
}

fn mathematical(name: &str) -> Option<f64> {
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

fn limit(name: &str, precision: Precision) -> Option<f64> {
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
