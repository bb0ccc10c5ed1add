//! A stranger's program: a residual with awkward names, solved by Newton's method.
//!
//! ```text
//! names the expansion must not trip over
//!   names       value  entries  jacobian  x0  v1  t0  c0  pattern  self-like names
//!   items       Some  Ok  None  Cost  SparsityPattern  SparseJacobian
//!   modules     core  std
//!   methods     sin_ cos_ on f64 from a trait
//! ```
//!
//! Lints are denied here, so that generated items must satisfy the lints of a careful crate.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use geometry::round::Circle;
use geometry::{Ray, distance_squared};
use jacobian_runtime::jacobian;

/// A module that hides the standard one.
pub mod core {
    /// The circle that the solution lies on has this radius, squared.
    pub const RADIUS: f64 = 2.0;
}

/// Hides the variant of `Option`.
#[derive(Debug)]
pub struct Some;

/// Hides the variant of `Option`.
#[derive(Debug)]
pub struct None;

/// Hides the variant of `Result`.
#[allow(non_snake_case, reason = "that is the point")]
pub fn Ok() {}

/// Hides a type of the runtime.
#[derive(Debug)]
pub struct Cost;

/// Hides a type of the runtime.
#[derive(Debug)]
pub struct SparsityPattern;

/// Hides a type of the runtime.
#[derive(Debug)]
pub struct SparseJacobian;

/// Methods on numbers that look like the standard ones.
pub trait LookAlike {
    /// Not the square root.
    fn sqrt(self) -> Self;
    /// Not a fused multiply-add.
    fn mul_add(self, a: Self, b: Self) -> Self;
}

impl LookAlike for f64 {
    fn sqrt(self) -> Self {
        -1.0
    }

    fn mul_add(self, _: Self, _: Self) -> Self {
        -1.0
    }
}

/// Three equations whose locals have the names of locals in an expansion.
#[jacobian]
pub fn residual(entries: &[f64; 3], value: f64) -> [f64; 3] {
    let [x0, v1, t0] = *entries;
    let x = value;
    let value = x0 * x0;
    let jacobian = v1 * v1;
    let pattern = t0.exp();
    let dx = value + jacobian - core::RADIUS;
    let result = x0 * v1 * pattern;
    let c0 = (value + 3.0).sqrt() - x;
    let w = result - x;
    let entry = c0 + w;
    [dx, w, entry]
}

/// A private function, so that unused generated items would be dead code; its parameters have the
/// names of outputs.
#[jacobian(wrt(state))]
#[allow(non_snake_case, reason = "that is the point")]
fn drift(state: [f64; 2], jacobian: f64, N: usize, out: &mut [f64; 2]) {
    let scale = jacobian * N as f64;
    out[0] = scale * state[1].sin();
    out[1] = -state[0] * std::ONE;
}

/// Hides the standard library.
mod std {
    pub(crate) const ONE: f64 = 1.0;

    pub(crate) use ::std::process;
}

/// No name of the prelude is there, and macros of its names are other ones.
#[no_implicit_prelude]
mod bare {
    macro_rules! others {
        ($($name:ident)*) => {
            $(#[allow(unused_macros, reason = "the attribute must not use it")]
            macro_rules! $name {
                () => {};
            })*
        };
    }
    others! { assert debug_assert panic vec unreachable matches concat stringify }

    /// Everything that an attribute can be asked for.
    #[::jacobian_runtime::jacobian(
        gradient, hessian, jvp, vjp, hvp, linearize, batch, dispatch, dim(list = 2), as = Bare
    )]
    pub(crate) fn work(x: &[f64; 2], list: &[[f64; 2]], k: f64) -> f64 {
        let mut sum = list[0][1] + list[1][0];
        if x[0] > 0.0 {
            sum += x[1].sin() * k;
        } else {
            sum -= x[0].exp() / x[1];
        }
        sum
    }
}

/// Solves `a y = b` by elimination with partial pivoting.
fn solve(mut a: [[f64; 3]; 3], mut b: [f64; 3]) -> [f64; 3] {
    for k in 0..3 {
        let largest = |i: &usize, j: &usize| a[*i][k].abs().total_cmp(&a[*j][k].abs());
        let pivot = (k..3).max_by(largest).unwrap_or(k);
        a.swap(k, pivot);
        b.swap(k, pivot);
        for row in k + 1..3 {
            let factor = a[row][k] / a[k][k];
            let pivot_row = a[k];
            for (entry, above) in a[row].iter_mut().zip(pivot_row) {
                *entry -= factor * above;
            }
            b[row] -= factor * b[k];
        }
    }
    for k in (0..3).rev() {
        let known: f64 = (k + 1..3).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

/// Differentiates through functions of another crate.
#[jacobian(use(distance_squared, geometry::solid::ball))]
fn cost(p: &[f64; 2]) -> f64 {
    distance_squared(p, &[1.0, 2.0]) * geometry::solid::ball(p[0])
}

/// Differentiates through types of another crate.
#[jacobian(use(Ray, Circle))]
fn reach(p: &[f64; 2]) -> f64 {
    let ray = Ray {
        from: *p,
        along: [1.0, p[0]],
    };
    let [x, y] = (ray * 2.0).at(3.0);
    Circle { radius: x }.area() + y
}

/// Sees types and functions of another crate that exports nothing.
#[jacobian(see(geometry))]
mod seen {
    use geometry::Line;

    /// A height, by the slope and the place.
    #[jacobian]
    pub(crate) fn height(slope: f64, x: f64) -> f64 {
        let line = Line::new([1.0, 2.0], slope) * 3.0;
        geometry::half(line.at(x))
    }
}

fn main() -> std::process::ExitCode {
    let seen = seen::height_with_jacobian(2.0, 5.0);
    if (seen.0, seen.1.to_dense()) != (13.25, [[6.0, 3.0]]) {
        return std::process::ExitCode::FAILURE;
    }
    let [[by_x, by_y]] = reach_jacobian(&[1.0, 2.0]).to_dense();
    let expected = 14.0 * ::std::f64::consts::PI + 6.0;
    if (by_x - expected).abs() > 1e-12 || by_y != 1.0 {
        return std::process::ExitCode::FAILURE;
    }
    let mut rate = [0.0; 2];
    let slope = drift_jacobian([1.0, 0.0], 2.0, 3, &mut rate).to_dense();
    if slope != [[0.0, 6.0], [-1.0, 0.0]] || rate != [0.0, -1.0] {
        return std::process::ExitCode::FAILURE;
    }
    let volume = geometry::solid::ball(3.0);
    let [[by_x, by_y]] = cost_jacobian(&[3.0, 5.0]).to_dense();
    let expected = [4.0 * volume + 13.0 * volume, 6.0 * volume];
    if (by_x - expected[0]).abs() + (by_y - expected[1]).abs() > 1e-9 {
        return std::process::ExitCode::FAILURE;
    }
    let (parameter, mut unknowns) = (1.9, [0.8, 1.3, 0.4]);
    for iteration in 0..20 {
        let (value, jacobian) = residual_with_jacobian(&unknowns, parameter);
        let norm = value.iter().fold(0.0_f64, |norm, f| norm.max(f.abs()));
        println!("{iteration} {norm:e}");
        if norm < 1e-13 {
            return std::process::ExitCode::SUCCESS;
        }
        // The parameter is the last column of the Jacobian, and stays.
        let square = jacobian.to_dense().map(|[a, b, c, _]| [a, b, c]);
        let step = solve(square, value);
        unknowns = [0, 1, 2].map(|k| unknowns[k] - step[k]);
    }
    std::process::ExitCode::FAILURE
}
