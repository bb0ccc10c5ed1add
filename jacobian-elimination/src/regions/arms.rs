//! The arms of branches and the bodies of loops: each is linearized and planned like a function,
//! and its Jacobian labels the edges of joins, or is what a loop carries.
//!
//! ```text
//! let [v9, v20, v21] = if v3 > 1.0 {      v9   join            columns: v3, v5, alive at the entry
//!     ...                                 v20  dv9/dv3         row: slot 0
//!     [v7, v6, 0.0]                       v21  dv9/dv5
//! } else { .. };
//! ```
//!
//! A branch has the union of its arms' patterns. An entry that is the same number on every arm is
//! that number; every arm assigns the other ones, zero where it has no such entry.
//!
//! The columns of the body of a loop are the values that enter the loop, its rows the slots: its
//! Jacobian is the next `S`, because the edges into its states are labelled by the present one.
//!
//! Invariant: an arm's graph has a row for each active slot to which the arm has a result. Cost:
//! that of a function with this body. Source: preaccumulation of basic blocks, ELIAD, section 2.

use crate::graph::{self, LinearGraph, Pattern};
use crate::ir::{BranchId, CodeList, Constant, LoopId, RegionId, ValueId};
use crate::ir::{Carried, Linearizer, LocalPartials, RegionEntry};
use crate::ordered::{Map, Set};
use crate::plan::{Entry, Plan};

use super::carried::{self, Entering};
use super::seeds::Seeds;

/// One arm or body, linearized.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its graph.
    pub graph: LinearGraph,
    /// The pattern of its Jacobian.
    pub pattern: Pattern,
    /// Its accumulation code, once there is an order.
    pub plan: Option<Plan>,
    /// By row of its Jacobian: the slot.
    slots: Vec<usize>,
    /// By column of its Jacobian: the value alive at the entry.
    columns: Vec<ValueId>,
}

impl Arm {
    fn linearize(
        code: &CodeList,
        branch: BranchId,
        arm: usize,
        partials: &[LocalPartials],
    ) -> Self {
        let is_active = |id: ValueId| code.statement(id).is_active();
        let slots = code.branch(branch).slots().iter().enumerate();
        let rows = slots.filter(|(_, slot)| is_active(slot.join));
        let rows = rows.filter_map(|(index, slot)| Some((index, slot.results[arm]?)));
        let (slots, results): (Vec<usize>, Vec<ValueId>) = rows.unzip();
        let region = code.branch(branch).arms()[arm];
        let made = graph::linearize_region(code, region, &[], partials, &[], &results);
        Self::of(made, slots)
    }

    /// The body of a loop. Where `states` are given, they are columns.
    pub(super) fn of_body(
        code: &CodeList,
        id: LoopId,
        entering: &[LocalPartials],
        partials: &[LocalPartials],
        states: &[ValueId],
    ) -> Self {
        let of_loop = code.run_time_loop(id);
        let slots = of_loop.slots().iter().enumerate();
        let rows = slots.filter(|(_, slot)| code.statement(slot.state).is_active());
        let (slots, nexts): (Vec<usize>, Vec<ValueId>) =
            rows.map(|(index, slot)| (index, slot.next)).unzip();
        let region = of_loop.body();
        let made = graph::linearize_region(code, region, entering, partials, states, &nexts);
        Self::of(made, slots)
    }

    fn of((graph, columns): (LinearGraph, Vec<ValueId>), slots: Vec<usize>) -> Self {
        Self {
            pattern: Pattern::of(&graph),
            graph,
            plan: None,
            slots,
            columns,
        }
    }

    /// The entry of a slot with respect to a value alive at the entry, where there is one.
    pub fn entry(&self, slot: usize, source: ValueId) -> Option<&Entry> {
        let row = self.slots.binary_search(&slot).ok()?;
        let col = self.columns.binary_search(&source).ok()?;
        let index = self.pattern.find(row, col)?;
        let plan = self.plan.as_ref();
        Some(
            &plan
                .expect("invariant: arms are ordered before they are read")
                .entries()[index],
        )
    }

    /// The entries by slot and column, with their numbers.
    pub(super) fn entries(&self) -> impl Iterator<Item = ((usize, ValueId), Option<Constant>)> {
        let entries = self.pattern.entries().iter().zip(self.pattern.constants());
        entries.map(|((row, col), constant)| ((self.slots[*row], self.columns[*col]), *constant))
    }
}

/// The arms and bodies of a function, by region.
#[derive(Clone, Debug, Default)]
pub struct Arms {
    by_region: Map<RegionId, Arm>,
    /// The seeds of the loop that is linearized, until their region is known.
    seeds: Option<Arm>,
}

