//! The sequence of a body with packs: both steps of a pack where the first of them was.
//!
//! ```text
//! a3, a4, entry 0, a7, a8, entry 5          packs p0 = [a3, a7], p1 = [a4, a8]
//! p0, p1, entry 0, entry 5
//! ```
//!
//! A pack needs the operands of both of its steps, so steps that the second one waits for move in
//! front of it. All other steps keep their order. Code that uses one number of a pack knows it by
//! its own name; code that uses both in one register, by that of the pack.
//!
//! Invariant: every step is done once, after all that it waits for. Cost: linear.

use crate::ordered::{Map, Set};
use crate::plan::{Atom, Term};
use crate::schedule::Step;

use super::cross_stores::{CrossStore, cross_stores};
use super::operands::Operands;
use super::search::Pack;
use super::terms;
use super::unit::{PackedSum, Results, Unit};
use super::view::View;

/// The packed sums of a body, and the units in their order.
pub(super) fn arranged(
    view: &View<'_>,
    steps: &[Step],
    packs: &[Pack],
    rematerialized: &Map<usize, Vec<Term>>,
) -> (Vec<PackedSum>, Vec<Unit>) {
    let of_steps = packs.iter().enumerate();
    let pack_of = of_steps.flat_map(|(index, pack)| pack.steps.map(|position| (position, index)));
    let pack_of: Map<usize, usize> = pack_of.collect();
    let positions = terms::positions(view, steps);
    let cross_stores = cross_stores(view, steps, packs);
    let stored = cross_stores.iter().flat_map(|store| store.entries);
    let stored: Set<usize> = stored.collect();
    let mut operands = Operands::new(view, steps, packs, &pack_of, &positions);
    let sums: Vec<_> = packs.iter().map(|pack| operands.terms(pack)).collect();
    let mut named = operands.named;
    for (position, step) in steps.iter().enumerate() {
        let is_stored = matches!(step, Step::StoreEntry(entry) if stored.contains(entry));
        match rematerialized.get(&position) {
            Some(terms) => named.extend(terms.iter().flat_map(|term| term.atoms())),
            None if is_stored || pack_of.contains_key(&position) => {}
            None => named.extend(view.uses(*step)),
        }
    }
    let sums = packs.iter().zip(sums).map(|(pack, terms)| {
        let steps = pack.steps.map(|position| steps[position]);
        PackedSum {
            steps,
            terms,
            results: results(view, steps, &stored, &named),
        }
    });
    let sums = sums.collect();
    let mut arrangement = Arrangement {
        view,
        steps,
        packs,
        pack_of,
        positions,
        cross_stores,
        stored,
        rematerialized,
    };
    let units = arrangement.units();
    (sums, units)
}

/// Where the two results of a pack go.
fn results(view: &View<'_>, steps: [Step; 2], stored: &Set<usize>, named: &Set<Atom>) -> Results {
    if let [Step::StoreEntry(first), Step::StoreEntry(second)] = steps
        && !stored.contains(&first)
    {
        let [first, second] = [first, second].map(|index| view.slots[index]);
        if first + 1 == second {
            return Results::Stored(first);
        }
    }
    let is_used = |step| match step {
        Step::StoreEntry(entry) => !stored.contains(&entry),
        Step::Value(id) => named.contains(&Atom::Value(id)),
        Step::Accumulation(id) => named.contains(&Atom::Accumulation(id)),
        _ => true,
    };
    let [first, second] = steps;
    Results::Named([first, second].map(|step| is_used(step).then_some(step)))
}

/// One step by itself, with the terms that it gets.
pub(super) fn alone(
    steps: &[Step],
    position: usize,
    rematerialized: &Map<usize, Vec<Term>>,
) -> Unit {
    let step = steps[position];
    match rematerialized.get(&position) {
        Some(terms) => Unit::Sum(step, terms.clone()),
        None => Unit::Step(step),
    }
}

/// A step on the way: whether the steps that it waits for have been asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Enter,
    Leave,
}

struct Arrangement<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    packs: &'a [Pack],
    /// By position of a packed step, its pack.
    pack_of: Map<usize, usize>,
    /// By atom, the position that computes it.
    positions: Map<Atom, usize>,
    /// Those that still wait.
    cross_stores: Vec<CrossStore>,
    /// The entries of cross stores.
    stored: Set<usize>,
    rematerialized: &'a Map<usize, Vec<Term>>,
}

impl Arrangement<'_> {
    /// The steps in their order, except for those that a pack needs earlier.
    fn units(&mut self) -> Vec<Unit> {
        let mut units = Vec::with_capacity(self.steps.len());
        let (mut begun, mut done) = (Set::new(), Set::new());
        for position in 0..self.steps.len() {
            let mut stack = vec![(position, Visit::Enter)];
            while let Some((position, visit)) = stack.pop() {
                let members = self.members(position);
                if done.contains(&members[0]) {
                    continue;
                }
                if visit == Visit::Leave {
                    done.extend(members.iter().copied());
                    units.extend(self.unit(position));
                    units.extend(self.ready_cross_stores(&members));
                    continue;
                }
                let is_new = begun.insert(members[0]);
                assert!(is_new, "invariant: no pack waits for itself");
                stack.push((position, Visit::Leave));
                let reads = members.iter().map(|position| self.steps[*position]);
                let reads = reads.flat_map(|step| self.view.uses(step));
                let needed = reads.filter_map(|atom| self.positions.get(&atom).copied());
                let first = stack.len();
                stack.extend(needed.map(|position| (position, Visit::Enter)));
                // The stack reverses; operands come in the order in which they are written.
                stack[first..].reverse();
            }
        }
        units
    }

    /// The steps that are computed together with one.
    fn members(&self, position: usize) -> Vec<usize> {
        match self.pack_of.get(&position) {
            Some(index) => self.packs[*index].steps.to_vec(),
            None => vec![position],
        }
    }

    /// The pack of a step, or the step; nothing for an entry that a cross store writes.
    fn unit(&self, position: usize) -> Option<Unit> {
        if let Some(index) = self.pack_of.get(&position) {
            return Some(Unit::Pack(*index));
        }
        let step = self.steps[position];
        let is_stored = matches!(step, Step::StoreEntry(entry) if self.stored.contains(&entry));
        (!is_stored).then(|| alone(self.steps, position, self.rematerialized))
    }

    /// The cross stores that wait for nothing else after these steps. None goes between the user's
    /// own statements.
    fn ready_cross_stores(&mut self, done: &[usize]) -> Vec<Unit> {
        for store in &mut self.cross_stores {
            store.waits_for.retain(|position| !done.contains(position));
        }
        if done[0] < self.view.schedule.n_pinned() {
            return Vec::new();
        }
        let ready = self
            .cross_stores
            .extract_if(.., |store| store.waits_for.is_empty());
        ready.map(Unit::CrossStore).collect()
    }
}
