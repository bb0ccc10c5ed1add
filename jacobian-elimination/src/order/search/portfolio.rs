//! Algorithm portfolio: every cheap vertex order, ranked by the price of its plan.
//!
//! No order is best on every graph. We price each by performing the elimination. If it takes
//! several times the products of the best one before it, we give it up, so that one bad order on a
//! large graph does not cost more than all the good ones.
//!
//! Cost: up to a dozen near-linear orders and as many eliminations.

use crate::elim::Step;
use crate::graph::Vertex;
use crate::order::{OrderChoice, Problem, Tie, completion};

use super::plan_price::{Price, Pricing};

/// An order and its price.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) price: Price,
    pub(super) vertices: Vec<Vertex>,
}

/// An order is given up if it takes this many times the products of the best one. We
/// never learn the price of its plan then, but the passes would have to save half of its products.
const PATIENCE: usize = 2;

/// On graphs with more intermediates only the first few orders are tried, because each of them
/// takes as long as the elimination. 300 is also the largest graph that annealing sees as a whole.
const LARGE: usize = 300;
const N_ON_LARGE: usize = 5;

/// Maximal number of products formed for comparisons, beyond those of the first order. If fill-in
/// is so large that this is not enough, the search skips the other orders and the windows, because
/// they would take many times as long as the elimination itself.
pub(super) const MAX_PRODUCTS: usize = 200_000;

/// The orders from which a search starts. On large graphs only the first few are tried.
pub(super) fn choices() -> [OrderChoice; 12] {
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

/// These orders from best to worst.
pub(super) fn ranked(
    choices: &[OrderChoice],
    pricing: &Pricing<'_>,
    problem: &Problem,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut fewest = usize::MAX;
    let mut n_remaining = MAX_PRODUCTS;
    let is_large = problem.intermediates.len() > LARGE;
    let n_choices = if is_large { N_ON_LARGE } else { usize::MAX };
    for choice in choices.iter().take(n_choices) {
        let is_first = candidates.is_empty();
        // The next order is likely to take about as many products as the best one.
        if !is_first && n_remaining < fewest {
            break;
        }
        let steps = completion::complete(pricing.graph, problem.clone(), choice)
            .expect("invariant: the portfolio has no searches");
        let limit = if is_first {
            usize::MAX
        } else {
            fewest.saturating_mul(PATIENCE)
        };
        let price = pricing.within(&steps, limit);
        if !is_first {
            n_remaining = n_remaining.saturating_sub(price.map_or(limit, |price| price.all));
        }
        let Some(price) = price else { continue };
        fewest = fewest.min(price.all);
        let vertices = steps.iter().filter_map(|step| match step {
            Step::Vertex(vertex) => Some(*vertex),
            Step::Front(..) | Step::Back(..) | Step::Face(..) => None,
        });
        candidates.push(Candidate {
            price,
            vertices: vertices.collect(),
        });
    }
    candidates.sort_by_key(|candidate| candidate.price);
    candidates
}
