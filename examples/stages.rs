//! One function after every stage of the compiler: `cargo run --example stages`.
//!
//! ```text
//! tokens -> code list -> local partials -> graph -> order -> elimination -> plan -> rewritten plan
//!        -> schedule -> packing -> emitted code
//! ```
//!
//! This is the example of the book (`how-it-works.md`), and of the headers in the compiler's rooms.
//! `tests/compiler/stages.rs` compares the text with `tests/stages/residual.txt` and draws the
//! pictures of the page.

use jacobian_core::elim::{Elimination, Step};
use jacobian_core::graph::{LinearGraph, Pattern};
use jacobian_core::ir::RegionId;
use jacobian_core::ir::code_list::{CodeList, Role};
use jacobian_core::options::{Options, ValuePath};
use jacobian_core::packing::{Packing, View};
use jacobian_core::pipeline::{self, Compiled};
use jacobian_core::plan::places_by_columns;
use proc_macro2::TokenStream;

/// The running example.
pub const SOURCE: &str = "\
pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] {
    let r = x[0] * x[1].sin();
    [r - k, x[2] / r]
}
";

/// The arguments of its attribute.
pub const ARGUMENTS: &str = "wrt(x)";

/// The function after one stage.
#[derive(Debug)]
pub struct Stage {
    /// Its name in `docs/book/src/how-it-works.md`.
    pub key: &'static str,
    /// What the text shows.
    pub title: &'static str,
    /// Where it is made.
    pub made_by: &'static str,
    /// The value of the stage, as its `Display` writes it.
    pub text: String,
}

#[expect(clippy::print_stdout, reason = "printing is the purpose")]
#[allow(dead_code, reason = "the test uses the rest of this file")]
fn main() {
    for (number, stage) in stages().iter().enumerate() {
        println!("{}. {} ({})\n", number + 1, stage.title, stage.made_by);
        println!("{}\n", indented(&stage.text));
    }
}

/// The function after every stage, first to last.
pub fn stages() -> Vec<Stage> {
    let compiled = compiled();
    let stage = |key, title, made_by, text| Stage {
        key,
        title,
        made_by,
        text,
    };
    let Compiled { code, graph, .. } = &compiled;
    let values = statements(code, Role::Value);
    let pattern = Pattern::of(graph).to_string();
    let steps = elimination(&compiled);
    let rewritten = compiled.plan.to_string();
    let schedule = compiled.schedule.to_string();
    vec![
        stage("source", "The function", "you", SOURCE.to_owned()),
        stage("code", "Code list", "front", values),
        stage("partials", "Local partials", "ir", partials(&compiled)),
        stage("graph", "Linearized graph", "graph", graph.to_string()),
        stage("pattern", "Sparsity pattern", "graph", pattern),
        stage("order", "Elimination order", "order", order(&compiled)),
        stage("elimination", "Elimination", "elim", steps),
        stage("plan", "Plan", "elim", plan_before_rewrites(&compiled)),
        stage("rewritten", "Rewritten plan", "planner", rewritten),
        stage("schedule", "Schedule", "schedule", schedule),
        stage("packing", "Packing", "packing", packing(&compiled)),
        stage("emitted", "Emitted code", "back", emitted()),
        stage(
            "derived",
            "Derived code list",
            "derived",
            derived(&compiled),
        ),
        stage("hessian", "Emitted Hessian", "back", emitted_hessian()),
    ]
}

/// What the middle makes of the function.
pub fn compiled() -> Compiled {
    let (arguments, item) = (tokens(ARGUMENTS), tokens(SOURCE));
    jacobian_core::compile_function(arguments, &item).expect("the example is accepted")
}

/// The vertices in the order in which they are eliminated.
pub fn steps(compiled: &Compiled) -> &[Step] {
    compiled.orders[0].steps()
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("the example is Rust")
}

fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}"));
    let trimmed = lines.map(|line| line.trim_end().to_owned());
    trimmed.collect::<Vec<_>>().join("\n")
}