impl Arms {
    /// The arm or body that a region is.
    pub fn get(&self, region: RegionId) -> Option<&Arm> {
        self.by_region.get(&region)
    }

    /// All of them, in the order of the regions.
    pub fn iter(&self) -> impl Iterator<Item = &Arm> {
        self.by_region.values()
    }

    /// The accumulation code of each.
    pub fn plans(&self) -> impl Iterator<Item = (RegionId, &Plan)> {
        let planned = self.by_region.iter();
        planned.filter_map(|(region, arm)| Some((*region, arm.plan.as_ref()?)))
    }

    /// Plans each.
    ///
    /// # Errors
    /// Those of the planning.
    pub fn plan<Error>(
        &mut self,
        mut plan: impl FnMut(RegionId, &Arm) -> Result<Plan, Error>,
    ) -> Result<(), Error> {
        for (region, arm) in self.by_region.iter_mut() {
            arm.plan = Some(plan(*region, arm)?);
        }
        Ok(())
    }
}

impl Linearizer for Arms {
    /// Linearizes the arms of a branch whose statements have their partials. The result is the
    /// union of their patterns, by slot, then by value.
    fn branch(
        &mut self,
        code: &CodeList,
        id: BranchId,
        partials: &[LocalPartials],
    ) -> Vec<RegionEntry> {
        let branch = code.branch(id);
        let partials = inside(partials, branch.first());
        let mut by_position: Map<(usize, ValueId), Vec<Option<Constant>>> = Map::new();
        for (index, region) in branch.arms().iter().enumerate() {
            let arm = Arm::linearize(code, id, index, partials);
            for (position, constant) in arm.entries() {
                by_position.entry(position).or_default().push(constant);
            }
            self.by_region.insert(*region, arm);
        }
        let agreed = |slot: usize, constants: &[Option<Constant>]| {
            let results = &branch.slots()[slot].results;
            let everywhere = constants.len() == results.iter().flatten().count();
            let same = constants.windows(2).all(|pair| pair[0] == pair[1]);
            constants[0].filter(|_| everywhere && same)
        };
        let entry = |((slot, source), constants): ((usize, ValueId), Vec<Option<Constant>>)| {
            (slot, source, agreed(slot, &constants))
        };
        by_position.into_iter().map(entry).collect()
    }
    fn carried(&mut self, code: &CodeList, id: LoopId, partials: &[LocalPartials]) -> Carried {
        let of_loop = code.run_time_loop(id);
        let states = carried::states(code, id);
        let columns: Vec<ValueId> = states.keys().copied().collect();
        let body = Arm::of_body(code, id, &[], inside(partials, of_loop.first()), &columns);
        let factors: Vec<_> = body.entries().collect();
        let plain = carried::entries(code, id, &factors, &Entering::default());
        let outside = body.columns.iter().filter(|id| !states.contains_key(*id));
        let initial = states.values().map(|slot| &of_loop.slots()[*slot].initial);
        let initial = initial.filter(|id| code.statement(**id).is_active());
        let entering: Set<ValueId> = outside.chain(initial).copied().collect();
        if let Some(seeds) = Seeds::of(code, id, partials, &entering) {
            let seeded = seeds.rows;
            let arm = Arm::of((seeds.graph, seeds.roots), (0..seeded.len()).collect());
            let found = Entering::of(&seeded, arm.entries());
            let entries = carried::entries(code, id, &factors, &found);
            if n_variables(&entries) < n_variables(&plain) {
                let seed = |((slot, root), constant)| (slot, root, constant);
                let seeds = arm.entries().map(seed).collect();
                self.seeds = Some(arm);
                return Carried {
                    seeded,
                    seeds,
                    entries,
                };
            }
        }
        Carried {
            entries: plain,
            ..Carried::default()
        }
    }

    fn body(
        &mut self,
        code: &CodeList,
        id: LoopId,
        partials: &[LocalPartials],
        entering: &[LocalPartials],
    ) {
        let of_loop = code.run_time_loop(id);
        let partials = inside(partials, of_loop.first());
        let body = Arm::of_body(code, id, entering, partials, &[]);
        self.by_region.insert(of_loop.body(), body);
    }

    fn seeds(&mut self, region: RegionId) {
        let arm = self.seeds.take();
        self.by_region
            .insert(region, arm.expect("invariant: seeds were found"));
    }
}

/// The number of entries that change from one iteration to the next.
fn n_variables(entries: &[RegionEntry]) -> usize {
    let variables = entries.iter().filter(|(_, _, constant)| constant.is_none());
    variables.count()
}

/// The partials from a statement on.
fn inside(partials: &[LocalPartials], first: ValueId) -> &[LocalPartials] {
    &partials[partials.partition_point(|local| local.target < first)..]
}
