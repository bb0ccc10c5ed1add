//! `LinearGraph`: the linearized computational graph, and the words of the field.
//!
//! The Jacobian is the sum over its paths, and elimination is a way to compute that sum.
//!
//! ```text
//! y = sin(x0 * x1) + x0            x0 --x1--> z2 --cos(z2)--> y3
//!                                  x1 --x0--> z2
//!                                  x0 -----------1----------> y3
//! ```
//!
//! * *Independent*, *intermediate*, *dependent*: input, inner and output vertices.
//! * *Elemental*: a built-in operation. *Local partial*: its derivative by one operand, the label
//!   of an edge. *Linearized computational graph*: the directed acyclic graph of these.
//! * *Vertex*, *edge* (front or back) and *face elimination*: the rewrites that turn it into a
//!   bipartite graph, whose labels are the entries of the Jacobian. *Faces* are the edges of the
//!   dual graph.
//! * *Markowitz degree*: predecessors times successors, the number of multiplications to eliminate
//!   a vertex. *Fill-in*: a new edge. *Absorption*: adding into an existing edge.
//! * *Preaccumulation*: computing the Jacobian of a block ahead of its use. *Accumulation code*:
//!   the statements that elimination produces.
//! * *Extended Jacobian*: the matrix of all local partials. *Scarcity*: a dense Jacobian with few
//!   degrees of freedom.
//!
//! The Jacobian entry of row y and column x is the sum, over all paths from x to y, of the product
//! of the labels on the path.
//!
//! Invariant: vertices are numbered topologically and every edge leads to a higher number, so the
//! graph is acyclic. There are no parallel edges. Independents have no predecessors and dependents
//! no successors. No label is zero.
//!
//! Cost: memory and building time are proportional to the edges, apart from sorting them once.
//! Source: Griewank & Walther, Evaluating Derivatives, chapter 9.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;

use crate::ir::{Partial, ValueId};

use super::degrees::DependencyDegrees;
use super::vertex::Vertex;

/// The kind of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An input: a column of the Jacobian, without predecessors.
    Independent,
    /// An inner vertex, which elimination removes.
    Intermediate,
    /// An output: a row of the Jacobian, without successors.
    Dependent,
}

/// The data of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its kind.
    pub kind: Kind,
    /// The value of the code list, if the graph comes from one. A copy has the value of its
    /// original.
    pub value: Option<ValueId>,
}

impl Node {
    /// A vertex of a graph that comes from no code list.
    pub fn bare(kind: Kind) -> Self {
        Self { kind, value: None }
    }
}

/// Error: vertices and edges are not a linearized computational graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The edge names a vertex that does not exist.
    UnknownVertex(Vertex),
    /// The edge does not lead to a higher number. Every cycle has such an edge.
    AgainstOrder(Vertex, Vertex),
    /// The edge is given twice.
    ParallelEdges(Vertex, Vertex),
    /// The edge enters an independent.
    IntoIndependent(Vertex, Vertex),
    /// The edge leaves a dependent.
    OutOfDependent(Vertex, Vertex),
    /// The label is exactly zero. Leave such an edge out.
    ZeroLabel(Vertex, Vertex),
}

impl fmt::Display for GraphError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownVertex(vertex) => write!(formatter, "there is no vertex {vertex}"),
            Self::AgainstOrder(source, target) => {
                write!(
                    formatter,
                    "edge {source} -> {target} goes against the topological order"
                )
            }
            Self::ParallelEdges(source, target) => {
                write!(formatter, "edge {source} -> {target} is given twice")
            }
            Self::IntoIndependent(source, target) => {
                write!(formatter, "edge {source} -> {target} enters an independent")
            }
            Self::OutOfDependent(source, target) => {
                write!(formatter, "edge {source} -> {target} leaves a dependent")
            }
            Self::ZeroLabel(source, target) => {
                write!(formatter, "edge {source} -> {target} has the label zero")
            }
        }
    }
}

impl std::error::Error for GraphError {}

/// The linearized computational graph of a function. It is immutable.
#[derive(Clone, Debug)]
pub struct LinearGraph {
    nodes: Vec<Node>,
    /// By source, then target.
    edges: Vec<(Vertex, Vertex, Partial)>,
    /// `edges[first_out[v]..first_out[v + 1]]` leave the vertex `v`.
    first_out: Vec<u32>,
    /// Positions in `edges`, by target, then source.
    incoming: Vec<u32>,
    /// `incoming[first_in[v]..first_in[v + 1]]` enter the vertex `v`.
    first_in: Vec<u32>,
    independents: Vec<Vertex>,
    dependents: Vec<Vertex>,
    /// The row of a dependent, the column of an independent.
    positions: Vec<u32>,
    /// Counted when they are first asked for.
    degrees: OnceCell<DependencyDegrees>,
}

