//! Linearization: builds the linearized computational graph of a code list.
//!
//! From here on the compiler works on a graph and labels instead of statements.
//!
//! ```text
//! v2 = v0 * v1      row 0: v2        v0 --v1--> v2 --cos v2--> v3 (row 1)
//! v3 = sin v2       row 1: v3        v1 --v0--> v2 -----1----> copy (row 0)
//! ```
//!
//! Every row gets a dependent of its own. A value that is one row and has no other use is that
//! dependent. A value that is used again, that is several rows, or that is an independent gets a
//! copy for each row behind a trivial edge, which costs nothing. A row that does not depend on any
//! independent is a dependent without edges. Values that no independent reaches through nonzero
//! partials, or that reach no dependent, are dropped.
//!
//! The arm of a branch is a graph of its own. Its independents are the values alive at its entry
//! that it uses. Its rows are the results that it gives to the slots of the branch. So is the body
//! of a loop, whose rows are the values of the slots at the end of an iteration.
//!
//! Vertices: independents by column, values in code order, copies by row.
//! Cost: linear in the partials. Source: Naumann & Utke, section 2.1 (auxiliary assignments).

use crate::ordered::Set;

use crate::ir::LocalPartials;
use crate::ir::{CodeList, Partial, RegionId, ValueId};

use super::{Kind, LinearGraph, Node, Vertex};

/// The graph of a code list. `partials` are the local partials of its active values, in code order.
pub fn linearize(code: &CodeList, partials: &[LocalPartials]) -> LinearGraph {
    let in_function =
        |local: &&LocalPartials| code.statement(local.target).region() == RegionId::FUNCTION;
    let partials: Vec<&LocalPartials> = partials.iter().filter(in_function).collect();
    build(code.independents(), &partials, code.dependents())
}

/// The graph of an arm or body with these results, and the values that are its independents: those
/// from around it, and its own `states`. `entering` are the partials of values from around it with
/// respect to others.
pub fn linearize_region(
    code: &CodeList,
    region: RegionId,
    entering: &[LocalPartials],
    partials: &[LocalPartials],
    states: &[ValueId],
    results: &[ValueId],
) -> (LinearGraph, Vec<ValueId>) {
    let is_inside = |id: ValueId| code.statement(id).region() == region;
    let own = partials.iter().filter(|local| is_inside(local.target));
    let partials: Vec<&LocalPartials> = entering.iter().chain(own).collect();
    let seeded: Set<ValueId> = entering.iter().map(|local| local.target).collect();
    let sources = partials.iter().flat_map(|local| &local.sources);
    let active_results = results
        .iter()
        .copied()
        .filter(|id| code.statement(*id).is_active());
    let used = sources.map(|(source, _)| *source).chain(active_results);
    let outside = used.filter(|id| !is_inside(*id) && !seeded.contains(id));
    let columns: Set<ValueId> = outside.chain(states.iter().copied()).collect();
    let columns: Vec<ValueId> = columns.into_iter().collect();
    (build(&columns, &partials, results), columns)
}

/// The graph between some values and others that are computed from them by these partials.
pub fn linearize_between(
    columns: &[ValueId],
    partials: &[&LocalPartials],
    rows: &[ValueId],
) -> LinearGraph {
    build(columns, partials, rows)
}

fn build(
    independents: &[ValueId],
    partials: &[&LocalPartials],
    dependents: &[ValueId],
) -> LinearGraph {
    let mut builder = Builder::new(independents, partials, dependents);
    for id in independents {
        builder.place(*id, Kind::Independent);
    }
    for local in partials {
        let target = builder.position(local.target);
        if builder.is_live(target) && builder.vertices[target].is_none() {
            let is_row = builder.n_rows[target] == 1 && !builder.is_used[target];
            let kind = if is_row {
                Kind::Dependent
            } else {
                Kind::Intermediate
            };
            builder.place(local.target, kind);
            builder.connect(local);
        }
    }
    builder.finish(dependents)
}

