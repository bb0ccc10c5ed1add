//! Like steps: whether two steps are one operation of one shape, down to the inputs, so that the
//! neighbouring places of a register compute them.
//!
//! ```text
//! entries[3] = v9 * a4      a4 = v0 * v5      v0 and v1 are loaded at once, as are v9 and v10;
//! entries[4] = v10 * a5     a5 = v1 * v6      v5 and v6 are brought together
//! ```
//!
//! What is the same number in both costs nothing, and neither does a constant.
//!
//! Cost: for tight runs each pair of steps is compared once, for loose ones once for each pair of
//! neighbours above it.

use crate::ir::elemental::Operation;
use crate::ir::{Elemental, ValueId};
use crate::ordered::{Map, Set};
use crate::plan::counts::instructions;
use crate::plan::{Atom, Term, chain_start};
use crate::schedule::Step;

use super::adjacent_inputs::AdjacentInputs;
use super::terms::{self, Factor, factors};
use super::view::View;

/// How many steps are looked through on the way from an entry to the inputs.
const MAX_DEPTH: usize = 8;

/// The operations that a division or a root counts for.
const DIVISION: usize = 3;

/// Which runs count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Runs {
    /// Those whose numbers are all loaded at once, or computed so.
    Tight,
    /// Those as well for which some numbers have to be brought together.
    Loose,
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
            operations: self.operations.saturating_add(other.operations),
            gathers: self.gathers.saturating_add(other.gathers),
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

/// The steps, as trees down to the inputs.
pub(super) struct LikeSteps<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    /// By position, the terms of a sum.
    terms: Vec<Option<Vec<Term>>>,
    /// By atom, the position that computes it.
    positions: &'a Map<Atom, usize>,
    adjacent: AdjacentInputs,
    wanted: Runs,
    /// By positions of two steps, what they take: for tight runs of all steps, for loose ones of
    /// this comparison, because what is used again there is computed once.
    known: Map<[usize; 2], Balance>,
    /// By positions, the pairs that were visited.
    visited: Set<[usize; 2]>,
}

impl<'a> LikeSteps<'a> {
    pub(super) fn new(
        view: &'a View<'a>,
        steps: &'a [Step],
        positions: &'a Map<Atom, usize>,
        wanted: Runs,
    ) -> Self {
        let terms = steps.iter().map(|step| terms::of_step(view, *step));
        Self {
            terms: terms.collect(),
            adjacent: AdjacentInputs::of(view, steps),
            known: Map::new(),
            visited: Set::new(),
            wanted,
            positions,
            view,
            steps,
        }
    }

    /// Whether two entries belong to one run.
    pub(super) fn belong_together(&mut self, steps: [usize; 2]) -> bool {
        let balance = self.balance(steps, MAX_DEPTH);
        balance.is_some_and(|balance| balance.suits(self.wanted))
    }

    /// What two steps take from here on; nothing if they are not the same operation.
    fn balance(&mut self, steps: [usize; 2], depth: usize) -> Option<Balance> {
        if self.wanted == Runs::Loose {
            self.known = Map::new();
        }
        self.compare(steps, depth)
    }

    /// The same; nothing as well for two steps that cannot be in a tight run, where one is wanted.
    fn compare(&mut self, steps: [usize; 2], depth: usize) -> Option<Balance> {
        let (operations, operands) = self.operation(steps)?;
        let mut balance = Balance {
            operations,
            gathers: 0,
        };
        for pair in operands {
            balance = balance.and(self.factors(pair, depth));
            if self.wanted == Runs::Tight && balance.gathers > 0 {
                return None;
            }
        }
        Some(balance)
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

    /// Visits the pairs of steps below two entries of a run, each pair once for all runs: those
    /// that registers compute, with their operations, and those that are brought there.
    pub(super) fn visit(
        &mut self,
        steps: [usize; 2],
        mut visit: impl FnMut([usize; 2], Option<usize>),
    ) {
        let mut stack = vec![(steps, MAX_DEPTH)];
        while let Some((steps, depth)) = stack.pop() {
            let Some((operations, operands)) = self.operation(steps) else {
                continue;
            };
            if !self.visited.insert(steps) {
                continue;
            }
            visit(steps, Some(operations));
            let different = operands.into_iter().filter(|pair| !self.are_at_hand(*pair));
            let below: Vec<_> = different
                .filter_map(|pair| self.positions_of(pair))
                .collect();
            for steps in below {
                let below = depth.checked_sub(1);
                let balance = below.and_then(|depth| Some((self.balance(steps, depth)?, depth)));
                match balance {
                    Some((balance, depth)) if balance.pays() => stack.push((steps, depth)),
                    _ => visit(steps, None),
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
        2 - usize::from(steps.is_some_and(|steps| self.are_sums_alike(steps)))
    }

    /// Whether two steps are sums of as many terms.
    fn are_sums_alike(&self, steps: [usize; 2]) -> bool {
        let [first, second] = steps.map(|step| self.terms[step].as_ref().map(Vec::len));
        first.is_some() && first == second
    }
}