impl LinearGraph {
    /// A graph with these vertices and edges. The columns are the independents and the rows the
    /// dependents, in the order of their numbers.
    ///
    /// # Errors
    /// If the invariant of this module does not hold.
    pub fn try_new(
        nodes: Vec<Node>,
        edges: Vec<(Vertex, Vertex, Partial)>,
    ) -> Result<Self, GraphError> {
        let dependents = of_kind(&nodes, Kind::Dependent);
        Self::with_rows(nodes, edges, dependents)
    }

    /// Like `try_new`, with the rows in another order than the vertices.
    pub(crate) fn with_rows(
        nodes: Vec<Node>,
        mut edges: Vec<(Vertex, Vertex, Partial)>,
        dependents: Vec<Vertex>,
    ) -> Result<Self, GraphError> {
        edges.sort_by_key(|(source, target, _)| (*source, *target));
        for edge in &edges {
            check_edge(&nodes, edge)?;
        }
        for pair in edges.windows(2) {
            if (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) {
                return Err(GraphError::ParallelEdges(pair[0].0, pair[0].1));
            }
        }
        let independents = of_kind(&nodes, Kind::Independent);
        let mut positions = vec![0; nodes.len()];
        for vertices in [&independents, &dependents] {
            for (position, vertex) in (0..).zip(vertices) {
                positions[vertex.index()] = position;
            }
        }
        let first_out = offsets(nodes.len(), edges.iter().map(|edge| edge.0));
        let first_in = offsets(nodes.len(), edges.iter().map(|edge| edge.1));
        // Edges come by source, so that each vertex meets its predecessors lowest first.
        let mut incoming = vec![0; edges.len()];
        let mut next = first_in.clone();
        for (position, (_, target, _)) in (0..).zip(&edges) {
            let place = &mut next[target.index()];
            incoming[*place as usize] = position;
            *place += 1;
        }
        Ok(Self {
            nodes,
            edges,
            first_out,
            incoming,
            first_in,
            independents,
            dependents,
            positions,
            degrees: OnceCell::new(),
        })
    }

    /// The number of vertices of all kinds.
    pub fn n_vertices(&self) -> usize {
        self.nodes.len()
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// All vertices in topological order.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + use<> {
        (0..self.n_vertices()).map(Vertex::at)
    }

    /// The columns of the Jacobian.
    pub fn independents(&self) -> &[Vertex] {
        &self.independents
    }

    /// The rows of the Jacobian.
    pub fn dependents(&self) -> &[Vertex] {
        &self.dependents
    }

    /// The vertices to eliminate, in topological order.
    pub fn intermediates(&self) -> impl DoubleEndedIterator<Item = Vertex> + '_ {
        self.vertices()
            .filter(|vertex| self.kind(*vertex) == Kind::Intermediate)
    }

    /// The kind of a vertex.
    pub fn kind(&self, vertex: Vertex) -> Kind {
        self.nodes[vertex.index()].kind
    }

    /// The value of the code list that the vertex represents.
    pub fn value(&self, vertex: Vertex) -> Option<ValueId> {
        self.nodes[vertex.index()].value
    }

    /// The row of a dependent or the column of an independent.
    pub(crate) fn position(&self, vertex: Vertex) -> usize {
        self.positions[vertex.index()] as usize
    }

    /// The dependency degrees, by this count unless they are known.
    pub(super) fn degrees_or(
        &self,
        count: impl FnOnce() -> DependencyDegrees,
    ) -> &DependencyDegrees {
        self.degrees.get_or_init(count)
    }

    /// The predecessors, lowest first, with the labels of the edges.
    pub fn predecessors(&self, vertex: Vertex) -> impl Iterator<Item = (Vertex, Partial)> + '_ {
        let range = range(&self.first_in, vertex);
        self.incoming[range].iter().map(|position| {
            let (source, _, label) = self.edges[*position as usize];
            (source, label)
        })
    }

    /// The successors, lowest first, with the labels of the edges.
    pub fn successors(&self, vertex: Vertex) -> impl Iterator<Item = (Vertex, Partial)> + '_ {
        let range = range(&self.first_out, vertex);
        let outgoing = self.edges[range].iter();
        outgoing.map(|(_, target, label)| (*target, *label))
    }

    /// All edges, by source, then target.
    pub fn edges(&self) -> impl Iterator<Item = (Vertex, Vertex, Partial)> + '_ {
        self.edges.iter().copied()
    }
}

impl fmt::Display for LinearGraph {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, vertices) in [
            ("independents", &self.independents),
            ("dependents", &self.dependents),
        ] {
            write!(formatter, "{title}:")?;
            vertices
                .iter()
                .try_for_each(|vertex| write!(formatter, " {vertex}"))?;
            writeln!(formatter)?;
        }
        self.edges().try_for_each(|(source, target, label)| {
            writeln!(formatter, "{source} -[{label}]-> {target}")
        })
    }
}

