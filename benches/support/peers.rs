//! The contestants of a measurement, and the check that they agree.
//!
//! ```text
//! plain       the function alone: the base line of every Jacobian
//! generated   value and all entries              update   value and the entries that vary
//! fused       the same with `value = fused`      searched and `order = search`, under the feature
//!                                                `searched`
//! duals       num-dual, one direction a colour   differences   one evaluation a colour
//! hand        as an expert writes it    num-dual      its own `jacobian`, a direction a column
//! echidna     a tape, one sweep a colour    across        the same tape, eliminated at each call
//! symdiff, solverang   attributes on scalar functions, one a row; like echidna under the feature
//!                      `peers`
//! ```
//!
//! All write entries in the layout of the generated pattern. They are timed only after all agree
//! with dual numbers taken one column at a time.

#[cfg(all(feature = "peers", not(clippy)))]
use super::attributes;
#[cfg(feature = "peers")]
use super::taped;
use super::timing::{Arena, Contestant, Paged, quiet_times};
use super::{colouring, differences::Differences, hand, libraries};
use crate::corpus::problem::{Expansion, Problem, dual_jacobian, path_sums};
use crate::corpus::{BENCHMARKS, FAST};

/// A contestant with a name, and how far it may be off.
#[expect(
    missing_debug_implementations,
    reason = "a closure has nothing to show"
)]
pub struct Peer<'a> {
    /// The name in the table.
    pub name: &'static str,
    /// The evaluation.
    pub run: Contestant<'a>,
    /// The accuracy that is promised for its entries.
    pub accuracy: Accuracy,
}

/// The accuracy that a contestant promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// No entries at all.
    ValueOnly,
    /// Entries up to rounding.
    Rounding,
    /// Entries with half of their digits.
    Differences,
}

/// The contestants for a problem, the plain function first and the generated code second.
pub fn peers(problem: &'static Problem) -> Vec<Peer<'static>> {
    let generated = problem.expansions[0];
    let fast = fast(problem).iter().map(|expansion| Peer {
        name: expansion.label,
        accuracy: Accuracy::Rounding,
        run: Box::new(expansion.with_jacobian),
    });
    let peer = |name, accuracy, run| Peer {
        name,
        run,
        accuracy,
    };
    let plain: Contestant<'_> = Box::new(|x, value, _| (problem.value)(x, value));
    let mut peers = vec![
        peer("plain", Accuracy::ValueOnly, plain),
        peer(
            "generated",
            Accuracy::Rounding,
            Box::new(generated.with_jacobian),
        ),
        peer("update", Accuracy::Rounding, Box::new(generated.update)),
        peer("differences", Accuracy::Differences, differences(problem)),
    ];
    peers.extend(fast);
    let library = |(name, run)| peer(name, Accuracy::Rounding, run);
    // The crates are written for the benchmarks, whose columns are coloured.
    if problem.twin.coloured.is_some() {
        peers.push(peer("duals", Accuracy::Rounding, duals(problem)));
        peers.extend(from_crates(problem).into_iter().map(library));
    }
    if let Some(run) = hand::contestant(problem.name) {
        peers.push(peer("hand", Accuracy::Rounding, Box::new(run)));
    }
    peers
}

/// The expansions of a benchmark that are made to be fast.
fn fast(problem: &Problem) -> &'static [Expansion] {
    let benchmarks = BENCHMARKS.iter().zip(FAST);
    let mut found = benchmarks.filter(|(benchmark, _)| benchmark.name == problem.name);
    found.next().map_or(&[], |(_, fast)| fast)
}

