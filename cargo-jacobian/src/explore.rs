//! One page on a function: source, graph and plan side by side, and the elimination step by step.
//!
//! ```text
//! Watched --of each graph--> Scene    the Jacobian, the Hessian, arms of branches, bodies of loops
//!         --as JSON--------> explore.html    a page that needs no network
//! ```

use std::collections::BTreeSet;

use clap::ArgMatches;
use jacobian_core::Watched;
use jacobian_core::elim::EliminationOrder;
use jacobian_core::elim::label::Label;
use jacobian_core::graph::{Kind, LinearGraph};
use jacobian_core::ir::{CodeList, Role, ValueId};
use jacobian_core::order::lower_bound::lower_bound;
use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::{Atom, Plan, Term};
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::frames::{self, Change, Frame, Known, frames};
use crate::numbered::Numbered;
use crate::orders;
use crate::output;
use crate::report::{MOST_TO_BOUND, shown_name};
use crate::source::Function;

const PAGE: &str = include_str!("explore.html");

/// More vertices than this a browser cannot draw at once.
const MOST_TO_EXPLORE: usize = 1_500;

/// Writes the page.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let function = crate::function(matches)?;
    let text = std::fs::read_to_string(&function.file)
        .map_err(|error| Failure::of_file("read", &function.file, error))?;
    output::write(&page(&function, &text)?, crate::target(matches))
}

/// The page, with its data inside.
fn page(function: &Function, source: &str) -> Done<String> {
    let watched = &function.watched;
    let compiled = &watched.compiled;
    let n_vertices = compiled.graph.n_vertices();
    if n_vertices > MOST_TO_EXPLORE {
        return Err(Failure::new(format!(
            "a graph of {n_vertices} vertices is too large for a page; `report` and `graph` take it"
        )));
    }
    let mut numbered = Numbered::of(&watched.places);
    let whole = (&compiled.graph, &compiled.plan);
    let mut scenes = vec![scene("Jacobian", whole, (compiled, 0), &mut numbered)?];
    if let Some(hessian) = &watched.hessian {
        let compiled = &hessian.compiled;
        if compiled.graph.n_vertices() <= MOST_TO_EXPLORE {
            let whole = (&compiled.graph, &compiled.plan);
            scenes.push(scene("Hessian", whole, (compiled, 0), &mut numbered)?);
        }
    }
    for (number, arm) in compiled.arms.iter().enumerate() {
        if let Some(plan) = &arm.plan {
            let title = format!("Region {}", number + 1);
            let arm = (&arm.graph, plan);
            scenes.push(scene(&title, arm, (compiled, number + 1), &mut numbered)?);
        }
    }
    let data = json!({
        "name": shown_name(watched),
        "file": function.file.display().to_string(),
        "source": shown_lines(watched.line, &numbered, source),
        "places": numbered.to_json(),
        "scenes": scenes,
        "orders": order_costs(watched),
        "bound": (n_vertices <= MOST_TO_BOUND).then(|| lower_bound(&compiled.graph)),
    });
    // `</script>` in the data would end it.
    let data = data.to_string().replace('<', "\\u003c");
    let title = shown_name(watched).replace('<', "&lt;");
    Ok(PAGE.replace("{{title}}", &title).replace("{{data}}", &data))
}

/// The lines of the source from the first to the last that a value comes from.
fn shown_lines(line_of_name: usize, numbered: &Numbered<'_>, source: &str) -> Vec<Value> {
    let lines = || numbered.lines().chain([line_of_name]);
    let first = lines().min().unwrap_or(1);
    let last = lines().max().unwrap_or(1) + 1;
    let text = source.lines().enumerate().skip(first - 1);
    text.take(last + 1 - first)
        .map(|(at, text)| json!({ "line": at + 1, "text": text }))
        .collect()
}

fn order_costs(watched: &Watched) -> Vec<Value> {
    let costs = orders::compared(watched);
    let cost = |cost: &orders::Cost| {
        json!({
            "order": cost.order,
            "operations": cost.operations,
            "multiplications": cost.multiplications,
            "cycles": cost.cycles,
        })
    };
    costs.iter().map(cost).collect()
}

/// A graph with its elimination and its plan.
fn scene(
    title: &str,
    (graph, plan): (&LinearGraph, &Plan),
    (compiled, order): (&Compiled, usize),
    numbered: &mut Numbered<'_>,
) -> Done<Value> {
    let order = compiled.orders.get(order);
    // The steps of a face order have no frames of their own.
    let steps = frames(graph, order).or_else(|_| frames(graph, None))?;
    let code = &compiled.code;
    let places = numbered.places_of(code);
    Ok(json!({
        "title": title,
        "order": order.map(EliminationOrder::to_string),
        "vertices": graph.vertices().map(|vertex| {
            let value = graph.value(vertex);
            json!({
                "id": vertex.index(),
                "name": frames::name(graph, vertex),
                "kind": kind(graph.kind(vertex)),
                "places": value.map(|id| &places[id.index()]),
                "formula": value.map(|id| formula(code, id)),
            })
        }).collect::<Vec<_>>(),
        "frames": steps.iter().map(frame).collect::<Vec<_>>(),
        "statements": statements(code, plan, &places),
        "entries": entries(graph, plan),
    }))
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Independent => "in",
        Kind::Intermediate => "mid",
        Kind::Dependent => "out",
    }
}

