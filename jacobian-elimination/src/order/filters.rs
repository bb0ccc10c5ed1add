//! Composable filters: each keeps the best of the candidates, and the next one breaks ties.
//!
//! The literature describes many heuristics as such compositions, so we can write them down
//! literally.
//!
//! ```text
//! candidates --highest sibling degree--> some --lowest Markowitz--> fewer --last--> one
//! ```
//!
//! A filter sees the structure and the neighbourhood of the previous target, so it can prefer
//! targets that reuse values just computed. The last filter must leave exactly one candidate.
//!
//! The candidates are the targets near the previous one, at most some dozens. If no candidate
//! remains, the lowest Markowitz degree with last ties decides. That target comes from a heap
//! ([`greedy`](super::greedy)), so no stage examines the whole graph.
//!
//! Source: the design of `xaifBooster`, "Data locality heuristics"; see
//! [`data_locality`](super::data_locality).

use crate::ordered::Set;
use std::cmp::Reverse;

use crate::elim::Step;
use crate::graph::{Adjacency, Vertex};

use super::Problem;
use super::greedy::{Greedy, Scope};
use super::target::Target;

/// The neighbourhood of the previous target at the time of its elimination.
#[derive(Clone, Debug, Default)]
pub struct Previous {
    /// Its predecessors.
    pub predecessors: Set<Vertex>,
    /// Its successors.
    pub successors: Set<Vertex>,
}

/// The data that a filter may use.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// The current structure.
    pub working: &'a Adjacency<()>,
    /// The target before this one.
    pub previous: &'a Previous,
}

/// A filter of candidates.
pub trait Heuristic<T> {
    /// Keeps the best candidates. If it keeps none, the lowest Markowitz degree of all targets
    /// decides.
    fn narrow(&self, state: State<'_>, candidates: &mut Vec<T>);
}

/// Composition of filters. It is a trait of its own, because on [`Heuristic`] you would have to
/// write the type of target at each call.
pub trait Compose: Sized {
    /// This filter, then another for the ties it leaves.
    fn then<H>(self, next: H) -> Then<Self, H> {
        Then(self, next)
    }
}

/// One filter after another.
#[derive(Clone, Copy, Debug)]
pub struct Then<A, B>(A, B);

impl<A, B> Compose for Then<A, B> {}

impl<T, A: Heuristic<T>, B: Heuristic<T>> Heuristic<T> for Then<A, B> {
    fn narrow(&self, state: State<'_>, candidates: &mut Vec<T>) {
        self.0.narrow(state, candidates);
        if candidates.len() > 1 {
            self.1.narrow(state, candidates);
        }
    }
}

/// The lowest number of products.
#[derive(Clone, Copy, Debug)]
pub struct LowestMarkowitz;

impl Compose for LowestMarkowitz {}

impl<T: Target> Heuristic<T> for LowestMarkowitz {
    fn narrow(&self, state: State<'_>, candidates: &mut Vec<T>) {
        keep_min_by_key(candidates, |target| target.degree(state.working));
    }
}

/// The last candidate. It leaves exactly one.
#[derive(Clone, Copy, Debug)]
pub struct Last;

impl<T: Ord + Copy> Heuristic<T> for Last {
    fn narrow(&self, _: State<'_>, candidates: &mut Vec<T>) {
        keep_min_by_key(candidates, Reverse);
    }
}

/// Keeps the candidates with the least key.
pub fn keep_min_by_key<T: Copy, K: Ord>(candidates: &mut Vec<T>, key: impl Fn(T) -> K) {
    let mut least: Option<K> = None;
    let mut kept = Vec::new();
    for candidate in candidates.iter() {
        let candidate_key = key(*candidate);
        match least.as_ref().map(|least| candidate_key.cmp(least)) {
            Some(std::cmp::Ordering::Greater) => continue,
            Some(std::cmp::Ordering::Equal) => {}
            Some(std::cmp::Ordering::Less) | None => {
                kept.clear();
                least = Some(candidate_key);
            }
        }
        kept.push(*candidate);
    }
    *candidates = kept;
}

/// The vertices that count as near the previous target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// Those that connect some of its predecessors with some of its successors.
    Siblings,
    /// Its predecessors and successors.
    Neighbours,
    /// Both.
    Both,
}

/// Maximal number of neighbours of the previous target, and of neighbours of each of them, that are
/// examined. The filters only prefer targets that share data with the previous one, and some dozens
/// of them are choice enough. Without a limit, a vertex of high degree would be visited in full at
/// each stage.
const NEAR_LIMIT: usize = 64;

/// Eliminates the target that the heuristic chooses near the previous one, or else the target of
/// lowest Markowitz degree, until no intermediate remains.
pub fn order_by<T: Target>(
    problem: Problem,
    near: Near,
    heuristic: &impl Heuristic<T>,
) -> Vec<Step> {
    let mut greedy = Greedy::new(problem, Scope::Degrees, |working, target: T| {
        (target.degree(working), Reverse(target))
    });
    let mut previous = Previous::default();
    loop {
        let working = greedy.working();
        let is_left = |vertex: &Vertex| greedy.is_left(*vertex);
        let vertices = near_vertices(working, &previous, near)
            .into_iter()
            .filter(is_left);
        let targets = vertices.flat_map(|vertex| T::through(vertex, working, NEAR_LIMIT));
        let mut candidates: Vec<T> = targets.collect();
        heuristic.narrow(
            State {
                working,
                previous: &previous,
            },
            &mut candidates,
        );
        let Some(target) = candidates.first().copied().or_else(|| greedy.least()) else {
            return greedy.finish();
        };
        previous = Previous {
            predecessors: target.predecessors(greedy.working()).into_iter().collect(),
            successors: target.successors(greedy.working()).into_iter().collect(),
        };
        greedy.eliminate(target);
    }
}

fn near_vertices(working: &Adjacency<()>, previous: &Previous, near: Near) -> Set<Vertex> {
    let before = || previous.predecessors.iter().copied().take(NEAR_LIMIT);
    let after = || previous.successors.iter().copied().take(NEAR_LIMIT);
    let mut vertices = Set::new();
    if near != Near::Neighbours {
        let reached: Set<Vertex> = before()
            .flat_map(|vertex| working.successors(vertex).take(NEAR_LIMIT))
            .collect();
        let reaching: Set<Vertex> = after()
            .flat_map(|vertex| working.predecessors(vertex).take(NEAR_LIMIT))
            .collect();
        vertices.extend(reached.intersection(&reaching));
    }
    if near != Near::Siblings {
        vertices.extend(before().chain(after()));
    }
    vertices
}

#[cfg(test)]
mod tests {
    use super::{Compose, Heuristic, Last, LowestMarkowitz, Previous, State};
    use crate::graph::Adjacency;
    use crate::graph::testing::named;

    #[test]
    fn ties_pass_to_the_next_filter() {
        let (graph, vertex) =
            named("p-[a]->u q-[b]->v v-[c]->y u-[d]->y r-[e]->w s-[f]->w w-[g]->z");
        let working = Adjacency::structure(&graph);
        let previous = Previous::default();
        let state = State {
            working: &working,
            previous: &previous,
        };
        let all = ["u", "v", "w"].map(&vertex);
        let mut candidates = all.to_vec();
        LowestMarkowitz.narrow(state, &mut candidates);
        assert_eq!(candidates.len(), 2);
        let mut candidates = all.to_vec();
        LowestMarkowitz.then(Last).narrow(state, &mut candidates);
        assert_eq!(candidates, [vertex("u").max(vertex("v"))]);
    }
}
