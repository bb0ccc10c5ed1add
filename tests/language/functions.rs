//! Closures, nested functions and mutable references: each name has the meaning that rustc gives it
//! at the call.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, 2.1];
const G: f64 = 9.81;

#[jacobian(wrt(x))]
fn closures(x: &[f64; 3], k: f64) -> [f64; 6] {
    let a = x[0];
    let scaled = |t: f64| a * t * k;
    let a = 100.0;
    let twice = |t| scaled(scaled(t)) + a;
    let pair = |(u, v): (f64, f64), w: &f64| (u * v - w, u + v * *w);
    let inactive = |t: f64| t.sin() * k;
    let index = |i: usize, j: usize| 2 * i + j;
    let (p, q) = pair((x[1], x[2]), &x[0]);
    let folded = |t: f64| -> f64 {
        if 1 > 2 {
            return t;
        }
        let t = t + 1.0;
        return t * t;
    };
    [
        twice(x[1]),
        p,
        q,
        inactive(k) * x[0] + inactive(0.5),
        x[index(1, 0)] * inactive(x[1]),
        folded(x[2]) * (|t: f64| t * x[1])(x[0]),
    ]
}

#[jacobian]
fn changing(x: &[f64; 3]) -> [f64; 4] {
    let mut total = 0.0;
    let mut calls = 0;
    let mut add = |t: f64| {
        total += t * t;
        calls += 1;
    };
    add(x[0]);
    add(x[1]);
    add(x[2] * x[0]);
    let mut y = [0.0; 2];
    let mut set = |i: usize, v: f64| y[i] = v;
    set(0, x[0] * x[1]);
    set(1, x[2]);
    let mut b = x[0];
    let kept = move |t: f64| b * t;
    b *= x[1];
    [total + calls as f64, y[0], y[1] * kept(x[2]), b]
}

#[jacobian(wrt(x))]
fn nested(x: &[f64; 3], t: f64) -> [f64; 4] {
    const HALF: f64 = 0.5;
    fn square(v: f64) -> f64 {
        v * v
    }
    fn norm(v: &[f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += square(v[i]);
        }
        s.sqrt() * HALF + G
    }
    fn scale(v: &mut [f64], by: f64) {
        for c in v.iter_mut() {
            *c *= by;
        }
        v[0] += 1.0;
    }
    fn swap((a, b): (f64, f64)) -> (f64, f64) {
        return (b, a);
    }
    fn count(n: usize, mut v: f64) -> f64 {
        for i in 0..n {
            v += v * i as f64;
        }
        v
    }
    let (b, a) = swap((x[0] * t, square(t)));
    let mut y = *x;
    scale(&mut y, x[0] + norm(x));
    scale(&mut y[1..], t);
    [a * b, y[0] + count(3, x[1]), y[1], y[2]]
}

#[jacobian]
fn applied(x: &[f64; 3]) -> [f64; 2] {
    fn apply(f: impl Fn(f64) -> f64, n: usize, mut v: f64) -> f64 {
        for _ in 0..n {
            v = f(v);
        }
        v
    }
    let c = x[2];
    let logistic = |t: f64| c * t * (1.0 - t);
    [apply(&logistic, 3, x[0]), apply(|t| t * x[1], 2, x[0])]
}

#[jacobian(wrt(x))]
fn made(x: &[f64; 3], k: f64) -> [f64; 3] {
    let make = |k: f64| move |t: f64| k * t;
    let (active, inactive) = (make(x[0]), make(0.5));
    let k = 100.0 * k;
    let mut count = 0;
    let mut tick = || {
        count += 1;
        f64::from(count)
    };
    let first = tick();
    let second = tick() * k;
    let mut refs = (x[1], x[2]);
    let both = [&mut refs.0, &mut refs.1];
    *both[0] *= active(x[1]);
    *both[1] += inactive(x[2]) * first;
    [refs.0, refs.1 * second, active(k)]
}

#[test]
fn functions_are_run_where_they_are_called() {
    check!(closures with closures_with_jacobian at AT; 0.3);
    check!(changing with changing_with_jacobian at AT);
    check!(nested with nested_with_jacobian at AT; 0.4);
    check!(made with made_with_jacobian at AT; 0.4);
    check!(applied with applied_with_jacobian at AT);
}

fn observe(calls: &Cell<f64>) -> f64 {
    calls.set(calls.get() + 1.0);
    calls.get()
}

#[jacobian(wrt(x))]
fn effects(x: &[f64; 3], calls: &Cell<f64>) -> [f64; 3] {
    let weighted = |w: f64, t: f64| w * t + w;
    let effect = || observe(calls);
    let both = |t: f64| {
        let first = observe(calls);
        t * first - observe(calls)
    };
    let a = weighted(observe(calls), x[0]) - weighted(effect(), x[1]);
    [a, both(x[2]) * both(x[0]), effect() * effect()]
}

