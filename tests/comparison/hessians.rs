//! Methods for Hessians: the orders of the second elimination, and edge pushing.
//!
//! ```text
//! function --the default order--> gradient, a code list --each order--> lower triangle: ops
//! function --edge pushing, a sweep against its statements--> the same: ops
//! ```
//!
//! Counted is the accumulation, a fused multiply-add as one operation. Local partials are not
//! counted, those of second order neither, which edge pushing needs and elimination mostly finds in
//! the gradient. So edge pushing takes a little more than its row says. The adjoints that it begins
//! with belong to the gradient of one dependent; those of a weighted sum are counted.
//!
//! Source of edge pushing: R. M. Gower, M. P. Mello, A new framework for the computation of
//! Hessians, Optimization Methods and Software 27, 2012.

use std::collections::BTreeMap;
use std::fmt::Write;

use jacobian_core::elim::eliminate_to;
use jacobian_core::graph::{Kind, LinearGraph, Pattern, Vertex};
use jacobian_core::ir::elemental::Operation;
use jacobian_core::ir::{Category, CodeList, Elemental, Partial, RegionId};
use jacobian_core::options::Options;
use jacobian_core::order::{Budget, OrderChoice, Start, choose_from};
use jacobian_core::pipeline;
use jacobian_core::pricing::Pricer;
use jacobian_core::rewrite::{Passes, Summands};
use quote::quote;

use super::sources;

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
    let plain = compile(quote!(order = forward, fold = none))?;
    found.push((
        "edge pushing".to_owned(),
        edge_pushing(&plain.graph, &plain.code),
    ));
    Ok(found)
}

/// A sum that is accumulated term by term.
#[derive(Clone, Copy, Default)]
struct Sum {
    terms: usize,
}

/// Counts operations: a product is one, and takes an addition along.
#[derive(Default)]
struct Pushing {
    /// Second-order weights of pairs of vertices, the higher one first.
    weights: BTreeMap<(Vertex, Vertex), Sum>,
    operations: usize,
}

impl Pushing {
    /// Adds a term to a weight. A term without a product is added, if it is not the first.
    fn add(&mut self, (a, b): (Vertex, Vertex), products: usize) {
        let sum = self.weights.entry((a.max(b), a.min(b))).or_default();
        let addition = usize::from(sum.terms > 0 && products == 0);
        self.operations += products + addition;
        sum.terms += 1;
    }
}

/// The operations of edge pushing on a code list without branches, which begins with the adjoints
/// of the gradient.
fn edge_pushing(graph: &LinearGraph, code: &CodeList) -> usize {
    let mut pushing = Pushing::default();
    let is_weighted = graph.dependents().len() > 1;
    for vertex in graph.vertices().rev() {
        if graph.kind(vertex) == Kind::Independent {
            continue;
        }
        if is_weighted {
            pushing.operations += adjoint(graph, vertex);
        }
        let sources: Vec<(Vertex, Partial)> = graph.predecessors(vertex).collect();
        push(&mut pushing, vertex, &sources);
        for (a, b, is_one) in interactions(graph, code, vertex, &sources) {
            // The adjoint of the vertex by the second partial. The adjoint of the only dependent
            // is one, but such a product is not worth a case of its own.
            pushing.add((a, b), usize::from(!is_one));
        }
    }
    pushing.operations
}

/// The operations of the adjoint of a vertex, a sum of products. That of a row is its weight.
fn adjoint(graph: &LinearGraph, vertex: Vertex) -> usize {
    let labels: Vec<Partial> = graph.successors(vertex).map(|(_, label)| label).collect();
    let is_product = |label: &&Partial| label.category() != Category::Trivial;
    let products = labels.iter().filter(is_product).count();
    products.max(labels.len().saturating_sub(1))
}

/// Moves the weights of the pairs with this vertex to its predecessors.
fn push(pushing: &mut Pushing, vertex: Vertex, sources: &[(Vertex, Partial)]) {
    let is_of = |(a, b): &(Vertex, Vertex)| *a == vertex || *b == vertex;
    let pairs: Vec<_> = pushing.weights.keys().copied().filter(is_of).collect();
    let product = |label: &Partial| usize::from(label.category() != Category::Trivial);
    for pair in pairs {
        pushing.weights.remove(&pair);
        let other = if pair.0 == vertex { pair.1 } else { pair.0 };
        for (place, (source, label)) in sources.iter().enumerate() {
            if other != vertex {
                // Twice, if both ends are the same: the factor is a product of its own.
                let twice = usize::from(*source == other);
                pushing.add((*source, other), product(label) + twice);
                continue;
            }
            // The weight by one label is formed once, and then multiplied with each.
            pushing.operations += product(label);
            for (second, by) in &sources[..=place] {
                pushing.add((*source, *second), product(by));
            }
        }
    }
}

/// The pairs of operands that have a second partial, and whether that is plus or minus one.
fn interactions(
    graph: &LinearGraph,
    code: &CodeList,
    vertex: Vertex,
    sources: &[(Vertex, Partial)],
) -> Vec<(Vertex, Vertex, bool)> {
    use Operation as Op;
    let is_copy = sources.len() == 1 && graph.value(sources[0].0) == graph.value(vertex);
    let Some(id) = graph.value(vertex).filter(|_| !is_copy) else {
        return Vec::new();
    };
    let statement = code.statement(id);
    let Elemental::Operation(operation) = statement.elemental() else {
        return Vec::new();
    };
    let source = |place: usize| {
        let id = statement.operands()[place];
        let is_of = |(vertex, _): &&(Vertex, Partial)| graph.value(*vertex) == Some(id);
        sources.iter().find(is_of).map(|(vertex, _)| *vertex)
    };
    let pair = |a: usize, b: usize, is_one| Some((source(a)?, source(b)?, is_one));
    let places = statement.operands().len();
    let pairs: Vec<Option<_>> = match operation {
        Op::Add | Op::Sub | Op::Neg | Op::Abs | Op::Min | Op::Max => Vec::new(),
        Op::Mul | Op::MulAdd => vec![pair(0, 1, true)],
        Op::Div => vec![pair(0, 1, false), pair(1, 1, false)],
        _ => {
            let pairs = (0..places).flat_map(|a| (a..places).map(move |b| (a, b)));
            pairs.map(|(a, b)| pair(a, b, false)).collect()
        }
    };
    pairs.into_iter().flatten().collect()
}
