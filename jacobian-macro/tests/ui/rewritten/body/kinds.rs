#![allow(unused)]

use jacobian_runtime::jacobian;

struct Point {
    x: f64,
}

#[jacobian]
fn kinds(x: f64) -> f64 {
    let double = |y: f64| x * y;
    let p = Point { x };
    let q = x;
    let mut copy = x;
    let r = &mut copy;
    let t = x..2.0;
    let s = x;
    let later = |v: f64| v * x;
    double(1.0) + p.x + q + *r + t.start + s
}

#[jacobian]
fn questions(x: f64) -> Option<f64> {
    let z = Some(x)?;
    Some(z)
}

#[jacobian]
fn destructured(x: f64) -> f64 {
    if let 0.0 = x {}
    x
}

#[jacobian]
fn assignments(x: f64) -> f64 {
    let mut y = x;
    y += x;
    y = x;
    for _ in 0..2 {
        y *= x;
    }
    y
}

fn main() {}
