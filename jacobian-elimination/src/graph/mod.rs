//! The linearized computational graph, and what can be asked of it before anything is eliminated.
//!
//! ```text
//! code list --linearize--> LinearGraph --reach--> Pattern, dependency degrees
//!                              |
//!                              +--> Adjacency: the working copy that elimination rewrites
//! ```
//!
//! [`linear`] defines the graph and the words the rest of the crate uses; [`mod@linearize`] makes one
//! from a code list; [`reach`] decides the sparsity pattern, which is the same under every order;
//! [`degrees`] counts what reaches what; [`factor`] takes reciprocals out of quotients;
//! [`adjacency`] is the graph under elimination,
//! [`dual`] the one whose vertices are edges; [`verify`] and [`dot`] serve tests and people.

pub mod adjacency;
mod cones;
pub mod dependency_degrees;
pub mod dot;
pub mod dual;
pub mod factored_division;
pub mod linear_graph;
pub mod linearize;
mod neighbour_set;
pub mod sparsity;
pub mod verify;

#[cfg(test)]
pub(crate) mod testing;

pub use adjacency::Adjacency;
pub use dependency_degrees::DependencyDegrees;
pub use factored_division::factor_divisions;
pub use linear_graph::{GraphError, Kind, LinearGraph, Node, Vertex};
pub use linearize::{linearize, linearize_arm};
pub use sparsity::Pattern;
