//! The work of a schedule: the operations that one call of the derivative code executes.
//!
//! Counted on the statements that are emitted, not on the elimination: a statement that the value
//! path computes anyway costs the Jacobian nothing, and one fused multiply-add is one
//! multiplication and one addition whether or not the target fuses. The body of a loop is counted
//! once, by itself: what one call executes is the fixed part, and for each loop its iterations
//! times the cost of one.

use crate::ir::instructions::Work;
use crate::ir::{BranchId, CodeList, Elemental, LoopId, Role, ValueId};
use crate::plan::{Counts, Plan, Term};
use crate::regions::Arms;

use super::run_time_loop::{self, Next};
use super::{Output, Rewrites, Schedule, Step};

/// The cost of the Jacobian beyond the value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Executed: partials formed and accumulation.
    pub work: Work,
    /// Multiplications by plus or minus one that were never emitted.
    pub trivial: usize,
    /// Multiplications of two numbers known at expansion.
    pub literal: usize,
    /// The loops, in the order of the source.
    pub loops: Vec<LoopCost>,
}

/// The cost of one iteration of a loop, without that of loops inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopCost {
    /// The loop.
    pub id: LoopId,
    /// Executed in each iteration.
    pub work: Work,
}

impl Cost {
    /// Of the derivative statements of a schedule; of the arms of a branch the most of each kind,
    /// and of a loop one iteration.
    pub fn of(
        code: &CodeList,
        plan: &Plan,
        arms: &Arms,
        rewrites: &Rewrites,
        schedule: &Schedule,
    ) -> Self {
        let count = Count {
            code,
            arms,
            rewrites,
        };
        let mut cost = count.of_region(Some(plan), schedule);
        cost.loops.sort_unstable_by_key(|one| one.id);
        cost
    }

    fn add(&mut self, other: Self) {
        self.work += other.work;
        self.trivial += other.trivial;
        self.literal += other.literal;
        self.loops.extend(other.loops);
    }

    /// The most of either, kind by kind, with the loops of both.
    fn max(mut self, other: Self) -> Self {
        let (a, b) = (self.work, other.work);
        self.loops.extend(other.loops);
        Self {
            loops: self.loops,
            work: Work {
                multiplications: a.multiplications.max(b.multiplications),
                additions: a.additions.max(b.additions),
                divisions: a.divisions.max(b.divisions),
                elementals: a.elementals.max(b.elementals),
            },
            trivial: self.trivial.max(other.trivial),
            literal: self.literal.max(other.literal),
        }
    }
}

struct Count<'a> {
    code: &'a CodeList,
    arms: &'a Arms,
    rewrites: &'a Rewrites,
}

impl Count<'_> {
    fn of_region(&self, plan: Option<&Plan>, schedule: &Schedule) -> Cost {
        let counts = plan.map_or(Counts::default(), Plan::counts);
        let mut cost = Cost {
            work: Work::default(),
            trivial: counts.trivial,
            literal: counts.literal,
            loops: Vec::new(),
        };
        for step in schedule.steps() {
            match (step, plan) {
                (Step::Value(id), _) => cost.work += self.of_value(*id),
                (Step::Call(id), _) => {
                    for result in self.rewrites.call(*id).results() {
                        cost.work += self.of_value(result);
                    }
                }
                (Step::Accumulation(id), Some(plan)) => {
                    cost.work += of_chain(plan.accumulation(*id).terms());
                }
                (Step::StoreEntry(index), Some(plan)) => {
                    cost.work += of_chain(plan.entries()[*index].terms());
                }
                (Step::Branch(id), _) => cost.add(self.of_branch(*id, schedule)),
                (Step::Loop(id), _) => cost.loops.extend(self.of_loop(*id, schedule)),
                (Step::StoreValue(_) | Step::Accumulation(_) | Step::StoreEntry(_), _) => {}
            }
        }
        cost
    }

    /// One iteration, and one of each loop inside.
    fn of_loop(&self, id: LoopId, schedule: &Schedule) -> Vec<LoopCost> {
        let (of_loop, scheduled) = (self.code.run_time_loop(id), schedule.run_time_loop(id));
        let body = self.arms.get(of_loop.body());
        let plan = body.and_then(|body| body.plan.as_ref());
        let Cost {
            mut work,
            mut loops,
            ..
        } = self.of_region(plan, scheduled.body());
        for variable in scheduled.variables() {
            if let Next::Entry(Some(entry)) = run_time_loop::next(of_loop, body, *variable) {
                work += of_chain(entry.terms());
            }
        }
        loops.push(LoopCost { id, work });
        loops
    }

    fn of_value(&self, id: ValueId) -> Work {
        let statement = self.code.statement(id);
        match (statement.role(), statement.elemental()) {
            (Role::Derivative, Elemental::Operation(operation)) => match self.rewrites.sum(id) {
                Some(terms) => of_chain(terms),
                None => operation.work(),
            },
            _ => Work::default(),
        }
    }

    fn of_branch(&self, id: BranchId, schedule: &Schedule) -> Cost {
        let (branch, scheduled) = (self.code.branch(id), schedule.branch(id));
        let arms = branch.arms().iter().zip(scheduled.arms());
        let costs = arms.map(|(region, steps)| {
            let arm = self.arms.get(*region);
            let mut cost = self.of_region(arm.and_then(|arm| arm.plan.as_ref()), steps);
            for output in scheduled.outputs() {
                if let Output::Partial(index) = output {
                    let partial = &branch.partials()[*index];
                    let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                    cost.work += entry.map_or(Work::default(), |entry| of_chain(entry.terms()));
                }
            }
            cost
        });
        costs.fold(Cost::default(), Cost::max)
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
    use crate::ir::elemental::Operation;
    use crate::ir::instructions::Work;
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::regions::Arms;
    use crate::schedule::{Rewrites, schedule_by_rows};

    #[test]
    fn what_the_value_computes_is_not_counted_again() {
        // y = exp(x0) * x1: the partials are y's own factors.
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let exp = builder.apply(Operation::Exp, &[ValueId(0)], Origin::default());
        let y = builder.apply(Operation::Mul, &[exp, ValueId(1)], Origin::default());
        let (code, partials) = differentiate(builder.finish(vec![y]));
        let graph = linearize(&code, &partials);
        let order = EliminationOrder::try_new(
            &graph,
            graph
                .intermediates()
                .map(crate::elim::Step::Vertex)
                .collect(),
        );
        let plan = eliminate(&graph, &order.expect("one intermediate"));
        let arms = Arms::default();
        let rewrites = Rewrites::default();
        let schedule = schedule_by_rows(&code, &plan, &arms, &rewrites);
        assert_eq!(
            schedule.to_string(),
            "v0\nv2\nv1\nv3\nstore value 0\nstore entry 0\nstore entry 1\n"
        );
        let expected = Work {
            multiplications: 1,
            ..Work::default()
        };
        assert_eq!(
            Cost::of(&code, &plan, &arms, &rewrites, &schedule).work,
            expected
        );
    }
}
