//! Sorting of active values: medians, quantiles, orders.

use std::cmp::Ordering;
use std::panic::catch_unwind;

use jacobian_runtime::jacobian;

use crate::support::check;

const POINTS: [[f64; 5]; 4] = [
    [0.7, -1.3, 2.4, 0.1, 1.9],
    [5.0, 4.0, 3.0, 2.0, 1.0],
    [0.1, 0.2, 0.3, 0.4, 0.5],
    [-0.4, 3.1, -2.2, 3.0, -1.7],
];

#[jacobian]
fn median(x: &[f64; 5]) -> f64 {
    let mut sorted = *x;
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    sorted[2] * sorted[2]
}

#[jacobian]
fn trimmed_mean(x: &[f64; 5]) -> f64 {
    let mut sorted = x.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[1..4].iter().sum::<f64>() / 3.0
}

#[jacobian]
fn descending(x: &[f64; 5]) -> [f64; 5] {
    let mut sorted = *x;
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    sorted[0] *= x[0];
    sorted
}

#[jacobian]
fn with_numbers(x: &[f64; 5]) -> f64 {
    let mut pairs = [(x[0], 0), (x[1], 1), (x[2], 2), (x[3], 3), (x[4], 4)];
    pairs.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    pairs[0].0 * 2.0 + x[pairs[3].1] * pairs[2].1 as f64
}

#[jacobian]
fn order_of_others(x: &[f64; 5]) -> f64 {
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by(|&i, &j| x[i].partial_cmp(&x[j]).unwrap());
    let mut ranks = [0; 5];
    for (rank, &i) in order.iter().enumerate() {
        ranks[i] = rank;
    }
    x[order[0]] - x[order[3]] * x[order[1]] + ranks[2] as f64 * x[4]
}

#[jacobian(wrt(x))]
fn quantile(x: &[f64; 5], q: f64) -> f64 {
    let mut sorted: Vec<f64> = x.iter().map(|v| v * v * v).collect();
    sorted.sort_by(|a, b| a.total_cmp(b));
    let place = q * (sorted.len() - 1) as f64;
    let k = (place.floor() as usize).min(3);
    sorted[k] + (place - k as f64) * (sorted[k + 1] - sorted[k])
}

#[jacobian(wrt(x))]
fn by_distance(x: &[f64; 5], to: f64) -> f64 {
    let mut sorted = *x;
    sorted.sort_by(|a, b| {
        (b - to)
            .abs()
            .partial_cmp(&(a - to).abs())
            .unwrap()
            .reverse()
    });
    sorted[1..].sort_by(|a, b| b.partial_cmp(a).unwrap());
    sorted[0] + 2.0 * sorted[1] * sorted[4]
}

#[jacobian]
fn by_active_distance(x: &[f64; 5]) -> f64 {
    let center = x[0] * 0.37;
    let mut sorted = [x[1], x[2], x[3], x[4]];
    sorted.sort_by(|a, b| (a - center).abs().total_cmp(&(b - center).abs()));
    sorted[0] + 2.0 * sorted[1] * sorted[3]
}

#[jacobian]
fn selected(x: &[f64; 5]) -> f64 {
    let mut all = *x;
    let (_, middle, above) = all.select_nth_unstable_by(2, |a, b| a.total_cmp(b));
    let (middle, above) = (*middle, above.iter().sum::<f64>());
    all.select_nth_unstable_by(0, f64::total_cmp);
    middle * above + all[0]
}

#[jacobian]
fn keyed(x: &[f64; 5]) -> f64 {
    let mut all = *x;
    all.sort_by_key(|v| (v * 10.0 + 0.35) as i64 % 7);
    all[0] - 3.0 * all[2] + 5.0 * all[4]
}

#[test]
fn values_are_sorted_as_the_users_code_sorts_them() {
    for at in POINTS {
        check!(median with median_with_jacobian at at);
        check!(trimmed_mean with trimmed_mean_with_jacobian at at);
        check!(descending with descending_with_jacobian at at);
        check!(with_numbers with with_numbers_with_jacobian at at);
        check!(order_of_others with order_of_others_with_jacobian at at);
        check!(selected with selected_with_jacobian at at);
        check!(keyed with keyed_with_jacobian at at);
        check!(by_active_distance with by_active_distance_with_jacobian at at);
        check!(by_distance with by_distance_with_jacobian at at; 0.3);
        for q in [0.0, 0.3, 0.5, 1.0] {
            check!(quantile with quantile_with_jacobian at at; q);
        }
    }
    assert_eq!(MEDIAN_PATTERN.nnz(), 5);
    assert_eq!(DESCENDING_PATTERN.nnz(), 25);
}

#[test]
fn the_derivative_of_a_median_is_that_of_the_middle_value() {
    let dense = median_jacobian(&POINTS[0]).to_dense();
    assert_eq!(dense, [[1.4, 0.0, 0.0, 0.0, 0.0]]);
}

#[jacobian]
fn all_sorted(x: &[f64; 5]) -> [f64; 5] {
    let mut sorted = *x;
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[test]
fn special_values_come_out_where_they_do_in_the_users_code() {
    let (nan, negative) = (f64::NAN, -f64::NAN);
    for at in [
        [0.0, -0.0, 0.0, -0.0, 1.0],
        [nan, 1.0, negative, f64::INFINITY, -0.0],
        [2.0, 1.0, 2.0, 1.0, 2.0],
    ] {
        let (value, jacobian) = all_sorted_with_jacobian(&at);
        assert_eq!(value.map(f64::to_bits), all_sorted(&at).map(f64::to_bits));
        // Each row has the one of the value that it is, and equal values keep their order.
        let dense = jacobian.to_dense();
        for (row, value) in dense.iter().zip(value) {
            let column = row.iter().position(|entry| *entry == 1.0).unwrap();
            assert_eq!(at[column].to_bits(), value.to_bits());
            assert_eq!(row.iter().sum::<f64>(), 1.0);
        }
    }
    let (_, jacobian) = all_sorted_with_jacobian(&[2.0, 1.0, 2.0, 1.0, 2.0]);
    let columns = jacobian
        .to_dense()
        .map(|row| row.iter().position(|e| *e == 1.0));
    assert_eq!(columns, [1, 3, 0, 2, 4].map(Some));
}

#[test]
fn a_comparison_that_panics_does_so_here() {
    let at = [1.0, f64::NAN, 2.0, 3.0, 4.0];
    assert!(catch_unwind(|| median(&at)).is_err());
    assert!(catch_unwind(|| median_jacobian(&at)).is_err());
}

#[jacobian]
fn extremes(x: &[f64; 5]) -> f64 {
    let most = x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    let least = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    most * least
}

#[test]
fn extremes_are_followed() {
    for at in POINTS {
        check!(extremes with extremes_with_jacobian at at);
    }
}
