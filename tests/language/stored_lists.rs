//! Lists that a loop at run time makes longer, or whose length only run time knows: they are kept
//! in memory, each element with its derivatives.

use jacobian_runtime::jacobian;

use crate::support::check;

const AT: [f64; 3] = [0.7, 1.3, -0.4];

/// A list that is read as a whole, twice: the mean and the deviation of what a loop has collected.
#[jacobian(wrt(x))]
fn two_passes(x: &[f64; 3], data: &[f64]) -> [f64; 3] {
    let mut rates = Vec::with_capacity(data.len());
    let mut last = x[1];
    for d in data {
        if *d > 0.0 {
            last = last * x[0] + d;
            rates.push((last * d).sin());
        }
    }
    let squares: Vec<f64> = data.iter().map(|d| d * x[2] * d).collect();
    if rates.is_empty() {
        return [last, squares.iter().sum(), 0.0];
    }
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let spread = rates.iter().map(|r| (r - mean).powi(2)).sum::<f64>();
    let both: f64 = rates.iter().zip(&squares).map(|(r, s)| r * s).sum();
    [
        mean,
        spread,
        both + rates.windows(2).map(|w| w[0] * w[1]).sum::<f64>(),
    ]
}

/// Recurrences that read earlier elements, in a list of run-time length and in one that grows.
#[jacobian(wrt(x))]
fn recurrences(x: &[f64; 3], n: usize) -> [f64; 3] {
    let mut f = vec![0.0; n + 2];
    f[0] = 1.0;
    f[1] = x[0];
    let mut p = vec![1.0, x[1]];
    for k in 2..=n {
        f[k] = f[k - 1] * x[1] - 0.5 * f[k - 2];
        let next = (2.0 * x[2] * p[k - 1] - p[k - 2]) / k as f64;
        p.push(next);
        f[k - 2] += next;
    }
    let total: f64 = f.iter().rev().take(3).sum();
    [f[n], *p.last().unwrap(), total]
}

#[derive(Clone, Copy)]
struct Sample {
    at: f64,
    value: [f64; 2],
    count: usize,
}

/// Structs as elements, assigned in part, behind references, and sorted.
#[jacobian(wrt(x))]
fn samples(x: &[f64; 3], data: &[f64]) -> [f64; 3] {
    let mut all: Vec<Sample> = Vec::new();
    for (count, d) in data.iter().enumerate() {
        let value = [x[0] * d, x[1]];
        all.push(Sample {
            at: d * x[2],
            value,
            count,
        });
    }
    for sample in all.iter_mut() {
        sample.value[1] *= sample.value[0] + sample.count as f64;
    }
    if let Some(last) = all.last_mut() {
        last.at += x[0];
    }
    all.sort_by(|a, b| a.at.partial_cmp(&b.at).unwrap());
    let k = all.len() / 2;
    all[k].value[0] += x[2];
    all.swap(0, k);
    let first = all[0];
    let sum: f64 = all.iter().map(|s| s.at * s.value[0] - s.value[1]).sum();
    [
        first.at,
        first.value[0] * first.value[1],
        sum * first.count as f64,
    ]
}

/// A stack of intervals: adaptive quadrature without recursion.
#[jacobian(wrt(x))]
fn adaptive(x: &[f64; 3], tolerance: f64) -> f64 {
    let f = |t: f64| (x[1] * t).exp() * x[0];
    let mut stack = vec![(0.0, 1.0 + x[2] * x[2])];
    let mut total = 0.0;
    while let Some((a, b)) = stack.pop() {
        let m = 0.5 * (a + b);
        let whole = (b - a) * f(m);
        let halves = 0.5 * (b - a) * (f(0.5 * (a + m)) + f(0.5 * (m + b)));
        if (whole - halves).abs() < tolerance {
            total += halves;
        } else {
            stack.push((a, m));
            stack.push((m, b));
        }
    }
    total
}

/// Buffers that change places, and rows of a table.
#[jacobian(wrt(x))]
fn buffers(x: &[f64; 3], n: usize) -> [f64; 2] {
    let mut now = vec![0.0; n];
    let mut table = vec![vec![0.0; n]; n];
    for i in 0..n {
        now[i] = x[i % 3] * i as f64;
        table[i][n - 1 - i] = x[1] * x[2];
    }
    let mut next = now.clone();
    for _ in 0..3 {
        for i in 1..n {
            next[i] = 0.5 * (now[i - 1] + now[i]) * x[0];
            table[i][0] += next[i];
        }
        std::mem::swap(&mut now, &mut next);
    }
    let best = if now[0] > next[0] { now } else { next.clone() };
    let diagonal: f64 = table.iter().map(|row| row[0] * row[n - 1]).sum();
    [best.iter().fold(0.0, |a, b| a + b * b), diagonal]
}

/// The length of the result is the same in all calls.
#[jacobian(wrt(x), dim(out = 4))]
fn trajectory(x: &[f64; 3], h: f64, end: f64) -> Vec<f64> {
    let (mut y, mut t) = (x[0], 0.0);
    let mut path = vec![y];
    while t + 0.5 * h < end {
        y += h * x[1] * y * (1.0 - x[2] * y);
        t += h;
        path.push(y);
    }
    path
}

