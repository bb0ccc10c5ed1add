//! Functions that mix `f32` and `f64`: every value is held in an `f64`, and statements that the
//! user computes in `f32` are marked.
//!
//! ```text
//! let y = x as f32 * 0.1;        v1 = narrow v0     single: (v0 as f32) as f64
//! y as f64 + x                   v2 = mul v1 0.1    single: (v1 as f32 * 0.1) as f64
//!                                v3 = widen v2
//!                                v4 = add v3 v0
//! ```
//!
//! A single is exact in a double, so marked statements compute the user's bits, and derivatives are
//! doubles throughout. A number without a suffix has the width of what it meets, as rustc infers.
//! If both widths meet, our inference was wrong, because rustc accepts no such program: the front
//! refuses the function.
//!
//! Cost: constant per statement, and a walk over the literals that a statement is made of.

use super::code_list::{CodeListBuilder, Origin, Role};
use super::elemental::{Elemental, Operation};
use super::ids::{ValueId, Width};

impl CodeListBuilder {
    /// `operation(operands)`, or the equal statement that came before.
    pub fn apply(&mut self, operation: Operation, operands: &[ValueId], origin: Origin) -> ValueId {
        debug_assert_eq!(operands.len(), operation.arity(), "{operation}");
        let elemental = Elemental::Operation(operation);
        if self.code.is_mixed && self.role == Role::Value {
            let (operands, width) = self.agreed(operation, operands);
            return self.number_as(elemental, &operands, origin, width);
        }
        let by_opposite = self.by_opposite(operation, operands, origin);
        by_opposite.unwrap_or_else(|| self.number(elemental, operands, origin))
    }

    /// Begins a function that mixes both, with the widths of its independents.
    pub fn mix(&mut self, independents: &[Width]) {
        self.code.is_mixed = true;
        for (position, width) in independents.iter().enumerate() {
            self.code.statements[position].width = *width;
        }
    }

    /// Whether the function mixes both.
    pub fn is_mixed(&self) -> bool {
        self.code.is_mixed
    }

    /// Whether a statement met both widths.
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// The width of a value.
    pub fn width(&self, id: ValueId) -> Width {
        self.code.statements[id.index()].width
    }

    /// The operands of an operation in the width that they share, and the width of the result.
    pub(super) fn agreed(
        &mut self,
        operation: Operation,
        operands: &[ValueId],
    ) -> (Vec<ValueId>, Width) {
        match operation {
            Operation::Narrow => (self.doubles(operands), Width::Single),
            Operation::Widen => (self.singles(operands), Width::Double),
            // The other operand is an integer.
            Operation::IsIndex(_) => (operands.to_vec(), Width::Double),
            Operation::PowiBy => {
                let width = self.width(operands[0]);
                (operands.to_vec(), width)
            }
            _ => self.in_one_width(operands),
        }
    }

    /// Values in the width that they share.
    pub(super) fn in_one_width(&mut self, values: &[ValueId]) -> (Vec<ValueId>, Width) {
        let has = |width| values.iter().any(|id| self.width(*id) == width);
        if has(Width::Single) {
            (self.singles(values), Width::Single)
        } else if has(Width::Double) {
            (self.doubles(values), Width::Double)
        } else {
            (values.to_vec(), Width::Unknown)
        }
    }

    fn singles(&mut self, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().map(|id| self.as_single(*id)).collect()
    }

    fn doubles(&mut self, values: &[ValueId]) -> Vec<ValueId> {
        for id in values {
            self.as_double(*id);
        }
        values.to_vec()
    }

    /// A literal that is an `f64`.
    pub fn double(&mut self, value: f64) -> ValueId {
        let literal = Elemental::literal(value);
        self.number_as(literal, &[], Origin::default(), Width::Double)
    }

    /// The value as an `f32`, which it is if it could be either.
    pub fn as_single(&mut self, id: ValueId) -> ValueId {
        let statement = self.code.statement(id);
        match (statement.width, statement.elemental()) {
            (Width::Single, _) => id,
            (Width::Unknown, Elemental::Literal(bits)) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "rounding to single is the purpose"
                )]
                let rounded = f64::from(f64::from_bits(bits) as f32);
                self.literal(rounded)
            }
            // Computed again: what is known of the value is rounded.
            (Width::Unknown, Elemental::Operation(operation)) => {
                let operands = statement.operands().to_vec();
                let operands = self.singles(&operands);
                self.number_as(
                    Elemental::Operation(operation),
                    &operands,
                    Origin::default(),
                    Width::Single,
                )
            }
            (Width::Unknown, Elemental::Opaque(_)) => {
                self.code.statements[id.index()].width = Width::Single;
                id
            }
            (Width::Unknown, Elemental::State(of, slot)) => {
                let initial = self.code.loops[of.index()].slots[slot as usize].initial;
                self.is_torn |= !self.is_read_as_it_is(initial);
                self.code.statements[id.index()].width = Width::Single;
                let initial = self.as_single(initial);
                self.code.loops[of.index()].slots[slot as usize].initial = initial;
                id
            }
            _ => {
                self.is_torn = true;
                id
            }
        }
    }

    /// Whether a value can become single without a new statement, which would be in a region that
    /// others do not see.
    pub(super) fn is_read_as_it_is(&self, id: ValueId) -> bool {
        let statement = self.code.statement(id);
        let is_operation = matches!(statement.elemental(), Elemental::Operation(_));
        statement.width != Width::Unknown || !is_operation
    }

    /// Notes that a value is an `f64`.
    pub fn as_double(&mut self, id: ValueId) {
        let statement = &mut self.code.statements[id.index()];
        match (statement.width, statement.elemental()) {
            (Width::Single, _) => self.is_torn = true,
            (Width::Unknown, Elemental::Opaque(_) | Elemental::State(..)) => {
                statement.width = Width::Double;
            }
            _ => {}
        }
    }
}
