//! Wide runs: neighbouring entries that LLVM computes in registers of four numbers and more.
//!
//! ```text
//! entries[0] = v0 * a2 + v4 * a1        v0, v1, v2, v3 and v4, v5, .. are neighbouring inputs
//! entries[1] = v1 * a2 + v5 * a1
//! entries[2] = v2 * a2 + v6 * a1        so this is one wide load, multiply-add and store
//! entries[3] = v3 * a2 + v7 * a1
//! ```
//!
//! LLVM does not join a pack of two, or a pair that is stored at once, with the next one. So the
//! entries of such a run are neither.
//!
//! Where numbers have to be brought to their places, as results of the library have, a run is
//! *loose*. Loose runs are left to LLVM if that is [expected to save](WideRuns::saved) more than
//! our packs do.
//!
//! Cost: that of comparing [steps](super::like_steps).

use crate::ordered::{Map, Set};
use crate::plan::Atom;
use crate::schedule::Step;

use super::candidates::stored;
use super::like_steps::{LikeSteps, Runs};
use super::search;
use super::terms;
use super::view::View;

/// The fewest entries of a run. Two are a pack.
const SHORTEST: usize = 4;

/// The fewest entries of a loose run: two registers of four.
const SHORTEST_LOOSE: usize = 8;

/// What an operation in a register of four saves, in tenths of an operation.
const SAVED: usize = 7;

/// What it takes to bring a number into a register or out of it, in tenths of an operation.
const MOVE: usize = 6;

/// The entries of all wide runs.
#[derive(Default)]
pub(super) struct WideRuns {
    /// The entries.
    pub(super) entries: Set<usize>,
    /// The positions of the steps that compute them.
    pub(super) steps: Set<usize>,
    /// The tenths of operations that LLVM saves there, by our estimate.
    pub(super) saved: i32,
}

impl WideRuns {
    /// The runs among these steps.
    pub(super) fn of(view: &View<'_>, steps: &[Step], wanted: Runs) -> Self {
        let positions = terms::positions(view, steps);
        let mut stored = stored(view, steps, &positions);
        stored.sort_by_key(|entry| entry.slot);
        let mut like = LikeSteps::new(view, steps, &positions, wanted);
        let runs = stored.chunk_by(|first, second| {
            first.slot + 1 == second.slot && like.belong_together([first.step, second.step])
        });
        let shortest = match wanted {
            Runs::Tight => SHORTEST,
            Runs::Loose => SHORTEST_LOOSE,
        };
        let runs: Vec<_> = runs.filter(|run| run.len() >= shortest).collect();
        let mut found = Self::default();
        for entry in runs.iter().copied().flatten() {
            found.entries.insert(entry.entry);
            found.steps.insert(entry.step);
        }
        if wanted == Runs::Loose {
            let pairs = runs.iter().flat_map(|run| run.windows(2));
            let mut parts = Parts::default();
            for pair in pairs {
                like.visit([pair[0].step, pair[1].step], |steps, operations| {
                    parts.note(steps, operations);
                });
            }
            found.saved = parts.saved(view, steps, &found.entries, &positions);
        }
        found
    }

    /// These runs and others.
    pub(super) fn and(mut self, others: &Self) -> Self {
        self.entries.extend(others.entries.iter().copied());
        self.steps.extend(others.steps.iter().copied());
        self
    }

    /// The tenths of operations that pairs of stores would save there.
    pub(super) fn saved_by_pairs(&self) -> i32 {
        i32::try_from(self.entries.len()).unwrap_or(i32::MAX) * search::OPERATION / 2
    }
}

/// The positions below the entries of some runs.
#[derive(Default)]
struct Parts {
    /// What is computed in wide registers, with its operations.
    computed: Map<usize, usize>,
    /// What is brought there.
    brought: Set<usize>,
}

impl Parts {
    /// Notes two steps that take operations in registers, or that are brought there.
    fn note(&mut self, steps: [usize; 2], operations: Option<usize>) {
        match operations {
            Some(operations) => self.computed.extend(steps.map(|step| (step, operations))),
            None => self.brought.extend(steps),
        }
    }

    /// The tenths of operations that LLVM saves for these entries: fewer operations and stores, but
    /// numbers are brought into registers, and out of them where something else needs them.
    fn saved(
        &self,
        view: &View<'_>,
        steps: &[Step],
        entries: &Set<usize>,
        positions: &Map<Atom, usize>,
    ) -> i32 {
        let is_wide = |(position, step): &(usize, &Step)| match step {
            Step::StoreEntry(entry) => entries.contains(entry),
            _ => self.computed.contains_key(position),
        };
        let others = steps.iter().enumerate().filter(|step| !is_wide(step));
        let needed = others.flat_map(|(_, step)| view.uses(*step));
        let needed = needed.filter_map(|atom| positions.get(&atom).copied());
        let needed: Set<usize> = needed
            .filter(|one| self.computed.contains_key(one))
            .collect();
        let operations: usize = self.computed.values().sum();
        let brought = self
            .brought
            .iter()
            .filter(|one| !self.computed.contains_key(one));
        let moves = brought.count() + needed.len();
        let tenths = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        tenths(SAVED * (operations + entries.len())) - tenths(MOVE * moves)
    }
}
