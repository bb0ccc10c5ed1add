//! Functions that the caller gives.

use std::ops::ControlFlow;

use jacobian_runtime::jacobian;

#[jacobian(wrt(x))]
fn one(x: f64, f: impl Fn(f64) -> f64) -> f64 {
    f(x)
}

#[jacobian(wrt(x))]
fn two<F: Fn(f64, f64) -> f64>(x: f64, f: &F) -> f64 {
    f(x, x)
}

#[jacobian(wrt(x))]
fn pointer(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

#[jacobian(wrt(x))]
fn stopped<B, E: Fn(f64) -> ControlFlow<B>>(x: f64, stop: E) -> Option<f64> {
    if let ControlFlow::Break(_) = stop(x) {
        return None;
    }
    Some(x * x)
}

// A type of the user's own that has the name of one in std.
#[jacobian]
mod named_as_in_std {
    pub struct Ordering {
        pub weight: f64,
    }

    #[jacobian(wrt(x))]
    pub fn weighted(x: f64, order: impl Fn(f64) -> Ordering) -> f64 {
        order(x).weight * x
    }
}

fn main() {}
