//! Lists whose length a branch decides: `push` behind a condition, other slices, lists that a
//! function makes.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian(wrt(x))]
fn pushed(x: &[f64; 3], more: bool) -> f64 {
    let mut kept = vec![x[0]];
    if more {
        kept.push(x[1] * x[2]);
    }
    kept.iter().sum::<f64>() / kept.len() as f64
}

#[jacobian]
fn spread(x: &[f64; 3]) -> f64 {
    let mut large = Vec::new();
    for a in x {
        if *a > 0.5 {
            large.push(*a);
        }
    }
    if large.is_empty() {
        return 0.0;
    }
    let mean = large.iter().sum::<f64>() / large.len() as f64;
    large.iter().map(|a| (a - mean).powi(2)).sum::<f64>()
}

#[jacobian]
fn grown_and_thinned(x: &[f64; 3]) -> f64 {
    fn mean(values: &[f64]) -> f64 {
        let mut sum = 0.0;
        for value in values {
            sum += value;
        }
        if values.is_empty() {
            0.0
        } else {
            sum / values.len() as f64
        }
    }
    let mut list = Vec::with_capacity(3);
    for (i, a) in x.iter().enumerate() {
        if *a > 0.8 && i < 2 {
            list.push(*a * 2.0);
        } else if *a > 0.1 {
            list.push(a * a);
            list.push(1.0);
        }
    }
    list.push(x[0] * x[1]);
    list.extend(x.iter().filter(|a| **a > 1.0));
    list.retain(|a| *a < 3.0);
    mean(&list) * list[0]
}

#[jacobian]
fn until_the_first_small_one(x: &[f64; 3]) -> f64 {
    let mut before = Vec::new();
    for a in x {
        if *a < 0.5 {
            break;
        }
        before.push((*a, a * a));
    }
    let mut sum = 0.0;
    for i in 0..before.len() {
        let (a, b) = before[i];
        sum += a * b * i as f64;
    }
    before.clear();
    sum + before.len() as f64
}

#[jacobian]
fn slices_of_two_lengths(x: &[f64; 3]) -> f64 {
    let part = if x[0] > 1.0 { &x[..2] } else { &x[..] };
    part.iter().map(|a| a * a).sum::<f64>() + part[part.len() - 1]
}

#[jacobian]
mod quadratics {
    fn roots(a: f64, b: f64, c: f64) -> Vec<f64> {
        let d = b * b - 4.0 * a * c;
        if d < 0.0 {
            vec![]
        } else if d == 0.0 {
            vec![-b / (2.0 * a)]
        } else {
            let s = d.sqrt();
            vec![(-b - s) / (2.0 * a), (-b + s) / (2.0 * a)]
        }
    }

    /// The nearest hit of a ray, and others.
    #[jacobian]
    pub(super) fn hit(x: &[f64; 3]) -> [f64; 3] {
        let roots = roots(x[0], x[1], x[2] - 1.0);
        let nearest = roots
            .iter()
            .filter(|t| **t > 0.0)
            .fold(9.0, |a: f64, b| a.min(*b));
        let first = if let Some(t) = roots.first() {
            *t
        } else {
            x[0]
        };
        let by_count = match roots.len() {
            0 => 0.0,
            1 => roots[0],
            _ => roots[0] * roots[1] + roots[1],
        };
        let found = roots.into_iter().find(|t| *t > 0.0).unwrap_or(0.0);
        [nearest, first, by_count * found]
    }
}

#[test]
fn a_branch_may_decide_the_length_of_a_list() {
    use quadratics::{hit, hit_with_jacobian};
    for at in [
        [0.7, 1.3, 2.1],
        [1.2, 0.4, 0.3],
        [0.15, 0.9, 1.7],
        [0.2, 0.3, 0.4],
        [1.4, 2.6, 0.2],
    ] {
        check!(pushed with pushed_with_jacobian at at; true);
        check!(pushed with pushed_with_jacobian at at; false);
        check!(spread with spread_with_jacobian at at);
        check!(grown_and_thinned with grown_and_thinned_with_jacobian at at);
        check!(until_the_first_small_one with until_the_first_small_one_with_jacobian at at);
        check!(slices_of_two_lengths with slices_of_two_lengths_with_jacobian at at);
        check!(hit with hit_with_jacobian at at);
    }
}

/// A list in memory beside errors, which have none.
#[jacobian]
mod fallible {
    fn powers(x: f64, n: usize) -> Result<Vec<f64>, String> {
        if n == 0 {
            return Err("none".to_owned());
        }
        let mut y = vec![x];
        for _ in 0..n {
            y.push(x * y[y.len() - 1]);
        }
        if y.len() > 5 {
            return Err("many".to_owned());
        }
        Ok(y)
    }

    #[jacobian(wrt(x))]
    pub(super) fn sum(x: f64, n: usize) -> Result<f64, String> {
        let y = powers(x, n)?;
        Ok(y.iter().sum::<f64>() * x)
    }

    #[jacobian(wrt(x))]
    pub(super) fn middle(x: &[f64; 1], n: usize) -> [f64; 1] {
        match powers(x[0], n) {
            Ok(y) => [y[y.len() / 2]],
            Err(_) => [x[0].sin()],
        }
    }
}

#[test]
fn lists_in_memory_may_be_missing() {
    use fallible::*;
    for n in [0, 1, 3, 7] {
        check!(middle with middle_with_jacobian at [0.7]; n);
        match sum_with_jacobian(0.7, n) {
            Ok((value, jacobian)) => {
                assert_eq!(Ok(value), sum(0.7, n));
                let slope = (2..n + 3).map(|k| k as f64 * 0.7_f64.powf(k as f64 - 1.0));
                let error = jacobian.to_dense()[0][0] - slope.sum::<f64>();
                assert!(error.abs() < 1e-12, "{n}: {error}");
            }
            Err(error) => assert_eq!(Err(error), sum(0.7, n)),
        }
    }
}

/// Turned, reversed and cut off behind a `retain`, so that only run time knows the length.
#[jacobian(wrt(x))]
fn rearranged(x: &[f64; 4], turns: usize) -> f64 {
    let mut kept = x.to_vec();
    kept.retain(|a| *a > 0.1);
    kept.rotate_left(turns);
    let first = kept[0];
    kept.rotate_right(1);
    kept.reverse();
    kept.truncate(turns + 2);
    let mut sum = first * first;
    for (i, a) in kept.iter().enumerate() {
        sum += (i + 1) as f64 * a * a * x[0];
    }
    sum
}

#[test]
fn lists_of_run_time_lengths_are_rearranged() {
    for at in [
        [0.4, 0.5, 0.6, 0.7],
        [0.4, -0.5, 0.6, 0.7],
        [0.4, 0.0, 0.6, -0.7],
    ] {
        for turns in 0..=2 {
            crate::support::compare(
                "rearranged",
                at,
                |x| [rearranged(x, turns)],
                |x| {
                    let (value, jacobian) = rearranged_with_jacobian(x, turns);
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
    let too_far = std::panic::catch_unwind(|| rearranged_jacobian(&[0.4, 0.0, 0.6, -0.7], 3));
    assert!(too_far.is_err());
}
