//! Search for a cheap order within a budget of moves: portfolio, simulated annealing, exact
//! windows.
//!
//! No heuristic is best on every graph, and a search finds orders that none of them finds.
//!
//! ```text
//! portfolio --best--> annealing --> exact windows of eight --> the plan that is cheapest
//!     |                  ^                                            |     ^
//!     |                  +------- repeat while moves remain ----------+     |
//!     +---------------------------------------------------------------------+
//! ```
//!
//! The portfolio has all cheap orders. Annealing starts from the best of them by the price of its
//! plan (`plan_price`), so the result is never worse. We also try everything that the default order
//! tries, because several short runs may find an order that a long run misses. A large budget is
//! spent in rounds. The first round is the default budget, so more moves never give a worse result
//! than the default. Later rounds may also undo steps that folding proposed.
//!
//! Annealing (`anneal`) and exact reordering (`exact_windows`) work on bit matrices (`bit_matrix`).
//! Up to some hundred vertices they work on the whole graph. On larger graphs a window slides over
//! the order, and each window is cut out and improved separately (`local_search`), so that time and
//! memory are proportional to the graph.
//!
//! The default order is improved in the same way, with a few moves for each vertex: from enhanced
//! Markowitz, and then from the better of two other rules, if that is ahead at this point. It
//! minimizes the estimated time of the plan. A search that you ask for minimizes the objective that
//! you ask for.
//!
//! The budget is a number of moves and the seed is fixed, so the same function gives the same order
//! on every machine, busy or not. Orders whose intermediate results may grow too much are rejected
//! ([`stability`](super::stability)). A search that you ask for also rejects those whose entries
//! are far less accurate at a few points (`error_growth`).
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
pub(in crate::order) mod random;

use crate::elim::Step;
use crate::graph::LinearGraph;
use crate::pricing::Pricer;

use super::error_growth::MOST;
use super::{OrderChoice, Start};
use local_search::Search;
use plan_price::{Aim, Price};
use portfolio::Candidate;

pub use budget::{Budget, Objective};
pub use local_search::annealed;
pub use plan_price::Weight;

/// The moves of a round after the first: one run of annealing from hot to cold
/// (`anneal::MOVES_PER_RUN`).
const MOVES_PER_ROUND: usize = 25_000;

/// The improved default order must save one operation's time of this many. A smaller gain is not
/// worth it, because LLVM may pack fewer of the remaining operations. (For example, hhd with 24
/// operations instead of 26 took 17.9 ns instead of 16.1 on the default target of Zen 3.)
const MIN_GAIN: usize = 40;

/// Other starts of the improvement of the default order. A second start gains more than more moves:
/// on arm6, 145 operations from enhanced Markowitz with 20 moves a vertex, 143 with 100, but 105
/// from the forward order with 20.
const OTHER_STARTS: [OrderChoice; 2] = [OrderChoice::LowestFillIn, OrderChoice::Forward];

/// The best order, complete from the first step. With the code list of the graph (`executed`),
/// orders are compared by the operations that their plans execute.
pub(super) fn search(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Pricer<'_>>,
) -> Vec<Step> {
    within(graph, start, budget, executed, MOST)
}

/// The same, where the error of an entry may be at most `most` times that by the rule of the
/// default order.
pub(super) fn within(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Pricer<'_>>,
    most: f64,
) -> Vec<Step> {
    let mut search = Search::new(graph, start, budget, executed, Aim::Count);
    search.guard(most);
    let by_short_runs = short_runs(&mut search, budget);
    let mut best = first(search.ranked(&portfolio::choices()));
    for (round, moves) in rounds(budget.moves).into_iter().enumerate() {
        if round == 1 {
            search.undo_proposed(&mut best, start);
        }
        search.improve(&mut best, moves);
    }
    match by_short_runs {
        Some((price, steps)) if price < best.price => steps,
        _ => search.steps(&best),
    }
}

/// The best order by the moves of the default order. With it, a search is never worse than the
/// default.
fn short_runs(search: &mut Search<'_>, budget: Budget) -> Option<(Price, Vec<Step>)> {
    let moves = search.default_moves(budget)?;
    let [fill_in, forward] = OTHER_STARTS;
    let mut starts = search.ranked(&[OrderChoice::EnhancedMarkowitz, fill_in, forward]);
    for start in &mut starts {
        search.improve(start, moves);
        search.reseed();
    }
    let best = first(starts);
    Some((best.price, search.steps(&best)))
}

/// The improved default order. `None` means: keep enhanced Markowitz.
///
/// On a small graph it is the fastest order found from enhanced Markowitz and from other rules, if
/// it saves enough and executes no more operations. On a graph that is too [large](large_graphs)
/// for that, it is enhanced Markowitz, or forward or reverse if that takes half the products. The
/// number of moves is proportional to the vertices, so many small functions cost no more than a
/// large one.
pub(super) fn improved(
    graph: &LinearGraph,
    start: Start<'_>,
    budget: Budget,
    executed: Option<Pricer<'_>>,
) -> Option<Vec<Step>> {
    let mut search = Search::new(graph, start, budget, executed, Aim::Time);
    let Some(moves) = search.default_moves(budget) else {
        return (budget.moves > 0).then(|| large_graphs::order(graph, start.steps()));
    };
    let mut best = first(search.ranked(&[OrderChoice::EnhancedMarkowitz]));
    let rule = best.price;
    // The estimate of time is rough, so no order may take more operations than the rule.
    search.max_count = rule.count;
    search.improve(&mut best, moves);
    let mut other = first(search.ranked(&OTHER_STARTS));
    // Only a start that is ahead without moves is worth the moves.
    if other.price < best.price {
        search.reseed();
        search.improve(&mut other, moves);
        let is_allowed = other.price.count <= rule.count;
        if is_allowed && is_worth_it(graph, best.price.weight(), other.price.weight()) {
            best = other;
        }
    }
    is_worth_it(graph, rule.weight(), best.price.weight()).then(|| search.steps(&best))
}

/// Whether replacing a plan by another one saves enough time, relative to all operations of the
/// function. The value path has about one operation for each vertex.
pub fn is_worth_it(graph: &LinearGraph, before: Weight, after: Weight) -> bool {
    let n_operations = before.operations + graph.n_vertices();
    before.time.saturating_sub(after.time) * MIN_GAIN >= n_operations
}

/// The cheapest of some orders.
fn first(candidates: Vec<Candidate>) -> Candidate {
    let first = candidates
        .into_iter()
        .min_by_key(|candidate| candidate.price);
    first.expect("invariant: the first of some orders is never given up")
}

/// The moves of each round. After a round the best order by price is the start of the next one.
fn rounds(moves: usize) -> Vec<usize> {
    let first = moves.min(Budget::default().moves);
    let mut rounds = vec![first];
    let mut n_remaining = moves - first;
    while n_remaining > 0 {
        let next = n_remaining.min(MOVES_PER_ROUND);
        rounds.push(next);
        n_remaining -= next;
    }
    rounds
}