fn frame(frame: &Frame) -> Value {
    let edge = |edge: &frames::Edge| {
        let known = match edge.known {
            Known::Unit => "unit",
            Known::Number => "number",
            Known::Varies => "varies",
        };
        json!([
            edge.source.index(),
            edge.target.index(),
            edge.label,
            known,
            match edge.change {
                Some(Change::FillIn) => "new",
                Some(Change::Absorption) => "absorbed",
                None => "",
            }
        ])
    };
    let over = frame.step.and_then(jacobian_core::elim::Step::over);
    json!({
        "step": frame.step.map(|step| step.to_string()),
        "over": over.map(jacobian_core::graph::Vertex::index),
        "products": frame.products,
        "edges": frame.edges.iter().map(edge).collect::<Vec<_>>(),
    })
}

/// `v4 = v0 * v3`
pub(crate) fn formula(code: &CodeList, id: ValueId) -> String {
    let statement = code.statement(id);
    let operands: Vec<String> = statement
        .operands()
        .iter()
        .map(ToString::to_string)
        .collect();
    let elemental = statement.elemental().to_string();
    match (elemental.as_str(), operands.as_slice()) {
        ("add", [a, b]) => format!("{id} = {a} + {b}"),
        ("sub", [a, b]) => format!("{id} = {a} - {b}"),
        ("mul", [a, b]) => format!("{id} = {a} * {b}"),
        ("div", [a, b]) => format!("{id} = {a} / {b}"),
        ("recip", [a]) => format!("{id} = 1 / {a}"),
        (name, operands) => format!("{id} = {name} {}", operands.join(" ")),
    }
}

/// The statements that the entries need, with the names that each uses.
fn statements(code: &CodeList, plan: &Plan, places: &[BTreeSet<usize>]) -> Vec<Value> {
    let mut statements = Vec::new();
    let used = used_values(code, plan);
    for id in code.ids().filter(|id| used.contains(id)) {
        let statement = code.statement(id);
        let role = match statement.role() {
            Role::Value => "value",
            Role::Derivative => "partial",
        };
        statements.push(json!({
            "name": id.to_string(),
            "text": formula(code, id),
            "role": role,
            "places": places[id.index()],
            "uses": statement.operands().iter().map(ToString::to_string).collect::<Vec<_>>(),
        }));
    }
    for (number, accumulation) in plan.accumulations().iter().enumerate() {
        statements.push(json!({
            "name": format!("a{number}"),
            "text": format!("a{number} = {}", sum(accumulation.terms())),
            "role": "sum",
            "places": [],
            "uses": uses(accumulation.terms()),
        }));
    }
    statements
}

/// The values that sums use, and what these are computed from.
fn used_values(code: &CodeList, plan: &Plan) -> BTreeSet<ValueId> {
    let mut used = BTreeSet::new();
    let atoms = plan.sums().flatten().flat_map(|term| term.atoms());
    let mut open: Vec<ValueId> = atoms
        .filter_map(|atom| match atom {
            Atom::Value(id) => Some(id),
            Atom::Accumulation(_) => None,
        })
        .chain(code.dependents().iter().copied())
        .collect();
    while let Some(id) = open.pop() {
        if used.insert(id) {
            open.extend(code.statement(id).operands());
        }
    }
    used
}

fn entries(graph: &LinearGraph, plan: &Plan) -> Vec<Value> {
    let entry = |entry: &jacobian_core::plan::Entry| {
        json!({
            "row": entry.row(),
            "col": entry.col(),
            "source": graph.independents().get(entry.col()).map(|vertex| vertex.index()),
            "target": graph.dependents().get(entry.row()).map(|vertex| vertex.index()),
            "text": sum(entry.terms()),
            "uses": uses(entry.terms()),
        })
    };
    plan.entries().iter().map(entry).collect()
}

fn uses(terms: &[Term]) -> Vec<String> {
    let atoms = terms.iter().flat_map(|term| term.atoms());
    atoms.map(|atom| atom.to_string()).collect()
}

pub(crate) fn sum(terms: &[Term]) -> String {
    match terms {
        [] => "0".to_owned(),
        terms => Label::Open(terms.to_vec()).to_string(),
    }
}
