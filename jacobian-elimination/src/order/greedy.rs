//! Greedy elimination by a priority queue with lazy deletion: always the target with the least key.
//!
//! The Markowitz and fill-in heuristics differ in their keys only.
//!
//! ```text
//! heap: (1, b) (2, a) (2, c) (4, a)      a's key fell from 4 to 2 and it went in again
//!  pop: (1, b), then (2, a), (2, c)      a's old entry comes up when a is gone, and is skipped
//! ```
//!
//! A key that depends on degrees changes only beside the eliminated target, so the targets there go
//! into the heap again. A key that depends on edges between neighbours may change two steps away.
//! Those targets go in again too, up to a limit. A key that was missed is noticed when its entry is
//! popped: if it has grown, the entry goes back. So at a vertex of very high degree a key may be
//! out of date, but no order takes quadratic time.
//!
//! Cost: (fill-in + edges) * log.

use crate::ordered::Set;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::elim::{Step, cost};
use crate::graph::{Adjacency, Vertex};

use super::Problem;
use super::target::Target;

/// The part of the graph that a key depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The degrees of the vertices of the target.
    Degrees,
    /// The edges of its neighbours.
    Neighbours,
}

/// Maximal number of vertices whose targets are examined again after an elimination, for keys of
/// [`Scope::Neighbours`]: on small graphs, and on those with more than [`LARGE`] vertices. A missed
/// vertex only has a key that is out of date, so on large graphs we save time, because a macro runs
/// unoptimized in the user's build.
const FAR_LIMITS: [usize; 2] = [128, 16];
const LARGE: usize = 2_000;

/// Maximal number of edges on each side of a vertex that are examined again, for the same reason.
const EDGE_LIMIT: usize = 64;

/// Eliminates by least key until no intermediate remains. Keys must differ between targets, so a
/// key must contain its target.
pub fn by_least_key<T: Target, K: Ord + Copy>(
    problem: Problem,
    scope: Scope,
    key: impl Fn(&Adjacency<()>, T) -> K,
) -> Vec<Step> {
    let mut greedy = Greedy::new(problem, scope, key);
    while let Some(target) = greedy.least() {
        greedy.eliminate(target);
    }
    greedy.finish()
}

/// Greedy elimination, one target at a time, for callers that choose some targets themselves.
#[derive(Debug)]
pub(super) struct Greedy<T, K, F> {
    working: Adjacency<()>,
    /// By vertex, whether it is an intermediate that has not been eliminated.
    is_left: Vec<bool>,
    heap: BinaryHeap<Reverse<(K, T)>>,
    scope: Scope,
    key: F,
    steps: Vec<Step>,
}

impl<T: Target, K: Ord + Copy, F: Fn(&Adjacency<()>, T) -> K> Greedy<T, K, F> {
    pub(super) fn new(problem: Problem, scope: Scope, key: F) -> Self {
        let Problem {
            working,
            intermediates,
        } = problem;
        let mut is_left = vec![false; working.n_vertices()];
        for vertex in &intermediates {
            is_left[vertex.index()] = true;
        }
        let heap = BinaryHeap::with_capacity(intermediates.len());
        let mut greedy = Self {
            working,
            is_left,
            heap,
            scope,
            key,
            steps: Vec::new(),
        };
        for vertex in intermediates {
            greedy.examine(vertex, usize::MAX);
        }
        greedy
    }

    pub(super) fn working(&self) -> &Adjacency<()> {
        &self.working
    }

    pub(super) fn is_left(&self, vertex: Vertex) -> bool {
        self.is_left[vertex.index()]
    }

    /// The target with the least key.
    pub(super) fn least(&mut self) -> Option<T> {
        loop {
            let Some(Reverse((popped, target))) = self.heap.pop() else {
                if self.refill() {
                    continue;
                }
                return None;
            };
            if !self.is_left(target.over()) || target.step(&self.working).is_none() {
                continue;
            }
            // A popped key may be out of date. If it grew, the target goes back with its new key
            // (lazy update). If it fell, an entry with the new key was pushed then, except beyond
            // the limits.
            let now = (self.key)(&self.working, target);
            if now <= popped {
                return Some(target);
            }
            self.heap.push(Reverse((now, target)));
        }
    }

    /// Eliminates a target and examines the targets at its neighbours again.
    pub(super) fn eliminate(&mut self, target: T) {
        let Some(step) = target.step(&self.working) else {
            return;
        };
        let over = target.over();
        let mut touched = target.predecessors(&self.working);
        touched.extend(target.successors(&self.working));
        cost::perform(&mut self.working, step);
        self.steps.push(step);
        let is_gone = self.working.in_degree(over) + self.working.out_degree(over) == 0;
        if is_gone {
            self.is_left[over.index()] = false;
        } else {
            touched.push(over);
        }
        if self.scope == Scope::Neighbours {
            touched = self.and_beyond(touched);
        }
        for vertex in touched {
            self.examine(vertex, EDGE_LIMIT);
        }
    }

    /// The steps in sequence. Vertices without a path through them come last.
    pub(super) fn finish(mut self) -> Vec<Step> {
        let remaining = (0..self.is_left.len()).filter(|index| self.is_left[*index]);
        self.steps
            .extend(remaining.map(|index| Step::Vertex(Vertex::at(index))));
        self.steps
    }

    fn examine(&mut self, vertex: Vertex, limit: usize) {
        if self.is_left(vertex) {
            for target in T::through(vertex, &self.working, limit) {
                self.heap
                    .push(Reverse(((self.key)(&self.working, target), target)));
            }
        }
    }

    fn and_beyond(&self, near: Vec<Vertex>) -> Vec<Vertex> {
        let mut touched: Set<Vertex> = near.iter().copied().collect();
        let limit = FAR_LIMITS[usize::from(self.is_left.len() > LARGE)];
        for vertex in near {
            let beyond = self
                .working
                .predecessors(vertex)
                .chain(self.working.successors(vertex));
            touched.extend(beyond.take(limit.saturating_sub(touched.len())));
        }
        touched.into_iter().collect()
    }

    /// Examines all vertices that still have a path through them. Returns whether there is one.
    fn refill(&mut self) -> bool {
        for vertex in (0..self.is_left.len()).map(Vertex::at) {
            if self.is_left(vertex) && self.working.markowitz_degree(vertex) > 0 {
                self.examine(vertex, EDGE_LIMIT);
            }
        }
        !self.heap.is_empty()
    }
}
