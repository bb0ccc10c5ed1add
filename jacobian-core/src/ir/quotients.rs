//! Quotients of literals: where the value path has one, the reciprocal of its divisor is no other division.
//!
//! ```text
//! v3 = 40 / v0        the user's        dv3/dv0 = -(v3 * v4)
//! v4 = 0.025 * v3     and not 1 / v0
//! ```
//!
//! A division takes as long as several multiplications, on the value path too: `value = fused` would compute the
//! reciprocal first and the quotient from it, and so does not where there is something else to be divided.
//!
//! Keeps: the numerator is moderate, so that nothing overflows that would not otherwise; three roundings in a product
//! with such a reciprocal. Cost: linear in the code list, a lookup per partial.

use std::collections::BTreeMap;

use super::code_list::{CodeList, ValueId};
use super::elemental::{Elemental, Operation};
use super::region::RegionId;
use super::{Constant, Role};

/// By divisor, the quotients of literals; none where something else is divided too.
#[derive(Debug, Default)]
pub(super) struct Quotients(BTreeMap<ValueId, Vec<(Constant, ValueId)>>);

impl Quotients {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut quotients: BTreeMap<ValueId, Option<Vec<(Constant, ValueId)>>> = BTreeMap::new();
        for id in code.ids() {
            let statement = code.statement(id);
            let (Elemental::Operation(Operation::Div), [a, b], Role::Value) = (
                statement.elemental(),
                statement.operands(),
                statement.role(),
            ) else {
                continue;
            };
            let known = quotients.entry(*b).or_insert_with(|| Some(Vec::new()));
            let numerator = code.statement(*a).constant();
            match (numerator.filter(|one| one.is_moderate()), known.as_mut()) {
                (Some(numerator), Some(known)) => known.push((numerator, id)),
                _ => *known = None,
            }
        }
        let literal = quotients.into_iter();
        Self(literal.filter_map(|(b, all)| Some((b, all?))).collect())
    }

    /// A quotient by this divisor that a region sees, with its numerator.
    pub(super) fn visible(
        &self,
        divisor: ValueId,
        code: &CodeList,
        region: RegionId,
    ) -> Option<(Constant, ValueId)> {
        let mut all = self.0.get(&divisor)?.iter().copied();
        all.find(|(_, id)| code.is_visible(code.statement(*id).region(), region))
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::elemental::Operation::{Add, Div, Ln, Recip};
    use crate::ir::{CodeListBuilder, Elemental, Origin, Precision, ValueId, differentiate};

    #[test]
    fn reciprocals_come_from_quotients_of_literals() {
        let quotients = |numerator: f64, divides_more: bool| {
            let mut builder = CodeListBuilder::new(2, Precision::Double);
            let number = builder.literal(numerator);
            let mut apply = |operation, operands: &[ValueId]| {
                builder.apply(operation, operands, Origin::default())
            };
            let quotient = apply(Div, &[number, ValueId(0)]);
            let logarithm = apply(Ln, &[ValueId(0)]);
            let mut sum = apply(Add, &[quotient, logarithm]);
            if divides_more {
                let other = apply(Div, &[ValueId(1), ValueId(0)]);
                sum = apply(Add, &[sum, other]);
            }
            let (code, _) = differentiate(builder.finish(vec![sum]));
            let is_division = |id: &ValueId| {
                let elemental = code.statement(*id).elemental();
                matches!(elemental, Elemental::Operation(Div | Recip))
            };
            code.ids().filter(is_division).count()
        };
        assert_eq!([quotients(40.0, false), quotients(1.0, false)], [1, 1]);
        // Something else is divided too, or the numerator is near overflow.
        assert_eq!([quotients(40.0, true), quotients(1e300, false)], [3, 2]);
    }
}
