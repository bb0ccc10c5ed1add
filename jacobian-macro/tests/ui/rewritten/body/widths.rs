//! Both widths in one function, where a number without a suffix does not say which it is.

use jacobian_runtime::jacobian;

#[jacobian]
fn chosen(x: f32, y: f64) -> f64 {
    let k = if y > 1.0 { 0.1_f32 * 3.0_f32 } else { 0.2_f32 };
    f64::from(x * k) * y
}

#[jacobian]
fn batch(x: f32, y: f64) -> f64 {
    f64::from(x) * y
}

#[jacobian]
fn structure(x: f32, y: f64) -> f64 {
    f64::from(x) * y
}

fn main() {}
