//! Factored division: splits a quotient's vertex in two, so that the reciprocal is a label of its
//! own.
//!
//! The two partials of a quotient have the reciprocal as a common factor, and this form uses it
//! once.
//!
//! ```text
//! q = a / b, r = 1 / b
//! a ----r-----> q               a ---1---> z --r--> q
//! b --(-q*r)--> q       =>      b --(-q)-> z
//! ```
//!
//! The Jacobian is the same, because both paths have the same products. If an order eliminates z at
//! once, the result is the graph on the left, so nothing is lost. An order that keeps z until its
//! successors are known applies r once and never forms -q*r. Whether that pays depends on the
//! order, so the compiler plans both and keeps the cheaper one.
//!
//! Invariant: vertices stay in topological order, and rows and columns keep their order. A division
//! `a / a` or with one active operand is not changed, because there r is the factor of one partial
//! only.
//!
//! Cost: linear. Source: the common factor of two partials, which you would take out by hand too.

use crate::ir::elemental::Operation;
use crate::ir::{Category, CodeList, Elemental, Partial, ValueId};

use super::{Kind, LinearGraph, Node, Vertex};

/// The graph with every division of two active values factored. `None` if there is no such
/// division.
pub fn factor_divisions(graph: &LinearGraph, code: &CodeList) -> Option<LinearGraph> {
    let mut factored = Factored::default();
    for vertex in graph.vertices() {
        match division(graph, code, vertex) {
            Some(division) => factored.divide(graph, vertex, division),
            None => factored.copy(graph, vertex),
        }
    }
    if factored.n_divisions == 0 {
        return None;
    }
    let rows = graph.dependents().iter();
    let rows = rows.map(|row| factored.vertices[row.index()]).collect();
    let graph = LinearGraph::with_rows(factored.nodes, factored.edges, rows);
    Some(graph.expect("invariant: a factored graph keeps the order of its vertices"))
}

/// A division of two active values. `reciprocal` is the label `1 / divisor`.
#[derive(Clone, Copy)]
struct Division {
    dividend: Vertex,
    divisor: Vertex,
    quotient: ValueId,
    reciprocal: Partial,
}

fn division(graph: &LinearGraph, code: &CodeList, vertex: Vertex) -> Option<Division> {
    let quotient = graph.value(vertex)?;
    let statement = code.statement(quotient);
    let (Elemental::Operation(Operation::Div), [a, b]) =
        (statement.elemental(), statement.operands())
    else {
        return None;
    };
    let sources: Vec<(Vertex, Partial)> = graph.predecessors(vertex).collect();
    let edge_from = |value: &ValueId| {
        let mut edges = sources.iter();
        let edge = edges.find(|(source, _)| graph.value(*source) == Some(*value));
        edge.copied()
    };
    // A copy of a quotient has the same value, but the quotient as its only predecessor.
    let ((dividend, reciprocal), (divisor, _)) = (edge_from(a)?, edge_from(b)?);
    (sources.len() == 2 && a != b).then_some(Division {
        dividend,
        divisor,
        quotient,
        reciprocal,
    })
}

#[derive(Default)]
struct Factored {
    nodes: Vec<Node>,
    edges: Vec<(Vertex, Vertex, Partial)>,
    /// By old vertex, the new one.
    vertices: Vec<Vertex>,
    n_divisions: usize,
}

impl Factored {
    fn push(&mut self, node: Node) -> Vertex {
        self.nodes.push(node);
        Vertex::at(self.nodes.len() - 1)
    }

    fn place(&mut self, graph: &LinearGraph, vertex: Vertex) -> Vertex {
        let placed = self.push(Node {
            kind: graph.kind(vertex),
            value: graph.value(vertex),
        });
        self.vertices.push(placed);
        placed
    }

    fn copy(&mut self, graph: &LinearGraph, vertex: Vertex) {
        let placed = self.place(graph, vertex);
        for (source, label) in graph.predecessors(vertex) {
            let source = self.vertices[source.index()];
            self.edges.push((source, placed, label));
        }
    }

    fn divide(&mut self, graph: &LinearGraph, vertex: Vertex, division: Division) {
        self.n_divisions += 1;
        let numerator = self.push(Node::bare(Kind::Intermediate));
        let minus_quotient = Partial::Value {
            id: division.quotient,
            negative: true,
            category: Category::Variable,
        };
        let placed = self.place(graph, vertex);
        let new = |old: Vertex| self.vertices[old.index()];
        self.edges.extend([
            (new(division.dividend), numerator, Partial::ONE),
            (new(division.divisor), numerator, minus_quotient),
            (numerator, placed, division.reciprocal),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::factor_divisions;
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::{LinearGraph, linearize};
    use crate::ir::elemental::Operation;
    use crate::ir::{CodeList, CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::rewrite::rewrite;

    /// x0 `operation` x1, then its sine and cosine as rows.
    fn example(operation: Operation, second: ValueId) -> (CodeList, LinearGraph) {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let first = builder.apply(operation, &[ValueId(0), second], Origin::default());
        let rows = [Operation::Sin, Operation::Cos]
            .map(|operation| builder.apply(operation, &[first], Origin::default()));
        let (code, partials) = differentiate(builder.finish(rows.to_vec()));
        let graph = linearize(&code, &partials);
        (code, graph)
    }

    #[test]
    fn the_reciprocal_is_applied_once_per_use() {
        let (code, graph) = example(Operation::Div, ValueId(1));
        let factored = factor_divisions(&graph, &code).expect("a division");
        assert_eq!(factored.intermediates().count(), 2);
        let reverse = |graph: &LinearGraph| {
            let steps = graph.intermediates().rev().map(Step::Vertex).collect();
            let order = EliminationOrder::try_new(graph, steps).unwrap();
            rewrite(eliminate(graph, &order), &code)
        };
        // Four products either way, but here -q*r need not be formed.
        assert_eq!(reverse(&graph).counts().operations, 4);
        assert_eq!(
            reverse(&factored).to_string(),
            "a0 = v4 * v5\na1 = v3 * v5\nJ[0, 0] = a0\nJ[0, 1] = -v2 * a0\nJ[1, 0] = -a1\nJ[1, 1] = v2 * a1\n"
        );
    }

    #[test]
    fn products_and_divisions_by_themselves_are_not_changed() {
        let (code, graph) = example(Operation::Mul, ValueId(1));
        assert!(factor_divisions(&graph, &code).is_none());
        let (code, graph) = example(Operation::Div, ValueId(0));
        assert!(factor_divisions(&graph, &code).is_none());
    }
}
