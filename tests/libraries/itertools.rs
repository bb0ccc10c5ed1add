//! Iterators of itertools, and parallel chains like those of rayon, run one after the other.

use itertools::{Itertools, MinMaxResult, iproduct, izip, multizip};
use jacobian_runtime::jacobian;

use crate::support::compare;

const AT: [f64; 4] = [0.7, -1.3, 0.4, 2.1];

/// Lists side by side, and each with each.
#[jacobian]
fn beside(x: &[f64; 4]) -> [f64; 7] {
    let w = [0.5, 2.0, -1.0, 3.0];
    let mut looped = 0.0;
    for (i, (a, b, c)) in izip!(x, x.iter().rev(), &w).enumerate() {
        looped += a * b * c * i as f64;
    }
    [
        looped,
        izip!(x, &w).map(|(a, b)| a * a * b).sum(),
        izip!(x, x.iter().skip(1), x.iter().skip(2), w)
            .map(|(a, b, c, d)| (a * b).sin() * c + d)
            .sum(),
        multizip((x, w)).map(|(a, b)| a.exp() * b).sum(),
        x.iter().zip_eq(w.iter()).map(|(a, b)| a / b).sum(),
        x.iter()
            .cartesian_product(x.iter().take(2).map(|v| v * v))
            .map(|(a, b)| a * b + b)
            .sum(),
        iproduct!(x, x, 1..3)
            .map(|(a, b, k)| (a - b).powi(2) * f64::from(k))
            .sum(),
    ]
}

/// Neighbours and choices.
#[jacobian]
fn together(x: &[f64; 4]) -> [f64; 8] {
    let mut steps = 0.0;
    for (i, (a, b)) in x.iter().tuple_windows().enumerate() {
        steps += (b - a).powi(2) * i as f64;
    }
    let thirds = x.iter().circular_tuple_windows::<(_, _, _)>();
    let around: f64 = thirds.map(|t| t.0 * t.1 - t.2).sum();
    let pairs = x.iter().map(|v| v * v).collect_vec();
    [
        steps,
        around,
        x.iter().tuples().map(|(a, b)| a * b).sum(),
        x.iter()
            .tuple_combinations()
            .map(|(a, b, c)| a * b + c)
            .sum(),
        x.iter()
            .combinations(2)
            .map(|pair| pair[0] * pair[1].cos())
            .sum(),
        pairs[1] * pairs[3],
        x.iter().copied().sum1::<f64>().unwrap()
            * x.iter().copied().product1::<f64>().unwrap_or(1.0),
        x.iter()
            .tuple_windows()
            .filter(|(a, b)| a < b)
            .fold(x[0], |total, (a, b)| total * a + b),
    ]
}

/// One answer of all items.
#[jacobian]
fn answers(x: &[f64; 4]) -> [f64; 4] {
    let (least, most) = x.iter().copied().minmax().into_option().unwrap();
    let range = match x.iter().minmax_by(|a, b| a.abs().total_cmp(&b.abs())) {
        MinMaxResult::NoElements => 0.0,
        MinMaxResult::OneElement(a) => *a,
        MinMaxResult::MinMax(a, b) => a / b,
    };
    let range = match x.iter().take(3).minmax() {
        MinMaxResult::MinMax(a, b) => range + a * b,
        MinMaxResult::OneElement(_) | MinMaxResult::NoElements => range,
    };
    let largest = x.iter().position_max_by(|a, b| a.total_cmp(b)).unwrap();
    let nearest = x.iter().position_min_by_key(|v| (**v * 100.0) as i64);
    let (a, b, c) = x.iter().take(3).collect_tuple().unwrap();
    [
        most - least * 2.0,
        range,
        x[largest] * x[nearest.unwrap()] + largest as f64,
        a * b - c,
    ]
}

/// Inactive data of any length.
#[jacobian(wrt(x))]
fn data(x: &[f64; 4], t: &[f64], y: &[f64]) -> f64 {
    let slope: f64 = t.iter().tuple_windows().map(|(a, b)| x[1] * (b - a)).sum();
    izip!(t, y, y.iter().skip(1))
        .map(|(t, y, z)| (x[0] * t + slope - y * x[2]).powi(2) * z)
        .sum::<f64>()
        * x[3]
}

/// Names of rayon for the iterators of the standard library, so that the order is that of the
/// generated code.
mod parallel {
    pub(super) trait Parallel {
        type Item;
        fn par_iter(&self) -> std::slice::Iter<'_, Self::Item>;
        fn par_chunks(&self, n: usize) -> std::slice::Chunks<'_, Self::Item>;
    }
    impl<T> Parallel for [T] {
        type Item = T;
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }
        fn par_chunks(&self, n: usize) -> std::slice::Chunks<'_, T> {
            self.chunks(n)
        }
    }
    pub(super) trait IntoParallel: IntoIterator + Sized {
        fn into_par_iter(self) -> Many<Self::IntoIter> {
            Many(self.into_iter())
        }
    }
    impl IntoParallel for std::ops::Range<usize> {}
    impl<T> IntoParallel for &[T] {}
    pub(super) struct Many<I>(I);
    impl<I: Iterator> Many<I> {
        pub(super) fn map<T>(
            self,
            f: impl FnMut(I::Item) -> T,
        ) -> Many<std::iter::Map<I, impl FnMut(I::Item) -> T>> {
            Many(self.0.map(f))
        }
        pub(super) fn reduce(
            self,
            identity: impl Fn() -> I::Item,
            f: impl FnMut(I::Item, I::Item) -> I::Item,
        ) -> I::Item {
            self.0.fold(identity(), f)
        }
        pub(super) fn sum<S: std::iter::Sum<I::Item>>(self) -> S {
            self.0.sum()
        }
    }
}

#[jacobian(wrt(x))]
fn in_parallel(x: &[f64; 4], data: &[f64]) -> [f64; 4] {
    use parallel::{IntoParallel, Parallel};
    [
        x.par_iter().map(|v| v * v).sum::<f64>().sqrt(),
        data.into_par_iter().map(|d| d * x[1]).sum(),
        (0..data.len())
            .into_par_iter()
            .map(|i| data[i] * x[i % 4])
            .reduce(|| 0.5, |a, b| a * x[0] + b),
        x.par_chunks(2).map(|c| c[0] * c[1]).sum(),
    ]
}

#[test]
fn items_are_put_together_as_in_the_crate() {
    compare("beside", AT, beside, |x| {
        let (value, jacobian) = beside_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    compare("together", AT, together, |x| {
        let (value, jacobian) = together_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    for at in [AT, [-0.2, 0.9, -1.1, 0.3]] {
        compare("answers", at, answers, |x| {
            let (value, jacobian) = answers_with_jacobian(x);
            (value, jacobian.to_dense())
        });
    }
}

#[test]
fn data_of_any_length_may_be_put_together() {
    for n in [0, 1, 2, 5] {
        let t: Vec<f64> = (0..n).map(|i| 0.3 * f64::from(i * i)).collect();
        let y: Vec<f64> = t.iter().map(|t| (1.0 + t).sin()).collect();
        let of = |x: &[f64; 4]| [data(x, &t, &y)];
        compare("data", AT, of, |x| {
            let (value, jacobian) = data_with_jacobian(x, &t, &y);
            ([value], jacobian.to_dense())
        });
        compare(
            "in_parallel",
            AT,
            |x| in_parallel(x, &y),
            |x| {
                let (value, jacobian) = in_parallel_with_jacobian(x, &y);
                (value, jacobian.to_dense())
            },
        );
    }
}
