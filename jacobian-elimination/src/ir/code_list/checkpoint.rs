//! Checkpoints of a code list under construction: what was added since can be thrown away.
//!
//! The front lowers the body of a loop under assumptions about the variables that it changes. If
//! the body disproves one, it goes back and lowers the body again.
//!
//! ```text
//! let before = builder.checkpoint();
//! ..                                    v7 = mul v3 v4, a branch, an inner loop
//! builder.rollback(before);             the next statement is v7 again
//! ```
//!
//! Invariant: rolling back gives the builder as it was, except that values which existed before may
//! have kept names that were given to them since. Cost: linear in the branches and loops for a
//! checkpoint, near-linear in what is thrown away for going back.

use super::{CodeListBuilder, Role, ValueId, number};
use crate::ir::ids::RegionId;

/// The state of a builder at some time.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    n_statements: usize,
    n_regions: usize,
    /// For each branch, the number of arms and of joins.
    branches: Vec<(usize, usize)>,
    /// For each loop, the number of slots.
    loops: Vec<usize>,
    role: Role,
    region: RegionId,
}

impl CodeListBuilder {
    /// The present state.
    pub fn checkpoint(&self) -> Checkpoint {
        let branches = self.code.branches.iter();
        let loops = self.code.loops.iter();
        Checkpoint {
            n_statements: self.code.statements.len(),
            n_regions: self.code.regions.len(),
            branches: branches
                .map(|branch| (branch.arms.len(), branch.slots.len()))
                .collect(),
            loops: loops.map(|one| one.slots.len()).collect(),
            role: self.role,
            region: self.region,
        }
    }

    /// Goes back to an earlier state.
    pub fn rollback(&mut self, to: Checkpoint) {
        for statement in &self.code.statements[to.n_statements..] {
            let key = Self::key(statement.elemental, &statement.operands);
            if let Some(equal) = self.numbers.get_mut(&key) {
                // Later statements have higher numbers, so those that stay come first.
                equal.retain(|id| id.index() < to.n_statements);
                if equal.is_empty() {
                    self.numbers.remove(&key);
                }
            }
        }
        let first = ValueId(number(to.n_statements));
        for ids in [&mut self.code.named, &mut self.code.optional] {
            while let Some(last) = ids.pop_last() {
                if last < first {
                    ids.insert(last);
                    break;
                }
            }
        }
        let closings = std::mem::take(&mut self.code.closings).into_iter();
        self.code.closings = closings.filter(|(_, closing)| *closing < first).collect();
        self.code.statements.truncate(to.n_statements);
        self.code.regions.truncate(to.n_regions);
        self.code.branches.truncate(to.branches.len());
        for (branch, (n_arms, n_slots)) in self.code.branches.iter_mut().zip(to.branches) {
            branch.arms.truncate(n_arms);
            branch.slots.truncate(n_slots);
        }
        self.rows.rollback(to.n_statements, &to.loops);
        self.code.loops.truncate(to.loops.len());
        for (one, n_slots) in self.code.loops.iter_mut().zip(to.loops) {
            one.slots.truncate(n_slots);
            for slot in &mut one.slots {
                slot.exit = slot.exit.filter(|exit| *exit < first);
            }
        }
        (self.role, self.region) = (to.role, to.region);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CodeListBuilder, Origin, Precision, ValueId};
    use crate::ir::elemental::Operation::{Mul, Sin};
    use crate::ir::{Category, OpaqueId};

    #[test]
    fn what_came_after_a_checkpoint_is_gone() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let product = builder.apply(Mul, &[ValueId(0), ValueId(1)], Origin(0));
        let branch = builder.branch(OpaqueId(0), vec![product], true);
        let arm = builder.arm(branch);
        let outside = builder.enter(arm);
        let (before, text) = (builder.checkpoint(), builder.code().clone());
        let sine = builder.apply(Sin, &[product], Origin(0));
        builder.name(sine);
        let id = builder.begin_loop();
        let body = builder.loop_body(id);
        builder.enter(body);
        let state = builder.state(id, sine, Category::Variable);
        builder.apply(Mul, &[ValueId(1), ValueId(0)], Origin(0));
        let next = builder.apply(Sin, &[state], Origin(0));
        builder.end_loop(id, vec![next], None);
        builder.enter(outside);
        builder.rollback(before);
        assert_eq!(builder.code(), &text);
        // The same statements get the same numbers as before, and equal ones are found again.
        assert_eq!(builder.apply(Sin, &[product], Origin(0)), sine);
        assert_eq!(builder.apply(Sin, &[product], Origin(0)), sine);
        assert_eq!(
            builder.apply(Mul, &[ValueId(0), ValueId(1)], Origin(0)),
            product
        );
    }

    #[test]
    fn joins_that_came_after_a_checkpoint_are_gone() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let branch = builder.branch(OpaqueId(0), vec![], true);
        let (first, second) = (builder.arm(branch), builder.arm(branch));
        let outside = builder.enter(first);
        let one = builder.apply(Sin, &[ValueId(0)], Origin(0));
        builder.enter(second);
        builder.enter(outside);
        let (before, code) = (builder.checkpoint(), builder.code().clone());
        let join = builder.join(branch, vec![Some(one), Some(ValueId(1))]);
        builder.rollback(before);
        assert_eq!(builder.code(), &code);
        assert_eq!(
            builder.join(branch, vec![Some(one), Some(ValueId(1))]),
            join
        );
    }
}
