//! A satellite and its state transition matrix:
//! `cargo run --release --example orbit -- --plot orbit.svg`.
//!
//! The orbit is propagated by the classical Runge-Kutta method over a number of steps that only run
//! time knows. `#[jacobian]` differentiates the loop: the Jacobian by the initial state is the
//! state transition matrix `S`. Three checks decide the exit status:
//!
//! ```text
//! S' J S = J          the flow is symplectic, up to the error of the method
//! S by dual numbers   the same loop, run once for each column
//! S of two arcs       the product of the matrices of both
//! ```
//!
//! With `--plot` the orbit is drawn as SVG, with the displacement that a change of the initial
//! speed by one metre per second causes, magnified.

#![allow(
    clippy::needless_range_loop,
    reason = "rows and columns by their numbers, as in the formulas"
)]

use std::ops::{Add, AddAssign, Div, Mul, Sub};
use std::process::ExitCode;

#[path = "support/plot.rs"]
mod plot;

use plot::{Ink, Picture};

/// Position in kilometres, velocity in kilometres per second.
type State = [f64; 6];
type Matrix = [[f64; 6]; 6];

/// The propagation, for numbers of one type. The second copy below runs on dual numbers.
macro_rules! propagation {
    ($T:ident $when:ident) => {
        /// The state after a number of steps of length `h`.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(state)))]
        pub(crate) fn propagate(
            state: &[$T; 6],
            mu: f64,
            j2: f64,
            h: f64,
            steps: usize,
        ) -> [$T; 6] {
            /// Gravity, with the flattening of the earth.
            fn rate(y: [$T; 6], mu: f64, j2: f64) -> [$T; 6] {
                let square = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
                let gravity = $T::from(-mu) / (square * square.sqrt());
                let flat = $T::from(j2) / square;
                let z = y[2] * y[2] / square * 5.0;
                let in_plane = gravity * ($T::from(1.0) - flat * (z - 1.0));
                let upwards = gravity * ($T::from(1.0) - flat * (z - 3.0));
                [
                    y[3],
                    y[4],
                    y[5],
                    in_plane * y[0],
                    in_plane * y[1],
                    upwards * y[2],
                ]
            }
            fn moved(y: [$T; 6], k: [$T; 6], h: f64) -> [$T; 6] {
                std::array::from_fn(|i| y[i] + k[i] * h)
            }
            let mut y = *state;
            for _ in 0..steps {
                let k1 = rate(y, mu, j2);
                let k2 = rate(moved(y, k1, 0.5 * h), mu, j2);
                let k3 = rate(moved(y, k2, 0.5 * h), mu, j2);
                let k4 = rate(moved(y, k3, h), mu, j2);
                for i in 0..6 {
                    y[i] += (k1[i] + k2[i] * 2.0 + k3[i] * 2.0 + k4[i]) * (h / 6.0);
                }
            }
            y
        }
    };
}

mod orbit {
    propagation!(f64 all);
}

mod checked {
    use super::Dual;

    propagation!(Dual any);
}

/// A number and its derivative in one direction.
#[derive(Clone, Copy, Debug)]
struct Dual {
    value: f64,
    slope: f64,
}

impl Dual {
    fn sqrt(self) -> Self {
        let value = self.value.sqrt();
        Self {
            value,
            slope: 0.5 * self.slope / value,
        }
    }
}

impl AddAssign for Dual {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl From<f64> for Dual {
    fn from(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }
}

macro_rules! operator {
    ($($trait:ident $name:ident |$a:ident, $b:ident| $value:expr, $slope:expr;)*) => {$(
        impl $trait for Dual {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                Self { value: $value, slope: $slope }
            }
        }
        impl $trait<f64> for Dual {
            type Output = Self;
            fn $name(self, other: f64) -> Self {
                $trait::$name(self, Self::from(other))
            }
        }
    )*};
}

operator! {
    Add add |a, b| a.value + b.value, a.slope + b.slope;
    Sub sub |a, b| a.value - b.value, a.slope - b.slope;
    Mul mul |a, b| a.value * b.value, a.slope * b.value + a.value * b.slope;
    Div div |a, b| a.value / b.value, (a.slope - a.value / b.value * b.slope) / b.value;
}

const MU: f64 = 398_600.441_8;
/// 1.5 J2 R^2
const J2: f64 = 1.5 * 1.082_626_68e-3 * 6_378.137 * 6_378.137;
const START: State = [7_000.0, 0.0, 0.0, 0.0, 5.2, 5.6];

