//! The plan of a Jacobian, and behind its entries the gradient of a weighted sum of its rows.
//!
//! ```text
//! J[0, 0] = v3        J[1, 0] = a0         the Jacobian
//! a1 = v3 * v7 + ..                        the gradient of w · f by an order of its own
//! J[2, 0] = a1                             as a row behind those of the function
//! ```
//!
//! The weights meet the last statements first, so a statement that many rows use is weighted once.
//! Its second derivative then has one factor, and not one for each entry.
//!
//! Cost: linear in both plans.

use crate::plan::{Accumulation, AccumulationId, Atom, Entry, Plan, Signed, Term};

/// Both plans as one.
pub(crate) fn with_gradient(jacobian: &Plan, gradient: &Plan, n_rows: usize) -> Plan {
    let first = u32::try_from(jacobian.accumulations().len());
    let first = first.expect("invariant: ids are 32 bits");
    let moved = |terms: &[Term]| -> Vec<Term> {
        let over = |atom| match atom {
            Atom::Accumulation(id) => Atom::Accumulation(AccumulationId(id.0 + first)),
            Atom::Value(_) => atom,
        };
        let terms = terms.iter();
        terms
            .map(|term| term.over(|atom| Signed::plus(over(atom))))
            .collect()
    };
    let of_gradient = gradient.accumulations().iter();
    let of_gradient = of_gradient.map(|sum| Accumulation::new(moved(sum.terms())));
    let of_jacobian = jacobian.accumulations().iter().cloned();
    let row = gradient.entries().iter();
    let row = row.map(|entry| Entry::new(n_rows, entry.col(), moved(entry.terms())));
    let entries = jacobian.entries().iter().cloned();
    Plan::new(
        of_jacobian.chain(of_gradient).collect(),
        entries.chain(row).collect(),
        jacobian.counts(),
    )
}
