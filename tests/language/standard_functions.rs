//! Functions of the standard library by imported names, and what num-traits gives in an `Option`.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
mod imported {
    use core::mem::swap;
    use std::cmp::{max, min};
    use std::hint::black_box;

    #[allow(clippy::manual_clamp, reason = "`min` and `max` are what is tested")]
    #[jacobian(wrt(x))]
    pub(super) fn tables(x: &[f64; 2], t: &[f64]) -> f64 {
        let k = min((x[0] * 3.0) as usize, t.len() - 1);
        let j = max(x[1].floor() as i32, 0) as usize;
        let mut s = 0.0;
        for i in 0..min(4, max(t.len(), 1)) {
            s += x[1].powi(i as i32);
        }
        for i in 0..std::cmp::min(2, 3) {
            s += x[i] * x[i];
        }
        black_box(t[k] * x[0] + t[j] * x[1]) * s
    }

    #[jacobian]
    pub(super) fn sorted(x: &[f64; 3]) -> f64 {
        let [mut a, mut b, mut c] = *x;
        if a < b {
            swap(&mut a, &mut b);
        }
        if a < c {
            swap(&mut a, &mut c);
        }
        if b > c {
            core::mem::swap(&mut b, &mut c);
        }
        a * a + b * c + std::convert::identity(b.sin()) + exchanged(a, b)
    }

    fn exchanged(mut a: f64, mut b: f64) -> f64 {
        use std::mem::replace;
        swap(&mut a, &mut b);
        let c = replace(&mut a, b);
        a * b * c
    }
}

#[test]
fn functions_of_the_library_are_known_by_their_imports() {
    use imported::*;
    let t = [1.0, -2.0, 3.5, 0.5];
    for at in [[0.2, 0.7], [0.9, 1.3], [5.0, 2.2]] {
        check!(tables with tables_with_jacobian at at; &t);
    }
    for at in [[0.2, 0.7, 0.4], [0.9, 0.1, 0.5], [-1.0, 0.1, 2.0]] {
        check!(sorted with sorted_with_jacobian at at);
    }
}

#[jacobian]
mod in_options {
    use num_traits::Float;

    #[allow(
        clippy::unnested_or_patterns,
        reason = "alternatives are what is tested"
    )]
    #[jacobian(dim(x = 2))]
    pub(super) fn tabulated<T: Float>(x: &[T]) -> T {
        match (x[0] * T::from(20.0).unwrap()).to_i64() {
            Some(0) | Some(1) => x[0] * x[0] * x[1],
            Some(2) => x[0].sin(),
            Some(k) if k < 5 => x[0] * T::from(k).unwrap(),
            Some(_) => x[0] * x[1],
            None => T::one(),
        }
    }

    #[jacobian(dim(x = 2))]
    pub(super) fn counted<T: Float>(x: &[T]) -> T {
        if let Some(k @ 1..=3) = x[0].to_u8() {
            return x[1] * T::from(k).unwrap();
        }
        let Some(j) = x[1].to_usize() else {
            return x[0] * x[1];
        };
        x[0] * T::from(j).unwrap()
    }
}

#[test]
fn numbers_that_may_not_fit_an_integer_are_matched() {
    use in_options::*;
    for at in [
        [0.02, 0.7],
        [0.13, 1.2],
        [0.18, 1.4],
        [2.07, 0.1],
        [4.13, 1.2],
        [-1.18, 1.4],
        [3.1, -2.2],
    ] {
        check!(tabulated with tabulated_with_jacobian at at);
        check!(counted with counted_with_jacobian at at);
    }
    let (value, jacobian) = tabulated_with_jacobian(&[1e300, 3.0]);
    assert_eq!((value, jacobian.to_dense()), (1.0, [[0.0; 2]]));
}

#[jacobian]
mod operators_by_path {
    use std::ops::{Add, Neg};

    #[allow(clippy::redundant_closure, reason = "both forms are tested")]
    #[jacobian(dim(x = 3))]
    pub(super) fn folded(x: &[f64]) -> f64 {
        let product = x.iter().copied().fold(1.0, ::std::ops::Mul::mul);
        let sum = x.iter().copied().fold(0.0, |a, b| Add::add(a, b));
        Add::add(
            product,
            std::ops::Sub::sub(sum, <f64 as Neg>::neg(x[0] * x[0])),
        )
    }

    /// In a loop that run time ends.
    #[jacobian(wrt(k))]
    pub(super) fn in_loop(list: &[f64], k: &[f64; 1]) -> f64 {
        list.iter().map(|v| k[0] * v).fold(0.0, std::ops::Add::add)
    }
}

#[test]
fn operators_are_known_by_their_paths() {
    use operators_by_path::*;
    check!(folded with folded_with_jacobian at [0.3, -0.8, 1.7]);
    let list = [0.5, -1.5, 2.0];
    crate::support::compare(
        "in_loop",
        [0.7],
        |k| [in_loop(&list, k)],
        |k| {
            let (value, jacobian) = in_loop_with_jacobian(&list, k);
            ([value], jacobian.to_dense())
        },
    );
}
