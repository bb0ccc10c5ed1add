//! Sums of one shape, computed two at a time.
//!
//! ```text
//! a3 = v7 * a1 + v9                 p0 = two(v7, v8) * two(a1, a2) + both(v9)
//! a4 = v8 * a2 + v9         --->    p1 = two(v5, -v6) * p0
//! entries[0] = v5 * a3              entries[0] = p1.first(); entries[6] = p1.second()
//! entries[6] = -v6 * a4
//! ```
//!
//! A register of two numbers takes the time of one. LLVM looks for such pairs too, but from neighbouring stores on only, and
//! what is alike in a Jacobian are the entries of one row, or of one column, which need not be neighbours. Here every two
//! entries of a row or a column are tried, and from there the sums that they use, down to where two values have nothing
//! in common and must be put together, or are independents that one load brings. What saves most is taken first; then what
//! saves little, but has all it needs in packs.
//!
//! What the user wrote is packed by `value = exact` too, but nothing is put together for it: its results are asked for
//! one by one.
//!
//! Invariant: no pack waits for itself, through other packs neither. Numbers are the same, bit by bit, as by themselves: the
//! terms of a sum keep their order.
//!
//! Cost: an entry is tried with sixteen others of its row and of its column, each with as many sums below as are alike,
//! at most [`LARGEST`] of at most [`LONGEST`] terms. Source: S. Larsen and S. Amarasinghe, Exploiting superword level
//! parallelism with multimedia instruction sets, PLDI 2000, who grow packs from neighbours in memory.

use crate::ordered::Map;
use std::collections::BinaryHeap;

use crate::ir::Precision;
use crate::plan::{Atom, Term};
use crate::schedule::Step;

use super::body::Body;
use super::chain;
use super::neighbours::{Neighbours, independent};
use super::seeds::{Seed, seeds};
use super::sums::{self, Factor, factors};
use super::uses::uses;

/// Two steps that are computed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pack {
    /// The steps, by their places in the sequence.
    pub(super) steps: [usize; 2],
    /// For each term, whether the factors of the second sum are exchanged.
    pub(super) crossed: Vec<bool>,
}

/// What an operation less is worth, and what it costs to bring two values together: in tenths of an operation.
const OPERATION: i32 = 10;
const TOGETHER: i32 = -5;
const SIGN: i32 = -5;
const EXCHANGE: i32 = -10;

/// What two entries must save, with all that they bring.
const LEAST: i32 = 20;

/// All of them have to save one of so many steps: LLVM packs less of what is then left.
const LEAST_PART: usize = 25;

/// The most packs that two entries bring.
const LARGEST: usize = 64;

/// The most terms of a sum that is packed: its chain is one expression, and rustc descends into it.
const LONGEST: usize = 32;

/// The packs of these steps.
pub(super) fn packs(body: &Body<'_>, steps: &[Step]) -> Vec<Pack> {
    let has_branches = steps.iter().any(|step| matches!(step, Step::Branch(_)));
    if body.code.precision() != Precision::Double || has_branches || body.is_arm {
        return Vec::new();
    }
    let mut search = Search::new(body, steps);
    let seeds = seeds(body, steps, &search.places);
    let mut candidates: BinaryHeap<(i32, [usize; 2])> = seeds
        .iter()
        .map(|seed| seed.steps)
        .filter_map(|seed| Some((search.gain(seed, &mut Vec::new())?, seed)))
        .filter(|(gain, _)| *gain >= LEAST)
        .collect();
    let mut saved = 0;
    while let Some((expected, seed)) = candidates.pop() {
        let mut tree = Vec::new();
        match search.gain(seed, &mut tree) {
            Some(gain) if gain >= expected => {
                saved += gain / OPERATION;
                for pack in tree {
                    search.take(pack);
                }
            }
            Some(gain) if gain >= LEAST => candidates.push((gain, seed)),
            _ => {}
        }
    }
    // What remains is packed where all it needs is in packs already, unless the entries are neighbours, which LLVM packs.
    search.is_strict = true;
    let has_packs = !search.packs.is_empty();
    let rest = seeds
        .iter()
        .filter(|seed| has_packs && !seed.are_neighbours);
    for Seed { steps, .. } in rest {
        let mut tree = Vec::new();
        let gain = search.gain(*steps, &mut tree).unwrap_or(0);
        if gain >= OPERATION {
            saved += gain / OPERATION;
            for pack in tree {
                search.take(pack);
            }
        }
    }
    let is_worth_it = saved.unsigned_abs() as usize * LEAST_PART >= steps.len();
    if is_worth_it {
        search.packs
    } else {
        Vec::new()
    }
}

