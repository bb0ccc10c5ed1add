//! Builds local partials: appends derivative statements to a code list and makes edge labels of
//! them.
//!
//! The calculus table is written in these words: `product`, `reciprocal`, `over`, ... Each appends
//! the statements that do not exist yet and returns the value. Literals stay literals, ones are not
//! multiplied, and a partial that is exactly zero gives no edge.

use super::code_list::{CodeListBuilder, Origin};
use super::elemental::Operation;
use super::ids::ValueId;
use super::{Constant, Partial};

/// Whether a label is a value or its negative.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// The code list under differentiation, and the source position of the statement that is
/// differentiated.
pub(super) struct PartialBuilder {
    pub(super) builder: CodeListBuilder,
    pub(super) origin: Origin,
}

impl PartialBuilder {
    pub(super) fn apply(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.builder.apply(operation, operands, self.origin)
    }

    pub(super) fn constant(&self, id: ValueId) -> Option<Constant> {
        self.builder.code().statement(id).constant()
    }

    /// The label `+value`. `None` if the value is zero, because then there is no edge.
    pub(super) fn plus(&self, id: ValueId) -> Option<Partial> {
        if self.builder.code().is_null(id) {
            return None;
        }
        if let Some(constant) = self.constant(id) {
            return Some(Partial::Literal(constant));
        }
        let category = self.builder.code().statement(id).category();
        Some(Partial::Value {
            id,
            negative: false,
            category,
        })
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

    /// `1 / b`, computed exactly if `b` is a literal.
    pub(super) fn reciprocal(&mut self, b: ValueId) -> Option<Partial> {
        match self.constant(b) {
            Some(constant) => Some(Partial::Literal(constant.reciprocal())),
            None => self.applied(Operation::Recip, &[b]),
        }
    }

    /// The label `a * b`. A factor that is one costs no multiplication.
    pub(super) fn product(&mut self, a: ValueId, b: ValueId) -> Option<Partial> {
        match (self.constant(a), self.constant(b)) {
            (Some(factor), _) if factor.is_one() => self.plus(b),
            (_, Some(factor)) if factor.is_one() => self.plus(a),
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

    /// `value - 1`.
    pub(super) fn lower(&mut self, value: ValueId) -> ValueId {
        let one = self.builder.literal(1.0);
        self.apply(Operation::Sub, &[value, one])
    }

    /// `known(a)` if the code has it already, else by the operation that takes it from `r`.
    pub(super) fn taken_from(
        &mut self,
        known: Operation,
        operation: Operation,
        a: ValueId,
        r: ValueId,
    ) -> ValueId {
        let found = self.builder.found(known, &[a]);
        found.unwrap_or_else(|| self.apply(operation, &[a, r]))
    }

    pub(super) fn square_plus_one(&mut self, value: ValueId) -> ValueId {
        let one = self.builder.literal(1.0);
        self.apply(Operation::MulAdd, &[value, value, one])
    }

    /// `1 - a^2`.
    pub(super) fn one_minus_square(&mut self, a: ValueId) -> ValueId {
        // As (1 - a) (1 + a): for `a` near one the rounding error of `a * a` would dominate
        // `1 - a * a`.
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
        // Two roots instead of one, because for `a` below -1 the product of two negative factors
        // would have a real root, although `acosh` is not defined there.
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

    /// Merges the labels of two parallel edges. `None` if they cancel.
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
                let ((a, a_sign), (b, b_sign)) = (self.magnitude(a), self.magnitude(b));
                // The sign goes into the operation, so that no negation is computed.
                match (a_sign, b_sign) {
                    (Sign::Plus, Sign::Plus) => self.applied(Operation::Add, &[a, b]),
                    (Sign::Plus, Sign::Minus) => self.applied(Operation::Sub, &[a, b]),
                    (Sign::Minus, Sign::Plus) => self.applied(Operation::Sub, &[b, a]),
                    (Sign::Minus, Sign::Minus) => self.minus(Operation::Add, &[a, b]),
                }
            }
        }
    }

    fn magnitude(&mut self, partial: Partial) -> (ValueId, Sign) {
        match partial {
            Partial::Literal(constant) => (self.builder.rounded(constant), Sign::Plus),
            Partial::Value { id, negative, .. } if negative => (id, Sign::Minus),
            Partial::Value { id, .. } => (id, Sign::Plus),
        }
    }
}

/// The label of a partial that is a number.
pub(super) fn known(value: f64) -> Partial {
    Partial::Literal(Constant::new(value))
}
