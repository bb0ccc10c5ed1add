#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian]
fn indices(x: &[f64; 3], n: usize) -> f64 {
    let a = x[2];
    let b = x[n];
    let c = x[1..3][0];
    let d = x[2 - 1];
    a + b + c
}

#[jacobian]
fn parts(x: &[f64; 3]) -> f64 {
    let pair = (x[0], x[1]);
    let a = x[1];
    pair.1
}

#[jacobian]
fn operators(x: &[f64; 3], y: &[f64; 3]) -> f64 {
    let same = *x == *y;
    let sum = [x[0] + y[0], x[1] + y[1], x[2] + y[2]];
    let wrong = x[0].max(x[1]);
    x[0]
}

#[jacobian]
fn numbers(x: f64) -> f64 {
    let a = x.powf(3e9);
    let b = x as i32;
    a
}

#[jacobian]
fn patterns(x: &[f64; 3]) -> f64 {
    let e = x[0];
    let [a, b, ..] = *x;
    e
}

#[jacobian(unroll = 2_000_000)]
fn doubled(x: f64) -> f64 {
    let a = [x; 1000];
    let a = [a, a, a, a, a, a, a, a];
    let a = [a, a, a, a, a, a, a, a];
    let a = [a, a, a, a, a, a, a, a];
    a[0][0][0][0]
}

const STEPS: i32 = 2;

#[jacobian(const(STEPS = 2))]
fn whose_type_is_out_of_sight(x: f64) -> f64 {
    let mut y = x;
    for k in 0..STEPS {
        let k: i32 = k;
        if k.checked_sub(1).is_some() {
            y *= x;
        }
    }
    y
}

#[jacobian]
fn too_large_for_its_type(x: f64) -> f64 {
    let mut n: u16 = 200;
    n *= 2;
    x * n as f64
}

#[jacobian(wrt(x))]
fn filled(x: f64, given: &[f64]) -> f64 {
    let mut list = [x; 2];
    list.copy_from_slice(given);
    list[0] * x
}

fn main() {}
