#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian]
fn conditions(x: &[f64; 2]) -> [f64; 2] {
    let a = if x[0] > 0.0 { x[0] } else { -x[0] };
    let b = match x[1] as i32 {
        0 => x[0],
        _ => x[1],
    };
    if x[0] > 1.0 && true {
        return [0.0, 0.0];
    }
    [a, b]
}

#[jacobian]
fn loops(x: f64) -> f64 {
    let mut y = x;
    while y < 10.0 {
        y *= 2.0;
    }
    loop {
        y *= x;
        break;
    }
    let z = loop {
        break x;
    };
    y * z
}

#[jacobian]
fn labels(x: f64) -> f64 {
    let mut y = x;
    'outer: for _ in 0..3 {
        for _ in 0..3 {
            y *= x;
            break 'outer;
        }
    }
    y
}

#[jacobian(wrt(x))]
fn early_return(x: f64, k: f64) -> f64 {
    if k > 0.0 {
        return k;
    }
    x * k
}

#[jacobian(wrt(x))]
fn let_else(x: f64, k: Option<f64>) -> f64 {
    let Some(k) = k else { return 0.0 };
    x * k
}

fn main() {}
