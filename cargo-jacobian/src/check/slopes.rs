//! The slopes of operations in doubles, for dual numbers: a table that shares nothing with the one
//! that the compiler differentiates by.
//!
//! ```text
//! atan2(a, b)    b / (a^2 + b^2), -a / (a^2 + b^2)
//! ```
//!
//! Operations that are steps have no slope. At a kink it is that of the side that the operation
//! takes. Source: Abramowitz & Stegun, Handbook of Mathematical Functions, chapters 3 and 4.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E};

use jacobian_core::ir::Precision;
use jacobian_core::ir::elemental::Operation as Op;
use jacobian_core::ir::evaluate::evaluate;

/// The slope by each operand, where the operation has this result.
pub(super) fn slopes(operation: Op, operands: &[f64], result: f64) -> [f64; 3] {
    match *operands {
        [a] => [of_one(operation, a, result), 0.0, 0.0],
        [a, b] => {
            let [first, second] = of_two(operation, a, b, result);
            [first, second, 0.0]
        }
        [a, b, c] => of_three(operation, [a, b, c], result),
        _ => [0.0; 3],
    }
}

fn of_one(operation: Op, a: f64, r: f64) -> f64 {
    match operation {
        Op::Neg => -1.0,
        Op::Narrow | Op::Widen | Op::Fract => 1.0,
        Op::Recip => -r * r,
        Op::Sqrt => 0.5 / r,
        Op::Cbrt => 1.0 / (3.0 * r * r),
        Op::Exp => r,
        Op::Exp2 => LN_2 * r,
        Op::ExpM1 => a.exp(),
        Op::Ln => 1.0 / a,
        Op::Log2 => LOG2_E / a,
        Op::Log10 => LOG10_E / a,
        Op::Ln1p => 1.0 / (1.0 + a),
        Op::Sin => a.cos(),
        Op::Cos => -a.sin(),
        Op::Tan => 1.0 + r * r,
        Op::Asin => 1.0 / (1.0 - a * a).sqrt(),
        Op::Acos => -1.0 / (1.0 - a * a).sqrt(),
        Op::Atan => 1.0 / (1.0 + a * a),
        Op::Sinh => a.cosh(),
        Op::Cosh => a.sinh(),
        Op::Tanh => a.cosh().powi(-2),
        Op::Asinh => 1.0 / (a * a + 1.0).sqrt(),
        Op::Acosh => 1.0 / ((a - 1.0) * (a + 1.0)).sqrt(),
        Op::Atanh => 1.0 / ((1.0 - a) * (1.0 + a)),
        Op::Abs => {
            if a < 0.0 {
                -1.0
            } else {
                1.0
            }
        }
        Op::ToDegrees => 1.0_f64.to_degrees(),
        Op::ToRadians => 1.0_f64.to_radians(),
        Op::Powi(0) => 0.0,
        Op::Powi(exponent) => f64::from(exponent) * a.powi(exponent - 1),
        _ => 0.0,
    }
}

fn of_two(operation: Op, a: f64, b: f64, r: f64) -> [f64; 2] {
    let chosen = |is_first: bool| if is_first { [1.0, 0.0] } else { [0.0, 1.0] };
    match operation {
        Op::Add => [1.0, 1.0],
        Op::Sub => [1.0, -1.0],
        Op::Mul | Op::Masked => [b, a],
        Op::Div => [1.0 / b, -a / (b * b)],
        Op::Rem => [1.0, -(a / b).trunc()],
        Op::RemEuclid => [1.0, -a.div_euclid(b)],
        Op::Hypot => [a / r, b / r],
        Op::Atan2 => [b / (a * a + b * b), -a / (a * a + b * b)],
        Op::Log => [1.0 / (a * b.ln()), -a.ln() / (b * b.ln() * b.ln())],
        Op::Powf => [b * a.powf(b - 1.0), r * a.ln()],
        Op::PowiBy => [b * a.powf(b - 1.0), 0.0],
        Op::PowiPartial => [b * (b - 1.0) * a.powf(b - 2.0), 0.0],
        Op::Copysign => [a.signum() * b.signum(), 0.0],
        Op::Min => chosen(a <= b || b.is_nan()),
        Op::Max => chosen(a >= b || b.is_nan()),
        // Partials that are computed with the result of a function are functions of its operand.
        Op::TanhPartial => [-2.0 * a.tanh() * r, 0.0],
        Op::SinhPartial => [a.sinh(), 0.0],
        Op::CoshPartial => [a.cosh(), 0.0],
        Op::ExpM1Partial => [r, 0.0],
        Op::PowfExponentPartial if b == 0.0 => [0.0, 0.0],
        // The power moves too.
        Op::PowfExponentPartial => [b / a, a.ln()],
        _ => [0.0, 0.0],
    }
}

fn of_three(operation: Op, [a, b, c]: [f64; 3], r: f64) -> [f64; 3] {
    let side = |operation| evaluate(operation, &[a, b, c], Precision::Double);
    match operation {
        Op::MulAdd => [b, a, 1.0],
        Op::Clamp => [Op::ClampInside, Op::ClampBelow, Op::ClampAbove].map(side),
        Op::LowerPower => [(b - 1.0) * a.powf(b - 2.0), r * a.ln(), 0.0],
        _ => [0.0; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::slopes;
    use jacobian_core::ir::Precision;
    use jacobian_core::ir::elemental::Operation;
    use jacobian_core::ir::evaluate::evaluate;

    /// Operations that the compiler writes hold the result of another one among their operands, so
    /// they cannot be moved by themselves.
    #[test]
    fn slopes_are_those_of_differences() {
        let of_results = |operation: &Operation| {
            matches!(
                operation,
                Operation::PowfExponentPartial
                    | Operation::LnUnlessZero
                    | Operation::LowerPower
                    | Operation::TanhPartial
                    | Operation::SinhPartial
                    | Operation::CoshPartial
                    | Operation::ExpM1Partial
            )
        };
        let of_user = Operation::ALL.iter().filter(|one| !of_results(one));
        for operation in of_user.copied().chain([Operation::Powi(3)]) {
            let start = if operation == Operation::Acosh {
                1.3
            } else {
                0.3
            };
            // The exponent of `powi` is a whole number.
            let is_fixed = matches!(
                operation,
                Operation::PowiBy | Operation::PowiPartial | Operation::PowiCurvature
            );
            let second = if is_fixed { 3.0 } else { 0.45 };
            let operands = &[start, second, 0.8][..operation.arity()];
            let value = |operands: &[f64]| evaluate(operation, operands, Precision::Double);
            let found = slopes(operation, operands, value(operands));
            for position in (0..operands.len()).filter(|position| !is_fixed || *position == 0) {
                if operation == Operation::PowiCurvature {
                    continue;
                }
                let moved = |by: f64| {
                    let mut moved = operands.to_vec();
                    moved[position] += by;
                    value(&moved)
                };
                let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                let deviation = (found[position] - difference).abs();
                assert!(
                    deviation < 1e-7,
                    "{operation} by {position}: {found:?}, {difference}"
                );
            }
        }
    }
}