/// The steps with what is known of them, by their places.
struct Search<'a> {
    body: &'a Body<'a>,
    steps: &'a [Step],
    /// The sums that may be packed.
    sums: Vec<Option<Vec<Term>>>,
    /// Where an atom is computed.
    places: Map<Atom, usize>,
    /// What each step waits for, directly or through others.
    above: Vec<Places>,
    /// Of each step in a pack, which pack, and which of the two it is.
    packed: Map<usize, (usize, usize)>,
    packs: Vec<Pack>,
    neighbours: Neighbours,
    /// Whether nothing is brought together for the sake of a pack.
    is_strict: bool,
}

impl<'a> Search<'a> {
    fn new(body: &'a Body<'a>, steps: &'a [Step]) -> Self {
        let places = sums::places(body, steps);
        let mut above: Vec<Places> = Vec::with_capacity(steps.len());
        for step in steps {
            let mut known = Places::none(steps.len());
            for atom in uses(body, *step) {
                if let Some(read) = places.get(&atom) {
                    known.add(&above[*read]);
                    known.insert(*read);
                }
            }
            above.push(known);
        }
        let n_pinned = body.schedule.n_pinned();
        let sums = steps.iter().enumerate().map(|(place, step)| {
            let may_move = place >= n_pinned;
            sums::sum(body, *step).filter(|terms| may_move && terms.len() <= LONGEST)
        });
        Self {
            body,
            steps,
            sums: sums.collect(),
            places,
            above,
            packed: Map::new(),
            packs: Vec::new(),
            neighbours: Neighbours::of(body, steps),
            is_strict: false,
        }
    }

    /// What computing two steps together saves, with the packs below that save more than they cost.
    fn gain(&self, steps: [usize; 2], tree: &mut Vec<Pack>) -> Option<i32> {
        let [first, second] = steps;
        let is_new = |place: &usize| {
            !self.packed.contains_key(place) && tree.iter().all(|pack| !pack.steps.contains(place))
        };
        let waits = self.above[first].has(second) || self.above[second].has(first);
        if first == second || waits || tree.len() >= LARGEST || !steps.iter().all(is_new) {
            return None;
        }
        let [one, other] = steps.map(|place| self.sums[place].as_ref());
        let (one, other) = (one?, other?);
        let terms = || one.iter().zip(other);
        let is_alike =
            |(one, other): (&Term, &Term)| factors(*one).1.is_some() == factors(*other).1.is_some();
        // The order of a chain depends on where it starts.
        let starts = chain::start(one) == chain::start(other);
        if one.len() != other.len() || !starts || !terms().all(is_alike) {
            return None;
        }
        let crossed: Vec<bool> = terms()
            .map(|(one, other)| self.is_crossed(*one, *other))
            .collect();
        tree.push(Pack {
            steps,
            crossed: crossed.clone(),
        });
        let must_fit = self.is_strict
            || steps
                .iter()
                .any(|place| sums::is_written_by_user(self.body, self.steps[*place]));
        let operations = i32::try_from(sums::operations(one)).unwrap_or(0);
        let mut gain = OPERATION * operations;
        for ((one, other), crossed) in terms().zip(crossed) {
            let ((a, b), (c, d)) = (factors(*one), factors(*other));
            let has_number = matches!(a, Factor::Number(_)) && matches!(c, Factor::Number(_));
            if one.negative != other.negative && !has_number {
                gain += SIGN;
            }
            let pairs = match (b, d) {
                (Some(b), Some(d)) if crossed => vec![(a, d), (b, c)],
                (Some(b), Some(d)) => vec![(a, c), (b, d)],
                _ => vec![(a, c)],
            };
            for (one, other) in pairs {
                let saved = self.together(one, other, tree);
                if saved < 0 && must_fit {
                    return None;
                }
                gain += saved;
            }
        }
        Some(gain)
    }

