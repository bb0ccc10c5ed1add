//! Derivative rules: the table of local partials of every elemental.
//!
//! A new elemental needs a row here and nothing else of calculus.
//!
//! ```text
//! v = a * b        dv/da = b               dv/db = a              nothing is computed
//! v = a / b        dv/da = r               dv/db = -(v * r)       with r = 1 / b shared
//! v = sqrt(a)      dv/da = 0.5 / v
//! v = tan(a)       dv/da = v * v + 1                              the value is reused
//! v = tanh(a)      dv/da = tanh_partial(a, v)                     1 - v * v where that is accurate
//! ```
//!
//! A partial that is not yet a value of the code list becomes a derivative statement. It is
//! numbered together with the value path. For example, the partial `cos(a)` of `sin(a)` is the
//! user's own cosine if there is one. A literal that is exactly zero gives no edge.
//!
//! The partial at a singularity (of `sqrt` at zero, of `acos` at one) is the infinity that IEEE
//! arithmetic gives. At a kink we take one side: `abs` the right one, `min`, `max` and `clamp` the
//! first operand.
//!
//! Cost: a few statements per elemental. Source: Griewank & Walther, Evaluating Derivatives, table
//! 2.3.

use super::Partial;
use super::code_list::number;
use super::elemental::{Elemental, Operation};
use super::ids::ValueId;
use super::partial_builder::{PartialBuilder, known};

impl PartialBuilder {
    /// The active operands with their partials. An operand that occurs twice is listed twice.
    pub(super) fn labelled(
        &mut self,
        elemental: Elemental,
        operands: &[ValueId],
        target: ValueId,
    ) -> Vec<(ValueId, Partial)> {
        let mut labelled = Vec::new();
        let arguments = match elemental {
            Elemental::Operation(_) => operands,
            Elemental::Ruled(count) | Elemental::Selected(count) => &operands[1..=count as usize],
            _ => return labelled,
        };
        for (position, source) in arguments.iter().enumerate() {
            if !self.builder.code().statement(*source).is_active() {
                continue;
            }
            let partial = match elemental {
                Elemental::Operation(operation) => {
                    self.partial(operation, position, operands, target)
                }
                Elemental::Selected(_) => self.of_selected(position, operands[0]),
                _ => self.plus(self.builder.code().partials_of_call(target)[position]),
            };
            labelled.extend(partial.map(|partial| (*source, partial)));
        }
        labelled
    }

    /// The partial of `target = operation(operands)` with respect to one operand; `None` is zero.
    fn partial(
        &mut self,
        operation: Operation,
        position: usize,
        operands: &[ValueId],
        target: ValueId,
    ) -> Option<Partial> {
        match *operands {
            [a] => self.of_unary(operation, a, target),
            [a, b] => self.of_binary(operation, position, a, b, target),
            [a, b, c] => self.of_ternary(operation, position, [a, b, c], target),
            _ => unreachable!("invariant: operations take one to three operands"),
        }
    }

    /// `1` if the index is this position, else `0`.
    fn of_selected(&mut self, position: usize, index: ValueId) -> Option<Partial> {
        let chooses = self.builder.code().statement(index).elemental();
        // An index that is 0 or 1 already says whether the second of two values is selected.
        if position == 1 && matches!(chooses, Elemental::Operation(Operation::IsIndex(_))) {
            return self.plus(index);
        }
        self.applied(Operation::IsIndex(number(position)), &[index])
    }

