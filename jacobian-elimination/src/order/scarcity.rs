//! Scarcity: the partially eliminated graph with the fewest edges.
//!
//! A product with a vector takes a multiplication for each edge whose label is not plus or minus
//! one. Elimination first removes edges and later adds them, so the best graph is in between.
//!
//! ```text
//! y_i = x_i * s, s = sum of sin(x_j * x_j)      edges that are not 1
//! nothing eliminated                            4 n
//! all but s eliminated                          3 n          here the vector comes
//! s too                                         n * n        the Jacobian
//! ```
//!
//! We follow several orders to the end, count the edges after each elimination, and stop where an
//! order had the fewest.
//!
//! Cost: that of the orders. Source: Lyons & Utke, On the practical exploitation of scarcity, 2008.

use crate::elim::Step;
use crate::graph::{Adjacency, LinearGraph, Vertex};
use crate::ir::{Constant, Partial};

use super::OrderChoice;

/// The orders that are followed. The first one looks at edges itself.
const FOLLOWED: [OrderChoice; 4] = [
    OrderChoice::LowestFillIn,
    OrderChoice::PreElimination,
    OrderChoice::EnhancedMarkowitz,
    OrderChoice::Forward,
];

/// An order is given up at this multiple of its fewest edges, and beyond.
const MAX_TIMES_BEST: usize = 4;
const MAX_EDGES: usize = 1_000;

/// The intermediates that stay in the graph with the fewest edges, in topological order.
pub fn kept(graph: &LinearGraph) -> Vec<Vertex> {
    let followed = FOLLOWED.iter().map(|choice| {
        let order = super::choose(graph, choice);
        let order = order.expect("invariant: an order that is not listed fits");
        let vertices = order.steps().iter().map(|step| match step {
            Step::Vertex(vertex) => *vertex,
            _ => unreachable!("invariant: these orders eliminate vertices"),
        });
        let vertices: Vec<Vertex> = vertices.collect();
        (fewest(graph, &vertices), vertices)
    });
    // The first one of several that are as good.
    let best = followed.min_by_key(|((n_edges, _), _)| *n_edges);
    let ((_, n_steps), vertices) = best.expect("invariant: some orders are followed");
    let mut kept = vertices[n_steps..].to_vec();
    kept.sort_unstable();
    kept
}

/// The fewest edges, and the number of eliminations until then, the most if there is a choice.
fn fewest(graph: &LinearGraph, vertices: &[Vertex]) -> (usize, usize) {
    let mut working = Counted::of(graph);
    let mut best = (working.n_edges, 0);
    for (position, vertex) in vertices.iter().enumerate() {
        if working.n_edges > MAX_TIMES_BEST * best.0 + MAX_EDGES {
            // An order that fills the graph in does not come back, and could take long.
            break;
        }
        working.eliminate(*vertex);
        if working.n_edges <= best.0 {
            best = (working.n_edges, position + 1);
        }
    }
    best
}

/// A graph under elimination, with the number of edges that cost a multiplication.
struct Counted {
    /// With the labels that are known.
    working: Adjacency<Option<Constant>>,
    n_edges: usize,
}

impl Counted {
    fn of(graph: &LinearGraph) -> Self {
        let known = |label| match label {
            Partial::Literal(constant) => Some(constant),
            Partial::Value { .. } => None,
        };
        let costly = graph.edges().filter(|(.., label)| is_costly(known(*label)));
        Self {
            n_edges: costly.count(),
            working: Adjacency::of(graph, known),
        }
    }

    fn eliminate(&mut self, vertex: Vertex) {
        let predecessors = self.working.take_predecessors(vertex);
        let successors = self.working.take_successors(vertex);
        for (_, label) in predecessors.iter().chain(&successors) {
            self.n_edges -= usize::from(is_costly(*label));
        }
        for (source, first) in &predecessors {
            for (target, second) in &successors {
                let product = first.zip(*second).map(|(a, b)| a.multiply(b));
                self.add(*source, *target, product);
            }
        }
    }

    fn add(&mut self, source: Vertex, target: Vertex, label: Option<Constant>) {
        let sum = match self.working.remove(source, target) {
            None => label,
            Some(present) => {
                self.n_edges -= usize::from(is_costly(present));
                present.zip(label).map(|(a, b)| a.add(b))
            }
        };
        // An edge whose label is zero goes.
        if !sum.is_some_and(Constant::is_zero) {
            self.n_edges += usize::from(is_costly(sum));
            self.working.insert(source, target, sum);
        }
    }
}

/// Whether a label costs a multiplication.
fn is_costly(label: Option<Constant>) -> bool {
    !label.is_some_and(|constant| constant.is_one() || constant.negate().is_one())
}

#[cfg(test)]
mod tests {
    use super::kept;
    use crate::graph::testing::named;

    fn check(text: &str, expected: &[&str]) {
        let (graph, vertex) = named(text);
        let expected: Vec<_> = expected.iter().map(|name| vertex(name)).collect();
        assert_eq!(kept(&graph), expected);
    }

    #[test]
    fn a_vertex_with_many_neighbours_on_both_sides_stays() {
        check(
            "a-[p]->s b-[q]->s c-[r]->s s-[t]->x s-[u]->y s-[v]->z",
            &["s"],
        );
    }

    #[test]
    fn chains_go() {
        check("x-[a]->u u-[b]->v v-[c]->y", &[]);
    }

    #[test]
    fn edges_of_one_are_free() {
        // Without `s` there are six edges that are not one, and with it three.
        check("a-[1]->s b-[1]->s s-[t]->x s-[u]->y s-[v]->z", &["s"]);
    }
}
