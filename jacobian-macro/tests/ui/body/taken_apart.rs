//! A pattern of another type than the active value has.

use jacobian_runtime::jacobian;

struct Metres(f64);

#[jacobian]
fn taken_apart(x: f64, w: Option<f64>) -> f64 {
    match (w, x > 1.0) {
        (Metres(a), true) => a * x,
        _ => x,
    }
}

fn main() {}
