//! Constant evaluation: the value of an operation on numbers known at expansion.
//!
//! The results go into labels, tests and the choice of a branch only. The value path never uses
//! them: it repeats the user's operations at run time, so that the value is bitwise the user's.

use super::code_list::Precision;
use super::elemental::Operation;

/// `operation(operands)`, rounded to the precision of the function.
pub fn evaluate(operation: Operation, operands: &[f64], precision: Precision) -> f64 {
    let result = match *operands {
        [a] => unary(operation, a),
        [a, b] => binary(operation, a, b),
        [a, b, c] => ternary(operation, a, b, c),
        _ => unreachable!("invariant: operations take one to three operands"),
    };
    match precision {
        Precision::Double | Precision::Generic => result,
        // For + - * / and sqrt, rounding to double and then to single equals rounding once, because
        // 53 >= 2 * 24 + 2 bits (Figueroa).
        #[expect(
            clippy::cast_possible_truncation,
            reason = "rounding to single is the purpose"
        )]
        Precision::Single => f64::from(result as f32),
    }
}

/// The value, if every scalar type that the function may have computes the same.
pub(crate) fn known(operation: Operation, operands: &[f64], precision: Precision) -> Option<f64> {
    let is_same = precision != Precision::Generic || operation.is_exact();
    is_same.then(|| evaluate(operation, operands, precision))
}

/// Whether the function's scalar represents the number exactly. A generic scalar may be `f32`, so
/// there the number must be a single.
#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "whether rounding changes anything is the question"
)]
pub(crate) fn is_known(value: f64, precision: Precision) -> bool {
    precision != Precision::Generic || f64::from(value as f32) == value
}

fn unary(operation: Operation, a: f64) -> f64 {
    use Operation as Op;
    match operation {
        Op::Neg => -a,
        // Rounded as every single is.
        Op::Narrow | Op::Widen => a,
        Op::Recip => a.recip(),
        Op::Sqrt => a.sqrt(),
        Op::Cbrt => a.cbrt(),
        Op::Exp => a.exp(),
        Op::Exp2 => a.exp2(),
        Op::ExpM1 => a.exp_m1(),
        Op::Ln => a.ln(),
        Op::Log2 => a.log2(),
        Op::Log10 => a.log10(),
        Op::Ln1p => a.ln_1p(),
        Op::Sin => a.sin(),
        Op::Cos => a.cos(),
        Op::Tan => a.tan(),
        Op::Asin => a.asin(),
        Op::Acos => a.acos(),
        Op::Atan => a.atan(),
        Op::Sinh => a.sinh(),
        Op::Cosh => a.cosh(),
        Op::Tanh => a.tanh(),
        Op::Asinh => a.asinh(),
        Op::Acosh => a.acosh(),
        Op::Atanh => a.atanh(),
        Op::Abs => a.abs(),
        Op::Signum => a.signum(),
        Op::Floor => a.floor(),
        Op::Ceil => a.ceil(),
        Op::Round => a.round(),
        Op::RoundTiesEven => a.round_ties_even(),
        Op::Trunc => a.trunc(),
        Op::Fract => a.fract(),
        Op::ToDegrees => a.to_degrees(),
        Op::ToRadians => a.to_radians(),
        Op::Powi(exponent) => a.powi(exponent),
        Op::IsIndex(position) => indicator((a - f64::from(position)).abs() < 0.5),
        Op::AbsPartial => indicator(a < 0.0).mul_add(-2.0, 1.0),
        _ => unreachable!("invariant: {operation} is not unary"),
    }
}

fn binary(operation: Operation, a: f64, b: f64) -> f64 {
    use Operation as Op;
    match operation {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Masked if a == 0.0 || b == 0.0 => 0.0,
        Op::Mul | Op::Masked => a * b,
        Op::Div => a / b,
        Op::Rem => a % b,
        Op::Log => a.log(b),
        Op::Atan2 => a.atan2(b),
        Op::Powf => a.powf(b),
        Op::Hypot => a.hypot(b),
        Op::Copysign => a.copysign(b),
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::RemEuclid => a.rem_euclid(b),
        Op::DivEuclid => a.div_euclid(b),
        Op::PowiBy => a.powi(as_exponent(b)),
        Op::CopysignPartial => 1.0_f64.copysign(a) * 1.0_f64.copysign(b),
        Op::MinFirst => indicator(a <= b || b.is_nan()),
        Op::MinSecond => 1.0 - indicator(a <= b || b.is_nan()),
        Op::MaxFirst => indicator(a >= b || b.is_nan()),
        Op::MaxSecond => 1.0 - indicator(a >= b || b.is_nan()),
        Op::RemQuotient => (a / b).round(),
        Op::PowfExponentPartial => {
            if b == 0.0 {
                0.0
            } else {
                b * a.ln()
            }
        }
        Op::PowiPartial => {
            if b == 0.0 {
                0.0
            } else {
                b * a.powi(as_exponent(b - 1.0))
            }
        }
        Op::PowiCurvature => {
            let factor = b * (b - 1.0);
            if factor == 0.0 {
                0.0
            } else {
                factor * a.powi(as_exponent(b - 2.0))
            }
        }
        Op::LnUnlessZero if b == 0.0 => 0.0,
        Op::LnUnlessZero => a.ln(),
        Op::TanhPartial => a.cosh().powi(-2),
        Op::SinhPartial => a.cosh(),
        Op::CoshPartial => a.sinh(),
        Op::ExpM1Partial => a.exp(),
        _ => unreachable!("invariant: {operation} is not binary"),
    }
}

fn ternary(operation: Operation, a: f64, b: f64, c: f64) -> f64 {
    match operation {
        Operation::MulAdd => a.mul_add(b, c),
        // `f64::clamp` panics if the bounds are crossed. Expansion must not panic, so we return
        // NaN.
        Operation::Clamp if b <= c => a.clamp(b, c),
        Operation::Clamp => f64::NAN,
        Operation::LowerPower => a.powf(b - 1.0),
        Operation::ClampInside => indicator(b <= a && a <= c),
        Operation::ClampBelow => indicator(a < b),
        Operation::ClampAbove => indicator(a > c),
        _ => unreachable!("invariant: {operation} is not ternary"),
    }
}

fn indicator(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "exponents are small integers by construction"
)]
fn as_exponent(value: f64) -> i32 {
    value as i32
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::ir::Precision::{Double, Single};
    use crate::ir::elemental::Operation;

    #[test]
    fn every_operation_has_a_value_for_its_arity() {
        for operation in Operation::ALL {
            let operands = [0.25, 0.5, 0.75];
            let value = evaluate(*operation, &operands[..operation.arity()], Double);
            assert!(
                value.is_finite() || *operation == Operation::Acosh,
                "{operation}: {value}"
            );
        }
    }

    #[test]
    fn singles_round_as_singles() {
        let value = evaluate(Operation::Div, &[1.0, 3.0], Single);
        assert_eq!(value.to_bits(), f64::from(1.0_f32 / 3.0_f32).to_bits());
    }
}
