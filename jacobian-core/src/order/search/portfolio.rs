//! The portfolio: every cheap vertex order, priced by the plan it leads to.
//!
//! No order wins everywhere. Each is priced by eliminating for real, and given up as soon as it has taken
//! several times the products of the best before it, so that one bad order on a large graph does not
//! cost more than all the good ones.
//!
//! Cost: up to a dozen near-linear orders and as many eliminations.

use crate::elim::{Elimination, Step};
use crate::graph::{LinearGraph, Pattern, Vertex};
use crate::order::{OrderChoice, Problem, Tie, completion};

use super::Objective;

/// An order and its price.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) price: usize,
    pub(super) vertices: Vec<Vertex>,
}

/// An order that has taken so many times the products of the best one is given up.
const PATIENCE: usize = 2;

/// On graphs of more than so many intermediates only the first few orders are tried.
const LARGE: usize = 300;
const N_ON_LARGE: usize = 5;

/// So many products are formed for the sake of comparing, beyond those of the first order. Where orders fill
/// in so much that this is not enough, what is left of the portfolio and the windows are passed over: they
/// would take many times as long as the elimination itself.
pub(super) const MOST_PRODUCTS: usize = 200_000;

fn choices() -> [OrderChoice; 12] {
    [
        OrderChoice::EnhancedMarkowitz,
        OrderChoice::PreElimination,
        OrderChoice::Markowitz(Tie::Last),
        OrderChoice::PreEliminationEnhanced,
        OrderChoice::Reverse,
        OrderChoice::LowestFillIn,
        OrderChoice::PreEliminationMarkowitz,
        OrderChoice::PreEliminationForward,
        OrderChoice::MinimalDamage,
        OrderChoice::OverallMarkowitz,
        OrderChoice::RelativeMarkowitz,
        OrderChoice::Forward,
    ]
}

/// The portfolio from best to worst.
pub(super) fn ranked(
    graph: &LinearGraph,
    pattern: &Pattern,
    prefix: &[Step],
    problem: &Problem,
    objective: Objective,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut fewest = usize::MAX;
    let mut n_left = MOST_PRODUCTS;
    let is_large = problem.intermediates.len() > LARGE;
    for choice in choices()
        .into_iter()
        .take(if is_large { N_ON_LARGE } else { usize::MAX })
    {
        let is_first = candidates.is_empty();
        if !is_first && n_left < fewest {
            break;
        }
        let steps = completion(graph, prefix, problem.clone(), &choice);
        let limit = if is_first { usize::MAX } else { fewest * PATIENCE };
        let counts = run(graph, pattern, prefix, &steps, limit);
        if !is_first {
            n_left = n_left.saturating_sub(counts.map_or(limit, |counts| counts.all));
        }
        let Some(counts) = counts else { continue };
        fewest = fewest.min(counts.all);
        let vertices = steps.iter().filter_map(|step| match step {
            Step::Vertex(vertex) => Some(*vertex),
            Step::Front(..) | Step::Back(..) | Step::Face(..) => None,
        });
        candidates.push(Candidate {
            price: objective.of(counts),
            vertices: vertices.collect(),
        });
    }
    candidates.sort_by_key(|candidate| candidate.price);
    candidates
}

/// The price of steps after a prefix.
pub(super) fn price(
    graph: &LinearGraph,
    pattern: &Pattern,
    prefix: &[Step],
    steps: &[Step],
    objective: Objective,
) -> usize {
    let counts = run(graph, pattern, prefix, steps, usize::MAX);
    counts.map_or(usize::MAX, |counts| objective.of(counts))
}

fn run(
    graph: &LinearGraph,
    pattern: &Pattern,
    prefix: &[Step],
    steps: &[Step],
    limit: usize,
) -> Option<crate::elim::Counts> {
    let mut elimination = Elimination::of(graph);
    for step in prefix.iter().chain(steps) {
        elimination.perform(*step);
        if elimination.counts().all > limit {
            return None;
        }
    }
    Some(elimination.finish(pattern).counts())
}
