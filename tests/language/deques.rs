//! `VecDeque` as a list of known length, and methods of lists that take a range.

use std::collections::VecDeque;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 4] = [0.7, -1.3, 0.4, 2.1];

/// Both ends are filled and emptied.
#[jacobian]
fn ends(x: &[f64; 4]) -> [f64; 5] {
    let mut q = VecDeque::new();
    q.push_back(x[0] * x[1]);
    q.push_front(x[2].sin());
    q.extend(x.iter().map(|v| v * v));
    let first = q.pop_front().unwrap();
    let last = q.pop_back().unwrap_or(1.0);
    if let Some(v) = q.front_mut() {
        *v *= x[3];
    }
    *q.back_mut().unwrap() += first;
    q.rotate_left(1);
    q.swap(0, 2);
    let taken = q.remove(1).unwrap();
    [
        first * last,
        *q.front().unwrap() * q.back().unwrap(),
        taken,
        q.iter().rev().take(2).product::<f64>() * q.len() as f64,
        q[1] * q.get(2).copied().unwrap_or(0.0),
    ]
}

/// A window over a signal, a queue that is worked off, and a chain of integers.
#[jacobian]
fn queues(x: &[f64; 4]) -> [f64; 3] {
    let mut window = VecDeque::with_capacity(2);
    let mut means = 0.0;
    for v in x {
        if window.len() == 2 {
            window.pop_front();
        }
        window.push_back(*v);
        means += window.iter().map(|v: &f64| v.cos()).sum::<f64>() / window.len() as f64;
    }
    let mut work = VecDeque::from([x[0], x[1], x[2]]);
    let mut done = 0.0;
    while let Some(v) = work.pop_front() {
        done = done * x[3] + v;
        if work.len() == 1 {
            work.clear();
        }
    }
    let mut indices: VecDeque<usize> = VecDeque::new();
    indices.push_back(0);
    let mut path = 1.0;
    while let Some(i) = indices.pop_front() {
        path *= x[i] + 3.0;
        if i + 2 < 4 {
            indices.push_back(i + 2);
        }
    }
    [means, done, path]
}

#[jacobian]
fn given(x: &[f64; 4]) -> VecDeque<f64> {
    let mut q: VecDeque<f64> = x.iter().copied().collect();
    for v in q.make_contiguous() {
        *v *= x[0];
    }
    let mut other = VecDeque::from(vec![x[3]]);
    q.append(&mut other);
    q.push_front(q[1] + other.len() as f64);
    q.truncate(4);
    q
}

/// An inactive queue that only the user's own code reads stays a `VecDeque`.
#[jacobian(wrt(x))]
fn beside(x: &[f64; 4], n: usize) -> f64 {
    let mut q = VecDeque::from([1_usize, 2]);
    q.push_front(n);
    let sum = q.range(1..).sum::<usize>() + q.iter().max().map_or(0, |m| *m);
    x[0] * x[n % 4] * sum as f64
}

/// Ranges of a list, and lists that are taken away.
#[jacobian]
fn ranges(x: &[f64; 4]) -> [f64; 4] {
    let mut y = *x;
    y.copy_within(0..2, 1);
    let mut z = y.to_vec();
    z.extend_from_within(1..3);
    z.copy_within(4.., 0);
    let drained: f64 = z.drain(..1).map(|v| v * v).sum();
    let all = std::mem::take(&mut z);
    z.push(x[3]);
    [
        y[1] * y[2],
        drained,
        all.iter().sum::<f64>() * all[4],
        z[0] * z.len() as f64,
    ]
}

#[test]
fn deques_are_lists() {
    check!(ends with ends_with_jacobian at AT);
    check!(queues with queues_with_jacobian at AT);
    check!(ranges with ranges_with_jacobian at AT);
    check!(beside with beside_with_jacobian at AT; 3);
    let rows = |q: VecDeque<f64>| <[f64; 4]>::try_from(Vec::from(q)).unwrap();
    compare(
        "given",
        AT,
        |x| rows(given(x)),
        |x| {
            let (value, jacobian) = given_with_jacobian(x);
            (rows(value), jacobian.to_dense())
        },
    );
}
