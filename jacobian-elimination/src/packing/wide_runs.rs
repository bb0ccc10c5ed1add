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
//! *loose*. Loose runs are left to LLVM if that is [expected to save](WideRuns::saved) more than our
//! packs do.
//!
//! Cost: each pair of neighbours and of the steps below them is compared once for each entry.

use crate::ir::elemental::Operation;
use crate::ir::{Elemental, ValueId};
use crate::ordered::{Map, Set};
use crate::plan::counts::instructions;
use crate::plan::{Atom, Term, chain_start};
use crate::schedule::Step;

use super::adjacent_inputs::AdjacentInputs;
use super::candidates::stored;
use super::search;
use super::terms::{self, Factor, factors};
use super::view::View;

/// The fewest entries of a run. Two are a pack.
const SHORTEST: usize = 4;

/// The fewest entries of a loose run: two registers of four.
const SHORTEST_LOOSE: usize = 8;

/// How many steps are looked through on the way from an entry to the inputs.
const MAX_DEPTH: usize = 8;

/// The operations that a division or a root counts for.
const DIVISION: usize = 3;

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

/// Which runs count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Runs {
    /// Those whose numbers are all loaded at once, or computed so.
    Tight,
    /// Those as well for which some numbers have to be brought together.
    Loose,
}

