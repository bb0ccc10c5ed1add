//! Depth-first sequencing of one region: each step right before its first use, each once.
//!
//! ```text
//! store entry 0 needs a1, a1 needs a0 and v7, a0 needs v5           v5, a0, v7, a1, store entry 0
//! ```
//!
//! A value of the code around the region is not sequenced here. It is noted as a need, and the code
//! around computes it before the branch. Arms are walked when their branch is met, and bodies when
//! their loop is.
//!
//! Cost: linear in the steps.

use crate::ordered::Set;

use crate::ir::{BranchId, CodeList, Elemental, LoopId, RegionId, ValueId};
use crate::plan::{AccumulationId, Atom, Entry, Plan};
use crate::regions::Arms;

use super::constant_of;
use super::liveness::Liveness;
use super::pins::Pin;
use super::run_time_loop::{self, Initial, Next};
use super::{CallId, GROUP, Output, Rewrites, Schedule, ScheduledBranch, ScheduledLoop, Step};

pub(super) struct Walk<'a> {
    region: RegionId,
    code: &'a CodeList,
    plan: Option<&'a Plan>,
    arms: &'a Arms,
    liveness: &'a Liveness,
    rewrites: &'a Rewrites,
    /// The order in which sums of the value path demand their products.
    pub(super) products: Demand,
    pub(super) schedule: Schedule,
    needs: Set<ValueId>,
    visited: Set<Node>,
}

/// An order of demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    FirstToLast,
    /// Within groups of rows, this makes `fdc` faster: 62.9 to 60.5 ns on the default target. In
    /// single rows `roe` becomes slower (docs/book/src/experiments.md).
    LastToFirst,
}

/// Something to be sequenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Atom(Atom),
    Call(CallId),
    Branch(BranchId),
    Loop(LoopId),
}

