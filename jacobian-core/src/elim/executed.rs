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
//! calls of library functions weigh more than a multiplication; all orders need nearly the same ones.
//!
//! Cost: linear in the code list and the plan.

use crate::ir::{CodeList, Elemental, RegionId, Role};

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

    /// What the plan executes once it uses what is known.
    pub fn operations(self, plan: Plan) -> usize {
        operations(&self.known.share(plan, self.region), self.known.code)
    }
}

/// Multiplications that a division takes as long as, and a library call.
const DIVISION: usize = 4;
const CALL: usize = 8;

/// The instructions of a plan and of the derivative statements that it needs.
pub fn operations(plan: &Plan, code: &CodeList) -> usize {
    let mut is_needed = vec![false; code.statements().len()];
    let kept = plan.accumulations().iter().map(Accumulation::terms);
    let chains = kept.chain(plan.entries().iter().map(Entry::terms));
    for atom in chains.flatten().flat_map(|term| term.atoms()) {
        if let Atom::Value(id) = atom {
            is_needed[id.index()] = true;
        }
    }
    let mut operations = plan.counts().operations;
    for index in (0..is_needed.len()).rev() {
        let statement = &code.statements()[index];
        if !is_needed[index] || statement.role() != Role::Derivative {
            continue;
        }
        for operand in statement.operands() {
            is_needed[operand.index()] = true;
        }
        if let Elemental::Operation(operation) = statement.elemental() {
            let work = operation.work();
            operations += work.multiplications.max(work.additions);
            operations += DIVISION * work.divisions + CALL * work.elementals;
        }
    }
    operations
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
