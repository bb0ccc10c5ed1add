//! Compares generated second derivatives, products and normal equations with hyper-dual numbers.
//!
//! At each point the twin runs once for each pair of independents, which gives all second
//! derivatives and the Jacobian. Where sums cancel, an entry is known to fewer digits than others.
//! We find how many by running the twin at points that differ in the last digits.

#![allow(warnings)]

use num_dual::HyperDual64;

pub mod problem {
    //! The rows, and what the functions of the corpus import.

    use jacobian_runtime::{SparsityPattern, SymmetricPattern};
    use num_dual::HyperDual64;

    /// Calls a generated function with weights and a direction, which writes the first places.
    pub type Call = fn(&[f64], &mut [f64], [&[f64]; 2], [&mut [f64]; 3]);

    #[derive(Clone, Copy)]
    pub struct Problem {
        pub name: &'static str,
        pub points: fn() -> Vec<Vec<f64>>,
        pub value: fn(&[f64], &mut [f64]),
        pub twin: fn(&[HyperDual64], &mut [HyperDual64]),
        pub pattern: &'static SparsityPattern,
        pub calls: &'static [(&'static str, Call, Option<&'static SymmetricPattern>)],
    }

    pub fn array<T, const N: usize>(slice: &[T]) -> &[T; N] {
        slice.try_into().expect("a slice of the length that the function has")
    }

    pub fn array_mut<T, const N: usize>(slice: &mut [T]) -> &mut [T; N] {
        slice.try_into().expect("a slice of the length that the function has")
    }
}

/// Derivatives at a point: of first order, and of second order of the weighted sum of the rows.
struct Exact {
    jacobian: Vec<Vec<f64>>,
    hessian: Vec<Vec<f64>>,
}

fn exact(problem: &problem::Problem, x: &[f64], w: &[f64]) -> Exact {
    let (n, m) = (x.len(), w.len());
    let mut jacobian = vec![vec![0.0; n]; m];
    let mut hessian = vec![vec![0.0; n]; n];
    let mut result = vec![HyperDual64::from_re(0.0); m];
    for i in 0..n {
        for j in 0..=i {
            let mut seeded: Vec<_> = x.iter().map(|x| HyperDual64::from_re(*x)).collect();
            seeded[i].eps1 = 1.0;
            seeded[j].eps2 = 1.0;
            (problem.twin)(&seeded, &mut result);
            let weighted = w.iter().zip(&result).map(|(w, row)| w * row.eps1eps2);
            hessian[i][j] = weighted.sum();
            hessian[j][i] = hessian[i][j];
            for (row, number) in jacobian.iter_mut().zip(&result) {
                row[i] = number.eps1;
            }
        }
    }
    Exact { jacobian, hessian }
}

/// Numbers that look random, between one half and one, of both signs.
fn numbers(n: usize, seed: usize) -> Vec<f64> {
    let number = |k: usize| {
        let fraction = ((k * 7 + seed) as f64 * 0.618_033_988_749_895).fract();
        let sign = if (k + seed) % 3 == 0 { -1.0 } else { 1.0 };
        sign * (0.5 + 0.5 * fraction)
    };
    (0..n).map(number).collect()
}