/// The statements of one role, as the code list writes them.
fn statements(code: &CodeList, role: Role) -> String {
    let text = code.to_string();
    let wanted =
        |(id, line): (_, &str)| (code.statement(id).role() == role).then(|| line.to_owned());
    let mut lines: Vec<String> = code.ids().zip(text.lines()).filter_map(wanted).collect();
    if role == Role::Value {
        lines.extend(text.lines().last().map(str::to_owned));
    }
    lines.join("\n")
}

/// The statements that form partials, and the partial of each operand.
fn partials(compiled: &Compiled) -> String {
    let edges = named_edges(&compiled.graph);
    let edge = |(source, target, label)| format!("\nd {target} / d {source} = {label}");
    let edges: Vec<String> = edges.into_iter().map(edge).collect();
    statements(&compiled.code, Role::Derivative) + &edges.concat()
}

/// The edges of a graph between values instead of vertices; copies of a value are left out.
fn named_edges(graph: &LinearGraph) -> Vec<(String, String, String)> {
    let name = |vertex| graph.value(vertex).map(|value| value.to_string());
    let edges = graph.edges().filter_map(|(source, target, label)| {
        let (source, target) = (name(source)?, name(target)?);
        (source != target).then(|| (source, target, label.to_string()))
    });
    let mut edges: Vec<_> = edges.collect();
    edges.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
    edges
}

fn order(compiled: &Compiled) -> String {
    format!("{}: {}", compiled.choice, compiled.orders[0])
}

/// The graph after each elimination.
fn elimination(compiled: &Compiled) -> String {
    let mut elimination = Elimination::of(&compiled.graph);
    let after = |step: &Step| {
        elimination.perform(*step);
        let graph = indented(&elimination.working().to_string());
        let products = elimination.counts().all;
        format!("after {step}:\n{graph}\n    multiplications so far: {products}\n")
    };
    let graphs: Vec<String> = steps(compiled).iter().map(after).collect();
    graphs.concat()
}

/// The plan as the elimination leaves it.
fn plan_before_rewrites(compiled: &Compiled) -> String {
    let order = &compiled.orders[0];
    jacobian_core::elim::eliminate(&compiled.graph, order).to_string()
}

/// The statements in vector registers, and the entries that are stored together.
fn packing(compiled: &Compiled) -> String {
    let entries = compiled.plan.entries().iter();
    let positions: Vec<(usize, usize)> = entries.map(|entry| (entry.row(), entry.col())).collect();
    let slots = places_by_columns(&positions);
    let view = View {
        code: &compiled.code,
        plan: Some(&compiled.plan),
        schedule: &compiled.schedule,
        rewrites: Some(&compiled.rewrites),
        masks: Some(&compiled.masks),
        region: RegionId::FUNCTION,
        slots: &slots,
        value_path: ValuePath::Exact,
    };
    Packing::of(&view).to_string()
}

/// The function with its first derivatives, as it is compiled again.
fn derived(compiled: &Compiled) -> String {
    let hessian = pipeline::hessian(compiled, &Options::default());
    let code = hessian.expect("nothing stands in the way").compiled.code;
    let stored = code.stored().iter().map(ToString::to_string);
    let stored = stored.collect::<Vec<_>>().join(" ");
    format!("{code}\nstored: {stored}")
}

/// The body of `residual_update_into`, formatted.
pub fn emitted() -> String {
    emitted_function(ARGUMENTS, "residual_update_into")
}

/// The body of `residual_with_hessian_into`, formatted.
fn emitted_hessian() -> String {
    let arguments = format!("{ARGUMENTS}, hessian");
    emitted_function(&arguments, "residual_with_hessian_into")
}

fn emitted_function(arguments: &str, name: &str) -> String {
    let expanded = jacobian_core::expand(tokens(arguments), tokens(SOURCE));
    let mut file: syn::File = syn::parse2(expanded).expect("the expansion is Rust");
    file.items.retain(|item| match item {
        syn::Item::Fn(function) => function.sig.ident == name,
        _ => false,
    });
    for item in &mut file.items {
        if let syn::Item::Fn(function) = item {
            function.attrs.clear();
        }
    }
    prettyplease::unparse(&file)
}
