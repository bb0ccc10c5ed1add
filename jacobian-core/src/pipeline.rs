//! The middle of the compiler, one line per stage.
//!
//! ```text
//! CodeList --differentiate--> partials --linearize--> LinearGraph --choose--> order
//!                                                        |                      |
//!                                                     Pattern                eliminate --> Plan --> Schedule
//! ```

use crate::elim::{self, OrderError, Plan};
use crate::graph::{self, LinearGraph, Pattern};
use crate::ir::{CodeList, calculus};
use crate::options::{self, Options};
use crate::order::{self, OrderChoice};
use crate::schedule::{self, Cost, Schedule};

/// A function, ready to be emitted.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Value path and local partials.
    pub code: CodeList,
    /// The graph that was eliminated.
    pub graph: LinearGraph,
    /// The accumulation code.
    pub plan: Plan,
    /// All statements in order.
    pub schedule: Schedule,
    /// What the Jacobian costs beyond the value.
    pub cost: Cost,
}

/// From code list to schedule.
///
/// # Errors
/// When a listed order does not fit the graph of the function.
pub fn compile(code: CodeList, options: &Options) -> Result<Compiled, OrderError> {
    let (code, partials) = calculus::differentiate(code);
    let graph = graph::linearize(&code, &partials);
    let pattern = Pattern::of(&graph);
    let folded = elim::fold(&graph, fold(options.fold));
    let order = order::choose_after(&graph, &folded, &choice(&options.order))?;
    let plan = elim::share(elim::eliminate_to(&graph, &pattern, &order), &code);
    let schedule = schedule::schedule(&code, &plan);
    let cost = Cost::of(&code, &plan, &schedule);
    Ok(Compiled {
        code,
        graph,
        plan,
        schedule,
        cost,
    })
}

fn fold(fold: options::Fold) -> elim::Fold {
    match fold {
        options::Fold::None => elim::Fold::None,
        options::Fold::Trees => elim::Fold::Trees,
        options::Fold::Full => elim::Fold::Full,
    }
}

fn choice(order: &options::Order) -> OrderChoice {
    match order {
        options::Order::Named(name) => name
            .parse()
            .expect("invariant: the front accepts known names only"),
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
