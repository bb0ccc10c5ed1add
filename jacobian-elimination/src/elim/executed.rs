//! What a plan executes: its own instructions, and those that form the partials it needs.
//!
//! ```text
//! v7 = 2 * v1        (derivative)     needed by a0: counts
//! v8 = -v4 * v5      (derivative)     needed by nothing, since another order found it in a product: free
//! a0 = v7 * v3 + v2                   one instruction
//! ```
//!
//! Orders are compared by this number where the code list is known. Without it only the plan's own
//! instructions can be counted, and an order may look better than what it leaves to be emitted. Divisions and
//! calls of library functions weigh more than a multiplication; all orders need nearly the same ones. Its time is estimated
//! from this number and from how much waits for what.
//!
//! Cost: linear in the code list and the plan.

use crate::ir::{CodeList, Elemental, RegionId, Role};

use super::cycles;
use super::plan::{Accumulation, Atom, Entry, Plan};
use super::share::Known;

/// Prices the plans of one region.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    known: &'a Known<'a>,
    region: RegionId,
}

impl<'a> Executed<'a> {
    /// For plans of this region of the code list whose products are known.
    pub fn new(known: &'a Known<'a>, region: RegionId) -> Self {
        Self { known, region }
    }

    /// What the plan executes once it uses what is known, and the time that this takes.
    pub fn operations_and_time(self, plan: Plan) -> (usize, usize) {
        operations_and_time(
            &self.known.share(plan, self.region),
            self.known.code,
            self.region,
        )
    }
}

/// Multiplications that a division takes as long as, and a library call.
const DIVISION: usize = 4;
const CALL: usize = 8;

/// The instructions of a plan and of the derivative statements that it needs.
pub fn operations(plan: &Plan, code: &CodeList) -> usize {
    let mut operations = plan.counts().operations;
    for (statement, is_needed) in code.statements().iter().zip(partials(plan, code)) {
        if let (Elemental::Operation(operation), true) = (statement.elemental(), is_needed) {
            let work = operation.work();
            operations += work.multiplications.max(work.additions);
            operations += DIVISION * work.divisions + CALL * work.elementals;
        }
    }
    operations
}

/// The [`operations`] of a plan, and the time that it takes with the value path, in units of an operation: each takes room,
/// and a cycle of an ideal machine (`elim/cycles`) costs as much as an operation and a half. Fitted to 39 plans of
/// `snavely`: 0.36 ns and 0.51 ns.
pub fn operations_and_time(plan: &Plan, code: &CodeList, region: RegionId) -> (usize, usize) {
    let operations = operations(plan, code);
    let cycles = cycles::cycles(plan, code, region);
    (operations, operations + 3 * cycles / 2)
}

/// By statement, whether it is a derivative one that the plan needs.
pub(super) fn partials(plan: &Plan, code: &CodeList) -> Vec<bool> {
    let mut is_needed = vec![false; code.statements().len()];
    let kept = plan.accumulations().iter().map(Accumulation::terms);
    let chains = kept.chain(plan.entries().iter().map(Entry::terms));
    for atom in chains.flatten().flat_map(|term| term.atoms()) {
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

#[cfg(test)]
mod tests {
    use super::operations;
    use crate::elim::{EliminationOrder, Step, eliminate, share};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation;
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};

    #[test]
    fn partials_count_where_they_are_needed() {
        // y = (x0 / x1) * x2: 1 / x1 and -q / x1 are formed, both factors of y are values.
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let quotient = builder.apply(Operation::Div, &[ValueId(0), ValueId(1)], Origin::default());
        let y = builder.apply(Operation::Mul, &[quotient, ValueId(2)], Origin::default());
        let (code, partials) = differentiate(builder.finish(vec![y]));
        let graph = linearize(&code, &partials);
        let steps = graph.intermediates().map(Step::Vertex).collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let plan = share(eliminate(&graph, &order), &code);
        assert_eq!(plan.counts().operations, 2);
        assert_eq!(operations(&plan, &code), 2 + 1 + super::DIVISION);
    }
}
