//! Greedy elimination: always the target with the least key.
//!
//! ```text
//! heap: (1, b) (2, a) (2, c) (4, a)      a's key fell from 4 to 2 and it went in again
//!  pop: (1, b), then (2, a), (2, c)      a's old entry comes up when a is gone, and is skipped
//! ```
//!
//! A key that depends on degrees changes only beside the target just eliminated; what is there goes into the
//! heap again. A key that looks at edges between neighbours may change two steps away; those
//! targets go in again too, as long as they are few. Whatever is missed is noticed when its entry comes
//! up: if its key has grown, it goes back. So at a vertex of very high degree a far-looking key may be
//! late, but no order takes quadratic time.
//!
//! Cost: (fill-in + edges) * log. Nothing is searched.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::elim::{Step, cost};
use crate::graph::{Adjacency, Vertex};

use super::Problem;
use super::target::Target;

/// How far a key looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// At the degrees of the vertices of the target.
    Degrees,
    /// At the edges of its neighbours.
    Neighbours,
}

/// The most vertices whose targets are examined again after an elimination, if a key looks far; on
/// a graph of more than so many vertices, fewer.
const FAR_LIMITS: [usize; 2] = [128, 16];
const LARGE: usize = 2_000;

/// The most edges on each side of a vertex that are examined again.
const EDGE_LIMIT: usize = 64;

/// Eliminates by least key until nothing is left; `key` must be total, so it must contain the target.
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

/// Greedy elimination one target at a time, so that others may have a say.
#[derive(Debug)]
pub(super) struct Greedy<T, K, F> {
    working: Adjacency<()>,
    /// By vertex: whether it is an intermediate that is still there.
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
            let now = (self.key)(&self.working, target);
            if now <= popped {
                return Some(target);
            }
            self.heap.push(Reverse((now, target)));
        }
    }

    /// Eliminates a target and examines again what it touched.
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

    /// The steps, in sequence; vertices without a path through them come last.
    pub(super) fn finish(mut self) -> Vec<Step> {
        let left = (0..self.is_left.len()).filter(|index| self.is_left[*index]);
        self.steps
            .extend(left.map(|index| Step::Vertex(Vertex::at(index))));
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
        let mut touched: BTreeSet<Vertex> = near.iter().copied().collect();
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

    /// Examines everything that has a path through it; answers whether there is any.
    fn refill(&mut self) -> bool {
        for vertex in (0..self.is_left.len()).map(Vertex::at) {
            if self.is_left(vertex) && self.working.markowitz_degree(vertex) > 0 {
                self.examine(vertex, EDGE_LIMIT);
            }
        }
        !self.heap.is_empty()
    }
}
