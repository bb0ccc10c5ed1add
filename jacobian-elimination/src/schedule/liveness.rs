//! Liveness through branches and loops: the slots and partials that each has to hand out.
//!
//! ```text
//! let [v9, v20] = if v3 > 1.0 { .. }      v9 is stored, v20 = dv9/dv3 is needed by an entry
//!                                         v21 = dv9/dv5 is not: no arm computes it
//! ```
//!
//! A join that no code reads needs no result in the arms, and an entry of an arm's Jacobian that
//! the code around it does not use is not computed. So before any statement is sequenced, one walk
//! marks the values that are needed, backwards from the rows, the entries and the user's own code.
//! It enters arms through the slots and partials that are needed of them. A state or carried entry
//! of a loop needs what it becomes as an iteration ends, and that may need the state again: marking
//! each once ends there.
//!
//! Cost: linear in the code and the plans.

use crate::ordered::{Map, Set};

use crate::ir::{BranchId, CodeList, Elemental, LoopId, RegionId, Role, ValueId};
use crate::plan::{Atom, Plan, Term};
use crate::regions::Arms;

use super::pins::{self, Pin};
use super::run_time_loop::{self, Initial, Next};
use super::{Output, constant_of};

/// The outputs that are needed of the branches, and the statements that must run in the order of
/// the source.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    outputs: Map<BranchId, Set<Output>>,
    loops: Map<LoopId, LoopOutputs>,
    /// By region: opaque code, loops, and branches that contain some, in source order.
    pinned: Map<RegionId, Vec<Pin>>,
    partials: Partials,
}

/// Which partials of calls in derivative statements are computed. Only second derivatives need all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Partials {
    /// Those that an entry uses.
    #[default]
    Used,
    All,
}

/// The operands that a statement cannot do without.
pub(super) fn operands(code: &CodeList, id: ValueId, partials: Partials) -> &[ValueId] {
    let statement = code.statement(id);
    match (statement.elemental(), statement.role(), partials) {
        // Its value is that of the call.
        (Elemental::Ruled(_), Role::Derivative, Partials::Used) => &statement.operands()[..1],
        _ => statement.operands(),
    }
}

/// The variables of a loop that are needed, and those that are needed behind it.
#[derive(Debug, Default)]
pub(super) struct LoopOutputs {
    pub(super) variables: Set<Output>,
    pub(super) exits: Set<Output>,
}

impl Liveness {
    pub(super) fn of(code: &CodeList, plan: Option<&Plan>, arms: &Arms) -> Self {
        Self::with(code, plan, arms, Partials::Used)
    }

    /// The same with the partials of calls that are computed.
    pub(super) fn with(
        code: &CodeList,
        plan: Option<&Plan>,
        arms: &Arms,
        partials: Partials,
    ) -> Self {
        let mut liveness = Self {
            outputs: Map::new(),
            loops: Map::new(),
            pinned: pins::of(code),
            partials,
        };
        // Where only second derivatives use a number, the others do not compute it.
        let is_free = |pin: &Pin| {
            partials == Partials::Used && matches!(pin, Pin::Opaque(id) if code.is_optional(*id))
        };
        let has_free = liveness.pinned.values().flatten().any(is_free);
        if code.n_regions() == 1 && !has_free {
            return liveness;
        }
        let mut walk = Walk {
            code,
            plan,
            arms,
            partials,
            outputs: &mut liveness.outputs,
            loops: &mut liveness.loops,
            values: vec![false; code.statements().len()],
            accumulations: Set::new(),
            pending: Vec::new(),
        };
        for id in code.stored() {
            walk.value(*id);
        }
        for entry in plan.iter().flat_map(|plan| plan.entries()) {
            if constant_of(entry.terms()).is_none() {
                walk.terms(RegionId::FUNCTION, entry.terms());
            }
        }
        let pins = liveness.pinned.values().flatten();
        for pin in pins.filter(|pin| !is_free(pin)) {
            match pin {
                Pin::Opaque(id) => walk.value(*id),
                Pin::Branch(id) => walk.head(*id),
                Pin::Loop(id) => walk.stop(*id),
            }
        }
        walk.run();
        if has_free {
            let is_used = walk.values;
            for pins in liveness.pinned.values_mut() {
                pins.retain(|pin| match pin {
                    Pin::Opaque(id) => !is_free(pin) || is_used[id.index()],
                    Pin::Branch(_) | Pin::Loop(_) => true,
                });
            }
        }
        liveness
    }

