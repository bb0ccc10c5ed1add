//! Cutting a graph at some vertices, so that the labels between them can be computed.
//!
//! A partially eliminated graph multiplies vectors as well as the Jacobian does, and may have far
//! fewer edges. Its labels are the Jacobian of another graph, in which the vertices that stay are
//! both results and variables:
//!
//! ```text
//! x0 --a--> v --c--> y0            x0 --a--> v (row 2)      v (column 2) --c--> y0
//! x1 --b--> v --d--> y1            x1 --b--> v                           --d--> y1
//! ```
//!
//! Cut here, no vertex is left to eliminate, and the four labels take the place of the four entries
//! of the Jacobian. With n columns and n rows there are 2 n labels for n * n entries.
//!
//! Invariant: columns and rows keep their numbers, and those of the vertices follow, in topological
//! order. Cost: linear. Source: Griewank & Vogel, Analysis and exploitation of Jacobian scarcity,
//! 2003.

use crate::ir::Partial;

use super::{Kind, LinearGraph, Node, Vertex};

/// The graph cut at these intermediates, which are given in topological order.
pub fn cut(graph: &LinearGraph, kept: &[Vertex]) -> LinearGraph {
    let mut cut = Cut {
        nodes: Vec::new(),
        sources: vec![None; graph.n_vertices()],
        edges: Vec::new(),
    };
    let columns = graph.independents().iter().chain(kept);
    for vertex in columns {
        let column = cut.push(graph, *vertex, Kind::Independent);
        cut.sources[vertex.index()] = Some(column);
    }
    let mut targets = vec![None; graph.n_vertices()];
    let others = graph.vertices();
    for vertex in others.filter(|vertex| graph.kind(*vertex) != Kind::Independent) {
        let is_kept = cut.sources[vertex.index()].is_some();
        let kind = if is_kept {
            Kind::Dependent
        } else {
            graph.kind(vertex)
        };
        let target = cut.push(graph, vertex, kind);
        targets[vertex.index()] = Some(target);
        for (source, label) in graph.predecessors(vertex) {
            let source = cut.sources[source.index()];
            let source = source.expect("invariant: vertices are in topological order");
            cut.edges.push((source, target, label));
        }
        if !is_kept {
            cut.sources[vertex.index()] = Some(target);
        }
    }
    let rows = graph.dependents().iter().chain(kept);
    let rows = rows.map(|row| targets[row.index()].expect("invariant: a row is no column"));
    let rows = rows.collect();
    LinearGraph::with_rows(cut.nodes, cut.edges, rows)
        .expect("invariant: a cut keeps the order of the vertices")
}

struct Cut {
    nodes: Vec<Node>,
    /// By old vertex, the new one that its edges leave.
    sources: Vec<Option<Vertex>>,
    edges: Vec<(Vertex, Vertex, Partial)>,
}

impl Cut {
    fn push(&mut self, graph: &LinearGraph, vertex: Vertex, kind: Kind) -> Vertex {
        let value = graph.value(vertex);
        self.nodes.push(Node { kind, value });
        Vertex::at(self.nodes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::testing::named;
    use crate::graph::verify::verify;

    fn check(text: &str, kept: &[&str], expected: &str) {
        let (graph, vertex) = named(text);
        let kept: Vec<_> = kept.iter().map(|name| vertex(name)).collect();
        let graph = cut(&graph, &kept);
        verify(&graph).unwrap();
        let steps = graph.intermediates().map(Step::Vertex).collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        assert_eq!(eliminate(&graph, &order).to_string(), expected);
    }

    #[test]
    fn a_vertex_is_a_row_and_a_column() {
        check(
            "x0-[a]->v x1-[b]->v v-[c]->y0 v-[d]->y1",
            &["v"],
            "J[0, 2] = v2\nJ[1, 2] = v3\nJ[2, 0] = v0\nJ[2, 1] = v1\n",
        );
    }

    #[test]
    fn the_others_are_eliminated() {
        check(
            "x-[a]->u u-[b]->v v-[c]->y x-[d]->y",
            &["v"],
            "J[0, 0] = v3\nJ[0, 1] = v2\nJ[1, 0] = v0 * v1\n",
        );
    }
}
