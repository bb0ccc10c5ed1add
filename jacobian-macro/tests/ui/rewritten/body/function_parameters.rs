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

// A type of the user's own that has the name of one in std.
#[jacobian]
mod named_as_in_std {
    #[jacobian(wrt(x), rule(weight))]
    pub fn weighted(x: f64, weight: impl Fn(f64) -> f64) -> f64 {
        weight(x) * x
    }
}

fn main() {}
