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
//! annealing starts, and what the result is never worse than. What the default order tries is tried besides, as several
//! short runs may find what a long one does not. A large budget is spent in rungs, the first of them the default budget:
//! so more moves find nothing worse than the default. Later rungs may also take back what folding decided before.
//! Annealing (`anneal`) and exact reordering (`subsets`) work on bit matrices
//! (`dense`), the whole graph at once up to some hundred vertices; on larger graphs a window slides over the order and each
//! is cut out and improved by itself (`improve`), so that time and memory stay proportional to the graph.
//!
//! The default order is improved in the same way, with a few moves for each vertex: from enhanced Markowitz, and then
//! from the better of two other rules, if that is ahead by then. What counts is the time that a plan takes. A search that
//! has been asked for minimizes what it has been asked to.
//!
//! The budget is a number of moves and the seed is fixed: the same function gives the same order on every
//! machine, however busy. Orders whose intermediate results may grow without need are passed over
//! ([`growth`](super::growth)).
//!
//! Cost: the portfolio, then a fixed time per move at a given size.

mod anneal;
pub(super) mod bit_matrix;
mod budget;
mod exact_windows;
mod large_graphs;
mod local_search;
mod plan_price;
mod portfolio;
pub(super) mod random;

use crate::elim::Step;
use crate::graph::LinearGraph;
use crate::pricing::Pricer;

use super::{OrderChoice, Start};
use local_search::Search;
use plan_price::{Aim, Price};
use portfolio::Candidate;

pub use budget::{Budget, Objective};
pub use local_search::annealed;

/// The moves of a rung after the first.
const MOVES_PER_RUNG: usize = 25_000;

/// The default order has to save the time of one operation of so many: less is not worth it where LLVM packs less of
/// what is then left.
const LEAST_PART: usize = 40;

/// What the default order is improved from as well, if that is cheaper than what has been found by then.
const OTHER_STARTS: [OrderChoice; 2] = [OrderChoice::LowestFillIn, OrderChoice::Forward];

/// The best order found, from the first step on. With the code list of the graph, orders are compared by what
/// they leave to be executed.
pub(super) fn search(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Pricer<'_>>,
) -> Vec<Step> {
    let mut search = Search::new(graph, start, budget, executed, Aim::Count);
    let shortly = shortly(&mut search, budget);
    let mut best = first(search.ranked(&portfolio::choices()));
    for (rung, moves) in rungs(budget.moves).into_iter().enumerate() {
        if rung == 1 {
            search.take_back(&mut best, start);
        }
        search.improve(&mut best, moves);
    }
    match shortly {
        Some((price, steps)) if price < best.price => steps,
        _ => search.steps(&best),
    }
}

/// The best that the moves of the default order find, so that who asks for a search does not get more.
fn shortly(search: &mut Search<'_>, budget: Budget) -> Option<(Price, Vec<Step>)> {
    let moves = search.moves_unasked(budget)?;
    let [fill_in, forward] = OTHER_STARTS;
    let mut starts = search.ranked(&[OrderChoice::EnhancedMarkowitz, fill_in, forward]);
    for start in &mut starts {
        search.improve(start, moves);
        search.start_anew();
    }
    let best = first(starts);
    Some((best.price, search.steps(&best)))
}

/// Enhanced Markowitz, and the fastest that is found from there and from other rules, on a graph that is searched whole, if
/// it saves something to speak of and executes no more, otherwise nothing; on a [larger](large) one enhanced Markowitz, or
/// forward or reverse if it takes half the products. Each vertex has its share of moves, so that many small functions cost
/// no more than one of their size.
pub(super) fn improved(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Pricer<'_>>,
) -> Option<Vec<Step>> {
    let mut search = Search::new(graph, start, budget, executed, Aim::Time);
    let Some(moves) = search.moves_unasked(budget) else {
        return (budget.moves > 0).then(|| large_graphs::order(graph, start.steps()));
    };
    let mut found = first(search.ranked(&[OrderChoice::EnhancedMarkowitz]));
    let rule = found.price;
    search.most = rule.count;
    search.improve(&mut found, moves);
    let mut other = first(search.ranked(&OTHER_STARTS));
    if other.price < found.price {
        search.start_anew();
        search.improve(&mut other, moves);
        let is_allowed = other.price.count <= rule.count;
        if is_allowed && is_worth_it(graph, found.price.weight(), other.price.weight()) {
            found = other;
        }
    }
    is_worth_it(graph, rule.weight(), found.price.weight()).then(|| search.steps(&found))
}

/// Whether a plan is worth leaving another for, by operations and time of both: the time saved, against all operations. The
/// value path has about one for each vertex.
pub fn is_worth_it(graph: &LinearGraph, before: (usize, usize), after: (usize, usize)) -> bool {
    before.1.saturating_sub(after.1) * LEAST_PART >= before.0 + graph.n_vertices()
}

/// The cheapest of some orders.
fn first(candidates: Vec<Candidate>) -> Candidate {
    let first = candidates.into_iter().min_by_key(|one| one.price);
    first.expect("invariant: the first of some orders is never given up")
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
