//! Wide runs: neighbouring entries that LLVM computes in registers of four numbers and more.
//!
//! ```text
//! entries[0] = v0 * a2 + v4 * a1        v0, v1, v2, v3 and v4, v5, .. are neighbouring inputs
//! entries[1] = v1 * a2 + v5 * a1
//! entries[2] = v2 * a2 + v6 * a1        so this is one wide load, multiply-add and store
//! entries[3] = v3 * a2 + v7 * a1
//! ```
//!
//! A pack of two would stand in the way: LLVM does not join it with the next one. So the entries of
//! such a run are no candidates.
//!
//! Cost: the sums below the entries, to a depth of [`MAX_DEPTH`].

use crate::ordered::{Map, Set};
use crate::plan::{Atom, Term, chain_start};
use crate::schedule::Step;

use super::adjacent_inputs::AdjacentInputs;
use super::candidates::{Candidate, stored};
use super::terms::{Factor, factors};
use super::view::View;

/// The fewest entries of a run. Two are a pack.
const SHORTEST: usize = 4;

/// How many sums are looked through on the way from an entry to the inputs.
const MAX_DEPTH: usize = 4;

/// The sums of some steps.
pub(super) struct Sums<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    /// By position.
    terms: &'a [Option<Vec<Term>>],
    /// By atom, the position that computes it.
    positions: &'a Map<Atom, usize>,
    adjacent: AdjacentInputs,
}

impl<'a> Sums<'a> {
    pub(super) fn of(
        view: &'a View<'a>,
        steps: &'a [Step],
        terms: &'a [Option<Vec<Term>>],
        positions: &'a Map<Atom, usize>,
    ) -> Self {
        Self {
            view,
            steps,
            terms,
            positions,
            adjacent: AdjacentInputs::of(view, steps),
        }
    }

    /// The candidates of which not both entries are in wide runs.
    pub(super) fn without_wide_runs(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut stored = stored(self.view, self.steps, self.positions);
        stored.sort_by_key(|entry| entry.slot);
        let runs = stored.chunk_by(|first, second| {
            first.slot + 1 == second.slot && self.follow([first.step, second.step], MAX_DEPTH)
        });
        let wide = runs.filter(|run| run.len() >= SHORTEST).flatten();
        let wide: Set<usize> = wide.map(|entry| entry.step).collect();
        candidates.retain(|candidate| candidate.steps.iter().any(|step| !wide.contains(step)));
        candidates
    }

    /// Whether two steps are sums of one shape, over factors that follow each other in memory.
    fn follow(&self, steps: [usize; 2], depth: usize) -> bool {
        let [Some(first), Some(second)] = steps.map(|step| self.terms[step].as_deref()) else {
            return false;
        };
        first.len() == second.len()
            && chain_start(first) == chain_start(second)
            && (first.iter().zip(second)).all(|(first, second)| {
                first.negative == second.negative && self.terms_follow([*first, *second], depth)
            })
    }

    fn terms_follow(&self, terms: [Term; 2], depth: usize) -> bool {
        let [(a, b), (c, d)] = terms.map(factors);
        let both = |pairs: [[Factor; 2]; 2]| pairs.iter().all(|pair| self.factors(*pair, depth));
        match (b, d) {
            (Some(b), Some(d)) => both([[a, c], [b, d]]) || both([[a, d], [b, c]]),
            (None, None) => self.factors([a, c], depth),
            _ => false,
        }
    }

    fn factors(&self, factors: [Factor; 2], depth: usize) -> bool {
        let [Factor::Atom(first), Factor::Atom(second)] = factors else {
            return matches!(factors, [Factor::Number(_), Factor::Number(_)]);
        };
        if first == second {
            return true;
        }
        let [Some(first), Some(second)] = [first, second].map(|atom| self.positions.get(&atom))
        else {
            return false;
        };
        let column = |step: &usize| self.view.independent(self.steps[*step]);
        match (column(first), column(second)) {
            (Some(first), Some(second)) => self.adjacent.follows(first, second),
            (None, None) => depth > 0 && self.follow([*first, *second], depth - 1),
            _ => false,
        }
    }
}
