//! Code list to linearized computational graph.
//!
//! ```text
//! v2 = v0 * v1      row 0: v2        v0 --v1--> v2 --cos v2--> v3 (row 1)
//! v3 = sin v2       row 1: v3        v1 --v0--> v2 -----1----> copy (row 0)
//! ```
//!
//! Every row gets a dependent of its own. A value that stands in one row and has no other use is that
//! dependent itself; a value that is used again, that stands in several rows or that is an
//! independent gets a copy per row behind a trivial edge, which costs nothing. A row that does not
//! depend on any independent is a dependent without edges. Values that no independent reaches
//! through nonzero partials, or that reach no dependent, are dropped.
//!
//! Vertices: independents by column, values in code order, copies by row.
//! Cost: linear in the partials. Source: Naumann & Utke, section 2.1 (auxiliary assignments).

use crate::ir::calculus::LocalPartials;
use crate::ir::{CodeList, Partial, ValueId};

use super::{Kind, LinearGraph, Node, Vertex};

/// The graph of a code list whose active values have these local partials, in code order.
pub fn linearize(code: &CodeList, partials: &[LocalPartials]) -> LinearGraph {
    let mut builder = Builder::new(code, partials);
    for id in code.independents() {
        builder.place(*id, Kind::Independent);
    }
    for local in partials {
        let target = local.target;
        if builder.is_live(target) && builder.vertices[target.index()].is_none() {
            let is_row = builder.n_rows[target.index()] == 1 && !builder.is_used[target.index()];
            builder.place(
                target,
                if is_row {
                    Kind::Dependent
                } else {
                    Kind::Intermediate
                },
            );
            builder.connect(local);
        }
    }
    builder.finish(code)
}

struct Builder {
    /// By value: whether a path of partials leads there from an independent.
    is_reached: Vec<bool>,
    /// By value: whether a path of partials leads from there to a dependent.
    is_useful: Vec<bool>,
    /// By value: whether a useful value has a partial with respect to it.
    is_used: Vec<bool>,
    /// By value: the number of rows it stands in.
    n_rows: Vec<usize>,
    /// By value: its vertex, once placed.
    vertices: Vec<Option<Vertex>>,
    nodes: Vec<Node>,
    edges: Vec<(Vertex, Vertex, Partial)>,
}

impl Builder {
    fn new(code: &CodeList, partials: &[LocalPartials]) -> Self {
        let n_values = code.statements().len();
        let mut is_reached = vec![false; n_values];
        for id in code.independents() {
            is_reached[id.index()] = true;
        }
        for local in partials {
            let reached = local
                .sources
                .iter()
                .any(|(source, _)| is_reached[source.index()]);
            is_reached[local.target.index()] |= reached;
        }
        let mut n_rows = vec![0; n_values];
        for id in code.dependents() {
            n_rows[id.index()] += 1;
        }
        let mut is_useful: Vec<bool> = n_rows.iter().map(|n_rows| *n_rows > 0).collect();
        let mut is_used = vec![false; n_values];
        for local in partials
            .iter()
            .rev()
            .filter(|local| !local.sources.is_empty())
        {
            if is_useful[local.target.index()] && is_reached[local.target.index()] {
                for (source, _) in &local.sources {
                    is_useful[source.index()] = true;
                    is_used[source.index()] = true;
                }
            }
        }
        let vertices = vec![None; n_values];
        let (nodes, edges) = (Vec::new(), Vec::new());
        Self {
            is_reached,
            is_useful,
            is_used,
            n_rows,
            vertices,
            nodes,
            edges,
        }
    }

    fn is_live(&self, id: ValueId) -> bool {
        self.is_reached[id.index()] && self.is_useful[id.index()]
    }

    fn push(&mut self, value: ValueId, kind: Kind) -> Vertex {
        self.nodes.push(Node {
            kind,
            value: Some(value),
        });
        Vertex::at(self.nodes.len() - 1)
    }

    fn place(&mut self, value: ValueId, kind: Kind) {
        self.vertices[value.index()] = Some(self.push(value, kind));
    }

    fn connect(&mut self, local: &LocalPartials) {
        let target = self.vertices[local.target.index()].expect("invariant: the target is placed");
        for (source, label) in &local.sources {
            // A source that no independent reaches has no vertex, and no path of its own.
            if let Some(source) = self.vertices[source.index()] {
                self.edges.push((source, target, *label));
            }
        }
    }

    fn finish(mut self, code: &CodeList) -> LinearGraph {
        let rows = code.dependents().iter().map(|id| self.row(*id)).collect();
        LinearGraph::with_rows(self.nodes, self.edges, rows)
            .expect("invariant: operands precede uses and parallel edges are merged")
    }

    /// The dependent that stands in a row.
    fn row(&mut self, id: ValueId) -> Vertex {
        match self.vertices[id.index()] {
            Some(vertex) if self.nodes[vertex.index()].kind == Kind::Dependent => vertex,
            Some(original) => {
                let copy = self.push(id, Kind::Dependent);
                self.edges.push((original, copy, Partial::ONE));
                copy
            }
            None => self.push(id, Kind::Dependent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::linearize;
    use crate::graph::{Kind, LinearGraph};
    use crate::ir::elemental::Operation::{Add, Floor, Mul, Sin, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, calculus};

    /// Two independents, the statements that `write` adds, the rows that it returns.
    fn build(write: impl Fn(&mut CodeListBuilder) -> Vec<ValueId>) -> LinearGraph {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let rows = write(&mut builder);
        let (code, partials) = calculus::differentiate(builder.finish(rows));
        let graph = linearize(&code, &partials);
        crate::graph::verify::verify(&graph).unwrap();
        graph
    }

    const X0: ValueId = ValueId(0);
    const X1: ValueId = ValueId(1);

    #[test]
    fn a_dependent_that_is_used_again_is_copied() {
        let graph = build(|builder| {
            let product = builder.apply(Mul, &[X0, X1], Origin(0));
            let sine = builder.apply(Sin, &[product], Origin(0));
            vec![product, sine]
        });
        assert_eq!(
            graph.to_string(),
            "independents: 0 1\ndependents: 4 3\n\
             0 -[v1]-> 2\n1 -[v0]-> 2\n2 -[v4]-> 3\n2 -[1]-> 4\n"
        );
    }

    #[test]
    fn independents_and_repeated_values_in_rows_are_copied() {
        let graph = build(|builder| {
            let sum = builder.apply(Add, &[X0, X1], Origin(0));
            vec![X1, sum, sum]
        });
        assert_eq!(graph.dependents().len(), 3);
        assert_eq!(graph.intermediates().count(), 1);
    }

    #[test]
    fn inactive_rows_stand_alone_and_dead_values_are_dropped() {
        let graph = build(|builder| {
            let step = builder.apply(Floor, &[X0], Origin(0));
            let nothing = builder.apply(Sub, &[X0, X0], Origin(0));
            let behind_nothing = builder.apply(Sin, &[nothing], Origin(0));
            builder.apply(Sin, &[X1], Origin(0));
            vec![step, behind_nothing]
        });
        assert_eq!((graph.n_vertices(), graph.n_edges()), (4, 0));
        assert_eq!(graph.kind(graph.dependents()[1]), Kind::Dependent);
    }
}
