//! A constrained minimum by Newton's method on its optimality conditions: problem 71 of Hock and
//! Schittkowski, with all constraints as they are published.
//!
//! ```text
//! minimize x1 x4 (x1 + x2 + x3) + x3        x1 x2 x3 x4 >= 25
//! from (1, 5, 5, 1)                         x1^2 + x2^2 + x3^2 + x4^2 = 40      1 <= x <= 5
//!
//! every step   problem_with_hessian_into(x, (1, -y)) -> f and c, their gradients J, Hessian H of
//!              the Lagrangian f - y c
//!                 [ H   J' ] [ dx ]   [ -grad (f - y c) ]      S: slacks s by their multipliers y,
//!                 [ J  -S  ] [-dy ] = [ -c + mu / y     ]      for an equality zero
//! ```
//!
//! It is a primal-dual interior point method: each inequality `c >= 0` has a slack `s = c`, and
//! Newton's method solves `s y = mu`. `mu` falls as the square of the mean of `s y`, so that the
//! whole method converges quadratically. The slacks are eliminated, everything else is one sparse
//! symmetric matrix, factored by faer. Each step is cut such that slacks and multipliers stay
//! positive. There is no line search: another problem, or another start, may need one.
//!
//! Run it with `cargo run --release --example optimum`. It fails unless the residual of the
//! optimality conditions falls below 1e-10 at the published solution. With `-- --plot steps.svg`
//! behind, it draws that residual by step.
//!
//! Sources: W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes, Springer,
//! 1981, problem 71; its solution with more digits is in the documentation of Ipopt. J. Nocedal,
//! S. J. Wright, Numerical Optimization, 2006, chapter 19.

#![cfg_attr(
    feature = "faer",
    expect(clippy::print_stdout, reason = "an example shows its result")
)]

#[cfg(feature = "faer")]
#[path = "support/plot.rs"]
mod plot;

#[cfg(feature = "faer")]
mod solver {
    use std::error::Error;

    use faer::Col;
    use faer::linalg::solvers::Solve;
    use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
    use faer::sparse::{Pair, SparseColMat, SymbolicSparseColMat};
    use jacobian_runtime::jacobian;

    /// Variables, constraints, and how many of these are inequalities, which come first.
    const N: usize = 4;
    const M: usize = 10;
    const INEQUALITIES: usize = 9;

    /// The objective, and behind it the constraints.
    #[jacobian(hessian)]
    fn problem(x: &[f64; 4]) -> [f64; 11] {
        let product = x[0] * x[1] * x[2] * x[3];
        let squares = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
        [
            x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
            product - 25.0,
            x[0] - 1.0,
            x[1] - 1.0,
            x[2] - 1.0,
            x[3] - 1.0,
            5.0 - x[0],
            5.0 - x[1],
            5.0 - x[2],
            5.0 - x[3],
            squares - 40.0,
        ]
    }

    /// Variables, slacks and multipliers. An equality has the slack zero.
    struct Point {
        x: [f64; N],
        s: [f64; M],
        y: [f64; M],
    }

    /// All derivatives at a point.
    struct Evaluated {
        values: [f64; M + 1],
        jacobian: [f64; PROBLEM_NNZ],
        hessian: [f64; PROBLEM_HESSIAN_NNZ],
        /// The gradient of the Lagrangian.
        gradient: [f64; N],
    }

    fn evaluate(point: &Point) -> Evaluated {
        let mut weights = [1.0; M + 1];
        (0..M).for_each(|i| weights[i + 1] = -point.y[i]);
        let mut at = Evaluated {
            values: [0.0; M + 1],
            jacobian: [0.0; PROBLEM_NNZ],
            hessian: [0.0; PROBLEM_HESSIAN_NNZ],
            gradient: [0.0; N],
        };
        problem_with_hessian_into(
            &point.x,
            &weights,
            &mut at.values,
            &mut at.jacobian,
            &mut at.hessian,
        );
        for ((row, col), entry) in PROBLEM_PATTERN.entries().zip(&at.jacobian) {
            at.gradient[col] += weights[row] * entry;
        }
        at
    }

    /// The largest violation of the optimality conditions.
    fn residual(point: &Point, at: &Evaluated) -> f64 {
        let gradient = at.gradient.iter().copied();
        let constraints = (0..M).map(|i| at.values[i + 1] - point.s[i]);
        let products = (0..INEQUALITIES).map(|i| point.s[i] * point.y[i]);
        let all = gradient.chain(constraints).chain(products);
        all.fold(0.0, |most: f64, violation| {
            // A maximum would lose what is not a number.
            if violation.abs() <= most {
                most
            } else {
                violation.abs()
            }
        })
    }

    /// Places of the matrix, and their values at a point, in the same order.
    fn matrix(point: &Point, at: &Evaluated) -> (Vec<Pair<usize, usize>>, Vec<f64>) {
        let (mut places, mut values) = (Vec::new(), Vec::new());
        let mut add = |row, col, value| {
            places.push(Pair { row, col });
            values.push(value);
        };
        for (row, col, position) in PROBLEM_HESSIAN_PATTERN.entries() {
            add(row, col, at.hessian[position]);
        }
        for ((row, col), entry) in PROBLEM_PATTERN.entries().zip(&at.jacobian) {
            if row > 0 {
                add(N + row - 1, col, *entry);
                add(col, N + row - 1, *entry);
            }
        }
        for i in 0..INEQUALITIES {
            add(N + i, N + i, -point.s[i] / point.y[i]);
        }
        (places, values)
    }

    /// The longest step, at most one, that leaves positive numbers positive.
    fn longest(positive: &[f64], change: &[f64], kept: f64) -> f64 {
        let limits = positive.iter().zip(change).take(INEQUALITIES);
        limits.fold(1.0, |step: f64, (p, d)| {
            if *d < 0.0 {
                step.min(-kept * p / d)
            } else {
                step
            }
        })
    }

