//! One contest of the generated program: the function, its rivals and the techniques take turns on
//! the same points.
//!
//! ```text
//! check all against dual numbers --> quiet turns --> lines of function, technique, nanoseconds
//! ```

use jacobian_runtime::SparsityPattern;

use crate::corpus::problem::{Evaluate, Problem, dual_jacobian, path_sums};
use crate::corpus::sample::sample_points;
use crate::support::colouring;
use crate::support::differences::Differences;
use crate::support::timing::{Arena, Contestant, Paged, quiet_times};

/// How many turns each contestant gets.
const ROUNDS: usize = 101;

/// Prints the time of every contestant in a quiet turn.
pub fn run(
    problem: &'static Problem,
    pattern: &'static SparsityPattern,
    by_hand: Option<Evaluate>,
    techniques: &'static [(&'static str, Evaluate)],
) {
    let points = sample_points(&(problem.base)());
    let exact = techniques.iter().copied();
    let exact: Vec<(&str, Evaluate)> = exact
        .chain(by_hand.map(|run| ("Hand-coded", run)))
        .collect();
    for (name, run) in &exact {
        for point in points.iter().step_by(100) {
            check(problem, pattern, name, *run, point);
        }
    }
    let mut names = vec!["f", "FD", "ADIFOR"];
    let mut differences = Differences::new(problem.value, pattern);
    let colours = colouring::colour_columns(pattern);
    assert_eq!(colouring::count(&colours), problem.colours);
    let coloured = problem.twin.coloured.expect("it is coloured");
    let entries = pattern.entries();
    let picks: Vec<_> = entries.map(|(row, col)| (row, colours[col])).collect();
    let mut contestants: Vec<Contestant<'_>> = vec![
        Box::new(|x, value, _| (problem.value)(x, value)),
        Box::new(move |x, value, entries| differences.evaluate(x, value, entries)),
        Box::new(move |x, value, entries| coloured(x, &colours, &picks, value, entries)),
    ];
    for (name, run) in exact {
        names.push(name);
        contestants.push(Box::new(run));
    }
    let mut arena = Arena {
        points: &points,
        value: Paged::of(&vec![0.0; problem.m]),
        entries: Paged::of(&vec![0.0; pattern.nnz()]),
    };
    let times = quiet_times(&mut contestants, &mut arena, ROUNDS);
    for (name, time) in names.iter().zip(times) {
        println!("{}\t{name}\t{time}", problem.name);
    }
}

fn check(problem: &Problem, pattern: &SparsityPattern, name: &str, run: Evaluate, x: &[f64]) {
    let mut value = vec![f64::NAN; problem.m];
    let mut entries = vec![f64::NAN; pattern.nnz()];
    run(x, &mut value, &mut entries);
    let (dense, sums) = (dual_jacobian(problem, x), path_sums(problem, x));
    for ((row, col), entry) in pattern.entries().zip(&entries) {
        let error = (entry - dense[row][col]).abs();
        assert!(
            error <= 1e-12 * sums[row][col],
            "{}: {name} gives {entry:e} for {:e} at ({row}, {col})",
            problem.name,
            dense[row][col]
        );
    }
}
