//! Orders: which elimination next.
//!
//! ```text
//! forward   reverse   markowitz   enhanced_markowitz   ...   list("fingerprint", [..])
//!    \         \          |               |                          /
//!     +---------+---------+---- choose ---+--------------------------+---> EliminationOrder
//! ```
//!
//! [`natural`] goes by number, [`markowitz`] by the cheapest next elimination, [`enhanced`] by the cheapest
//! relative to what it would cost in the end, [`pre_elimination`] takes single successors first,
//! [`fill_in`] looks at the edges an elimination makes. What these share is [`greedy`]: the next vertex
//! from a heap in which a key may be stale, since a key changes only near the vertex just eliminated.
//! [`heuristic`] composes filters that may look at the previous target, as [`locality`] does, over vertices
//! or the finer [`edge_orders`]. All of them work on a copy of the structure and return a value.
//!
//! An order may follow a prefix of steps already decided by folding; it then completes them.
//!
//! Cost: the fill-in it causes, times a logarithm.

pub mod chained_products;
pub mod choice;
mod completion;
pub mod data_locality;
pub mod edge_annealing;
pub mod edge_orders;
pub mod enhanced_markowitz;
pub mod exhaustive;
pub mod face_orders;
pub mod fill_in;
pub mod filters;
pub mod forward_reverse;
pub mod greedy;
pub mod lower_bound;
pub mod markowitz;
pub mod pre_elimination;
mod problem;
pub mod search;
pub mod single_use;
pub mod stability;
pub mod target;
mod unknown;

pub use choice::OrderChoice;
pub(crate) use choice::structure_hash;
pub use markowitz::Tie;
pub use problem::{Problem, Start};
pub use search::{Budget, Objective};
pub use unknown::UnknownOrder;

use crate::elim::{EliminationOrder, Executed, OrderError, Step};
use crate::graph::LinearGraph;

/// The order that was asked for.
///
/// # Errors
/// When a listed order does not fit the graph.
pub fn choose(graph: &LinearGraph, choice: &OrderChoice) -> Result<EliminationOrder, OrderError> {
    choose_after(graph, &[], choice)
}

/// The same after these steps, for instance those of [`fold`](crate::elim::fold()).
///
/// # Errors
/// When a listed order does not fit the graph.
pub fn choose_after(
    graph: &LinearGraph,
    prefix: &[Step],
    choice: &OrderChoice,
) -> Result<EliminationOrder, OrderError> {
    choose_from(graph, Start::Decided(prefix), choice, None)
}

/// The same where the code list is known: a search then compares what is executed in the end, partials and
/// products of the value path included.
///
/// # Errors
/// When a listed order does not fit the graph.
pub fn choose_from(
    graph: &LinearGraph,
    start: Start<'_>,
    choice: &OrderChoice,
    executed: Option<Executed<'_>>,
) -> Result<EliminationOrder, OrderError> {
    if let OrderChoice::List {
        fingerprint,
        vertices,
    } = choice
    {
        return choice::listed(graph, fingerprint.as_deref(), vertices);
    }
    let found = match choice {
        OrderChoice::Search(budget) => Some(search::search(graph, start, *budget, executed)),
        OrderChoice::Improved(budget) => search::improved(graph, start, *budget, executed),
        _ => None,
    };
    if let Some(steps) = found {
        return Ok(EliminationOrder::of_steps(steps));
    }
    // A face order starts from the graph as it is: the dual graph has no way back.
    let prefix = if choice.is_about_faces() {
        &[]
    } else {
        start.steps()
    };
    if let OrderChoice::Exact(objective) = choice {
        let n_left = Problem::after(graph, prefix).intermediates.len();
        let steps = exhaustive::vertices(graph, prefix, *objective);
        let steps = steps.ok_or(OrderError::TooLarge(n_left, exhaustive::VERTEX_LIMIT))?;
        return Ok(EliminationOrder::of_steps(
            prefix.iter().copied().chain(steps).collect(),
        ));
    }
    let problem = Problem::after(graph, prefix);
    let steps = match choice {
        OrderChoice::Annealing(budget) => search::annealed(graph, prefix, &problem, *budget),
        OrderChoice::EdgeAnnealing(budget) => edge_annealing::order(&problem, *budget),
        _ => completion::complete(graph, problem, choice)
            .expect("invariant: searches and listed orders were answered before"),
    };
    Ok(EliminationOrder::of_steps(
        prefix.iter().copied().chain(steps).collect(),
    ))
}
