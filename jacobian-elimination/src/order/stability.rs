//! Numerical stability: rejects orders whose intermediate labels may grow exponentially.
//!
//! A search does not see rounding, so it may find an order that is cheap and inaccurate.
//!
//! ```text
//! Reid's example: diamonds in a row, whose two branches cancel      2 ->      -> 2 ->
//! (total derivatives stay small)                                 x      -1  z      -1 ...
//! eliminating the joints z first doubles the label of x .. z        2 ------>  2 ---->
//! at each: 2^l, although the entries of the Jacobian are small
//! ```
//!
//! Every order sums the same path products. So relative to the sum of their absolute values all
//! orders are accurate. But paths may cancel. A label is *incomplete* if another path between its
//! ends is not added yet, and an incomplete label may be large although the total derivative is
//! small. Forward and reverse mode multiply by complete labels only, so they are as stable as
//! substitution.
//!
//! We count how often an incomplete label was a factor in the products that make a label. With
//! bounded local partials and cancelling paths, the label may exceed the derivative by a factor
//! with this number as exponent. The measure uses the structure only, so it is pessimistic. We
//! check the results of a search but not the heuristics.
//!
//! Cost: that of the elimination, plus one bit for each pair of vertices. Source: Forth,
//! Tadjouddine, Pryce & Reid, section 3.5.

use crate::elim::Step;
use crate::graph::{Adjacency, LinearGraph, Vertex};

/// Maximal number of incomplete factors in a product. If each contributes a factor of two, `2^24`
/// costs seven of the sixteen digits of a double.
const LIMIT: u32 = 24;

/// Larger graphs are not checked, because a search reorders them within short windows only, so that
/// chains of incomplete factors are short too.
const SIZE_LIMIT: usize = 1_000;

/// Whether no label of the elimination has too many incomplete factors.
pub(super) fn is_bounded(graph: &LinearGraph, prefix: &[Step], steps: &[Step]) -> bool {
    if graph.n_vertices() > SIZE_LIMIT {
        return true;
    }
    let all: Vec<Step> = prefix.iter().chain(steps).copied().collect();
    growth(graph, &all) <= LIMIT
}

/// The maximal number of incomplete factors in a product that makes a label. An edge step counts as
/// the elimination of its vertex.
pub fn growth(graph: &LinearGraph, steps: &[Step]) -> u32 {
    let reach = Reach::of(graph);
    let mut working = Adjacency::of(graph, |_| 0_u32);
    let mut most = 0;
    for step in steps {
        let Some(vertex) = step.over() else { continue };
        let exponent = |working: &Adjacency<u32>, source: Vertex, target: Vertex| {
            // A label is incomplete if another path leads from its source to its target.
            let if_incomplete = working.get(source, target).map_or(0, |count| count + 1);
            let is_complete = working
                .successors(source)
                .all(|other| other == target || !reach.has(other, target));
            if is_complete { 0 } else { if_incomplete }
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

/// By source, a bit for each vertex that it reaches.
struct Reach {
    rows: Vec<u64>,
    n_words: usize,
}

impl Reach {
    fn of(graph: &LinearGraph) -> Self {
        let n_words = graph.n_vertices().div_ceil(64);
        let mut reach = Self {
            rows: vec![0; graph.n_vertices() * n_words],
            n_words,
        };
        for vertex in graph.vertices().rev() {
            for (next, _) in graph.successors(vertex) {
                reach.include(vertex.index(), next.index());
            }
        }
        reach
    }

    /// Adds a vertex, and all that it reaches, to what another one reaches.
    fn include(&mut self, source: usize, next: usize) {
        let rows: &mut [u64] = &mut self.rows;
        let mut word = 0;
        while word < self.n_words {
            rows[source * self.n_words + word] |= rows[next * self.n_words + word];
            word += 1;
        }
        rows[source * self.n_words + next / 64] |= 1 << (next % 64);
    }

    fn has(&self, source: Vertex, target: Vertex) -> bool {
        let word = self.rows[source.index() * self.n_words + target.index() / 64];
        word & 1 << (target.index() % 64) != 0
    }
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