#[test]
fn what_a_function_does_besides_happens_once_a_call() {
    compare(
        "effects",
        AT,
        |x| effects(x, &Cell::new(0.0)),
        |x| {
            let calls = Cell::new(0.0);
            let (value, jacobian) = effects_with_jacobian(x, &calls);
            assert_eq!(calls.get(), 8.0);
            (value, jacobian.to_dense())
        },
    );
}

#[jacobian(wrt(x))]
fn references(x: &[f64; 3], y: &mut [f64; 3], z: &mut f64) -> f64 {
    let out = y;
    out[0] = x[0] * x[1];
    let last = &mut out[2];
    *last += x[1];
    *last *= *last;
    for (to, from) in out.iter_mut().zip(x) {
        *to += from * 2.0;
    }
    let mut local = [[x[0], 1.0], [x[1], 2.0]];
    for row in &mut local {
        for (i, v) in row.iter_mut().enumerate() {
            *v *= x[2] + i as f64;
        }
        row[1] -= row[0];
        let [first, second] = row;
        *first += *second;
    }
    let z = z;
    *z = local[0][0] * local[1][1];
    let mut pair = (x[0], x[1]);
    let (p, q) = &mut pair;
    *p *= *q;
    *q += *p;
    pair.0 + pair.1 * local[1][0]
}

#[test]
fn writes_through_references_reach_the_variable() {
    compare(
        "references",
        AT,
        |x| {
            let (mut y, mut z) = ([0.5, 0.25, 2.0], 1.0);
            let value = references(x, &mut y, &mut z);
            [value, y[0], y[1], y[2], z]
        },
        |x| {
            let (mut y, mut z) = ([0.5, 0.25, 2.0], 1.0);
            let (value, jacobian) = references_with_jacobian(x, &mut y, &mut z);
            ([value, y[0], y[1], y[2], z], jacobian.to_dense())
        },
    );
}

#[jacobian(wrt(x))]
fn exchanged(x: &[f64; 3], k: f64) -> [f64; 3] {
    let (mut a, mut b) = (x[0], k);
    std::mem::swap(&mut a, &mut b);
    let mut y = [x[1] * a, x[2], 1.0];
    let old = std::mem::replace(&mut y[1], b * 2.0);
    {
        let last = &mut b;
        core::mem::swap(last, &mut y[2]);
    }
    if old > 1.0 {
        std::mem::swap(&mut a, &mut b);
    }
    [y[0] * old, y[1] * y[2] + a, b]
}

#[test]
fn values_change_places() {
    check!(exchanged with exchanged_with_jacobian at [0.7, 1.3, 2.1]; 3.0);
    check!(exchanged with exchanged_with_jacobian at [0.7, 1.3, -2.1]; 3.0);
}

#[jacobian]
mod states {
    #[jacobian(wrt(x))]
    pub(super) fn counted(x: &[f64; 2], data: &[f64]) -> f64 {
        let mut k = x[0];
        let mut n = 0;
        let mut step = move |d: f64| {
            k += d * x[1];
            n += 1;
            k * d + n as f64
        };
        let a = step(1.0);
        let b = step(a);
        k *= 3.0;
        n += 10;
        let mut s = 0.0;
        for d in data {
            s += step(*d);
        }
        if s > 2.0 {
            s -= step(0.5);
        }
        a + b * s + k + n as f64 * x[1] + step(0.1)
    }

    fn twice(f: &mut impl FnMut(f64) -> f64, y: f64) -> f64 {
        f(y) * f(y + 1.0)
    }

    #[jacobian]
    pub(super) fn borrowed(x: &[f64; 2]) -> f64 {
        let mut w = [x[0], x[1]];
        let mut f = move |y: f64| {
            w[0] = w[1] * y;
            w[1] += y;
            w[0]
        };
        let a = twice(&mut f, x[1]);
        let products: Vec<f64> = [1.0, 2.0, 3.0]
            .iter()
            .map(move |d| {
                w[0] += d;
                w[0] * w[1]
            })
            .collect();
        a * f(2.0) + products[2] + w[0]
    }
}

#[test]
fn move_closures_keep_a_state() {
    use states::*;
    for at in [[0.5, 1.2], [-1.5, 0.2], [3.0, -0.7]] {
        check!(counted with counted_with_jacobian at at; &[1.0, 0.5, -0.25]);
        check!(counted with counted_with_jacobian at at; &[]);
        check!(borrowed with borrowed_with_jacobian at at);
    }
}
