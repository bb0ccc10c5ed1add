//! Loops, known conditions, early ends; and bodies so long that they are cut into functions.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
fn known_conditions(x: &[f64; 4]) -> [f64; 4] {
    const N: usize = 4;
    let mut y = [0.0; N];
    for i in 0..N {
        y[i] = if i == 0 {
            x[i]
        } else if i < 3 && x.len() == N {
            x[i - 1] * x[i]
        } else {
            let t = x[i];
            t * t
        };
        if i == 2 {
            continue;
        }
        for j in (0..i).rev() {
            if j == 1 {
                break;
            }
            y[i] += x[j] * (i as f64 + 0.5) / (N - i) as f64;
        }
    }
    y
}

#[jacobian]
fn iterators(x: &[f64; 4]) -> [f64; 1] {
    let mut s = 0.0;
    for v in x {
        s += v * v;
    }
    for (i, v) in x.iter().enumerate() {
        s -= *v * i as f64;
    }
    for (a, b) in x.iter().zip(x[1..].iter()) {
        s += a * b;
    }
    for &v in &x[..2] {
        s *= v;
    }
    for i in (0..4).step_by(2) {
        s += x[i];
    }
    for v in [x[0], x[3]] {
        s += v.sin();
    }
    [s]
}

#[jacobian(wrt(x))]
fn whole_arrays(x: &[f64; 3], k: f64) -> [f64; 3] {
    let mut y = [k, 2.0, k * 3.0];
    y[0] += x[0];
    y.swap(0, 2);
    y.reverse();
    let mut z = [0.0; 3];
    z.fill(x[1]);
    z[1] *= y[1];
    let mut pair = (k, k + 1.0);
    pair.1 *= x[2];
    [y[0] * z[0], y[1] + y[2] * z[1], z[2] * pair.1 - pair.0]
}

#[jacobian]
fn returned_early(x: &[f64; 4]) -> [f64; 2] {
    let a = x[0];
    for i in 0..3 {
        if i == 1 {
            return [a * i as f64, x[1]];
        }
    }
    [a, a]
}

#[test]
fn loops_and_conditions_are_run_at_expansion() {
    let x = [0.7, 1.3, 2.0, 3.0];
    check!(known_conditions with known_conditions_with_jacobian at x);
    check!(iterators with iterators_with_jacobian at x);
    check!(whole_arrays with whole_arrays_with_jacobian at [0.7, 1.3, 2.0]; 0.5);
    check!(returned_early with returned_early_with_jacobian at x);
}

/// Long enough for chunks: opaque scalars, integers, assertions, outputs and a failure on the way.
#[jacobian(wrt(x))]
fn long(
    x: &[f64; 6],
    calls: &Cell<f64>,
    n: i32,
    y: &mut [[f64; 2]; 3],
) -> Result<([f64; 6], f64), ()> {
    let (mut a, mut s) = (*x, 0.0);
    for round in 0..16 {
        for i in 0..6 {
            calls.set(calls.get() + 0.25);
            let w = calls.get();
            assert!(a[i] < 1e30, "too large: {}", a[i]);
            a[i] = a[i] * 0.5 + a[(i + 5) % 6] * w * 0.01 + (a[(i + round) % 6] * 0.3).sin() * 0.1;
            if round % 5 == 0 {
                a[i] += x[i].powi(n) * 0.01;
                s += a[i] * a[i];
            }
        }
    }
    for i in 0..3 {
        for j in 0..2 {
            y[i][j] += a[i * 2 + j] * s;
        }
    }
    if calls.get() < 0.0 {
        return Err(());
    }
    Ok((a, s * calls.get()))
}

/// The second entry sums four hundred products, which are added up in parts.
#[jacobian]
fn long_sum(x: &[f64; 2]) -> [f64; 1] {
    let mut y = x[0];
    for _ in 0..400 {
        y = (y * x[1]).sin() + x[0] * 0.1;
    }
    [y]
}

struct Chain {
    gain: f64,
}

impl Chain {
    const N: usize = 6;

