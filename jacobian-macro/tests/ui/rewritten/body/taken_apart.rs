//! A pattern of another type than the active value has.

use jacobian_runtime::jacobian;

struct Metres(f64);

#[jacobian]
fn taken_apart(x: f64, w: Option<f64>) -> f64 {
    match (w, x > 1.0) {
        (Some(a), true) => a * x,
        _ => x,
    }
}

#[jacobian]
fn array_of_unknown_length(x: &[f64; 4]) -> f64 {
    let a: [f64; 2] = x[..2].try_into().unwrap();
    a[0] * a[1]
}

#[jacobian]
fn array_of_another_length(x: &[f64; 4]) -> f64 {
    let a = <[f64; 3]>::try_from(&x[..3]).unwrap_or([1.0; 3]);
    a[0] * a[1]
}

fn main() {}
