#![allow(unused)]

use jacobian_runtime::jacobian;

fn root(p: f64) -> f64 {
    p.sqrt()
}

fn five(p: f64) -> [f64; 5] {
    [p; 5]
}

fn two(p: f64) -> [f64; 2] {
    [p; 2]
}

#[jacobian(implicit(root(p) => p * p))]
fn malformed(x: f64) -> f64 {
    root(x)
}

#[jacobian(implicit(root(p) => |y| if y > 1.0 { y * y - p } else { y - p }))]
fn branches(x: f64) -> f64 {
    root(x)
}

#[jacobian(implicit(five(p) => |y: [f64; 5]| [y[0] - p, y[1] - p, y[2] - p, y[3] - p, y[4] - p]))]
fn too_many(x: f64) -> [f64; 5] {
    five(x)
}

#[jacobian(implicit(two(p) => |[a, b]| a * b - p))]
fn too_few(x: f64) -> f64 {
    let [a, b] = two(x);
    a * b
}

fn main() {}
