//! Superword-level parallelism (SLP): sums of one shape, computed two at a time in one vector
//! register.
//!
//! ```text
//! a3 = v7 * a1 + v9                 p0 = two(v7, v8) * two(a1, a2) + both(v9)
//! a4 = v8 * a2 + v9         --->    p1 = two(v5, -v6) * p0
//! entries[0] = v5 * a3              entries[0] = p1.first(); entries[6] = p1.second()
//! entries[6] = -v6 * a4
//! ```
//!
//! A register of two numbers takes the time of one. LLVM looks for such pairs too, but it starts
//! from neighbouring stores only. In a Jacobian the sums of one shape are the entries of a row or
//! of a column, which need not be neighbours. So the search starts from two entries of a row or of
//! a column and packs the sums that they use, down to the values that have nothing in common. Those
//! must be brought together, unless they are inputs that one load brings.
//!
//! The user's own operations are packed by `value = exact` too, but nothing is brought together for
//! them, because their results are asked for one by one.
//!
//! Invariant: no pack waits for itself, not even through other packs. Numbers are the same, bit by
//! bit, as without packs, because the terms of a sum keep their order.
//!
//! Cost: each candidate is priced with the sums below it, at most [`MAX_TREE_PACKS`] packs of at
//! most [`MAX_TERMS`] terms. Source: S. Larsen and S. Amarasinghe, Exploiting superword level
//! parallelism with multimedia instruction sets, PLDI 2000, who grow packs from neighbours in
//! memory.

use std::collections::BinaryHeap;

use crate::ir::Precision;
use crate::ordered::{Map, Set};
use crate::plan::counts::instructions;
use crate::plan::{Atom, Term, chain_start};
use crate::schedule::Step;

use super::adjacent_inputs::AdjacentInputs;
use super::candidates::{Candidate, candidates};
use super::dependences::Dependences;
use super::terms::{self, Factor, factors};
use super::view::View;

/// Two steps that are computed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pack {
    /// The positions of the steps in the sequence.
    pub(super) steps: [usize; 2],
    /// For each term, how the factors of the second sum go with those of the first.
    pub(super) matches: Vec<Match>,
}

/// How the factors of two products go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// `a * b` with `c * d`: a with c, and b with d.
    Straight,
    /// `a * b` with `d * c`: a with c, and b with d, though written the other way round.
    Crossed,
}

/// The gain of one operation less, in tenths of an operation.
pub(super) const OPERATION: i32 = 10;

/// Prices in tenths of an operation: to bring two values into one register, to change the sign of
/// one of them, and to exchange the two numbers of a register. These are
/// estimates: all three are one instruction, but only an exchange is always waited for. `MIN_GAIN`
/// makes up for their error.
const GATHER: i32 = -5;
const SIGN: i32 = -5;
const EXCHANGE: i32 = -10;

/// Tenths of an operation that a candidate must save, with all packs that it brings. A gain of one
/// operation is within the error of these prices: taking it everywhere made `cpf` slower, from 15.0
/// to 16.2 ns (docs/book/src/experiments.md).
const MIN_GAIN: i32 = 20;

/// The packs of a body must save one of this many steps. LLVM packs the code between our packs less
/// well: with three packs `cpf` took 17.0 ns natively, without them 14.6.
const STEPS_PER_SAVED: usize = 25;

/// The most packs that one candidate brings, which bounds the time for pricing a candidate.
const MAX_TREE_PACKS: usize = 64;

/// The most terms of a sum that is packed, because its chain is one expression and rustc descends
/// into it.
const MAX_TERMS: usize = 32;

/// The packs of these steps, and the operations that they save. There are none if they would not be
/// worth it.
pub(super) fn packs(view: &View<'_>, steps: &[Step], wide: &Set<usize>) -> (Vec<Pack>, i32) {
    // Packing moves statements, and an arm of a branch may leave the function. The runtime has a
    // register of two `f64` and none of `f32`.
    let has_regions = steps
        .iter()
        .any(|step| matches!(step, Step::Branch(_) | Step::Loop(_)));
    let is_double = view.code.precision() == Precision::Double && !view.code.is_mixed();
    if !is_double || has_regions || view.is_arm() {
        return (Vec::new(), 0);
    }
    let mut search = Search::new(view, steps);
    let candidates = search.candidates(wide);
    let saved = search.grow(&candidates) + search.fill(&candidates);
    let is_worth_it = saved.unsigned_abs() as usize * STEPS_PER_SAVED >= steps.len();
    if is_worth_it {
        (search.packs, saved)
    } else {
        (Vec::new(), 0)
    }
}

/// The two phases of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Packs grow from candidates; values may be brought together for them.
    Grow,
    /// Single operations are packed where all operands are in packs already.
    Fill,
}

/// The steps with the facts about them, by position.
struct Search<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    /// The sums that may be packed.
    sums: Vec<Option<Vec<Term>>>,
    /// By atom, the position that computes it.
    positions: Map<Atom, usize>,
    dependences: Dependences,
    /// By position of a packed step, its pack, and which half of the pack it is.
    packed: Map<usize, (usize, usize)>,
    packs: Vec<Pack>,
    adjacent: AdjacentInputs,
    phase: Phase,
}

