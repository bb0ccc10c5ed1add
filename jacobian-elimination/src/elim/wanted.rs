//! Wanted entries: which products an elimination can skip if only a part of the Jacobian is wanted.
//!
//! A Hessian is symmetric, so only its lower triangle is computed. A product that no wanted entry
//! contains is not formed, and edges that no wanted entry contains are dropped at the start.
//!
//! ```text
//! x0 --> u --> y0      wanted: all but (y0, x1), which is above the diagonal
//! x1 --> u --> y1      eliminate u: three products, because x1 --> y0 is part of (y0, x1) alone
//! ```
//!
//! For each vertex we know the rows that it reaches, and the rows of the wanted entries in those
//! columns that reach it. A product from `u` to `w` is needed if the second set of `u` has a row in
//! common with the first set of `w`. Both are taken from the whole graph. Eliminations only remove
//! paths between vertices that remain, so no product that is needed later is ever skipped.
//!
//! Cost: a word for 64 rows, for each edge and each product. If the sets take too much memory,
//! or if all entries are wanted, nothing is skipped and nothing is stored.

use crate::graph::{LinearGraph, Pattern, Vertex};

/// The most words in all sets together: 32 MB in each direction.
const MAX_WORDS: usize = 1 << 22;

/// The entries that an elimination works for.
#[derive(Debug)]
pub(super) struct Wanted {
    words_per_set: usize,
    /// By vertex: the rows of wanted entries in the columns that reach it.
    asked: Vec<u64>,
    /// By vertex: the rows that it reaches.
    reached: Vec<u64>,
}

impl Wanted {
    /// `None` if all entries of the graph are wanted.
    pub(super) fn of(graph: &LinearGraph, pattern: &Pattern) -> Option<Self> {
        let words_per_set = pattern.n_rows().div_ceil(64);
        if !pattern.is_part() || graph.n_vertices() * words_per_set > MAX_WORDS {
            return None;
        }
        let mut wanted = Self {
            words_per_set,
            asked: vec![0; graph.n_vertices() * words_per_set],
            reached: vec![0; graph.n_vertices() * words_per_set],
        };
        // An entry that is known at expansion takes no products.
        let computed = pattern.entries().iter().zip(pattern.constants());
        for ((row, col), _) in computed.filter(|(_, constant)| constant.is_none()) {
            let start = graph.independents()[*col].index() * words_per_set;
            wanted.asked[start + row / 64] |= 1 << (row % 64);
        }
        for vertex in graph.vertices() {
            for (predecessor, _) in graph.predecessors(vertex) {
                join(&mut wanted.asked, words_per_set, predecessor, vertex);
            }
        }
        for (row, vertex) in graph.dependents().iter().enumerate() {
            wanted.reached[vertex.index() * words_per_set + row / 64] |= 1 << (row % 64);
        }
        for vertex in graph.vertices().rev() {
            for (successor, _) in graph.successors(vertex) {
                join(&mut wanted.reached, words_per_set, successor, vertex);
            }
        }
        Some(wanted)
    }

    /// Whether a path from the source to the target is a part of a wanted entry.
    pub(super) fn needs(&self, source: Vertex, target: Vertex) -> bool {
        let set = |vertex: Vertex| {
            let start = vertex.index() * self.words_per_set;
            start..start + self.words_per_set
        };
        let (asked, reached) = (&self.asked[set(source)], &self.reached[set(target)]);
        asked
            .iter()
            .zip(reached)
            .any(|(asked, reached)| asked & reached != 0)
    }
}

/// Adds the set of one vertex to that of another.
fn join(sets: &mut [u64], words_per_set: usize, from: Vertex, to: Vertex) {
    for word in 0..words_per_set {
        sets[to.index() * words_per_set + word] |= sets[from.index() * words_per_set + word];
    }
}

#[cfg(test)]
mod tests {
    use crate::elim::{Elimination, Step};
    use crate::graph::testing::named;
    use crate::graph::{LinearGraph, Pattern};

    /// The plan for some entries, and the products of it.
    fn plan(graph: &LinearGraph, steps: &[Step], wanted: &[(usize, usize)]) -> (String, usize) {
        let pattern = Pattern::of(graph).restricted(wanted);
        let mut elimination = Elimination::towards(graph, &pattern);
        for step in steps {
            elimination.perform(*step);
        }
        let plan = elimination.finish(&pattern);
        (plan.to_string(), plan.counts().all)
    }

    #[test]
    fn products_above_the_triangle_are_skipped() {
        let (graph, vertex) = named("p-[a]->u q-[b]->u u-[c]->y u-[d]->z");
        let (u, q) = (vertex("u"), vertex("q"));
        let lower = [(0, 0), (1, 0), (1, 1)];
        let expected = "J[0, 0] = v0 * v2\nJ[1, 0] = v0 * v3\nJ[1, 1] = v1 * v3\n";
        let by_edges = [Step::Front(q, u), Step::Vertex(u)];
        for steps in [&[Step::Vertex(u)][..], &by_edges] {
            assert_eq!(plan(&graph, steps, &lower), (expected.to_owned(), 3));
        }
        let whole = [(0, 0), (0, 1), (1, 0), (1, 1)];
        assert_eq!(plan(&graph, &by_edges, &whole).1, 4);
    }

    #[test]
    fn an_edge_that_no_wanted_entry_contains_is_dropped() {
        // The path q, u, w, y is not wanted, and with it the product of b and c is not.
        let (graph, vertex) = named("p-[a]->u q-[b]->w u-[c]->w w-[d]->y q-[e]->z");
        let steps = ["u", "w"].map(|name| Step::Vertex(vertex(name)));
        let (text, products) = plan(&graph, &steps, &[(0, 0), (1, 1)]);
        assert_eq!(products, 2, "{text}");
    }
}
