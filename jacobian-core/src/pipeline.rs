//! The middle of the compiler, one line per stage.
//!
//! ```text
//! CodeList --differentiate--> partials --linearize--> LinearGraph --choose--> order
//!                                                        |                      |
//!                                                     Pattern                eliminate --> Plan --> Schedule
//! ```

use crate::elim::{self, EliminationOrder, OrderError, Plan, Step};
use crate::graph::{self, LinearGraph, Pattern, Vertex};
use crate::ir::{CodeList, calculus};
use crate::options::{self, Level, Options, Sequence};
use crate::order::search::{Budget, Objective};
use crate::order::{self, OrderChoice};
use crate::report::{self, Report};
use crate::schedule::{self, Cost, Schedule};

/// A function, ready to be emitted.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Value path and local partials.
    pub code: CodeList,
    /// The graph that was eliminated.
    pub graph: LinearGraph,
    /// How the order was chosen.
    pub choice: OrderChoice,
    /// The order.
    pub order: EliminationOrder,
    /// The accumulation code.
    pub plan: Plan,
    /// What other orders would cost, where that is quick to say.
    pub report: Option<Report>,
    /// All statements in order.
    pub schedule: Schedule,
    /// What the Jacobian costs beyond the value.
    pub cost: Cost,
}

impl Compiled {
    /// The order that a search found, as it is written in `order = list(..)`.
    pub fn found(&self) -> Option<OrderChoice> {
        if !matches!(self.choice, OrderChoice::Search(_)) {
            return None;
        }
        let vertex = |step: &Step| match step {
            Step::Vertex(vertex) => Some(vertex.0),
            _ => None,
        };
        let vertices = self
            .order
            .steps()
            .iter()
            .map(vertex)
            .collect::<Option<Vec<u32>>>()?;
        let fingerprint = Some(order::fingerprint(&self.graph));
        Some(OrderChoice::List {
            fingerprint,
            vertices,
        })
    }
}

/// From code list to schedule.
///
/// # Errors
/// When a listed order does not fit the graph of the function.
pub fn compile(code: CodeList, options: &Options) -> Result<Compiled, OrderError> {
    let (code, partials) = calculus::differentiate(code);
    let graph = graph::linearize(&code, &partials);
    let pattern = Pattern::of(&graph);
    let mut prefix = statement_level(&code, &graph, options.level);
    if prefix.is_empty() {
        prefix = elim::fold(&graph, fold(options.fold));
    }
    let choice = choice(options);
    let order = order::choose_after(&graph, &prefix, &choice)?;
    let plan = elim::share(elim::eliminate_to(&graph, &pattern, &order), &code);
    let report = report::report(&graph, &pattern);
    let schedule = match options.schedule {
        Sequence::DepthFirst => schedule::schedule(&code, &plan),
        Sequence::Elimination => schedule::schedule_as_eliminated(&code, &plan),
    };
    let cost = Cost::of(&code, &plan, &schedule);
    Ok(Compiled {
        code,
        graph,
        choice,
        order,
        plan,
        report,
        schedule,
        cost,
    })
}

/// The intermediates inside statements, last first: what is left is one vertex per assignment.
///
/// Source: ELIAD, section 3.6.
fn statement_level(code: &CodeList, graph: &LinearGraph, level: Level) -> Vec<Step> {
    let inside = |vertex: &Vertex| graph.value(*vertex).is_some_and(|id| !code.is_named(id));
    match level {
        Level::CodeList => Vec::new(),
        Level::Statement => graph
            .intermediates()
            .rev()
            .filter(inside)
            .map(Step::Vertex)
            .collect(),
    }
}

fn fold(fold: options::Fold) -> elim::Fold {
    match fold {
        options::Fold::None => elim::Fold::None,
        options::Fold::Trees => elim::Fold::Trees,
        options::Fold::Full => elim::Fold::Full,
    }
}

fn choice(options: &Options) -> OrderChoice {
    match &options.order {
        options::Order::Named(name) => match name.parse() {
            Ok(OrderChoice::Search(_)) => OrderChoice::Search(budget(options)),
            Ok(choice) => choice,
            Err(_) => unreachable!("invariant: the front accepts known names only"),
        },
        options::Order::List {
            fingerprint,
            vertices,
        } => OrderChoice::List {
            fingerprint: Some(fingerprint.clone()),
            vertices: vertices
                .iter()
                .map(|vertex| u32::try_from(*vertex).unwrap_or(u32::MAX))
                .collect(),
        },
    }
}

fn budget(options: &Options) -> Budget {
    let objective = match options.objective {
        options::Objective::Operations => Objective::Operations,
        options::Objective::All => Objective::All,
        options::Objective::Multiplications => Objective::Multiplications,
    };
    Budget {
        moves: options.search,
        objective,
    }
}
