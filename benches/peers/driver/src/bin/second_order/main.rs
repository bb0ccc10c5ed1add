//! Derivatives of second order and products, ours and those of other tools, interleaved in one
//! process.
//!
//! ```text
//! functions ── #[jacobian(hessian, ..)] ──────────────┐
//! hand ───────────────────────────────────────────────┼── check ── take turns ── cell, who, ns
//! second_order.py ── casadi, cppadcodegen, symforce ──┤
//!                 └─ wrenfold, num-dual ──────────────┘
//! ```
//!
//! A cell is a problem and a task, see `second_problems.py`: all its inputs are one slice and all
//! its derivatives another. Before the clock starts, everybody is compared with num-dual at several
//! points. Ours must agree; another tool that does not is named and left out.
//!
//! ```text
//! second_order [cell ..]        times
//! ```

mod cells;
#[path = "../../../../../../tests/corpus"]
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "what the benches of first order need"
)]
mod corpus {
    //! The problems that the benches of first order have too.
    pub mod bruss;
    pub mod problem;
    pub mod scalar;
    pub mod se3b;
    pub mod snavely;
}
#[expect(dead_code, reason = "one of the ten is needed")]
#[path = "../../../../../support/hand.rs"]
mod first_order;
mod functions;
mod hand;
#[path = "../../linked.rs"]
mod linked;
mod num_dual;
#[path = "../../../../../../tests/corpus/sample.rs"]
mod sample;
#[path = "../../../../../support/timing.rs"]
mod timing;

use std::process::ExitCode;

use cells::{Cell, cells};
use sample::{Lcg, sample_points};
use timing::{Arena, Contestant, Paged, quiet_times};

/// How many turns each contestant gets.
const ROUNDS: usize = 201;

/// A contestant and its name.
type Named = (&'static str, Contestant<'static>);

/// num-dual's numbers with 2,500 second derivatives each live on the stack.
const STACK: usize = 1 << 29;

fn main() -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(STACK);
    let agreed = thread.spawn(run).expect("a thread").join();
    if agreed.expect("a finished thread") {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Whether ours agree everywhere.
fn run() -> bool {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    cells()
        .into_iter()
        .filter(|cell| wanted.is_empty() || wanted.iter().any(|name| name == cell.name))
        .all(time)
}

/// Checks and times a cell; false if ours are wrong.
fn time(mut cell: Cell) -> bool {
    let points = points(&cell);
    let mut others = linked::contestants(cell.name);
    others.extend(hand::contestant(cell.name));
    let judge = others.iter().position(|(name, _)| *name == "numdual");
    let mut judge = others.swap_remove(judge.expect("num-dual has every cell"));
    let ours = std::mem::take(&mut cell.ours);
    let mut all = vec![];
    for (mine, mut contestant) in (ours.into_iter().map(|one| (true, one)))
        .chain(others.into_iter().map(|other| (false, other)))
    {
        match check(&cell, &points, &mut judge, &mut contestant) {
            Ok(()) => all.push(contestant),
            Err(disagreement) => {
                println!("# {}: {disagreement}", cell.name);
                if mine {
                    return false;
                }
            }
        }
    }
    all.push(judge);
    race(&cell, &points, all);
    true
}

/// The sample points of the variables, with weights or directions of about one behind them.
fn points(cell: &Cell) -> Vec<Vec<f64>> {
    let mut generator = Lcg::default();
    let mut points = sample_points(&cell.base);
    for point in &mut points {
        point.extend((0..cell.behind).map(|_| 1.0 + 0.5 * generator.next_symmetric()));
    }
    points
}

/// Compares a contestant with the judge at a few points.
fn check(
    cell: &Cell,
    points: &[Vec<f64>],
    judge: &mut Named,
    contestant: &mut Named,
) -> Result<(), String> {
    for point in points.iter().step_by(51) {
        let evaluate = |(_, run): &mut Named| {
            let (mut value, mut entries) =
                (vec![f64::NAN; cell.value], vec![f64::NAN; cell.entries]);
            run(point, &mut value, &mut entries);
            (value, entries)
        };
        let (exact, given) = (evaluate(judge), evaluate(contestant));
        for (what, exact, given) in [("value", exact.0, given.0), ("entry", exact.1, given.1)] {
            let largest = exact.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (place, (exact, given)) in exact.iter().zip(&given).enumerate() {
                let near = (exact - given).abs() <= 1e-9 * exact.abs() + 1e-12 * largest;
                if !near {
                    let who = contestant.0;
                    return Err(format!(
                        "{who} gives {given:e} for {exact:e}, {what} {place}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Takes turns and prints the times.
fn race(cell: &Cell, points: &[Vec<f64>], all: Vec<Named>) {
    let (names, mut runs): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let mut arena = Arena {
        points,
        value: Paged::of(&vec![0.0; cell.value]),
        entries: Paged::of(&vec![0.0; cell.entries]),
    };
    for (name, time) in names.iter().zip(quiet_times(&mut runs, &mut arena, ROUNDS)) {
        println!("{}\t{name}\t{time:.2}", cell.name);
    }
}
