//! Orders: which elimination next.
//!
//! ```text
//! forward   reverse   markowitz   enhanced_markowitz   ...   list("fingerprint", [..])
//!    \         \          |               |                          /
//!     +---------+---------+---- choose ---+--------------------------+---> EliminationOrder
//! ```
//!
//! [`natural`] goes by number, [`markowitz`] by the cheapest next elimination, [`enhanced`] by the cheapest
//! relative to what it would cost in the end. All of them work on a copy of the structure and return a
//! value. What they share is [`greedy`]: the next vertex from a heap in which a key may be stale,
//! since a degree changes only beside the vertex just eliminated.
//!
//! An order may follow a prefix of steps already decided by folding; it then completes them.
//!
//! Cost: the fill-in it causes, times a logarithm.

pub mod choice;
pub mod enhanced;
pub mod greedy;
pub mod markowitz;
pub mod natural;

pub use choice::{OrderChoice, fingerprint};
pub use markowitz::Tie;

use crate::elim::{EliminationOrder, OrderError, Step, cost};
use crate::graph::{Adjacency, LinearGraph, Vertex};

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
    if let OrderChoice::List {
        fingerprint,
        vertices,
    } = choice
    {
        return choice::listed(graph, fingerprint.as_deref(), vertices);
    }
    let problem = Problem::after(graph, prefix);
    let vertices = match choice {
        OrderChoice::Forward => natural::forward(problem),
        OrderChoice::Reverse => natural::reverse(problem),
        OrderChoice::Markowitz(tie) => markowitz::order(problem, *tie),
        OrderChoice::EnhancedMarkowitz => enhanced::order(problem, graph),
        OrderChoice::List { .. } => unreachable!("a list was answered above"),
    };
    let ordered = vertices.into_iter().map(Step::Vertex);
    Ok(EliminationOrder::of_steps(
        prefix.iter().copied().chain(ordered).collect(),
    ))
}

/// What is left to be ordered.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The structure as it stands.
    pub working: Adjacency<()>,
    /// The intermediates that are left, in topological order.
    pub intermediates: Vec<Vertex>,
}

impl Problem {
    /// A graph from which nothing was eliminated.
    pub fn of(graph: &LinearGraph) -> Self {
        Self::after(graph, &[])
    }

    /// A graph after these steps.
    pub fn after(graph: &LinearGraph, prefix: &[Step]) -> Self {
        let mut working = Adjacency::structure(graph);
        let mut is_gone = vec![false; graph.n_vertices()];
        for step in prefix {
            cost::perform(&mut working, *step);
            let (Step::Vertex(vertex) | Step::Front(_, vertex) | Step::Back(vertex, _)) = *step;
            is_gone[vertex.index()] = working.in_degree(vertex) + working.out_degree(vertex) == 0;
        }
        let intermediates = graph
            .intermediates()
            .filter(|vertex| !is_gone[vertex.index()])
            .collect();
        Self {
            working,
            intermediates,
        }
    }
}
