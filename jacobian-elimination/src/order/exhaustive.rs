//! Exhaustive search: optimal vertex, edge and face orders of tiny graphs.
//!
//! It is the oracle of the tests, and an order that you can ask for.
//!
//! ```text
//! vertices   price of a set = min over its last member     2^p sets
//! edges      cheapest path through all graphs that edge eliminations lead to
//! faces      the same through all dual graphs
//! ```
//!
//! The graph after the elimination of a set of vertices does not depend on their order. So vertex
//! orders need one state per set. Vertices with equal neighbours (false twins) are interchangeable,
//! so we only visit sets in which the lower ones come first.
//!
//! For edges and faces we explore states cheapest first (Dijkstra), up to a limit on their number.
//!
//! Cost: exponential. Source: the metagraph of Naumann, "Accumulation of Jacobians by dynamic
//! programming", section 1.

use crate::ordered::Map;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::elim::{Elimination, Step, cost};
use crate::graph::dual::{Dual, DualVertex, Factors};
use crate::graph::{Adjacency, LinearGraph, Vertex};

use super::search::bit_matrix::{Matrix, Shape, extract};
use super::{Objective, Problem};

/// Maximal number of intermediates: `2^18` states.
pub const VERTEX_LIMIT: usize = 18;

/// An optimal vertex order after a prefix. `None` if more than [`VERTEX_LIMIT`] vertices remain.
///
/// The price is that of eliminations. A plan may merge more operations afterwards, so it is optimal
/// up to those.
pub fn vertices(graph: &LinearGraph, prefix: &[Step], objective: Objective) -> Option<Vec<Step>> {
    let inner = Problem::after(graph, prefix).intermediates;
    if inner.len() > VERTEX_LIMIT {
        return None;
    }
    let mut elimination = Elimination::of(graph);
    for step in prefix {
        elimination.perform(*step);
    }
    let lower_twins = lower_twins(elimination.working(), &inner);
    let (shape, matrix) = extract(elimination.working(), &inner, objective);
    let order = cheapest_path(shape, matrix, &lower_twins);
    Some(
        order
            .into_iter()
            .map(|number| Step::Vertex(inner[number]))
            .collect(),
    )
}

/// By vertex, the set of lower ones with the same neighbours.
fn lower_twins<L: PartialEq>(working: &Adjacency<L>, inner: &[Vertex]) -> Vec<usize> {
    let labels = |vertex: Vertex| {
        let before = working
            .predecessors(vertex)
            .map(move |p| (p, working.get(p, vertex)));
        let after = working
            .successors(vertex)
            .map(move |s| (s, working.get(vertex, s)));
        (
            before.map(|(v, _)| v).collect::<Vec<_>>(),
            after.map(|(v, _)| v).collect::<Vec<_>>(),
        )
    };
    let same = |first: &Vertex, second: &Vertex| labels(*first) == labels(*second);
    let below = |place: usize| {
        let lower = inner[..place].iter().enumerate();
        lower
            .filter(|(_, vertex)| same(vertex, &inner[place]))
            .map(|(bit, _)| 1 << bit)
            .sum()
    };
    (0..inner.len()).map(below).collect()
}

fn cheapest_path(shape: Shape, start: Matrix, lower_twins: &[usize]) -> Vec<usize> {
    // By set of eliminated vertices, its last member and its price. One layer of sets per size,
    // because a state is only needed for the next size.
    let mut last: Map<usize, usize> = Map::new();
    let mut layer: Map<usize, (u32, Matrix)> = Map::from([(0, (0, start))]);
    for _ in 0..shape.n_inner {
        let mut next: Map<usize, (u32, Matrix)> = Map::new();
        for (set, (price, state)) in layer {
            for inner in (0..shape.n_inner).filter(|inner| set & (1 << inner) == 0) {
                if lower_twins[inner] & !set != 0 {
                    continue;
                }
                let mut reached = state.clone();
                let price = price + shape.eliminate(&mut reached, inner);
                let larger = set | 1 << inner;
                if next.get(&larger).is_none_or(|(best, _)| price < *best) {
                    next.insert(larger, (price, reached));
                    last.insert(larger, inner);
                }
            }
        }
        layer = next;
    }
    let mut order = Vec::with_capacity(shape.n_inner);
    let mut set = (1_usize << shape.n_inner) - 1;
    while set != 0 {
        order.push(last[&set]);
        set &= !(1 << last[&set]);
    }
    order.reverse();
    order
}

/// An optimal order of edge eliminations by the number of products. `None` if it takes more than
/// `limit` states.
pub fn edges(graph: &LinearGraph, limit: usize) -> Option<Vec<Step>> {
    let moves = |working: &Adjacency<()>| {
        let intermediates = graph
            .intermediates()
            .filter(|v| working.markowitz_degree(*v) > 0);
        let steps = intermediates.flat_map(|vertex| {
            let front = working
                .predecessors(vertex)
                .map(move |p| Step::Front(p, vertex));
            front.chain(
                working
                    .successors(vertex)
                    .map(move |s| Step::Back(vertex, s)),
            )
        });
        let after = |step| {
            let mut working = working.clone();
            let price = cost::perform(&mut working, step);
            (step, price, working)
        };
        steps.map(after).collect()
    };
    cheapest(Adjacency::structure(graph), Clone::clone, moves, limit)
}

