//! How partials are formed: derivative statements, and labels made of them.
//!
//! The words of the calculus table: `product`, `reciprocal`, `over`, ... each appends the statements that
//! are not there yet and returns the value. Literals stay literals, ones are not multiplied, and a
//! partial that is exactly zero is no edge.

use super::code_list::{CodeListBuilder, Origin};
use super::elemental::Operation;
use super::ids::ValueId;
use super::{Constant, Partial};

/// The code list under differentiation.
pub(super) struct Table {
    pub(super) builder: CodeListBuilder,
    pub(super) origin: Origin,
}

impl Table {
    pub(super) fn apply(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.builder.apply(operation, operands, self.origin)
    }

    pub(super) fn constant(&self, id: ValueId) -> Option<Constant> {
        self.builder.code().statement(id).constant()
    }

    /// A value of the code list as a label; a literal that is zero is no edge.
    pub(super) fn plus(&self, id: ValueId) -> Option<Partial> {
        match self.constant(id) {
            Some(constant) if constant.is_zero() => None,
            Some(constant) => Some(Partial::Literal(constant)),
            None => {
                let category = self.builder.code().statement(id).category();
                Some(Partial::Value {
                    id,
                    negative: false,
                    category,
                })
            }
        }
    }

    pub(super) fn applied(
        &mut self,
        operation: Operation,
        operands: &[ValueId],
    ) -> Option<Partial> {
        let id = self.apply(operation, operands);
        self.plus(id)
    }

    pub(super) fn minus(&mut self, operation: Operation, operands: &[ValueId]) -> Option<Partial> {
        self.applied(operation, operands).map(Partial::negate)
    }

    /// `1 / b`, exactly where `b` is a literal.
    pub(super) fn reciprocal(&mut self, b: ValueId) -> Option<Partial> {
        match self.constant(b) {
            Some(constant) => Some(Partial::Literal(constant.reciprocal())),
            None => self.applied(Operation::Recip, &[b]),
        }
    }

    /// `a * b` as a label, where a factor that is one is not multiplied.
    pub(super) fn product(&mut self, a: ValueId, b: ValueId) -> Option<Partial> {
        match (self.constant(a), self.constant(b)) {
            (Some(one), _) if one.is_one() => self.plus(b),
            (_, Some(one)) if one.is_one() => self.plus(a),
            _ => self.applied(Operation::Mul, &[a, b]),
        }
    }

    pub(super) fn scaled(&mut self, factor: f64, value: ValueId) -> ValueId {
        let factor = self.builder.literal(factor);
        self.apply(Operation::Mul, &[factor, value])
    }

    pub(super) fn over(&mut self, numerator: f64, denominator: ValueId) -> ValueId {
        let numerator = self.builder.literal(numerator);
        self.apply(Operation::Div, &[numerator, denominator])
    }

    pub(super) fn shifted(&mut self, value: ValueId) -> ValueId {
        let one = self.builder.literal(1.0);
        self.apply(Operation::Add, &[value, one])
    }

    pub(super) fn square_plus_one(&mut self, value: ValueId) -> ValueId {
        let one = self.builder.literal(1.0);
        self.apply(Operation::MulAdd, &[value, value, one])
    }

    /// `(1 - a) (1 + a)`, accurate where `1 - a^2` cancels.
    pub(super) fn one_minus_square(&mut self, a: ValueId) -> ValueId {
        let one = self.builder.literal(1.0);
        let below = self.apply(Operation::Sub, &[one, a]);
        let above = self.apply(Operation::Add, &[one, a]);
        self.apply(Operation::Mul, &[below, above])
    }

    pub(super) fn root_of_one_minus_square(&mut self, a: ValueId) -> ValueId {
        let difference = self.one_minus_square(a);
        self.apply(Operation::Sqrt, &[difference])
    }

    pub(super) fn root_of_square_minus_one(&mut self, a: ValueId) -> ValueId {
        let one = self.builder.literal(1.0);
        let below = self.apply(Operation::Sub, &[a, one]);
        let above = self.apply(Operation::Add, &[a, one]);
        // Two roots, so that an argument below -1 stays outside the domain.
        let below = self.apply(Operation::Sqrt, &[below]);
        let above = self.apply(Operation::Sqrt, &[above]);
        self.apply(Operation::Mul, &[below, above])
    }

    pub(super) fn recip_of(
        &mut self,
        denominator: fn(&mut Self, ValueId) -> ValueId,
        a: ValueId,
    ) -> ValueId {
        let denominator = denominator(self, a);
        self.apply(Operation::Recip, &[denominator])
    }

    /// The label of two parallel edges; `None` where they cancel.
    pub(super) fn sum(&mut self, a: Partial, b: Partial) -> Option<Partial> {
        match (a, b) {
            (Partial::Literal(a), Partial::Literal(b)) => {
                let sum = a.add(b);
                (!sum.is_zero()).then_some(Partial::Literal(sum))
            }
            (
                Partial::Value {
                    id: a, negative, ..
                },
                Partial::Value {
                    id: b,
                    negative: other,
                    ..
                },
            ) if a == b => {
                if negative != other {
                    return None;
                }
                let twice = self.scaled(2.0, a);
                self.plus(twice)
                    .map(|sum| if negative { sum.negate() } else { sum })
            }
            _ => {
                let ((a, a_negative), (b, b_negative)) = (self.magnitude(a), self.magnitude(b));
                match (a_negative, b_negative) {
                    (false, false) => self.applied(Operation::Add, &[a, b]),
                    (false, true) => self.applied(Operation::Sub, &[a, b]),
                    (true, false) => self.applied(Operation::Sub, &[b, a]),
                    (true, true) => self.minus(Operation::Add, &[a, b]),
                }
            }
        }
    }

    pub(super) fn magnitude(&mut self, partial: Partial) -> (ValueId, bool) {
        match partial {
            Partial::Literal(constant) => (self.builder.literal(constant.value()), false),
            Partial::Value { id, negative, .. } => (id, negative),
        }
    }
}

pub(super) fn known(value: f64) -> Partial {
    Partial::Literal(Constant::new(value))
}
