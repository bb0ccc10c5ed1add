#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian]
fn conditions(x: f64, y: f64) -> f64 {
    let a = if let 0.0 = x { y } else { x };
    let b = if x { a } else { y };
    let c = match (x, y) {
        (0.0, b) => b,
        (a, _) => a,
    };
    let (ref mut d, 0.0..1.0) = (x, y) else { return x };
    a + b + c
}

#[jacobian]
fn patterns(mut x: f64) -> f64 {
    let y = match x {
        ref mut v if *v > 0.0 => 1.0,
        _ => 0.0,
    };
    let z = match [x, y] {
        [a, b] => a * b,
    };
    y * z
}

#[jacobian]
fn too_few(x: f64) -> f64 {
    let mut y = x;
    for i in 0..3 {
        y *= match i {
            0 | 1 => x,
        };
    }
    y
}

#[jacobian]
fn arms(x: f64) -> f64 {
    let (mut a, mut b) = (x, 1.0);
    let r = if x > 0.0 { &mut a } else { &mut b };
    *r = 2.0;
    a * b
}

#[jacobian]
fn never(x: f64) -> Result<f64, ()> {
    if x > 0.0 {
        return Err(());
    } else {
        return Err(());
    }
}

#[jacobian(wrt(x))]
fn run_time_loop(x: f64, k: f64, n: usize) -> f64 {
    for i in 0..n {
        if k > 0.0 {
            return k;
        }
    }
    x * k
}

#[jacobian]
fn too_deep(x: &[f64; 200]) -> f64 {
    let mut y = x[0];
    for (v, w) in x.iter().zip(x) {
        if y > 10.0 {
            break;
        }
        y *= v * w;
    }
    y
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
        y *= x;
        if y > 2.0 {
            break 'inner;
        }
    }
    y
}

elsewhere! {
    struct Body {
        p: f64,
    }
}

#[jacobian(wrt(b.p))]
fn fields(b: &Body) -> f64 {
    match b {
        Body { p } if *p > 0.0 => p * p,
        Body { p } => *p,
    }
}

#[jacobian(wrt(a.p, b.p))]
fn one_of_two(a: &Body, b: &Body, first: bool) -> f64 {
    let body = if first { a } else { b };
    body.p * body.p
}

#[jacobian(wrt(a.p, b.p))]
fn indexed(a: &Body, b: &Body, i: usize) -> f64 {
    let body = [a, b][i];
    body.p * body.p
}

fn main() {}
