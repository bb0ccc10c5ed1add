#![allow(unused)]

use jacobian_runtime::jacobian;

/// A slice whose length only run time knows has no windows, unless it has a name.
#[jacobian(wrt(x))]
fn windows(x: &[f64; 4], k: usize) -> f64 {
    let mut sum = 0.0;
    for i in 1..k {
        sum += x[i - 1] * x[i];
    }
    sum
}

/// What follows different items has no common positions.
#[jacobian]
fn two_tails(x: &[f64; 4]) -> f64 {
    x.iter()
        .map(|v| if *v > 1.0 { *v } else { 0.0 })
        .zip(x.iter().map(|v| if *v < 1.0 { *v } else { 0.0 }))
        .map(|(a, b)| a * b)
        .sum()
}

/// How far an iterator has moved on is not followed.
#[jacobian]
fn advanced(x: &[f64; 4]) -> f64 {
    let first = x.iter().find(|v| **v > 1.0).unwrap();
    let second = x.iter().rev().find(|v| **v > 1.0).unwrap();
    first * second
}

#[jacobian]
fn advanced_by_loop(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for v in x.iter().filter(|v| **v > 1.0) {
        sum += v;
    }
    sum
}

#[jacobian]
fn advanced_by_ref(x: &[f64; 4]) -> f64 {
    let large = x.iter().filter(|v| **v > 1.0);
    large.sum::<f64>()
}

fn main() {}
