#![allow(unused)]

use jacobian_runtime::jacobian;

elsewhere! {
    struct Model {
        value: f64,
        list: Vec<f64>,
    }
}

#[jacobian(wrt(x))]
fn assigned(x: f64, model: &mut Model) -> f64 {
    model.value = x;
    let mut list = model.list.clone();
    list[0] = x;
    let mut y = [0.0; 2];
    y[2] = x;
    [y[0], model.value] = [x, x];
    y[0]
}

elsewhere! {
    type State = nalgebra::Vector2<f64>;
}

#[jacobian(dim(x = 2))]
fn by_alias(x: &State) -> f64 {
    let mut y = State::zeros();
    y[0] = x[0] * x[1];
    x[1]
}

#[jacobian]
fn maps(x: f64) -> f64 {
    let mut sums = std::collections::HashMap::new();
    sums.insert("a", x);
    *sums.entry("a").or_insert(0.0) += x;
    x
}

#[jacobian]
fn items(x: f64) -> f64 {
    for _ in 0..2 {
        trait Helper {}
        impl Helper for State {}
    }
    x
}

#[jacobian]
fn configured(x: f64) -> f64 {
    #[cfg(test)]
    const A: f64 = 1.0;
    #[cfg(test)]
    let x = 2.0 * x;
    x
}

fn main() {}
