use jacobian_runtime::jacobian;
use nalgebra::{Matrix2, Vector2};

fn fill(y: &mut [f64; 2]) {
    *y = [1.0, 2.0];
}

#[jacobian]
fn passed_on(x: &[f64; 2], y: &mut [f64; 2]) {
    fill(y);
    y[0] += x[0] * 2.0;
}

#[jacobian(wrt(x))]
fn unknown_places(x: f64, list: Vec<f64>) -> f64 {
    let mut list = list;
    let first = &mut list[0];
    *first = x;
    list[0]
}

#[jacobian]
fn out_of_scope(x: f64) -> f64 {
    let r;
    {
        let mut a = x;
        r = &mut a;
    }
    *r
}

#[jacobian]
fn of_another_length(x: &[f64; 2], y: &mut [f64; 1]) {
    *y = [x[0] * x[1], x[0].sin()];
}

struct History {
    values: Vec<Vec<f64>>,
}

impl History {
    #[jacobian(wrt(x), of(self.values), dim(self.values = [1, 2]))]
    fn pushed(&mut self, x: f64) {
        self.values.push(vec![x * x, x]);
    }
}

#[jacobian]
fn mantissa(x: f64) -> f64 {
    let (mantissa, _, _) = x.integer_decode();
    x * mantissa as f64
}

#[jacobian]
fn of_another_shape(x: Vector2<f64>, y: &mut Matrix2<f64>) {
    for v in y.iter_mut() {
        *v = 1.0;
        *v *= x;
    }
}

fn main() {}
