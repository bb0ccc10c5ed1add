//! Value numbering modulo sign: what is known of a value holds for its negation, too.
//!
//! ```text
//! v2 = sub v0 v1      v3 = sub v1 v0          the negation, but for the sign of a zero
//! v4 = cos v2         cos v3  is  v4          even
//! v5 = sin v2         sin v3  is  0 * v3 - v5   odd: a zero takes its sign from v3
//! ```
//!
//! Sums over pairs meet each difference from both ends, for example forces between bodies and flows
//! along lines. Every replacement has the bits of what it replaces: a difference and its reverse
//! differ in the sign only, and the library's elementals are even or odd in every bit. A test below
//! checks this for the platform. Only the payload of a NaN may differ. Squares are left alone,
//! because LLVM vectorizes rows that have equal squares, and that gains more than sharing them.
//!
//! Cost: a few lookups for each such elemental.

use super::{CodeListBuilder, Origin, Precision, Role, ValueId};
use crate::ir::elemental::{Elemental, Operation};
use crate::ir::ids::Width;

/// How many products and quotients around a difference are looked through.
const MAX_DEPTH: usize = 4;

impl CodeListBuilder {
    /// The value of an operation by an earlier one whose operands have the other sign.
    pub(in crate::ir) fn by_opposite(
        &mut self,
        operation: Operation,
        operands: &[ValueId],
        origin: Origin,
    ) -> Option<ValueId> {
        use Operation::{Cos, Cosh, Hypot};

        if self.code.precision() != Precision::Double || self.code.is_mixed {
            return None;
        }
        let other = match (operation, operands) {
            (Cos | Cosh, [x]) => vec![self.opposite(*x, 0)?],
            (Hypot, [a, b]) => {
                let [first, second] = [*a, *b].map(|id| self.opposite(id, 0));
                if first.is_none() && second.is_none() {
                    return None;
                }
                vec![first.unwrap_or(*a), second.unwrap_or(*b)]
            }
            (_, [x]) if is_odd(operation) => return self.by_odd(operation, *x, origin),
            _ => return None,
        };
        if self.earlier(operation, operands).is_some() {
            return None;
        }
        self.earlier(operation, &other)?;
        // Found again, so that it belongs to the value path if that asks for it.
        Some(self.number(Elemental::Operation(operation), &other, origin))
    }

    /// The value of an odd elemental by that of the negation.
    fn by_odd(&mut self, operation: Operation, x: ValueId, origin: Origin) -> Option<ValueId> {
        if self.earlier(operation, &[x]).is_some() {
            return None;
        }
        let negation = self.negation(x);
        let exact = negation.and_then(|id| self.earlier(operation, &[id]));
        if let Some(value) = exact {
            return Some(self.number(Elemental::Operation(Operation::Neg), &[value], origin));
        }
        // Zero times infinity is not a number, as are these elementals of infinity.
        let is_same_at_infinity =
            matches!(operation, Operation::Sin | Operation::Tan | Operation::Asin);
        let opposite = self.opposite(x, 0).filter(|_| is_same_at_infinity)?;
        let value = self.earlier(operation, &[opposite])?;
        if self.role == Role::Derivative {
            return Some(self.number(Elemental::Operation(Operation::Neg), &[value], origin));
        }
        let zero = self.literal(0.0);
        let signed = self.number(Elemental::Operation(Operation::Mul), &[zero, x], origin);
        let difference = Elemental::Operation(Operation::Sub);
        Some(self.number(difference, &[signed, value], origin))
    }

    /// A value that this one is the negation of, or that is its negation.
    fn negation(&self, id: ValueId) -> Option<ValueId> {
        let statement = self.code.statement(id);
        match (statement.elemental(), statement.operands()) {
            (Elemental::Operation(Operation::Neg), [a]) => Some(*a),
            _ => self.earlier(Operation::Neg, &[id]),
        }
    }

    /// A value that is the negation of this one, but for the sign of a zero, if there is one.
    fn opposite(&self, id: ValueId, depth: usize) -> Option<ValueId> {
        if let Some(negation) = self.negation(id) {
            return Some(negation);
        }
        let statement = self.code.statement(id);
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        match (operation, statement.operands()) {
            (Operation::Sub, [a, b]) => self.earlier(operation, &[*b, *a]),
            (Operation::Mul | Operation::Div, [a, b]) if depth < MAX_DEPTH => {
                let of = |id: &ValueId| self.opposite(*id, depth + 1);
                let by_first = of(a).and_then(|a| self.earlier(operation, &[a, *b]));
                by_first.or_else(|| self.earlier(operation, &[*a, of(b)?]))
            }
            _ => None,
        }
    }

    /// The equal statement that came before.
    fn earlier(&self, operation: Operation, operands: &[ValueId]) -> Option<ValueId> {
        let key = Self::key(Elemental::Operation(operation), operands);
        self.equal(&key, Width::Unknown)
    }
}

/// Whether an elemental that takes a call of the library is odd. Cheaper ones are computed again.
fn is_odd(operation: Operation) -> bool {
    use Operation::{Asin, Atan, Cbrt, Sin, Sinh, Tan, Tanh};

    // The inverse hyperbolic ones are Rust's own, and not odd in the last bit.
    matches!(operation, Sin | Tan | Asin | Atan | Sinh | Tanh | Cbrt)
}

