#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian(wrt(x), dim(out = 6))]
fn any_length(x: f64, data: &[f64]) -> Vec<f64> {
    data.iter().map(|d| x * d).collect()
}

#[jacobian(wrt(x))]
fn moved(x: f64, data: &[f64]) -> f64 {
    let mut list = Vec::new();
    for d in data {
        list.push(x * d);
    }
    let old = list.clone();
    list = vec![x];
    old[0] * list[0]
}

#[jacobian(wrt(x, y))]
fn of_two_widths(x: f64, y: f64, data: &[f64]) -> f64 {
    let mut list = Vec::new();
    for d in data {
        list.push(x * d);
    }
    list[0] * y
}

#[jacobian(wrt(x))]
fn active_later(x: f64, names: &[&str]) -> f64 {
    let mut list = Vec::new();
    for name in names {
        list.push((x, 0.0 * x + name.parse().unwrap_or(1.0)));
    }
    list.push((x, x * x));
    list[0].1
}

fn main() {}
