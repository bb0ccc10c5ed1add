//! Chooses the divisions that share a vector register.
//!
//! ```text
//! v18 = v13 / v17
//! v20 = 1 / v17         [v18, v20] = quotients [v13, 1] [v17, v17]
//! ```
//!
//! A core divides two numbers in one register, and some cores four, in the time of one. The bits
//! are the same, so this is for the user's own quotients and the reciprocals beside them. (With
//! `value = fused` the quotients are products with these reciprocals, and few divisions are left.)
//!
//! Three rules, each of them measured (docs/book/src/experiments.md):
//!
//! * One divisor, and the same number of operations before it: no lane waits for another one.
//! * A crowd of divisions that wait for as many operations. If there are few, a core has time for
//!   all of them, and the shuffles around a call only make its operands and results come later.
//! * No literals. LLVM packs quotients of literals itself, because they need no shuffles.
//!
//! Cost: linear.

use crate::ir::{CodeList, Elemental, ValueId, Width};

/// The most statements between the first and the last division of a call, in the schedule without
/// calls.
pub(super) const STRETCH: usize = 40;

/// The fewest divisions of a crowd.
pub(super) const CROWD: usize = 8;

/// What the divisions of a call have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Divided {
    /// The most operations in a row up to the division.
    pub(super) depth: usize,
    /// The divisor.
    pub(super) divisor: ValueId,
}

/// Whether a division of these operands may be in a call. A reciprocal has one operand.
pub(super) fn may_share(code: &CodeList, operands: &[ValueId]) -> bool {
    operands.iter().all(|id| {
        let statement = code.statement(*id);
        let is_literal = matches!(statement.elemental(), Elemental::Literal(_));
        !is_literal && statement.width() != Width::Single
    })
}

/// The most operations in a row up to each statement.
pub(super) fn depths(code: &CodeList) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(code.statements().len());
    for id in code.ids() {
        let operands = code.statement(id).operands().iter();
        let depth = operands.map(|operand| depths[operand.index()] + 1).max();
        depths.push(depth.unwrap_or(0));
    }
    depths
}
