//! Cores: values without their literal factors.
//!
//! ```text
//! v4 = 2 * v0        2 times the core v0
//! v5 = -v4           -2 times the core v0
//! v6 = v5 * v1       a core itself, and the product -2 * (v0 * v1)
//! ```
//!
//! Two products whose cores are equal differ by a number that is known at expansion.
//!
//! Factors stay moderate, because a very large or small one could let our product overflow where
//! the user's does not.
//!
//! Cost: linear in the code list.

use crate::ordered::Map;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, RegionId, Role, ValueId};

/// Whether a factor may be moved within a product. It and the factors that it moves past stay far
/// from overflow and underflow, in `f32` too, unless the product itself is near them.
pub(super) fn is_moderate(factor: Constant) -> bool {
    // 2^32: even the product of two such factors, 2^64, is far below 2^128, where `f32` overflows.
    let limit = f64::from(u32::MAX);
    (1.0 / limit..=limit).contains(&factor.value().abs())
}

/// The cores of all values, and the products that the value path computes, by the cores of their
/// factors.
#[derive(Debug)]
pub(super) struct Unscaled {
    /// By value, its literal factor and its core.
    cores: Vec<(Constant, ValueId)>,
    /// By value, whether other values are computed from it, or it is a result.
    are_used: Vec<bool>,
    products: Map<(ValueId, ValueId), Vec<ScaledProduct>>,
}

/// A product of the value path: `factor` times two cores, and the region that computes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledProduct {
    pub(super) factor: Constant,
    pub(super) id: ValueId,
    pub(super) region: RegionId,
}

impl Unscaled {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut unscaled = Self {
            cores: Vec::with_capacity(code.statements().len()),
            are_used: vec![false; code.statements().len()],
            products: Map::new(),
        };
        for id in code.ids() {
            let core = unscaled.taken_out(code, id).unwrap_or((Constant::ONE, id));
            unscaled.cores.push(core);
            unscaled.note(code, id);
            for operand in code.statement(id).operands() {
                unscaled.are_used[operand.index()] = true;
            }
        }
        for dependent in code.dependents() {
            unscaled.are_used[dependent.index()] = true;
        }
        unscaled
    }

    /// The literal factor of a value, and its core.
    pub(super) fn get(&self, id: ValueId) -> (Constant, ValueId) {
        self.cores[id.index()]
    }

    /// The factor and the other operand of a multiple, if it is a partial, and no value is computed
    /// from it.
    pub(super) fn below(&self, code: &CodeList, id: ValueId) -> Option<(Constant, ValueId)> {
        let is_free = code.statement(id).role() == Role::Derivative && !self.are_used[id.index()];
        scaling(code, id).filter(|_| is_free)
    }

    /// The products of two cores.
    pub(super) fn products(&self, a: ValueId, b: ValueId) -> &[ScaledProduct] {
        let products = self.products.get(&(a.min(b), a.max(b)));
        products.map_or(&[], Vec::as_slice)
    }

    fn taken_out(&self, code: &CodeList, id: ValueId) -> Option<(Constant, ValueId)> {
        let (factor, operand) = scaling(code, id)?;
        let (inner, core) = self.get(operand);
        let factor = factor.multiply(inner);
        is_moderate(factor).then_some((factor, core))
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
            .push(ScaledProduct {
                factor: ka.multiply(kb),
                id,
                region: statement.region(),
            });
    }
}

/// The literal factor and the other operand of a multiple.
fn scaling(code: &CodeList, id: ValueId) -> Option<(Constant, ValueId)> {
    let statement = code.statement(id);
    let Elemental::Operation(operation) = statement.elemental() else {
        return None;
    };
    match (operation, statement.operands()) {
        (Operation::Neg, [a]) => Some((Constant::ONE.negate(), *a)),
        (Operation::Mul, [a, b]) => {
            match (code.statement(*a).constant(), code.statement(*b).constant()) {
                (Some(factor), None) => Some((factor, *b)),
                (None, Some(factor)) => Some((factor, *a)),
                _ => None,
            }
        }
        _ => None,
    }
}