    /// The operands that a statement cannot do without.
    pub(super) fn operands<'c>(&self, code: &'c CodeList, id: ValueId) -> &'c [ValueId] {
        operands(code, id, self.partials)
    }

    /// The outputs of the arms of a branch, in order.
    pub(super) fn outputs(&self, branch: BranchId) -> Vec<Output> {
        let outputs = self.outputs.get(&branch).into_iter().flatten();
        outputs.copied().collect()
    }

    /// The variables of a loop.
    pub(super) fn of_loop(&self, id: LoopId) -> Option<&LoopOutputs> {
        self.loops.get(&id)
    }

    /// The statements of a region that run in source order.
    pub(super) fn pinned(&self, region: RegionId) -> &[Pin] {
        self.pinned.get(&region).map_or(&[], Vec::as_slice)
    }
}

struct Walk<'a> {
    code: &'a CodeList,
    plan: Option<&'a Plan>,
    arms: &'a Arms,
    partials: Partials,
    outputs: &'a mut Map<BranchId, Set<Output>>,
    loops: &'a mut Map<LoopId, LoopOutputs>,
    values: Vec<bool>,
    accumulations: Set<(RegionId, Atom)>,
    pending: Vec<(RegionId, Atom)>,
}

impl Walk<'_> {
    fn value(&mut self, id: ValueId) {
        if !std::mem::replace(&mut self.values[id.index()], true) {
            self.pending.push((RegionId::FUNCTION, Atom::Value(id)));
        }
    }

    fn terms(&mut self, region: RegionId, terms: &[Term]) {
        for atom in terms.iter().flat_map(|term| term.atoms()) {
            match atom {
                Atom::Value(id) => self.value(id),
                Atom::Accumulation(_) if self.accumulations.insert((region, atom)) => {
                    self.pending.push((region, atom));
                }
                Atom::Accumulation(_) => {}
            }
        }
    }

    fn run(&mut self) {
        while let Some((region, atom)) = self.pending.pop() {
            match atom {
                Atom::Value(id) => self.operands(id),
                Atom::Accumulation(id) => {
                    let plan = match self.arms.get(region) {
                        Some(arm) => arm.plan.as_ref(),
                        None => self.plan,
                    };
                    let plan = plan.expect("invariant: accumulations belong to a plan");
                    self.terms(region, plan.accumulation(id).terms());
                }
            }
        }
    }

    fn operands(&mut self, id: ValueId) {
        let statement = self.code.statement(id);
        for operand in operands(self.code, id, self.partials) {
            self.value(*operand);
        }
        match statement.elemental() {
            Elemental::Join(branch, slot) => self.slot(branch, slot as usize),
            Elemental::JoinPartial(branch, index) => self.partial(branch, index as usize),
            Elemental::State(id, slot) => self.variable(id, Output::Slot(slot as usize)),
            Elemental::Carried(id, index) => self.variable(id, Output::Partial(index as usize)),
            Elemental::Exit(id, slot) => self.exit(id, Output::Slot(slot as usize)),
            Elemental::ExitPartial(id, index) => self.exit(id, Output::Partial(index as usize)),
            _ => {}
        }
    }

    fn head(&mut self, id: BranchId) {
        for mentioned in self.code.branch(id).mentions() {
            self.value(*mentioned);
        }
    }

    fn slot(&mut self, id: BranchId, slot: usize) {
        self.head(id);
        self.outputs
            .entry(id)
            .or_default()
            .insert(Output::Slot(slot));
        for result in self.code.branch(id).slots()[slot].results.iter().flatten() {
            self.value(*result);
        }
    }

    fn partial(&mut self, id: BranchId, index: usize) {
        self.head(id);
        let branch = self.code.branch(id);
        let outputs = self.outputs.entry(id).or_default();
        outputs.insert(Output::Partial(index));
        let partial = &branch.partials()[index];
        for region in branch.arms() {
            let arm = self.arms.get(*region);
            if let Some(entry) = arm.and_then(|arm| arm.entry(partial.slot, partial.source)) {
                self.terms(*region, entry.terms());
            }
        }
    }

    fn stop(&mut self, id: LoopId) {
        let stop = self.code.run_time_loop(id).stop();
        for mentioned in stop.iter().flat_map(|stop| &stop.mentions) {
            self.value(*mentioned);
        }
    }

    /// A variable as an iteration starts. It was something before, and becomes something else.
    fn variable(&mut self, id: LoopId, variable: Output) {
        let of_loop = self.code.run_time_loop(id);
        let needed = self.loops.entry(id).or_default();
        needed.variables.insert(variable);
        if let Initial::Value(id) = run_time_loop::initial(of_loop, variable) {
            self.value(id);
        }
        let body = self.arms.get(of_loop.body());
        match run_time_loop::next(of_loop, body, variable) {
            Next::Value(id) => self.value(id),
            Next::Entry(Some(entry)) => self.terms(of_loop.body(), entry.terms()),
            Next::Entry(None) => {}
        }
    }

    fn exit(&mut self, id: LoopId, variable: Output) {
        self.loops.entry(id).or_default().exits.insert(variable);
        self.value(run_time_loop::inside(self.code.run_time_loop(id), variable));
    }
}
