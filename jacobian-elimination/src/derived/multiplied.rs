//! The plan of a Jacobian, continued to its product with a vector.
//!
//! ```text
//! J[0, 0] = v3                       p[0] = v3 * v10 + a0 * v11          J dx, dx = [v10, v11]
//! J[0, 1] = a0              --->     p[1] = -a1 * v10
//! J[1, 0] = -v3 * v10                                                    a1 = v3 * v10
//! ```
//!
//! This is the product by an order that forms the Jacobian first. It also has what the rewrites
//! found for the Jacobian.
//!
//! Cost: linear in the entries.

use crate::graph::Side;
use crate::ir::{CodeList, ValueId};
use crate::plan::sum::merge;
use crate::plan::unused::plan_of_used;
use crate::plan::{Entry, Plan};

use super::factors::{Factor, Sums};

/// The plan of `J dx` or `w J`. The elements of the vector are values of the code.
pub fn multiplied(code: &CodeList, plan: &Plan, side: Side, vector: &[ValueId]) -> Plan {
    let mut sums = Sums::of(plan);
    let length = match side {
        Side::Right => code.dependents().len(),
        Side::Left => code.independents().len(),
    };
    let mut products = vec![Vec::new(); length];
    for entry in plan.entries() {
        let (to, from) = match side {
            Side::Right => (entry.row(), entry.col()),
            Side::Left => (entry.col(), entry.row()),
        };
        let factor = sums.value(entry.terms());
        products[to].extend(factor.times(Factor::of_value(vector[from])));
    }
    let entries = products.into_iter().enumerate().map(|(to, terms)| {
        let (row, col) = match side {
            Side::Right => (to, 0),
            Side::Left => (0, to),
        };
        Entry::new(row, col, merge(terms))
    });
    plan_of_used(sums.accumulations, entries.collect(), plan.counts())
}
