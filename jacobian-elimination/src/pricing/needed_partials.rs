//! The local partials that a plan needs: liveness of the derivative statements.
//!
//! ```text
//! v7 = 2 * v1        (derivative)     a factor of a0: needed
//! v8 = -v4 * v5      (derivative)     no sum uses it: free
//! a0 = v7 * v3 + v2
//! ```
//!
//! Differentiation forms every local partial, but a plan may leave some of them unused. Cost:
//! linear.

use crate::ir::{CodeList, Role};
use crate::plan::{Atom, Plan};

/// By statement of the code list, whether it is a derivative one that the plan needs.
pub(super) fn needed_partials(plan: &Plan, code: &CodeList) -> Vec<bool> {
    let mut is_needed = vec![false; code.statements().len()];
    for atom in plan.sums().flatten().flat_map(|term| term.atoms()) {
        if let Atom::Value(id) = atom {
            is_needed[id.index()] = true;
        }
    }
    for index in (0..is_needed.len()).rev() {
        let statement = &code.statements()[index];
        is_needed[index] &= statement.role() == Role::Derivative;
        if is_needed[index] {
            for operand in statement.operands() {
                is_needed[operand.index()] = true;
            }
        }
    }
    is_needed
}