/// An optimal order of face eliminations by the number of products that are executed, and that
/// number. `None` if it takes more than `limit` states.
pub fn faces(graph: &LinearGraph, limit: usize) -> Option<(usize, Vec<Step>)> {
    let working = Adjacency::of(graph, |label| label.category().into());
    let steps = faces_from(Dual::of(graph, working), limit)?;
    Some(steps)
}

/// The same, from any dual graph.
pub fn faces_from(dual: Dual<Sort>, limit: usize) -> Option<(usize, Vec<Step>)> {
    let moves = |dual: &Dual<Sort>| {
        let after = |face: (DualVertex, DualVertex)| {
            let mut dual = dual.clone();
            let price = eliminate_sorted(&mut dual, face);
            (Step::Face(face.0, face.1), price, dual)
        };
        dual.faces().map(after).collect()
    };
    let steps = cheapest(dual.clone(), Dual::signature, moves, limit)?;
    let mut price = 0;
    let mut dual = dual;
    for step in &steps {
        if let Step::Face(first, second) = step {
            price += eliminate_sorted(&mut dual, (*first, *second));
        }
    }
    Some((price, steps))
}

/// How much of a label is known: this decides whether a product is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Plus or minus one.
    Trivial,
    /// Known at expansion.
    Literal,
    /// Known at run time.
    Variable,
}

impl From<crate::ir::Category> for Sort {
    fn from(category: crate::ir::Category) -> Self {
        use crate::ir::Category;
        match category {
            Category::Trivial => Self::Trivial,
            Category::Literal => Self::Literal,
            Category::Inactive | Category::Variable => Self::Variable,
        }
    }
}

/// Eliminates a face. Returns 1 if its product is executed, else 0.
pub fn eliminate_sorted(dual: &mut Dual<Sort>, face: (DualVertex, DualVertex)) -> usize {
    let mut price = 0;
    let multiply = |factors: Factors<'_, Sort>| {
        let (first, second) = (*factors.first, *factors.second);
        let (low, high) = (first.min(second), first.max(second));
        price = usize::from(low != Sort::Trivial && high == Sort::Variable);
        high
    };
    dual.eliminate(face, multiply, |first, second| {
        first.max(second).max(Sort::Literal)
    });
    price
}

/// Dijkstra's algorithm: the cheapest sequence of moves to a state without moves. States with equal
/// keys are the same state.
fn cheapest<S: Clone, K: Ord>(
    start: S,
    key: impl Fn(&S) -> K,
    moves: impl Fn(&S) -> Vec<(Step, usize, S)>,
    limit: usize,
) -> Option<Vec<Step>> {
    let mut prices: Map<K, usize> = Map::from([(key(&start), 0)]);
    let mut reached = vec![(start, Vec::new())];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((price, number))) = open.pop() {
        let (state, steps) = reached[number].clone();
        // A cheaper way to the same state was found after this entry went into the heap.
        if prices.get(&key(&state)).is_some_and(|best| *best < price) {
            continue;
        }
        let onward = moves(&state);
        if onward.is_empty() {
            return Some(steps);
        }
        for (step, more, state) in onward {
            let (total, key) = (price + more, key(&state));
            if prices.get(&key).is_none_or(|best| total < *best) {
                prices.insert(key, total);
                open.push(Reverse((total, reached.len())));
                reached.push((state, steps.iter().copied().chain([step]).collect()));
            }
        }
        if reached.len() > limit {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{edges, faces, vertices};
    use crate::elim::{Step, cost};
    use crate::graph::testing::graph;
    use crate::order::Objective;

    const SURPRISE: &str =
        "x0-[a]->k x1-[b]->k k-[c]->i i-[d]->y0 k-[e]->y0 i-[f]->y1 i-[g]->y2 i-[h]->y3 i-[j]->y4";

    #[test]
    fn edges_undercut_vertices() {
        let graph = graph(SURPRISE);
        let price = |steps: &[Step]| cost::products(&graph, steps);
        assert_eq!(price(&vertices(&graph, &[], Objective::All).unwrap()), 14);
        assert_eq!(price(&edges(&graph, 10_000).unwrap()), 13);
    }

    #[test]
    fn faces_undercut_nothing_on_a_chain_but_find_the_free_ones() {
        let (price, steps) = faces(&graph("x-[a]->u u-[1]->v v-[b]->w w-[2]->y"), 1_000).unwrap();
        assert_eq!((price, steps.len()), (2, 3));
    }

    #[test]
    fn limits_are_kept() {
        assert!(edges(&graph(SURPRISE), 3).is_none());
        assert!(faces(&graph(SURPRISE), 3).is_none());
    }
}
