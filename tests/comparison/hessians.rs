//! Methods for Hessians: the orders of the second elimination, and others that they are compared
//! with.
//!
//! ```text
//! function --the default order--> gradient, a code list --each order--> lower triangle: ops
//!                                                       --forward, by colours--> columns: ops
//! function --symmetric elimination--> lower triangle: ops
//! ```
//!
//! Counted is the accumulation, a fused multiply-add as one operation. Local partials are not
//! counted, those of second order neither, which symmetric elimination needs and the elimination of
//! the gradient mostly finds there. So it takes a little more than its rows say.

use std::collections::BTreeMap;
use std::fmt::Write;

use jacobian_core::elim::eliminate_to;
use jacobian_core::graph::Pattern;
use jacobian_core::ir::RegionId;
use jacobian_core::options::Options;
use jacobian_core::order::{Budget, OrderChoice, Start, choose_from};
use jacobian_core::pipeline;
use jacobian_core::pricing::Pricer;
use jacobian_core::rewrite::{Passes, Summands};
use quote::quote;

use super::{columns, sources, symmetric};

/// Functions with one dependent, and then some whose Hessian is that of a Lagrangian. None has a
/// branch.
const FUNCTIONS: [&str; 12] = [
    "van_der_waals",
    "redlich_kwong",
    "haversine",
    "epipolar",
    "minimal_surface",
    "lennard_jones",
    "hhd",
    "cpf",
    "arm6",
    "snavely",
    "pollu",
    "bruss",
];

/// The orders that are compared, by name. The default of the attribute comes behind them.
const ORDERS: [&str; 7] = [
    "forward",
    "reverse",
    "markowitz",
    "enhanced_markowitz",
    "pre_elimination",
    "lowest_fill_in",
    "search",
];

/// The table of operations.
///
/// # Errors
/// When a function is missing or does not compile.
pub(crate) fn table() -> Result<String, String> {
    let mut rows: BTreeMap<(usize, String), Vec<usize>> = BTreeMap::new();
    for name in FUNCTIONS {
        for (place, (method, operations)) in of_function(name)?.into_iter().enumerate() {
            rows.entry((place, method)).or_default().push(operations);
        }
    }
    let mut text = format!("| ops | {} | sum |\n", FUNCTIONS.join(" | "));
    let _ = writeln!(text, "|---|{}", "---:|".repeat(FUNCTIONS.len() + 1));
    for ((_, method), operations) in rows {
        let cells: Vec<String> = operations.iter().map(ToString::to_string).collect();
        let sum: usize = operations.iter().sum();
        let _ = writeln!(text, "| {method} | {} | {sum} |", cells.join(" | "));
    }
    Ok(text + "\n")
}

/// Each method with its operations on a function.
fn of_function(name: &str) -> Result<Vec<(String, usize)>, String> {
    let mut functions = sources::corpus().into_iter().chain(sources::domains());
    let source = functions
        .find(|function| function.name == name)
        .ok_or_else(|| format!("there is no function {name}"))?;
    let compile = |more| {
        let arguments = &source.arguments;
        let separator = (!arguments.is_empty()).then(|| quote!(,));
        jacobian_core::compile_function(quote!(#arguments #separator #more), &source.item)
            .map_err(|error| format!("{name}: {error}"))
    };
    let function = compile(quote!())?;
    if function.code.n_regions() > 1 {
        return Err(format!("{name} has branches"));
    }
    let hessian = pipeline::hessian(&function, &Options::default())
        .map_err(|_| format!("{name} cannot be differentiated twice"))?;
    let (graph, code) = (&hessian.compiled.graph, &hessian.compiled.code);
    let entries = hessian.compiled.plan.entries().iter();
    let lower: Vec<_> = entries.map(|entry| (entry.row(), entry.col())).collect();
    let pattern = Pattern::of(graph).restricted(&lower);
    let passes = Passes::of(code, Summands::Computed);
    let mut found = Vec::new();
    let mut choices: Vec<(&str, OrderChoice)> = Vec::new();
    for order in ORDERS {
        choices.push((order, order.parse().map_err(|_| order.to_owned())?));
    }
    choices.push(("the default", OrderChoice::Improved(Budget::default())));
    for (method, choice) in &choices {
        let pricer = Pricer::new(&passes, RegionId::FUNCTION, &pattern);
        let order = choose_from(graph, Start::Decided(&[]), choice, Some(pricer))
            .map_err(|error| format!("{name}: {error}"))?;
        let plan = eliminate_to(graph, &pattern, &order);
        let plan = passes.rewrite(plan, RegionId::FUNCTION);
        found.push(((*method).to_owned(), plan.counts().operations));
    }
    found.push((
        "columns by colours".to_owned(),
        columns::operations(graph, &lower),
    ));
    let plain = compile(quote!(order = forward, fold = none))?;
    let (graph, code) = (&plain.graph, &plain.code);
    for (method, order) in [
        ("symmetric, lowest degree", symmetric::Order::LowestDegree),
        ("edge pushing", symmetric::Order::Reverse),
    ] {
        let operations = symmetric::operations(graph, code, order);
        found.push((method.to_owned(), operations));
    }
    Ok(found)
}
