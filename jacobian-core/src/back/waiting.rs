//! Whether a function waits for its longest path, or for room to start operations.
//!
//! ```text
//! v3 = sin v1       60 cycles
//! v4 = 1 / v3       15 cycles: this path takes 75, and whatever else there is finds room beside it
//! a0 = v1 * v2      ... unless there are more than 150 such: two start in a cycle
//! ```
//!
//! Where operations wait for room, one less is a gain. Where all wait for the longest path, fewer change
//! nothing, and it costs to bring values into one register: of the ten benchmark problems this is so of one (`snavely`), and
//! packs made it slower, those beside the longest path too.
//!
//! An estimate by round numbers (Zen 3 and Golden Cove: three to five cycles for sums and products, thirteen to twenty
//! for quotients and roots, forty to a hundred for the library). Cost: linear.

use std::collections::BTreeMap;

use crate::elim::Atom;
use crate::ir::Elemental;
use crate::ir::elemental::Operation;
use crate::schedule::Step;

use super::body::Body;
use super::sums;
use super::uses::uses;

/// Operations that start in a cycle.
const A_CYCLE: usize = 2;

/// Cycles until there is a result.
const SUM: usize = 4;
const QUOTIENT: usize = 15;
const LIBRARY: usize = 60;

/// Whether the longest path takes longer than all operations together.
pub(super) fn is_for_a_path(
    body: &Body<'_>,
    steps: &[Step],
    places: &BTreeMap<Atom, usize>,
) -> bool {
    let (mut started, mut known) = (0, Vec::with_capacity(steps.len()));
    for step in steps {
        let reads = uses(body, *step).into_iter();
        let ready = reads.filter_map(|atom| places.get(&atom).map(|place| known[*place]));
        let (cycles, operations) = price(body, *step);
        known.push(ready.max().unwrap_or(0) + cycles);
        started += operations;
    }
    let longest = known.into_iter().max().unwrap_or(0);
    started / A_CYCLE < longest
}

/// The cycles until the result of a step is there, and the operations that are started for it.
fn price(body: &Body<'_>, step: Step) -> (usize, usize) {
    if let Some(terms) = sums::sum(body, step) {
        let operations = sums::operations(&terms);
        return (SUM * operations, operations);
    }
    let operation = match step {
        Step::Call(_) => return (LIBRARY, LIBRARY),
        Step::Value(id) => body.code.statement(id).elemental(),
        _ => return (0, 0),
    };
    match operation {
        Elemental::Operation(Operation::Div | Operation::Recip | Operation::Sqrt) => {
            (QUOTIENT, QUOTIENT / 3)
        }
        Elemental::Operation(operation) if operation.is_exact() => (SUM, 1),
        Elemental::Operation(_) => (LIBRARY, LIBRARY),
        _ => (0, 0),
    }
}