/// Dual numbers with one direction for each colour, entries picked from the rows.
pub fn duals(problem: &'static Problem) -> Contestant<'static> {
    let pattern = problem.expansions[0].pattern;
    let colours = colouring::colour_columns(pattern);
    assert_eq!(
        colouring::count(&colours),
        problem.colours,
        "colours of {}",
        problem.name
    );
    let picks: Vec<_> = pattern
        .entries()
        .map(|(row, col)| (row, colours[col]))
        .collect();
    let coloured = problem.twin.coloured.expect("the benchmarks are coloured");
    Box::new(move |x, value, entries| coloured(x, &colours, &picks, value, entries))
}

/// Libraries as their documentation uses them.
fn from_crates(problem: &'static Problem) -> Vec<(&'static str, Contestant<'static>)> {
    #[allow(unused_mut, reason = "further ones need a feature")]
    let mut found = vec![("num-dual", libraries::num_dual(problem))];
    #[cfg(feature = "peers")]
    {
        found.push(("echidna", taped::coloured(problem)));
        // echidna refuses to eliminate where one output feeds another, as the angles of se3b do.
        if problem.name != "se3b" {
            found.push(("across", taped::across(problem)));
        }
        #[cfg(not(clippy))]
        found.extend(attributes::contestants(problem));
    }
    found
}

/// How many turns each contestant gets.
pub const ROUNDS: usize = 301;

/// Who took part, with the time of a call in a quiet turn, in nanoseconds.
pub fn race(
    problem: &Problem,
    points: &[Vec<f64>],
    peers: Vec<Peer<'_>>,
) -> Vec<(&'static str, f64)> {
    let contestants = peers.into_iter().map(|peer| (peer.name, peer.run));
    let (names, mut runs): (Vec<_>, Vec<_>) = contestants.unzip();
    let mut arena = Arena {
        points,
        value: Paged::of(&vec![0.0; problem.m]),
        entries: Paged::of(problem.expansions[0].template),
    };
    let times = quiet_times(&mut runs, &mut arena, ROUNDS);
    names.into_iter().zip(times).collect()
}

/// One-sided differences.
pub fn differences(problem: &Problem) -> Contestant<'static> {
    let mut differences = Differences::new(problem.value, problem.expansions[0].pattern);
    Box::new(move |x, value, entries| differences.evaluate(x, value, entries))
}

/// Compares every contestant with dual numbers at a point; says who disagrees, and where.
///
/// # Errors
/// The first disagreement, in words.
pub fn check(problem: &'static Problem, peers: &mut [Peer<'_>], x: &[f64]) -> Result<(), String> {
    let (dense, sums) = (dual_jacobian(problem, x), path_sums(problem, x));
    let mut expected = vec![0.0; problem.m];
    (problem.value)(x, &mut expected);
    let pattern = problem.expansions[0].pattern;
    for peer in peers {
        let mut value = vec![f64::NAN; problem.m];
        let mut entries = problem.expansions[0].template.to_vec();
        (peer.run)(x, &mut value, &mut entries);
        for (row, (value, expected)) in value.iter().zip(&expected).enumerate() {
            let near = (value - expected).abs() <= 1e-9 * (1.0 + reach(&sums[row], x));
            if !near {
                return Err(format!(
                    "{}: {} gives {value:e} for {expected:e}",
                    problem.name, peer.name
                ));
            }
        }
        for ((row, col), entry) in pattern.entries().zip(&entries) {
            let tolerance = match peer.accuracy {
                Accuracy::ValueOnly => continue,
                Accuracy::Rounding => 1e-12 * sums[row][col],
                // The value is known to rounding only, which a small step magnifies.
                Accuracy::Differences => {
                    let reach = reach(&sums[row], x) + expected[row].abs() + 1.0;
                    1e-4 * sums[row][col] + 1e-6 * reach / x[col].abs()
                }
            };
            if (entry - dense[row][col]).abs() > tolerance {
                let [name, who] = [problem.name, peer.name];
                let exact = dense[row][col];
                return Err(format!(
                    "{name}: {who} gives {entry:e} for {exact:e} at ({row}, {col})"
                ));
            }
        }
    }
    Ok(())
}

/// How large the terms of a row are, to first order.
fn reach(sums: &[f64], x: &[f64]) -> f64 {
    sums.iter().zip(x).map(|(sum, x)| sum * x.abs()).sum()
}
