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

pub mod bound;
pub mod chain;
pub mod choice;
pub mod edge_annealing;
pub mod edge_orders;
pub mod enhanced;
pub mod exhaustive;
pub mod face_orders;
pub mod fill_in;
pub mod greedy;
pub mod growth;
pub mod heuristic;
pub mod locality;
pub mod markowitz;
pub mod natural;
pub mod pre_elimination;
pub mod search;
pub mod single_use;
pub mod target;

pub use choice::OrderChoice;
pub(crate) use choice::structure_hash;
pub use markowitz::Tie;
pub use search::{Budget, Objective};

use crate::elim::{EliminationOrder, Executed, OrderError, Step, cost};
use crate::graph::{Adjacency, DependencyDegrees, LinearGraph, Vertex};

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
    let steps = completion(graph, prefix, Problem::after(graph, prefix), choice);
    Ok(EliminationOrder::of_steps(
        prefix.iter().copied().chain(steps).collect(),
    ))
}

/// Where a method starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// After steps that are decided.
    Decided(&'a [Step]),
    /// After steps that a long search may take back, such as those of folding.
    Proposed(&'a [Step]),
}

impl<'a> Start<'a> {
    /// The steps before.
    pub fn steps(self) -> &'a [Step] {
        match self {
            Self::Decided(steps) | Self::Proposed(steps) => steps,
        }
    }

    /// The order from the beginning, if the steps before are vertices and not decided.
    fn undone(self, then: &[Vertex]) -> Option<Vec<Vertex>> {
        let Self::Proposed(steps) = self else {
            return None;
        };
        let vertex = |step: &Step| match step {
            Step::Vertex(vertex) => Some(*vertex),
            Step::Front(..) | Step::Back(..) | Step::Face(..) => None,
        };
        let before: Option<Vec<Vertex>> = steps.iter().map(vertex).collect();
        let mut whole = before?;
        whole.extend(then);
        Some(whole)
    }
}

/// The steps by which a method finishes a problem.
fn completion(
    graph: &LinearGraph,
    prefix: &[Step],
    problem: Problem,
    choice: &OrderChoice,
) -> Vec<Step> {
    match choice {
        OrderChoice::Forward => natural::forward(problem),
        OrderChoice::Reverse => natural::reverse(problem),
        OrderChoice::Markowitz(tie) => markowitz::order(problem, *tie),
        OrderChoice::EnhancedMarkowitz | OrderChoice::Improved(_) => {
            enhanced::order(problem, graph)
        }
        OrderChoice::RelativeMarkowitz => {
            enhanced::relative(problem, &DependencyDegrees::of(graph))
        }
        OrderChoice::PreElimination => pre_elimination::then(problem, natural::reverse),
        OrderChoice::PreEliminationForward => pre_elimination::then(problem, natural::forward),
        OrderChoice::PreEliminationMarkowitz => {
            pre_elimination::then(problem, |rest| markowitz::order(rest, Tie::Last))
        }
        OrderChoice::PreEliminationEnhanced => {
            pre_elimination::then(problem, |rest| enhanced::order(rest, graph))
        }
        OrderChoice::LowestFillIn => fill_in::lowest_fill_in(problem),
        OrderChoice::MinimalDamage => fill_in::minimal_damage(problem),
        OrderChoice::OverallMarkowitz => fill_in::overall_markowitz(problem),
        OrderChoice::Sibling => locality::sibling(problem),
        OrderChoice::SuccessorPredecessor => locality::successor_predecessor(problem),
        OrderChoice::EdgeMarkowitz => edge_orders::lowest_markowitz(problem),
        OrderChoice::EdgeFillIn => edge_orders::lowest_fill_in(problem),
        OrderChoice::EdgeSibling => edge_orders::highest_sibling(problem),
        OrderChoice::ChainedProducts(numbering, chain) => {
            chain::order(&problem, graph, *numbering, *chain)
        }
        OrderChoice::SingleUse => single_use::order(problem, graph),
        OrderChoice::Annealing(budget) => search::annealed(graph, prefix, &problem, *budget),
        OrderChoice::EdgeAnnealing(budget) => edge_annealing::order(&problem, *budget),
        OrderChoice::FaceMarkowitz => face_orders::lowest_markowitz(graph),
        OrderChoice::FaceAbsorb => face_orders::absorb(graph),
        OrderChoice::Search(_) | OrderChoice::Exact(_) | OrderChoice::List { .. } => {
            unreachable!("invariant: what takes more than the graph was answered before")
        }
    }
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
            if let Some(vertex) = step.over() {
                let n_edges = working.in_degree(vertex) + working.out_degree(vertex);
                is_gone[vertex.index()] = n_edges == 0;
            }
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
    /// Takes vertices that were eliminated off the list of what is left.
    fn drop_eliminated(&mut self, eliminated: &[Vertex]) {
        let mut is_gone = vec![false; self.working.n_vertices()];
        for vertex in eliminated {
            is_gone[vertex.index()] = true;
        }
        self.intermediates.retain(|vertex| !is_gone[vertex.index()]);
    }
}
