//! Least squares by Levenberg and Marquardt: the data set Misra1a of NIST,
//! `y = b1 (1 - exp(-b2 x))`.
//!
//! ```text
//! each step       (J^T J + lambda D) d = -J^T r,    D the diagonal of J^T J
//! lambda          smaller after a step that helps, larger after one that does not
//! ```
//!
//! Run it with `cargo run -p examples --bin least_squares`. It fails unless both parameters agree
//! with the certified ones to seven digits. With `-- --plot fit.svg` behind, it draws the fit.
//!
//! Source of the data: NIST Statistical Reference Datasets, nonlinear regression, Misra1a.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;

use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;

use plot::{Frame, Ink, Picture};

/// The number of observations.
const M: usize = 14;

const X: [f64; M] = [
    77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0,
];
const Y: [f64; M] = [
    10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47,
    81.78,
];
const CERTIFIED: [f64; 2] = [2.389_421_291_8e2, 5.501_564_318_1e-4];

/// Model minus observation. Only `b` is differentiated, because `wrt` names nothing else.
#[jacobian(wrt(b), const(M = 14))]
fn residual(b: &[f64; 2], x: &[f64; M], y: &[f64; M]) -> [f64; M] {
    let mut r = [0.0; M];
    for i in 0..M {
        r[i] = b[0] * (1.0 - (-b[1] * x[i]).exp()) - y[i];
    }
    r
}

fn sum_of_squares(r: &[f64; M]) -> f64 {
    r.iter().map(|r| r * r).sum()
}

/// The step of a damped linear model, by Cramer's rule for two parameters.
fn step(r: &[f64; M], jacobian: &ResidualJacobian, lambda: f64) -> [f64; 2] {
    let mut normal = [[0.0; 2]; 2];
    for row in jacobian.to_dense() {
        for (i, a) in row.iter().enumerate() {
            for (j, b) in row.iter().enumerate() {
                normal[i][j] += a * b;
            }
        }
    }
    let [p, q] = jacobian.tr_mul_vec(r);
    let (a, d) = (normal[0][0] * (1.0 + lambda), normal[1][1] * (1.0 + lambda));
    let (b, c) = (normal[0][1], normal[1][0]);
    let determinant = a * d - b * c;
    [(b * q - d * p) / determinant, (c * p - a * q) / determinant]
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let mut b = [500.0, 0.0001]; // NIST's start 1, the harder one
    let mut lambda = 1e-3;
    for _ in 0..200 {
        let (r, jacobian) = residual_with_jacobian(&b, &X, &Y);
        let [d0, d1] = step(&r, &jacobian, lambda);
        let next = [b[0] + d0, b[1] + d1];
        if sum_of_squares(&residual(&next, &X, &Y)) < sum_of_squares(&r) {
            b = next;
            lambda /= 10.0;
        } else {
            lambda *= 10.0;
        }
    }
    println!("b1 = {:.7e}, certified {:.7e}", b[0], CERTIFIED[0]);
    println!("b2 = {:.7e}, certified {:.7e}", b[1], CERTIFIED[1]);
    if let Some(file) = file {
        picture(b).write(&file)?;
        println!("{file} shows the fit");
    }
    let agrees = |(found, known): (f64, f64)| (found / known - 1.0).abs() < 1e-7;
    if b.into_iter().zip(CERTIFIED).all(agrees) {
        Ok(())
    } else {
        Err("these are not the certified parameters".into())
    }
}

/// The observations and the curve that fits them best.
fn picture(b: [f64; 2]) -> Picture {
    let frame = Frame {
        x: [0.0, 800.0],
        y: [0.0, 90.0],
    };
    let mut picture = Picture::chart("volume over pressure; dots: observed, line: fitted");
    frame.mark_x(&mut picture, &[0.0, 200.0, 400.0, 600.0].map(|x| (x, x)));
    frame.mark_y(&mut picture, &[0.0, 30.0, 60.0, 90.0].map(|y| (y, y)));
    let curve = (0..=80).map(|i| {
        let x = 10.0 * f64::from(i);
        frame.place(x, b[0] * (1.0 - (-b[1] * x).exp()))
    });
    picture.line(Ink::Blue, 1.5, curve);
    for (x, y) in X.into_iter().zip(Y) {
        picture.dot(Ink::Red, 3.0, frame.place(x, y));
    }
    picture
}
