//! Search: the best of many orders within a budget of moves.
//!
//! ```text
//! portfolio --best--> annealing --> exact windows of eight --> the plan that is cheapest
//!     |                  ^                                            |     ^
//!     |                  +---- again, while there are moves left -----+     |
//!     +---------------------------------------------------------------------+
//! ```
//!
//! The portfolio is every cheap order there is; the best of it by the price of its plan (`pricing`) is where
//! annealing starts, and what the result is never worse than. A large budget is spent in rungs, the first of
//! them the default budget: so more moves find nothing worse than the default. Later rungs may
//! also take back what folding decided before. Annealing (`anneal`) and exact reordering
//! (`subsets`) work on bit matrices (`dense`), the whole graph at once up to some hundred vertices;
//! on larger graphs a window slides over the order and each is cut out and improved by itself, so
//! that time and memory stay proportional to the graph.
//!
//! The default order is improved in the same way, from enhanced Markowitz alone and with a few moves for each vertex.
//!
//! The budget is a number of moves and the seed is fixed: the same function gives the same order on every
//! machine, however busy. Orders whose intermediate results may grow without need are passed over
//! ([`growth`]).
//!
//! Cost: the portfolio, then a fixed time per move at a given size.

mod anneal;
pub(super) mod dense;
mod portfolio;
mod pricing;
pub(super) mod random;
mod subsets;

use std::fmt;
use std::str::FromStr;

use crate::elim::{Counts, Elimination, Executed, Step};
use crate::graph::{LinearGraph, Vertex};

use super::{OrderChoice, Problem, Start, growth};
use anneal::Annealer;
use portfolio::Candidate;
use pricing::{Price, Pricing};
use random::Random;

/// What a search minimizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// Instructions: multiplications, fused or not, and additions by themselves.
    #[default]
    Operations,
    /// Every product of two labels, as the literature counts.
    All,
    /// Products without a factor of plus or minus one.
    Multiplications,
}

impl Objective {
    const NAMES: [(&'static str, Self); 3] = [
        ("ops", Self::Operations),
        ("all", Self::All),
        ("multiplications", Self::Multiplications),
    ];

    /// The count that is minimized.
    pub fn of(self, counts: Counts) -> usize {
        match self {
            Self::Operations => counts.operations,
            Self::All => counts.all,
            Self::Multiplications => counts.nontrivial,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, objective)| objective == self);
        formatter.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Objective {
    type Err = super::choice::UnknownOrder;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, objective)| *objective)
            .ok_or_else(|| super::choice::UnknownOrder(name.to_owned()))
    }
}

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The moves to try.
    pub moves: usize,
    /// What to minimize.
    pub objective: Objective,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            moves: 5_000,
            objective: Objective::default(),
        }
    }
}

/// Where the random numbers start.
const SEED: u64 = 1;

/// The moves of a rung after the first.
const MOVES_PER_RUNG: usize = 25_000;

/// Up to so many vertices the whole graph is searched at once.
const WHOLE_LIMIT: usize = 300;

/// The moves for each vertex of an order that is improved without having been asked for.
const MOVES_PER_VERTEX: usize = 20;

/// Such an order has to save one operation of so many, value path included: one or two are not worth it where LLVM packs
/// less of what is then left.
const LEAST_PART: usize = 25;

/// The same with the vertices that folding had taken out, which are cheap to move.
const UNDONE_LIMIT: usize = 600;

/// On a larger graph, so many eliminations are searched at once, and the window slides by half of them.
const WINDOW: usize = 64;

/// The best order found, from the first step on. With the code list of the graph, orders are compared by what
/// they leave to be executed.
pub(super) fn search(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Executed<'_>>,
) -> Vec<Step> {
    search_from(&portfolio::choices(), graph, start, budget, executed).steps
}

/// Enhanced Markowitz, and the best that is found from there, on a graph that is searched whole, if it saves something to
/// speak of; otherwise nothing. Each vertex has its share of moves, so that many small functions cost no more than one of
/// their size.
pub(super) fn improved(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Executed<'_>>,
) -> Option<Vec<Step>> {
    let n_left = Problem::after(graph, start.steps()).intermediates.len();
    let moves = budget.moves.min(n_left * MOVES_PER_VERTEX);
    if moves == 0 || n_left > WHOLE_LIMIT {
        return None;
    }
    let choices = [OrderChoice::EnhancedMarkowitz];
    let budget = Budget { moves, ..budget };
    let Found {
        steps,
        price,
        saved,
    } = search_from(&choices, graph, start, budget, executed);
    is_worth_it(graph, price.objective + saved, price.objective).then_some(steps)
}

/// Whether a plan with fewer operations is worth leaving the rule for. The value path has about an operation for each
/// vertex.
pub fn is_worth_it(graph: &LinearGraph, before: usize, after: usize) -> bool {
    before.saturating_sub(after) * LEAST_PART >= before + graph.n_vertices()
}

/// What a search has found.
struct Found {
    /// From the first step on.
    steps: Vec<Step>,
    price: Price,
    /// Of the objective, against the best of what it started from.
    saved: usize,
}