    fn of_unary(&mut self, operation: Operation, a: ValueId, r: ValueId) -> Option<Partial> {
        use Operation as Op;
        let id = match operation {
            Op::Neg => return Some(Partial::ONE.negate()),
            Op::Fract | Op::Narrow | Op::Widen => return Some(Partial::ONE),
            Op::ToDegrees => return Some(known(1.0_f64.to_degrees())),
            Op::ToRadians => return Some(known(1.0_f64.to_radians())),
            Op::Exp => r,
            Op::Sin => self.apply(Op::Cos, &[a]),
            Op::Cos => return self.minus(Op::Sin, &[a]),
            Op::Sinh => self.taken_from(Op::Cosh, Op::SinhPartial, a, r),
            Op::Cosh => self.taken_from(Op::Sinh, Op::CoshPartial, a, r),
            Op::ExpM1 => self.taken_from(Op::Exp, Op::ExpM1Partial, a, r),
            Op::Tanh => self.apply(Op::TanhPartial, &[a, r]),
            Op::Abs => self.apply(Op::AbsPartial, &[a]),
            Op::Recip => return self.minus(Op::Mul, &[r, r]),
            Op::Exp2 => self.scaled(std::f64::consts::LN_2, r),
            Op::Tan => self.square_plus_one(r),
            Op::Ln => self.apply(Op::Recip, &[a]),
            Op::Log2 => self.over(std::f64::consts::LOG2_E, a),
            Op::Log10 => self.over(std::f64::consts::LOG10_E, a),
            Op::Ln1p => self.recip_of(Self::shifted, a),
            Op::Sqrt => self.of_root(a, r),
            Op::Cbrt => {
                let square = self.apply(Op::Mul, &[r, r]);
                self.over(1.0 / 3.0, square)
            }
            Op::Atan => self.recip_of(Self::square_plus_one, a),
            Op::Asin => self.recip_of(Self::root_of_one_minus_square, a),
            Op::Acos => return Some(self.of_unary(Op::Asin, a, r)?.negate()),
            Op::Asinh => {
                // `a` is the hyperbolic sine of `r`. Its square alone would overflow.
                let cosh = self.apply(Op::SinhPartial, &[r, a]);
                self.apply(Op::Recip, &[cosh])
            }
            Op::Acosh => self.recip_of(Self::root_of_square_minus_one, a),
            Op::Atanh => self.recip_of(Self::one_minus_square, a),
            Op::Powi(exponent) => return self.of_powi(exponent, a, r),
            _ => return self.of_partial(operation, 0, &[a], r),
        };
        self.plus(id)
    }

    fn of_binary(
        &mut self,
        operation: Operation,
        position: usize,
        a: ValueId,
        b: ValueId,
        r: ValueId,
    ) -> Option<Partial> {
        use Operation as Op;
        match (operation, position) {
            (Op::Add, _) | (Op::Sub | Op::Rem | Op::RemEuclid, 0) => Some(Partial::ONE),
            (Op::Sub, 1) => Some(Partial::ONE.negate()),
            (Op::Mul, 0) => self.plus(b),
            (Op::Mul, 1) => self.plus(a),
            (Op::Div, 0) => self.reciprocal(b),
            (Op::Div, 1) => {
                // -(r / b) as a product, because the reciprocal is also the partial by `a`.
                let recip = self.apply(Op::Recip, &[b]);
                self.minus(Op::Mul, &[r, recip])
            }
            (Op::Rem | Op::RemEuclid, 1) => {
                // From the value, so that both are of one side where `a / b` rounds to an integer.
                // For example, `1 % 0.1` is almost 0.1 after nine times 0.1, but `1 / 0.1` is ten.
                let multiple = self.apply(Op::Sub, &[a, r]);
                self.minus(Op::RemQuotient, &[multiple, b])
            }
            (Op::Hypot, _) => {
                let recip = self.apply(Op::Recip, &[r]);
                self.product(if position == 0 { a } else { b }, recip)
            }
            (Op::Atan2, _) => self.of_atan2(position, a, b),
            (Op::Powf, 0) => self.of_powf_base(a, b, r),
            (Op::Powf, 1) => self.applied(Op::PowfExponentPartial, &[a, r]),
            (Op::PowiBy, 0) => self.applied(Op::PowiPartial, &[a, b]),
            (Op::Log, _) => self.of_log(position, a, b, r),
            (Op::Copysign, 0) => self.applied(Op::CopysignPartial, &[a, b]),
            // Only the sign of the second operand matters, and that is locally constant.
            (Op::Copysign, 1) => None,
            (Op::Min, 0) => self.applied(Op::MinFirst, &[a, b]),
            (Op::Min, 1) => self.applied(Op::MinSecond, &[a, b]),
            (Op::Max, 0) => self.applied(Op::MaxFirst, &[a, b]),
            (Op::Max, 1) => self.applied(Op::MaxSecond, &[a, b]),
            _ => self.of_partial(operation, position, &[a, b], r),
        }
    }

