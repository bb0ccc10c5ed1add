//! Flow in a cavity with a moving lid: the stream function on a grid, by Newton's method.
//!
//! ```text
//! biharmonic(psi) = Re (psi_y laplace(psi_x) - psi_x laplace(psi_y))      13 points, one equation
//!
//!          nn                  the lid moves to the right with speed one; elsewhere the walls
//!       nw n  ne               are still. Points beyond a wall mirror those inside, and beyond
//!    ww w  c  e  ee            the lid twice the mesh width is added.
//!       sw s  se
//!          ss
//! ```
//!
//! Run it with `cargo run --release --example cavity -- --plot cavity.svg`. It fails unless the
//! vortex is as strong as published, to two per cent, and the speeds on the centre line are those
//! published, to two per cent of the largest.
//!
//! Source: U. Ghia, K. N. Ghia, C. T. Shin, High-Re solutions for incompressible flow using the
//! Navier-Stokes equations and a multigrid method, Journal of Computational Physics 48 (1982),
//! tables I and V, for a Reynolds number of 100. The numbers below were compared, digit by digit,
//! with those that public programs for this problem reprint. The equation is that of MINPACK-2,
//! "flow in a driven cavity".

#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![allow(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "sizes are far below 2^52; formulas are as they are written down"
)]

use std::error::Error;

use jacobian_assembly::{Elements, Jacobian, System, Variable};
use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;

use plot::{Ink, Picture};

const REYNOLDS: f64 = 100.0;
/// Inner points along a side.
const N: usize = 47;
const H: f64 = 1.0 / (N + 1) as f64;
/// The least value of the stream function, and speeds to the right on the vertical centre line, by
/// height: as published.
const VORTEX: f64 = -0.103_423;
const SPEEDS: [(f64, f64); 3] = [(0.2813, -0.156_62), (0.5, -0.205_81), (0.7344, 0.003_32)];

/// The equation at the first of these points, times the fourth power of the mesh width. `lid` is
/// added to the point in the far north.
#[jacobian(as = Flow, batch(per_point(lid)), wrt(psi))]
pub fn flow(psi: &[f64; 13], reynolds: f64, lid: f64) -> f64 {
    let [c, n, s, e, w, ne, nw, se, sw, far_n, ss, ee, ww] = *psi;
    let nn = far_n + lid;
    let bends = 20.0 * c - 8.0 * (n + s + e + w) + 2.0 * (ne + nw + se + sw) + nn + ss + ee + ww;
    let laplace_x = (ee + ne + se - 4.0 * e) - (ww + nw + sw - 4.0 * w);
    let laplace_y = (nn + ne + nw - 4.0 * n) - (ss + se + sw - 4.0 * s);
    bends - 0.25 * reynolds * ((n - s) * laplace_x - (e - w) * laplace_y)
}

/// The equations at all points.
fn system() -> Result<System<Jacobian>, Box<dyn Error>> {
    // Rows and columns: 1 and N + 2 are walls, 0 and N + 3 are beyond them.
    let at = |row: usize, column: usize| {
        let mirrored = |k| match k {
            0 => 2,
            k if k == N + 3 => N + 1,
            k => k,
        };
        let (row, column) = (mirrored(row), mirrored(column));
        if [1, N + 2].contains(&row) || [1, N + 2].contains(&column) {
            return Variable::Fixed(0.0);
        }
        Variable::Column((row - 2) * N + column - 2)
    };
    // Rows and columns of the thirteen points, in the order of the function.
    let around = [
        (2, 2),
        (3, 2),
        (1, 2),
        (2, 3),
        (2, 1),
        (3, 3),
        (3, 1),
        (1, 3),
        (1, 1),
        (4, 2),
        (0, 2),
        (2, 4),
        (2, 0),
    ];
    let mut elements = Elements::new();
    for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))) {
        let points = around.map(|(up, right)| at(i + up, j + right));
        let lid = if i + 1 == N { 2.0 * H } else { 0.0 };
        elements.push(points, [i * N + j], [lid]);
    }
    let mut system = System::jacobian(N * N, N * N);
    let reynolds = REYNOLDS;
    system.term(Flow { reynolds, lid: 0.0 }, elements)?;
    Ok(system.build()?)
}

/// Newton's method.
fn solve(system: &mut System<Jacobian>) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut psi = vec![0.0; N * N];
    let (mut value, mut entries) = (psi.clone(), vec![0.0; system.pattern().nnz()]);
    for step in 0..20 {
        system.jacobian_into(&psi, &mut value, &mut entries)?;
        let norm = value.iter().fold(0.0_f64, |most, r| most.max(r.abs()));
        println!("step {step}: residual {norm:.2e}");
        if norm < 1e-13 {
            return Ok(psi);
        }
        let mut matrix = Band::new(N * N, 2 * N);
        for ((row, column), entry) in system.pattern().entries().zip(&entries) {
            *matrix.at(row, column) += entry;
        }
        matrix.solve(&mut value);
        psi.iter_mut()
            .zip(&value)
            .for_each(|(psi, step)| *psi -= step);
    }
    Err("no convergence in 20 steps".into())
}

