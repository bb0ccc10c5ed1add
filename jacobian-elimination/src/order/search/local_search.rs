//! Local search: improves one order by a number of moves.
//!
//! It connects annealing and exact windows, which know only bit matrices, with the graph and with
//! prices.
//!
//! ```text
//! up to 300 vertices    anneal the whole order, then exact windows of eight
//! more                  |--- 64 ---|            cut each window out of the graph,
//!                              |--- 64 ---|     and improve it separately
//! ```
//!
//! Annealing works with estimates, so its results are priced by their plans and taken if they are
//! cheaper.
//!
//! Cost: a fixed time per move at a given size, and one elimination for each order that is priced.

use crate::elim::{Elimination, Step};
use crate::graph::{LinearGraph, Vertex};
use crate::order::error_growth::ErrorGrowth;
use crate::order::{OrderChoice, Problem, Start, stability};
use crate::pricing::Pricer;

use super::anneal::Annealer;
use super::plan_price::{Aim, Pricing};
use super::portfolio::{self, Candidate};
use super::random::Random;
use super::{Budget, Objective, bit_matrix, exact_windows};

/// The seed of the random numbers. Every start of a search uses it again, so that no result depends
/// on the starts before.
const SEED: u64 = 1;

/// The random numbers of a search with this budget.
fn random(budget: Budget) -> Random {
    Random::new(SEED ^ budget.seed)
}

/// Maximal number of vertices of a graph that is searched as a whole.
const WHOLE_LIMIT: usize = 300;

/// The moves for each vertex when the default order is improved. More moves gain little: arm6 took
/// 145 operations with 20 moves a vertex and 143 with 100.
const MOVES_PER_VERTEX: usize = 20;

/// Maximal number of vertices including those that folding had eliminated, which are cheap to move.
const UNDONE_LIMIT: usize = 600;

/// The length of a window on a larger graph. Each window overlaps the one before by half.
const WINDOW: usize = 64;

/// A search on one graph.
pub(super) struct Search<'a> {
    pricing: Pricing<'a>,
    objective: Objective,
    /// The steps before the search.
    prefix: &'a [Step],
    /// The graph after the prefix.
    problem: Problem,
    /// Which orders are too inaccurate. Only a search that is asked for looks at that.
    growth: Option<ErrorGrowth<'a>>,
    /// Upper bound on the objective. A candidate order that exceeds it is rejected, even if it
    /// looks cheaper by time.
    pub(super) max_count: usize,
    /// Of the budget.
    seed: u64,
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
            pricing: Pricing::new(graph, start.steps(), budget.objective, executed, aim),
            objective: budget.objective,
            prefix: start.steps(),
            problem: Problem::after(graph, start.steps()),
            growth: None,
            max_count: usize::MAX,
            seed: budget.seed,
            random: random(budget),
        }
    }

    fn n_intermediates(&self) -> usize {
        self.problem.intermediates.len()
    }

    /// The moves that improve the default order. `None` if the graph is too large to be searched as
    /// a whole.
    pub(super) fn default_moves(&self, budget: Budget) -> Option<usize> {
        let moves = budget.moves.min(self.n_intermediates() * MOVES_PER_VERTEX);
        (moves > 0 && self.n_intermediates() <= WHOLE_LIMIT).then_some(moves)
    }

    /// From now on takes no order with an entry whose error is more than `most` times that by the
    /// rule of the default order.
    pub(super) fn guard(&mut self, most: f64) {
        let rule = self.ranked(&[OrderChoice::EnhancedMarkowitz]).pop();
        let steps = rule.map(|rule| self.steps(&rule)).unwrap_or_default();
        let code = self.pricing.code();
        self.growth = Some(ErrorGrowth::beside(self.pricing.graph, code, &steps, most));
    }

    fn is_accurate(&self, vertices: &[Vertex]) -> bool {
        let prefix = self.prefix.iter().copied();
        let in_proportion = |growth: &ErrorGrowth<'_>| {
            let steps: Vec<Step> = prefix.chain(of_vertices(vertices)).collect();
            growth.is_in_proportion(&steps)
        };
        self.growth.as_ref().is_none_or(in_proportion)
    }

    /// The orders of these rules that are accurate, the cheapest first.
    pub(super) fn ranked(&self, choices: &[OrderChoice]) -> Vec<Candidate> {
        let mut ranked = portfolio::ranked(choices, &self.pricing, &self.problem);
        ranked.retain(|one| self.is_accurate(&one.vertices));
        ranked
    }

    /// Improves an order by this number of moves.
    pub(super) fn improve(&mut self, best: &mut Candidate, moves: usize) {
        let graph = self.pricing.graph;
        let is_whole = self.n_intermediates() <= WHOLE_LIMIT;
        let is_affordable = is_whole || best.price.all <= portfolio::MAX_PRODUCTS / 2;
        let budget = Budget {
            moves: if is_affordable { moves } else { 0 },
            objective: self.objective,
            seed: self.seed,
        };
        let (order, random) = (&best.vertices, &mut self.random);
        let proposals = if is_whole {
            improve(self.pricing.first(), order, budget, random)
        } else {
            vec![search_windows(
                self.pricing.first().clone(),
                order,
                budget,
                random,
            )]
        };
        for vertices in proposals {
            // Annealing often comes back to where it began, which is priced already.
            if vertices == best.vertices {
                continue;
            }
            let steps: Vec<Step> = of_vertices(&vertices).collect();
            let price = self.pricing.of(&steps);
            let is_better = price < best.price && price.count <= self.max_count;
            if is_better
                && stability::is_bounded(graph, self.prefix, &steps)
                && self.is_accurate(&vertices)
            {
                *best = Candidate { price, vertices };
            }
        }
    }

    /// Restarts the random numbers.
    pub(super) fn reseed(&mut self) {
        self.random = Random::new(SEED ^ self.seed);
    }

    /// From now on moves the proposed steps as well, if they are few.
    pub(super) fn undo_proposed(&mut self, best: &mut Candidate, start: Start<'_>) {
        if self.n_intermediates() <= WHOLE_LIMIT
            && let Some(undone) = start.undone(&best.vertices)
            && undone.len() <= UNDONE_LIMIT
        {
            (self.prefix, best.vertices) = (&[], undone);
            self.pricing.undo();
        }
    }

    /// All steps of an order.
    pub(super) fn steps(&self, candidate: &Candidate) -> Vec<Step> {
        let vertices = of_vertices(&candidate.vertices);
        self.prefix.iter().copied().chain(vertices).collect()
    }
}

