//! Data locality: prefer eliminations that reuse the values which the previous one computed.
//!
//! ```text
//! previous target: P* -> [v*] -> S*        sibling degree of v: |P & P*| * |S & S*|,
//! candidate:       P  -> [v]  -> S         the edges just made that v adds into
//! ```
//!
//! - *Highest sibling*: the highest sibling degree, if any is positive.
//! - *Successor/predecessor*: a neighbour of the previous target. If that had more predecessors
//!   than successors, one of its successors, because each of them shares all those predecessors; if
//!   it had more successors, one of its predecessors.
//!
//! Both are filters that leave ties to others. The order `sibling` is sibling,
//! successor/predecessor, lowest Markowitz, reverse, as in the example of the source.
//!
//! Source: the data-locality heuristics of `xaifBooster`, sections 3 and 4.

use crate::elim::Step;
use crate::graph::Vertex;

use super::Problem;
use super::filters::{
    Compose, Heuristic, Last, LowestMarkowitz, Near, State, keep_min_by_key, order_by,
};
use super::target::Target;

/// The highest sibling degree with the previous target. If there is no sibling, all candidates
/// remain.
#[derive(Clone, Copy, Debug)]
pub struct HighestSibling;

impl Compose for HighestSibling {}

impl<T: Target> Heuristic<T> for HighestSibling {
    fn narrow(&self, state: State<'_>, candidates: &mut Vec<T>) {
        keep_min_by_key(candidates, |target| {
            std::cmp::Reverse(sibling_degree(target, state))
        });
    }
}

/// Only siblings of the previous target. It may leave no candidate; then the fallback decides.
#[derive(Clone, Copy, Debug)]
pub struct OnlySiblings;

impl Compose for OnlySiblings {}

impl<T: Target> Heuristic<T> for OnlySiblings {
    fn narrow(&self, state: State<'_>, candidates: &mut Vec<T>) {
        candidates.retain(|target| sibling_degree(*target, state) > 0);
    }
}

fn sibling_degree<T: Target>(target: T, state: State<'_>) -> usize {
    let previous = state.previous;
    let predecessors = target.predecessors(state.working);
    let successors = target.successors(state.working);
    let shared_in = predecessors
        .iter()
        .filter(|v| previous.predecessors.contains(v))
        .count();
    let shared_out = successors
        .iter()
        .filter(|v| previous.successors.contains(v))
        .count();
    shared_in * shared_out
}

/// A neighbour of the previous vertex, on the side that shares more edges with it.
#[derive(Clone, Copy, Debug)]
pub struct SuccessorPredecessor;

impl Compose for SuccessorPredecessor {}

impl Heuristic<Vertex> for SuccessorPredecessor {
    fn narrow(&self, state: State<'_>, candidates: &mut Vec<Vertex>) {
        let previous = state.previous;
        let is_before = |vertex: &Vertex| previous.predecessors.contains(vertex);
        let is_after = |vertex: &Vertex| previous.successors.contains(vertex);
        let (n_before, n_after) = (previous.predecessors.len(), previous.successors.len());
        match (
            candidates.iter().any(is_before),
            candidates.iter().any(is_after),
        ) {
            (false, false) => {}
            (true, false) => candidates.retain(is_before),
            (false, true) => candidates.retain(is_after),
            (true, true) if n_before > n_after => candidates.retain(is_after),
            (true, true) if n_after > n_before => candidates.retain(is_before),
            (true, true) => candidates.retain(|vertex| is_before(vertex) || is_after(vertex)),
        }
    }
}

/// Sibling, successor/predecessor, lowest Markowitz, reverse.
pub fn sibling(problem: Problem) -> Vec<Step> {
    let heuristic = HighestSibling
        .then(SuccessorPredecessor)
        .then(LowestMarkowitz)
        .then(Last);
    order_by::<Vertex>(problem, Near::Both, &heuristic)
}

/// Successor/predecessor, lowest Markowitz, reverse.
pub fn successor_predecessor(problem: Problem) -> Vec<Step> {
    let heuristic = SuccessorPredecessor.then(LowestMarkowitz).then(Last);
    order_by::<Vertex>(problem, Near::Neighbours, &heuristic)
}

#[cfg(test)]
mod tests {
    use super::sibling;
    use crate::graph::testing::named;
    use crate::order::Problem;

    /// The example of section 3.3: v3 is cheapest, v4 is its sibling, then v5 is a successor of v4,
    /// then v6.
    #[test]
    fn the_example_of_the_source() {
        let (graph, vertex) = named(
            "v1-[1]->v3 v1-[1]->v4 v2-[1]->v4 v2-[1]->v6 v3-[1]->v5 v4-[1]->v5 v5-[1]->v6 \
             v5-[1]->v8 v6-[1]->v7 v6-[1]->v8",
        );
        let steps: Vec<String> = sibling(Problem::of(&graph))
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = ["v3", "v4", "v5", "v6"].map(|name| vertex(name).to_string());
        assert_eq!(steps, expected);
    }
}
