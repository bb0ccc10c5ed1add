//! Bundle adjustment: cameras and points from what the cameras saw, by assembled least squares.
//!
//! ```text
//! #[jacobian(normal)] fn seen(camera, point, pixel) -> [f64; 2]     the error of one observation
//!      Elements, System::normal                                     all of them
//!      Levenberg and Marquardt, dense Cholesky                      a step
//! ```
//!
//! Run it with `cargo run --release --example bundle_adjustment -- --plot bundle.svg`. It fails
//! unless cameras and points return to where they are, to a millionth. The first two cameras are
//! where they are from the start, because pictures do not say where, how large and how turned the
//! scene is.
//!
//! Sources: B. Triggs and others, Bundle adjustment: a modern synthesis, 2000. K. Levenberg, 1944,
//! and D. Marquardt, 1963. The scene is made up.

#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![allow(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "counts are small; formulas are as they are written down"
)]

use std::error::Error;
use std::f64::consts::TAU;

use jacobian_assembly::{Elements, Normal, System, Variable};
use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;

use plot::{Ink, Picture};

const CAMERAS: usize = 8;
const POINTS: usize = 64;
/// Cameras that stay where they are.
const FIXED: usize = 2;
const COLUMNS: usize = 6 * (CAMERAS - FIXED) + 3 * POINTS;
const FOCAL: f64 = 800.0;

/// Where a camera sees a point, minus where it saw it. A camera turns by a vector of Gibbs, the
/// axis times the tangent of half the angle, and then moves.
#[jacobian(as = Seen, batch(per_point(pixel)), normal, wrt(camera, point))]
pub fn seen(camera: &[f64; 6], point: &[f64; 3], pixel: &[f64; 2]) -> [f64; 2] {
    let [u, v, w, tx, ty, tz] = *camera;
    let [x, y, z] = *point;
    let scale = 2.0 / (1.0 + u * u + v * v + w * w);
    // p + scale * g x (p + g x p)
    let (a, b, c) = (x + v * z - w * y, y + w * x - u * z, z + u * y - v * x);
    let depth = z + scale * (u * b - v * a) + tz;
    [
        FOCAL * (x + scale * (v * c - w * b) + tx) / depth - pixel[0],
        FOCAL * (y + scale * (w * a - u * c) + ty) / depth - pixel[1],
    ]
}

/// The scene: cameras on an arc, which look at a double helix.
fn scene() -> Vec<f64> {
    let mut all = Vec::new();
    for k in 0..CAMERAS {
        let angle = -0.7 + 1.4 * k as f64 / (CAMERAS - 1) as f64;
        all.extend([0.05, (0.5 * angle).tan(), 0.02, 0.0, 0.3 * angle, 6.0]);
    }
    for k in 0..POINTS {
        let turn = TAU * (k / 2) as f64 / 16.0 + if k % 2 == 0 { 0.0 } else { 0.5 * TAU };
        all.extend([turn.cos(), 3.0 * k as f64 / POINTS as f64 - 1.5, turn.sin()]);
    }
    all
}

/// The parameters of a camera, or the coordinates of a point.
fn part<const K: usize>(all: &[f64], from: usize) -> [f64; K] {
    std::array::from_fn(|i| all[from + i])
}

fn first_of_point(point: usize) -> usize {
    6 * CAMERAS + 3 * point
}

/// The normal equations of all observations.
fn system(truth: &[f64]) -> Result<System<Normal>, Box<dyn Error>> {
    let variable = |at: usize| match at.checked_sub(6 * FIXED) {
        Some(column) => Variable::Column(column),
        None => Variable::Fixed(truth[at]),
    };
    let mut elements = Elements::new();
    for (at, (camera, point)) in observations().enumerate() {
        let (c, p) = (6 * camera, first_of_point(point));
        let pixel = seen(&part(truth, c), &part(truth, p), &[0.0; 2]);
        let variables = (c..c + 6).chain(p..p + 3).map(variable);
        elements.push(variables, 2 * at..2 * at + 2, pixel);
    }
    let mut system = System::normal(2 * observations().count(), COLUMNS);
    system.term(Seen { pixel: &[0.0; 2] }, elements)?;
    Ok(system.build()?)
}

/// Each camera sees three points of four.
fn observations() -> impl Iterator<Item = (usize, usize)> {
    let all = (0..CAMERAS).flat_map(|camera| (0..POINTS).map(move |point| (camera, point)));
    all.filter(|(camera, point)| (camera + point) % 4 != 0)
}

