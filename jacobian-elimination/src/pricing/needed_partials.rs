//! The local partials that a plan needs: liveness of the derivative statements.
//!
//! ```text
//! v7 = 2 * v1        (derivative)     a factor of a0: needed
//! v8 = -v4 * v5      (derivative)     no sum uses it: free
//! a0 = v7 * v3 + v2
//! ```
//!
//! Differentiation forms every local partial, but a plan may leave some of them unused.
//!
//! Cost: linear in the plan and in the partials that it needs. A function of many branches has as
//! many plans, so a walk over the whole code list for each of them would be quadratic.

use crate::ir::{CodeList, Role, ValueId};
use crate::plan::{Atom, Plan};

/// The derivative statements that a plan needs.
pub(super) struct Needed {
    /// By statement of the code list.
    pub(super) is_needed: Vec<bool>,
    /// The same statements, in no order.
    pub(super) all: Vec<ValueId>,
}

pub(super) fn needed_partials(plan: &Plan, code: &CodeList) -> Needed {
    let mut needed = Needed {
        // Zeroed memory costs nearly nothing.
        is_needed: vec![false; code.statements().len()],
        all: Vec::new(),
    };
    let atoms = plan.sums().flatten().flat_map(|term| term.atoms());
    let mut pending: Vec<ValueId> = atoms
        .filter_map(|atom| match atom {
            Atom::Value(id) => Some(id),
            Atom::Accumulation(_) => None,
        })
        .collect();
    while let Some(id) = pending.pop() {
        let statement = code.statement(id);
        if statement.role() == Role::Derivative && !needed.is_needed[id.index()] {
            needed.is_needed[id.index()] = true;
            needed.all.push(id);
            pending.extend(statement.operands());
        }
    }
    needed
}