/// The best of some orders, improved.
fn search_from(
    choices: &[OrderChoice],
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Executed<'_>>,
) -> Found {
    let pricing = Pricing::new(graph, budget.objective, executed);
    let mut prefix = start.steps();
    let problem = Problem::after(graph, prefix);
    let portfolio = portfolio::ranked(choices, &pricing, prefix, &problem);
    let mut best = portfolio
        .into_iter()
        .next()
        .expect("invariant: the first of some orders is never given up");
    let before = best.price.objective;
    let is_whole = problem.intermediates.len() <= WHOLE_LIMIT;
    let is_affordable = is_whole || best.price.all <= portfolio::MOST_PRODUCTS / 2;
    let moves = if is_affordable { budget.moves } else { 0 };
    let mut random = Random::new(SEED);
    for (rung, moves) in rungs(moves).into_iter().enumerate() {
        if rung == 1
            && is_whole
            && let Some(undone) = start.undone(&best.vertices)
            && undone.len() <= UNDONE_LIMIT
        {
            (prefix, best.vertices) = (&[], undone);
        }
        let budget = Budget { moves, ..budget };
        let found = if is_whole {
            improve(&after(graph, prefix), &best.vertices, budget, &mut random)
        } else {
            let order = &best.vertices;
            vec![search_windows(graph, prefix, order, budget, &mut random)]
        };
        for vertices in found {
            let steps: Vec<Step> = vertices.iter().copied().map(Step::Vertex).collect();
            let price = pricing.of(prefix, &steps);
            if price < best.price && growth::is_bounded(graph, prefix, &steps) {
                best = Candidate { price, vertices };
            }
        }
    }
    let found = best.vertices.into_iter().map(Step::Vertex);
    Found {
        steps: prefix.iter().copied().chain(found).collect(),
        price: best.price,
        saved: before - best.price.objective,
    }
}

/// The moves between one comparison by price and the next, which goes on from the best. The first rung is
/// the default budget, so that a larger one finds nothing worse.
fn rungs(moves: usize) -> Vec<usize> {
    let first = moves.min(Budget::default().moves);
    let mut rungs = vec![first];
    let mut n_left = moves - first;
    while n_left > 0 {
        let next = n_left.min(MOVES_PER_RUNG);
        rungs.push(next);
        n_left -= next;
    }
    rungs
}

/// Plain annealing of the reverse order, in one piece, without portfolio and exact windows.
pub fn annealed(
    graph: &LinearGraph,
    prefix: &[Step],
    problem: &Problem,
    budget: Budget,
) -> Vec<Step> {
    let start: Vec<Vertex> = problem.intermediates.iter().rev().copied().collect();
    let found = if start.len() <= WHOLE_LIMIT {
        let elimination = after(graph, prefix);
        let (mut annealer, inner) = prepare(&elimination, &start, budget.objective);
        let neighbours = neighbours(&elimination, &inner);
        annealer.anneal(&neighbours, budget.moves, &mut Random::new(SEED));
        let best = annealer.records().next().unwrap_or_default();
        best.iter().map(|number| inner[*number]).collect()
    } else {
        search_windows(graph, prefix, &start, budget, &mut Random::new(SEED))
    };
    found.into_iter().map(Step::Vertex).collect()
}

fn after<'a>(graph: &'a LinearGraph, prefix: &[Step]) -> Elimination<'a> {
    let mut elimination = Elimination::of(graph);
    for step in prefix {
        elimination.perform(*step);
    }
    elimination
}

/// Improves one stretch of the order after the other, each overlapping the one before by half.
fn search_windows(
    graph: &LinearGraph,
    prefix: &[Step],
    order: &[Vertex],
    budget: Budget,
    random: &mut Random,
) -> Vec<Vertex> {
    let mut elimination = after(graph, prefix);
    let mut order = order.to_vec();
    let n_windows = order.len().div_ceil(WINDOW / 2);
    let share = Budget {
        moves: budget.moves / n_windows,
        ..budget
    };
    for low in (0..order.len()).step_by(WINDOW / 2) {
        let high = (low + WINDOW).min(order.len());
        if share.moves > 0 {
            let found = improve(&elimination, &order[low..high], share, random);
            if let Some(best) = found.first() {
                order[low..high].copy_from_slice(best);
            }
        }
        for vertex in &order[low..(low + WINDOW / 2).min(high)] {
            elimination.perform(Step::Vertex(*vertex));
        }
    }
    order
}

/// Anneals and polishes consecutive eliminations from a given state on; the best come first.
fn improve(
    elimination: &Elimination<'_>,
    order: &[Vertex],
    budget: Budget,
    random: &mut Random,
) -> Vec<Vec<Vertex>> {
    let (mut annealer, inner) = prepare(elimination, order, budget.objective);
    let neighbours = neighbours(elimination, &inner);
    let n_windows = budget.moves / 5 / subsets::MOVES_PER_WINDOW;
    let n_moves = budget.moves - n_windows * subsets::MOVES_PER_WINDOW;
    annealer.anneal(&neighbours, n_moves, random);
    subsets::polish(&mut annealer, n_windows);
    let named = |order: &[usize]| order.iter().map(|number| inner[*number]).collect();
    annealer.records().map(named).collect()
}

/// An annealer of consecutive eliminations, and the vertices by the numbers it knows them by.
fn prepare(
    elimination: &Elimination<'_>,
    order: &[Vertex],
    objective: Objective,
) -> (Annealer, Vec<Vertex>) {
    let mut inner = order.to_vec();
    inner.sort_unstable();
    let (shape, matrix) = dense::extract(elimination.working(), &inner, objective);
    let number = |vertex: &Vertex| inner.binary_search(vertex).ok();
    let numbers = order.iter().filter_map(number).collect();
    (Annealer::new(shape, &matrix, numbers), inner)
}

/// By number, the numbers of the inner vertices beside.
fn neighbours(elimination: &Elimination<'_>, inner: &[Vertex]) -> Vec<Vec<usize>> {
    let working = elimination.working();
    let of = |vertex: &Vertex| {
        let beside = working
            .predecessors(*vertex)
            .chain(working.successors(*vertex));
        beside
            .filter_map(|vertex| inner.binary_search(&vertex).ok())
            .collect()
    };
    inner.iter().map(of).collect()
}