struct Builder {
    /// The values of the graph, in order. All following lists are by position among them.
    values: Vec<ValueId>,
    /// Whether a path of partials leads from an independent to the value.
    is_reached: Vec<bool>,
    /// Whether a path of partials leads from the value to a dependent.
    is_useful: Vec<bool>,
    /// Whether a useful value has a partial with respect to the value.
    is_used: Vec<bool>,
    /// The number of rows that are the value.
    n_rows: Vec<usize>,
    /// The vertex of the value, once it has one.
    vertices: Vec<Option<Vertex>>,
    nodes: Vec<Node>,
    edges: Vec<(Vertex, Vertex, Partial)>,
}

impl Builder {
    fn new(independents: &[ValueId], partials: &[&LocalPartials], dependents: &[ValueId]) -> Self {
        let targets = partials.iter().map(|local| local.target);
        let sources = partials.iter().flat_map(|local| &local.sources);
        let mut values: Vec<ValueId> = independents.iter().chain(dependents).copied().collect();
        values.extend(targets.chain(sources.map(|(source, _)| *source)));
        values.sort_unstable();
        values.dedup();
        let n_values = values.len();
        let mut builder = Self {
            values,
            is_reached: vec![false; n_values],
            is_useful: vec![false; n_values],
            is_used: vec![false; n_values],
            n_rows: vec![0; n_values],
            vertices: vec![None; n_values],
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        builder.reach(independents, partials);
        builder.need(dependents, partials);
        builder
    }

    fn position(&self, id: ValueId) -> usize {
        self.values
            .binary_search(&id)
            .expect("invariant: every value that takes part is listed")
    }

    fn reach(&mut self, independents: &[ValueId], partials: &[&LocalPartials]) {
        for id in independents {
            let position = self.position(*id);
            self.is_reached[position] = true;
        }
        for local in partials {
            let mut sources = local.sources.iter();
            let reached = sources.any(|(source, _)| self.is_reached[self.position(*source)]);
            let target = self.position(local.target);
            self.is_reached[target] |= reached;
        }
    }

    fn need(&mut self, dependents: &[ValueId], partials: &[&LocalPartials]) {
        for id in dependents {
            let position = self.position(*id);
            self.n_rows[position] += 1;
            self.is_useful[position] = true;
        }
        let with_sources = partials.iter().filter(|local| !local.sources.is_empty());
        for local in with_sources.rev() {
            if self.is_live(self.position(local.target)) {
                for (source, _) in &local.sources {
                    let source = self.position(*source);
                    self.is_useful[source] = true;
                    self.is_used[source] = true;
                }
            }
        }
    }

    fn is_live(&self, position: usize) -> bool {
        self.is_reached[position] && self.is_useful[position]
    }

    fn push(&mut self, value: ValueId, kind: Kind) -> Vertex {
        self.nodes.push(Node {
            kind,
            value: Some(value),
        });
        Vertex::at(self.nodes.len() - 1)
    }

    fn place(&mut self, value: ValueId, kind: Kind) {
        let position = self.position(value);
        self.vertices[position] = Some(self.push(value, kind));
    }

    fn connect(&mut self, local: &LocalPartials) {
        let target = self.vertices[self.position(local.target)];
        let target = target.expect("invariant: the target is placed");
        for (source, label) in &local.sources {
            // A source that no independent reaches has no vertex, because no path leads through it.
            if let Some(source) = self.vertices[self.position(*source)] {
                self.edges.push((source, target, *label));
            }
        }
    }

    fn finish(mut self, dependents: &[ValueId]) -> LinearGraph {
        let rows = dependents.iter().map(|id| self.row(*id)).collect();
        LinearGraph::with_rows(self.nodes, self.edges, rows)
            .expect("invariant: operands precede uses and parallel edges are merged")
    }

    /// The dependent of a row: the vertex of the value, or a copy of it.
    fn row(&mut self, id: ValueId) -> Vertex {
        match self.vertices[self.position(id)] {
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
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};

    /// Two independents, the statements that `write` adds, the rows that it returns.
    fn build(write: impl Fn(&mut CodeListBuilder) -> Vec<ValueId>) -> LinearGraph {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let rows = write(&mut builder);
        let (code, partials) = differentiate(builder.finish(rows));
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
