//! One order, improved by so many moves.
//!
//! ```text
//! up to 300 vertices      anneal the whole order, then exact windows of eight
//! more                    |--- 64 ---|            each window is cut out of the graph and improved by itself
//!                                |--- 64 ---|
//! ```
//!
//! What is found is priced by its plan, since annealing estimates, and taken if it is cheaper.
//!
//! Cost: a fixed time per move at a given size, and an elimination for each order that is priced.

use crate::elim::{Elimination, Step};
use crate::graph::{LinearGraph, Vertex};
use crate::order::{OrderChoice, Problem, Start, stability};
use crate::pricing::Pricer;

use super::anneal::Annealer;
use super::plan_price::{Aim, Pricing};
use super::portfolio::{self, Candidate};
use super::random::Random;
use super::{Budget, Objective, bit_matrix, exact_windows};

/// Where the random numbers start, for each start of a search anew, so that none depends on those before it.
const SEED: u64 = 1;

/// Up to so many vertices the whole graph is searched at once.
const WHOLE_LIMIT: usize = 300;

/// The moves for each vertex of an order that is improved without having been asked for.
const MOVES_PER_VERTEX: usize = 20;

/// The same with the vertices that folding had taken out, which are cheap to move.
const UNDONE_LIMIT: usize = 600;

/// On a larger graph, so many eliminations are searched at once, and the window slides by half of them.
const WINDOW: usize = 64;

/// A graph, from where on it is searched, and what for.
pub(super) struct Search<'a> {
    pricing: Pricing<'a>,
    objective: Objective,
    /// Whatever is found starts like this.
    prefix: &'a [Step],
    /// The graph after that.
    problem: Problem,
    /// What replaces an order has no more than so much of the objective.
    pub(super) most: usize,
    random: Random,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        graph: &'a LinearGraph,
        start: Start<'a>,
        budget: Budget,
        executed: Option<Pricer<'a>>,
        aim: Aim,
    ) -> Self {
        Self {
            pricing: Pricing::new(graph, budget.objective, executed, aim),
            objective: budget.objective,
            prefix: start.steps(),
            problem: Problem::after(graph, start.steps()),
            most: usize::MAX,
            random: Random::new(SEED),
        }
    }

    fn n_left(&self) -> usize {
        self.problem.intermediates.len()
    }

    /// The moves that are made unasked, on a graph that is searched whole.
    pub(super) fn moves_unasked(&self, budget: Budget) -> Option<usize> {
        let moves = budget.moves.min(self.n_left() * MOVES_PER_VERTEX);
        (moves > 0 && self.n_left() <= WHOLE_LIMIT).then_some(moves)
    }

    pub(super) fn ranked(&self, choices: &[OrderChoice]) -> Vec<Candidate> {
        portfolio::ranked(choices, &self.pricing, self.prefix, &self.problem)
    }

    /// An order, improved by so many moves.
    pub(super) fn improve(&mut self, best: &mut Candidate, moves: usize) {
        let graph = self.pricing.graph;
        let is_whole = self.n_left() <= WHOLE_LIMIT;
        let is_affordable = is_whole || best.price.all <= portfolio::MOST_PRODUCTS / 2;
        let budget = Budget {
            moves: if is_affordable { moves } else { 0 },
            objective: self.objective,
        };
        let (order, random) = (&best.vertices, &mut self.random);
        let found = if is_whole {
            improve(&after(graph, self.prefix), order, budget, random)
        } else {
            vec![search_windows(graph, self.prefix, order, budget, random)]
        };
        for vertices in found {
            let steps: Vec<Step> = vertices.iter().copied().map(Step::Vertex).collect();
            let price = self.pricing.of(self.prefix, &steps);
            let is_better = price < best.price && price.count <= self.most;
            if is_better && stability::is_bounded(graph, self.prefix, &steps) {
                *best = Candidate { price, vertices };
            }
        }
    }

    /// The random numbers begin again.
    pub(super) fn start_anew(&mut self) {
        self.random = Random::new(SEED);
    }

    /// From here on the first steps are moved as well, where they are few and only proposed.
    pub(super) fn take_back(&mut self, best: &mut Candidate, start: Start<'_>) {
        if self.n_left() <= WHOLE_LIMIT
            && let Some(undone) = start.undone(&best.vertices)
            && undone.len() <= UNDONE_LIMIT
        {
            (self.prefix, best.vertices) = (&[], undone);
        }
    }

    /// All steps of an order.
    pub(super) fn steps(&self, found: &Candidate) -> Vec<Step> {
        let found = found.vertices.iter().copied().map(Step::Vertex);
        self.prefix.iter().copied().chain(found).collect()
    }
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
    let n_windows = budget.moves / 5 / exact_windows::MOVES_PER_WINDOW;
    let n_moves = budget.moves - n_windows * exact_windows::MOVES_PER_WINDOW;
    annealer.anneal(&neighbours, n_moves, random);
    exact_windows::polish(&mut annealer, n_windows);
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
    let (shape, matrix) = bit_matrix::extract(elimination.working(), &inner, objective);
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