    fn of_ternary(
        &mut self,
        operation: Operation,
        position: usize,
        operands: [ValueId; 3],
        r: ValueId,
    ) -> Option<Partial> {
        use Operation as Op;
        let [a, b, _] = operands;
        match (operation, position) {
            (Op::MulAdd, 0) => self.plus(b),
            (Op::MulAdd, 1) => self.plus(a),
            (Op::MulAdd, 2) => Some(Partial::ONE),
            (Op::Clamp, 0) => self.applied(Op::ClampInside, &operands),
            (Op::Clamp, 1) => self.applied(Op::ClampBelow, &operands),
            (Op::Clamp, 2) => self.applied(Op::ClampAbove, &operands),
            _ => self.of_partial(operation, position, &operands, r),
        }
    }

    /// The partial of a root: `0.5 / r`.
    fn of_root(&mut self, a: ValueId, r: ValueId) -> ValueId {
        let radicand = self.builder.code().statement(a).elemental();
        if matches!(radicand, Elemental::Operation(Operation::Div)) {
            // We also form half the root for the rewrite of radicals: the partial of the quotient
            // under the root has the quotient as a factor, and `quotient * (0.5 / r)` is `0.5 * r`.
            self.scaled(0.5, r);
        }
        self.over(0.5, r)
    }

    fn of_atan2(&mut self, position: usize, y: ValueId, x: ValueId) -> Option<Partial> {
        let square = self.apply(Operation::Mul, &[x, x]);
        let norm = self.apply(Operation::MulAdd, &[y, y, square]);
        let recip = self.apply(Operation::Recip, &[norm]);
        if position == 0 {
            self.product(x, recip)
        } else {
            self.minus(Operation::Mul, &[y, recip])
        }
    }

