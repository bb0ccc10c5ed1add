//! Elimination targets: vertices, edges, and sides of vertices, as one trait.
//!
//! Greedy orders and filters are generic over them, so each rule is written once for vertices and
//! edges.
//!
//! ```text
//! a -> [v] -> c       the vertex v; the front elimination of (a, v) over v; the back elimination
//! b ->     -> d       of (v, c) over v; or all of one kind over v, represented by the last one
//! ```

use crate::elim::Step;
use crate::graph::{Adjacency, Vertex};

/// Something to eliminate, with the vertices it connects.
pub trait Target: Copy + Ord {
    /// The vertex that the new edges bypass.
    fn over(self) -> Vertex;
    /// The elimination step. `None` if the target no longer exists.
    fn step(self, working: &Adjacency<()>) -> Option<Step>;
    /// The sources of the new edges.
    fn predecessors(self, working: &Adjacency<()>) -> Vec<Vertex>;
    /// The targets of the new edges.
    fn successors(self, working: &Adjacency<()>) -> Vec<Vertex>;
    /// The number of products.
    fn degree(self, working: &Adjacency<()>) -> usize;
    /// The number of edges that the elimination drops.
    fn n_dropped(self, working: &Adjacency<()>) -> usize;
    /// The targets over a vertex: at most `limit` on each side of it, the last ones.
    fn through(vertex: Vertex, working: &Adjacency<()>, limit: usize) -> Vec<Self>;
}

impl Target for Vertex {
    fn over(self) -> Vertex {
        self
    }

    fn step(self, _: &Adjacency<()>) -> Option<Step> {
        Some(Step::Vertex(self))
    }

    fn predecessors(self, working: &Adjacency<()>) -> Vec<Vertex> {
        working.predecessors(self).collect()
    }

    fn successors(self, working: &Adjacency<()>) -> Vec<Vertex> {
        working.successors(self).collect()
    }

    fn degree(self, working: &Adjacency<()>) -> usize {
        working.markowitz_degree(self)
    }

    fn n_dropped(self, working: &Adjacency<()>) -> usize {
        working.in_degree(self) + working.out_degree(self)
    }

    fn through(vertex: Vertex, _: &Adjacency<()>, _: usize) -> Vec<Self> {
        vec![vertex]
    }
}

/// The elimination of an edge over one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// Over its target.
    Front {
        /// The target of the edge.
        over: Vertex,
        /// Its source.
        source: Vertex,
    },
    /// Over its source.
    Back {
        /// The source of the edge.
        over: Vertex,
        /// Its target.
        target: Vertex,
    },
}

impl Target for Edge {
    fn over(self) -> Vertex {
        match self {
            Self::Front { over, .. } | Self::Back { over, .. } => over,
        }
    }

    fn step(self, working: &Adjacency<()>) -> Option<Step> {
        match self {
            Self::Front { over, source } => working
                .contains(source, over)
                .then_some(Step::Front(source, over)),
            Self::Back { over, target } => working
                .contains(over, target)
                .then_some(Step::Back(over, target)),
        }
    }

    fn predecessors(self, working: &Adjacency<()>) -> Vec<Vertex> {
        match self {
            Self::Front { source, .. } => vec![source],
            Self::Back { over, .. } => working.predecessors(over).collect(),
        }
    }

    fn successors(self, working: &Adjacency<()>) -> Vec<Vertex> {
        match self {
            Self::Front { over, .. } => working.successors(over).collect(),
            Self::Back { target, .. } => vec![target],
        }
    }

    fn degree(self, working: &Adjacency<()>) -> usize {
        match self {
            Self::Front { over, .. } => working.out_degree(over),
            Self::Back { over, .. } => working.in_degree(over),
        }
    }

    fn n_dropped(self, working: &Adjacency<()>) -> usize {
        let over = self.over();
        let (n_in, n_out) = (working.in_degree(over), working.out_degree(over));
        let is_last = match self {
            Self::Front { .. } => n_in == 1,
            Self::Back { .. } => n_out == 1,
        };
        if is_last { n_in + n_out } else { 1 }
    }

    fn through(vertex: Vertex, working: &Adjacency<()>, limit: usize) -> Vec<Self> {
        if working.markowitz_degree(vertex) == 0 {
            return Vec::new();
        }
        let sources = working.predecessors(vertex).rev().take(limit);
        let targets = working.successors(vertex).rev().take(limit);
        let front = sources.map(|source| Self::Front {
            over: vertex,
            source,
        });
        let back = targets.map(|target| Self::Back {
            over: vertex,
            target,
        });
        front.chain(back).collect()
    }
}

/// All front or all back eliminations over a vertex. They cost the same, so the heap needs only one
/// entry for them; it represents the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The edges into the vertex.
    Front(Vertex),
    /// The edges out of it.
    Back(Vertex),
}

impl Side {
    fn last(self, working: &Adjacency<()>) -> Option<Edge> {
        match self {
            Self::Front(over) => {
                let source = working.predecessors(over).next_back()?;
                Some(Edge::Front { over, source })
            }
            Self::Back(over) => {
                let target = working.successors(over).next_back()?;
                Some(Edge::Back { over, target })
            }
        }
    }
}

impl Target for Side {
    fn over(self) -> Vertex {
        match self {
            Self::Front(over) | Self::Back(over) => over,
        }
    }

    fn step(self, working: &Adjacency<()>) -> Option<Step> {
        self.last(working)?.step(working)
    }

    fn predecessors(self, working: &Adjacency<()>) -> Vec<Vertex> {
        self.last(working)
            .map_or_else(Vec::new, |edge| edge.predecessors(working))
    }

    fn successors(self, working: &Adjacency<()>) -> Vec<Vertex> {
        self.last(working)
            .map_or_else(Vec::new, |edge| edge.successors(working))
    }

    fn degree(self, working: &Adjacency<()>) -> usize {
        match self {
            Self::Front(over) => working.out_degree(over),
            Self::Back(over) => working.in_degree(over),
        }
    }

    fn n_dropped(self, working: &Adjacency<()>) -> usize {
        self.last(working).map_or(0, |edge| edge.n_dropped(working))
    }

    fn through(vertex: Vertex, _: &Adjacency<()>, _: usize) -> Vec<Self> {
        vec![Self::Front(vertex), Self::Back(vertex)]
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, Target};
    use crate::graph::Adjacency;
    use crate::graph::testing::named;

    #[test]
    fn the_last_edge_takes_its_vertex_along() {
        let (graph, vertex) = named("p-[a]->v q-[b]->v v-[c]->y");
        let working = Adjacency::structure(&graph);
        let v = vertex("v");
        let front = Edge::Front {
            over: v,
            source: vertex("p"),
        };
        let back = Edge::Back {
            over: v,
            target: vertex("y"),
        };
        assert_eq!((front.degree(&working), front.n_dropped(&working)), (1, 1));
        assert_eq!((back.degree(&working), back.n_dropped(&working)), (2, 3));
        assert_eq!(Edge::through(v, &working, 9).len(), 3);
    }
}
