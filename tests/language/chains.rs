//! Iterator chains, `array::from_fn`, array `map`: bit for bit what the library computes.

use core::array;
use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 4] = [0.7, 1.3, 2.1, -0.4];

#[jacobian(wrt(x))]
fn sums(x: &[f64; 4], w: &[f64; 4]) -> [f64; 12] {
    let twice = |v: f64| 2.0 * v;
    let rows = [[x[0], x[1]], [x[2], x[3]]];
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    [
        x.iter().map(|v| v * v).sum::<f64>().sqrt(),
        x.iter().zip(w).map(|(a, b)| a * b).sum(),
        x.iter().map(|&v| (v - mean).powi(2)).sum::<f64>(),
        x.iter().copied().product::<f64>() + x[..0].iter().product::<f64>(),
        (0..3).map(|i| x[i] * x[i + 1]).sum::<f64>(),
        x.windows(2).map(|p| (p[1] - p[0]).powi(2)).sum(),
        x.chunks_exact(2).map(|c| c[0] * c[1]).sum::<f64>(),
        x.iter().enumerate().map(|(i, v)| v * i as f64).sum(),
        x.iter()
            .rev()
            .skip(1)
            .step_by(2)
            .map(|v| v.exp())
            .sum::<f64>(),
        x.iter()
            .copied()
            .map(twice)
            .map(f64::sin)
            .fold(0.5, |a, b| a * b + b),
        rows.iter().map(|row| row.iter().sum::<f64>()).product(),
        rows.iter()
            .flatten()
            .zip(1..)
            .map(|(v, i)| v / i as f64)
            .sum::<f64>(),
    ]
}

#[jacobian]
fn extremes(x: &[f64; 4]) -> [f64; 5] {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = x.iter().copied().reduce(f64::min).unwrap();
    let last = x.iter().last().unwrap();
    let third = x.iter().map(|v| v * v).nth(2).expect("there are four");
    let others = (0..4)
        .filter(|&i| i != 1)
        .map(|i| x[i])
        .chain([largest])
        .sum::<f64>();
    [
        largest,
        least,
        *last * third,
        others,
        (0..4).max().unwrap() as f64 * x[1],
    ]
}

#[jacobian]
fn arrays(x: &[f64; 4]) -> [[f64; 2]; 2] {
    let squares = x.map(|v| v * v);
    let shifted: [f64; 4] = array::from_fn(|i| squares[(i + 1) % 4] * x[i]);
    let turned = array::from_fn::<_, 2, _>(|i| [shifted[i], shifted[i + 2]]);
    let listed: Vec<f64> = shifted.iter().map(|v| v.sin()).collect();
    let (left, right) = listed.split_at(2);
    let mut grid = [[0.0; 2]; 2];
    for (row, (a, b)) in grid.iter_mut().zip(left.iter().zip(right)) {
        row.iter_mut().for_each(|v| *v += a * b);
        row[0] -= a;
    }
    let list = vec![x[0], x[1]];
    let zeros = vec![0.0; 2];
    array::from_fn(|i| array::from_fn(|j| turned[i][j] + grid[j][i] * list[i] + zeros[j]))
}

/// The sign of an empty sum, and of a sum of negative zeros.
#[jacobian]
fn zeros(x: &[f64; 4]) -> [f64; 4] {
    let nothing = x[..0].iter().sum::<f64>();
    let zeros = x.map(|v| -(v * 0.0).abs());
    [
        nothing,
        zeros.iter().sum(),
        nothing + x[0],
        x.iter().take(0).product::<f64>(),
    ]
}

#[jacobian(wrt(x))]
fn effects(x: &[f64; 4], calls: &Cell<f64>) -> [f64; 2] {
    let count = || {
        calls.set(calls.get() + 1.0);
        calls.get()
    };
    let first = x.iter().map(|v| v * calls.get()).map(|v| v + count()).sum();
    let skipped = x.iter().map(|v| v * count()).skip(2).take(1).sum();
    [first, skipped]
}

/// Lists whose elements become active, and one that the user's own code fills.
#[jacobian(wrt(x))]
fn lists(x: &[f64; 4], n: usize) -> [f64; 3] {
    let mut y = vec![0.0; 3];
    for (to, from) in y.iter_mut().zip(x) {
        *to = from * from;
    }
    let mut own = vec![1.0; 2];
    own.push(n as f64);
    own.extend((0..n).map(|i| i as f64));
    [
        y[0] * own[2],
        y[1] + own[own.len() - 1],
        y[2] * y.len() as f64,
    ]
}

#[test]
fn chains_compute_what_the_library_does() {
    check!(sums with sums_with_jacobian at AT; &[0.5, -1.0, 2.0, 3.0]);
    check!(extremes with extremes_with_jacobian at AT);
    check!(zeros with zeros_with_jacobian at AT);
    check!(lists with lists_with_jacobian at AT; 5);
    compare(
        "arrays",
        AT,
        |x| arrays(x).concat().try_into().expect("four numbers"),
        |x| {
            let (value, jacobian) = arrays_with_jacobian(x);
            (
                value.concat().try_into().expect("four numbers"),
                jacobian.to_dense(),
            )
        },
    );
    compare(
        "effects",
        AT,
        |x| effects(x, &Cell::new(0.0)),
        |x| {
            let (value, jacobian) = effects_with_jacobian(x, &Cell::new(0.0));
            (value, jacobian.to_dense())
        },
    );
}
