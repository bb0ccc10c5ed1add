#![allow(unused)]

use jacobian_runtime::jacobian;

struct Model {
    value: f64,
    list: Vec<f64>,
}

#[jacobian(wrt(x), of(model.value))]
fn assigned(x: f64, model: &mut Model) -> f64 {
    model.value = x;
    let mut list = vec![0.0; 3];
    list[0] = x;
    let mut y = [0.0; 2];
    y[1] = x;
    [y[0], model.value] = [x, x];
    y[0]
}

trait Helper {}

impl Helper for State {}

type State = nalgebra::Vector2<f64>;

#[jacobian(dim(x = 2))]
fn by_alias(x: &State) -> f64 {
    let mut y = nalgebra::Vector2::zeros();
    y[0] = x[0] * x[1];
    x[1]
}

#[jacobian]
fn maps(x: f64) -> f64 {
    let places = std::collections::HashMap::from([("a", 0), ("b", 1)]);
    let mut sums = [0.0; 2];
    let k = places["a"];
    sums[k] = x;
    sums[k] += x;
    sums[0]
}

#[jacobian]
fn items(x: f64) -> f64 {
    for _ in 0..2 {
        let _ = 1;
    }
    x
}

#[jacobian]
fn configured(x: f64) -> f64 {
    #[cfg(test)]
    let x = 2.0 * x;
    x
}

fn main() {}
