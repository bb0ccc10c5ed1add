//! Heuristics by name: the steps by which each of them completes a partially eliminated graph.
//!
//! Searches are left out, because they begin with the best of these orders.

use crate::elim::Step;
use crate::graph::{DependencyDegrees, LinearGraph};

use super::markowitz::Tie;
use super::{
    OrderChoice, Problem, chained_products, data_locality, edge_orders, enhanced_markowitz,
    face_orders, fill_in, forward_reverse, markowitz, pre_elimination, single_use,
};

/// The steps by which a method finishes a problem; `None` for searches and for orders listed by
/// hand.
pub(super) fn complete(
    graph: &LinearGraph,
    problem: Problem,
    choice: &OrderChoice,
) -> Option<Vec<Step>> {
    Some(match choice {
        OrderChoice::Forward => forward_reverse::forward(problem),
        OrderChoice::Reverse => forward_reverse::reverse(problem),
        OrderChoice::Markowitz(tie) => markowitz::order(problem, *tie),
        OrderChoice::EnhancedMarkowitz | OrderChoice::Improved(_) => {
            enhanced_markowitz::order(problem, graph)
        }
        OrderChoice::RelativeMarkowitz => {
            enhanced_markowitz::relative(problem, DependencyDegrees::of(graph))
        }
        OrderChoice::PreElimination => pre_elimination::then(problem, forward_reverse::reverse),
        OrderChoice::PreEliminationForward => {
            pre_elimination::then(problem, forward_reverse::forward)
        }
        OrderChoice::PreEliminationMarkowitz => {
            pre_elimination::then(problem, |rest| markowitz::order(rest, Tie::Last))
        }
        OrderChoice::PreEliminationEnhanced => {
            pre_elimination::then(problem, |rest| enhanced_markowitz::order(rest, graph))
        }
        OrderChoice::LowestFillIn => fill_in::lowest_fill_in(problem),
        OrderChoice::MinimalDamage => fill_in::minimal_damage(problem),
        OrderChoice::OverallMarkowitz => fill_in::overall_markowitz(problem),
        OrderChoice::Sibling => data_locality::sibling(problem),
        OrderChoice::SuccessorPredecessor => data_locality::successor_predecessor(problem),
        OrderChoice::EdgeMarkowitz => edge_orders::lowest_markowitz(problem),
        OrderChoice::EdgeFillIn => edge_orders::lowest_fill_in(problem),
        OrderChoice::EdgeSibling => edge_orders::highest_sibling(problem),
        OrderChoice::ChainedProducts(numbering, chain) => {
            chained_products::order(&problem, graph, *numbering, *chain)
        }
        OrderChoice::SingleUse => single_use::order(problem, graph),
        OrderChoice::FaceMarkowitz => face_orders::lowest_markowitz(graph),
        OrderChoice::FaceAbsorb => face_orders::absorb(graph),
        OrderChoice::Annealing(_)
        | OrderChoice::EdgeAnnealing(_)
        | OrderChoice::Search(_)
        | OrderChoice::Exact(_)
        | OrderChoice::List { .. } => return None,
    })
}
