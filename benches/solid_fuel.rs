//! The run-time study of the dynamic programming paper: `cargo bench --bench solid_fuel`.
//!
//! Dense forward, eliminated and hand-written Jacobians of the solid fuel problem on two grids; the
//! codes and their check against each other are in `tests/studies`.

#![allow(dead_code, reason = "the example and the tests use the rest")]
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../tests/studies/solid_fuel.rs"]
mod solid_fuel;
#[path = "../tests/studies/solid_fuel_times.rs"]
mod solid_fuel_times;
#[path = "../tests/studies/table.rs"]
mod table;

/// Calls in one run.
const CALLS: u32 = 1_000_000;

fn main() {
    println!("solid fuel ignition, ns per Jacobian, best of five\n");
    print!("{}", solid_fuel_times::times(CALLS).plain());
}
