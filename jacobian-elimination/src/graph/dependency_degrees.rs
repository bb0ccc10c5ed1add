//! Dependency degrees: how many independents reach a vertex, and how many dependents it reaches.
//!
//! The enhanced Markowitz rule needs them for every vertex.
//!
//! ```text
//! x0 -> a -> s1 -> s2 -> s3        s1: 2 independents, s2: 3, s3: 4
//! x1 --------^     ^     ^         seen from s3, the vertices behind s2 are just "3 independents":
//! x2 --------------+     |         no path leads around s2, so s2 is a gate, and the vertices
//! x3 --------------------+         behind it need not be counted one by one again
//! ```
//!
//! In general, sets of independents cannot be counted in linear time. We propagate 64 of them at a
//! time, one bit each, over the union of their cones, so that memory is proportional to the
//! vertices.
//!
//! A *gate* is a vertex that post-dominates its ancestors: all paths from them to the dependents
//! lead through it. When the sweep reaches a gate, its count is final. From there on the gate is
//! propagated as one bit with a weight. So long sums, chains and other graphs that look like trees
//! cost linear time, where the plain sweep is quadratic. Rows are counted in the same way in the
//! other direction.
//!
//! Vertex elimination changes no degree, because it keeps paths.
//!
//! Cost: for each block of 64 gates, the vertices up to the next gates. Finding the gates is
//! near-linear. Source: Naumann, "An enhanced Markowitz rule for accumulating Jacobians
//! efficiently" (the degrees); Myers, "An applicative random-access stack" (the pointers that find
//! common post-dominators).

use super::cones::{Along, Cones};
use super::degrees::DependencyDegrees;
use super::{LinearGraph, Vertex};

impl DependencyDegrees {
    /// Counts them for every vertex of a graph, once for each graph: the pattern and half of the
    /// orders ask for them.
    pub fn of(graph: &LinearGraph) -> &Self {
        graph.degrees_or(|| Self::new(count(graph, Along::Columns), count(graph, Along::Rows)))
    }
}

fn count(graph: &LinearGraph, along: Along) -> Vec<u32> {
    let is_gate = gates(graph, along);
    let mut counts = vec![0_u32; graph.n_vertices()];
    for root in along.roots(graph) {
        counts[root.index()] = 1;
    }
    let order = along.order(graph).into_iter();
    let sources: Vec<Vertex> = order.filter(|vertex| is_gate[vertex.index()]).collect();
    let mut bits = vec![0_u64; graph.n_vertices()];
    let mut cones = Cones::new(graph, along);
    for block in sources.chunks(64) {
        for vertex in cones.collect(block, |vertex| !is_gate[vertex.index()]) {
            let incoming = std::mem::take(&mut bits[vertex.index()]);
            // Gates come in topological order, so the weights of the gates before this one are
            // final.
            counts[vertex.index()] += weight(incoming, block, &counts);
            let outgoing = if is_gate[vertex.index()] {
                match block.binary_search_by(|gate| compare(along, *gate, vertex)) {
                    Ok(bit) => 1_u64 << bit,
                    Err(_) => continue,
                }
            } else {
                incoming
            };
            for (neighbour, _) in along.onward(graph, vertex) {
                bits[neighbour.index()] |= outgoing;
            }
        }
    }
    counts
}

fn compare(along: Along, first: Vertex, second: Vertex) -> std::cmp::Ordering {
    match along {
        Along::Columns => first.cmp(&second),
        Along::Rows => second.cmp(&first),
    }
}

/// The sum of the weights of a set of gates of the block, given as bits.
fn weight(mut bits: u64, block: &[Vertex], counts: &[u32]) -> u32 {
    let mut sum = 0;
    while bits != 0 {
        sum += counts[block[bits.trailing_zeros() as usize].index()];
        bits &= bits - 1;
    }
    sum
}

