//! A chemical clock: the Oregonator, which models the reaction of Belousov and Zhabotinsky.
//!
//! ```text
//! y' = f(y)      three concentrations over seven decades, slow and fast in turns
//! each step      (1 / (gamma h) - df/dy) k = ..      four times with one factorization
//! ```
//!
//! Run it with `cargo run --release --example kinetics -- --plot kinetics.svg`. It fails unless the
//! concentrations at `t = 360` are the published ones, to five digits.
//!
//! Sources: R. J. Field, R. M. Noyes, Oscillations in chemical systems IV, 1974. The reference
//! solution is that of the test set for IVP solvers, problem OREGO, compared digit by digit with
//! its copy in the R package deTestSet. The method is the Rosenbrock method of order 4 of P. Kaps
//! and P. Rentrop, 1979, with the parameters of L. F. Shampine, 1982.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;

use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;

use plot::{Frame, Ink, Picture};

type Y = [f64; 3];

const END: f64 = 360.0;
/// The concentrations at the end, as published.
const KNOWN: Y = [
    0.100_081_487_031_852_3e1,
    0.122_817_852_154_991_7e4,
    0.132_055_494_284_670_6e3,
];

/// How the concentrations change.
#[jacobian]
pub fn rates(y: &[f64; 3]) -> [f64; 3] {
    let [a, b, c] = *y;
    [
        77.27 * (b + a * (1.0 - 8.375e-6 * a - b)),
        (c - (1.0 + a) * b) / 77.27,
        0.161 * (a - c),
    ]
}

/// `y` and multiples of others.
fn sum<const N: usize>(y: Y, terms: [(f64, Y); N]) -> Y {
    let part = |i: usize| {
        let products = terms.iter().map(|(factor, term)| factor * term[i]);
        y[i] + products.sum::<f64>()
    };
    [0, 1, 2].map(part)
}

/// The solution of three equations, by elimination with pivots.
fn solve(mut matrix: [[f64; 3]; 3], mut right: Y) -> Y {
    for k in 0..3 {
        let larger = |i: &usize, j: &usize| matrix[*i][k].abs().total_cmp(&matrix[*j][k].abs());
        let pivot = (k..3).max_by(larger).unwrap_or(k);
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        for i in k + 1..3 {
            let factor = matrix[i][k] / matrix[k][k];
            let row = matrix[k];
            matrix[i]
                .iter_mut()
                .zip(row)
                .for_each(|(a, b)| *a -= factor * b);
            right[i] -= factor * right[k];
        }
    }
    for k in (0..3).rev() {
        let known: f64 = (k + 1..3).map(|j| matrix[k][j] * right[j]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    right
}

/// One step, and an estimate of its error.
fn step(y: Y, h: f64) -> (Y, Y) {
    let (rate, slopes) = rates_with_jacobian(&y);
    let mut matrix = slopes.to_dense().map(|row| row.map(|entry| -entry));
    for (k, row) in matrix.iter_mut().enumerate() {
        row[k] += 2.0 / h; // gamma is one half
    }
    let zero = [0.0; 3];
    let k1 = solve(matrix, rate);
    let rate = rates(&sum(y, [(2.0, k1)]));
    let k2 = solve(matrix, sum(rate, [(-8.0 / h, k1)]));
    let rate = rates(&sum(y, [(48.0 / 25.0, k1), (6.0 / 25.0, k2)]));
    let k3 = solve(matrix, sum(rate, [(372.0 / 25.0 / h, k1), (2.4 / h, k2)]));
    // The third and the fourth stage share their point.
    let earlier = [
        (-112.0 / 125.0 / h, k1),
        (-54.0 / 125.0 / h, k2),
        (-0.4 / h, k3),
    ];
    let k4 = solve(matrix, sum(rate, earlier));
    let weights = [
        (19.0 / 9.0, k1),
        (0.5, k2),
        (25.0 / 108.0, k3),
        (125.0 / 108.0, k4),
    ];
    let errors = [(17.0 / 54.0, k1), (7.0 / 36.0, k2), (125.0 / 108.0, k4)];
    (sum(y, weights), sum(zero, errors))
}

/// The states at the steps, with their times. A step is as long as its error allows.
fn integrate(tolerance: f64) -> Vec<(f64, Y)> {
    let (mut t, mut y, mut h) = (0.0, [1.0, 2.0, 3.0], 1e-4);
    let mut states = vec![(t, y)];
    while t < END {
        h = f64::min(h, END - t);
        let (next, error) = step(y, h);
        let relative = (0..3).map(|i| error[i].abs() / y[i].abs().max(next[i].abs()));
        let worst = relative.fold(1e-12, f64::max) / tolerance;
        if worst <= 1.0 {
            (t, y) = (t + h, next);
            states.push((t, y));
        }
        h *= (0.9 * worst.powf(-0.25)).clamp(0.2, 3.0);
    }
    states
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let states = integrate(1e-7);
    let (_, y) = states[states.len() - 1];
    println!("{} steps to t = {END}: {y:?}", states.len() - 1);
    if let Some(file) = file {
        picture(&states).write(&file)?;
        println!("{file} shows them");
    }
    let error = (0..3).map(|i| (y[i] / KNOWN[i] - 1.0).abs());
    let error = error.fold(0.0, f64::max);
    println!("relative error {error:.1e} from the published solution");
    if error > 1e-5 {
        return Err("these are not the published concentrations".into());
    }
    Ok(())
}

/// The logarithms of the concentrations over time.
fn picture(states: &[(f64, Y)]) -> Picture {
    let frame = Frame {
        x: [0.0, END],
        y: [-3.0, 5.0],
    };
    let mut picture =
        Picture::chart("concentrations over time; blue: HBrO2, red: Br-, green: Ce(IV)");
    frame.mark_x(
        &mut picture,
        &[0.0, 90.0, 180.0, 270.0, 360.0].map(|t| (t, t)),
    );
    let decades: Vec<_> = (-3..=5).map(|n| (f64::from(n), format!("1e{n}"))).collect();
    frame.mark_y(&mut picture, &decades);
    for (k, ink) in [Ink::Blue, Ink::Red, Ink::Green].into_iter().enumerate() {
        // Points that are less than a pixel from the last one are left out.
        let mut last = [f64::NEG_INFINITY; 2];
        let points = states.iter().filter_map(|(t, y)| {
            let point = frame.place(*t, y[k].log10());
            let is_far = (point[0] - last[0]).hypot(point[1] - last[1]) >= 1.0;
            is_far.then(|| {
                last = point;
                point
            })
        });
        picture.line(ink, 1.5, points);
    }
    picture
}
