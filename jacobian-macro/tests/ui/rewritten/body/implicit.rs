#![allow(unused)]

use jacobian_runtime::jacobian;

fn root(p: f64) -> f64 {
    p.sqrt()
}

fn many(p: f64) -> [f64; 40] {
    [p; 40]
}

fn two(p: f64) -> [f64; 2] {
    [p; 2]
}

#[jacobian(implicit(root(p) => |y| y * y - p))]
fn malformed(x: f64) -> f64 {
    root(x)
}

#[jacobian(wrt(x), implicit(root(p) => |y| { let mut z = y; for _ in 0..3 { z = 0.5 * p * z; } z }))]
fn loops(x: f64) -> f64 {
    root(x)
}

#[jacobian(rule(many(p: f64) -> [f64; 40] => [[1.0]; 40]))]
fn too_many(x: f64) -> [f64; 40] {
    many(x)
}

#[jacobian(implicit(two(p) => |[a, b]| [a * b - p, a - b]))]
fn too_few(x: f64) -> f64 {
    let [a, b] = two(x);
    a * b
}

fn main() {}
