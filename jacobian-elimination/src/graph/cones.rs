//! Reachability cones: the vertices that a set of vertices reaches, in one direction.
//!
//! The sparsity pattern and the dependency degrees are computed over them.
//!
//! ```text
//! along columns: from independents up        along rows: from dependents down
//! ```
//!
//! A cone is collected in topological order along the direction. All cones share one array of
//! marks, so the cost is proportional to the cones and not to the graph. The caller may name
//! vertices that the walk does not pass.

use crate::ir::Partial;

use super::{LinearGraph, Vertex};

/// The direction of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// From dependents against the edges.
    Rows,
    /// From independents along the edges.
    Columns,
}

impl Along {
    /// The neighbours that one step of the walk reaches.
    pub(super) fn onward(
        self,
        graph: &LinearGraph,
        vertex: Vertex,
    ) -> impl Iterator<Item = (Vertex, Partial)> + '_ {
        let backward = (self == Self::Rows).then(|| graph.predecessors(vertex));
        let forward = (self == Self::Columns).then(|| graph.successors(vertex));
        let backward = backward.into_iter().flatten();
        backward.chain(forward.into_iter().flatten())
    }

    /// The vertices at which walks start.
    pub(super) fn roots(self, graph: &LinearGraph) -> &[Vertex] {
        match self {
            Self::Rows => graph.dependents(),
            Self::Columns => graph.independents(),
        }
    }

    /// All vertices in topological order along the direction.
    pub(super) fn order(self, graph: &LinearGraph) -> Vec<Vertex> {
        match self {
            Self::Rows => graph.vertices().rev().collect(),
            Self::Columns => graph.vertices().collect(),
        }
    }

    /// The other direction.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Rows => Self::Columns,
            Self::Columns => Self::Rows,
        }
    }
}

/// Collects cones of one graph in one direction.
#[derive(Debug)]
pub(super) struct Cones<'a> {
    graph: &'a LinearGraph,
    along: Along,
    /// By vertex, the number of the last cone that contained it. So no mark has to be cleared.
    stamps: Vec<usize>,
    n_collected: usize,
}

impl<'a> Cones<'a> {
    pub(super) fn new(graph: &'a LinearGraph, along: Along) -> Self {
        let stamps = vec![0; graph.n_vertices()];
        Self {
            graph,
            along,
            stamps,
            n_collected: 0,
        }
    }

    /// The vertices that the roots reach, roots included, in topological order along the direction.
    /// The walk continues at the roots and at vertices for which `passes` is true.
    pub(super) fn collect(
        &mut self,
        roots: &[Vertex],
        passes: impl Fn(Vertex) -> bool,
    ) -> Vec<Vertex> {
        self.n_collected += 1;
        let mut cone: Vec<Vertex> = roots.to_vec();
        for root in roots {
            self.stamps[root.index()] = self.n_collected;
        }
        let mut n_visited = 0;
        while n_visited < cone.len() {
            let vertex = cone[n_visited];
            n_visited += 1;
            if n_visited > roots.len() && !passes(vertex) {
                continue;
            }
            for (neighbour, _) in self.along.onward(self.graph, vertex) {
                if self.stamps[neighbour.index()] != self.n_collected {
                    self.stamps[neighbour.index()] = self.n_collected;
                    cone.push(neighbour);
                }
            }
        }
        cone.sort_unstable();
        if self.along == Along::Rows {
            cone.reverse();
        }
        cone
    }
}
