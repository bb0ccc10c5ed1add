//! Closures of iterators that change a variable: each runs as often as in the library.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
fn runs_for_dropped_items(x: &[f64; 3]) -> f64 {
    let (mut n, mut m) = (0.0, 0.0);
    let later: f64 = x
        .iter()
        .zip(std::iter::repeat_with(|| {
            n += 1.0;
            n
        }))
        .skip(1)
        .map(|(a, b)| a * b)
        .sum();
    let second: f64 = x
        .iter()
        .map(|a| {
            m += a;
            a * m
        })
        .take(2)
        .skip(1)
        .sum();
    later * n + second * m
}

#[jacobian]
fn array_map_runs_at_once(x: &[f64; 3]) -> f64 {
    let mut n = 0.0;
    let doubled = x.map(|a| {
        n += a;
        2.0 * a
    });
    let first: f64 = doubled.iter().take(1).sum();
    let zipped: f64 = x
        .iter()
        .zip([1.0, 2.0, 3.0].map(|a| {
            n += a;
            a
        }))
        .take(1)
        .map(|(a, b)| a * b)
        .sum();
    first * n + zipped
}

#[jacobian]
fn successors_run_once_more(x: &[f64; 2]) -> f64 {
    let mut n = 0.0;
    let powers: Vec<f64> = std::iter::successors(Some(x[0]), |a| {
        n += 1.0;
        Some(a * x[1])
    })
    .take(3)
    .collect();
    powers[2] * n
}

#[jacobian]
fn two_without_an_end(x: &[f64; 3]) -> f64 {
    let pair = [x[0], x[1]];
    let cycled: f64 = pair
        .iter()
        .cycle()
        .zip(std::iter::repeat(x[2]))
        .take(3)
        .map(|(a, b)| a * b)
        .sum();
    let numbered: f64 = (1..)
        .zip(pair.iter().cycle())
        .take(4)
        .map(|(k, a)| f64::from(k) * a * a)
        .sum();
    cycled * numbered
}

#[jacobian]
fn names_of_its_own(x: &[f64; 3]) -> f64 {
    let mut n = 1.0;
    let shifted = |a: f64| {
        let mut n = a;
        n += 1.0;
        n
    };
    let large: f64 = x.iter().filter(|a| shifted(**a) > 1.8).take(1).sum();
    n += x[0];
    large * n
}

#[test]
fn closures_run_as_often_as_in_the_library() {
    for at in [[0.7, 1.3, 2.1], [1.2, 0.4, 0.3], [0.1, 0.9, 1.7]] {
        check!(runs_for_dropped_items with runs_for_dropped_items_with_jacobian at at);
        check!(array_map_runs_at_once with array_map_runs_at_once_with_jacobian at at);
        check!(two_without_an_end with two_without_an_end_with_jacobian at at);
        check!(names_of_its_own with names_of_its_own_with_jacobian at at);
    }
    check!(successors_run_once_more with successors_run_once_more_with_jacobian at [0.7, 1.3]);
}

#[jacobian]
mod predicates {
    fn is_large(t: f64) -> bool {
        t > 0.5
    }

    fn halved(t: f64) -> Option<f64> {
        (t > 0.4).then_some(t / 2.0)
    }

    /// Functions of the module that closures of filters call.
    #[jacobian]
    pub(super) fn called(x: &[f64; 3]) -> f64 {
        let large: f64 = x.iter().copied().filter(|a| is_large(*a)).sum();
        let halves: f64 = x.iter().filter_map(|a| halved(*a)).sum();
        let before: f64 = x.iter().take_while(|a| is_large(**a)).sum();
        large * halves + before
    }
}

#[test]
fn closures_of_filters_call_functions_of_the_module() {
    use predicates::{called, called_with_jacobian};
    check!(called with called_with_jacobian at [0.7, 1.3, 0.3]);
}
