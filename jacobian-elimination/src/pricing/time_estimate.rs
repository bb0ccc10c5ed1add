//! Estimate of the time that a plan takes: the length of its schedule on a machine with free
//! registers and memory.
//!
//! ```text
//! J[0, 0] = a5 * a6 + a7 * a8 + a9 * v3         v3 is known last: one operation is left to do then
//! J[0, 0] = a5 * v5      v5 = v4 * v3           two are
//! ```
//!
//! Plans with the same number of operations differ in how many of them wait for a value that is
//! known late. That decides the time: of 27 plans of `snavely` with 125 to 130 operations those of
//! 177 cycles took 58 ns, those of 178 and 179 cycles 59 to 60 ns, those of 184 to 186 cycles 61 to
//! 63 ns (Zen 3). The number of operations told nothing.
//!
//! A sum adds its terms in the order in which they become known, as the emitted chains mostly do. A
//! call of the library is one operation with a long latency; no plan can change it. Cost: that of
//! the [list schedule](super::list_schedule), for the statements of one region.

use std::ops::Range;

use crate::ir::instructions::SUM;
use crate::ir::{CodeList, Elemental, RegionId, Role, ValueId};
use crate::plan::{Atom, Plan, Term};

use super::list_schedule::Machine;
use super::needed_partials::needed_partials;

/// The cycles of a plan with the value path around it and the partials that it needs. All
/// statements of the region are within the range.
pub(super) fn cycles(
    plan: &Plan,
    code: &CodeList,
    (region, span): (RegionId, Range<usize>),
) -> usize {
    let mut work = Work {
        first: span.start,
        ..Work::default()
    };
    let needed = needed_partials(plan, code).is_needed;
    for (statement, is_partial) in code.statements()[span.clone()].iter().zip(&needed[span]) {
        let is_executed = *is_partial || statement.role() == Role::Value;
        let result = match statement.elemental() {
            Elemental::Operation(operation) if is_executed && statement.region() == region => {
                let operands = statement.operands().iter();
                let reads: Vec<usize> = operands.filter_map(|id| work.value(*id)).collect();
                match operation.latency() {
                    0 => reads.first().copied(),
                    latency => Some(work.machine.push(latency, reads)),
                }
            }
            _ => None,
        };
        work.values.push(result);
    }
    for accumulation in plan.accumulations() {
        let result = work.sum(accumulation.terms());
        work.accumulations.push(result);
    }
    for entry in plan.entries() {
        work.sum(entry.terms());
    }
    work.machine.cycles()
}

/// The kind of a term. Plain terms come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    Product,
}

impl Kind {
    fn of(term: Term) -> Self {
        if term.multiplies() {
            Self::Product
        } else {
            Self::Plain
        }
    }
}

/// The operations of the machine. For each value and accumulation, the operation that computes it,
/// or `None` if it is known from the beginning.
#[derive(Debug, Default)]
struct Work {
    machine: Machine,
    /// The position of the first of these values in the code list. Those before it are known.
    first: usize,
    values: Vec<Option<usize>>,
    accumulations: Vec<Option<usize>>,
}

impl Work {
    fn value(&self, id: ValueId) -> Option<usize> {
        let position = id.index().checked_sub(self.first)?;
        self.values.get(position).copied().flatten()
    }

    /// A chain over the terms, those that are known first in front.
    fn sum(&mut self, terms: &[Term]) -> Option<usize> {
        let read = |term: &Term| -> Vec<usize> {
            let results = term.atoms().filter_map(|atom| match atom {
                Atom::Value(id) => self.value(id),
                Atom::Accumulation(id) => self.accumulations[id.index()],
            });
            results.collect()
        };
        let mut terms: Vec<(Kind, Vec<usize>)> = terms
            .iter()
            .map(|term| (Kind::of(*term), read(term)))
            .collect();
        // Terms that are known early come first, so that the chain waits as little as possible. Of
        // terms that are known at the same time, one without a product comes first, because the
        // chain can start from it at no cost.
        terms.sort_by_key(|(kind, reads)| (self.machine.earliest(reads), *kind));
        let mut sum = None;
        for (place, (kind, mut reads)) in terms.into_iter().enumerate() {
            if place == 0 && kind == Kind::Plain {
                sum = reads.pop();
                continue;
            }
            reads.extend(sum);
            sum = Some(self.machine.push(SUM, reads));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::{cycles, needed_partials};
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation;
    use crate::ir::{
        CodeList, CodeListBuilder, Elemental, Origin, Precision, RegionId, ValueId, differentiate,
    };
    use crate::plan::Plan;

    /// `y = x0 * sin x1`, eliminated.
    fn planned() -> (CodeList, Plan) {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let mut apply =
            |operation, operands: &[ValueId]| builder.apply(operation, operands, Origin::default());
        let sine = apply(Operation::Sin, &[ValueId(1)]);
        let y = apply(Operation::Mul, &[ValueId(0), sine]);
        let (code, partials) = differentiate(builder.finish(vec![y]));
        let graph = linearize(&code, &partials);
        let steps = graph.intermediates().map(Step::Vertex).collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let plan = eliminate(&graph, &order);
        (code, plan)
    }

    #[test]
    fn a_product_waits_for_its_factor() {
        let (code, plan) = planned();
        // Sine and cosine start together; `x0 * sin x1` and `x0 * cos x1` follow.
        let all = 0..code.statements().len();
        assert_eq!(cycles(&plan, &code, (RegionId::FUNCTION, all)), 60 + 4);
    }

    /// The work for a plan is that of its own region, however long the code list is.
    #[test]
    fn only_what_a_plan_needs_is_visited() {
        let (code, plan) = planned();
        let visited = needed_partials(&plan, &code).all;
        let cosine = code.ids().find(|id| {
            matches!(
                code.statement(*id).elemental(),
                Elemental::Operation(Operation::Cos)
            )
        });
        assert_eq!(visited, [cosine.unwrap()]);
    }

    #[test]
    fn what_stands_elsewhere_is_there() {
        let (code, plan) = planned();
        assert_eq!(cycles(&plan, &code, (RegionId(7), 0..0)), 4);
    }
}
