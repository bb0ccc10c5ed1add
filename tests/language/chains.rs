//! Iterator chains, `array::from_fn`, array `map`: bit for bit the results of the standard library.

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

#[jacobian]
fn selecting(x: &[f64; 4]) -> [f64; 9] {
    let positive: f64 = x.iter().filter(|v| **v > 0.5).map(|v| v * v).sum();
    let product: f64 = x.iter().copied().filter(|v| *v > 0.0).product();
    let mapped: f64 = (0..4)
        .filter_map(|i| if i > 1 { Some(x[i] * x[0]) } else { None })
        .sum();
    let logs: f64 = x
        .iter()
        .filter_map(|v| if *v > 0.0 { Some(v.ln()) } else { None })
        .sum();
    let folded = x.iter().filter(|v| v.abs() > 1.0).fold(x[1], |s, v| s * v);
    let mut counted = 0.0;
    x.iter()
        .filter(|v| **v < 1.0)
        .for_each(|v| counted += v * x[3]);
    let running: f64 = x
        .iter()
        .scan(0.0, |s, v| {
            *s += v * v;
            Some(*s * v)
        })
        .sum();
    let early: f64 = (0..4).take_while(|i| *i < 2).map(|i| x[i]).sum::<f64>()
        * (0..4).skip_while(|i| *i < 3).map(|i| x[i]).sum::<f64>();
    let none: f64 = x.iter().filter(|v| **v > 100.0).sum();
    [
        positive, product, mapped, logs, folded, counted, running, early, none,
    ]
}

#[jacobian]
fn least_and_largest(x: &[f64; 4]) -> [f64; 8] {
    let largest = x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    let least = x
        .iter()
        .copied()
        .min_by(|a, b| a.partial_cmp(b).unwrap())
        .unwrap_or(0.0);
    let (i, v) = x
        .iter()
        .enumerate()
        .max_by(|a, b| (a.1 * a.1).total_cmp(&(b.1 * b.1)))
        .unwrap();
    let reversed = x
        .iter()
        .copied()
        .max_by(|a, b| b.total_cmp(a).then(a.total_cmp(b)))
        .unwrap();
    let by_path = x.iter().copied().min_by(f64::total_cmp).unwrap();
    let found = x.iter().find(|v| **v > 1.0).copied().unwrap_or(x[0] * x[1]);
    let at = x.iter().position(|v| *v > 2.0).map_or(9.0, |i| i as f64);
    let first = x
        .iter()
        .find_map(|v| if *v < 0.0 { Some(v * v) } else { None });
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.sin())).unzip();
    let all = [[x[0], x[1]], [a[2], b[3]]].concat();
    [
        *largest,
        least * least,
        v * i as f64,
        reversed,
        by_path + found,
        at * x[0],
        first.unwrap_or(x[2]),
        all[1] * all[2] * all[3],
    ]
}

#[test]
fn items_are_chosen_by_branches() {
    for at in [
        [0.7, 1.3, 2.1, -0.4],
        [2.7, -1.3, 0.1, 1.4],
        [-0.7, -1.3, -2.1, -0.9],
        [0.1, 0.27, 0.3, 0.4],
        [1.1, 0.9, 1.3, 5.7],
    ] {
        check!(selecting with selecting_with_jacobian at at);
        check!(least_and_largest with least_and_largest_with_jacobian at at);
    }
}

#[jacobian]
fn growing(x: &[f64; 4]) -> [f64; 6] {
    let mut y = Vec::new();
    for v in x {
        y.push(v * v);
    }
    y.extend(x.iter().map(|v| v.sin()));
    y.insert(1, x[0] * x[3]);
    y.truncate(8);
    let mut z: Vec<f64> = Vec::with_capacity(x.len());
    x.iter().for_each(|v| z.push(v * 2.0));
    z.extend_from_slice(&x[2..]);
    let last = z.pop().unwrap_or(0.0);
    let mut stack = vec![x[0]];
    stack.push(x[1]);
    if x[0] > 1.0 {
        y[0] *= x[1];
        z.swap(0, 1);
    }
    let mut none: Vec<f64> = Vec::new();
    let missing = none.pop().is_none();
    [
        y[0] * y[1],
        y.iter().sum::<f64>(),
        last * z[0],
        stack.iter().product::<f64>() * stack.len() as f64,
        if missing && none.is_empty() {
            x[2]
        } else {
            x[3]
        },
        z.len() as f64 * x[1],
    ]
}

#[test]
fn lists_grow() {
    for at in [[0.7, 1.3, 2.1, -0.4], [2.7, -1.3, 0.1, 1.4]] {
        check!(growing with growing_with_jacobian at at);
    }
}

