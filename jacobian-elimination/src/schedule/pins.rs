//! Pins: what runs in the order of the source, whether or not a result is used.
//!
//! ```text
//! let k = self.rate(t);          the user's own code
//! if v3 > 1.0 { log(k); }        a branch with such code inside, or in its conditions
//! while v3 > tolerance { .. }    every loop: it may not end, and its test is such code
//! ```
//!
//! Invariant: a branch or loop around something pinned is pinned. Cost: linear in the code.

use crate::ir::{BranchId, CodeList, Elemental, LoopId, RegionId, ValueId};
use crate::ordered::Map;

/// Something that runs in source order, whether or not it is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pin {
    Branch(BranchId),
    Loop(LoopId),
    Opaque(ValueId),
}

/// The pins of each region, in source order.
pub(super) fn of(code: &CodeList) -> Map<RegionId, Vec<Pin>> {
    let pinned = Pinned::of(code);
    let mut pins: Map<RegionId, Vec<(Place, Pin)>> = Map::new();
    let mut add = |region: RegionId, place: Place, pin: Pin| {
        pins.entry(region).or_default().push((place, pin));
    };
    for id in code.ids() {
        let statement = code.statement(id);
        if is_opaque(code, id) {
            add(statement.region(), (id, usize::MAX), Pin::Opaque(id));
        }
    }
    for (id, branch) in code.branch_ids().zip(code.branches()) {
        if pinned.branches[id.index()] {
            let first_arm = branch.arms().first().map_or(0, |arm| arm.index());
            add(
                branch.region(),
                (branch.first(), first_arm),
                Pin::Branch(id),
            );
        }
    }
    for (id, one) in code.loop_ids().zip(code.loops()) {
        add(
            one.region(),
            (one.first(), one.body().index()),
            Pin::Loop(id),
        );
    }
    let sorted = |mut pins: Vec<(Place, Pin)>| {
        pins.sort_unstable_by_key(|(place, _)| *place);
        pins.into_iter().map(|(_, pin)| pin).collect()
    };
    pins.into_iter()
        .map(|(region, pins)| (region, sorted(pins)))
        .collect()
}

/// A place in the source: the next statement, and the number of the first region inside. Regions
/// order branches and loops without statements, which come before the statement.
type Place = (ValueId, usize);

fn is_opaque(code: &CodeList, id: ValueId) -> bool {
    matches!(code.statement(id).elemental(), Elemental::Opaque(_))
}

/// The branches that are pinned.
struct Pinned<'a> {
    code: &'a CodeList,
    /// The branch of each arm.
    owner: Map<RegionId, BranchId>,
    branches: Vec<bool>,
}

impl<'a> Pinned<'a> {
    fn of(code: &'a CodeList) -> Self {
        let mut pinned = Self {
            code,
            owner: Map::new(),
            branches: vec![false; code.branches().len()],
        };
        for (id, branch) in code.branch_ids().zip(code.branches()) {
            pinned
                .owner
                .extend(branch.arms().iter().map(|arm| (*arm, id)));
        }
        for (id, branch) in code.branch_ids().zip(code.branches()) {
            if !branch.is_pure() {
                pinned.pin(id);
            }
        }
        for id in code.ids().filter(|id| is_opaque(code, *id)) {
            pinned.around(code.statement(id).region());
        }
        for one in code.loops() {
            pinned.around(one.region());
        }
        pinned
    }

    fn pin(&mut self, id: BranchId) {
        if !std::mem::replace(&mut self.branches[id.index()], true) {
            self.around(self.code.branch(id).region());
        }
    }

    /// Pins the branches around a region. The walk ends at a loop, which is pinned in any case, and
    /// at a branch that has been pinned before.
    fn around(&mut self, mut region: RegionId) {
        while let Some(id) = self.owner.get(&region)
            && !std::mem::replace(&mut self.branches[id.index()], true)
        {
            region = self.code.branch(*id).region();
        }
    }
}
