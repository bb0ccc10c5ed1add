//! Enums in enums and in `Option`s that loops change, and `mut` names that copy a part.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
mod corners {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Inner {
        A(f64),
        B(i32, f64),
    }
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Outer {
        One(Inner),
        Two { a: Inner, b: f64 },
        No,
    }

    fn value(o: &Outer) -> f64 {
        match o {
            Outer::One(Inner::A(v)) => v * v,
            Outer::One(Inner::B(n, v)) => v * f64::from(*n),
            Outer::Two { a: Inner::A(v), b } => v * b,
            Outer::Two { a, b } => match a {
                Inner::B(n, w) => w * b + f64::from(*n),
                Inner::A(_) => 0.0,
            },
            Outer::No => 1.0,
        }
    }

    /// All arms write the same variant, one with a number that is not active.
    #[jacobian(wrt(x))]
    pub(super) fn same_variant(x: &[f64; 2], k: f64) -> [f64; 2] {
        let one = if x[0] > 1.0 {
            Outer::One(Inner::A(k))
        } else {
            Outer::One(Inner::A(2.5))
        };
        let two = if x[1] > 1.0 {
            Inner::A(k)
        } else {
            Inner::A(x[0])
        };
        [value(&one) * x[0], value(&Outer::One(two))]
    }

    #[jacobian(wrt(x))]
    pub(super) fn nested(x: &[f64; 2], k: i32, given: &Outer) -> [f64; 3] {
        let inner = if x[0] > 1.0 {
            Inner::A(x[1])
        } else {
            Inner::B(k, x[0])
        };
        let mut o = if x[1] > 1.0 {
            Outer::One(inner)
        } else {
            Outer::Two { a: inner, b: x[0] }
        };
        let first = value(&o);
        if x[0] > 2.0 {
            o = *given;
        }
        let second = value(&o);
        let mut s = 0.0;
        match o {
            Outer::One(Inner::B(mut n, v)) => {
                n += 1;
                s += v * f64::from(n);
            }
            Outer::Two { b: mut w, .. } => {
                w *= 2.0;
                s += w;
            }
            _ => s += x[0],
        }
        [first, second + value(&o), s]
    }

    #[jacobian(wrt(x))]
    pub(super) fn options(x: &[f64; 2], n: usize) -> [f64; 2] {
        let mut last: Option<Inner> = None;
        let mut s = 0.0;
        for i in 0..n {
            if let Some(Inner::A(v)) = last {
                s += v * x[1];
            }
            last = match last {
                None => Some(Inner::A(x[0])),
                Some(Inner::A(v)) if i > 2 => Some(Inner::B(2, v)),
                Some(Inner::B(m, w)) => Some(Inner::B(m + 1, w * x[1])),
                other => other,
            };
        }
        let e = match last {
            Some(Inner::B(m, w)) => w * f64::from(m),
            Some(Inner::A(v)) => v,
            None => -1.0,
        };
        [s, e]
    }

    #[jacobian(wrt(x))]
    pub(super) fn copies(x: &[f64; 2], k: i32) -> [f64; 1] {
        let t = (x[0], k * 3);
        let (a, mut n) = t;
        n += 1;
        [a * f64::from(t.1) + f64::from(n) * x[1]]
    }
}

#[test]
fn enums_in_other_types_keep_their_derivatives() {
    use corners::{
        Inner, Outer, copies, copies_with_jacobian, nested, nested_with_jacobian, options,
        options_with_jacobian, same_variant, same_variant_with_jacobian,
    };

    for at in [
        [0.5, 0.7],
        [0.5, 1.7],
        [1.5, 0.3],
        [1.6, 1.2],
        [2.5, 0.4],
        [2.4, 1.9],
    ] {
        for given in [
            Outer::No,
            Outer::One(Inner::B(4, 0.3)),
            Outer::Two {
                a: Inner::A(0.2),
                b: 1.5,
            },
            Outer::One(Inner::A(0.9)),
        ] {
            check!(nested with nested_with_jacobian at at; 3, &given);
        }
        for n in [0, 1, 2, 4, 7] {
            check!(options with options_with_jacobian at at; n);
        }
        check!(copies with copies_with_jacobian at at; 3);
        check!(same_variant with same_variant_with_jacobian at at; 0.8);
    }
}
