//! Prints the corpus: each function, and the cost of its Jacobian by order (`cargo run --example
//! gallery`).
//!
//! ```text
//! name    in    out    entries    operations by order    where it comes from
//! ```
//!
//! Operations are those that one call executes beyond the value. A fused multiply-add counts as
//! two, and with branches the number is the maximum over the paths. The minimum over the orders is
//! marked. Nothing here depends on machine or time, because the functions are read from their
//! sources and compiled, but not run.

#[path = "../tests/sources/mod.rs"]
mod sources;

use std::process::ExitCode;

use jacobian_core::graph::Pattern;
use jacobian_core::pipeline::Compiled;
use proc_macro2::TokenStream;
use sources::{Attributed, Chapter};

const ORDERS: [&str; 5] = [
    "forward",
    "reverse",
    "markowitz",
    "enhanced_markowitz",
    "pre_elimination",
];

/// The line of a function.
struct Row {
    name: String,
    inputs: usize,
    outputs: usize,
    entries: usize,
    operations: Vec<usize>,
    from: String,
}

#[expect(clippy::print_stdout, reason = "the table is what this example is for")]
fn main() -> ExitCode {
    let mut count = 0;
    for chapter in sources::chapters() {
        let title = chapter.header.lines().next().unwrap_or_default();
        println!("{title}");
        if let Some(source) = source(&chapter) {
            println!("{source}");
        }
        println!("{}", head());
        for function in &chapter.functions {
            match row(function) {
                Ok(row) => println!("{}", line(&row)),
                Err(error) => {
                    println!("{}: {error}", function.name);
                    return ExitCode::FAILURE;
                }
            }
            count += 1;
        }
        println!();
    }
    println!("{count} functions, all accepted as they are written");
    ExitCode::SUCCESS
}

/// The paragraph of the header that names a source for the whole file.
fn source(chapter: &Chapter) -> Option<String> {
    let (_, after) = chapter.header.split_once("\nSource: ")?;
    let paragraph = after.split("\n\n").next().unwrap_or(after);
    Some(format!("from {}", paragraph.replace('\n', " ")))
}

fn row(function: &Attributed) -> Result<Row, syn::Error> {
    let compiled = ORDERS.iter().map(|order| compile(function, order));
    let compiled = compiled.collect::<Result<Vec<_>, _>>()?;
    let pattern = Pattern::of(&compiled[0].graph);
    Ok(Row {
        name: function.name.clone(),
        inputs: pattern.n_cols(),
        outputs: pattern.n_rows(),
        entries: pattern.entries().len(),
        operations: compiled.iter().map(operations).collect(),
        from: function.from.clone().unwrap_or_default(),
    })
}

fn compile(function: &Attributed, order: &str) -> Result<Compiled, syn::Error> {
    let own = &function.arguments;
    let separator = if own.is_empty() { "" } else { "," };
    let arguments: TokenStream = format!("{own} {separator} order = {order}").parse()?;
    jacobian_core::compile_function(arguments, &function.item)
}

fn operations(compiled: &Compiled) -> usize {
    let cost = &compiled.cost.work;
    cost.multiplications + cost.additions + cost.divisions + cost.elementals
}

fn head() -> String {
    let orders: String = ORDERS.iter().map(|order| column(order, order)).collect();
    format!(
        "{:24} {:>3} {:>3} {:>7}{orders}",
        "", "in", "out", "entries"
    )
}

/// The text under the name of an order.
fn column(order: &str, text: &str) -> String {
    format!("  {text:>width$}", width = order.len())
}

fn line(row: &Row) -> String {
    let least = row.operations.iter().min();
    let mark = |operations: &usize| if Some(operations) == least { "*" } else { "" };
    let operations: String = row
        .operations
        .iter()
        .zip(ORDERS)
        .map(|(operations, order)| column(order, &format!("{}{operations}", mark(operations))))
        .collect();
    let Row {
        name,
        inputs,
        outputs,
        entries,
        from,
        ..
    } = row;
    let line = format!("{name:24} {inputs:>3} {outputs:>3} {entries:>7}{operations}  {from}");
    line.trim_end().to_owned()
}