fn of_kind(nodes: &[Node], kind: Kind) -> Vec<Vertex> {
    let numbered = nodes.iter().enumerate();
    numbered
        .filter(|(_, node)| node.kind == kind)
        .map(|(index, _)| Vertex::at(index))
        .collect()
}

fn check_edge(nodes: &[Node], edge: &(Vertex, Vertex, Partial)) -> Result<(), GraphError> {
    let (source, target, label) = *edge;
    for vertex in [source, target] {
        if vertex.index() >= nodes.len() {
            return Err(GraphError::UnknownVertex(vertex));
        }
    }
    if nodes[target.index()].kind == Kind::Independent {
        return Err(GraphError::IntoIndependent(source, target));
    }
    if nodes[source.index()].kind == Kind::Dependent {
        return Err(GraphError::OutOfDependent(source, target));
    }
    if source >= target {
        return Err(GraphError::AgainstOrder(source, target));
    }
    if matches!(label, Partial::Literal(constant) if constant.is_zero()) {
        return Err(GraphError::ZeroLabel(source, target));
    }
    Ok(())
}

/// Where the edges of each vertex begin when they are sorted by it, and where those of the last one
/// end.
fn offsets(n_vertices: usize, of: impl Iterator<Item = Vertex>) -> Vec<u32> {
    let mut offsets = vec![0; n_vertices + 1];
    for vertex in of {
        offsets[vertex.index() + 1] += 1;
    }
    for vertex in 0..n_vertices {
        offsets[vertex + 1] += offsets[vertex];
    }
    offsets
}

fn range(offsets: &[u32], vertex: Vertex) -> Range<usize> {
    offsets[vertex.index()] as usize..offsets[vertex.index() + 1] as usize
}

#[cfg(test)]
mod tests {
    use super::{GraphError, Kind, LinearGraph, Node, Vertex};
    use crate::graph::testing::graph;
    use crate::ir::{Constant, Partial};

    fn build(kinds: &str, edges: &[(u32, u32)]) -> Result<LinearGraph, GraphError> {
        let kind = |letter| match letter {
            'i' => Kind::Independent,
            'm' => Kind::Intermediate,
            _ => Kind::Dependent,
        };
        LinearGraph::try_new(
            kinds
                .chars()
                .map(|letter| Node::bare(kind(letter)))
                .collect(),
            edges
                .iter()
                .map(|(s, t)| (Vertex(*s), Vertex(*t), Partial::ONE))
                .collect(),
        )
    }

    #[test]
    fn invalid_graphs_are_refused() {
        let refused = |kinds, edges: &[(u32, u32)]| build(kinds, edges).unwrap_err();
        let (a, b) = (Vertex(0), Vertex(1));
        assert_eq!(
            refused("imo", &[(0, 7)]),
            GraphError::UnknownVertex(Vertex(7))
        );
        assert_eq!(
            refused("mm", &[(0, 1), (1, 0)]),
            GraphError::AgainstOrder(b, a)
        );
        assert_eq!(refused("m", &[(0, 0)]), GraphError::AgainstOrder(a, a));
        assert_eq!(
            refused("io", &[(0, 1), (0, 1)]),
            GraphError::ParallelEdges(a, b)
        );
        assert_eq!(refused("ii", &[(0, 1)]), GraphError::IntoIndependent(a, b));
        assert_eq!(refused("oo", &[(0, 1)]), GraphError::OutOfDependent(a, b));
        let zero = vec![(a, b, Partial::Literal(Constant::ZERO))];
        let nodes = vec![Node::bare(Kind::Independent), Node::bare(Kind::Dependent)];
        assert_eq!(
            LinearGraph::try_new(nodes, zero).unwrap_err(),
            GraphError::ZeroLabel(a, b)
        );
    }

    #[test]
    fn neighbours_come_lowest_first() {
        let graph = build("iimoo", &[(1, 2), (0, 2), (2, 4), (2, 3)]).unwrap();
        let list = |pairs: Vec<(Vertex, Partial)>| pairs.iter().map(|p| p.0.0).collect::<Vec<_>>();
        assert_eq!(list(graph.predecessors(Vertex(2)).collect()), [0, 1]);
        assert_eq!(list(graph.successors(Vertex(2)).collect()), [3, 4]);
        assert_eq!(
            (graph.position(Vertex(1)), graph.position(Vertex(4))),
            (1, 1)
        );
    }

    #[test]
    fn the_text_lists_roles_and_labelled_edges() {
        let text = graph("x-[a]->z z-[2]->y").to_string();
        assert_eq!(
            text,
            "independents: 0\ndependents: 2\n0 -[v0]-> 1\n1 -[2]-> 2\n"
        );
    }
}
