//! Lower bound on the cost of every vertex order, by minimum vertex cuts.
//!
//! It proves that some of the best known orders are optimal, and shows how far others may be from
//! it.
//!
//! ```text
//!        x0 \             / y0       When v is eliminated, it has at least as many predecessors as
//!  X:    x1 -> [cut] -> v -> y1      there are disjoint paths from X to v, and at least as many
//!        x2 /                        successors as there are disjoint paths from v to Y.
//! ```
//!
//! Eliminating other vertices keeps paths, and the remaining predecessors of v always separate it
//! from the independents. So v costs at least mincut(X, v) * mincut(v, Y). The sum over all v is a
//! lower bound for every vertex order, in the count `all`.
//!
//! A cut is the number of augmenting paths over vertices of capacity one (Ford & Fulkerson). Cost:
//! for each vertex, the size of its cut times its cone. Source: the bound of Naumann & Utke,
//! section 3.1, for single-expression-use graphs, applied on both sides.

use crate::ordered::{Map, Set};

use crate::graph::{Kind, LinearGraph, Vertex};

/// A lower bound on the number of products of any vertex order.
pub fn lower_bound(graph: &LinearGraph) -> usize {
    graph
        .intermediates()
        .map(|vertex| cut_before(graph, vertex) * cut_after(graph, vertex))
        .sum()
}

/// The size of a smallest set of vertices that separates a vertex from the independents. The set
/// may contain independents.
pub(super) fn cut_before(graph: &LinearGraph, vertex: Vertex) -> usize {
    let onward = |v| graph.predecessors(v).map(|(source, _)| source).collect();
    Paths::from(vertex, &onward).count(|v| graph.kind(v) == Kind::Independent)
}

/// The size of a smallest set of vertices that separates a vertex from the dependents. The set may
/// contain dependents.
pub(super) fn cut_after(graph: &LinearGraph, vertex: Vertex) -> usize {
    let onward = |v| graph.successors(v).map(|(target, _)| target).collect();
    Paths::from(vertex, &onward).count(|v| graph.kind(v) == Kind::Dependent)
}

/// One half of a split vertex. Splitting gives a vertex the capacity one: at most one path passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gate {
    In(Vertex),
    Out(Vertex),
}

/// A flow: vertex-disjoint paths from a root.
pub(super) struct Paths<'a> {
    root: Vertex,
    onward: &'a dyn Fn(Vertex) -> Vec<Vertex>,
    previous: Map<Vertex, Vertex>,
    next: Map<Vertex, Vertex>,
    passed: Set<Vertex>,
}

impl<'a> Paths<'a> {
    pub(super) fn from(root: Vertex, onward: &'a dyn Fn(Vertex) -> Vec<Vertex>) -> Self {
        let (previous, next) = (Map::new(), Map::new());
        Self {
            root,
            onward,
            previous,
            next,
            passed: Set::new(),
        }
    }

    /// The maximal number of disjoint paths to goals.
    fn count(mut self, is_goal: impl Fn(Vertex) -> bool) -> usize {
        let first = (self.onward)(self.root);
        // No more paths than edges begin at the root, which most vertices reach. The search that
        // would find no path is the longest.
        let most = first.len();
        let mut n_paths = 0;
        // A goal beside the root is a path of its own: no other path could do more with it.
        for goal in first.into_iter().filter(|vertex| is_goal(*vertex)) {
            self.augment(&[Gate::Out(self.root), Gate::In(goal), Gate::Out(goal)]);
            n_paths += 1;
        }
        while n_paths < most
            && let Some(path) = self.find(&is_goal)
        {
            self.augment(&path);
            n_paths += 1;
        }
        n_paths
    }

    /// The smallest set that separates the root from the goals, and the nearest to the root of
    /// these. `None` if it has `limit` members or more.
    pub(super) fn cut_below(
        mut self,
        limit: usize,
        is_goal: impl Fn(Vertex) -> bool,
    ) -> Option<Set<Vertex>> {
        for _ in 0..limit {
            let Some(path) = self.find(&is_goal) else {
                // The flow is maximal. Vertices that can be entered but not left are the cut.
                let reached = self.reachable();
                let is_cut = |gate: &Gate| match gate {
                    Gate::In(vertex) if !reached.contains(&Gate::Out(*vertex)) => Some(*vertex),
                    _ => None,
                };
                return Some(reached.iter().filter_map(is_cut).collect());
            };
            self.augment(&path);
        }
        None
    }