    /// What the method found.
    pub(super) struct Solution {
        pub(super) x: [f64; N],
        pub(super) objective: f64,
        /// The largest violation of the optimality conditions before each step.
        pub(super) violations: Vec<f64>,
    }

    /// Prints each step and returns the point at which it stops.
    ///
    /// # Errors
    /// If a matrix is singular, or if twenty steps are not enough.
    pub(super) fn solve() -> Result<Solution, Box<dyn Error>> {
        let x = [1.0, 5.0, 5.0, 1.0];
        let mut point = Point {
            x,
            s: [0.0; M],
            y: [0.0; M],
        };
        let start = problem(&x);
        for i in 0..INEQUALITIES {
            (point.s[i], point.y[i]) = (start[i + 1].max(1.0), 1.0);
        }
        let (mut analysis, mut violations) = (None, Vec::new());
        println!("step  residual   objective");
        for step in 0..20 {
            let at = evaluate(&point);
            let violation = residual(&point, &at);
            println!("{step:4}  {violation:.2e}  {:.10}", at.values[0]);
            violations.push(violation);
            if violation < 1e-10 {
                return Ok(Solution {
                    x: point.x,
                    objective: at.values[0],
                    violations,
                });
            }
            let (places, values) = matrix(&point, &at);
            let (symbolic, order) =
                SymbolicSparseColMat::try_new_from_indices(N + M, N + M, &places)?;
            // The places are the same in all steps, and so is the symbolic factorization.
            if analysis.is_none() {
                analysis = Some(SymbolicLu::try_new(symbolic.as_ref())?);
            }
            let analysis = analysis.clone().expect("it was made in the first step");
            let matrix = SparseColMat::new_from_argsort(symbolic, &order, &values)?;
            let lu = Lu::try_new_with_symbolic(analysis, matrix.as_ref())
                .map_err(|e| format!("{e:?}"))?;
            advance(&mut point, &at, &lu);
        }
        Err("no convergence in 20 steps".into())
    }

    /// One step of Newton's method with the factors of the matrix.
    fn advance(point: &mut Point, at: &Evaluated, lu: &Lu<usize, f64>) {
        let products = (0..INEQUALITIES).map(|i| point.s[i] * point.y[i]);
        let mean = products.sum::<f64>() / 9.0;
        let mu = (0.1 * mean).min(mean * mean);
        let barrier = |i: usize| {
            if i < INEQUALITIES {
                mu / point.y[i]
            } else {
                0.0
            }
        };
        let found = lu.solve(Col::from_fn(N + M, |i| match i.checked_sub(N) {
            None => -at.gradient[i],
            Some(i) => barrier(i) - at.values[i + 1],
        }));
        let dy: [f64; M] = std::array::from_fn(|i| -found[N + i]);
        let mut ds: [f64; M] = std::array::from_fn(|i| at.values[i + 1] - point.s[i]);
        for ((row, col), entry) in PROBLEM_PATTERN.entries().zip(&at.jacobian) {
            if row > 0 {
                ds[row - 1] += entry * found[col];
            }
        }
        let kept = (1.0 - mean).max(0.9);
        let step = longest(&point.s, &ds, kept).min(longest(&point.y, &dy, kept));
        (0..N).for_each(|i| point.x[i] += step * found[i]);
        (0..INEQUALITIES).for_each(|i| point.s[i] += step * ds[i]);
        (0..M).for_each(|i| point.y[i] += step * dy[i]);
    }
}

#[cfg(feature = "faer")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = plot::file()?;
    let found = solver::solve()?;
    println!("x = {:.8?}", found.x);
    if let Some(file) = file {
        picture(&found.violations).write(&file)?;
        println!("{file} shows the steps");
    }
    let known = [1.000_000_00, 4.742_999_63, 3.821_149_98, 1.379_408_29];
    let is_near = |(x, known): (&f64, &f64)| (x - known).abs() <= 1e-8;
    if !found.x.iter().zip(&known).all(is_near) || (found.objective - 17.014_017_3).abs() > 1e-7 {
        return Err(format!("the published solution is {known:?}, 17.0140173").into());
    }
    Ok(())
}

/// The logarithm of the violation by step. Quadratic convergence bends it down.
#[cfg(feature = "faer")]
fn picture(violations: &[f64]) -> plot::Picture {
    let steps = || (0_u8..).map(f64::from).zip(violations);
    let last = steps().last().map_or(0.0, |(step, _)| step);
    let frame = plot::Frame {
        x: [0.0, last],
        y: [-14.0, 2.0],
    };
    let mut picture = plot::Picture::chart("violation of the optimality conditions by step");
    let marks: Vec<_> = steps().map(|(step, _)| (step, step)).collect();
    frame.mark_x(&mut picture, &marks);
    let decades = [-14, -10, -6, -2, 2].map(|n| (f64::from(n), format!("1e{n}")));
    frame.mark_y(&mut picture, &decades);
    let points: Vec<_> = steps()
        .map(|(step, violation)| frame.place(step, violation.log10()))
        .collect();
    for point in &points {
        picture.dot(plot::Ink::Blue, 3.0, *point);
    }
    picture.line(plot::Ink::Blue, 1.5, points);
    picture
}

/// Asks cargo for itself with the feature. Without one, all tests would build faer, which takes
/// longer than all other crates together.
#[cfg(not(feature = "faer"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut cargo = std::process::Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["run", "--features", "faer", "--example", "optimum"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    cargo.arg("--").args(std::env::args_os().skip(1));
    let status = cargo.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(status.to_string().into())
    }
}
