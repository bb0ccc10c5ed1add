//! Which order is best? Every method on the functions of the elimination literature and on ten
//! problems.
//!
//! ```text
//! cargo run --example compare_orders                marked by instructions
//! cargo run --example compare_orders -- all         by all products
//! cargo run --example compare_orders -- --write     writes docs/book/src/methods.md
//! ```
//!
//! For each function one table: products as the literature counts them (all), without trivial
//! factors (nontriv), instructions (ops), the time to find the order, and the lower bound as a
//! share of all. The best number of the chosen column is marked. The published counts are above the
//! table. Times are those of this machine and this run; they are not on the page, which a test
//! compares with the code.

use std::process::ExitCode;
use std::time::Instant;

use jacobian_core::order::{Objective, OrderChoice};
use jacobian_core::plan::Counts;

#[path = "../tests/comparison/mod.rs"]
mod comparison;

use comparison::{Function, of_literature, of_problems, page};

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).unwrap_or_else(|| "ops".to_owned());
    let done = match (asked.as_str(), asked.parse::<Objective>()) {
        ("--write", _) => write_page(),
        (_, Ok(objective)) => compare_all(objective),
        (_, Err(_)) => Err(format!(
            "there is no count named `{asked}`; there are ops, all, multiplications, and --write"
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write_page() -> Result<(), String> {
    std::fs::write(page::path(), page::text()?).map_err(|error| error.to_string())
}

fn compare_all(objective: Objective) -> Result<(), String> {
    for function in of_literature()?.iter().chain(&of_problems()?) {
        compare(function, objective);
    }
    Ok(())
}

struct Row {
    name: &'static str,
    counts: Counts,
    micros: u128,
}

/// Nothing where the method does not take the graph.
fn measure(function: &Function, name: &'static str) -> Option<Row> {
    let start = Instant::now();
    let counts = comparison::counts(function, name)?;
    let micros = start.elapsed().as_micros();
    Some(Row {
        name,
        counts,
        micros,
    })
}

#[expect(clippy::print_stdout, reason = "the table is what this example is for")]
fn compare(function: &Function, objective: Objective) {
    let rows: Vec<Row> = OrderChoice::names()
        .filter_map(|method| measure(function, method))
        .collect();
    let of = |row: &Row| objective.of(row.counts);
    let best = rows.iter().map(of).min().unwrap_or(0);
    let n_intermediates = function.graph.intermediates().count();
    let n_edges = function.graph.n_edges();
    println!(
        "{}: {n_intermediates} intermediates, {n_edges} edges",
        function.name
    );
    if !function.published.is_empty() {
        println!("published: {}", function.published);
    }
    println!("lower bound on all: {}", function.bound);
    println!(
        "{:26} {:>6} {:>8} {:>6} {:>10} {:>7}",
        "", "all", "nontriv", "ops", "us", "bound"
    );
    for row in rows {
        let mark = if of(&row) == best { "*" } else { "" };
        let Counts {
            all,
            nontrivial,
            operations,
            ..
        } = row.counts;
        let share = (function.bound * 100).checked_div(all).unwrap_or(100);
        let Row { name, micros, .. } = row;
        println!(
            "{name:26} {all:>6} {nontrivial:>8} {operations:>6} {micros:>10} {share:>6}% {mark}"
        );
    }
    println!();
}
