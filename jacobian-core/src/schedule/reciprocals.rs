//! The reciprocals that quotients may be computed with.
//!
//! ```text
//! v9 = 1 / v7               v8 = v1 / v7   --->   v8 = v1 * v9
//! v9 = 0.025 * (40 / v7)    likewise; the 40 / v7 stays a division
//! ```
//!
//! Keeps: nothing is computed from itself. Cost: a lookup per statement.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, ValueId};

/// The reciprocals that a schedule computes, by what they are of.
pub(super) struct Reciprocals<'a> {
    code: &'a CodeList,
    of: BTreeMap<ValueId, Vec<ValueId>>,
    /// The quotients of literals that they are taken from. These stay divisions, so that nothing is computed from itself.
    sources: BTreeSet<ValueId>,
}

impl<'a> Reciprocals<'a> {
    pub(super) fn of(code: &'a CodeList, assigned: &[ValueId]) -> Self {
        let mut known = Self {
            code,
            of: BTreeMap::new(),
            sources: BTreeSet::new(),
        };
        for id in assigned {
            if let Some((divisor, source)) = known.reciprocal(*id) {
                known.of.entry(divisor).or_default().push(*id);
                known.sources.extend(source);
            }
        }
        known
    }

    /// What a statement is the reciprocal of, and the quotient of a literal that it is or is taken from.
    fn reciprocal(&self, id: ValueId) -> Option<(ValueId, Option<ValueId>)> {
        let statement = self.code.statement(id);
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        let number = |id: ValueId| self.code.statement(id).constant();
        match (operation, statement.operands()) {
            (Operation::Recip, [a]) => Some((*a, None)),
            (Operation::Div, [a, b]) => number(*a)?.is_one().then_some((*b, Some(id))),
            (Operation::Mul, [a, quotient]) => {
                let factor = number(*a)?;
                let divided = self.code.statement(*quotient);
                let (Elemental::Operation(Operation::Div), [numerator, b]) =
                    (divided.elemental(), divided.operands())
                else {
                    return None;
                };
                let bits = |constant: Constant| constant.value().to_bits();
                let is_reciprocal = bits(number(*numerator)?.reciprocal()) == bits(factor);
                is_reciprocal.then_some((*b, Some(*quotient)))
            }
            _ => None,
        }
    }

    /// The reciprocal that a quotient with this divisor may be computed with.
    pub(super) fn visible(&self, divisor: ValueId, quotient: ValueId) -> Option<ValueId> {
        if self.sources.contains(&quotient) {
            return None;
        }
        let region = self.code.statement(quotient).region();
        let sees = |id: &&ValueId| {
            self.code
                .is_visible(self.code.statement(**id).region(), region)
        };
        self.of.get(&divisor)?.iter().find(sees).copied()
    }
}
