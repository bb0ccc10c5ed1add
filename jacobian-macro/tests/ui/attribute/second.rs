//! Second derivatives that do not exist, or that nobody knows.

use jacobian_runtime::jacobian;

#[jacobian(hessian)]
fn flagged(x: f64) -> (f64, bool) {
    (x * x, x > 1.0)
}

fn square(x: f64) -> f64 {
    x * x
}

#[jacobian(gradient, hessian, rule(square(x) => 2.0 * x))]
fn by_a_rule(x: f64) -> f64 {
    square(x).sin()
}

#[jacobian(hessian, implicit(root(p) => |y| y * y - p))]
fn by_a_solver(p: f64) -> f64 {
    root(2.0 * p)
}

fn root(p: f64) -> f64 {
    p.sqrt()
}

#[jacobian(hessian)]
fn two_widths(x: f64, y: f32) -> f64 {
    x * x * f64::from(y)
}

fn main() {}