#[cfg(test)]
mod tests {
    use super::{CodeListBuilder, Elemental, Operation, Origin, Precision, ValueId};
    use crate::ir::elemental::Operation::{Cos, Div, Exp, Hypot, Neg, Sin, Sub};
    use crate::ir::evaluate::evaluate;

    /// A builder with `x` and `y`, and their difference in both directions.
    fn differences(precision: Precision) -> (CodeListBuilder, [ValueId; 2]) {
        let mut builder = CodeListBuilder::new(2, precision);
        let both = [[ValueId(0), ValueId(1)], [ValueId(1), ValueId(0)]];
        let both = both.map(|operands| apply(&mut builder, Sub, &operands));
        (builder, both)
    }

    fn apply(builder: &mut CodeListBuilder, operation: Operation, of: &[ValueId]) -> ValueId {
        builder.apply(operation, of, Origin::default())
    }

    #[test]
    fn even_elementals_of_a_negation_are_found() {
        let (mut builder, [there, back]) = differences(Precision::Double);
        for operation in [Cos, Operation::Cosh] {
            let value = apply(&mut builder, operation, &[there]);
            assert_eq!(apply(&mut builder, operation, &[back]), value);
        }
        let value = apply(&mut builder, Hypot, &[there; 2]);
        assert_eq!(apply(&mut builder, Hypot, &[back; 2]), value);
        let scaled = [there, back].map(|of| apply(&mut builder, Div, &[of, ValueId(0)]));
        let [first, second] = scaled.map(|of| apply(&mut builder, Cos, &[of]));
        assert_eq!(first, second);
        let [first, second] = [there, back].map(|of| apply(&mut builder, Exp, &[of]));
        assert_ne!(first, second);
    }

    #[test]
    fn the_library_is_even_and_odd_to_the_last_bit() {
        let is_even = |one: &Operation| matches!(one, Cos | Operation::Cosh);
        let tested = |one: &Operation| is_even(one) || super::is_odd(*one);
        let mut state = 1_u64;
        for _ in 0..4_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // Any exponent and any fraction.
            let exponent = [state >> 53, 1_017 + state % 12][usize::from(state & 0x3000 > 0)];
            let x = f64::from_bits(exponent << 52 | state >> 12);
            for operation in Operation::ALL.iter().filter(|one| tested(one)) {
                let [value, opposite] =
                    [x, -x].map(|x| evaluate(*operation, &[x], Precision::Double));
                let expected = if is_even(operation) { value } else { -value };
                let is_same = expected.to_bits() == opposite.to_bits();
                assert!(
                    is_same || value.is_nan() && opposite.is_nan(),
                    "{operation} {x}"
                );
            }
        }
    }

    #[test]
    fn a_generic_scalar_keeps_its_own_cosine() {
        let (mut builder, both) = differences(Precision::Generic);
        let [first, second] = both.map(|of| apply(&mut builder, Cos, &[of]));
        assert_ne!(first, second);
    }

    #[test]
    fn an_odd_elemental_has_the_bits_of_its_own_call() {
        let (mut builder, both) = differences(Precision::Double);
        let negated = apply(&mut builder, Neg, &[ValueId(0)]);
        let pairs = [both, [ValueId(0), negated]];
        let odd: Vec<Operation> = Operation::ALL
            .iter()
            .copied()
            .filter(|one| super::is_odd(*one))
            .collect();
        let calls = |builder: &CodeListBuilder, operation| {
            let called = Elemental::Operation(operation);
            let statements = builder.code().statements().iter();
            statements.filter(|one| one.elemental() == called).count()
        };
        let mut applied = Vec::new();
        for operation in odd {
            for argument in pairs.into_iter().flatten() {
                let value = apply(&mut builder, operation, &[argument]);
                applied.push((operation, argument, value));
            }
        }
        assert_eq!(calls(&builder, Sin), 2);
        assert_eq!(calls(&builder, Operation::Tanh), 3);
        let numbers = [0.0, -0.0, 0.75, -0.75, 1e-300, 4.0, 1e22, f64::INFINITY];
        for (x, y) in numbers.into_iter().flat_map(|x| numbers.map(|y| (x, y))) {
            let mut values: Vec<f64> = Vec::new();
            for statement in builder.code().statements() {
                let operands: Vec<f64> = statement
                    .operands()
                    .iter()
                    .map(|id| values[id.index()])
                    .collect();
                values.push(match statement.elemental() {
                    Elemental::Independent(column) => [x, y][column as usize],
                    Elemental::Literal(bits) => f64::from_bits(bits),
                    Elemental::Operation(operation) => {
                        evaluate(operation, &operands, Precision::Double)
                    }
                    other => unreachable!("{other}"),
                });
            }
            for (operation, argument, value) in &applied {
                let operand = values[argument.index()];
                let expected = evaluate(*operation, &[operand], Precision::Double);
                let found = values[value.index()];
                let is_same = expected.to_bits() == found.to_bits();
                let says = format!("{operation} {operand}: {found} for {expected}");
                assert!(is_same || expected.is_nan() && found.is_nan(), "{says}");
            }
        }
    }
}
