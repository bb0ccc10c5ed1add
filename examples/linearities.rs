//! Does folding of linearities make elimination cheaper, and search faster? The case studies of
//! Naumann and Utke.
//!
//! ```text
//! cargo run --example linearities               sizes, quality of orders, time of a search
//! cargo run --example linearities -- --full     with more moves, and the time of every order
//! ```
//!
//! Sizes and qualities are deterministic and are in the book (`papers.md`). Times are those of this
//! machine and this run.

use std::time::Duration;

#[path = "../tests/studies/mod.rs"]
mod studies;

use studies::linearities::{
    CASES, FULL, METHODS, TREES, annealing_time, budgets, judged, qualities, sizes, stages_of,
    subject,
};
use studies::table::Table;

#[expect(
    clippy::print_stdout,
    reason = "the tables are what this example is for"
)]
fn main() {
    let is_full = std::env::args().any(|argument| argument == "--full");
    println!("intermediates / edges after each step\n");
    print!("{}", sizes().plain());
    for name in CASES {
        print!("{}", qualities(&subject(name)).plain());
    }
    print!("{}", budgets().plain());
    let moves = if is_full { 50_000 } else { 5_000 };
    println!("time of {moves} moves of annealing, best of three\n");
    print!("{}", searches(moves).plain());
    if is_full {
        println!("time of every order, best of three\n");
        print!("{}", orders().plain());
    }
}

fn searches(moves: usize) -> Table {
    let mut table = Table::new(["", "none", "trees", "full", "none / trees", "none / full"]);
    for name in CASES {
        let subject = subject(name);
        let stages = stages_of(&subject);
        let times = [0, TREES, FULL]
            .map(|stage| best_of_three(|| annealing_time(&subject, &stages[stage], moves)));
        let ratio = |time: Duration| times[0].as_secs_f64() / time.as_secs_f64();
        let [none, trees, full] = times.map(shown);
        let (by_trees, by_full) = (ratio(times[1]), ratio(times[2]));
        table.row([
            name.to_owned(),
            none,
            trees,
            full,
            format!("{by_trees:.2}"),
            format!("{by_full:.2}"),
        ]);
    }
    table
}

fn orders() -> Table {
    let mut table = Table::new(["", "", "none", "trees", "full"]);
    for name in CASES {
        let subject = subject(name);
        let stages = stages_of(&subject);
        for method in METHODS {
            let times = [0, TREES, FULL]
                .map(|stage| best_of_three(|| judged(&subject, &stages[stage], method).1));
            let [none, trees, full] = times.map(shown);
            table.row([name.to_owned(), method.to_owned(), none, trees, full]);
        }
    }
    table
}

fn best_of_three(run: impl Fn() -> Duration) -> Duration {
    let times = [run(), run(), run()];
    times.into_iter().min().unwrap_or_default()
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