    #[jacobian(const(Self::N = 6), layout = csr)]
    fn long(&self, x: &[f64; Self::N]) -> [f64; 6] {
        let mut a = *x;
        for round in 0..16 {
            for i in 0..6 {
                a[i] = a[i] * 0.5
                    + a[(i + 5) % Self::N] * self.gain * 0.1
                    + (a[(i + round) % 6] * 0.3).sin();
            }
        }
        a
    }
}

fn flat((a, s): ([f64; 6], f64), y: &[[f64; 2]; 3]) -> [f64; 13] {
    let mut all = [s; 13];
    all[..6].copy_from_slice(&a);
    all[7..].copy_from_slice(y.as_flattened());
    all
}

#[test]
fn long_bodies_compute_the_same_in_pieces() {
    let x: [f64; 6] = std::array::from_fn(|i| 0.3 + 0.02 * i as f64);
    compare(
        "long",
        x,
        |x| {
            let mut y = [[1.0; 2]; 3];
            let value = long(x, &Cell::new(0.0), 2, &mut y).expect("no failure");
            flat(value, &y)
        },
        |x| {
            let mut y = [[1.0; 2]; 3];
            let result = long_with_jacobian(x, &Cell::new(0.0), 2, &mut y);
            let (value, jacobian) = result.expect("no failure");
            (flat(value, &y), jacobian.to_dense())
        },
    );
    let chain = Chain { gain: 0.4 };
    compare(
        "Chain::long",
        x,
        |x| chain.long(x),
        |x| {
            let (value, jacobian) = chain.long_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    check!(long_sum with long_sum_with_jacobian at [0.3, 0.9]);
}

#[jacobian]
fn parts_of_arrays(x: &[f64; 4]) -> [f64; 6] {
    let mut y = [1.0; 6];
    y[..4].copy_from_slice(x);
    y[4..].copy_from_slice(&x[1..3]);
    y[1..=2].swap(0, 1);
    y[3..].reverse();
    y[5..].fill(x[0] * x[1]);
    y
}

#[test]
fn methods_work_on_parts_of_arrays() {
    check!(parts_of_arrays with parts_of_arrays_with_jacobian at [0.7, 1.3, 2.1, -0.4]);
}

/// Arms that return something inactive, as they are at the end of a function.
#[jacobian]
#[allow(clippy::redundant_else, reason = "as people write it")]
mod returning_arms {
    fn stepped(y: f64) -> f64 {
        match y.floor() as i32 {
            0 => {
                return 0.7 + y;
            }
            1 => return 0.5,
            2 => {
                return 0.25;
            }
            _ => return y * y,
        }
    }

    #[jacobian]
    pub(super) fn returned(x: &[f64; 2]) -> f64 {
        if x[0] > 2.0 {
            return stepped(x[1]) * x[0];
        } else if x[0] > 1.0 {
            return 1.0;
        } else {
            return stepped(3.0) + stepped(2.5 * x[0]);
        }
    }

    #[jacobian]
    pub(super) fn wrapped(x: &[f64; 2]) -> Option<f64> {
        if x[0] > 2.0 {
            return Some(x[1].sin());
        } else if x[0] > 1.0 {
            return Some(1.0);
        } else {
            return None;
        }
    }
}

#[test]
fn arms_may_return_what_is_not_active() {
    use returning_arms::{returned, returned_with_jacobian, wrapped, wrapped_with_jacobian};
    for x in [
        [2.5, 0.4],
        [2.5, 1.4],
        [2.5, 2.4],
        [2.5, 3.4],
        [1.5, 0.4],
        [0.5, 0.4],
    ] {
        check!(returned with returned_with_jacobian at x);
    }
    for (x, slope) in [([2.5, 0.4], 0.4_f64.cos()), ([1.5, 0.4], 0.0)] {
        let (value, jacobian) = wrapped_with_jacobian(&x).expect("a value");
        assert_eq!(Some(value), wrapped(&x));
        assert_eq!(jacobian.to_dense(), [[0.0, slope]]);
    }
    assert!(wrapped_with_jacobian(&[0.5, 0.4]).is_none());
}
