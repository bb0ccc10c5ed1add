use jacobian_runtime::jacobian;

#[jacobian(batch(per_point(t)), wrt(x))]
fn variable(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(t)), wrt(x))]
fn unknown(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(t)), wrt(x))]
fn twice(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(n, w)), wrt(x), dim(w = 3))]
fn no_numbers(x: f64, n: f64, w: &[f64]) -> f64 {
    x.powi(n as i32) * w[0]
}

#[jacobian(batch(per_point(t)), wrt(x))]
fn no_names(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(batch(per_point(t)), wrt(x))]
fn misspelt(x: f64, t: f64) -> f64 {
    x * t
}

struct Sensor {
    gain: f64,
}

impl Sensor {
    #[jacobian(batch(per_point(gain)), wrt(x))]
    fn seen(&self, x: f64, gain: f64) -> f64 {
        x * gain
    }
}

fn main() {}
