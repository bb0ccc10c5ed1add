//! Bratu's equation with a million unknowns: assembled from the function of one point, and solved
//! by Newton's method.
//!
//! ```text
//! #[jacobian] fn bratu(u: &[f64; 5], c) -> f64       five points of the grid, one equation
//!      Elements, System                              the pattern of all, once
//!      jacobian_into                                 in each Newton step
//!      conjugate gradients, multigrid inside         the linear systems
//! ```
//!
//! `u_xx + u_yy + lambda exp(u) = 0` on the unit square, zero on its boundary, lambda = 5, on n x n
//! inner points.
//!
//! Run it with `cargo run --release --example bratu -- --n 1000 --plot bratu.svg`. It fails unless
//! the residuals fall below 1e-10, or below their rounding errors on a fine grid, and the solution
//! is symmetric as the square is. With `--features progress` a bar shows how far the linear solver
//! is.
//!
//! Source of the problem: B. M. Averick, R. G. Carter, J. J. More, G.-L. Xue, The MINPACK-2 test
//! problem collection, 1992, "solid fuel ignition".

#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![allow(
    clippy::cast_precision_loss,
    clippy::suboptimal_flops,
    reason = "sizes are far below 2^52; formulas are as they are written down"
)]

use std::error::Error;
use std::time::Instant;

use jacobian_assembly::{Elements, Jacobian, Pattern, System, Variable};
use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;
#[path = "support/progress.rs"]
mod progress;

use plot::{Ink, Picture};
use progress::Progress;

const LAMBDA: f64 = 5.0;
/// Of conjugate gradients in a step.
const MAX_ITERATIONS: usize = 200;

/// The equation at the third of these points, times the square of the mesh width.
#[jacobian(as = Bratu, batch, wrt(u))]
pub fn bratu(u: &[f64; 5], c: f64) -> f64 {
    4.0 * u[2] - u[0] - u[1] - u[3] - u[4] - c * u[2].exp()
}

/// The equations at all points.
///
/// # Errors
/// If there are more points than places can count.
pub fn system(n: usize) -> Result<System<Jacobian>, Box<dyn Error>> {
    let at = |row: usize, column: usize| {
        if (1..=n).contains(&row) && (1..=n).contains(&column) {
            Variable::Column((row - 1) * n + column - 1)
        } else {
            Variable::Fixed(0.0) // the boundary
        }
    };
    let mut elements = Elements::new();
    for (i, j) in (1..=n).flat_map(|i| (1..=n).map(move |j| (i, j))) {
        let points = [
            at(i - 1, j),
            at(i, j - 1),
            at(i, j),
            at(i, j + 1),
            at(i + 1, j),
        ];
        elements.push(points, [(i - 1) * n + j - 1], []);
    }
    let mut system = System::jacobian(n * n, n * n);
    let h = 1.0 / (n + 1) as f64;
    system.term(Bratu { c: LAMBDA * h * h }, elements)?;
    Ok(system.build()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (n, plot) = arguments()?;
    let start = Instant::now();
    let mut system = system(n)?;
    println!("{} unknowns, {:?}", n * n, system.pattern());
    println!("pattern and places: {:.2} s", start.elapsed().as_secs_f64());

    let levels = Multigrid::of(n);
    let mut u = vec![0.0; n * n];
    let (mut value, mut entries) = (u.clone(), vec![0.0; system.pattern().nnz()]);
    let mut history = Vec::new();
    for step in 0..20 {
        let start = Instant::now();
        system.jacobian_into(&u, &mut value, &mut entries)?;
        let assembled = start.elapsed().as_secs_f64();
        // The equations are scaled by the square of the mesh width.
        let h = 1.0 / (n + 1) as f64;
        let norm = value.iter().fold(0.0_f64, |most, r| most.max(r.abs())) / (h * h);
        history.push(norm);
        print!(
            "step {step}: residual {norm:.2e}, assembled in {:.1} ms",
            assembled * 1e3
        );
        // Rounding errors of the residual are those of 4 u, by the square of the mesh width.
        if norm < 1e-10 + 16.0 * f64::EPSILON / (h * h) {
            println!();
            finish(n, &u)?;
            if let Some(file) = plot {
                picture(&system, &u, &history).write(&file)?;
                println!("{file} shows it");
            }
            return Ok(());
        }
        let mut du = vec![0.0; n * n];
        let multiply = |x: &[f64], y: &mut [f64]| system.pattern().mul_into(&entries, x, y);
        let start = Instant::now();
        let progress = Progress::of(MAX_ITERATIONS, "conjugate gradients");
        let iterations =
            conjugate_gradients(multiply, &levels, &value, &mut du, || progress.step());
        progress.end();
        println!(
            ", {iterations} iterations in {:.2} s",
            start.elapsed().as_secs_f64()
        );
        u.iter_mut().zip(&du).for_each(|(u, du)| *u -= du);
    }
    Err("no convergence in 20 steps".into())
}

/// The size of the grid, and where the picture goes.
fn arguments() -> Result<(usize, Option<String>), Box<dyn Error>> {
    let (mut n, mut plot) = (100, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or(format!("`{word}` needs a value"));
        match word.as_str() {
            "--n" => n = next()?.parse()?,
            "--plot" => plot = Some(next()?),
            _ => return Err(format!("`{word}` is none of --n SIZE, --plot FILE.svg").into()),
        }
    }
    if n == 0 {
        return Err("the grid needs a point".into());
    }
    Ok((n, plot))
}

/// That the solution is symmetric.
fn finish(n: usize, u: &[f64]) -> Result<(), Box<dyn Error>> {
    println!("the peak is {:.6}", peak(u));
    let mirrored = |i: usize, j: usize| [(j, i), (n - 1 - i, j), (i, n - 1 - j)];
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        for (k, l) in mirrored(i, j) {
            if (u[i * n + j] - u[k * n + l]).abs() > 1e-8 {
                return Err(format!("it is not symmetric at {i}, {j}").into());
            }
        }
    }
    Ok(())
}

