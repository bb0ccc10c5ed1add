//! Functions that the caller gives.

use std::ops::ControlFlow;

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

#[jacobian(wrt(x))]
fn stopped<E: Fn(f64) -> ControlFlow<()>>(x: f64, stop: E) -> Option<f64> {
    if let ControlFlow::Break(_) = stop(x) {
        return None;
    }
    Some(x * x)
}

fn main() {}