#[jacobian]
fn named(x: &[f64; 4]) -> f64 {
    let mut items = x.iter();
    let first = items.next().unwrap();
    let second = items.next().unwrap();
    let mut squares = x.iter().map(|v| v * v);
    let third = squares.nth(2).unwrap();
    let rest: f64 = squares.sum();
    let left = items.len() as f64;
    first * second * second + third * third * third + rest.sin() * left
}

#[test]
fn iterators_with_names_move_on() {
    compare(
        "named",
        [0.7, 1.3, 2.1, -0.4],
        |x| [named(x)],
        |x| {
            let (value, jacobian) = named_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}

#[jacobian]
fn as_long_as(x: &[f64; 4]) -> [f64; 5] {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate().filter(|(_, v)| **v > 0.5) {
        sum += v * i as f64;
        if sum > 4.0 {
            break;
        }
    }
    let rates = x.iter().map(|v| v * x[0]);
    [
        sum,
        x.iter()
            .take_while(|v| **v > 0.0)
            .fold(1.0, |a, v| a + v * v),
        rates.skip_while(|v| *v < 1.0).map(f64::sin).sum(),
        x.iter()
            .map_while(|v| if *v > -1.0 { Some(v.exp()) } else { None })
            .product(),
        x.iter()
            .scan(0.0, |s, v| {
                *s += v;
                if *s > 2.5 { None } else { Some(*s * v) }
            })
            .sum(),
    ]
}

#[test]
fn items_end_where_an_active_value_says_so() {
    for x in [
        AT,
        [-0.4, 0.7, 2.1, 1.3],
        [0.7, -1.3, 0.2, 0.6],
        [0.6, 0.7, 0.8, 0.9],
        [-0.7, -0.2, -1.5, 2.0],
    ] {
        check!(as_long_as with as_long_as_with_jacobian at x);
    }
}

#[jacobian]
fn mutable_parts(x: &[f64; 4], y: &mut [f64; 4]) {
    y.copy_from_slice(x);
    y[1..]
        .iter_mut()
        .zip(&x[..3])
        .for_each(|(o, v)| *o -= v * v);
    for v in &mut y[..2] {
        *v *= 2.0;
    }
    for v in y[2..].iter_mut().rev().take(1) {
        *v += x[0];
    }
    if let Some(last) = y.last_mut() {
        *last *= x[1];
    }
    if let Some(second) = y.get_mut(1) {
        *second += x[2];
    }
    y[2] += std::mem::take(&mut y[0]);
    if let Some(first) = y.first_mut() {
        *first += x[3];
    }
}

#[test]
fn parts_of_outputs_are_changed_in_place() {
    let value = |x: &[f64; 4]| {
        let mut y = [0.0; 4];
        mutable_parts(x, &mut y);
        y
    };
    compare("mutable_parts", AT, value, |x| {
        let mut y = [0.0; 4];
        let jacobian = mutable_parts_jacobian(x, &mut y);
        (y, jacobian.to_dense())
    });
}

/// Items of inactive arrays are references, which patterns and `*` take apart.
#[jacobian(wrt(x))]
fn inactive_items(x: f64, k: &[(f64, f64); 3], l: &[f64; 3], n: &[(f64, [f64; 2]); 2]) -> [f64; 5] {
    [
        k.iter().map(|&(a, b)| a * x + b).sum(),
        k.iter().map(|(a, b)| *a * x * x + b).sum(),
        l.iter().map(|&v| v * x).sum::<f64>() + l.iter().map(|v| *v * x).sum::<f64>(),
        k.iter()
            .zip(l)
            .map(|(&(a, b), c)| (a * x).sin() * b + c)
            .sum(),
        n.iter()
            .enumerate()
            .map(|(i, &(a, [b, c]))| a * x.powi(2) + b * c * i as f64)
            .sum(),
    ]
}

#[test]
fn items_of_inactive_arrays_are_taken_apart() {
    let k = [(1.0, 2.0), (3.0, 4.0), (0.5, 0.25)];
    let (l, n) = ([1.5, 2.5, 3.5], [(1.0, [2.0, 3.0]), (4.0, [5.0, 6.0])]);
    compare(
        "inactive_items",
        [0.7],
        |x| inactive_items(x[0], &k, &l, &n),
        |x| {
            let (value, jacobian) = inactive_items_with_jacobian(x[0], &k, &l, &n);
            (value, jacobian.to_dense())
        },
    );
}

fn norm(p: &[f64; 2]) -> f64 {
    p[0].hypot(p[1])
}

fn half(v: &f64) -> f64 {
    v / 2.0
}

/// Items of inactive lists are references. Opaque functions need the reference, and arithmetic
/// needs the number.
#[jacobian(wrt(x))]
fn references(x: &[f64; 4], k: &[[f64; 2]; 4], w: [f64; 4]) -> [f64; 14] {
    let inlined = |p: &[f64; 2], v: f64| norm(p) * v + p[1];
    let (mut sum, mut owned, mut nested) = (0.0, 0.0, 0.0);
    for p in k {
        sum += norm(p) * x[0];
    }
    for (p, v) in k.iter().zip(x) {
        sum += p[0] * v + norm(p) * v * v;
    }
    for v in &w {
        sum += half(v) * x[1] + v * x[2] + *v;
    }
    for v in w {
        owned += half(&v) * x[1] + v * x[2];
    }
    for p in k {
        for v in p {
            nested += half(v) * x[3] * v;
        }
        for &v in p.iter() {
            nested += half(&v) * x[2];
        }
    }
    let weights = [w[0], k[1][0]];
    [
        k.iter().map(|p| norm(p) * x[0]).sum::<f64>(),
        k.iter().zip(x).map(|(p, v)| norm(p) * v).sum::<f64>(),
        w.iter().map(|v| v * x[0] + half(v) * x[1]).sum::<f64>(),
        w.iter().copied().map(|v| v * x[0] + half(&v) * x[1]).sum(),
        w.iter().map(|v| v).cloned().map(|v| half(&v) * x[1]).sum(),
        k.iter().map(|&[a, b]| a * x[0] + half(&b) * x[1]).sum(),
        k.iter().map(|[a, b]| a * x[0] + b * x[1]).sum::<f64>(),
        k.iter().enumerate().map(|(i, p)| inlined(p, x[i])).sum(),
        weights.iter().map(|v| half(v) * x[2] + v).sum::<f64>(),
        w.iter().fold(x[0], |sum, v| sum * half(v) + v),
        w.iter().next().copied().unwrap_or(0.5) * x[0],
        sum,
        owned,
        nested,
    ]
}

#[test]
fn items_of_inactive_arrays_are_references() {
    let k = [[0.3, 0.4], [1.5, -0.2], [0.1, 0.9], [2.0, 0.7]];
    check!(references with references_with_jacobian at AT; &k, [0.2, 0.4, -0.6, 0.8]);
}

#[jacobian]
mod taken {
    use jacobian_runtime::jacobian;

    const TABLE: [f64; 4] = [0.5, -1.5, 2.0, 0.25];

    /// A series of Chebyshev polynomials by the rule of Clenshaw, which takes the first coefficient
    /// from an iterator that has a name.
    fn clenshaw(x: f64, coefficients: &[f64], n: usize) -> f64 {
        let mut rest = coefficients.iter().take(n);
        let mut b0 = *rest.next().unwrap();
        let (mut b1, mut b2) = (0.0, 0.0);
        for c in rest {
            b2 = b1;
            b1 = b0;
            b0 = x * b1 - b2 + *c;
        }
        0.5 * (b0 - b2)
    }

    #[jacobian]
    pub(super) fn series(x: &[f64; 2]) -> [f64; 1] {
        [x[1] * clenshaw(x[0] * 0.5 - 2.0, &TABLE, 3)]
    }

    #[jacobian]
    pub(super) fn named(x: &[f64; 2]) -> [f64; 4] {
        let mut known = [1.5, 2.5, 3.5].iter();
        let first = *known.next().unwrap();
        let second = known.next().unwrap();
        let mut powers = x[0];
        // A loop over the rest would take the iterator whole.
        #[allow(clippy::while_let_on_iterator)]
        while let Some(k) = known.next() {
            powers = powers * x[1] + k;
        }
        let mut indices = (0..4).rev();
        let last = indices.next().unwrap();
        let mut horner = x[0] * last as f64;
        for i in indices {
            horner = horner * x[1] + i as f64;
        }
        let mut pairs = [(1.0, 2.0), (3.0, 4.0)].into_iter();
        let (a, b) = pairs.next().unwrap();
        let skipped = pairs.next().map_or(0.0, |(c, d)| c * x[0] + d);
        [
            first * x[0] + second * x[1],
            powers,
            horner,
            a * skipped + b * x[1],
        ]
    }
}

#[test]
fn a_named_iterator_over_known_numbers_gives_them_one_by_one() {
    use taken::*;
    let at = [0.7, -0.4];
    check!(series with series_with_jacobian at at);
    check!(named with named_with_jacobian at at);
}

/// Each item is seen when it is taken, so the search ends before the assertion fails.
#[jacobian]
fn inspected(x: &[f64; 4]) -> [f64; 2] {
    let mut seen = 0.0;
    let sum: f64 = x
        .iter()
        .inspect(|v| seen += **v * **v)
        .map(|v| v.sin())
        .inspect(|v| assert!(v.is_finite()))
        .sum();
    let found = x.iter().inspect(|v| assert!(**v < 2.0)).find(|v| **v > 1.0);
    [sum * seen, found.map_or(0.0, |v| v * x[0])]
}

#[test]
fn items_are_seen_one_by_one() {
    check!(inspected with inspected_with_jacobian at AT);
}
