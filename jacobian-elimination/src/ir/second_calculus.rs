//! The partials of the operations that occur in partials only. They serve second derivatives.
//!
//! ```text
//! p = a * b, zero where either is            dp/da = b    dp/db = a
//! p = b * a^(b - 1)                          dp/da = b * (b - 1) * a^(b - 2)
//! p = r * ln(a), zero where r is             dp/da = r / a, zero where r is    dp/dr = ln(a)
//! p = one of several numbers, at a kink      zero
//! p = partial(a, r), taken from r = f(a)     dp/da = f''(a)    dp/dr = 0
//! ```
//!
//! A partial that is taken from the value is a function of the operands alone: the value only says
//! how to compute it.

use super::Partial;
use super::elemental::Operation;
use super::ids::ValueId;
use super::partial_builder::PartialBuilder;

impl PartialBuilder {
    /// The partial of such an operation with respect to one operand; `None` is zero.
    pub(super) fn of_partial(
        &mut self,
        operation: Operation,
        position: usize,
        operands: &[ValueId],
        target: ValueId,
    ) -> Option<Partial> {
        use Operation as Op;
        if operation.is_from_value() {
            return self.of_partial_from_value(operation, position, operands, target);
        }
        match (operation, operands) {
            (Op::Masked, [a, b]) => self.plus(if position == 0 { *b } else { *a }),
            (Op::PowiPartial, [a, b]) => self.applied(Op::PowiCurvature, &[*a, *b]),
            (Op::PowfExponentPartial, [a, r]) if position == 0 => {
                let recip = self.apply(Op::Recip, &[*a]);
                self.applied(Op::Masked, &[*r, recip])
            }
            (Op::PowfExponentPartial, [a, r]) => self.applied(Op::LnUnlessZero, &[*a, *r]),
            (operation, _) if operation.jumps() => None,
            _ => unreachable!("invariant: {operation} is not an active operation"),
        }
    }

    fn of_partial_from_value(
        &mut self,
        operation: Operation,
        position: usize,
        operands: &[ValueId],
        target: ValueId,
    ) -> Option<Partial> {
        use Operation as Op;
        match (operation, position, operands) {
            // -2 tanh(a) / cosh(a)^2
            (Op::TanhPartial, 0, [_, r]) => {
                let twice = self.scaled(2.0, *r);
                self.minus(Op::Mul, &[twice, target])
            }
            (Op::SinhPartial | Op::CoshPartial, 0, [_, r]) => self.plus(*r),
            (Op::ExpM1Partial, 0, _) => self.plus(target),
            (Op::LowerPower, 0, [a, b, _]) => {
                let lower = self.lower(*b);
                self.of_powf_base(*a, lower, target)
            }
            (Op::LowerPower, 1, [a, ..]) => self.applied(Op::PowfExponentPartial, &[*a, target]),
            _ => None,
        }
    }
}