fn peak(u: &[f64]) -> f64 {
    u.iter().fold(0.0_f64, |most, u| most.max(*u))
}

/// Solves `A x = b` for a symmetric positive definite matrix to a millionth, and returns the number
/// of iterations.
///
/// Source: M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems,
/// 1952; preconditioned.
fn conjugate_gradients(
    multiply: impl Fn(&[f64], &mut [f64]),
    levels: &Multigrid,
    b: &[f64],
    x: &mut [f64],
    done: impl Fn(),
) -> usize {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut r = b.to_vec();
    let mut z = levels.solve(&r);
    let (mut p, mut product) = (z.clone(), vec![0.0; b.len()]);
    let mut rz = dot(&r, &z);
    let wanted = 1e-12 * dot(b, b);
    for iteration in 0..MAX_ITERATIONS {
        if dot(&r, &r) <= wanted {
            return iteration;
        }
        multiply(&p, &mut product);
        let step = rz / dot(&p, &product);
        for (((x, r), p), product) in x.iter_mut().zip(&mut r).zip(&p).zip(&product) {
            *x += step * p;
            *r -= step * product;
        }
        z = levels.solve(&r);
        let next = dot(&r, &z);
        p.iter_mut()
            .zip(&z)
            .for_each(|(p, z)| *p = z + next / rz * *p);
        rz = next;
        done();
    }
    MAX_ITERATIONS
}

/// Cycles over ever coarser grids for the Laplacian alone, which is near enough to the Jacobian.
struct Multigrid {
    /// The points along a side, the finest grid first.
    sides: Vec<usize>,
}

impl Multigrid {
    fn of(n: usize) -> Self {
        let halves = std::iter::successors(Some(n), |n| (*n > 2).then_some(n / 2));
        Self {
            sides: halves.collect(),
        }
    }

    /// An approximate solution of `4 u - neighbours = r`.
    fn solve(&self, r: &[f64]) -> Vec<f64> {
        cycle(&self.sides, r)
    }
}

/// Damped by Jacobi's method before and after the correction from the coarser grid, so that the
/// whole is symmetric.
fn cycle(sides: &[usize], r: &[f64]) -> Vec<f64> {
    const DAMPED: f64 = 0.8 / 4.0;
    let n = sides[0];
    let mut u: Vec<f64> = r.iter().map(|r| DAMPED * r).collect();
    let sweeps = if sides.len() == 1 { 20 } else { 1 };
    let mut rest = vec![0.0; n * n];
    for _ in 1..sweeps {
        remaining(n, &u, r, &mut rest);
        u.iter_mut()
            .zip(&rest)
            .for_each(|(u, rest)| *u += DAMPED * rest);
    }
    if let Some(side) = sides.get(1) {
        remaining(n, &u, r, &mut rest);
        let correction = cycle(&sides[1..], &restricted(n, *side, &rest));
        prolong(n, *side, &correction, &mut u);
    }
    remaining(n, &u, r, &mut rest);
    u.iter_mut()
        .zip(&rest)
        .for_each(|(u, rest)| *u += DAMPED * rest);
    u
}

