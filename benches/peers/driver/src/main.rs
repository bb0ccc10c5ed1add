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
use support::peers::{Accuracy, Peer, check, peers, race};

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

/// Ours and the others.
fn contestants(problem: &'static Problem) -> Vec<Peer<'static>> {
    let mut all = peers(problem);
    all.extend(others(problem));
    all
}

/// What other tools generated.
fn others(problem: &Problem) -> Vec<Peer<'static>> {
    let linked = linked::contestants(problem.name).into_iter();
    let peer = |(name, run)| Peer {
        name,
        run,
        accuracy: Accuracy::Rounding,
    };
    linked.map(peer).collect()
}

fn time(wanted: &[&str]) -> ExitCode {
    for problem in &corpus::BENCHMARKS {
        if !wanted.is_empty() && !wanted.contains(&problem.name) {
            continue;
        }
        let points = sample_points(&(problem.base)());
        let agree = |peers: &mut [Peer<'_>]| {
            let mut some = points.iter().step_by(51);
            let all = some.try_for_each(|point| check(problem, peers, point));
            if let Err(disagreement) = &all {
                println!("# {disagreement}");
            }
            all.is_ok()
        };
        // Ours must agree; another tool that does not is named, and does not compete.
        let mut all = peers(problem);
        if !agree(&mut all) {
            return ExitCode::FAILURE;
        }
        let mut others = others(problem);
        others.retain_mut(|peer| agree(std::slice::from_mut(peer)));
        all.extend(others);
        for (name, time) in race(problem, &points, all) {
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
