//! Face elimination orders: one multiplication at a time, the finest steps.
//!
//! ```text
//! lowest Markowitz   the face (i, j) with the fewest predecessors of i times successors of j
//! absorb             first the faces whose product is added to an existing edge
//! ```
//!
//! An absorbing elimination makes no new edge. Its sum was computed just before or is needed soon,
//! which is good for data locality too. Ties go to the lowest Markowitz degree, then to the last
//! face. Face orders start from the original graph, so folding cannot come before them.
//!
//! Cost: near-linear in the faces eliminated. Near a vertex of very high degree a key may be out of
//! date. Source: the data-locality heuristics of `xaifBooster`, section 5.1 (absorb); Naumann,
//! "Optimal accumulation of Jacobian matrices by elimination methods on the dual computational
//! graph".

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::elim::Step;
use crate::graph::LinearGraph;
use crate::graph::dual::{Dual, DualVertex};

type Face = (DualVertex, DualVertex);

/// The lowest Markowitz degree at each stage.
pub fn lowest_markowitz(graph: &LinearGraph) -> Vec<Step> {
    by_least_key(Dual::structure(graph), |dual, face| {
        (dual.markowitz_degree(face.0, face.1), Reverse(face))
    })
}

/// Absorption first, then the lowest Markowitz degree.
pub fn absorb(graph: &LinearGraph) -> Vec<Step> {
    by_least_key(Dual::structure(graph), |dual, face| {
        let fills_in = dual.absorbing(face.0, face.1).is_none();
        (
            fills_in,
            dual.markowitz_degree(face.0, face.1),
            Reverse(face),
        )
    })
}

/// Maximal number of edges beside a face that are examined again, and of faces of each of them. So
/// an elimination examines at most some thousand faces again, however dense the graph is.
const NEAR_LIMIT: usize = 32;

fn by_least_key<K: Ord + Copy>(
    mut dual: Dual<()>,
    key: impl Fn(&Dual<()>, Face) -> K,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut heap: BinaryHeap<Reverse<(K, Face)>> = BinaryHeap::new();
    loop {
        // All faces at the start. Beside an edge with very many faces some are missed by the limit,
        // so we collect them again when the heap is empty.
        heap.extend(dual.faces().map(|face| Reverse((key(&dual, face), face))));
        if heap.is_empty() {
            return steps;
        }
        while let Some(Reverse((popped, face))) = heap.pop() {
            if !dual.has_face(face.0, face.1) {
                continue;
            }
            // The key may be out of date. If it grew, the face goes back into the heap. If it fell,
            // the face is in the heap a second time, with the smaller key, and has come up already.
            let now = key(&dual, face);
            if now > popped {
                heap.push(Reverse((now, face)));
                continue;
            }
            let beside: Vec<DualVertex> = dual
                .predecessors(face.0)
                .take(NEAR_LIMIT)
                .chain(dual.successors(face.1).take(NEAR_LIMIT))
                .chain([face.0, face.1])
                .collect();
            dual.eliminate_structure(face);
            steps.push(Step::Face(face.0, face.1));
            for face in beside
                .into_iter()
                .flat_map(|vertex| faces_of(&dual, vertex))
            {
                heap.push(Reverse((key(&dual, face), face)));
            }
        }
    }
}

/// The faces of an edge, the newest first.
fn faces_of(dual: &Dual<()>, vertex: DualVertex) -> Vec<Face> {
    let before = dual.predecessors(vertex).map(|first| (first, vertex));
    let after = dual.successors(vertex).map(|second| (vertex, second));
    let is_face = |face: &Face| dual.has_face(face.0, face.1);
    let newest = |faces: Vec<Face>| faces.into_iter().rev().filter(is_face).take(NEAR_LIMIT);
    newest(before.collect())
        .chain(newest(after.collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{absorb, lowest_markowitz};
    use crate::elim::{EliminationOrder, eliminate};
    use crate::graph::testing::graph;

    #[test]
    fn both_orders_are_complete() {
        let graph = graph("p-[a]->u q-[b]->u u-[c]->v p-[d]->v v-[e]->y u-[f]->y v-[g]->z");
        for steps in [lowest_markowitz(&graph), absorb(&graph)] {
            let order = EliminationOrder::try_new(&graph, steps).unwrap();
            assert_eq!(eliminate(&graph, &order).entries().len(), 4);
        }
    }
}
