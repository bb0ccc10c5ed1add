//! Forward and reverse mode: vertices in topological order, or backwards.
//!
//! ```text
//! x -> 1 -> 2 -> 3 -> y      forward 1, 2, 3      reverse 3, 2, 1
//! ```
//!
//! Sparse forward mode pays for each independent that reaches a vertex, and sparse reverse mode for
//! each dependent that the vertex reaches. Cost: none. Source: Griewank & Walther, section 9.2.

use crate::elim::Step;

use super::Problem;

/// From the first intermediate to the last.
pub fn forward(problem: Problem) -> Vec<Step> {
    problem
        .intermediates
        .into_iter()
        .map(Step::Vertex)
        .collect()
}

/// From the last intermediate to the first.
pub fn reverse(problem: Problem) -> Vec<Step> {
    problem
        .intermediates
        .into_iter()
        .rev()
        .map(Step::Vertex)
        .collect()
}
