//! Functions that the caller gives.

use jacobian_runtime::jacobian;

#[jacobian(wrt(x), rule(f))]
fn one(x: f64, f: impl Fn(f64) -> f64) -> f64 {
    f(x)
}

#[jacobian(wrt(x), rule(f))]
fn two<F: Fn(f64, f64) -> f64>(x: f64, f: &F) -> f64 {
    f(x, x)
}

#[jacobian(wrt(x), rule(f))]
fn pointer(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

fn main() {}
