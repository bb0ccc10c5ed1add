//! Without the standard library: import `Real`, and `x.sin()` and the like resolve.
//!
//! In a crate without `std` you depend on the runtime with
//! `jacobian-runtime = { version = "0.1", default-features = false, features = ["libm"] }`.
//!
//! Run it with `cargo run -p examples --bin no_std`. The example itself has `std` for its last
//! lines only, which print. It fails unless the derivatives are the closed ones.

#![no_std]
#![expect(clippy::print_stdout, reason = "an example shows its result")]

extern crate std;

use jacobian_runtime::{Real, jacobian};

/// Cartesian coordinates of a point given by radius and angle. The scalar is generic, because
/// `core` has no `f64::sin`.
#[jacobian]
pub fn cartesian<T: Real>(radius: T, angle: T) -> [T; 2] {
    [radius * angle.cos(), radius * angle.sin()]
}

fn main() -> std::process::ExitCode {
    let (radius, angle) = (2.0_f64, 0.5_f64);
    let jacobian = cartesian_jacobian(radius, angle).to_dense();
    let (sin, cos) = (Real::sin(angle), Real::cos(angle));
    std::println!("{jacobian:?}");
    if jacobian == [[cos, -(radius * sin)], [sin, radius * cos]] {
        std::process::ExitCode::SUCCESS
    } else {
        std::process::ExitCode::FAILURE
    }
}