    /// What it costs, or saves, to have two factors in one register.
    fn together(&self, one: Factor, other: Factor, tree: &mut Vec<Pack>) -> i32 {
        let (Factor::Atom(one), Factor::Atom(other)) = (one, other) else {
            let are_numbers = matches!((one, other), (Factor::Number(_), Factor::Number(_)));
            return if are_numbers { 0 } else { TOGETHER };
        };
        if one == other {
            return 0;
        }
        let [Some(one), Some(other)] = [one, other].map(|atom| self.places.get(&atom).copied())
        else {
            return TOGETHER;
        };
        if let Some(lanes) = self.lanes(one, other) {
            return if lanes == [0, 1] { 0 } else { EXCHANGE };
        }
        if self.are_loaded_together(one, other) {
            return 0;
        }
        if tree.iter().any(|pack| pack.steps == [one, other]) {
            return 0;
        }
        let before = tree.len();
        match self.gain([one, other], tree) {
            Some(gain) if gain > TOGETHER => gain,
            _ => {
                tree.truncate(before);
                TOGETHER
            }
        }
    }

    /// Which of a pack each of two steps is, if they are one.
    fn lanes(&self, one: usize, other: usize) -> Option<[usize; 2]> {
        let (one, other) = (self.packed.get(&one)?, self.packed.get(&other)?);
        (one.0 == other.0).then_some([one.1, other.1])
    }

    fn is_independent(&self, place: usize) -> bool {
        independent(self.body, self.steps[place]).is_some()
    }

    fn are_loaded_together(&self, one: usize, other: usize) -> bool {
        let columns = [one, other].map(|place| independent(self.body, self.steps[place]));
        matches!(columns, [Some(one), Some(other)] if self.neighbours.follows(one, other))
    }

    /// Whether two products fit better with the factors of the second exchanged.
    fn is_crossed(&self, one: Term, other: Term) -> bool {
        let ((a, Some(b)), (c, Some(d))) = (factors(one), factors(other)) else {
            return false;
        };
        self.distance(a, d) + self.distance(b, c) < self.distance(a, c) + self.distance(b, d)
    }

    /// How unlike two factors are, at first sight.
    fn distance(&self, one: Factor, other: Factor) -> usize {
        let (Factor::Atom(one), Factor::Atom(other)) = (one, other) else {
            let are_numbers = matches!((one, other), (Factor::Number(_), Factor::Number(_)));
            return if are_numbers { 0 } else { 4 };
        };
        if one == other {
            return 0;
        }
        let [Some(one), Some(other)] = [one, other].map(|atom| self.places.get(&atom).copied())
        else {
            return 4;
        };
        match (self.lanes(one, other), &self.sums[one], &self.sums[other]) {
            (Some([0, 1]), _, _) => 0,
            (Some(_), _, _) => 3,
            (None, Some(one), Some(other)) if one.len() == other.len() => 2,
            _ if self.are_loaded_together(one, other) => 0,
            _ if self.is_independent(one) && self.is_independent(other) => 2,
            _ => 4,
        }
    }

    /// Takes a pack, unless it would wait for itself now.
    fn take(&mut self, pack: Pack) {
        let [first, second] = pack.steps;
        if self.above[first].has(second) || self.above[second].has(first) {
            return;
        }
        let mut both = self.above[first].clone();
        both.add(&self.above[second]);
        self.above[first] = both.clone();
        self.above[second] = both.clone();
        both.insert(first);
        both.insert(second);
        for known in &mut self.above {
            if known.has(first) || known.has(second) {
                known.add(&both);
            }
        }
        for (lane, place) in pack.steps.into_iter().enumerate() {
            self.packed.insert(place, (self.packs.len(), lane));
        }
        self.packs.push(pack);
    }
}

/// A set of places.
#[derive(Clone)]
struct Places(Vec<u64>);

impl Places {
    fn none(of: usize) -> Self {
        Self(vec![0; of.div_ceil(64)])
    }

    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn add(&mut self, others: &Self) {
        for (own, other) in self.0.iter_mut().zip(&others.0) {
            *own |= other;
        }
    }
}
