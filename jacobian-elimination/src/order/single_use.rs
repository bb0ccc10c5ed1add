//! Optimal orders by minimum vertex cuts, for single-expression-use graphs; a heuristic for others.
//!
//! ```text
//! x0 -> a \                 v has three predecessors, but the two vertices x0 and x1 separate
//!    -> b -> v -> ...       it from the independents: once a, b, c are gone, v costs 2 instead
//! x1 -> c /                 of 3
//! ```
//!
//! If every intermediate has a single successor, each costs at least the size of a smallest set
//! that separates it from the independents. This order attains that bound for all of them. It
//! visits the vertices one by one. If such a set is smaller than the set of predecessors, the
//! vertices in between are eliminated first, from the last to the first. At the end the remaining
//! vertices go from the last to the first. Among the smallest sets we take the one nearest to the
//! vertex, so that as few vertices as possible go early. On other graphs the order is valid, but
//! not optimal in general.
//!
//! Cost: for each vertex, searches towards the independents, at most one per predecessor. Source:
//! Naumann & Utke, algorithm 1.

use crate::ordered::Set;

use crate::elim::Step;
use crate::graph::{Adjacency, Kind, LinearGraph, Vertex};

use super::Problem;
use super::lower_bound::Paths;

/// Separating sets first, the rest in reverse.
pub fn order(problem: Problem, graph: &LinearGraph) -> Vec<Step> {
    let Problem {
        mut working,
        intermediates,
    } = problem;
    let mut steps = Vec::new();
    let mut remaining: Set<Vertex> = intermediates.iter().copied().collect();
    for vertex in intermediates {
        if !remaining.contains(&vertex) {
            continue;
        }
        let Some(cut) = smaller_cut(&working, graph, vertex) else {
            continue;
        };
        for between in between(&working, &cut, vertex).into_iter().rev() {
            if remaining.remove(&between) {
                working.eliminate(between);
                steps.push(Step::Vertex(between));
            }
        }
    }
    steps.extend(remaining.into_iter().rev().map(Step::Vertex));
    steps
}

/// The smallest set nearest to a vertex that separates it from the independents, if it is smaller
/// than the set of predecessors.
fn smaller_cut(
    working: &Adjacency<()>,
    graph: &LinearGraph,
    vertex: Vertex,
) -> Option<Set<Vertex>> {
    if working.in_degree(vertex) < 2 {
        return None;
    }
    let onward = |v: Vertex| working.predecessors(v).collect();
    let paths = Paths::from(vertex, &onward);
    paths.cut_below(working.in_degree(vertex), |v| {
        graph.kind(v) == Kind::Independent
    })
}

/// The vertices on paths from the cut to the vertex, both excluded.
fn between(working: &Adjacency<()>, cut: &Set<Vertex>, vertex: Vertex) -> Set<Vertex> {
    let mut between = Set::new();
    let mut stack: Vec<Vertex> = working.predecessors(vertex).collect();
    while let Some(vertex) = stack.pop() {
        if !cut.contains(&vertex) && between.insert(vertex) {
            stack.extend(working.predecessors(vertex));
        }
    }
    between
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::elim::cost;
    use crate::graph::testing::graph;
    use crate::order::lower_bound::lower_bound;
    use crate::order::{Problem, forward_reverse};

    #[test]
    fn a_separating_set_is_made_the_predecessors() {
        let graph =
            graph("x0-[a]->a x0-[b]->b x1-[c]->c a-[1]->v b-[1]->v c-[1]->v v-[d]->w w-[e]->y");
        let steps = order(Problem::of(&graph), &graph);
        assert_eq!(cost::products(&graph, &steps), lower_bound(&graph));
        let reverse = forward_reverse::reverse(Problem::of(&graph));
        assert!(cost::products(&graph, &reverse) > lower_bound(&graph));
    }
}
