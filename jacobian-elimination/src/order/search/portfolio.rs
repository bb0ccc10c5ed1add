//! The portfolio: every cheap vertex order, priced by the plan it leads to.
//!
//! No order wins everywhere. Each is priced by eliminating for real, and given up as soon as it has taken
//! several times the products of the best before it, so that one bad order on a large graph does not
//! cost more than all the good ones.
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

/// An order that has taken so many times the products of the best one is given up.
const PATIENCE: usize = 2;

/// On graphs of more than so many intermediates only the first few orders are tried.
const LARGE: usize = 300;
const N_ON_LARGE: usize = 5;

/// So many products are formed for the sake of comparing, beyond those of the first order. Where orders fill
/// in so much that this is not enough, what is left of the portfolio and the windows are passed over: they
/// would take many times as long as the elimination itself.
pub(super) const MOST_PRODUCTS: usize = 200_000;

/// What a search starts from.
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
    prefix: &[Step],
    problem: &Problem,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut fewest = usize::MAX;
    let mut n_left = MOST_PRODUCTS;
    let is_large = problem.intermediates.len() > LARGE;
    let n_choices = if is_large { N_ON_LARGE } else { usize::MAX };
    for choice in choices.iter().take(n_choices) {
        let is_first = candidates.is_empty();
        if !is_first && n_left < fewest {
            break;
        }
        let steps = completion::complete(pricing.graph, problem.clone(), choice)
            .expect("invariant: the portfolio has no searches");
        let limit = if is_first {
            usize::MAX
        } else {
            fewest.saturating_mul(PATIENCE)
        };
        let price = pricing.within(prefix, &steps, limit);
        if !is_first {
            n_left = n_left.saturating_sub(price.map_or(limit, |price| price.all));
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
