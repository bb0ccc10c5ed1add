//! Published problems in solver crates, with our derivatives and with those that the crates make
//! for themselves, or that are written by hand for them.
//!
//! ```text
//! diffsol                  Robertson's reactions to t = 1e11     products, colors | one call
//! differential-equations   the same to t = 40                    differences      | one call
//! levenberg-marquardt      the fit Misra1a of NIST               differences      | one call
//! pounce                   problem 71 of Hock and Schittkowski   differences      | Hessian too
//! kryst                    Bratu's problem                       differences      | labels
//! tiny-solver              a pose graph, with more_solvers       dual numbers     | one call
//! ```
//!
//! Run it with `cargo run --release --example solvers --features solvers -- --time`. It fails
//! unless every run agrees with the published answer. With `--time`, each pair takes turns twenty
//! times, and the ratio of the shortest times is printed.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;
use std::time::{Duration, Instant};

#[path = "support/solvers/fit.rs"]
mod fit;
#[cfg(feature = "more_solvers")]
#[path = "support/solvers/graph.rs"]
mod graph;
#[path = "support/solvers/krylov.rs"]
mod krylov;
#[path = "support/solvers/program.rs"]
mod program;
#[path = "support/solvers/reactions.rs"]
mod reactions;

/// How two ways to the same answer are compared.
pub(crate) struct Rivals {
    rounds: usize,
}

/// A way to the answer: it fails unless it gets there, and says what it took.
type Way<'a> = (&'static str, &'a dyn Fn() -> Result<String, Box<dyn Error>>);

impl Rivals {
    /// Runs both, prints what they took, and the ratio of their times if it is wanted.
    pub(crate) fn compare(
        &self,
        solver: &str,
        ours: Way<'_>,
        other: Way<'_>,
    ) -> Result<(), Box<dyn Error>> {
        for (name, way) in [ours, other] {
            println!("{solver}, {name}: {}", way()?);
        }
        let mut shortest = [Duration::MAX; 2];
        for _ in 0..self.rounds {
            for (shortest, (_, way)) in shortest.iter_mut().zip([ours, other]) {
                let start = Instant::now();
                way()?;
                *shortest = start.elapsed().min(*shortest);
            }
        }
        if self.rounds > 0 {
            let [ours, theirs] = shortest.map(|time| time.as_secs_f64());
            println!(
                "{solver}: {:.1} us, and {} take {:.2} times that",
                1e6 * ours,
                other.0,
                theirs / ours
            );
        }
        Ok(())
    }
}

/// That numbers agree with the published ones.
pub(crate) fn check(found: &[f64], known: &[f64], tolerance: f64) -> Result<(), Box<dyn Error>> {
    let agrees = |(found, known): (&f64, &f64)| (found / known - 1.0).abs() < tolerance;
    if found.len() == known.len() && found.iter().zip(known).all(agrees) {
        return Ok(());
    }
    Err(format!("{found:?} is not {known:?}").into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = match std::env::args().nth(1).as_deref() {
        None => 0,
        Some("--time") => 20,
        Some(word) => return Err(format!("`{word}` is not --time").into()),
    };
    let rivals = Rivals { rounds };
    reactions::run(&rivals)?;
    fit::run(&rivals)?;
    program::run(&rivals)?;
    #[cfg(feature = "more_solvers")]
    graph::run(&rivals)?;
    krylov::run(&rivals)
}
