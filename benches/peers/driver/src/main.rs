//! Our Jacobians, hand-written ones and those of other generators, interleaved in one process.
//!
//! ```text
//! tests/corpus ── #[jacobian] ─────────────────┐
//! benches/support/hand ────────────────────────┼── check ── take turns ── problem, contestant, ns
//! run.py ── casadi, cppadcodegen, symforce ────┤
//!        └─ wrenfold, gradgen ─────────────────┘
//! ```
//!
//! Everybody is reached through a pointer to a function over slices, writes the same entries in the
//! same order, and is compared with dual numbers at several points before the clock starts; a tool that
//! disagrees is named and left out.
//!
//! ```text
//! peers-driver [problem ..]                      times
//! peers-driver --names                           the contestants of each problem
//! peers-driver --calls N problem contestant      N calls and nothing else, to count instructions
//! ```

#[path = "../../../../tests/corpus/mod.rs"]
pub mod corpus;
mod linked;
#[allow(dead_code, reason = "the bench of this repository uses the rest")]
#[path = "../../../support/mod.rs"]
pub mod support;

use std::process::ExitCode;

use corpus::problem::Problem;
use corpus::sample::sample_points;
use support::peers::{Accuracy, Peer, check, peers};
use support::timing::{Arena, Contestant, medians};

/// How many turns each contestant gets.
const ROUNDS: usize = 301;

/// Who of our own bench takes part here.
const OURS: [&str; 9] = [
    "plain",
    "generated",
    "update",
    "fused",
    "searched",
    "hand",
    "duals",
    "num-dual",
    "differences",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--names"] => {
            for problem in &corpus::BENCHMARKS {
                for peer in contestants(problem) {
                    println!("{}\t{}", problem.name, peer.name);
                }
            }
            ExitCode::SUCCESS
        }
        ["--calls", calls, problem, contestant] => call(calls, problem, contestant),
        _ => time(&arguments),
    }
}

fn contestants(problem: &'static Problem) -> Vec<Peer<'static>> {
    let ours = peers(problem).into_iter();
    let mut all: Vec<_> = ours.filter(|peer| OURS.contains(&peer.name)).collect();
    let linked = linked::contestants(problem.name).into_iter();
    all.extend(linked.map(|(name, run)| Peer {
        name,
        run,
        accuracy: Accuracy::Rounding,
    }));
    all
}

fn time(wanted: &[&str]) -> ExitCode {
    for problem in &corpus::BENCHMARKS {
        if !wanted.is_empty() && !wanted.contains(&problem.name) {
            continue;
        }
        let points = sample_points(&(problem.base)());
        let mut peers = contestants(problem);
        // Ours must agree; another tool that does not is named, and does not compete.
        let mut wrong = vec![];
        for peer in &mut peers {
            let mut some = points.iter().step_by(51);
            let all = some.try_for_each(|point| check(problem, std::slice::from_mut(peer), point));
            if let Err(disagreement) = all {
                println!("# {disagreement}");
                wrong.push(peer.name);
            }
        }
        if wrong.iter().any(|name| OURS.contains(name)) {
            return ExitCode::FAILURE;
        }
        peers.retain(|peer| !wrong.contains(&peer.name));
        let names: Vec<_> = peers.iter().map(|peer| peer.name).collect();
        let mut runs: Vec<Contestant<'_>> = peers.into_iter().map(|peer| peer.run).collect();
        let mut arena = Arena {
            points: &points,
            value: vec![0.0; problem.m],
            entries: problem.expansions[0].template.to_vec(),
        };
        let times = medians(&mut runs, &mut arena, ROUNDS);
        for (name, time) in names.iter().zip(times) {
            println!("{}\t{name}\t{time:.2}", problem.name);
        }
    }
    ExitCode::SUCCESS
}

fn call(calls: &str, problem: &str, contestant: &str) -> ExitCode {
    let calls: usize = calls.parse().expect("a number of calls");
    let problem = corpus::BENCHMARKS
        .iter()
        .find(|known| known.name == problem);
    let problem = problem.expect("a benchmark");
    let mut all = contestants(problem).into_iter();
    let mut peer = all
        .find(|peer| peer.name == contestant)
        .expect("a contestant");
    let x = (problem.base)();
    let mut value = vec![0.0; problem.m];
    let mut entries = vec![0.0; problem.nnz];
    for _ in 0..calls {
        (peer.run)(std::hint::black_box(&x), &mut value, &mut entries);
        std::hint::black_box((&mut value, &mut entries));
    }
    ExitCode::SUCCESS
}
