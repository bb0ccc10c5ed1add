use jacobian_runtime::jacobian;
use nalgebra::{Matrix2, Vector2};

#[jacobian]
fn passed_on(x: &[f64; 2], y: &mut [f64; 2]) {
    *y = [1.0, 2.0];
    y[0] += x[0] * 2.0;
}

#[jacobian(wrt(x), dim(list = 6))]
fn unknown_places(x: f64, list: Vec<f64>) -> f64 {
    let mut list = list;
    list[0] = x;
    list[0]
}

#[jacobian]
fn out_of_scope(x: f64) -> f64 {
    let mut a = x;
    let r;
    {
        r = &mut a;
    }
    *r
}

#[jacobian]
fn of_another_length(x: &[f64; 2], y: &mut [f64; 2]) {
    *y = [x[0] * x[1], x[0].sin()];
}

fn mantissa_of(x: f64) -> f64 {
    (x.to_bits() & 0xf_ffff) as f64
}

struct History {
    values: Vec<Vec<f64>>,
}

impl History {
    #[jacobian(wrt(x))]
    fn pushed(&self, x: f64) -> [f64; 2] {
        [x * x, x]
    }
}

#[jacobian(rule(mantissa_of(x) => 0.0))]
fn mantissa(x: f64) -> f64 {
    x * mantissa_of(x)
}

#[jacobian]
fn of_another_shape(x: Vector2<f64>, y: &mut Matrix2<f64>) {
    for v in y.iter_mut() {
        *v = 1.0;
        *v *= x[0];
    }
}

fn main() {}
