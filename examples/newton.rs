//! Newton's method with a sparse LU factorization: the Bratu problem `u'' + exp(u) = 0`,
//! `u(0) = u(1) = 0`.
//!
//! ```text
//! once            RESIDUAL_PATTERN  -> symbolic factorization      RESIDUAL_TEMPLATE -> entries
//! every step      residual_update_into(u) -> value, entries -> numeric factorization -> u += J^-1
//!                 (-value)
//! ```
//!
//! Run it with `cargo run -p examples --bin newton --features faer`. It fails unless the middle of
//! the solution is the exact one, `u(1/2) = 0.140539214`, to eight digits. The discretization is
//! Numerov's, of fourth order. With `-- --plot bratu.svg` behind, it draws the solution.
//!
//! Source of the solution: U. M. Ascher, R. M. M. Mattheij, R. D. Russell, Numerical Solution of
//! Boundary Value Problems for Ordinary Differential Equations, SIAM, 1995, example 1.23.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;

use faer::Col;
use faer::linalg::solvers::Solve;
use faer::sparse::SparseColMatRef;
use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;

use plot::{Frame, Ink, Picture};

/// The number of inner points of the grid.
const N: usize = 31;

/// The equations at the inner points. Both ends are zero.
#[jacobian(const(N = 31))]
pub fn residual(u: &[f64; N]) -> [f64; N] {
    let h = 1.0 / 32.0;
    let mut r = [0.0; N];
    for i in 0..N {
        let left = if i == 0 { 0.0 } else { u[i - 1] };
        let right = if i == N - 1 { 0.0 } else { u[i + 1] };
        let curvature = (left - 2.0 * u[i] + right) / (h * h);
        r[i] = curvature + (left.exp() + 10.0 * u[i].exp() + right.exp()) / 12.0;
    }
    r
}

/// Solves `residual(u) = 0` and returns the number of steps.
///
/// # Errors
/// If a Jacobian is singular, or if twenty steps are not enough.
// README:begin
pub fn newton(u: &mut [f64; N]) -> Result<usize, Box<dyn Error>> {
    let pattern = RESIDUAL_PATTERN.faer_csc();
    let analysis = SymbolicLu::try_new(pattern)?; // once: the pattern is a constant
    let (mut value, mut entries) = ([0.0; N], RESIDUAL_TEMPLATE);
    for step in 0..20 {
        residual_update_into(u, &mut value, &mut entries);
        if value.iter().all(|r| r.abs() < 1e-10) {
            return Ok(step);
        }
        let jacobian = SparseColMatRef::new(pattern, &entries);
        let lu =
            Lu::try_new_with_symbolic(analysis.clone(), jacobian).map_err(|e| format!("{e:?}"))?;
        let du = lu.solve(Col::from_fn(N, |i| -value[i]));
        u.iter_mut().enumerate().for_each(|(i, u)| *u += du[i]);
    }
    Err("no convergence in 20 steps".into())
}
// README:end

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let mut u = [0.0; N];
    let steps = newton(&mut u)?;
    let middle = u[N / 2];
    println!("{steps} Newton steps with {RESIDUAL_NNZ} entries: u(1/2) = {middle:.9}");
    if let Some(file) = file {
        picture(&u).write(&file)?;
        println!("{file} shows the solution");
    }
    let known = exact(0.5);
    if (middle - known).abs() > 1e-8 {
        return Err(format!("the exact solution is {known:.9}").into());
    }
    Ok(())
}

/// `u(x) = 2 ln (cosh(t / 4) / cosh((x - 1/2) t / 2))`, where `t = sqrt(2) cosh(t / 4)`.
fn exact(x: f64) -> f64 {
    let mut t: f64 = 1.5;
    for _ in 0..100 {
        t = 2.0_f64.sqrt() * (t / 4.0).cosh();
    }
    2.0 * ((t / 4.0).cosh() / ((x - 0.5) * t / 2.0).cosh()).ln()
}

/// The solution at the points of the grid, and the exact one.
fn picture(u: &[f64; N]) -> Picture {
    let frame = Frame {
        x: [0.0, 1.0],
        y: [0.0, 0.15],
    };
    let mut picture = Picture::chart("dots: at the points of the grid, line: exact");
    frame.mark_x(&mut picture, &[0.0, 0.25, 0.5, 0.75, 1.0].map(|x| (x, x)));
    frame.mark_y(&mut picture, &[0.0, 0.05, 0.1, 0.15].map(|y| (y, y)));
    let places = (0..=100).map(|i| f64::from(i) / 100.0);
    picture.line(Ink::Blue, 1.5, places.map(|x| frame.place(x, exact(x))));
    let places = (1..).map(|i| f64::from(i) / 32.0);
    for (x, u) in places.zip(u) {
        picture.dot(Ink::Red, 2.5, frame.place(x, *u));
    }
    picture
}
