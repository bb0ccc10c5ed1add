//! What is left of a value when its literal factors are taken out.
//!
//! ```text
//! v4 = 2 * v0        root (2, v0)
//! v5 = -v4           root (-2, v0)
//! v6 = v5 * v1       root (1, v6), the product -2 * (v0 * v1)
//! ```
//!
//! Two products are alike when their roots are; they then differ by a number that is known.
//!
//! Factors stay moderate: one that is very large or small would let its product overflow where the user's does not.
//!
//! Cost: linear in the code list.

use std::collections::BTreeMap;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, RegionId, Role, ValueId};

/// Whether a factor may be moved within a product: it and what it moves past stay far from overflow and underflow,
/// in `f32` too, unless the product itself is near them.
pub(super) fn is_moderate(factor: Constant) -> bool {
    let limit = f64::from(u32::MAX);
    (1.0 / limit..=limit).contains(&factor.value().abs())
}

/// The roots of all values, and the products that the value path computes, by the roots of their factors.
#[derive(Debug)]
pub(super) struct Roots {
    of: Vec<(Constant, ValueId)>,
    products: BTreeMap<(ValueId, ValueId), Vec<Found>>,
}

/// A product of the value path: `factor` times the roots, where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) factor: Constant,
    pub(super) id: ValueId,
    pub(super) region: RegionId,
}

impl Roots {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut roots = Self {
            of: Vec::with_capacity(code.statements().len()),
            products: BTreeMap::new(),
        };
        for id in code.ids() {
            let root = roots.taken_out(code, id).unwrap_or((Constant::ONE, id));
            roots.of.push(root);
            roots.note(code, id);
        }
        roots
    }

    /// The literal factor of a value, and what it multiplies.
    pub(super) fn get(&self, id: ValueId) -> (Constant, ValueId) {
        self.of[id.index()]
    }

    /// The products of two roots.
    pub(super) fn products(&self, a: ValueId, b: ValueId) -> &[Found] {
        let found = self.products.get(&(a.min(b), a.max(b)));
        found.map_or(&[], Vec::as_slice)
    }

    fn taken_out(&self, code: &CodeList, id: ValueId) -> Option<(Constant, ValueId)> {
        let statement = code.statement(id);
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        let (factor, operand) = match (operation, statement.operands()) {
            (Operation::Neg, [a]) => (Constant::ONE.negate(), *a),
            (Operation::Mul, [a, b]) => {
                match (code.statement(*a).constant(), code.statement(*b).constant()) {
                    (Some(factor), None) => (factor, *b),
                    (None, Some(factor)) => (factor, *a),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let (inner, root) = self.get(operand);
        let factor = factor.multiply(inner);
        is_moderate(factor).then_some((factor, root))
    }

    /// Notes a product of two values that is computed in any case.
    fn note(&mut self, code: &CodeList, id: ValueId) {
        let statement = code.statement(id);
        let (Elemental::Operation(Operation::Mul), [a, b], Role::Value) = (
            statement.elemental(),
            statement.operands(),
            statement.role(),
        ) else {
            return;
        };
        let is_known = |id: &ValueId| code.statement(*id).constant().is_some();
        if is_known(a) || is_known(b) {
            return;
        }
        let ((ka, a), (kb, b)) = (self.get(*a), self.get(*b));
        self.products
            .entry((a.min(b), a.max(b)))
            .or_default()
            .push(Found {
                factor: ka.multiply(kb),
                id,
                region: statement.region(),
            });
    }
}
