//! Data locality: does it pay to eliminate a target that shares data with the previous one? The
//! paper's hierarchies.
//!
//! ```text
//! cargo run --example data_locality               operations, values alive, loads and stores
//!                                                 (estimated)
//! cargo run --example data_locality -- --full     times too, with both sequences of statements
//! ```
//!
//! `--full` writes a program with an expansion for each hierarchy that is an option of the
//! attribute, builds it (minutes) and runs it. Results that do not depend on a clock are in
//! `docs/book/src/papers.md`.

use std::process::ExitCode;

#[path = "../tests/studies/mod.rs"]
mod studies;

use studies::data_locality::{HIERARCHIES, outcomes, tables};
use studies::subject::function;
use studies::table::Table;
use studies::timed::{self, Contest, Times};

/// The functions that are timed: large, small, sparse, and with calls.
const TIMED: [&str; 5] = ["roe", "hhd", "fic", "snavely", "se3b"];

const SEQUENCES: [&str; 2] = ["elimination", "depth_first"];

#[expect(
    clippy::print_stdout,
    reason = "the tables are what this example is for"
)]
fn main() -> ExitCode {
    for table in tables(&outcomes()) {
        print!("{}", table.plain());
    }
    if std::env::args().all(|argument| argument != "--full") {
        return ExitCode::SUCCESS;
    }
    match measure() {
        Ok(times) => {
            println!("time over that of the function: as eliminated / depth first\n");
            print!("{}", ratios(&times).plain());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<Times, String> {
    let functions = TIMED.map(function);
    let technique = |order: &str, sequence: &str| {
        let options = format!("order = {order}, schedule = {sequence}, fold = none");
        (format!("{order} {sequence}"), options)
    };
    let techniques = || {
        let orders = HIERARCHIES.iter().filter_map(|hierarchy| hierarchy.option);
        orders.flat_map(|order| SEQUENCES.map(|sequence| technique(order, sequence)))
    };
    let contests: Vec<Contest<'_>> = functions
        .iter()
        .map(|function| Contest {
            function,
            techniques: techniques().collect(),
        })
        .collect();
    timed::measure("data_locality", &contests)
}

fn ratios(times: &Times) -> Table {
    let mut table = Table::new([""].into_iter().chain(TIMED));
    for hierarchy in &HIERARCHIES {
        let Some(option) = hierarchy.option else {
            continue;
        };
        let cell = |name: &str| {
            let time = |technique: &str| times.get(&(name.to_owned(), technique.to_owned()));
            let ratio = |sequence: &str| Some(time(&format!("{option} {sequence}"))? / time("f")?);
            let shown = SEQUENCES.map(|sequence| {
                ratio(sequence).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
            });
            shown.join(" / ")
        };
        let name = std::iter::once(hierarchy.name.to_owned());
        table.row(name.chain(TIMED.map(cell)));
    }
    table
}
