//! Cross stores: four entries of two columns, stored from two registers.
//!
//! ```text
//!              p0 = [a3, a7]     p1 = [a4, a8]          each holds a number of both parts
//!                     |   \__ /    |
//! slots  5, 6      [a3,    a4]     |                    entries of the first part, in one column
//! slots 12, 13     [a7,    a8]  <--'                    entries of the second part, in another
//! ```
//!
//! If a function consists of two parts of one shape, a pack holds one number of each part, and the
//! two are stored in different columns. If the results of two packs are neighbours in both columns,
//! we store all four with two exchanges and two stores. One by one, it would take as many exchanges
//! and four stores. Adjacent inputs count as a pack, because one load brings both.
//!
//! Invariant: every entry is stored once. Cost: linear, unless a number is stored to many slots.

use crate::ir::ValueId;
use crate::ordered::{Map, Set};
use crate::plan::{Signed, single};
use crate::schedule::Step;

use super::adjacent_inputs::AdjacentInputs;
use super::search::Pack;
use super::terms;
use super::view::View;

/// A register of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Register {
    /// The register of a pack.
    Pack(usize),
    /// Two adjacent inputs.
    Inputs([ValueId; 2]),
}

/// Four entries, stored from two registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossStore {
    /// The first slot of the first numbers of both registers, and the first slot of the second
    /// numbers.
    pub slots: [usize; 2],
    /// The registers. A negative one is stored with both signs changed.
    pub registers: [Signed<Register>; 2],
    /// The entries that are stored.
    pub(super) entries: [usize; 4],
    /// The positions of the steps that have to come first.
    pub(super) waits_for: Set<usize>,
}

/// The cross stores of a body with these packs.
pub(super) fn cross_stores(view: &View<'_>, steps: &[Step], packs: &[Pack]) -> Vec<CrossStore> {
    let holders = Holders::of(view, steps, packs);
    let mut stores = Vec::new();
    let mut stored: Set<usize> = Set::new();
    for (slot, first) in &holders.entry_of_slot {
        let Some(second) = holders.entry_of_slot.get(&(slot + 1)) else {
            continue;
        };
        let is_free = |entry: &usize| !stored.contains(entry);
        if let Some(store) = holders.cross_store([*first, *second], is_free) {
            stored.extend(store.entries);
            stores.push(store);
        }
    }
    stores
}

/// The half of a register that holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    First,
    Second,
}

/// The registers that hold the entries.
struct Holders<'a> {
    view: &'a View<'a>,
    entry_of_slot: Map<usize, usize>,
    /// By entry, the registers that hold it.
    registers: Map<usize, Vec<(Signed<Register>, Half)>>,
    /// By register, the entries that are its second number.
    seconds: Map<Signed<Register>, Vec<usize>>,
    /// By register, the positions of the steps that compute or read it.
    steps: Map<Register, [usize; 2]>,
}

impl<'a> Holders<'a> {
    fn of(view: &'a View<'a>, steps: &[Step], packs: &[Pack]) -> Self {
        let mut holders = Self {
            view,
            entry_of_slot: Map::new(),
            registers: Map::new(),
            seconds: Map::new(),
            steps: Map::new(),
        };
        let held = holders.halves(steps, packs);
        let positions = terms::positions(view, steps);
        for (position, step) in steps.iter().enumerate() {
            let Step::StoreEntry(entry) = *step else {
                continue;
            };
            let (position, negative) = match single(view.entry(entry).terms()) {
                Some(atom) => {
                    let computed = positions.get(&atom.value).copied();
                    (computed.unwrap_or(position), atom.negative)
                }
                None => (position, false),
            };
            holders.entry_of_slot.insert(view.slots[entry], entry);
            for (register, half) in held.get(&position).into_iter().flatten() {
                let value = *register;
                let register = Signed { negative, value };
                let registers = holders.registers.entry(entry).or_default();
                registers.push((register, *half));
                if *half == Half::Second {
                    holders.seconds.entry(register).or_default().push(entry);
                }
            }
        }
        holders
    }

    /// By position, the registers that hold the result of a step.
    fn halves(&mut self, steps: &[Step], packs: &[Pack]) -> Map<usize, Vec<(Register, Half)>> {
        let of_packs = packs.iter().enumerate();
        let of_packs = of_packs.map(|(index, pack)| (Register::Pack(index), pack.steps));
        self.steps = of_packs.chain(self.inputs(steps)).collect();
        let mut halves: Map<usize, Vec<(Register, Half)>> = Map::new();
        for (register, [first, second]) in &self.steps {
            halves
                .entry(*first)
                .or_default()
                .push((*register, Half::First));
            halves
                .entry(*second)
                .or_default()
                .push((*register, Half::Second));
        }
        halves
    }

    /// Adjacent inputs, with the positions of the steps that read them.
    fn inputs(&self, steps: &[Step]) -> Vec<(Register, [usize; 2])> {
        let read = steps.iter().enumerate().filter_map(|(position, step)| {
            let Step::Value(id) = *step else { return None };
            Some((self.view.independent(*step)?, (position, id)))
        });
        let read: Map<u32, (usize, ValueId)> = read.collect();
        let adjacent = AdjacentInputs::of(self.view, steps);
        let registers = read.iter().filter_map(|(column, (first, first_id))| {
            let (second, second_id) = read.get(&(column + 1))?;
            let register = Register::Inputs([*first_id, *second_id]);
            let is_adjacent = adjacent.follows(*column, column + 1);
            is_adjacent.then_some((register, [*first, *second]))
        });
        registers.collect()
    }

    /// The registers that have an entry as this half.
    fn holding(&self, entry: usize, wanted: Half) -> impl Iterator<Item = Signed<Register>> {
        let registers = self.registers.get(&entry).into_iter().flatten();
        let holding = registers.filter(move |(_, half)| *half == wanted);
        holding.map(|(register, _)| *register)
    }

    /// The store of two neighbouring entries and the other numbers of their registers, if those are
    /// neighbours as well.
    fn cross_store(
        &self,
        firsts: [usize; 2],
        is_free: impl Fn(&usize) -> bool,
    ) -> Option<CrossStore> {
        for one in self.holding(firsts[0], Half::First) {
            let others = self.holding(firsts[1], Half::First);
            for other in others.filter(|other| *other != one) {
                for second in self.seconds.get(&one).into_iter().flatten() {
                    let slot = self.view.slots[*second];
                    let Some(beside) = self.entry_of_slot.get(&(slot + 1)) else {
                        continue;
                    };
                    let entries = [firsts[0], firsts[1], *second, *beside];
                    let are_distinct = !firsts.contains(second) && !firsts.contains(beside);
                    let is_held = self
                        .holding(*beside, Half::Second)
                        .any(|held| held == other);
                    if are_distinct && is_held && entries.iter().all(&is_free) {
                        let registers = [one, other];
                        return Some(CrossStore {
                            slots: [self.view.slots[firsts[0]], slot],
                            registers,
                            entries,
                            waits_for: registers
                                .iter()
                                .flat_map(|held| self.steps[&held.value])
                                .collect(),
                        });
                    }
                }
            }
        }
        None
    }
}
