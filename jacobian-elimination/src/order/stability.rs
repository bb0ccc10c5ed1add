//! Growth of intermediate results: a guard against unstable orders.
//!
//! ```text
//! Reid's example: diamonds in a row, whose two branches cancel      2 ->      -> 2 ->
//! (total derivatives stay small)                                 x      -1  z      -1 ...
//! eliminating the joints z first doubles the label of x .. z        2 ------>  2 ---->
//! at each: 2^l, although the entries of the Jacobian are small
//! ```
//!
//! Every order sums the same path products, so against the sum of their absolute values all orders are
//! accurate. But where paths cancel on the way, a label that is still incomplete (another path
//! between its ends waits to be added) may be large while the total derivative is small. Forward and
//! reverse mode multiply with complete labels only, which makes them as stable as substitution.
//!
//! The measure here counts, along the products that make a label, how often an incomplete one was a factor:
//! with bounded local partials and cancelling paths, the label may exceed the derivative by a factor
//! of that power. It is structural, hence pessimistic. Heuristics are not checked, a search is.
//!
//! Cost: as the elimination, plus one bit set per vertex. Source: Forth, Tadjouddine, Pryce & Reid, section
//! 3.5.

use std::collections::BTreeSet;

use crate::elim::Step;
use crate::graph::{Adjacency, LinearGraph, Vertex};

/// Up to so many incomplete factors in a row are let pass.
const LIMIT: u32 = 24;

/// On larger graphs nothing is checked: their windows are short, and so are chains within them.
const SIZE_LIMIT: usize = 1_000;

/// Whether no label of the elimination depends on too many incomplete factors.
pub(super) fn is_bounded(graph: &LinearGraph, prefix: &[Step], steps: &[Step]) -> bool {
    if graph.n_vertices() > SIZE_LIMIT {
        return true;
    }
    let all: Vec<Step> = prefix.iter().chain(steps).copied().collect();
    growth(graph, &all) <= LIMIT
}

/// The most incomplete factors along the products of any label; steps at edges count as the vertices
/// they lead over.
pub fn growth(graph: &LinearGraph, steps: &[Step]) -> u32 {
    let reach = reach(graph);
    let mut working = Adjacency::of(graph, |_| 0_u32);
    let mut most = 0;
    for step in steps {
        let Some(vertex) = step.over() else { continue };
        let exponent = |working: &Adjacency<u32>, source: Vertex, target: Vertex| {
            let own = working.get(source, target).map_or(0, |own| own + 1);
            let is_complete = working
                .successors(source)
                .all(|other| other == target || !reach[other.index()].contains(&target));
            if is_complete { 0 } else { own }
        };
        let of_in = |source| (source, exponent(&working, source, vertex));
        let of_out = |target| (target, exponent(&working, vertex, target));
        let incoming: Vec<_> = working.predecessors(vertex).map(of_in).collect();
        let outgoing: Vec<_> = working.successors(vertex).map(of_out).collect();
        working.take_predecessors(vertex);
        working.take_successors(vertex);
        for (source, first) in &incoming {
            for (target, second) in &outgoing {
                let present = working.get(*source, *target).copied().unwrap_or(0);
                let sum = present.max(first + second);
                working.insert(*source, *target, sum);
                most = most.max(sum);
            }
        }
    }
    most
}

/// For each vertex the vertices it reaches.
fn reach(graph: &LinearGraph) -> Vec<BTreeSet<Vertex>> {
    let mut reach = vec![BTreeSet::new(); graph.n_vertices()];
    for vertex in graph.vertices().rev() {
        let mut own = BTreeSet::new();
        for (next, _) in graph.successors(vertex) {
            own.insert(next);
            own.extend(&reach[next.index()]);
        }
        reach[vertex.index()] = own;
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::growth;
    use crate::elim::Step;
    use crate::graph::testing::named;
    use crate::order::{OrderChoice, choose};

    /// Diamonds in a row: a joint, a side vertex, the next joint.
    const DIAMONDS: &str = "x-[a]->s1 x-[a]->z1 s1-[b]->z1 z1-[a]->s2 z1-[a]->z2 s2-[b]->z2 \
                            z2-[a]->s3 z2-[a]->z3 s3-[b]->z3 z3-[a]->s4 z3-[a]->y s4-[b]->y";

    #[test]
    fn joints_first_grow_with_every_diamond() {
        let (graph, vertex) = named(DIAMONDS);
        let names = ["z1", "z2", "z3", "s1", "s2", "s3", "s4"];
        let steps: Vec<Step> = names
            .iter()
            .map(|name| Step::Vertex(vertex(name)))
            .collect();
        assert_eq!(growth(&graph, &steps), 6);
    }

    #[test]
    fn stable_orders_do_not_grow() {
        let (graph, _) = named(DIAMONDS);
        for choice in ["forward", "reverse", "markowitz", "enhanced_markowitz"] {
            let choice: OrderChoice = choice.parse().unwrap();
            let order = choose(&graph, &choice).unwrap();
            assert!(growth(&graph, order.steps()) <= 1, "{choice}");
        }
    }
}
