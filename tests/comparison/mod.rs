//! Every method on every function: the data behind `examples/compare_orders` and the book's
//! `methods.md`.
//!
//! ```text
//! graphs of the literature (jacobian-elimination/tests/graphs)  \
//!                                                      functions x methods --> all, nontriv, ops
//! the ten problems (tests/corpus, as source)                    /
//! ```
//!
//! A problem goes through the whole compiler, so its ops leave out products that the value path
//! computes; a graph of the literature knows no value path. Nothing is folded beforehand, so that
//! products compare with the bound.

mod columns;
mod graphs;
mod hessians;
#[path = "../page/mod.rs"]
pub(crate) mod markers;
pub(crate) mod page;
#[path = "../sources/mod.rs"]
mod sources;
mod symmetric;

use std::collections::BTreeMap;

use jacobian_core::elim::eliminate;
use jacobian_core::graph::{LinearGraph, Pattern};
use jacobian_core::ir::{CodeList, RegionId};
use jacobian_core::order::lower_bound::lower_bound;
use jacobian_core::order::{OrderChoice, Start, choose_from};
use jacobian_core::plan::Counts;
use jacobian_core::pricing::Pricer;
use jacobian_core::rewrite::{Passes, Summands};
use quote::quote;

/// The graphs of the literature that are compared.
const GRAPHS: [&str; 10] = [
    "RoeFlux_1d",
    "RoeFlux_1d_cse",
    "RobotArm_6DOF",
    "RobotArm_6DOF_cse",
    "HumanHeartDipole",
    "PropaneCombustion",
    "driven_cavity_point",
    "speelpenning50",
    "chebyquad3",
    "surprise",
];

/// The problems whose run times are compared elsewhere.
const PROBLEMS: [&str; 10] = [
    "hhd", "cpf", "roe", "fic", "fdc", "snavely", "arm6", "se3b", "pollu", "bruss",
];

/// A function to compare methods on.
pub(crate) struct Function {
    /// Its name.
    pub(crate) name: &'static str,
    /// The graph to eliminate.
    pub(crate) graph: LinearGraph,
    /// Where the graph comes from source, its statements.
    pub(crate) code: Option<CodeList>,
    /// The published counts.
    pub(crate) published: String,
    /// The products that no vertex order does without.
    pub(crate) bound: usize,
}

/// The graphs of the literature.
///
/// # Errors
/// When a file is missing or not understood.
pub(crate) fn of_literature() -> Result<Vec<Function>, String> {
    let read = |name: &'static str| {
        let (graph, published) = graphs::read(name).map_err(|error| format!("{name}: {error}"))?;
        let bound = lower_bound(&graph);
        Ok(Function {
            name,
            graph,
            code: None,
            published,
            bound,
        })
    };
    GRAPHS.into_iter().map(read).collect()
}

/// The ten problems.
///
/// # Errors
/// When one is missing or does not compile.
pub(crate) fn of_problems() -> Result<Vec<Function>, String> {
    let corpus: BTreeMap<String, sources::Attributed> = sources::corpus()
        .into_iter()
        .map(|function| (function.name.clone(), function))
        .collect();
    let compile = |name: &'static str| {
        let source = corpus
            .get(name)
            .ok_or_else(|| format!("there is no function {name}"))?;
        let arguments = &source.arguments;
        let separator = (!arguments.is_empty()).then(|| quote!(,));
        let arguments = quote!(#arguments #separator order = forward, fold = none);
        let compiled = jacobian_core::compile_function(arguments, &source.item)
            .map_err(|error| format!("{name}: {error}"))?;
        let bound = lower_bound(&compiled.graph);
        Ok(Function {
            name,
            graph: compiled.graph,
            code: Some(compiled.code),
            published: String::new(),
            bound,
        })
    };
    PROBLEMS.into_iter().map(compile).collect()
}

/// All functions of the corpus and its domains that are one straight line.
#[allow(dead_code, reason = "counts are those of the ten problems")]
pub(crate) fn of_corpus() -> Vec<Function> {
    let all = sources::corpus().into_iter().chain(sources::domains());
    let function = |source: sources::Attributed| {
        let arguments = &source.arguments;
        let separator = (!arguments.is_empty()).then(|| quote!(,));
        let arguments = quote!(#arguments #separator order = forward, fold = none);
        let compiled = jacobian_core::compile_function(arguments, &source.item).ok()?;
        let is_straight = compiled.code.n_regions() == 1;
        is_straight.then(|| Function {
            name: source.name.leak(),
            graph: compiled.graph,
            code: Some(compiled.code),
            published: String::new(),
            bound: 0,
        })
    };
    all.filter_map(function).collect()
}

/// The cost of the order of a method. `None` if the method does not accept the graph: exact orders
/// are for tiny graphs.
pub(crate) fn counts(function: &Function, method: &str) -> Option<Counts> {
    let choice: OrderChoice = method.parse().ok()?;
    let known = function
        .code
        .as_ref()
        .map(|code| Passes::of(code, Summands::Computed));
    let graph = &function.graph;
    let pattern = Pattern::of(graph);
    let executed = known
        .as_ref()
        .map(|known| Pricer::new(known, RegionId::FUNCTION, &pattern));
    let order = choose_from(graph, Start::Decided(&[]), &choice, executed).ok()?;
    let plan = eliminate(graph, &order);
    let plan = match &known {
        Some(known) => known.rewrite(plan, RegionId::FUNCTION),
        None => plan,
    };
    Some(plan.counts())
}