    /// `log_b(a) = ln(a) / ln(b)`.
    fn of_log(&mut self, position: usize, a: ValueId, b: ValueId, r: ValueId) -> Option<Partial> {
        let ln_base = self.apply(Operation::Ln, &[b]);
        let operand = if position == 0 { a } else { b };
        let denominator = self.apply(Operation::Mul, &[operand, ln_base]);
        let recip = self.apply(Operation::Recip, &[denominator]);
        if position == 0 {
            self.plus(recip)
        } else {
            self.minus(Operation::Mul, &[r, recip])
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::elemental::Operation as Op;
    use crate::ir::{
        CodeListBuilder, Elemental, LocalPartials, Origin, Partial, Precision, ValueId,
        differentiate, evaluate::evaluate,
    };

    /// The partials of one operation on independents, as numbers at a point.
    fn partials_at(operation: Op, point: &[f64]) -> Vec<f64> {
        let mut builder = CodeListBuilder::new(point.len(), Precision::Double);
        let operands: Vec<ValueId> = builder.code().independents().to_vec();
        let result = builder.apply(operation, &operands, Origin::default());
        let (code, edges) = differentiate(builder.finish(vec![result]));
        let mut values: Vec<f64> = Vec::new();
        for id in code.ids() {
            let statement = code.statement(id);
            let operands: Vec<f64> = statement
                .operands()
                .iter()
                .map(|id| values[id.index()])
                .collect();
            values.push(match statement.elemental() {
                Elemental::Independent(index) => point[index as usize],
                Elemental::Literal(bits) => f64::from_bits(bits),
                Elemental::Operation(operation) => {
                    evaluate(operation, &operands, Precision::Double)
                }
                _ => unreachable!(),
            });
        }
        let sources = edges
            .into_iter()
            .find(|edges| edges.target == result)
            .map(|edges| edges.sources);
        let label = |id: &ValueId| sources.iter().flatten().find(|(source, _)| source == id);
        let number = |partial: Partial| match partial {
            Partial::Literal(constant) => constant.value(),
            Partial::Value { id, negative, .. } => {
                values[id.index()] * if negative { -1.0 } else { 1.0 }
            }
        };
        operands
            .iter()
            .map(|id| label(id).map_or(0.0, |(_, partial)| number(*partial)))
            .collect()
    }

    fn difference(operation: Op, point: &[f64], position: usize) -> f64 {
        let at = |step: f64| {
            let mut point = point.to_vec();
            point[position] += step;
            evaluate(operation, &point, Precision::Double)
        };
        let central = |step: f64| (at(step) - at(-step)) / (2.0 * step);
        (4.0 * central(5e-5) - central(1e-4)) / 3.0
    }

    /// The operation whose value a partial is taken from.
    fn value_beside(partial: Op) -> Option<Op> {
        Some(match partial {
            Op::TanhPartial => Op::Tanh,
            Op::SinhPartial => Op::Sinh,
            Op::CoshPartial => Op::Cosh,
            Op::ExpM1Partial => Op::ExpM1,
            Op::LowerPower => Op::Powf,
            _ => return None,
        })
    }

    #[test]
    fn every_partial_agrees_with_differences() {
        // Exponents that are integers, and operations of second derivatives.
        let differentiable = |operation: &&Op| {
            !matches!(
                operation,
                Op::PowiBy | Op::PowiPartial | Op::PowiCurvature | Op::LnUnlessZero
            )
        };
        let powers = [-7, -2, -1, 0, 1, 2, 3, 4, 5, 6, 9].map(Op::Powi);
        for operation in Op::ALL.iter().filter(differentiable).chain(&powers) {
            let mut base = if *operation == Op::Acosh {
                [1.7, 0.0, 0.0]
            } else {
                [0.37, 0.23, 0.61]
            };
            let point = &mut base[..operation.arity()];
            if let Some(value) = value_beside(*operation) {
                let others = point.len() - 1;
                point[others] = evaluate(value, &point[..others], Precision::Double);
            }
            for (position, partial) in partials_at(*operation, point).into_iter().enumerate() {
                let expected = difference(*operation, point, position);
                let error = (partial - expected).abs();
                assert!(
                    error <= 1e-9 * (1.0 + expected.abs()),
                    "{operation} {position}: {partial} {expected}"
                );
            }
        }
    }

    #[test]
    fn the_square_of_a_value_is_one_edge() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let x = ValueId(0);
        let square = builder.apply(Op::Mul, &[x, x], Origin::default());
        let nothing = builder.apply(Op::Sub, &[x, x], Origin::default());
        let (code, edges) = differentiate(builder.finish(vec![square, nothing]));
        assert_eq!(edges[1].sources.len(), 1);
        assert_eq!(edges[1].sources[0].1.to_string(), "v4");
        assert!(
            code.to_string().contains("v4 = mul v3 v0    (derivative)"),
            "{code}"
        );
        assert_eq!(
            edges[2],
            LocalPartials {
                target: nothing,
                sources: vec![]
            }
        );
    }

    #[test]
    fn squares_do_not_overflow() {
        let slope = partials_at(Op::Asinh, &[-1e200])[0];
        assert!((slope * 1e200 - 1.0).abs() < 1e-12, "{slope:e}");
    }

    #[test]
    fn kinks_take_the_documented_side() {
        assert_eq!(partials_at(Op::Abs, &[0.0]), [1.0]);
        assert_eq!(partials_at(Op::Abs, &[-0.0]), [1.0]);
        assert_eq!(partials_at(Op::Max, &[1.0, 1.0]), [1.0, 0.0]);
        assert_eq!(partials_at(Op::Min, &[1.0, 1.0]), [1.0, 0.0]);
        assert_eq!(partials_at(Op::Max, &[f64::NAN, 1.0]), [0.0, 1.0]);
        assert_eq!(partials_at(Op::Clamp, &[1.0, 1.0, 2.0]), [1.0, 0.0, 0.0]);
    }
}
