//! Greedy vertex elimination: always the vertex with the least key.
//!
//! ```text
//! heap: (1, b) (2, a) (2, c) (4, a)      a's key fell from 4 to 2: the old entry is stale,
//!  pop: (1, b), then (2, a), (2, c)      recognized when it is popped, and skipped
//! ```
//!
//! A key may depend on the degrees of its vertex, which change only when a neighbour is eliminated; then
//! the vertex goes into the heap again. Cost: (fill-in + edges) * log. Nothing is searched.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::graph::{Adjacency, Vertex};

use super::Problem;

/// Eliminates until nothing is left; `key` must be total, so it must contain the vertex.
pub fn by_least_key<K: Ord + Copy>(
    problem: Problem,
    key: impl Fn(&Adjacency<()>, Vertex) -> K,
) -> Vec<Vertex> {
    let Problem {
        mut working,
        intermediates,
    } = problem;
    let highest = intermediates.last().map_or(0, |vertex| vertex.index() + 1);
    let mut current: Vec<Option<K>> = vec![None; highest];
    let mut heap = BinaryHeap::with_capacity(intermediates.len());
    for vertex in intermediates {
        let first = key(&working, vertex);
        current[vertex.index()] = Some(first);
        heap.push(Reverse((first, vertex)));
    }
    let mut order = Vec::with_capacity(heap.len());
    while let Some(Reverse((popped, vertex))) = heap.pop() {
        if current[vertex.index()] != Some(popped) {
            continue;
        }
        current[vertex.index()] = None;
        order.push(vertex);
        for neighbour in working.eliminate(vertex) {
            let Some(Some(old)) = current.get_mut(neighbour.index()) else {
                continue;
            };
            let new = key(&working, neighbour);
            if *old != new {
                *old = new;
                heap.push(Reverse((new, neighbour)));
            }
        }
    }
    order
}