impl<'a> Search<'a> {
    fn new(view: &'a View<'a>, steps: &'a [Step]) -> Self {
        let positions = terms::positions(view, steps);
        let n_pinned = view.schedule.n_pinned();
        let sums = steps.iter().enumerate().map(|(position, step)| {
            // The user's own code stays in front, in its order.
            let may_move = position >= n_pinned;
            terms::of_step(view, *step).filter(|terms| may_move && terms.len() <= MAX_TERMS)
        });
        Self {
            view,
            steps,
            sums: sums.collect(),
            dependences: Dependences::of(view, steps, &positions),
            positions,
            packed: Map::new(),
            packs: Vec::new(),
            adjacent: AdjacentInputs::of(view, steps),
            phase: Phase::Grow,
        }
    }

    /// The candidates, but those that LLVM computes in wider registers.
    fn candidates(&self, wide: &Set<usize>) -> Vec<Candidate> {
        let mut candidates = candidates(self.view, self.steps, &self.positions);
        candidates.retain(|candidate| candidate.steps.iter().any(|step| !wide.contains(step)));
        candidates
    }

    /// Takes the candidates, those that save most first, and returns the operations that they save.
    fn grow(&mut self, candidates: &[Candidate]) -> i32 {
        self.phase = Phase::Grow;
        let mut queue: BinaryHeap<(i32, [usize; 2])> = candidates
            .iter()
            .map(|candidate| candidate.steps)
            .filter_map(|steps| Some((self.gain(steps, &mut Vec::new())?, steps)))
            .filter(|(gain, _)| *gain >= MIN_GAIN)
            .collect();
        let mut saved = 0;
        while let Some((expected, steps)) = queue.pop() {
            // Taking a tree of packs changes the gain of other candidates, so a popped gain may be
            // out of date. It is computed again, and pushed back if it fell. (Lazy greedy, as in
            // `order/greedy`.)
            let mut tree = Vec::new();
            match self.gain(steps, &mut tree) {
                Some(gain) if gain >= expected => saved += self.take_tree(gain, tree),
                Some(gain) if gain >= MIN_GAIN => queue.push((gain, steps)),
                _ => {}
            }
        }
        saved
    }

    /// Takes candidates that save a single operation and whose operands are all in packs, and
    /// returns the operations that they save.
    ///
    /// We do so only if there are packs, and not for neighbouring entries, because LLVM packs these
    /// itself. With neighbours, `snavely` went from 42.8 to 44.1 ns with AVX2. Packing wherever one
    /// operation is saved took `cpf` from 15.0 to 16.2.
    fn fill(&mut self, candidates: &[Candidate]) -> i32 {
        if self.packs.is_empty() {
            return 0;
        }
        self.phase = Phase::Fill;
        let mut saved = 0;
        for candidate in candidates {
            if candidate.are_neighbours {
                continue;
            }
            let mut tree = Vec::new();
            let gain = self.gain(candidate.steps, &mut tree).unwrap_or(0);
            if gain >= OPERATION {
                saved += self.take_tree(gain, tree);
            }
        }
        saved
    }

    fn take_tree(&mut self, gain: i32, tree: Vec<Pack>) -> i32 {
        for pack in tree {
            self.take(pack);
        }
        gain / OPERATION
    }

    /// The tenths of operations that computing two steps together saves, including the packs of
    /// their operands if these save more than they cost. `None` if the two do not fit. The packs
    /// are pushed to the tree.
    fn gain(&self, steps: [usize; 2], tree: &mut Vec<Pack>) -> Option<i32> {
        let (first, second) = self.pair(steps, tree)?;
        let matches: Vec<Match> = first
            .iter()
            .zip(second)
            .map(|(first, second)| self.matched(*first, *second))
            .collect();
        tree.push(Pack {
            steps,
            matches: matches.clone(),
        });
        // Results of the user's own operations are needed one by one, so bringing operands together
        // for them does not pay: `arm6` went from 104 to 109 ns (docs/book/src/experiments.md).
        let must_fit = self.phase == Phase::Fill
            || steps
                .iter()
                .any(|position| terms::is_written_by_user(self.view, self.steps[*position]));
        let mut gain = OPERATION * i32::try_from(instructions(first)).unwrap_or(0);
        for ((first, second), matched) in first.iter().zip(second).zip(matches) {
            let (of_first, of_second) = (factors(*first), factors(*second));
            let are_numbers = matches!(
                (of_first.0, of_second.0),
                (Factor::Number(_), Factor::Number(_))
            );
            // A number takes its own sign at no cost.
            if first.negative != second.negative && !are_numbers {
                gain += SIGN;
            }
            for pair in pairs(of_first, of_second, matched) {
                let saved = self.together(pair, tree);
                if saved < 0 && must_fit {
                    return None;
                }
                gain += saved;
            }
        }
        Some(gain)
    }

