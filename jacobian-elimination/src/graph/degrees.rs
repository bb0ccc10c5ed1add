//! The dependency degrees of a graph, as numbers to look up.
//! [`dependency_degrees`](super::dependency_degrees) counts them.

use super::vertex::Vertex;

/// For each vertex the number of independents that reach it and of dependents that it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyDegrees {
    independents: Vec<u32>,
    dependents: Vec<u32>,
}

impl DependencyDegrees {
    pub(super) fn new(independents: Vec<u32>, dependents: Vec<u32>) -> Self {
        Self {
            independents,
            dependents,
        }
    }

    /// The number of independents that reach the vertex.
    pub fn independents(&self, vertex: Vertex) -> usize {
        self.independents[vertex.index()] as usize
    }

    /// The number of dependents that the vertex reaches.
    pub fn dependents(&self, vertex: Vertex) -> usize {
        self.dependents[vertex.index()] as usize
    }

    /// The dependency degree: the Markowitz degree of the vertex if it were eliminated last.
    pub fn product(&self, vertex: Vertex) -> usize {
        self.independents(vertex) * self.dependents(vertex)
    }

    /// The sizes of the cones of all rows together.
    pub(super) fn total_of_rows(&self) -> u64 {
        self.dependents.iter().map(|count| u64::from(*count)).sum()
    }

    /// The sizes of the cones of all columns together.
    pub(super) fn total_of_columns(&self) -> u64 {
        self.independents
            .iter()
            .map(|count| u64::from(*count))
            .sum()
    }
}