/// Levenberg's and Marquardt's method.
fn adjust(system: &mut System<Normal>, x: &mut Vec<f64>) -> Result<(), Box<dyn Error>> {
    let mut value = vec![0.0; 2 * observations().count()];
    let (mut gradient, mut entries) = (vec![0.0; COLUMNS], vec![0.0; system.pattern().nnz()]);
    let mut damping = 1e-3;
    let mut cost = system.normal_into(x, &mut value, &mut gradient, &mut entries)?;
    for step in 0..60 {
        println!("step {step}: cost {cost:.3e}");
        if cost < 1e-18 {
            return Ok(());
        }
        let mut matrix = vec![[0.0; COLUMNS]; COLUMNS];
        for ((row, column), entry) in system.pattern().entries().zip(&entries) {
            let damped = if row == column { 1.0 + damping } else { 1.0 };
            matrix[row][column] = damped * entry;
        }
        let change = cholesky(&mut matrix, &gradient);
        let next: Vec<f64> = x
            .iter()
            .zip(&change)
            .map(|(x, change)| x - change)
            .collect();
        let (mut other, mut others) = (gradient.clone(), entries.clone());
        let now = system.normal_into(&next, &mut value, &mut other, &mut others)?;
        if now < cost {
            (*x, gradient, entries, cost) = (next, other, others, now);
            damping *= 0.1;
        } else {
            damping *= 10.0;
        }
    }
    Err("the cost does not vanish in 60 steps".into())
}

/// Solves a system with a positive definite matrix, of which the lower triangle is given.
fn cholesky(matrix: &mut [[f64; COLUMNS]], right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for j in 0..COLUMNS {
        for i in j..COLUMNS {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let left = matrix[i][j] - known;
            matrix[i][j] = if i == j {
                left.sqrt()
            } else {
                left / matrix[j][j]
            };
        }
        let known: f64 = (0..j).map(|k| matrix[j][k] * x[k]).sum();
        x[j] = (x[j] - known) / matrix[j][j];
    }
    for j in (0..COLUMNS).rev() {
        let known: f64 = (j + 1..COLUMNS).map(|k| matrix[k][j] * x[k]).sum();
        x[j] = (x[j] - known) / matrix[j][j];
    }
    x
}

/// A first guess: everything is moved by something that looks random and is the same in each run.
fn guess(truth: &[f64]) -> Vec<f64> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut moved = |at: usize, x: f64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let unit = (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        let is_point = at >= 6 * CAMERAS;
        x + unit * if is_point { 0.6 } else { 0.1 }
    };
    let free = truth.iter().enumerate().skip(6 * FIXED);
    free.map(|(at, x)| moved(at, *x)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let truth = scene();
    let mut system = system(&truth)?;
    println!(
        "{} observations, {:?}",
        observations().count(),
        system.pattern()
    );
    let before = guess(&truth);
    let mut after = before.clone();
    adjust(&mut system, &mut after)?;
    if let Some(file) = file {
        picture(&truth, &[&before, &after]).write(&file)?;
        println!("{file} shows the points before and after");
    }
    let [first, last] = [&before, &after].map(|x| {
        let pairs = x.iter().zip(&truth[6 * FIXED..]);
        pairs.fold(0.0_f64, |most, (x, truth)| most.max((x - truth).abs()))
    });
    println!("wrong by {first:.3} at most before, by {last:.1e} after");
    if last > 1e-6 {
        return Err("this is not the scene".into());
    }
    Ok(())
}

/// The points from aside, before and after, as dots on the helix.
fn picture(truth: &[f64], states: &[&[f64]; 2]) -> Picture {
    let mut picture = Picture::new(720.0, 360.0);
    for (at, (state, title)) in states.iter().zip(["before", "after"]).enumerate() {
        let left = 180.0 + 360.0 * at as f64;
        let place =
            |[x, y, z]: [f64; 3]| [left + 80.0 * (x + 0.35 * z), 190.0 - 80.0 * y - 22.0 * z];
        picture.text([left - 150.0, 24.0], title);
        for strand in 0..2 {
            let points = (0..POINTS).filter(|k| k % 2 == strand);
            let points = points.map(|k| place(part(truth, first_of_point(k))));
            picture.line(Ink::Grey, 0.8, points);
        }
        for k in 0..POINTS {
            let point = place(part(state, first_of_point(k) - 6 * FIXED));
            picture.dot(if at == 0 { Ink::Red } else { Ink::Blue }, 3.0, point);
        }
    }
    picture
}