/// Lists whose length a branch decides go into memory for what only lists in memory can do.
#[jacobian]
fn thinned(x: &[f64; 3]) -> [f64; 2] {
    let mut kept: Vec<f64> = x.iter().copied().filter(|v| *v > 0.0).collect();
    let rest: Vec<f64> = x.iter().copied().filter(|v| *v < 1.0).collect();
    let both = kept.iter().zip(rest.iter()).map(|(a, b)| a * b).sum();
    kept.sort_by(|a, b| b.total_cmp(a));
    kept.insert(0, x[0] * x[1]);
    kept.reverse();
    let last = kept.pop().unwrap_or(0.0);
    for i in 1..kept.len() {
        kept[i] += kept[i - 1];
    }
    let tail: f64 = kept[kept.len() / 2..].iter().sum();
    [both, last * tail]
}

/// Helpers that take and fill lists; a loop before the list, whose state it stores.
#[jacobian(wrt(x))]
fn through_helpers(x: &[f64; 3], n: usize) -> f64 {
    fn fill(list: &mut Vec<f64>, from: f64, n: usize) {
        for k in 0..n {
            list.push(from * k as f64);
        }
    }
    fn mean(list: &[f64]) -> f64 {
        list.iter().sum::<f64>() / list.len() as f64
    }
    let mut root = x[0];
    for _ in 0..n {
        root = 0.5 * (root + x[1] / root);
    }
    let mut list = Vec::new();
    fill(&mut list, root, n);
    let before = list.clone();
    fill(&mut list, x[2] * root, 2);
    list.extend_from_slice(&before);
    list.extend(before.iter().map(|b| b * b));
    let (front, back) = list.split_at(n);
    mean(&list) * mean(&before[1..]) + mean(front) * mean(back)
}

#[test]
fn lists_in_memory() {
    let data = [0.5, -1.0, 2.0, 1.5, 0.3];
    for n in [0, 1, 5] {
        check!(two_passes with two_passes_with_jacobian at AT; &data[..n]);
    }
    for n in [1, 2, 6] {
        check!(recurrences with recurrences_with_jacobian at AT; n);
    }
    check!(samples with samples_with_jacobian at AT; &data);
    check!(adaptive with adaptive_with_jacobian at AT; 1e-3);
    check!(buffers with buffers_with_jacobian at AT; 4);
    check!(buffers with buffers_with_jacobian at [-0.7, 1.3, 0.4]; 3);
    for at in [AT, [1.2, 0.9, 0.3], [-1.2, -0.1, 0.3]] {
        check!(thinned with thinned_with_jacobian at at);
    }
    check!(through_helpers with through_helpers_with_jacobian at AT; 4);
}

#[test]
fn the_result_has_the_length_that_dim_gives() {
    let (value, jacobian) = trajectory_with_jacobian(&AT, 0.1, 0.3);
    assert_eq!(value, trajectory(&AT, 0.1, 0.3));
    let last = |x: &[f64; 3]| [trajectory(x, 0.1, 0.3)[3]];
    let row = jacobian.to_dense()[3];
    crate::support::compare("trajectory", AT, last, |x| (last(x), [row]));
    let longer = std::panic::catch_unwind(|| trajectory_with_jacobian(&AT, 0.1, 0.6));
    assert!(longer.is_err());
}

/// A list of the user's own from a function of numbers that are not active.
#[jacobian]
mod from_functions {
    use jacobian_runtime::jacobian;

    pub(super) struct Filter {
        pub(super) taps: Vec<f64>,
        pub(super) start: Vec<f64>,
    }

    impl Filter {
        fn start(&self) -> Vec<f64> {
            self.start.clone()
        }
    }

    fn ramp(n: usize) -> Vec<f64> {
        (0..n).map(|k| k as f64).collect()
    }

    #[jacobian(wrt(x))]
    pub(super) fn filtered(x: &[f64; 3], filter: &Filter) -> [f64; 3] {
        let mut state = filter.start();
        let mut sums = ramp(filter.taps.len());
        for i in 0..filter.taps.len() {
            state[i] *= x[0];
            sums[i] += filter.taps[i] * x[1] * x[1];
        }
        let mut out = [0.0; 3];
        for k in 0..3 {
            out[k] = x[k] * filter.taps[0] + state[0];
            for i in 1..state.len() {
                state[i - 1] = state[i] - filter.taps[i] * out[k];
            }
        }
        [out[2], sums.iter().sum(), state[0] * sums[1]]
    }
}

#[test]
fn lists_that_functions_give_become_active() {
    use from_functions::{Filter, filtered, filtered_with_jacobian};
    let filter = Filter {
        taps: vec![0.5, -0.25, 2.0],
        start: vec![1.0, 0.0, -3.0],
    };
    check!(filtered with filtered_with_jacobian at AT; &filter);
}
