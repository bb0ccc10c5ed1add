//! The name of a vertex: its number in topological order.

use std::fmt;

/// A vertex, by its number in topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// The vertex at a position.
    pub(crate) fn at(index: usize) -> Self {
        Self(u32::try_from(index).expect("invariant: vertices are numbered with 32 bits"))
    }

    /// The position in topological order.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}
