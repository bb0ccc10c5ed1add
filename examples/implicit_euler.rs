//! A stiff differential equation by the implicit Euler method: Robertson's reaction of three
//! species.
//!
//! ```text
//! each step       solve  z - y - h f(z) = 0  for z by Newton's method;  J = I - h df/dz comes from
//!                                                                       the attribute
//! extrapolation   2 y(n steps) - y(n / 2 steps)    removes the first-order error
//! ```
//!
//! Run it with `cargo run -p examples --bin implicit_euler`. It fails unless the species at `t =
//! 40` are the published ones, to four digits. With `-- --plot species.svg` behind, it draws them.
//!
//! Source of the values: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section
//! IV.1; the reference solution is that of the test set for IVP solvers, problem ROBER.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;

use jacobian_runtime::jacobian;

#[path = "support/plot.rs"]
mod plot;

use plot::{Frame, Ink, Picture};

const REFERENCE: [f64; 3] = [0.715_827_068_8, 9.185_534_765e-6, 0.284_163_745_7];

/// The equations of one step of length `h` from `y` to `z`. Only `z` is differentiated.
#[jacobian(wrt(z))]
fn implicit_step(z: &[f64; 3], y: &[f64; 3], h: f64) -> [f64; 3] {
    let slow = 0.04 * z[0];
    let fast = 1e4 * z[1] * z[2];
    let fastest = 3e7 * z[1] * z[1];
    [
        z[0] - y[0] - h * (fast - slow),
        z[1] - y[1] - h * (slow - fast - fastest),
        z[2] - y[2] - h * fastest,
    ]
}

/// Solves a linear system of three equations by elimination with pivots.
fn solve(mut a: [[f64; 3]; 3], mut b: [f64; 3]) -> [f64; 3] {
    for k in 0..3 {
        let pivot = (k..3).max_by(|i, j| a[*i][k].abs().total_cmp(&a[*j][k].abs()));
        let pivot = pivot.unwrap_or(k);
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..3 {
            let factor = a[i][k] / a[k][k];
            let pivot_row = a[k];
            a[i].iter_mut()
                .zip(pivot_row)
                .for_each(|(a, p)| *a -= factor * p);
            b[i] -= factor * b[k];
        }
    }
    for k in (0..3).rev() {
        let known: f64 = (k + 1..3).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

/// Integrates to `t = 40` in steps that grow geometrically, because the solution is fast at first.
/// Returns the times, and the species at them.
fn integrate(n_steps: i32) -> Vec<(f64, [f64; 3])> {
    let time = |i: i32| 1e-6 * (4e7_f64.powf(f64::from(i) / f64::from(n_steps)));
    let (mut y, mut t) = ([1.0, 0.0, 0.0], 0.0);
    let mut states = Vec::new();
    for i in 0..=n_steps {
        let h = time(i) - t;
        let mut z = y;
        for _ in 0..10 {
            let (value, jacobian) = implicit_step_with_jacobian(&z, &y, h);
            let dz = solve(jacobian.to_dense(), value.map(|v| -v));
            z = std::array::from_fn(|k| z[k] + dz[k]);
        }
        (y, t) = (z, time(i));
        states.push((t, y));
    }
    states
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let states = integrate(2000);
    let last = |states: &[(f64, [f64; 3])]| states[states.len() - 1].1;
    let (fine, coarse) = (last(&states), last(&integrate(1000)));
    let y: [f64; 3] = std::array::from_fn(|k| 2.0 * fine[k] - coarse[k]);
    println!("y(40)      {y:?}\nreference  {REFERENCE:?}");
    if let Some(file) = file {
        picture(&states).write(&file)?;
        println!("{file} shows the species");
    }
    let agrees = |(found, known): (f64, f64)| (found / known - 1.0).abs() < 1e-4;
    if y.into_iter().zip(REFERENCE).all(agrees) {
        Ok(())
    } else {
        Err("these are not the published species".into())
    }
}

/// The species over the logarithm of time. The second is so rare that it is drawn 20,000 times as
/// high.
fn picture(states: &[(f64, [f64; 3])]) -> Picture {
    let frame = Frame {
        x: [-6.0, 2.0],
        y: [0.0, 1.0],
    };
    let mut picture = Picture::chart("species over time; blue: A, red: 20,000 B, green: C");
    let decades: Vec<_> = (-6..2).map(|n| (f64::from(n), format!("1e{n}"))).collect();
    frame.mark_x(&mut picture, &decades);
    frame.mark_y(&mut picture, &[0.0, 0.5, 1.0].map(|y| (y, y)));
    for (k, ink) in [Ink::Blue, Ink::Red, Ink::Green].into_iter().enumerate() {
        let scale = [1.0, 2e4, 1.0][k];
        let points = states.iter().step_by(20);
        let points = points.map(|(t, y)| frame.place(t.log10(), scale * y[k]));
        picture.line(ink, 1.5, points);
    }
    picture
}
