//! Fill-in heuristics: lowest fill-in, minimal damage, maximal overall Markowitz reduction.
//!
//! They look one step further than the degree: at the edges that an elimination makes and drops.
//!
//! ```text
//! a -> v -> c        fill-in of v: (a, c) exists, (b, c) is new: 1 new edge, 3 dropped
//! b -> v             damage of v: a loses a successor, b keeps one, so the price of their
//! a ------> c        own elimination changes
//! ```
//!
//! - *Lowest fill-in*: the least net change of the number of edges, because every edge is a factor
//!   later.
//! - *Minimal damage*: the least growth of the Markowitz degrees of the neighbours.
//! - *Maximal overall Markowitz reduction*: the largest drop of the sum of all degrees, that is,
//!   the degree of the vertex minus its damage.
//!
//! Ties go to the lowest Markowitz degree, then to the last vertex. If a vertex has more than a
//! thousand pairs of neighbours, all pairs count as new.
//!
//! Cost: each examination of a vertex visits all pairs of its neighbours. Source: Naumann,
//! "Accumulation of Jacobians by dynamic programming", section 1 (fill-in); Albrecht, Gottschling &
//! Naumann, "Markowitz-type heuristics for computing Jacobian matrices efficiently" (damage,
//! overall reduction).

use std::cmp::Reverse;

use crate::elim::Step;
use crate::graph::{Adjacency, Vertex};

use super::Problem;
use super::greedy::{self, Scope};
use super::target::Target;

/// Maximal number of pairs of neighbours that are looked up. A vertex of high degree is examined
/// again whenever a neighbour goes, so without a limit dense graphs would take quadratic time. Such
/// a vertex is expensive in any case, so its exact key rarely matters.
const PAIR_LIMIT: usize = 1_000;

/// Added to differences, because they may be negative and keys are natural numbers.
const HALF: usize = usize::MAX / 2;

/// The lowest net change of the number of edges at each stage.
pub fn lowest_fill_in(problem: Problem) -> Vec<Step> {
    greedy::by_least_key(problem, Scope::Neighbours, |working, vertex: Vertex| {
        (
            net_change(working, vertex),
            working.markowitz_degree(vertex),
            Reverse(vertex),
        )
    })
}

/// The lowest growth of the neighbours' degrees at each stage.
pub fn minimal_damage(problem: Problem) -> Vec<Step> {
    greedy::by_least_key(problem, Scope::Neighbours, |working, vertex: Vertex| {
        (
            damage(working, vertex),
            working.markowitz_degree(vertex),
            Reverse(vertex),
        )
    })
}

/// The largest drop of the sum of all degrees at each stage.
pub fn overall_markowitz(problem: Problem) -> Vec<Step> {
    greedy::by_least_key(problem, Scope::Neighbours, |working, vertex: Vertex| {
        let degree = working.markowitz_degree(vertex);
        (
            damage(working, vertex) - degree.min(HALF),
            degree,
            Reverse(vertex),
        )
    })
}

/// `HALF` plus the number of edges that the elimination makes, minus the number that it drops.
pub(super) fn net_change<T: Target>(working: &Adjacency<()>, target: T) -> usize {
    HALF + n_new(working, target) - target.n_dropped(working)
}

fn n_new<T: Target>(working: &Adjacency<()>, target: T) -> usize {
    let n_pairs = target.degree(working);
    if n_pairs > PAIR_LIMIT {
        return n_pairs;
    }
    let successors = target.successors(working);
    let new_from = |source: Vertex| {
        successors
            .iter()
            .filter(|target| !working.contains(source, **target))
            .count()
    };
    target.predecessors(working).into_iter().map(new_from).sum()
}

/// `HALF` plus the growth of the degrees of the neighbours.
fn damage(working: &Adjacency<()>, vertex: Vertex) -> usize {
    let (n_in, n_out) = (working.in_degree(vertex), working.out_degree(vertex));
    let looks_up = n_in * n_out <= PAIR_LIMIT;
    let mut damage = HALF;
    // The degree of a neighbour is the product of its two numbers of edges. A predecessor gains the
    // new successors and loses this vertex, and each of them counts once for each of its own
    // predecessors.
    for source in working.predecessors(vertex) {
        let present = |target: &Vertex| looks_up && working.contains(source, *target);
        let n_new = n_out - working.successors(vertex).filter(present).count();
        damage += working.in_degree(source) * n_new;
        damage -= working.in_degree(source);
    }
    for target in working.successors(vertex) {
        let present = |source: &Vertex| looks_up && working.contains(*source, target);
        let n_new = n_in - working.predecessors(vertex).filter(present).count();
        damage += working.out_degree(target) * n_new;
        damage -= working.out_degree(target);
    }
    damage
}

#[cfg(test)]
mod tests {
    use super::{HALF, damage, lowest_fill_in, n_new};
    use crate::elim::Step;
    use crate::graph::Adjacency;
    use crate::graph::testing::named;
    use crate::order::Problem;

    #[test]
    fn damage_is_the_change_of_the_neighbours_degrees() {
        let (graph, vertex) = named(
            "x-[1]->a x-[1]->b t-[1]->b a-[1]->v b-[1]->v a-[1]->c v-[1]->c v-[1]->d \
             c-[1]->y c-[1]->z d-[1]->z",
        );
        let mut working = Adjacency::structure(&graph);
        let v = vertex("v");
        let neighbours = ["a", "b", "c", "d"].map(vertex);
        let total = |working: &Adjacency<()>| -> usize {
            neighbours
                .iter()
                .map(|n| working.markowitz_degree(*n))
                .sum()
        };
        let (before, predicted, n_edges) =
            (total(&working), damage(&working, v), working.n_edges());
        let n_new = n_new(&working, v);
        working.eliminate(v);
        assert_eq!(HALF + total(&working) - before, predicted);
        assert_eq!(working.n_edges(), n_edges - 4 + n_new);
    }

    #[test]
    fn an_edge_that_is_there_is_no_fill_in() {
        // Both cost 2; u makes two edges, v one.
        let (graph, vertex) =
            named("p-[1]->u q-[1]->u u-[1]->y r-[1]->v s-[1]->v v-[1]->z r-[1]->z w-[1]->u");
        assert_eq!(
            lowest_fill_in(Problem::of(&graph))[0],
            Step::Vertex(vertex("v"))
        );
    }
}
