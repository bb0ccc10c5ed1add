//! Seeded graphs: the linearized graph of a product of the Jacobian with a vector.
//!
//! A product with one vector needs no Jacobian. It is the Jacobian of a function with one variable
//! or one result, so its graph has one vertex more, whose edges carry the elements of the vector.
//!
//! ```text
//! J dx                                       w J
//!
//! t --dx0--> x0 --a--> v --b--> y            x0 --a--> v --b--> y0 --w0--> s
//!   --dx1--> x1 --c--> v                     x1 --c--> v --d--> y1 --w1--> s
//! ```
//!
//! Every way to compute the product is an elimination order of this graph. Forward elimination of
//! the left graph is a sweep that pushes `dx` from statement to statement. If the vertices `x` go
//! last, the Jacobian is formed first and then multiplied. In between, some vertices go before the
//! seeds arrive, which pays where that leaves few edges (scarcity). So an order by its operations
//! decides between them.
//!
//! Invariant: an independent that reaches nothing, or a dependent that nothing reaches, is left
//! out. Cost: linear. Source: Griewank & Walther, Evaluating Derivatives, chapter 10.

use crate::ir::{Category, Partial, ValueId};

use super::{Kind, LinearGraph, Node, Vertex};

/// The side of the Jacobian that the vector is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `J dx`, a Jacobian-vector product.
    Right,
    /// `w J`, a vector-Jacobian product.
    Left,
}

/// The graph of the product with a vector. Its elements are inactive values.
pub fn seeded(graph: &LinearGraph, side: Side, seeds: &[ValueId]) -> LinearGraph {
    let seeded = match side {
        Side::Right => times_right(graph, seeds),
        Side::Left => times_left(graph, seeds),
    };
    seeded.expect("invariant: a seeded graph keeps the order of its vertices")
}

fn label(seed: ValueId) -> Partial {
    Partial::Value {
        id: seed,
        negative: false,
        category: Category::Inactive,
    }
}

fn times_right(graph: &LinearGraph, seeds: &[ValueId]) -> Result<LinearGraph, super::GraphError> {
    let mut seeded = Copy::default();
    let root = seeded.push(Node::bare(Kind::Independent));
    for vertex in graph.vertices() {
        if graph.kind(vertex) != Kind::Independent {
            seeded.copy(graph, vertex, graph.kind(vertex));
        } else if graph.successors(vertex).next().is_some() {
            let column = seeded.copy(graph, vertex, Kind::Intermediate);
            let seed = label(seeds[graph.position(vertex)]);
            seeded.edges.push((root, column, seed));
        } else {
            seeded.vertices.push(None);
        }
    }
    let rows = graph.dependents().iter().map(|row| seeded.placed(*row));
    let rows = rows.collect();
    LinearGraph::with_rows(seeded.nodes, seeded.edges, rows)
}

fn times_left(graph: &LinearGraph, seeds: &[ValueId]) -> Result<LinearGraph, super::GraphError> {
    let mut seeded = Copy::default();
    for vertex in graph.vertices() {
        if graph.kind(vertex) != Kind::Dependent {
            seeded.copy(graph, vertex, graph.kind(vertex));
        } else if graph.predecessors(vertex).next().is_some() {
            seeded.copy(graph, vertex, Kind::Intermediate);
        } else {
            seeded.vertices.push(None);
        }
    }
    let sum = seeded.push(Node::bare(Kind::Dependent));
    for (row, seed) in graph.dependents().iter().zip(seeds) {
        if let Some(row) = seeded.vertices[row.index()] {
            seeded.edges.push((row, sum, label(*seed)));
        }
    }
    LinearGraph::with_rows(seeded.nodes, seeded.edges, vec![sum])
}

/// A copy of a graph that grows vertex by vertex.
#[derive(Default)]
struct Copy {
    nodes: Vec<Node>,
    edges: Vec<(Vertex, Vertex, Partial)>,
    /// By old vertex, the new one.
    vertices: Vec<Option<Vertex>>,
}

impl Copy {
    fn push(&mut self, node: Node) -> Vertex {
        self.nodes.push(node);
        Vertex::at(self.nodes.len() - 1)
    }

    /// The next vertex of the graph, with the edges that enter it.
    fn copy(&mut self, graph: &LinearGraph, vertex: Vertex, kind: Kind) -> Vertex {
        let value = graph.value(vertex);
        let placed = self.push(Node { kind, value });
        self.vertices.push(Some(placed));
        for (source, label) in graph.predecessors(vertex) {
            let source = self.placed(source);
            self.edges.push((source, placed, label));
        }
        placed
    }

    fn placed(&self, vertex: Vertex) -> Vertex {
        self.vertices[vertex.index()].expect("invariant: a vertex with neighbours is kept")
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, LinearGraph, Node, Partial, Side, Vertex, seeded};
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::testing::graph;
    use crate::graph::verify::verify;
    use crate::ir::ValueId;

    fn check(text: &str, side: Side, seeds: &[u32], order: &[u32], expected: &str) {
        let seeds: Vec<ValueId> = seeds.iter().copied().map(ValueId).collect();
        let graph = seeded(&graph(text), side, &seeds);
        verify(&graph).unwrap();
        let steps = order.iter().map(|vertex| Step::Vertex(Vertex(*vertex)));
        let order = EliminationOrder::try_new(&graph, steps.collect()).unwrap();
        assert_eq!(eliminate(&graph, &order).to_string(), expected);
    }

    /// `v = f(x0, x1)`, of which two rows are multiples.
    const RANK_ONE: &str = "x0-[a]->v x1-[b]->v v-[c]->y0 v-[d]->y1";

    #[test]
    fn a_forward_order_sweeps() {
        check(
            RANK_ONE,
            Side::Right,
            &[10, 11],
            &[1, 2, 3],
            "a0 = v0 * v10 + v1 * v11\nJ[0, 0] = v2 * a0\nJ[1, 0] = v3 * a0\n",
        );
    }

    #[test]
    fn a_reverse_order_sweeps_back() {
        check(
            RANK_ONE,
            Side::Left,
            &[10, 11],
            &[4, 3, 2],
            "a0 = v3 * v11 + v2 * v10\nJ[0, 0] = v0 * a0\nJ[0, 1] = v1 * a0\n",
        );
    }

    #[test]
    fn the_jacobian_comes_first_if_its_columns_go_last() {
        check(
            "x0-[a]->v v-[b]->y",
            Side::Right,
            &[10],
            &[2, 1],
            "a0 = v0 * v1\nJ[0, 0] = v10 * a0\n",
        );
    }

    #[test]
    fn columns_and_rows_without_paths_are_left_out() {
        let nodes = [
            Kind::Independent,
            Kind::Independent,
            Kind::Dependent,
            Kind::Dependent,
        ];
        let edges = vec![(Vertex(0), Vertex(2), Partial::ONE)];
        let nodes = nodes.into_iter().map(Node::bare).collect();
        let graph = LinearGraph::try_new(nodes, edges).unwrap();
        let seeds = [ValueId(10), ValueId(11)];
        for side in [Side::Right, Side::Left] {
            let seeded = seeded(&graph, side, &seeds);
            verify(&seeded).unwrap();
            assert_eq!(seeded.intermediates().count(), 1);
        }
    }
}