/// A matrix whose entries are near the diagonal.
struct Band {
    n: usize,
    width: usize,
    /// By row, from `width` left of the diagonal to `width` right of it.
    entries: Vec<f64>,
}

impl Band {
    fn new(n: usize, width: usize) -> Self {
        let entries = vec![0.0; n * (2 * width + 1)];
        Self { n, width, entries }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        let place = row * (2 * self.width + 1) + column + self.width - row;
        &mut self.entries[place]
    }

    /// Gaussian elimination without pivots, which the biharmonic operator does not need.
    fn solve(mut self, right: &mut [f64]) {
        let stride = 2 * self.width + 1;
        for k in 0..self.n {
            let last = (k + self.width + 1).min(self.n);
            let pivot = *self.at(k, k);
            let (above, below) = self.entries.split_at_mut((k + 1) * stride);
            let row = &above[k * stride + self.width + 1..][..last - k - 1];
            for i in k + 1..last {
                let from = (i - k - 1) * stride + k + self.width - i;
                let factor = below[from] / pivot;
                let target = &mut below[from + 1..][..row.len()];
                target
                    .iter_mut()
                    .zip(row)
                    .for_each(|(a, b)| *a -= factor * b);
                right[i] -= factor * right[k];
            }
        }
        for k in (0..self.n).rev() {
            let last = (k + self.width + 1).min(self.n);
            let known: f64 = (k + 1..last).map(|j| *self.at(k, j) * right[j]).sum();
            right[k] = (right[k] - known) / *self.at(k, k);
        }
    }
}

/// The speed to the right on the vertical centre line, at a height, by linear interpolation.
fn speed(psi: &[f64], height: f64) -> f64 {
    let at = |row: usize| {
        if (1..=N).contains(&row) {
            psi[(row - 1) * N + N / 2]
        } else {
            0.0
        }
    };
    let at_row = |row: usize| (at(row + 1) - at(row - 1)) / (2.0 * H);
    let row = (1..N)
        .rev()
        .find(|row| *row as f64 * H <= height)
        .unwrap_or(1);
    let part = height / H - row as f64;
    (1.0 - part) * at_row(row) + part * at_row(row + 1)
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let mut system = system()?;
    println!("{} unknowns, {:?}", N * N, system.pattern());
    let psi = solve(&mut system)?;
    if let Some(file) = file {
        picture(&psi).write(&file)?;
        println!("{file} shows it");
    }
    let least = psi.iter().copied().fold(0.0, f64::min);
    println!("the vortex: {least:.5}, published {VORTEX:.5}");
    let mut holds = (least / VORTEX - 1.0).abs() < 0.02;
    for (height, published) in SPEEDS {
        let found = speed(&psi, height);
        println!("speed at {height}: {found:.4}, published {published:.4}");
        holds &= (found - published).abs() < 0.02 * 0.21;
    }
    if !holds {
        return Err("this is not the published flow".into());
    }
    Ok(())
}

/// Streamlines, drawn as borders between levels of the stream function.
fn picture(psi: &[f64]) -> Picture {
    let mut picture = Picture::new(440.0, 470.0);
    let place = |x: f64, y: f64| [20.0 + 400.0 * x, 430.0 - 400.0 * y];
    let walls = [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (1.0, 1.0)];
    picture.line(Ink::Grey, 2.0, walls.map(|(x, y)| place(x, y)));
    picture.line(Ink::Red, 3.0, [place(0.0, 1.0), place(1.0, 1.0)]);
    picture.text([20.0, 20.0], "the lid moves to the right");
    picture.text([20.0, 456.0], "streamlines at a Reynolds number of 100");
    let at = |row: usize, column: usize| {
        let is_inside = (1..=N).contains(&row) && (1..=N).contains(&column);
        if is_inside {
            psi[(row - 1) * N + column - 1]
        } else {
            0.0
        }
    };
    for level in [-0.1, -0.09, -0.07, -0.05, -0.03, -0.01, -0.001, 2e-7, 1e-6] {
        let mut pieces = Vec::new();
        for (row, column) in (0..=N).flat_map(|row| (0..=N).map(move |column| (row, column))) {
            // Where the sides of a cell of the grid cross the level.
            let corners = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)];
            let mut crossed = Vec::new();
            for side in corners.windows(2) {
                let [a, b] = [side[0], side[1]].map(|(i, j)| at(row + i, column + j) - level);
                if (a < 0.0) != (b < 0.0) {
                    let part = a / (a - b);
                    let between = |a: usize, b: usize| a as f64 + part * (b as f64 - a as f64);
                    let x = (column as f64 + between(side[0].1, side[1].1)) * H;
                    let y = (row as f64 + between(side[0].0, side[1].0)) * H;
                    crossed.push(place(x, y));
                }
            }
            if let [from, to] = crossed[..] {
                pieces.push([from, to]);
            }
        }
        picture.pieces(Ink::Blue, 1.2, &pieces);
    }
    picture
}
