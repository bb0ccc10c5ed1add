//! Bodies that are too long for one function: they are cut into chunks, free functions in modules
//! beside them, methods in themselves.
//!
//! The default form looks at the expansion. The full form, with `JACOBIAN_FULL` set, builds a crate
//! and compares value and Jacobian with the same source over dual numbers.

use crate::campaign;
use proc_macro2::TokenStream;

use crate::scratch::Crate;

/// Rounds that one function can hold, and rounds that it cannot.
const ROUNDS: [usize; 2] = [16, 200];

/// Opaque scalars, integers, assertions, outputs and a failure on the way.
fn body(rounds: usize) -> String {
    format!(
        "let (mut a, mut s) = (*x, x[0] * 0.5);
         for round in 0..{rounds} {{
             for i in 0..6 {{
                 calls.set(calls.get() + 0.25);
                 let w = 1.0 / calls.get();
                 assert!(w > 0.0, \"negative: {{}}\", w);
                 a[i] = a[i] * 0.5 + a[(i + 5) % 6] * w + (a[(i + round) % 6] * 0.3).sin() * 0.1;
                 if round % 5 == 0 {{
                     a[i] = a[i] + x[i].powi(n) * 0.01;
                     s = s + a[i] * a[i];
                 }}
             }}
         }}
         y[0][1] = y[0][1] + a[2] * s;
         if calls.get() < 0.0 {{ return Err(()); }}
         Ok([a[0], a[1], a[2], a[3], a[4], s * calls.get()])"
    )
}

fn free(rounds: usize, number: &str) -> String {
    format!(
        "pub fn free(x: &[{number}; 6], calls: &Cell<f64>, n: i32, y: &mut [[{number}; 2]; 1]) -> \
         Result<[{number}; 6], ()> {{ {} }}",
        body(rounds)
    )
}

fn expanded(rounds: usize) -> String {
    let tokens: TokenStream = free(rounds, "f64").parse().expect("tokens");
    let options: TokenStream = "wrt(x)".parse().expect("tokens");
    jacobian_core::expand(options, tokens).to_string()
}

#[test]
fn only_the_longest_bodies_have_chunks() {
    let [short, long] = ROUNDS.map(expanded);
    assert!(!short.contains("fn chunk"));
    assert!(short.contains("barrier"));
    let n_chunks = long.matches("fn chunk").count();
    assert!(n_chunks > 20, "{n_chunks} chunks");
}

#[test]
fn chunks_compute_what_dual_numbers_do() {
    if !campaign::is_full() {
        return;
    }
    let scratch = Crate::new("long", "jacobian-runtime.workspace = true");
    let rounds = ROUNDS[1];
    let functions = format!(
        "#[jacobian_runtime::jacobian(wrt(x))]
         #[jacobian_runtime::jacobian(wrt(x), dispatch, prefix = fast)] {}
         pub struct Chain;
         impl Chain {{ #[jacobian_runtime::jacobian(wrt(x), layout = csr, dispatch)] {} }}
         pub mod dual {{ use super::*; {} }}",
        free(rounds, "f64"),
        free(rounds, "f64").replace("free(", "held(&self, "),
        free(rounds, "Dual"),
    );
    scratch.write("src/main.rs", &format!("{MAIN}\n{functions}"));
    assert_eq!(scratch.run().trim(), "equal");
}

/// Compares both with dual numbers.
const MAIN: &str = r#"
use std::cell::Cell;
use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug)]
pub struct Dual(f64, [f64; 6]);

impl Dual {
    fn chain(self, value: f64, slope: f64) -> Self {
        Self(value, self.1.map(|part| part * slope))
    }
    fn sin(self) -> Self {
        self.chain(self.0.sin(), self.0.cos())
    }
    fn powi(self, n: i32) -> Self {
        self.chain(self.0.powi(n), f64::from(n) * self.0.powi(n - 1))
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0, std::array::from_fn(|k| self.1[k] + other.1[k]))
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0, std::array::from_fn(|k| self.1[k] * other.0 + self.0 * other.1[k]))
    }
}

impl Mul<f64> for Dual {
    type Output = Self;
    fn mul(self, other: f64) -> Self {
        self.chain(self.0 * other, other)
    }
}

fn main() {
    let x = [0.3, 0.32, 0.34, 0.36, 0.38, 0.4];
    let seeded = std::array::from_fn(|i| {
        let mut unit = [0.0; 6];
        unit[i] = 1.0;
        Dual(x[i], unit)
    });
    let mut last = [[Dual(1.0, [0.0; 6]); 2]];
    let rows = dual::free(&seeded, &Cell::new(0.0), 2, &mut last).expect("no failure");
    let free = |y: &mut [[f64; 2]; 1]| free_with_jacobian(&x, &Cell::new(0.0), 2, y);
    let held = |y: &mut [[f64; 2]; 1]| Chain.held_with_jacobian(&x, &Cell::new(0.0), 2, y);
    let fast = |y: &mut [[f64; 2]; 1]| fast_with_jacobian(&x, &Cell::new(0.0), 2, y);
    let mut y = [[1.0; 2]];
    let (value, jacobian) = fast(&mut y).expect("no failure");
    check(&rows, last[0][1], value, y[0][1], &jacobian.to_dense());
    let mut y = [[1.0; 2]];
    let (value, jacobian) = free(&mut y).expect("no failure");
    check(&rows, last[0][1], value, y[0][1], &jacobian.to_dense());
    let mut y = [[1.0; 2]];
    let (value, jacobian) = held(&mut y).expect("no failure");
    check(&rows, last[0][1], value, y[0][1], &jacobian.to_dense());
    println!("equal");
}

fn check(rows: &[Dual; 6], last: Dual, value: [f64; 6], y: f64, jacobian: &[[f64; 6]]) {
    assert_eq!(value.map(f64::to_bits), rows.map(|row| row.0.to_bits()));
    assert_eq!(y.to_bits(), last.0.to_bits());
    for row in rows {
        let is_there = jacobian.iter().any(|found| close(found, &row.1));
        assert!(is_there, "{:?} is not in {jacobian:?}", row.1);
    }
}

fn close(found: &[f64; 6], expected: &[f64; 6]) -> bool {
    let size = expected.iter().fold(1e-3_f64, |size, part| size.max(part.abs()));
    found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-10 * size)
}
"#;
