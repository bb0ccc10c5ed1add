//! Edge elimination orders: finer steps than vertices, and sometimes cheaper than every vertex
//! order.
//!
//! ```text
//! x0 -> k -> i -> y1..y4      i first 15, k first 14 multiplications; but back eliminating (i, y0)
//! x1 -> k ------> y0          alone, then k, then i takes 13
//!            i -> y0
//! ```
//!
//! - *Lowest edge Markowitz*: front (i, j) costs |successors of j|, back (i, j) |predecessors of
//!   i|.
//! - *Lowest fill-in*: the least net change of the number of edges.
//! - *Highest edge sibling*: the largest overlap with the previous target (see
//!   [`data_locality`](super::data_locality)).
//!
//! Ties go to the lowest Markowitz degree, then to the last edge.
//!
//! Cost: near-linear for Markowitz and sibling; fill-in has the square of the degrees as a factor.
//! Source: Naumann, "Accumulation of Jacobians by dynamic programming", section 1 and fig. 4 (with
//! the words front and back exchanged); the data-locality heuristics of `xaifBooster`, section 4.

use std::cmp::Reverse;

use crate::elim::Step;

use super::Problem;
use super::data_locality::{HighestSibling, OnlySiblings};
use super::fill_in::net_change;
use super::filters::{Compose, Last, LowestMarkowitz, Near, order_by};
use super::greedy::{self, Scope};
use super::target::{Edge, Side, Target};

/// The lowest edge Markowitz degree at each stage.
pub fn lowest_markowitz(problem: Problem) -> Vec<Step> {
    greedy::by_least_key(problem, Scope::Degrees, |working, side: Side| {
        (side.degree(working), Reverse(side))
    })
}

/// The lowest net change of the number of edges at each stage.
pub fn lowest_fill_in(problem: Problem) -> Vec<Step> {
    greedy::by_least_key(problem, Scope::Neighbours, |working, edge: Edge| {
        (
            net_change(working, edge),
            edge.degree(working),
            Reverse(edge),
        )
    })
}

/// The largest overlap with the previous target at each stage.
pub fn highest_sibling(problem: Problem) -> Vec<Step> {
    let heuristic = OnlySiblings
        .then(HighestSibling)
        .then(LowestMarkowitz)
        .then(Last);
    order_by::<Edge>(problem, Near::Siblings, &heuristic)
}