impl WideRuns {
    /// The runs among these steps.
    pub(super) fn of(view: &View<'_>, steps: &[Step], wanted: Runs) -> Self {
        let positions = terms::positions(view, steps);
        let mut stored = stored(view, steps, &positions);
        stored.sort_by_key(|entry| entry.slot);
        let mut trees = Trees {
            terms: steps
                .iter()
                .map(|step| terms::of_step(view, *step))
                .collect(),
            adjacent: AdjacentInputs::of(view, steps),
            wanted,
            known: Map::new(),
            positions,
            view,
            steps,
        };
        let runs = stored.chunk_by(|first, second| {
            first.slot + 1 == second.slot
                && (trees.balance([first.step, second.step]))
                    .is_some_and(|balance| balance.suits(wanted))
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
            let mut parts = Parts::default();
            for pair in runs.iter().flat_map(|run| run.windows(2)) {
                trees.note([pair[0].step, pair[1].step], &mut parts);
            }
            found.saved = parts.saved(view, steps, &found.entries, &trees.positions);
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

/// What two results in neighbouring places of a register take.
#[derive(Clone, Copy, Default)]
struct Balance {
    /// The operations of one of them, which the register does for both.
    operations: usize,
    /// The numbers that have to be brought to their places.
    gathers: usize,
}

impl Balance {
    /// A number of each that is brought to its place.
    const GATHER: Self = Self {
        operations: 0,
        gathers: 1,
    };

    fn and(self, other: Self) -> Self {
        Self {
            operations: self.operations + other.operations,
            gathers: self.gathers + other.gathers,
        }
    }

    /// Whether computing both in one register takes less than bringing the results there.
    fn pays(self) -> bool {
        self.operations > self.gathers
    }

    /// Whether two entries belong to one run. Their store is an operation, too.
    fn suits(self, wanted: Runs) -> bool {
        match wanted {
            Runs::Tight => self.gathers == 0,
            Runs::Loose => self.operations >= self.gathers,
        }
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

/// The steps, as trees down to the inputs.
struct Trees<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    /// By position, the terms of a sum.
    terms: Vec<Option<Vec<Term>>>,
    /// By atom, the position that computes it.
    positions: Map<Atom, usize>,
    adjacent: AdjacentInputs,
    wanted: Runs,
    /// By positions of two steps, what they take: for tight runs of all steps, for loose ones of
    /// this comparison, because what is used again there is computed once.
    known: Map<[usize; 2], Balance>,
}

impl Trees<'_> {
    /// The balance of two entries; nothing if they are not the same operation.
    fn balance(&mut self, steps: [usize; 2]) -> Option<Balance> {
        if self.wanted == Runs::Loose {
            self.known = Map::new();
        }
        self.compare(steps, MAX_DEPTH)
    }

    fn compare(&mut self, steps: [usize; 2], depth: usize) -> Option<Balance> {
        let (operations, operands) = self.operation(steps)?;
        let own = Balance {
            operations,
            gathers: 0,
        };
        Some(
            operands
                .into_iter()
                .fold(own, |balance, pair| balance.and(self.factors(pair, depth))),
        )
    }

    fn factors(&mut self, factors: [Factor; 2], depth: usize) -> Balance {
        if self.are_at_hand(factors) {
            return Balance::default();
        }
        let Some(steps) = self.positions_of(factors) else {
            return Balance::GATHER;
        };
        match self.known.get(&steps) {
            Some(known) if self.wanted == Runs::Tight => return *known,
            Some(_) => return Balance::default(),
            None => {}
        }
        let below = depth.checked_sub(1);
        let below = below.and_then(|depth| self.compare(steps, depth));
        let balance = (below.filter(|below| below.pays())).unwrap_or(Balance::GATHER);
        self.known.insert(steps, balance);
        balance
    }

    /// Notes what is below two entries of a run.
    fn note(&mut self, steps: [usize; 2], parts: &mut Parts) {
        let mut stack = vec![(steps, MAX_DEPTH)];
        while let Some((steps, depth)) = stack.pop() {
            let Some((operations, operands)) = self.operation(steps) else {
                continue;
            };
            parts.computed.extend(steps.map(|step| (step, operations)));
            for pair in operands {
                let Some(steps) = self.positions_of(pair).filter(|_| !self.are_at_hand(pair))
                else {
                    continue;
                };
                self.known = Map::new();
                let below = depth.checked_sub(1);
                let balance = below.and_then(|depth| self.compare(steps, depth));
                match balance {
                    Some(balance) if balance.pays() => stack.push((steps, depth - 1)),
                    _ => parts.brought.extend(steps),
                }
            }
        }
    }

    /// The operations of one of two steps that are alike, and the pairs of their operands.
    fn operation(&self, steps: [usize; 2]) -> Option<(usize, Vec<[Factor; 2]>)> {
        match steps.map(|step| self.terms[step].as_deref()) {
            [Some(first), Some(second)] => self.sums([first, second]),
            [None, None] => self.statements(steps),
            _ => None,
        }
    }

    fn sums(&self, [first, second]: [&[Term]; 2]) -> Option<(usize, Vec<[Factor; 2]>)> {
        if first.len() != second.len() || chain_start(first) != chain_start(second) {
            return None;
        }
        let mut pairs = Vec::new();
        for (first, second) in first.iter().zip(second) {
            let (of_first, of_second) = (factors(*first), factors(*second));
            if first.negative != second.negative || of_first.1.is_some() != of_second.1.is_some() {
                return None;
            }
            pairs.extend(self.matched(of_first, of_second));
        }
        Some((instructions(first), pairs))
    }

    /// Two statements that are no sums, but that registers of several numbers compute.
    fn statements(&self, steps: [usize; 2]) -> Option<(usize, Vec<[Factor; 2]>)> {
        let [Step::Value(first), Step::Value(second)] = steps.map(|step| self.steps[step]) else {
            return None;
        };
        let [first, second] = [first, second].map(|id| self.view.code.statement(id));
        let operations = match first.elemental() {
            Elemental::Operation(Operation::Div | Operation::Recip | Operation::Sqrt) => DIVISION,
            Elemental::Operation(Operation::Neg) => 1,
            _ => return None,
        };
        let factor = |id: &ValueId| Factor::Atom(Atom::Value(*id));
        let pairs = first.operands().iter().zip(second.operands());
        let pairs = pairs.map(|(a, b)| [factor(a), factor(b)]).collect();
        (first.elemental() == second.elemental()).then_some((operations, pairs))
    }

    /// Whether two numbers are one, constants, or inputs that one load brings.
    fn are_at_hand(&self, factors: [Factor; 2]) -> bool {
        if factors[0] == factors[1] || factors.iter().all(|factor| self.is_number(*factor)) {
            return true;
        }
        let Some(steps) = self.positions_of(factors) else {
            return false;
        };
        let columns = steps.map(|step| self.view.independent(self.steps[step]));
        matches!(columns, [Some(first), Some(second)] if self.adjacent.follows(first, second))
    }

    fn is_number(&self, factor: Factor) -> bool {
        let Factor::Atom(atom) = factor else {
            return true;
        };
        matches!(atom, Atom::Value(id)
            if matches!(self.view.code.statement(id).elemental(), Elemental::Literal(_)))
    }

    fn positions_of(&self, factors: [Factor; 2]) -> Option<[usize; 2]> {
        let [Factor::Atom(first), Factor::Atom(second)] = factors else {
            return None;
        };
        let position = |atom| self.positions.get(&atom).copied();
        Some([position(first)?, position(second)?])
    }

    /// The factors of two products that go together.
    fn matched(
        &self,
        (a, b): (Factor, Option<Factor>),
        (c, d): (Factor, Option<Factor>),
    ) -> Vec<[Factor; 2]> {
        let (Some(b), Some(d)) = (b, d) else {
            return vec![[a, c]];
        };
        let [straight, crossed] = [[[a, c], [b, d]], [[a, d], [b, c]]];
        let distance = |pairs: [[Factor; 2]; 2]| self.distance(pairs[0]) + self.distance(pairs[1]);
        if distance(crossed) < distance(straight) {
            crossed.to_vec()
        } else {
            straight.to_vec()
        }
    }

    /// A guess of what two factors in one register take. Only its order matters.
    fn distance(&self, factors: [Factor; 2]) -> usize {
        if self.are_at_hand(factors) {
            return 0;
        }
        let steps = self.positions_of(factors);
        2 - usize::from(steps.is_some_and(|steps| self.operation_shape(steps)))
    }

    /// Whether two steps are sums of as many terms.
    fn operation_shape(&self, steps: [usize; 2]) -> bool {
        let [first, second] = steps.map(|step| self.terms[step].as_ref().map(Vec::len));
        first.is_some() && first == second
    }
}
