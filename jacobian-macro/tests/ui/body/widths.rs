//! Both widths in one function, where a number without a suffix does not say which it is.

use jacobian_runtime::jacobian;

#[jacobian]
fn chosen(x: f32, y: f64) -> f64 {
    let k = if y > 1.0 { 0.1 * 3.0 } else { 0.2 };
    f64::from(x * k) * y
}

#[jacobian(batch)]
fn batch(x: f32, y: f64) -> f64 {
    f64::from(x) * y
}

#[jacobian(as = Mixed)]
fn structure(x: f32, y: f64) -> f64 {
    f64::from(x) * y
}

fn main() {}
