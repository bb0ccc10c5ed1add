//! Quotients of literals: where the value path has one, the reciprocal of its divisor is no other division.
//!
//! ```text
//! v3 = 40 / v0        the user's        dv3/dv0 = -(v3 * v4)
//! v4 = 0.025 * v3     and not 1 / v0
//! ```
//!
//! A division takes as long as several multiplications, and one of a literal is part of the value path in any case.
//! Under `value = fused` other quotients with the divisor are products with this reciprocal (`schedule/fuse`).
//!
//! Keeps: the numerator is near one, so that the quotient overflows or underflows where the reciprocal does, but for a
//! few binary orders of magnitude; one rounding more than the reciprocal has. Cost: linear in the code list, a lookup per
//! partial.

use std::collections::BTreeMap;

use super::Constant;
use super::code_list::{CodeList, ValueId};
use super::elemental::{Elemental, Operation};
use super::region::RegionId;

/// The largest numerator, and one over the smallest.
const NEAR_ONE: f64 = 65_536.0;

/// By divisor, the quotients of literals.
#[derive(Debug, Default)]
pub(super) struct Quotients(BTreeMap<ValueId, Vec<(Constant, ValueId)>>);

impl Quotients {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut quotients: BTreeMap<ValueId, Vec<(Constant, ValueId)>> = BTreeMap::new();
        for id in code.ids() {
            let statement = code.statement(id);
            if let (Elemental::Operation(Operation::Div), [a, b]) =
                (statement.elemental(), statement.operands())
                && let Some(numerator) = code.statement(*a).constant().filter(is_near_one)
            {
                quotients.entry(*b).or_default().push((numerator, id));
            }
        }
        Self(quotients)
    }

    /// A quotient by this divisor that a region sees, with its numerator: of one, if there is that.
    pub(super) fn visible(
        &self,
        divisor: ValueId,
        code: &CodeList,
        region: RegionId,
    ) -> Option<(Constant, ValueId)> {
        let all = self.0.get(&divisor)?.iter().copied();
        let sees =
            |(_, id): &(Constant, ValueId)| code.is_visible(code.statement(*id).region(), region);
        all.filter(sees)
            .min_by_key(|(numerator, _)| !numerator.is_one())
    }
}

fn is_near_one(numerator: &Constant) -> bool {
    (1.0 / NEAR_ONE..=NEAR_ONE).contains(&numerator.value().abs())
}

#[cfg(test)]
mod tests {
    use crate::ir::elemental::Operation::{Add, Div, Ln, Recip};
    use crate::ir::{CodeListBuilder, Elemental, Origin, Precision, ValueId, differentiate};

    #[test]
    fn reciprocals_come_from_quotients_of_literals() {
        let divisions = |numerator: f64| {
            let mut builder = CodeListBuilder::new(2, Precision::Double);
            let number = builder.literal(numerator);
            let mut apply = |operation, operands: &[ValueId]| {
                builder.apply(operation, operands, Origin::default())
            };
            let quotient = apply(Div, &[number, ValueId(0)]);
            let logarithm = apply(Ln, &[ValueId(0)]);
            let other = apply(Div, &[ValueId(1), ValueId(0)]);
            let sum = apply(Add, &[quotient, logarithm]);
            let sum = apply(Add, &[sum, other]);
            let (code, _) = differentiate(builder.finish(vec![sum]));
            let is_division = |id: &ValueId| {
                let elemental = code.statement(*id).elemental();
                matches!(elemental, Elemental::Operation(Div | Recip))
            };
            code.ids().filter(is_division).count()
        };
        assert_eq!([divisions(40.0), divisions(1.0)], [2, 2]);
        // The quotient overflows where its reciprocal does not.
        assert_eq!(divisions(1e9), 3);
    }
}
