#![allow(unused)]

use jacobian_runtime::jacobian;

/// A slice whose length only run time knows has no windows, unless it has a name.
#[jacobian(wrt(x))]
fn windows(x: &[f64; 4], k: usize) -> f64 {
    x[..k].windows(2).map(|w| w[0] * w[1]).sum()
}

/// What follows different items has no common positions.
#[jacobian]
fn two_tails(x: &[f64; 4]) -> f64 {
    x.iter()
        .skip_while(|v| **v > 1.0)
        .zip(x.iter().skip_while(|v| **v < 1.0))
        .map(|(a, b)| a * b)
        .sum()
}

/// How far an iterator has moved on is not followed.
#[jacobian]
fn advanced(x: &[f64; 4]) -> f64 {
    let mut large = x.iter().filter(|v| **v > 1.0);
    let first = large.next().unwrap();
    first * large.next().unwrap()
}

#[jacobian]
fn advanced_by_loop(x: &[f64; 4]) -> f64 {
    let mut large = x.iter().filter(|v| **v > 1.0);
    let mut sum = 0.0;
    for v in &mut large {
        sum += v;
    }
    sum + large.sum::<f64>()
}

#[jacobian]
fn advanced_by_ref(x: &[f64; 4]) -> f64 {
    let mut large = x.iter().filter(|v| **v > 1.0);
    let first = large.by_ref().sum::<f64>();
    first + large.sum::<f64>()
}

fn main() {}