    fn reachable(&self) -> Set<Gate> {
        let start = Gate::Out(self.root);
        let mut reached = Set::from([start]);
        let mut stack = vec![start];
        while let Some(gate) = stack.pop() {
            stack.extend(
                self.moves(gate)
                    .into_iter()
                    .filter(|next| reached.insert(*next)),
            );
        }
        reached
    }

    /// An augmenting path: a walk to a goal at which no path ends, which may follow existing paths
    /// backwards.
    fn find(&self, is_goal: &impl Fn(Vertex) -> bool) -> Option<Vec<Gate>> {
        let start = Gate::Out(self.root);
        let mut parents: Map<Gate, Gate> = Map::from([(start, start)]);
        let mut stack = vec![start];
        while let Some(gate) = stack.pop() {
            if matches!(gate, Gate::Out(v) if v != self.root && is_goal(v)) {
                let mut path = vec![gate];
                while path[path.len() - 1] != start {
                    path.push(parents[&path[path.len() - 1]]);
                }
                path.reverse();
                return Some(path);
            }
            for next in self.moves(gate) {
                parents.entry(next).or_insert_with(|| {
                    stack.push(next);
                    gate
                });
            }
        }
        None
    }

    fn moves(&self, gate: Gate) -> Vec<Gate> {
        match gate {
            Gate::Out(vertex) => {
                let back = self.passed.contains(&vertex).then_some(Gate::In(vertex));
                (self.onward)(vertex)
                    .into_iter()
                    .map(Gate::In)
                    .chain(back)
                    .collect()
            }
            Gate::In(vertex) if self.passed.contains(&vertex) => {
                let previous = self.previous.get(&vertex).filter(|v| **v != self.root);
                previous
                    .map(|previous| Gate::Out(*previous))
                    .into_iter()
                    .collect()
            }
            Gate::In(vertex) => vec![Gate::Out(vertex)],
        }
    }

    fn augment(&mut self, path: &[Gate]) {
        for pair in path.windows(2) {
            match (pair[0], pair[1]) {
                (Gate::Out(from), Gate::In(to)) if from == to => {
                    self.passed.remove(&from);
                }
                (Gate::Out(from), Gate::In(to)) => {
                    self.previous.insert(to, from);
                    self.next.insert(from, to);
                }
                (Gate::In(from), Gate::Out(to)) if from == to => {
                    self.passed.insert(from);
                }
                (Gate::In(from), Gate::Out(to)) => {
                    // The walk follows the piece from `to` to `from` backwards, so both cancel.
                    if self.next.get(&to) == Some(&from) {
                        self.next.remove(&to);
                    }
                    if self.previous.get(&from) == Some(&to) {
                        self.previous.remove(&from);
                    }
                }
                _ => unreachable!("invariant: a walk alternates between ins and outs"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cut_after, cut_before, lower_bound};
    use crate::graph::testing::named;

    #[test]
    fn a_bottleneck_bounds_what_comes_after_it() {
        let (graph, vertex) = named(
            "p-[1]->u q-[1]->u r-[1]->u u-[1]->a u-[1]->b a-[1]->v b-[1]->v v-[1]->y v-[1]->z",
        );
        assert_eq!(
            (
                cut_before(&graph, vertex("u")),
                cut_after(&graph, vertex("u"))
            ),
            (3, 1)
        );
        assert_eq!(
            (
                cut_before(&graph, vertex("v")),
                cut_after(&graph, vertex("v"))
            ),
            (1, 2)
        );
        assert_eq!(lower_bound(&graph), 3 + 2 + 1 + 1);
    }

    #[test]
    fn paths_are_rerouted_to_make_room() {
        // From v backwards the obvious first path takes m to x; only rerouting finds both.
        let (graph, vertex) =
            named("x-[1]->m x-[1]->a w-[1]->m m-[1]->v a-[1]->v m-[1]->a v-[1]->y a-[1]->y");
        assert_eq!(cut_before(&graph, vertex("v")), 2);
    }
}
