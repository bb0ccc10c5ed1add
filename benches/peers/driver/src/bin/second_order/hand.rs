//! Three cells as an expert writes them: closed forms, shared terms, every entry once.

use crate::Named;
use crate::linked::{fixed, fixed_mut, split_mut};

/// The contestant of a cell, where there is one.
pub fn contestant(cell: &str) -> Option<Named> {
    let run: fn(&[f64], &mut [f64], &mut [f64]) = match cell {
        "rosenbrock_hessian" => rosenbrock,
        "hs71_lagrangian" => hs71,
        "snavely_normal" => snavely,
        _ => return None,
    };
    Some(("hand", Box::new(run)))
}

/// Value, gradient and a tridiagonal Hessian in one pass over the chain.
fn rosenbrock(x: &[f64], value: &mut [f64], entries: &mut [f64]) {
    let x: &[f64; 50] = fixed(x);
    let (gradient, hessian) = split_mut(entries, 50);
    let (gradient, hessian): (&mut [f64; 50], &mut [f64; 99]) =
        (fixed_mut(gradient), fixed_mut(hessian));
    let (mut sum, mut slope, mut curvature) = (0.0, 0.0, 0.0);
    for i in 0..49 {
        let here = x[i];
        let (valley, rest) = (x[i + 1] - here * here, 1.0 - here);
        sum += 100.0 * valley * valley + rest * rest;
        let steep = -400.0 * here;
        gradient[i] = slope + steep * valley - 2.0 * rest;
        hessian[2 * i] = curvature + (2.0 - 400.0 * valley) + 800.0 * here * here;
        hessian[2 * i + 1] = steep;
        slope = 200.0 * valley;
        curvature = 200.0;
    }
    gradient[49] = slope;
    hessian[98] = curvature;
    value[0] = sum;
}

/// Products of two of the four variables serve gradients and Hessian.
fn hs71(x: &[f64], value: &mut [f64], entries: &mut [f64]) {
    let ([a, b, c, d, w0, w1, w2], value) = (*fixed(x), fixed_mut::<3>(value));
    let entries: &mut [f64; 22] = fixed_mut(entries);
    let (ab, cd, sum) = (a * b, c * d, a + b + c);
    let (ad, bcd, acd, abd, abc) = (a * d, b * cd, a * cd, ab * d, ab * c);
    value[0] = ad * sum + c;
    value[1] = ab * cd - 25.0;
    value[2] = a * a + b * b + c * c + d * d - 40.0;
    let (twice, double) = (sum + a, 2.0 * w2);
    entries[..12].copy_from_slice(&[
        d * twice,
        bcd,
        2.0 * a,
        ad,
        acd,
        2.0 * b,
        ad + 1.0,
        abd,
        2.0 * c,
        a * sum,
        abc,
        2.0 * d,
    ]);
    let (pa, pb, da, wa) = (w1 * a, w1 * b, w0 * d, w0 * a);
    entries[12..].copy_from_slice(&[
        2.0 * da + double,
        w1 * cd + da,
        pb * d + da,
        pb * c + w0 * twice,
        double,
        pa * d,
        pa * c + wa,
        double,
        pa * b + wa,
        double,
    ]);
}

/// The hand-written Jacobian, then sums of products.
fn snavely(x: &[f64], value: &mut [f64], entries: &mut [f64]) {
    let mut jacobian = [0.0; 24];
    crate::first_order::snavely::snavely(fixed(x), fixed_mut(value), &mut jacobian);
    let (gradient, normal) = split_mut(entries, 12);
    let (gradient, value): (&mut [f64; 12], &[f64; 2]) = (fixed_mut(gradient), fixed(value));
    let mut next = normal.iter_mut();
    for j in 0..12 {
        let [first, second] = [jacobian[2 * j], jacobian[2 * j + 1]];
        gradient[j] = first * value[0] + second * value[1];
        for row in jacobian[2 * j..].chunks_exact(2) {
            *next.next().expect("78 entries") = first * row[0] + second * row[1];
        }
    }
}
