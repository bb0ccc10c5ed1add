//! The work of a schedule: what one call of the derivative code executes.
//!
//! Counted on the statements that are emitted, not on the elimination: a statement that the value path
//! computes anyway costs the Jacobian nothing, and one fused multiply-add is one multiplication
//! and one addition whether or not the target fuses.

use crate::elim::{Plan, Term};
use crate::ir::elemental::Work;
use crate::ir::{CodeList, Elemental, Role};

use super::{Schedule, Step};

/// What the Jacobian costs beyond the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Executed: partials formed and accumulation.
    pub work: Work,
    /// Multiplications by plus or minus one that were never emitted.
    pub trivial: usize,
    /// Multiplications of two numbers known at expansion.
    pub literal: usize,
}

impl Cost {
    /// Of the derivative statements of a schedule.
    pub fn of(code: &CodeList, plan: &Plan, schedule: &Schedule) -> Self {
        let mut work = Work::default();
        for step in schedule.steps() {
            match step {
                Step::Value(id) => {
                    let statement = code.statement(*id);
                    if let (Role::Derivative, Elemental::Operation(operation)) =
                        (statement.role(), statement.elemental())
                    {
                        work += operation.work();
                    }
                }
                Step::Accumulation(id) => work += of_chain(plan.accumulation(*id).terms()),
                Step::StoreEntry(index) => work += of_chain(plan.entries()[*index].terms()),
                Step::StoreValue(_) => {}
            }
        }
        let counts = plan.counts();
        Self {
            work,
            trivial: counts.trivial,
            literal: counts.literal,
        }
    }
}

fn of_chain(terms: &[Term]) -> Work {
    Work {
        multiplications: terms.iter().filter(|term| term.multiplies()).count(),
        additions: terms.len().saturating_sub(1),
        ..Work::default()
    }
}

#[cfg(test)]
mod tests {
    use super::Cost;
    use crate::elim::{EliminationOrder, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::{Operation, Work};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, calculus};
    use crate::schedule::schedule;

    #[test]
    fn what_the_value_computes_is_not_counted_again() {
        // y = exp(x0) * x1: the partials are y's own factors.
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let exp = builder.apply(Operation::Exp, &[ValueId(0)], Origin::default());
        let y = builder.apply(Operation::Mul, &[exp, ValueId(1)], Origin::default());
        let (code, partials) = calculus::differentiate(builder.finish(vec![y]));
        let graph = linearize(&code, &partials);
        let order = EliminationOrder::try_new(
            &graph,
            graph
                .intermediates()
                .map(crate::elim::Step::Vertex)
                .collect(),
        );
        let plan = eliminate(&graph, &order.expect("one intermediate"));
        let schedule = schedule(&code, &plan);
        assert_eq!(
            schedule.to_string(),
            "v0\nv2\nv1\nv3\nstore value 0\nstore entry 0\nstore entry 1\n"
        );
        let expected = Work {
            multiplications: 1,
            ..Work::default()
        };
        assert_eq!(Cost::of(&code, &plan, &schedule).work, expected);
    }
}
