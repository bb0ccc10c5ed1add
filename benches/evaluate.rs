//! How long a value and its Jacobian take: generated code, the plain function, and rivals.
//!
//! ```text
//! cargo bench --bench evaluate                          all problems, the default target
//! cargo bench --bench evaluate --features searched,peers    all contestants
//! RUSTFLAGS="-C target-cpu=native" cargo bench --bench evaluate -- hhd fic --markdown
//! ```
//!
//! For each of the ten benchmark problems, all contestants run interleaved in one process over the
//! same 256 points. A block per problem holds nanoseconds per call and their ratios to the plain
//! function, to the hand-written Jacobian and to the generated code. `--markdown` prints a row per
//! problem instead; `--data` lines of problem, contestant and time, for the plots. Before the clock
//! starts, every contestant is checked against dual numbers at several points; a disagreement ends
//! the program.
//!
//! Next to the times it prints the instructions of the default target, if
//! `benches/instructions.txt` has them, and the operations of the generated code, from its `Cost`.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../tests/corpus/mod.rs"]
pub mod corpus;
pub mod support;

use std::process::ExitCode;

use corpus::problem::Problem;
use corpus::sample::sample_points;
use support::machine::processor;
use support::peers::{ROUNDS, check, peers, race};

/// The contestants, in the order of the tables.
const NAMES: [&str; 13] = [
    "plain",
    "generated",
    "update",
    "fused",
    "searched",
    "hand",
    "duals",
    "num-dual",
    "echidna",
    "across",
    "symdiff",
    "solverang",
    "differences",
];

/// Times in the order of `NAMES`; `None` where nobody competes.
type Times = [Option<f64>; NAMES.len()];

/// The output for one problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Blocks,
    Markdown,
    Data,
}

fn main() -> ExitCode {
    // Cargo passes `--bench`. Every argument that is not an option names a problem.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, wanted): (Vec<_>, Vec<_>) = arguments
        .iter()
        .partition(|argument| argument.starts_with("--"));
    let asked = |name| options.iter().any(|option| *option == name);
    let format = match (asked("--markdown"), asked("--data")) {
        (true, _) => Format::Markdown,
        (false, true) => Format::Data,
        (false, false) => Format::Blocks,
    };
    println!("# {}\n", machine());
    if format == Format::Markdown {
        println!("{}", header());
    }
    for problem in &corpus::BENCHMARKS {
        if wanted.is_empty() || wanted.iter().any(|name| *name == problem.name) {
            match measure(problem) {
                Ok(times) => println!("{}", show(problem, &times, format)),
                Err(disagreement) => {
                    println!("{disagreement}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

fn measure(problem: &'static Problem) -> Result<Times, String> {
    let points = sample_points(&(problem.base)());
    let mut peers = peers(problem);
    for point in points.iter().step_by(51) {
        check(problem, &mut peers, point)?;
    }
    let times = race(problem, &points, peers);
    let time_of = |name| times.iter().find(|(known, _)| *known == name);
    Ok(NAMES.map(|name| time_of(name).map(|(_, time)| *time)))
}

/// Processor, features and profile, because the numbers depend on them.
fn machine() -> String {
    let model = processor();
    let mut features = vec![];
    for (name, present) in [
        ("fma", cfg!(target_feature = "fma")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ] {
        if present {
            features.push(name);
        }
    }
    let features = if features.is_empty() {
        "baseline".to_owned()
    } else {
        features.join(" ")
    };
    let profile = if cfg!(debug_assertions) {
        "with debug assertions"
    } else {
        "optimized"
    };
    format!("{model}; target features: {features}; {profile}; quiet turns of {ROUNDS}, ns per call")
}

fn show(problem: &Problem, times: &Times, format: Format) -> String {
    match format {
        Format::Blocks => block(problem, times),
        Format::Markdown => row(problem, times),
        Format::Data => data(problem, times),
    }
}

/// A contestant and its time, for each that competes.
fn competing(times: &Times) -> impl Iterator<Item = (&'static str, f64)> {
    let pairs = NAMES.iter().zip(times);
    pairs.filter_map(|(name, time)| time.map(|time| (*name, time)))
}

/// A line for each contestant.
fn block(problem: &Problem, times: &Times) -> String {
    let of = |name| competing(times).find(|(known, _)| *known == name);
    let bases = ["plain", "hand", "generated"].map(of);
    let cost = problem.expansions[0].cost;
    let title = format!(
        "{}: {} mul, {} add, {} div, {} fun beyond the value\n{:>12}{:>10}{:>10}{:>10}{:>14}{:>14}\n",
        problem.name,
        cost.multiplications,
        cost.additions,
        cost.divisions,
        cost.elementals,
        "",
        "ns",
        "to plain",
        "to hand",
        "to generated",
        "instructions"
    );
    let lines = competing(times).map(|(name, time)| {
        let ratio = |base: Option<(_, f64)>| {
            base.map_or("-".to_owned(), |(_, base)| format!("{:.2}", time / base))
        };
        let [plain, hand, generated] = bases.map(ratio);
        let instructions = instructions(problem.name, name).unwrap_or("-");
        format!("{name:>12}{time:>10.1}{plain:>10}{hand:>10}{generated:>14}{instructions:>14}\n")
    });
    title + &lines.collect::<String>()
}

/// The instructions of a contestant without native flags, from the table of `cargo bench --bench
/// instructions`.
fn instructions(problem: &str, contestant: &str) -> Option<&'static str> {
    let columns = ["plain", "generated", "update", "fused"];
    let column = columns.iter().position(|name| *name == contestant)?;
    let mut rows = include_str!("instructions.txt")
        .lines()
        .map(str::split_whitespace);
    let row = rows.find_map(|mut row| (row.next() == Some(problem)).then_some(row));
    row?.nth(column)
}

/// Problem, contestant, nanoseconds.
fn data(problem: &Problem, times: &Times) -> String {
    competing(times)
        .map(|(name, time)| format!("{}\t{name}\t{time:.2}", problem.name))
        .collect::<Vec<_>>()
        .join("\n")
}

fn header() -> String {
    let titles: Vec<_> = ["", "mul, add, div, fun"]
        .into_iter()
        .chain(NAMES)
        .collect();
    format!(
        "| {} |\n|{}",
        titles.join(" | "),
        "---|".repeat(titles.len())
    )
}

/// The generated code in nanoseconds, all others by their ratio to it.
fn row(problem: &Problem, times: &Times) -> String {
    let generated = times[1];
    let cells = NAMES
        .iter()
        .zip(times)
        .map(|(name, time)| match (time, generated) {
            (Some(time), _) if *name == "generated" => format!("{time:.1} ns"),
            (Some(time), Some(generated)) => format!("{:.2}", time / generated),
            _ => "-".to_owned(),
        });
    let cost = problem.expansions[0].cost;
    let counts = [
        cost.multiplications,
        cost.additions,
        cost.divisions,
        cost.elementals,
    ]
    .map(|count| count.to_string())
    .join(", ");
    let cells: Vec<_> = cells.collect();
    format!("| {} | {counts} | {} |", problem.name, cells.join(" | "))
}
