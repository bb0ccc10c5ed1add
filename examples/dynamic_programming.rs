//! How far do chained products carry? The table of Naumann's dynamic programming paper, and its
//! run-time study.
//!
//! ```text
//! cargo run --release --example dynamic_programming               the table, times of the solid
//!                                                                 fuel problem
//! cargo run --release --example dynamic_programming -- --full     a search beside it, and a
//!                                                                 million calls
//! cargo bench --bench solid_fuel                                  the times alone
//! ```
//!
//! Counts are deterministic. They are in `docs/book/src/papers.md`, with a sentence
//! on each difference.
//! Times are those of this machine and this run.

#[path = "../tests/studies/mod.rs"]
mod studies;

use studies::dynamic_programming::{ROWS, examples, table};
use studies::naumann::Function;
use studies::solid_fuel_times::times;
use studies::table::Table;

#[expect(
    clippy::print_stdout,
    reason = "the tables are what this example is for"
)]
fn main() {
    let is_full = std::env::args().any(|argument| argument == "--full");
    let mut small = Table::new(["", "published", "ours"]);
    for (what, published, ours) in examples() {
        small.row([what, published.to_string(), ours.to_string()]);
    }
    print!("{}{}", small.plain(), table().plain());
    if is_full {
        println!(
            "a search of 5,000 moves beside them: instructions of the accumulation code (ops)\n"
        );
        print!("{}", searches().plain());
    }
    println!("solid fuel ignition, ns per Jacobian, best of five\n");
    print!(
        "{}",
        times(if is_full { 1_000_000 } else { 100_000 }).plain()
    );
}

/// The result of a search. It minimizes executed operations, so products with one cost it nothing.
fn searches() -> Table {
    let mut table = Table::new(["", "bfra", "enhanced_markowitz", "search"]);
    for row in &ROWS {
        let function = Function::named(row.function);
        let methods = ["bfra", "enhanced_markowitz", "search"];
        let counts = methods.map(|method| function.counts(method).operations.to_string());
        table.row(std::iter::once(row.name.to_owned()).chain(counts));
    }
    table
}
