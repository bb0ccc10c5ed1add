//! The linearized computational graph: construction, sparsity pattern, dependency degrees, dual
//! graph.
//!
//! Everything here is decided before an elimination order is chosen.
//!
//! ```text
//! code list --linearize--> LinearGraph --sparsity--> Pattern, dependency degrees
//!                              |
//!                              +--> Adjacency: the working copy that elimination rewrites
//! ```
//!
//! [`linear_graph`] defines the graph and the words that the rest of the crate uses.
//! [`mod@linearize`] makes one from a code list. [`sparsity`] decides the sparsity pattern, which
//! is the same under every order. [`dependency_degrees`] counts how many independents reach a
//! vertex and how many dependents it reaches. [`factored_division`] takes reciprocals out of
//! quotients. [`adjacency`] is the graph under elimination, and [`dual`] the graph whose vertices
//! are the edges. [`mod@seeded`] and [`mod@cut`] are the graphs of products with vectors.
//! [`verify`] checks invariants in tests, and [`dot`] draws pictures.
//!
//! # The running example
//!
//! The graph of `let r = x[0] * x[1].sin(); [r - k, x[2] / r]`, with the labels that
//! [`ir`](crate::ir) gives it:
//!
//! ```text
//! x0 ------v3-----+
//!                 v
//! x1 --v8-> v3 --v0-> v4 ---1---> r - k         rows     columns x0 x1 x2
//!                      \                         r - k           #  #  .
//!                       +--(-v10)-+             x[2] / r        #  #  #
//!                                 v
//! x2 --------v9------------> x[2] / r
//! ```
//!
//! `k` is inactive and gives no vertex. No path leads from `x2` to `r - k`, so that entry is
//! structurally zero under every order. The dependency degree of `v4` is 2 * 2, because two
//! independents reach it and it reaches two dependents.

pub mod adjacency;
mod cones;
pub mod cut;
mod degrees;
pub mod dependency_degrees;
pub mod dot;
pub mod dual;
pub mod factored_division;
pub mod linear_graph;
pub mod linearize;
mod neighbour_set;
pub mod seeded;
pub mod sparsity;
pub mod spy;
pub mod verify;
mod vertex;

#[cfg(test)]
pub(crate) mod testing;

pub use adjacency::Adjacency;
pub use cut::cut;
pub use degrees::DependencyDegrees;
pub use factored_division::factor_divisions;
pub use linear_graph::{GraphError, Kind, LinearGraph, Node};
pub use linearize::{linearize, linearize_between, linearize_region};
pub use seeded::{Side, seeded};
pub use sparsity::Pattern;
pub use vertex::Vertex;