    /// The sums of two steps, if these may share a register.
    fn pair(&self, steps: [usize; 2], tree: &[Pack]) -> Option<(&[Term], &[Term])> {
        let is_new = |position: &usize| {
            !self.packed.contains_key(position)
                && tree.iter().all(|pack| !pack.steps.contains(position))
        };
        if steps[0] == steps[1]
            || self.dependences.connect(steps)
            || tree.len() >= MAX_TREE_PACKS
            || !steps.iter().all(is_new)
        {
            return None;
        }
        let [first, second] = steps.map(|position| self.sums[position].as_deref());
        let (first, second) = (first?, second?);
        let is_alike = |(first, second): (&Term, &Term)| {
            factors(*first).1.is_some() == factors(*second).1.is_some()
        };
        // The order in which a chain adds depends on where it starts.
        let is_same_shape = first.len() == second.len()
            && chain_start(first) == chain_start(second)
            && first.iter().zip(second).all(is_alike);
        is_same_shape.then_some((first, second))
    }

    /// The price of bringing two factors into one register, or the gain of packing the steps that
    /// compute them.
    fn together(&self, factors: [Factor; 2], tree: &mut Vec<Pack>) -> i32 {
        let [Factor::Atom(first), Factor::Atom(second)] = factors else {
            let are_numbers = matches!(factors, [Factor::Number(_), Factor::Number(_)]);
            return if are_numbers { 0 } else { GATHER };
        };
        if first == second {
            return 0;
        }
        let Some(steps) = self.positions_of([first, second]) else {
            return GATHER;
        };
        if let Some(halves) = self.halves(steps) {
            return if halves == [0, 1] { 0 } else { EXCHANGE };
        }
        if self.are_loaded_together(steps) || tree.iter().any(|pack| pack.steps == steps) {
            return 0;
        }
        let before = tree.len();
        match self.gain(steps, tree) {
            // A pack that costs something is still taken if bringing together costs more.
            Some(gain) if gain > GATHER => gain,
            _ => {
                tree.truncate(before);
                GATHER
            }
        }
    }

    fn positions_of(&self, atoms: [Atom; 2]) -> Option<[usize; 2]> {
        let [first, second] = atoms.map(|atom| self.positions.get(&atom).copied());
        Some([first?, second?])
    }

    /// Which half of a pack each of two steps is, if they are in the same one.
    fn halves(&self, [first, second]: [usize; 2]) -> Option<[usize; 2]> {
        let (first, second) = (self.packed.get(&first)?, self.packed.get(&second)?);
        (first.0 == second.0).then_some([first.1, second.1])
    }

    fn is_independent(&self, position: usize) -> bool {
        self.view.independent(self.steps[position]).is_some()
    }

    fn are_loaded_together(&self, steps: [usize; 2]) -> bool {
        let columns = steps.map(|position| self.view.independent(self.steps[position]));
        matches!(columns, [Some(first), Some(second)] if self.adjacent.follows(first, second))
    }

    /// Whether two products fit better straight or crossed.
    fn matched(&self, first: Term, second: Term) -> Match {
        let ((a, Some(b)), (c, Some(d))) = (factors(first), factors(second)) else {
            return Match::Straight;
        };
        let straight = self.distance([a, c]) + self.distance([b, d]);
        if self.distance([a, d]) + self.distance([b, c]) < straight {
            Match::Crossed
        } else {
            Match::Straight
        }
    }

    /// A guess of the price of two factors in one register, from 0 (they are in one already) to 4
    /// (they must be brought together). Only its order matters. We guess, because pricing both
    /// matches in full would be exponential in the depth of the tree.
    fn distance(&self, factors: [Factor; 2]) -> usize {
        let [Factor::Atom(first), Factor::Atom(second)] = factors else {
            let are_numbers = matches!(factors, [Factor::Number(_), Factor::Number(_)]);
            return if are_numbers { 0 } else { 4 };
        };
        if first == second {
            return 0;
        }
        let Some(steps) = self.positions_of([first, second]) else {
            return 4;
        };
        let sums = steps.map(|position| self.sums[position].as_ref());
        match (self.halves(steps), sums) {
            (Some([0, 1]), _) => 0,
            (Some(_), _) => 3,
            (None, [Some(first), Some(second)]) if first.len() == second.len() => 2,
            _ if self.are_loaded_together(steps) => 0,
            _ if steps.iter().all(|position| self.is_independent(*position)) => 2,
            _ => 4,
        }
    }

    /// Takes a pack, unless it would wait for itself now that others of its tree are taken.
    fn take(&mut self, pack: Pack) {
        if self.dependences.connect(pack.steps) {
            return;
        }
        self.dependences.join(pack.steps);
        for (half, position) in pack.steps.into_iter().enumerate() {
            self.packed.insert(position, (self.packs.len(), half));
        }
        self.packs.push(pack);
    }
}

/// The factors of a term: one, or two.
type Factors = (Factor, Option<Factor>);

/// The factors of two terms that go into one register.
fn pairs((a, b): Factors, (c, d): Factors, matched: Match) -> Vec<[Factor; 2]> {
    match (b, d, matched) {
        (Some(b), Some(d), Match::Crossed) => vec![[a, d], [b, c]],
        (Some(b), Some(d), Match::Straight) => vec![[a, c], [b, d]],
        _ => vec![[a, c]],
    }
}
