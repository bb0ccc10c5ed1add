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
//! Cost: each pair of neighbours and of the sums below them is compared once.

use crate::ordered::{Map, Set};
use crate::plan::{Atom, Term, chain_start};
use crate::schedule::Step;

use super::adjacent_inputs::AdjacentInputs;
use super::candidates::stored;
use super::terms::{self, Factor, factors};
use super::view::View;

/// The fewest entries of a run. Two are a pack.
const SHORTEST: usize = 4;

/// How many sums are looked through on the way from an entry to the inputs.
const MAX_DEPTH: usize = 8;

/// The entries of all wide runs.
#[derive(Default)]
pub(super) struct WideRuns {
    /// The entries.
    pub(super) entries: Set<usize>,
    /// The positions of the steps that compute them.
    pub(super) steps: Set<usize>,
}

impl WideRuns {
    /// The runs among these steps.
    pub(super) fn of(view: &View<'_>, steps: &[Step]) -> Self {
        let positions = terms::positions(view, steps);
        let mut stored = stored(view, steps, &positions);
        stored.sort_by_key(|entry| entry.slot);
        let mut sums = Sums {
            terms: steps
                .iter()
                .map(|step| terms::of_step(view, *step))
                .collect(),
            adjacent: AdjacentInputs::of(view, steps),
            known: Map::new(),
            positions,
            view,
            steps,
        };
        let runs = stored.chunk_by(|first, second| {
            first.slot + 1 == second.slot && sums.follow([first.step, second.step], MAX_DEPTH)
        });
        let mut found = Self::default();
        for entry in runs.filter(|run| run.len() >= SHORTEST).flatten() {
            found.entries.insert(entry.entry);
            found.steps.insert(entry.step);
        }
        found
    }
}

/// The sums of some steps.
struct Sums<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    /// By position.
    terms: Vec<Option<Vec<Term>>>,
    /// By atom, the position that computes it.
    positions: Map<Atom, usize>,
    adjacent: AdjacentInputs,
    /// By positions of two sums, whether they follow each other.
    known: Map<[usize; 2], bool>,
}

impl Sums<'_> {
    /// Whether two steps are sums of one shape, over factors that follow each other in memory.
    fn follow(&mut self, steps: [usize; 2], depth: usize) -> bool {
        if let Some(known) = self.known.get(&steps) {
            return *known;
        }
        let follow = self.compare(steps, depth);
        self.known.insert(steps, follow);
        follow
    }

    fn compare(&mut self, steps: [usize; 2], depth: usize) -> bool {
        let [Some(first), Some(second)] = steps.map(|step| self.terms[step].clone()) else {
            return false;
        };
        first.len() == second.len()
            && chain_start(&first) == chain_start(&second)
            && (first.iter().zip(&second)).all(|(first, second)| {
                first.negative == second.negative && self.terms_follow([*first, *second], depth)
            })
    }

    fn terms_follow(&mut self, terms: [Term; 2], depth: usize) -> bool {
        let [(a, b), (c, d)] = terms.map(factors);
        match (b, d) {
            (Some(b), Some(d)) => {
                (self.factors([a, c], depth) && self.factors([b, d], depth))
                    || (self.factors([a, d], depth) && self.factors([b, c], depth))
            }
            (None, None) => self.factors([a, c], depth),
            _ => false,
        }
    }

    fn factors(&mut self, factors: [Factor; 2], depth: usize) -> bool {
        let [Factor::Atom(first), Factor::Atom(second)] = factors else {
            return matches!(factors, [Factor::Number(_), Factor::Number(_)]);
        };
        if first == second {
            return true;
        }
        let [Some(first), Some(second)] =
            [first, second].map(|atom| self.positions.get(&atom).copied())
        else {
            return false;
        };
        let column = |step: usize| self.view.independent(self.steps[step]);
        match (column(first), column(second)) {
            (Some(first), Some(second)) => self.adjacent.follows(first, second),
            (None, None) => depth > 0 && self.follow([first, second], depth - 1),
            _ => false,
        }
    }
}
