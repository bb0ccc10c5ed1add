//! The derivatives of operations, as numbers of the field: a second table beside that of
//! [`ir`](crate::ir), written from the text books and not from there.
//!
//! ```text
//! d tan(a) = (1 + tan(a)^2) da
//! d (a / b) = da / b - a / b^2 db
//! d atan2(a, b) = (b da - a db) / (a^2 + b^2)
//! ```
//!
//! Functions with kinks have the slope that their partial says, which is a function of its own.
//! Source: Abramowitz & Stegun, Handbook of Mathematical Functions, chapters 3 and 4.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E};

use crate::ir::elemental::Operation;

use super::field::Residue;
use super::model::Model;

/// What the compiler computes at expansion with the second operand of an operation, as doubles that
/// are rounded: its square, its logarithm, the number less one. Nothing where it does not know the
/// operand.
#[derive(Clone, Copy, Default)]
pub(super) struct Folded {
    pub(super) square: Option<f64>,
    pub(super) ln: Option<f64>,
    pub(super) lower: Option<f64>,
}

/// The tangent of `result = operation(values)` where the operands move by `tangents`.
pub(super) fn tangent(
    model: Model,
    operation: Operation,
    (values, tangents): (&[Residue], &[Residue]),
    folded: Folded,
    result: Residue,
) -> Residue {
    match (values, tangents) {
        ([a], [da]) => of_one(model, operation, *a, result) * *da,
        ([a, b], [da, db]) => of_two(model, operation, [*a, *b], [*da, *db], (folded, result)),
        ([a, b, c], [da, db, dc]) => of_three(
            model,
            operation,
            [*a, *b, *c],
            [*da, *db, *dc],
            (folded, result),
        ),
        _ => Residue::ZERO,
    }
}

/// The slope of a function of one number.
fn of_one(model: Model, operation: Operation, a: Residue, r: Residue) -> Residue {
    use Operation as Op;
    let one = Residue::ONE;
    let number = |number: f64| model.double(number);
    let function = |operation, a| model.value(operation, &[a]);
    match operation {
        Op::Neg => -one,
        Op::Recip => -(r * r),
        Op::Sqrt => (r + r).inverse(),
        Op::Cbrt => number(1.0 / 3.0) * (r * r).inverse(),
        Op::Exp => r,
        Op::Exp2 => number(LN_2) * r,
        Op::ExpM1 => function(Op::Exp, a),
        Op::Ln => a.inverse(),
        Op::Log2 => number(LOG2_E) * a.inverse(),
        Op::Log10 => number(LOG10_E) * a.inverse(),
        Op::Ln1p => (one + a).inverse(),
        Op::Sin => function(Op::Cos, a),
        Op::Cos => -function(Op::Sin, a),
        Op::Tan => one + r * r,
        Op::Asin => function(Op::Sqrt, one - a * a).inverse(),
        Op::Acos => -function(Op::Sqrt, one - a * a).inverse(),
        Op::Atan => (one + a * a).inverse(),
        Op::Sinh => function(Op::Cosh, a),
        Op::Cosh => function(Op::Sinh, a),
        Op::Tanh => one - r * r,
        Op::Asinh => function(Op::Cosh, r).inverse(),
        // Where `a` is above one, this is the root of `a^2 - 1`.
        Op::Acosh => (function(Op::Sqrt, a - one) * function(Op::Sqrt, a + one)).inverse(),
        Op::Atanh => (one - a * a).inverse(),
        Op::Abs => function(Op::AbsPartial, a),
        Op::Fract | Op::Narrow | Op::Widen => one,
        Op::ToDegrees => number(1.0_f64.to_degrees()),
        Op::ToRadians => number(1.0_f64.to_radians()),
        Op::Powi(exponent) => {
            let exponent = number(f64::from(exponent));
            exponent * model.value(Op::Powf, &[a, exponent - one])
        }
        _ => Residue::ZERO,
    }
}

fn of_two(
    model: Model,
    operation: Operation,
    [a, b]: [Residue; 2],
    [da, db]: [Residue; 2],
    (folded, r): (Folded, Residue),
) -> Residue {
    use Operation as Op;
    let function = |operation, operands: &[Residue]| model.value(operation, operands);
    let chosen = |operation| function(operation, &[a, b]);
    match operation {
        Op::Add => da + db,
        Op::Sub => da - db,
        Op::Mul | Op::Masked => da * b + a * db,
        Op::Div => {
            let inverse = b.inverse();
            da * inverse - a * inverse * inverse * db
        }
        // How many times `b` was taken from `a`.
        Op::Rem | Op::RemEuclid => da - function(Op::RemQuotient, &[a - r, b]) * db,
        Op::Hypot => (a * da + b * db) * r.inverse(),
        Op::Atan2 => {
            let square = folded.square.map_or(b * b, |square| model.double(square));
            (b * da - a * db) * (a * a + square).inverse()
        }
        Op::Powf => {
            let lower = function(Op::Powf, &[a, b - Residue::ONE]);
            b * lower * da + r * function(Op::Ln, &[a]) * db
        }
        Op::PowiBy => chosen(Op::PowiPartial) * da,
        Op::PowiPartial => chosen(Op::PowiCurvature) * da,
        Op::Log => {
            // The logarithm of a number is a number, which is rounded.
            let ln = folded.ln.map(|ln| model.double(ln));
            let ln = ln.unwrap_or_else(|| function(Op::Ln, &[b]));
            let of_base = r * (b * ln).inverse();
            (a * ln).inverse() * da - of_base * db
        }
        Op::Copysign => chosen(Op::CopysignPartial) * da,
        Op::Min => chosen(Op::MinFirst) * da + chosen(Op::MinSecond) * db,
        Op::Max => chosen(Op::MaxFirst) * da + chosen(Op::MaxSecond) * db,
        // Partials that are computed from the value, `b`, are functions of `a` alone.
        Op::TanhPartial => -(b + b) * r * da,
        Op::SinhPartial | Op::CoshPartial => b * da,
        Op::ExpM1Partial => r * da,
        // `b ln(a)`, where `b` moves too.
        Op::PowfExponentPartial => b * a.inverse() * da + function(Op::Ln, &[a]) * db,
        _ => Residue::ZERO,
    }
}

fn of_three(
    model: Model,
    operation: Operation,
    [a, b, c]: [Residue; 3],
    [da, db, dc]: [Residue; 3],
    (folded, r): (Folded, Residue),
) -> Residue {
    use Operation as Op;
    let function = |operation, operands: &[Residue]| model.value(operation, operands);
    let chosen = |operation| function(operation, &[a, b, c]);
    match operation {
        Op::MulAdd => da * b + a * db + dc,
        Op::Clamp => {
            let sides = [Op::ClampInside, Op::ClampBelow, Op::ClampAbove].map(chosen);
            sides[0] * da + sides[1] * db + sides[2] * dc
        }
        // `a^(b - 1)`, a function of `a` and `b` alone.
        Op::LowerPower => {
            let lower = folded.lower.map(|lower| model.double(lower));
            let lower = lower.unwrap_or(b - Residue::ONE);
            let below = function(Op::Powf, &[a, lower - Residue::ONE]);
            lower * below * da + r * function(Op::Ln, &[a]) * db
        }
        _ => Residue::ZERO,
    }
}