#[expect(clippy::print_stdout, reason = "printing is the purpose")]
fn main() -> ExitCode {
    let file = match plot::file() {
        Ok(file) => file,
        Err(error) => {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let period = 5_830.0;
    let steps = 1_200;
    let h = period / f64::from(u16::try_from(steps).unwrap_or(u16::MAX));
    let (end, jacobian) = orbit::propagate_with_jacobian(&START, MU, J2, h, steps);
    let matrix = jacobian.to_dense();
    println!("after {steps} steps of {h:.3} s: {end:.6?}");
    println!("state transition matrix:");
    for row in &matrix {
        println!("  {}", row.map(|entry| format!("{entry:>14.6}")).join(" "));
    }
    let errors = [
        ("symplectic identity", symplectic_error(&matrix), 1e-9),
        ("dual numbers", dual_error(&matrix, end, h, steps), 1e-10),
        ("two arcs", arcs_error(&matrix, h, steps), 1e-10),
    ];
    let mut holds = true;
    for (name, error, limit) in errors {
        let is_small = error <= limit;
        holds &= is_small;
        let verdict = if is_small { "holds" } else { "FAILS" };
        println!("{name}: relative error {error:.2e}, at most {limit:.0e}: {verdict}");
    }
    if let Some(file) = file {
        match drawing(h, steps).write(&file) {
            Ok(()) => println!("drawn in {file}"),
            Err(error) => {
                println!("{error}");
                holds = false;
            }
        }
    }
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The largest entry of `S' J S - J`, divided by the size of the products in it.
fn symplectic_error(matrix: &Matrix) -> f64 {
    let mut worst: f64 = 0.0;
    for i in 0..6 {
        for j in 0..6 {
            let terms = (0..3).map(|k| {
                let (a, b) = (
                    matrix[k][i] * matrix[k + 3][j],
                    matrix[k + 3][i] * matrix[k][j],
                );
                (a - b, a.abs() + b.abs())
            });
            let (sum, size) = terms.fold((0.0, 1.0), |total, term| {
                (total.0 + term.0, total.1 + term.1)
            });
            let expected = f64::from(i8::from(j == i + 3) - i8::from(i == j + 3));
            worst = worst.max((sum - expected).abs() / size);
        }
    }
    worst
}

/// The difference from dual numbers that run through the same loop, column by column.
fn dual_error(matrix: &Matrix, end: State, h: f64, steps: usize) -> f64 {
    let mut worst: f64 = 0.0;
    for col in 0..6 {
        let start: [Dual; 6] = std::array::from_fn(|row| Dual {
            value: START[row],
            slope: f64::from(u8::from(row == col)),
        });
        let found = checked::propagate(&start, MU, J2, h, steps);
        let size = found
            .iter()
            .fold(0.0_f64, |most, one| most.max(one.slope.abs()));
        for row in 0..6 {
            worst = worst.max((found[row].slope - matrix[row][col]).abs() / size);
            // The value is that of the function, bit for bit.
            if found[row].value.to_bits() != end[row].to_bits() {
                return f64::INFINITY;
            }
        }
    }
    worst
}

/// The difference from the product of the matrices of two arcs.
fn arcs_error(matrix: &Matrix, h: f64, steps: usize) -> f64 {
    let first = steps / 3;
    let (middle, early) = orbit::propagate_with_jacobian(&START, MU, J2, h, first);
    let late = orbit::propagate_jacobian(&middle, MU, J2, h, steps - first);
    let (early, late) = (early.to_dense(), late.to_dense());
    let mut worst: f64 = 0.0;
    for col in 0..6 {
        let product = |row: usize| (0..6).map(|k| late[row][k] * early[k][col]).sum::<f64>();
        let size = (0..6).fold(0.0_f64, |most, row| most.max(matrix[row][col].abs()));
        for row in 0..6 {
            worst = worst.max((product(row) - matrix[row][col]).abs() / size);
        }
    }
    worst
}

/// The orbit, and where it goes if the satellite starts one metre per second faster.
fn drawing(h: f64, steps: usize) -> Picture {
    const FRAMES: usize = 240;
    const MAGNIFIED: f64 = 40.0;
    let (mut orbit, mut changed) = (Vec::new(), Vec::new());
    let mut state = START;
    let mut displacement = [0.0, 0.0, 0.0, 0.0, 1e-3, 0.0];
    for _ in 0..=FRAMES {
        let place = |x: f64, z: f64| [x / 40.0 + 250.0, 250.0 - z / 40.0];
        orbit.push(place(state[0], state[2]));
        let [dx, dz] = [0, 2].map(|axis| MAGNIFIED * displacement[axis]);
        changed.push(place(state[0] + dx, state[2] + dz));
        let (next, jacobian) = orbit::propagate_with_jacobian(&state, MU, J2, h, steps / FRAMES);
        displacement = jacobian.mul_vec(&displacement);
        state = next;
    }
    let mut picture = Picture::new(500.0, 500.0);
    let earth = (0..=60).map(|k| {
        let angle = f64::from(k) * std::f64::consts::TAU / 60.0;
        [250.0 + 159.0 * angle.cos(), 250.0 + 159.0 * angle.sin()]
    });
    picture.line(Ink::Grey, 2.0, earth);
    picture.line(Ink::Blue, 1.5, orbit);
    picture.line(Ink::Red, 1.5, changed);
    picture.text([10.0, 20.0], "blue: the orbit; grey: the earth");
    let red = format!("red: one metre per second faster, displacement times {MAGNIFIED}");
    picture.text([10.0, 40.0], &red);
    picture
}
