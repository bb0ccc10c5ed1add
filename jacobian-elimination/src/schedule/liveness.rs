//! Liveness through branches: the slots and partials that each branch has to hand out.
//!
//! ```text
//! let [v9, v20] = if v3 > 1.0 { .. }      v9 is stored, v20 = dv9/dv3 is needed by an entry
//!                                         v21 = dv9/dv5 is not: no arm computes it
//! ```
//!
//! A join that no code reads needs no result in the arms, and an entry of an arm's Jacobian that
//! the code around it does not use is not computed. So before any statement is sequenced, one walk
//! marks the values that are needed, backwards from the rows, the entries and the user's own code.
//! It enters arms through the slots and partials that are needed of them.
//!
//! Cost: linear in the code and the plans.

use crate::ordered::{Map, Set};

use crate::ir::{BranchId, CodeList, Elemental, RegionId, ValueId};
use crate::plan::{Atom, Plan, Term};
use crate::regions::Arms;

use super::{Output, constant_of};

/// The outputs that are needed of the branches, and the statements that must run in the order of
/// the source.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    outputs: Map<BranchId, Set<Output>>,
    /// By region: opaque code, and branches that contain some, in source order.
    pinned: Map<RegionId, Vec<Pin>>,
}

/// Something that runs in source order, whether or not it is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pin {
    Branch(BranchId),
    Opaque(ValueId),
}

impl Liveness {
    pub(super) fn of(code: &CodeList, plan: Option<&Plan>, arms: &Arms) -> Self {
        let mut liveness = Self {
            outputs: Map::new(),
            pinned: pins(code),
        };
        if code.branches().is_empty() {
            return liveness;
        }
        let mut walk = Walk {
            code,
            plan,
            arms,
            outputs: &mut liveness.outputs,
            values: vec![false; code.statements().len()],
            accumulations: Set::new(),
            pending: Vec::new(),
        };
        for id in code.dependents() {
            walk.value(*id);
        }
        for entry in plan.iter().flat_map(|plan| plan.entries()) {
            if constant_of(entry.terms()).is_none() {
                walk.terms(RegionId::FUNCTION, entry.terms());
            }
        }
        for pin in liveness.pinned.values().flatten() {
            match pin {
                Pin::Opaque(id) => walk.value(*id),
                Pin::Branch(id) => walk.head(*id),
            }
        }
        walk.run();
        liveness
    }

    /// The outputs of the arms of a branch, in order.
    pub(super) fn outputs(&self, branch: BranchId) -> Vec<Output> {
        let outputs = self.outputs.get(&branch).into_iter().flatten();
        outputs.copied().collect()
    }

    /// The statements of a region that run in source order.
    pub(super) fn pinned(&self, region: RegionId) -> &[Pin] {
        self.pinned.get(&region).map_or(&[], Vec::as_slice)
    }
}

/// Opaque code by region, and the branches with opaque code inside or in their conditions.
fn pins(code: &CodeList) -> Map<RegionId, Vec<Pin>> {
    let mut owner: Map<RegionId, BranchId> = Map::new();
    let mut is_pinned = vec![false; code.branches().len()];
    for (id, branch) in code.branch_ids().zip(code.branches()) {
        is_pinned[id.index()] = !branch.is_pure();
        owner.extend(branch.arms().iter().map(|arm| (*arm, id)));
    }
    let mut pins: Map<RegionId, Vec<(ValueId, Pin)>> = Map::new();
    for id in code.ids() {
        let statement = code.statement(id);
        if matches!(statement.elemental(), Elemental::Opaque(_)) {
            let region = statement.region();
            pins.entry(region).or_default().push((id, Pin::Opaque(id)));
            if let Some(branch) = owner.get(&region) {
                is_pinned[branch.index()] = true;
            }
        }
    }
    // A branch is numbered after those around it.
    for (id, branch) in code.branch_ids().zip(code.branches()).rev() {
        if is_pinned[id.index()] {
            if let Some(outer) = owner.get(&branch.region()) {
                is_pinned[outer.index()] = true;
            }
            let pin = (branch.first(), Pin::Branch(id));
            pins.entry(branch.region()).or_default().push(pin);
        }
    }
    let sorted = |mut pins: Vec<(ValueId, Pin)>| {
        pins.sort_unstable();
        pins.into_iter().map(|(_, pin)| pin).collect()
    };
    pins.into_iter()
        .map(|(region, pins)| (region, sorted(pins)))
        .collect()
}

struct Walk<'a> {
    code: &'a CodeList,
    plan: Option<&'a Plan>,
    arms: &'a Arms,
    outputs: &'a mut Map<BranchId, Set<Output>>,
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
        for operand in statement.operands() {
            self.value(*operand);
        }
        match statement.elemental() {
            Elemental::Join(branch, slot) => self.slot(branch, slot as usize),
            Elemental::JoinPartial(branch, index) => self.partial(branch, index as usize),
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
}