/// What the calls should give, by option and place.
fn expected(option: &str, place: usize, exact: &Exact, w: &[f64], dx: &[f64], value: &[f64]) -> Vec<Vec<f64>> {
    let Exact { jacobian, hessian } = exact;
    let (n, m) = (dx.len(), w.len());
    let gradient = |w: &[f64]| -> Vec<f64> {
        (0..n).map(|col| (0..m).map(|row| w[row] * jacobian[row][col]).sum()).collect()
    };
    let product = |matrix: &[Vec<f64>]| -> Vec<f64> {
        matrix.iter().map(|row| row.iter().zip(dx).map(|(a, b)| a * b).sum()).collect()
    };
    match (option, place) {
        ("hessian", 0) if m == 1 => vec![jacobian[0].clone()],
        ("hessian" | "normal", 0) => jacobian.clone(),
        ("hessian", 1) => hessian.clone(),
        ("jvp", _) => vec![product(jacobian)],
        ("vjp", _) | ("hvp", 0) => vec![gradient(w)],
        ("hvp", 1) => vec![product(hessian)],
        ("normal", 1) => {
            let weighted: Vec<f64> = w.iter().zip(value).map(|(w, value)| w * value).collect();
            vec![gradient(&weighted)]
        }
        ("normal", 2) => {
            let entry = |i: usize, j: usize| {
                (0..m).map(|row| w[row] * jacobian[row][i] * jacobian[row][j]).sum()
            };
            (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
        }
        other => unreachable!("{other:?}"),
    }
}

/// The matrix whose entries a call writes to a place.
fn dense(
    (option, place): (&str, usize),
    problem: &problem::Problem,
    symmetric: Option<&jacobian_runtime::SymmetricPattern>,
    entries: &[f64],
    (n, m): (usize, usize),
) -> Vec<Vec<f64>> {
    let of = |pattern: &jacobian_runtime::SparsityPattern, rows: usize, mirrored: bool| {
        let mut matrix = vec![vec![0.0; n]; rows];
        for ((row, col), entry) in pattern.entries().zip(entries) {
            matrix[row][col] = *entry;
            if mirrored {
                matrix[col][row] = *entry;
            }
        }
        matrix
    };
    match (option, place) {
        ("hessian", 0) if m == 1 => vec![entries.to_vec()],
        ("hessian" | "normal", 0) => of(problem.pattern, m, false),
        ("hessian", 1) | ("normal", 2) => of(symmetric.expect("a pattern").lower(), n, true),
        _ => vec![entries.to_vec()],
    }
}

/// The length of a place, which is zero where a call does not write to it.
fn n_numbers(
    (option, place): (&str, usize),
    problem: &problem::Problem,
    symmetric: Option<&jacobian_runtime::SymmetricPattern>,
    (n, m): (usize, usize),
) -> usize {
    match (option, place) {
        ("hessian", 0) if m == 1 => n,
        ("hessian" | "normal", 0) => problem.pattern.nnz(),
        ("hessian", 1) | ("normal", 2) => symmetric.expect("a pattern").lower().nnz(),
        ("jvp", 0) => m,
        ("vjp", 0) | ("hvp", 0 | 1) | ("normal", 1) => n,
        _ => 0,
    }
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// Compares everything that the calls write at a point.
fn check(problem: &problem::Problem, x: &[f64]) -> Result<(), String> {
    let (n, m) = (problem.pattern.cols(), problem.pattern.rows());
    // The Hessian of one dependent has no weights.
    let w = if m == 1 { vec![1.0] } else { numbers(m, 1) };
    let dx = numbers(n, 5);
    let mut plain = vec![f64::NAN; m];
    (problem.value)(x, &mut plain);
    let is_nothing = plain.iter().any(|value| *value == domains::number::NOTHING || value.is_nan());
    // The digits that rounding moves.
    let near = |shift: usize| -> Vec<f64> {
        let moved = |(k, x): (usize, &f64)| {
            let step = [1.0, -1.0, 2.0, -3.0][(k + shift) % 4] * 2.0e-16 * [1.0, 8.0][shift % 2];
            x * (1.0 + step)
        };
        x.iter().enumerate().map(moved).collect()
    };
    let at = exact(problem, x, &w);
    let others: Vec<Exact> = (0..3).map(|shift| exact(problem, &near(shift), &w)).collect();
    for (option, call, symmetric) in problem.calls {
        let shape = (n, m);
        let mut targets = [0, 1, 2].map(|place| {
            vec![f64::NAN; n_numbers((option, place), problem, *symmetric, shape)]
        });
        let mut value = vec![f64::NAN; m];
        let [a, b, c] = &mut targets;
        call(x, &mut value, [&w, &dx], [a, b, c]);
        if !value.iter().zip(&plain).all(|(a, b)| same(*a, *b)) {
            return Err(format!("{option}: value {value:?}, not {plain:?}"));
        }
        if is_nothing {
            continue;
        }
        for (place, entries) in targets.iter().enumerate().filter(|(_, one)| !one.is_empty()) {
            let found = dense((option, place), problem, *symmetric, entries, shape);
            let of = |exact: &Exact| expected(option, place, exact, &w, &dx, &plain);
            let (wanted, others) = (of(&at), others.iter().map(of).collect::<Vec<_>>());
            let largest = wanted.iter().flatten().fold(0.0_f64, |max, one| max.max(one.abs()));
            for (row, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
                for (col, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                    let noise = others.iter().map(|other| (other[row][col] - wanted).abs());
                    let noise = noise.fold(0.0_f64, f64::max);
                    let within = 1e-12 * wanted.abs() + 1e-14 * largest + 100.0 * noise;
                    let error = (found - wanted).abs();
                    let is_nan = found.is_nan() && wanted.is_nan();
                    if !is_nan && !(error <= within) {
                        return Err(format!(
                            "{option} {place} at ({row}, {col}): {found:e}, not {wanted:e}; \
                             off by {error:.1e}, allowed {within:.1e}"
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

fn main() {
    let mut n_wrong = 0;
    for problem in ROWS {
        let mut points = (problem.points)();
        let beside = points.clone();
        points.extend(beside.iter().enumerate().map(|(place, point)| {
            let steps = numbers(point.len(), place);
            point.iter().zip(steps).map(|(x, step)| x + 0.01 * x.abs().max(0.1) * step).collect()
        }));
        for x in points {
            if let Err(message) = check(problem, &x) {
                println!("{} at {x:?}: {message}", problem.name);
                n_wrong += 1;
            }
        }
    }
    if n_wrong > 0 {
        println!("{n_wrong} points are wrong");
    }
    println!("{} compared", ROWS.len());
}
