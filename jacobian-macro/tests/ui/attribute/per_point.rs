//! Data of each point in a batch that cannot be that.

use jacobian_runtime::jacobian;

#[jacobian(batch(per_point(t)))]
fn variable(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(t, s)), wrt(x))]
fn unknown(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(t, t)), wrt(x))]
fn twice(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(n, w)), wrt(x))]
fn no_numbers(x: f64, n: i32, w: &[f64]) -> f64 {
    x.powi(n) * w[0]
}

#[jacobian(batch(per_point), wrt(x))]
fn no_names(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_points(t)), wrt(x))]
fn misspelt(x: f64, t: f64) -> f64 {
    x * t
}

struct Sensor {
    gain: f64,
}

impl Sensor {
    #[jacobian(batch(per_point(self.gain)), wrt(x))]
    fn seen(&self, x: f64) -> f64 {
        x * self.gain
    }
}

fn main() {}
