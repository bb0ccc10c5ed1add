//! Can generated code be as efficient as hand-coded? The tables of ELIAD, published numbers beside
//! ours.
//!
//! ```text
//! cargo run --example eliad_tables               flop ratios and lines: tables I to VI
//! cargo run --example eliad_tables -- --full     time ratios too, and tables VII to IX
//! ```
//!
//! `--full` writes a program with an expansion for each technique, builds it (minutes) and runs it;
//! `RUSTFLAGS="-C target-cpu=native"` counts for it too. Results that do not depend on a clock are
//! in `docs/book/src/papers.md`.

use std::process::ExitCode;

#[path = "../tests/studies/mod.rs"]
mod studies;

use studies::eliad::{self, OURS, Test, options, rows};
use studies::eliad_tables::{blocks_table, speed_ups, table};
use studies::timed::{self, Contest, Times};

#[expect(
    clippy::print_stdout,
    reason = "the tables are what this example is for"
)]
fn main() -> ExitCode {
    let is_full = std::env::args().any(|argument| argument == "--full");
    let tests = eliad::tests();
    let times = if is_full {
        measure(&tests)
    } else {
        Ok(Times::new())
    };
    let times = match times {
        Ok(times) => times,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for test in &tests {
        let ratio = |technique: &str| ratio(&times, test, technique);
        print!("{}", table(test, &rows(test), ratio, is_full).plain());
    }
    print!("{}", blocks_table(&tests).plain());
    let ours = |name: &str| {
        let test = tests.iter().find(|test| test.name == name)?;
        Some(over_rivals(&times, test))
    };
    print!("{}", speed_ups(ours).plain());
    ExitCode::SUCCESS
}

fn measure(tests: &[Test]) -> Result<Times, String> {
    let contests: Vec<Contest<'_>> = tests
        .iter()
        .map(|test| Contest {
            function: &test.function,
            techniques: techniques(test)
                .filter_map(|name| Some((name.to_owned(), options(name)?)))
                .collect(),
        })
        .collect();
    timed::measure("eliad", &contests)
}

fn techniques(test: &Test) -> impl Iterator<Item = &'static str> {
    let published = test.published.iter().map(|row| row.0);
    published.chain(OURS.map(|(name, _)| name))
}

fn time(times: &Times, test: &Test, technique: &str) -> Option<f64> {
    let key = (test.function.name.clone(), technique.to_owned());
    times.get(&key).copied()
}

fn ratio(times: &Times, test: &Test, technique: &str) -> Option<f64> {
    Some(time(times, test, technique)? / time(times, test, "f")?)
}

/// The best elimination over differences, over dual numbers, over hand-coding.
fn over_rivals(times: &Times, test: &Test) -> [Option<f64>; 3] {
    let eliminations = techniques(test).filter(|name| options(name).is_some());
    let best = eliminations
        .filter_map(|name| time(times, test, name))
        .min_by(f64::total_cmp);
    ["FD", "ADIFOR", "Hand-coded"].map(|rival| Some(time(times, test, rival)? / best?))
}
