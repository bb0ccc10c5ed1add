#![allow(unused)]

use jacobian_runtime::jacobian;

struct Point {
    x: f64,
}

#[jacobian]
fn kinds(x: f64) -> f64 {
    let double = |y: f64| x * y;
    let p = Point { x };
    let q = unsafe { x };
    let r = &mut { x };
    let t = x..;
    let later = async { x };
    let s = x;
    let later = async |v: f64| v * x;
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
    let compound = (y += x);
    let plain = (y = x);
    let repeated = for _ in 0..2 {
        y *= x;
    };
    y
}

fn main() {}