/// For each vertex, whether it is a gate.
fn gates(graph: &LinearGraph, along: Along) -> Vec<bool> {
    let mut tree = Tree::new(graph.n_vertices());
    let order = along.order(graph);
    for vertex in order.iter().rev() {
        let onward = along.onward(graph, *vertex);
        let parent = onward
            .map(|(next, _)| next.index())
            .reduce(|a, b| tree.common(a, b));
        tree.add(vertex.index(), parent);
    }
    // By vertex, the first one that all paths from it and its ancestors have in common.
    let mut common = vec![0; graph.n_vertices()];
    for vertex in &order {
        let behind = along.reversed().onward(graph, *vertex);
        common[vertex.index()] = behind.fold(vertex.index(), |first, (next, _)| {
            tree.common(first, common[next.index()])
        });
    }
    common
        .iter()
        .enumerate()
        .map(|(vertex, common)| vertex == *common)
        .collect()
}

/// A growing post-dominator tree with logarithmic search for common ancestors. Its root is an extra
/// vertex behind all ends of the graph.
struct Tree {
    root: usize,
    parent: Vec<usize>,
    /// By vertex, an ancestor whose distance depends on the depth alone (a skew-binary jump
    /// pointer).
    jump: Vec<usize>,
    depth: Vec<usize>,
}

impl Tree {
    fn new(n_vertices: usize) -> Self {
        let root = n_vertices;
        let to_root = vec![root; n_vertices + 1];
        Self {
            root,
            parent: to_root.clone(),
            jump: to_root,
            depth: vec![0; n_vertices + 1],
        }
    }

    fn add(&mut self, vertex: usize, parent: Option<usize>) {
        let parent = parent.unwrap_or(self.root);
        let jump = self.jump[parent];
        let span = |from: usize, to: usize| self.depth[from] - self.depth[to];
        let is_even = span(parent, jump) == span(jump, self.jump[jump]);
        self.parent[vertex] = parent;
        self.jump[vertex] = if is_even { self.jump[jump] } else { parent };
        self.depth[vertex] = self.depth[parent] + 1;
    }

    fn common(&self, mut first: usize, mut second: usize) -> usize {
        if self.depth[first] < self.depth[second] {
            std::mem::swap(&mut first, &mut second);
        }
        while self.depth[first] > self.depth[second] {
            let far = self.jump[first];
            let fits = self.depth[far] >= self.depth[second];
            first = if fits { far } else { self.parent[first] };
        }
        while first != second {
            let meets = self.jump[first] == self.jump[second];
            let up = if meets { &self.parent } else { &self.jump };
            (first, second) = (up[first], up[second]);
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::{Along, DependencyDegrees, gates};
    use crate::graph::testing::{graph, named};

    #[test]
    fn degrees_count_more_than_one_block() {
        let edges: Vec<_> = (0..70)
            .map(|k| format!("x{k}-[v]->z z-[w]->y{k}"))
            .collect();
        let (graph, vertex) = named(&edges.join(" "));
        let degrees = DependencyDegrees::of(&graph);
        assert_eq!(degrees.product(vertex("z")), 4900);
        assert_eq!(degrees.independents(vertex("x3")), 1);
        assert_eq!(degrees.dependents(vertex("x3")), 70);
    }

    #[test]
    fn gates_are_where_all_paths_meet() {
        let is_gate = gates(
            &graph("x-[a]->u x-[b]->v u-[c]->w v-[d]->w w-[e]->y"),
            Along::Columns,
        );
        assert_eq!(is_gate, [true, false, false, true, true]);
    }

    #[test]
    fn vertices_behind_a_gate_count_as_one_bundle() {
        let (graph, vertex) =
            named("p-[a]->s q-[b]->s s-[c]->u s-[d]->v r-[e]->v u-[f]->y v-[g]->y v-[h]->z");
        let degrees = DependencyDegrees::of(&graph);
        let counts = ["s", "u", "v", "y", "z"].map(|name| degrees.independents(vertex(name)));
        assert_eq!(counts, [2, 2, 3, 3, 3]);
        assert_eq!(
            ["s", "u", "p"].map(|name| degrees.dependents(vertex(name))),
            [2, 1, 2]
        );
    }
}
