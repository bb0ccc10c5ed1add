//! How long a value and its Jacobian take: generated code, the plain function, and rivals.
//!
//! ```text
//! cargo bench --bench evaluate                          all problems, the default target
//! RUSTFLAGS="-C target-cpu=native" cargo bench --bench evaluate -- hhd fic --markdown
//! ```
//!
//! For each of the ten benchmark problems, all contestants run interleaved in one process over the
//! same 256 points; the table holds medians in nanoseconds per call and, in parentheses, the ratio to
//! the generated code. Before the clock starts, every contestant is checked against dual numbers at
//! several points; a disagreement ends the program.
//!
//! Beside the times stands what the generated code executes, from its `Cost`.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../tests/corpus/mod.rs"]
pub mod corpus;
pub mod support;

use std::process::ExitCode;

use corpus::problem::Problem;
use corpus::sample::sample_points;
use support::peers::{check, peers};
use support::timing::{Arena, Contestant, medians};

/// How many turns each contestant gets; odd, so that the median is a sample.
const ROUNDS: usize = 301;

/// The columns of the table.
const NAMES: [&str; 8] = [
    "plain",
    "generated",
    "update",
    "fused",
    "searched",
    "hand",
    "duals",
    "differences",
];

fn main() -> ExitCode {
    // Cargo passes `--bench`; whatever is not an option names a problem.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, wanted): (Vec<_>, Vec<_>) = arguments
        .iter()
        .partition(|argument| argument.starts_with("--"));
    let markdown = options.iter().any(|option| *option == "--markdown");
    println!("{}\n", machine());
    println!("{}", header(markdown));
    for problem in &corpus::BENCHMARKS {
        if wanted.is_empty() || wanted.iter().any(|name| *name == problem.name) {
            match measure(problem) {
                Ok(times) => println!("{}", row(problem, &times, markdown)),
                Err(disagreement) => {
                    println!("{disagreement}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

/// Median times in the order of `NAMES`; `None` where nobody competes.
fn measure(problem: &'static Problem) -> Result<[Option<f64>; 8], String> {
    let points = sample_points(&(problem.base)());
    let mut peers = peers(problem);
    for point in points.iter().step_by(51) {
        check(problem, &mut peers, point)?;
    }
    let names: Vec<_> = peers.iter().map(|peer| peer.name).collect();
    let mut contestants: Vec<Contestant<'_>> = peers.into_iter().map(|peer| peer.run).collect();
    let mut arena = Arena {
        points: &points,
        value: vec![0.0; problem.m],
        entries: problem.expansions[0].template.to_vec(),
    };
    let times = medians(&mut contestants, &mut arena, ROUNDS);
    let time_of = |name| {
        names
            .iter()
            .position(|known| *known == name)
            .map(|k| times[k])
    };
    Ok(NAMES.map(time_of))
}

/// Processor, features and profile: what the numbers depend on.
fn machine() -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or(std::env::consts::ARCH, |model| {
        model.trim_start_matches([' ', '\t', ':'])
    });
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
    format!(
        "{model}; target features: {features}; {profile}; medians of {ROUNDS} turns, ns per call"
    )
}

fn header(markdown: bool) -> String {
    let titles = ["problem"]
        .into_iter()
        .chain(NAMES)
        .chain(["mul", "add", "div", "fun"]);
    if markdown {
        let titles: Vec<_> = titles.collect();
        format!(
            "| {} |\n|{}",
            titles.join(" | "),
            "---|".repeat(titles.len())
        )
    } else {
        titles
            .enumerate()
            .map(|(k, title)| format!("{title:>width$}", width = width(k)))
            .collect::<Vec<_>>()
            .concat()
    }
}

fn row(problem: &Problem, times: &[Option<f64>; 8], markdown: bool) -> String {
    let generated = times[1];
    let cell = |time: &Option<f64>| match (time, generated) {
        (Some(time), Some(generated)) => format!("{time:.1} ({:.2})", time / generated),
        _ => "-".to_owned(),
    };
    let cost = problem.expansions[0].cost;
    let counts = [
        cost.multiplications,
        cost.additions,
        cost.divisions,
        cost.elementals,
    ];
    let cells = [problem.name.to_owned()].into_iter();
    let cells = cells
        .chain(times.iter().map(cell))
        .chain(counts.map(|count| count.to_string()));
    if markdown {
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    } else {
        cells
            .enumerate()
            .map(|(k, cell)| format!("{cell:>width$}", width = width(k)))
            .collect::<Vec<_>>()
            .concat()
    }
}

fn width(column: usize) -> usize {
    match column {
        0 => 8,
        1..=8 => 16,
        _ => 6,
    }
}
