//! Newton's method for flow in a channel, from a point where full steps go astray.
//!
//! ```text
//! once            PATTERN ── symbolic factorization          TEMPLATE ── entries
//! every step      update_into(x) ── f, entries ── numeric factorization ── J d = -f
//!                 halve t until |f(x + t d)| <= (1 - t / 10000) |f(x)|
//! ```
//!
//! The residual is the collocation of MINPACK-2's problem with 32 unknowns, in the corpus. Its pattern
//! is a constant, so the sparse LU factorization analyses it once; of its entries most are constant, so
//! they are filled in once too. The program prints the pattern, what the orders of elimination cost,
//! the history of the iteration, and the time of one Jacobian beside two other ways to it. It fails
//! unless the residual falls below `1e-10`.
//!
//! Source of the step-length rule: J. E. Dennis, R. B. Schnabel, Numerical Methods for Unconstrained
//! Optimization and Nonlinear Equations, section 6.3.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

#[path = "../tests/corpus/mod.rs"]
pub mod corpus;
#[path = "../benches/support/mod.rs"]
pub mod support;

use std::error::Error;

use corpus::fic::{
    BY_FORWARD_COST, BY_MARKOWITZ_COST, BY_REVERSE_COST, FIC_COST, FIC_NNZ, FIC_PATTERN,
    FIC_TEMPLATE, PROBLEM, fic, fic_update_into,
};
use corpus::sample::{Lcg, sample_points};
use faer::Col;
use faer::linalg::solvers::Solve;
use faer::sparse::SparseColMatRef;
use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
use support::timing::{Arena, Contestant, Paged, quiet_times};

/// The number of unknowns.
const N: usize = 32;
const TOLERANCE: f64 = 1e-10;
const LIMIT: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    print_pattern();
    print_costs();
    let start = start();

    println!("Newton with the step-length rule\n");
    println!("iteration    residual norm    step length");
    let steps = newton(&start, Rule::Backtracking, |iteration, norm, step| {
        println!("{iteration:>9}    {norm:>13.3e}    {step}");
    })?;
    let full = newton(&start, Rule::FullSteps, |_, _, _| {});
    let full = full.map_or("do not converge".to_owned(), |steps| {
        format!("take {steps}")
    });
    println!("\nconverged in {steps} iterations; full steps {full}\n");

    print_times();
    Ok(())
}

/// How far to go along the Newton direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// All the way.
    FullSteps,
    /// Until the norm of the residual decreases enough.
    Backtracking,
}

/// The solution's neighbourhood, shaken so hard that the convective terms dominate.
fn start() -> [f64; N] {
    let mut generator = Lcg::default();
    let base = (PROBLEM.base)();
    std::array::from_fn(|k| base[k] + 300.0 * generator.next_symmetric())
}

/// Solves `fic(x) = 0`; returns the number of iterations and reports each.
fn newton(
    start: &[f64; N],
    rule: Rule,
    mut report: impl FnMut(usize, f64, &str),
) -> Result<usize, Box<dyn Error>> {
    let symbolic = FIC_PATTERN.faer_csc();
    let analysis = SymbolicLu::try_new(symbolic)?;
    let mut entries = FIC_TEMPLATE;
    let mut value = [0.0; N];
    let mut x = *start;
    let mut step = String::new();
    for iteration in 0..LIMIT {
        fic_update_into(&x, &mut value, &mut entries);
        report(iteration, norm(&value), &step);
        if norm(&value) <= TOLERANCE {
            return Ok(iteration);
        }
        let jacobian = SparseColMatRef::new(symbolic, &entries);
        let factors = Lu::try_new_with_symbolic(analysis.clone(), jacobian)
            .map_err(|error| format!("the Jacobian of iteration {iteration}: {error:?}"))?;
        let direction = factors.solve(Col::from_fn(N, |row| -value[row]));
        let direction: [f64; N] = std::array::from_fn(|k| direction[k]);
        let length = match rule {
            Rule::FullSteps => 1.0,
            Rule::Backtracking => backtrack(&x, &direction, norm(&value))?,
        };
        step = length.to_string();
        x = along(&x, length, &direction);
    }
    Err(format!(
        "the residual is {:e} after {LIMIT} iterations",
        norm(&value)
    )
    .into())
}

/// The first of `1, 1/2, 1/4, ...` that decreases the norm of the residual by a part of what the
/// linear model promises.
fn backtrack(x: &[f64; N], direction: &[f64; N], before: f64) -> Result<f64, String> {
    let mut length = 1.0;
    while length > 1e-10 {
        if norm(&fic(&along(x, length, direction))) <= (1.0 - 1e-4 * length) * before {
            return Ok(length);
        }
        length /= 2.0;
    }
    Err(format!("no step decreases the residual {before:e}"))
}

fn along(x: &[f64; N], length: f64, direction: &[f64; N]) -> [f64; N] {
    std::array::from_fn(|k| x[k] + length * direction[k])
}

fn norm(value: &[f64; N]) -> f64 {
    value.iter().map(|f| f * f).sum::<f64>().sqrt()
}

fn print_pattern() {
    let constant = FIC_TEMPLATE.iter().filter(|entry| **entry != 0.0).count();
    println!("Flow in a channel: {N} equations, {N} unknowns\n\n{FIC_PATTERN}");
    println!(
        "{FIC_NNZ} entries, {constant} of them constant; {} structural zeros\n",
        N * N - FIC_NNZ
    );
}

fn print_costs() {
    println!("One value with Jacobian executes, by order of elimination\n");
    println!("order                 multiplications  additions  folded away");
    for (order, cost) in [
        ("forward", BY_FORWARD_COST),
        ("reverse", BY_REVERSE_COST),
        ("lowest Markowitz", BY_MARKOWITZ_COST),
        ("enhanced Markowitz", FIC_COST),
    ] {
        let folded = cost.trivial + cost.literal;
        println!(
            "{order:<20}  {:>15}  {:>9}  {folded:>11}",
            cost.multiplications, cost.additions
        );
    }
    println!();
}

fn print_times() {
    let generated = PROBLEM.expansions[0];
    let points = sample_points(&(PROBLEM.base)());
    let names = [
        "generated, all entries",
        "generated, varying entries",
        "dual numbers",
        "differences",
    ];
    let mut contestants: [Contestant<'_>; 4] = [
        Box::new(generated.with_jacobian),
        Box::new(generated.update),
        support::peers::duals(&PROBLEM),
        support::peers::differences(&PROBLEM),
    ];
    let mut arena = Arena {
        points: &points,
        value: Paged::of(&[0.0; N]),
        entries: Paged::of(&FIC_TEMPLATE),
    };
    let times = quiet_times(&mut contestants, &mut arena, 51);
    println!(
        "Time of one value with Jacobian; the last two by {} colours of columns\n",
        PROBLEM.colours
    );
    for (name, time) in names.iter().zip(times) {
        println!("{name:<28}  {time:>7.0} ns");
    }
}
