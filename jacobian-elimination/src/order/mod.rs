//! Elimination orders: heuristics and searches that decide which vertex, edge or face goes next.
//!
//! Every order gives the same Jacobian, and they differ in the number of multiplications.
//!
//! ```text
//! forward   reverse   markowitz   enhanced_markowitz   ...   list("fingerprint", [..])
//!    \         \          |               |                          /
//!     +---------+---------+---- choose ---+--------------------------+---> EliminationOrder
//! ```
//!
//! [`forward_reverse`] goes by number. [`markowitz`] takes the cheapest next elimination, and
//! [`enhanced_markowitz`] the cheapest relative to its cost at the very end. [`pre_elimination`]
//! takes vertices with a single successor first. [`fill_in`] counts the edges that an elimination
//! makes. These share [`greedy`]: a heap whose keys may be stale, because a key changes only near
//! the vertex just eliminated. [`filters`] compose rules that may look at the previous target, as
//! in [`data_locality`], over vertices or over the finer [`edge_orders`]. [`search`] improves the
//! best of them. [`scarcity`] stops on the way. All work on a copy of the structure and return a
//! value.
//!
//! # The running example
//!
//! The graph of `let r = x[0] * x[1].sin(); [r - k, x[2] / r]` has two intermediates, `v3 = sin x1`
//! and `v4 = r`:
//!
//! ```text
//!        predecessors * successors    minus the dependency degree    enhanced Markowitz takes
//! v3     1 * 1                        1 * 2                          -1: first
//! v4     2 * 2                        2 * 2                           0: second
//! ```
//!
//! The order 3, 4 takes 1 + 4 products. The order 4, 3 takes 4 + 2, because `v3` then has two
//! successors.
//!
//! An order may begin with steps that folding decided. Then it completes them.
//!
//! Cost: the fill-in it causes, times a logarithm.

pub mod chained_products;
pub mod choice;
mod completion;
pub mod data_locality;
pub mod edge_annealing;
pub mod edge_orders;
pub mod enhanced_markowitz;
mod error_growth;
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
pub mod scarcity;
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

use crate::elim::{EliminationOrder, OrderError, Step};
use crate::graph::LinearGraph;
use crate::pricing::Pricer;

/// The order of a graph by the given choice.
///
/// # Errors
/// If a listed order does not fit the graph.
pub fn choose(graph: &LinearGraph, choice: &OrderChoice) -> Result<EliminationOrder, OrderError> {
    choose_after(graph, &[], choice)
}

/// The same after these steps, for example those of [`fold`](crate::elim::fold()).
///
/// # Errors
/// If a listed order does not fit the graph.
pub fn choose_after(
    graph: &LinearGraph,
    prefix: &[Step],
    choice: &OrderChoice,
) -> Result<EliminationOrder, OrderError> {
    choose_from(graph, Start::Decided(prefix), choice, None)
}

/// The orders of these methods after these steps. The graph that the steps leave is made once for
/// all of them.
pub(crate) fn each_after(
    graph: &LinearGraph,
    prefix: &[Step],
    methods: &[OrderChoice],
) -> Vec<EliminationOrder> {
    let problem = Problem::after(graph, prefix);
    let order = |method: &OrderChoice| {
        let steps = completion::complete(graph, problem.clone(), method)
            .expect("invariant: only methods are compared, no searches");
        EliminationOrder::of_steps(prefix.iter().copied().chain(steps).collect())
    };
    methods.iter().map(order).collect()
}

/// The same with the code list of the graph. A search then compares executed operations: it
/// includes local partials and excludes products of the value path.
///
/// # Errors
/// If a listed order does not fit the graph.
pub fn choose_from(
    graph: &LinearGraph,
    start: Start<'_>,
    choice: &OrderChoice,
    executed: Option<Pricer<'_>>,
) -> Result<EliminationOrder, OrderError> {
    if let OrderChoice::List {
        fingerprint,
        vertices,
    } = choice
    {
        return choice::listed(graph, fingerprint.as_deref(), vertices);
    }
    let searched = match choice {
        OrderChoice::Search(budget) => Some(search::search(graph, start, *budget, executed)),
        OrderChoice::Improved(budget) => search::improved(graph, start, *budget, executed),
        _ => None,
    };
    if let Some(steps) = searched {
        return Ok(EliminationOrder::of_steps(steps));
    }
    // A face order starts from the whole graph, because the dual graph cannot be turned back.
    let prefix = if choice.is_about_faces() {
        &[]
    } else {
        start.steps()
    };
    if let OrderChoice::Exact(objective) = choice {
        let n_remaining = Problem::after(graph, prefix).intermediates.len();
        let steps = exhaustive::vertices(graph, prefix, *objective);
        let steps = steps.ok_or(OrderError::TooLarge(n_remaining, exhaustive::VERTEX_LIMIT))?;
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
