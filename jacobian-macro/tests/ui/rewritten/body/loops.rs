#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian(wrt(x))]
fn bounds(x: &[f64; 3], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += x[i];
    }
    for i in 0..3 {
        s += x[i];
    }
    for i in (0..3).step_by(1) {
        s += x[i];
    }
    s
}

#[jacobian(wrt(x))]
fn open(x: f64) -> f64 {
    let all: Vec<f64> = (0..4).map(|i| x * f64::from(i)).collect();
    all[0]
}

#[jacobian(wrt(x))]
fn items(x: &[f64; 3], list: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in list {
        s += v * x[0];
    }
    let mut kept = x.to_vec();
    kept.retain(|v| *v > 0.0);
    for v in kept.iter().chain(x) {
        s += v;
    }
    s
}

#[jacobian]
fn mutable(mut x: [f64; 3]) -> f64 {
    for v in &mut x {
        *v *= 2.0;
    }
    x[0]
}

#[jacobian(unroll = 9000)]
fn far(x: f64) -> f64 {
    let y: Vec<f64> = (0..1000).map(|k| x * f64::from(k)).collect();
    y[7]
}

#[jacobian(unroll = 5000)]
fn wide(x: f64) -> f64 {
    let a = [[x; 50]; 50];
    a[0][0]
}

fn main() {}
