//! Mutable references that come from outputs, searches, functions and arms.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 4] = [0.7, 1.3, -0.4, 2.1];

#[jacobian]
fn out_ref(x: &[f64; 4], i: usize, out: &mut [f64; 4]) {
    *out = *x;
    let r = &mut out[i];
    *r *= x[0];
    out[1] += 1.0;
}
#[test]
fn an_element_of_an_output_is_borrowed() {
    for i in 0..4 {
        compare(
            "out",
            AT,
            |x| {
                let mut o = [0.0; 4];
                out_ref(x, i, &mut o);
                o
            },
            |x| {
                let mut o = [0.0; 4];
                let j = out_ref_with_jacobian(x, i, &mut o);
                (o, j.to_dense())
            },
        );
    }
}
#[jacobian(wrt(x))]
fn finds(x: &[f64; 4], t: f64) -> [f64; 4] {
    let mut y = *x;
    if let Some(r) = y.iter_mut().find(|v| **v > t) {
        *r *= x[1];
    }
    if let Some(r) = y.iter_mut().nth((t * 2.0) as usize) {
        *r += x[2] * x[2];
    }
    if let Some(r) = y.iter_mut().max_by(|a, b| a.partial_cmp(b).unwrap()) {
        *r += x[0] * x[2];
    }
    y
}
#[jacobian(wrt(x))]
fn finds2(x: &[f64; 4], t: f64) -> [f64; 4] {
    let mut y = *x;
    if let Some(r) = y.iter_mut().filter(|v| **v > t).next() {
        *r *= x[1];
    }
    if let Some(r) = y.iter_mut().find(|v| **v > t) {
        *r *= x[1];
    }
    y.iter_mut().filter(|v| **v > t).for_each(|v| *v = v.sin());
    y.iter_mut()
        .skip((t * 2.0) as usize)
        .for_each(|v| *v *= 3.0);
    y
}
#[test]
fn searches_give_references() {
    for t in [0.0, 0.5, 1.0, 1.5, 5.0] {
        check!(finds with finds_with_jacobian at AT; t);
        check!(finds2 with finds2_with_jacobian at AT; t);
    }
}
#[jacobian]
mod returned_references {
    pub(super) struct P {
        pub q: [f64; 4],
        k: f64,
    }
    impl P {
        fn at(&mut self, i: usize) -> &mut f64 {
            if i > 3 {
                return &mut self.k;
            }
            &mut self.q[i]
        }
        fn two(&mut self, i: usize) -> (&mut f64, f64) {
            let r = &mut self.q[i];
            let c = *r * 2.0;
            (r, c)
        }
    }
    fn pick<'a>(v: &'a mut [f64; 4], i: usize) -> &'a mut f64 {
        let j = i % 4;
        let r = {
            let k = j;
            &mut v[k]
        };
        r
    }
    #[jacobian]
    pub(super) fn f(x: &[f64; 4], i: usize) -> [f64; 4] {
        let mut p = P {
            q: *x,
            k: x[0] * x[1],
        };
        *p.at(i) *= x[3];
        let (r, c) = p.two(1 + i % 2);
        *r += c;
        *pick(&mut p.q, i) -= 1.0;
        let old = std::mem::replace(pick(&mut p.q, i + 1), x[2]);
        p.q[0] += p.k * old;
        let h = |v: &mut f64| {
            *v *= 1.5;
        };
        h(&mut p.q[i % 3]);
        let r = &mut p.q[i % 4];
        let r2 = &mut *r;
        *r2 *= x[1];
        *r += 0.1;
        p.q
    }
    #[jacobian]
    pub(super) fn g(x: &[f64; 4], i: usize, c: bool) -> [f64; 4] {
        let (mut a, mut b) = ([x[0], x[1]], [x[2], x[3]]);
        {
            let (s, t) = if c { (&mut a, &b) } else { (&mut b, &a) };
            s[i] += t[1 - i] * x[0];
            s[0] *= t[i];
        }
        let z = {
            let r: &mut [f64; 2];
            if c {
                r = &mut b;
            } else {
                r = &mut a;
            }
            r[i] *= 2.0;
            r[0]
        };
        for r in [&mut a, &mut b] {
            r[i] *= x[3];
            r[1] += z;
        }
        [a[0], a[1], b[0], b[1]]
    }
}
use returned_references::{f, f_with_jacobian, g, g_with_jacobian};
#[test]
fn functions_and_arms_give_references() {
    for i in 0..6 {
        check!(f with f_with_jacobian at AT; i);
    }
    for i in 0..2 {
        for c in [false, true] {
            check!(g with g_with_jacobian at AT; i, c);
        }
    }
}

/// A list that begins behind a reference lives as long as the reference.
#[jacobian]
fn behind(x: &[f64; 4], n: usize) -> f64 {
    const HALF: usize = 3;
    let w: &mut [f64] = &mut [0.0; 2 * HALF];
    let v = &mut vec![1.0; 2];
    for i in 0..n {
        w[2 * i] = x[i] * x[3];
        w[2 * i + 1] = w[2 * i] + v[0];
    }
    for e in v.iter_mut() {
        *e *= w[1];
    }
    w.iter().sum::<f64>() * v[1]
}

#[test]
fn a_list_may_begin_behind_a_reference() {
    for n in 0..4 {
        check!(behind with behind_with_jacobian at AT; n);
    }
}
