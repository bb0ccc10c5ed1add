//! rustc checks the values that `const(..)` gives.

use jacobian_runtime::jacobian;
use nalgebra::DimName;

elsewhere! {
    const N: usize = 3;
}

#[jacobian(const(N = 4))]
fn wrong_constant(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..N {
        y *= x;
    }
    y
}

elsewhere! {
    struct Model;
}

impl Model {
    const N: usize = 3;

    #[jacobian(const(Self::N = 4))]
    fn power(&self, x: f64) -> f64 {
        let mut y = x;
        for _ in 0..Self::N {
            y *= x;
        }
        y
    }
}

elsewhere! {
    struct Body {
        order: i32,
        rate: f64,
        times: Vec<f64>,
    }
}

#[jacobian(dim(n = 3))]
fn length_of_integer(x: f64, n: usize) -> f64 {
    x * n as f64
}

#[jacobian(wrt(x), const(bodies.order = 3))]
fn no_such_root(body: &Body, x: f64) -> f64 {
    body.rate * x
}

#[jacobian(wrt(body.rate), const(body.rate = 3))]
fn constant_of_variable(body: &Body) -> f64 {
    body.rate
}

#[jacobian(wrt(x), const(body.order = 3))]
fn constant_may_change(body: &mut Body, x: f64) -> f64 {
    body.order += 1;
    x.powi(body.order)
}

#[jacobian(wrt(x), dim(body.times = 3))]
fn length_may_change(body: &mut Body, x: f64) -> Vec<f64> {
    body.times.pop();
    body.times.iter().map(|t| t * x).collect()
}

#[jacobian(wrt(x), const(D = 3))]
fn constant_of_type<D: DimName>(x: f64) -> f64 {
    x * D::dim() as f64
}

fn main() {}