fn of_vertices(vertices: &[Vertex]) -> impl Iterator<Item = Step> + '_ {
    vertices.iter().copied().map(Step::Vertex)
}

/// Plain simulated annealing of the reverse order, without portfolio and exact windows.
pub fn annealed(
    graph: &LinearGraph,
    prefix: &[Step],
    problem: &Problem,
    budget: Budget,
) -> Vec<Step> {
    let start: Vec<Vertex> = problem.intermediates.iter().rev().copied().collect();
    let order = if start.len() <= WHOLE_LIMIT {
        let elimination = Elimination::after(graph, prefix);
        let (mut annealer, inner) = prepare(&elimination, &start, budget.objective);
        let neighbours = neighbours(&elimination, &inner);
        annealer.anneal(&neighbours, budget.moves, &mut random(budget));
        let best = annealer.records().next().unwrap_or_default();
        best.iter().map(|number| inner[*number]).collect()
    } else {
        search_windows(
            Elimination::after(graph, prefix),
            &start,
            budget,
            &mut random(budget),
        )
    };
    order.into_iter().map(Step::Vertex).collect()
}

/// Improves one window of the order after the other. Each overlaps the one before by half, so that
/// vertices can move across the borders.
fn search_windows(
    mut elimination: Elimination<'_>,
    order: &[Vertex],
    budget: Budget,
    random: &mut Random,
) -> Vec<Vertex> {
    let mut order = order.to_vec();
    let n_windows = order.len().div_ceil(WINDOW / 2);
    let share = Budget {
        moves: budget.moves / n_windows,
        ..budget
    };
    for low in (0..order.len()).step_by(WINDOW / 2) {
        let high = (low + WINDOW).min(order.len());
        if share.moves > 0 {
            let proposals = improve(&elimination, &order[low..high], share, random);
            if let Some(best) = proposals.first() {
                order[low..high].copy_from_slice(best);
            }
        }
        for vertex in &order[low..(low + WINDOW / 2).min(high)] {
            elimination.perform(Step::Vertex(*vertex));
        }
    }
    order
}

/// Improves consecutive eliminations from a given state on, by annealing and exact windows. Returns
/// the best orders, best first.
fn improve(
    elimination: &Elimination<'_>,
    order: &[Vertex],
    budget: Budget,
    random: &mut Random,
) -> Vec<Vec<Vertex>> {
    let (mut annealer, inner) = prepare(elimination, order, budget.objective);
    let neighbours = neighbours(elimination, &inner);
    // A fifth of the budget is for exact windows.
    let n_windows = budget.moves / 5 / exact_windows::MOVES_PER_WINDOW;
    let n_moves = budget.moves - n_windows * exact_windows::MOVES_PER_WINDOW;
    annealer.anneal(&neighbours, n_moves, random);
    exact_windows::polish(&mut annealer, n_windows);
    let named = |order: &[usize]| order.iter().map(|number| inner[*number]).collect();
    annealer.records().map(named).collect()
}

/// An annealer for consecutive eliminations, and the vertex of each of its numbers.
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

/// For each inner vertex, its inner neighbours, all by number.
fn neighbours(elimination: &Elimination<'_>, inner: &[Vertex]) -> Vec<Vec<usize>> {
    let working = elimination.working();
    let neighbours_of = |vertex: &Vertex| {
        let neighbours = working
            .predecessors(*vertex)
            .chain(working.successors(*vertex));
        neighbours
            .filter_map(|vertex| inner.binary_search(&vertex).ok())
            .collect()
    };
    inner.iter().map(neighbours_of).collect()
}
