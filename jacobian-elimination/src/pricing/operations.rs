//! The operations of a plan: its own instructions, and those that form the partials it needs.
//!
//! ```text
//! v7 = 2 * v1        (derivative)     needed by a0: counts
//! v8 = -v4 * v5      (derivative)     used by no sum: free
//! a0 = v7 * v3 + v2                   one instruction
//! ```
//!
//! Orders are compared by this number where the code list is known. Without the code list only the
//! plan's own instructions can be counted, and an order may look better than the code that it leads
//! to. The time of a plan is estimated from this number and from the cycles that an ideal machine
//! [waits](super::time_estimate).
//!
//! Cost: linear in the code list and the plan, plus the passes.

use crate::graph::Pattern;
use crate::ir::{CodeList, Elemental, RegionId};
use crate::plan::Plan;
use crate::rewrite::Passes;

use super::needed_partials::needed_partials;
use super::time_estimate::cycles;

/// Prices plans of one region, by the plans that the passes make of them.
#[derive(Clone, Copy, Debug)]
pub struct Pricer<'a> {
    passes: &'a Passes<'a>,
    region: RegionId,
    pattern: &'a Pattern,
}

impl<'a> Pricer<'a> {
    /// For plans of this region that fill this pattern.
    pub fn new(passes: &'a Passes<'a>, region: RegionId, pattern: &'a Pattern) -> Self {
        Self {
            passes,
            region,
            pattern,
        }
    }

    /// The code list that the plans are of.
    pub fn code(self) -> &'a CodeList {
        self.passes.code()
    }

    /// The pattern of the plans.
    pub fn pattern(&self) -> &'a Pattern {
        self.pattern
    }

    /// The operations and the time of the plan after all passes.
    pub fn operations_and_time(self, plan: Plan) -> (usize, usize) {
        let plan = self.passes.rewrite(plan, self.region);
        operations_and_time(&plan, self.passes, self.region)
    }
}

/// The number of multiplications that take as long as one division, or as one call of the library.
/// All orders need nearly the same divisions and calls, so these weights rarely decide. They are
/// the order of magnitude of the throughputs of current cores, and not fitted.
const DIVISION: usize = 4;
const CALL: usize = 8;

/// The instructions of a plan and of the derivative statements that it needs, a division and a call
/// of the library by their weights.
pub fn operations(plan: &Plan, code: &CodeList) -> usize {
    weighted(plan, code, [DIVISION, CALL])
}

/// The same with each instruction counted once.
pub fn executed(plan: &Plan, code: &CodeList) -> usize {
    weighted(plan, code, [1, 1])
}

fn weighted(plan: &Plan, code: &CodeList, [division, call]: [usize; 2]) -> usize {
    let mut operations = plan.counts().operations;
    for id in needed_partials(plan, code).all {
        if let Elemental::Operation(operation) = code.statement(id).elemental() {
            let work = operation.work();
            operations += work.multiplications.max(work.additions);
            operations += division * work.divisions + call * work.elementals;
        }
    }
    operations
}

/// The [`operations`] of a plan, and the time that it takes with the value path, in units of an
/// operation.
///
/// Each operation takes room in the processor, and each cycle of the ideal machine costs as much as
/// an operation and a half. The weights are fitted to the measured times of 39 plans of `snavely`:
/// 0.36 ns for an operation, 0.51 ns for a cycle.
pub fn operations_and_time(plan: &Plan, passes: &Passes<'_>, region: RegionId) -> (usize, usize) {
    let code = passes.code();
    let operations = operations(plan, code);
    let cycles = estimated_cycles(plan, passes, region);
    (operations, operations + 3 * cycles / 2)
}

/// The cycles that an ideal machine takes for a plan with the value path.
pub fn estimated_cycles(plan: &Plan, passes: &Passes<'_>, region: RegionId) -> usize {
    cycles(plan, passes.code(), (region, passes.span(region)))
}

#[cfg(test)]
mod tests {
    use super::operations;
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation;
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::rewrite::rewrite;

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
        let plan = rewrite(eliminate(&graph, &order), &code);
        assert_eq!(plan.counts().operations, 2);
        assert_eq!(operations(&plan, &code), 2 + 1 + super::DIVISION);
    }
}
