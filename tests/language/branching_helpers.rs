//! Branches inside closures, nested functions and chains; closures and references inside branches.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, 2.1];
const POINTS: [[f64; 3]; 4] = [AT, [1.7, -0.4, 0.3], [-0.6, 2.2, -1.1], [0.2, 0.1, 3.0]];

#[jacobian]
fn returning(x: &[f64; 3]) -> [f64; 4] {
    fn limited(v: f64, low: f64) -> f64 {
        if v < low {
            return low * low;
        }
        if v > 2.0 {
            return v.ln();
        }
        v * v + low
    }
    let relu = |v: f64| if v > 0.0 { v } else { 0.0 };
    let log = |v: f64| {
        if v <= 0.0 {
            return -1.0;
        }
        v.ln() * x[2]
    };
    let sum: f64 = x.iter().map(|&v| relu(v - 0.5)).sum();
    [
        limited(x[0], x[1] * 0.5),
        limited(x[2], x[0]) * sum,
        log(x[1]) + log(x[0] - 1.0),
        relu(x[1]),
    ]
}

#[jacobian(wrt(x))]
fn changing(x: &[f64; 3], y: &mut [f64; 3]) -> f64 {
    let mut total = x[0];
    let mut add = |v: f64| {
        if v > 1.0 {
            total += v * v;
        } else {
            total -= v;
        }
    };
    add(x[1]);
    add(x[2]);
    for (to, from) in y.iter_mut().zip(x) {
        if *from > 0.5 {
            *to = from * from;
        } else if *from < 0.0 {
            *to += *from;
        }
    }
    if x[0] > x[1] {
        let first = &mut y[0];
        *first *= x[1];
        let square = |v: f64| v * v * x[0];
        total += square(x[2]) + y.iter().sum::<f64>();
    }
    *(&mut y[1]) += 1.0;
    total
}

#[jacobian(wrt(x))]
fn inactive(x: &[f64; 3], n: usize) -> [f64; 3] {
    let weight = |i: usize| if i > n { 2.0 } else { 0.5 };
    let mut y = [0.0; 3];
    for (i, v) in x.iter().enumerate() {
        if i == n {
            continue;
        }
        y[i] = weight(i) * v * v;
    }
    y
}

#[test]
fn branches_and_functions_nest() {
    for at in POINTS {
        check!(returning with returning_with_jacobian at at);
        check!(inactive with inactive_with_jacobian at at; 1);
        compare(
            "changing",
            at,
            |x| {
                let mut y = [0.5, 0.25, 2.0];
                let value = changing(x, &mut y);
                [value, y[0], y[1], y[2]]
            },
            |x| {
                let mut y = [0.5, 0.25, 2.0];
                let (value, jacobian) = changing_with_jacobian(x, &mut y);
                ([value, y[0], y[1], y[2]], jacobian.to_dense())
            },
        );
    }
}
