//! A struct that holds the inactive parameters takes its independents from a slice of numbers.

use jacobian_runtime::jacobian;

#[jacobian]
fn weighted(x: f64, w: Option<f64>) -> f64 {
    x * w.unwrap_or(1.0)
}

#[jacobian]
fn weighted_points(x: f64, w: &Option<[f64; 2]>) -> f64 {
    w.map_or(x, |w| w[0] * x)
}

fn main() {}