/// A node on the stack: its operands are still to be visited, or have been.
enum Visit {
    Enter(Node),
    Leave(Node),
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        region: RegionId,
        code: &'a CodeList,
        plan: Option<&'a Plan>,
        arms: &'a Arms,
        liveness: &'a Liveness,
        rewrites: &'a Rewrites,
    ) -> Self {
        Self {
            region,
            code,
            plan,
            arms,
            liveness,
            rewrites,
            products: Demand::FirstToLast,
            schedule: Schedule::default(),
            needs: Set::new(),
            visited: Set::new(),
        }
    }

    /// The walk for value and Jacobian of the function, with the pinned statements sequenced
    /// already.
    pub(super) fn of_function(
        code: &'a CodeList,
        plan: &'a Plan,
        arms: &'a Arms,
        liveness: &'a Liveness,
        rewrites: &'a Rewrites,
    ) -> Self {
        let region = RegionId::FUNCTION;
        let mut walk = Self::new(region, code, Some(plan), arms, liveness, rewrites);
        walk.pin();
        walk
    }

    /// Sequences the statements that run in any case, in the order of the source.
    pub(super) fn pin(&mut self) {
        for pin in self.liveness.pinned(self.region) {
            self.demand(match pin {
                Pin::Opaque(id) => Node::Atom(Atom::Value(*id)),
                Pin::Branch(id) => Node::Branch(*id),
                Pin::Loop(id) => Node::Loop(*id),
            });
        }
        self.schedule.n_pinned = self.schedule.steps.len();
    }

    pub(super) fn store_value(&mut self, place: usize, id: ValueId) {
        self.demand(Node::Atom(Atom::Value(id)));
        self.schedule.steps.push(Step::StoreValue(place));
    }

    /// Stores the value of a row, unless the rows are not stored.
    pub(super) fn store_row(&mut self, row: usize, dependent: ValueId) {
        if !self.code.stores_others() {
            self.store_value(row, dependent);
        }
    }

    /// Stores what is stored instead of the rows.
    pub(super) fn store_others(&mut self) {
        if self.code.stores_others() {
            for (place, id) in self.code.stored().iter().enumerate() {
                self.store_value(place, *id);
            }
        }
    }

    /// Notes the number of rows that are complete.
    pub(super) fn end_at(&mut self, row: usize) {
        if row.is_multiple_of(GROUP) {
            self.schedule.groups.push(self.schedule.steps.len());
        }
    }

    pub(super) fn accumulation(&mut self, id: AccumulationId) {
        self.demand(Node::Atom(Atom::Accumulation(id)));
    }

    /// An entry after its operands; one that is known is in the template.
    pub(super) fn store_entry(&mut self, index: usize, entry: &Entry) {
        if constant_of(entry.terms()).is_none() {
            self.demand_entry(entry);
            self.schedule.steps.push(Step::StoreEntry(index));
        }
    }

    /// The entries that no row or column of the function has, for example those of a product.
    pub(super) fn store_entries<'e>(&mut self, rest: impl Iterator<Item = (usize, &'e Entry)>) {
        rest.for_each(|(index, entry)| self.store_entry(index, entry));
    }

    fn demand_entry(&mut self, entry: &Entry) {
        for atom in entry.terms().iter().flat_map(|term| term.atoms()) {
            self.demand(Node::Atom(atom));
        }
    }

    fn demand(&mut self, node: Node) {
        let mut stack = vec![Visit::Enter(node)];
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Leave(node) => self.schedule.steps.push(match node {
                    Node::Atom(Atom::Value(id)) => Step::Value(id),
                    Node::Atom(Atom::Accumulation(id)) => Step::Accumulation(id),
                    Node::Call(id) => Step::Call(id),
                    Node::Branch(id) => Step::Branch(id),
                    Node::Loop(id) => Step::Loop(id),
                }),
                Visit::Enter(node) => {
                    let Some(node) = self.resolve(node) else {
                        continue;
                    };
                    stack.push(Visit::Leave(node));
                    let first = stack.len();
                    self.for_each_operand(node, |operand| stack.push(Visit::Enter(operand)));
                    // The stack reverses; operands are computed in the order they are written.
                    stack[first..].reverse();
                }
            }
        }
    }

    /// The node to sequence, the first time: the branch for a join, and the call for a value that a
    /// call computes.
    fn resolve(&mut self, node: Node) -> Option<Node> {
        let mut node = node;
        if let Node::Atom(Atom::Value(id)) = node {
            let statement = self.code.statement(id);
            if statement.region() != self.region {
                // Literals are written where they are used and never assigned.
                if !matches!(statement.elemental(), Elemental::Literal(_)) {
                    self.needs.insert(id);
                }
                return None;
            }
            match statement.elemental() {
                // The variables of a loop are there as an iteration starts.
                Elemental::Literal(_) | Elemental::State(..) | Elemental::Carried(..) => {
                    return None;
                }
                Elemental::Exit(id, _) | Elemental::ExitPartial(id, _) => node = Node::Loop(id),
                Elemental::Join(branch, _) | Elemental::JoinPartial(branch, _) => {
                    node = Node::Branch(branch);
                }
                _ => {}
            }
            if let Some(call) = self.rewrites.call_of(id) {
                node = Node::Call(call);
            }
        }
        self.visited.insert(node).then_some(node)
    }

    fn for_each_operand(&mut self, node: Node, mut visit: impl FnMut(Node)) {
        match node {
            Node::Atom(Atom::Value(id)) if self.rewrites.sum(id).is_some() => {
                let mut terms: Vec<_> = self.rewrites.sum(id).unwrap_or_default().iter().collect();
                if self.products == Demand::LastToFirst {
                    terms.reverse();
                }
                let atoms = terms.into_iter().flat_map(|term| term.atoms());
                atoms.map(Node::Atom).for_each(visit);
            }
            Node::Atom(Atom::Value(id)) => {
                for operand in self.liveness.operands(self.code, id) {
                    visit(Node::Atom(Atom::Value(*operand)));
                }
            }
            Node::Call(id) => {
                for operand in self.rewrites.call(id).operands() {
                    visit(Node::Atom(Atom::Value(operand)));
                }
            }
            Node::Atom(Atom::Accumulation(id)) => {
                let plan = self
                    .plan
                    .expect("invariant: accumulations belong to a plan");
                let atoms = plan
                    .accumulation(id)
                    .terms()
                    .iter()
                    .flat_map(|term| term.atoms());
                atoms.map(Node::Atom).for_each(visit);
            }
            Node::Branch(id) => {
                let scheduled = self.branch(id);
                for need in &scheduled.needs {
                    visit(Node::Atom(Atom::Value(*need)));
                }
                self.schedule.branches.insert(id, scheduled);
            }
            Node::Loop(id) => {
                let scheduled = self.run_time_loop(id);
                for need in &scheduled.needs {
                    visit(Node::Atom(Atom::Value(*need)));
                }
                self.schedule.loops.insert(id, scheduled);
            }
        }
    }

    fn inside(&self, region: RegionId) -> Self {
        let arm = self.arms.get(region);
        let plan = arm.and_then(|arm| arm.plan.as_ref());
        let mut walk = Self::new(
            region,
            self.code,
            plan,
            self.arms,
            self.liveness,
            self.rewrites,
        );
        walk.pin();
        walk
    }

    /// The values among these that are variables.
    fn without_literals(&self, mut needs: Set<ValueId>) -> Vec<ValueId> {
        let is_literal =
            |id: &ValueId| matches!(self.code.statement(*id).elemental(), Elemental::Literal(_));
        needs.retain(|id| !is_literal(id));
        needs.into_iter().collect()
    }

    /// The body of a loop, sequenced by a walk of its own.
    fn run_time_loop(&self, id: LoopId) -> ScheduledLoop {
        let of_loop = self.code.run_time_loop(id);
        let (variables, exits) = self
            .liveness
            .of_loop(id)
            .map_or_else(Default::default, |of| {
                let [variables, exits] = [&of.variables, &of.exits].map(|set| set.iter().copied());
                (variables.collect::<Vec<_>>(), exits.collect())
            });
        let mut walk = self.inside(of_loop.body());
        for mentioned in of_loop.stop().iter().flat_map(|stop| &stop.mentions) {
            walk.demand(Node::Atom(Atom::Value(*mentioned)));
        }
        let body = self.arms.get(of_loop.body());
        for variable in &variables {
            match run_time_loop::next(of_loop, body, *variable) {
                Next::Value(id) => walk.demand(Node::Atom(Atom::Value(id))),
                Next::Entry(Some(entry)) => walk.demand_entry(entry),
                Next::Entry(None) => {}
            }
        }
        let mut needs = walk.needs;
        for variable in &variables {
            if let Initial::Value(id) = run_time_loop::initial(of_loop, *variable) {
                needs.insert(id);
            }
        }
        ScheduledLoop {
            variables,
            exits,
            needs: self.without_literals(needs),
            body: walk.schedule,
        }
    }

    /// The arms of a branch, each sequenced by a walk of its own.
    fn branch(&self, id: BranchId) -> ScheduledBranch {
        let branch = self.code.branch(id);
        let outputs = self.liveness.outputs(id);
        let mut needs: Set<ValueId> = branch.mentions().iter().copied().collect();
        let mut arms = Vec::new();
        for (index, region) in branch.arms().iter().enumerate() {
            let arm = self.arms.get(*region);
            let mut walk = self.inside(*region);
            for output in &outputs {
                match output {
                    Output::Slot(slot) => {
                        if let Some(result) = branch.slots()[*slot].results[index] {
                            walk.demand(Node::Atom(Atom::Value(result)));
                        }
                    }
                    Output::Partial(partial) => {
                        let partial = &branch.partials()[*partial];
                        let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                        if let Some(entry) = entry {
                            walk.demand_entry(entry);
                        }
                    }
                }
            }
            needs.extend(std::mem::take(&mut walk.needs));
            arms.push(walk.schedule);
        }
        ScheduledBranch {
            outputs,
            needs: self.without_literals(needs),
            arms,
        }
    }
}