/// `r - (4 u - neighbours)`.
fn remaining(n: usize, u: &[f64], r: &[f64], rest: &mut [f64]) {
    for i in 0..n {
        for j in 0..n {
            let at = i * n + j;
            let north = if i > 0 { u[at - n] } else { 0.0 };
            let south = if i + 1 < n { u[at + n] } else { 0.0 };
            let west = if j > 0 { u[at - 1] } else { 0.0 };
            let east = if j + 1 < n { u[at + 1] } else { 0.0 };
            rest[at] = r[at] - (4.0 * u[at] - north - south - west - east);
        }
    }
}

/// The fine points around a coarse one, with their weights. Coarse point `i` is fine point
/// `2 i + 1`.
fn around(n: usize, coarse: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
    let weights = [
        (2 * coarse, 0.5),
        (2 * coarse + 1, 1.0),
        (2 * coarse + 2, 0.5),
    ];
    weights.into_iter().filter(move |(fine, _)| *fine < n)
}

/// Weighted sums around the coarse points.
fn restricted(n: usize, side: usize, fine: &[f64]) -> Vec<f64> {
    let mut coarse = vec![0.0; side * side];
    for (i, row) in coarse.chunks_exact_mut(side).enumerate() {
        for (j, sum) in row.iter_mut().enumerate() {
            for (k, a) in around(n, i) {
                *sum += around(n, j)
                    .map(|(l, b)| a * b * fine[k * n + l])
                    .sum::<f64>();
            }
        }
    }
    coarse
}

/// Adds the coarse numbers to the points around them.
fn prolong(n: usize, side: usize, coarse: &[f64], fine: &mut [f64]) {
    for (i, row) in coarse.chunks_exact(side).enumerate() {
        for (j, number) in row.iter().enumerate() {
            for (k, a) in around(n, i) {
                around(n, j).for_each(|(l, b)| fine[k * n + l] += a * b * number);
            }
        }
    }
}

/// The solution in shades, the residuals of the Newton steps, and the pattern of the matrix.
fn picture(system: &System<Jacobian>, u: &[f64], history: &[f64]) -> Picture {
    let (n, peak) = (u.len().isqrt(), peak(u));
    let shown = n.min(22);
    let side = 300.0 / shown as f64;
    let mut picture = Picture::new(1020.0, 360.0);
    spy(&mut picture, system.pattern(), n * n.min(4), [700.0, 30.0]);
    for (i, j) in (0..shown).flat_map(|i| (0..shown).map(move |j| (i, j))) {
        let middle = |k: usize| (2 * k + 1) * n / (2 * shown);
        let corner = [20.0 + side * j as f64, 30.0 + side * i as f64];
        picture.shade(corner, side + 0.3, u[middle(i) * n + middle(j)] / peak);
    }
    picture.text(
        [20.0, 20.0],
        &format!("u on {n} x {n} points, at most {peak:.4}"),
    );
    picture.text([380.0, 20.0], "residual by Newton step");
    let last = history.len().max(2) - 1;
    let place = |step: usize, norm: f64| {
        let across = 400.0 + 250.0 * step as f64 / last as f64;
        [across, 40.0 + 18.0 * (2.0 - norm.max(1e-14).log10())]
    };
    let steps = || history.iter().enumerate();
    picture.line(
        Ink::Blue,
        1.5,
        steps().map(|(step, norm)| place(step, *norm)),
    );
    for (step, norm) in steps() {
        let [x, y] = place(step, *norm);
        picture.dot(Ink::Blue, 3.0, [x, y]);
        picture.text([x - 18.0, y - 8.0], &format!("{norm:.0e}"));
    }
    picture
}

/// The corner of the matrix that belongs to the first lines of the grid, in cells, which are the
/// darker the more entries are in them.
fn spy(picture: &mut Picture, pattern: &Pattern, rows: usize, [x, y]: [f64; 2]) {
    let cells = rows.min(40);
    let side = 300.0 / cells as f64;
    let cell = |at: usize| at * cells / rows;
    let mut counts = vec![0; cells * cells];
    for (row, column) in pattern.entries() {
        if row < rows && column < rows {
            counts[cell(row) * cells + cell(column)] += 1;
        }
    }
    let most = f64::from(counts.iter().copied().max().unwrap_or(1));
    for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let corner = [
            x + side * (at % cells) as f64,
            y + side * (at / cells) as f64,
        ];
        picture.shade(corner, side, f64::from(*count) / most);
    }
    let words = format!("the matrix: {rows} of {} rows", pattern.rows());
    picture.text([x, y - 10.0], &words);
}
