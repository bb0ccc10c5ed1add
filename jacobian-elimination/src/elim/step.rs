//! Elimination steps: a vertex, an edge towards either side, or a face.
//!
//! ```text
//! 4           eliminate vertex 4
//! 2 => 4      front eliminate the edge from 2 to 4: connect 2 with the successors of 4
//! 4 <= 6      back eliminate the edge from 4 to 6: connect the predecessors of 4 with 6
//! 9 - 12      eliminate the face between the edges with dual numbers 9 and 12
//! ```

use std::fmt;

use crate::graph::Vertex;
use crate::graph::dual::DualVertex;

/// One rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Eliminates a vertex.
    Vertex(Vertex),
    /// Eliminates the edge from the first to the second towards the successors of the second.
    Front(Vertex, Vertex),
    /// Eliminates the edge from the first to the second towards the predecessors of the first.
    Back(Vertex, Vertex),
    /// Eliminates the face between two edges; only faces may follow it.
    Face(DualVertex, DualVertex),
}

impl Step {
    /// The vertex that paths are led around, if the step is not about a face.
    pub fn over(self) -> Option<Vertex> {
        match self {
            Self::Vertex(vertex) | Self::Front(_, vertex) | Self::Back(vertex, _) => Some(vertex),
            Self::Face(..) => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(vertex) => write!(formatter, "{vertex}"),
            Self::Front(source, target) => write!(formatter, "{source} => {target}"),
            Self::Back(source, target) => write!(formatter, "{source} <= {target}"),
            Self::Face(first, second) => write!(formatter, "{first} - {second}"),
        }
    }
}
