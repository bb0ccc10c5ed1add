//! Numbers that nothing can change, `h` and `q[1]`: they are read once, and what is computed from
//! them is computed once, whatever other code runs in between.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::check;

/// Counts in a parameter that everybody may read.
fn next(counter: &Cell<f64>) -> f64 {
    counter.set(counter.get() + 0.25);
    counter.get()
}

const AT: [f64; 2] = [0.7, 1.3];

#[jacobian(wrt(x))]
fn between_effects(x: &[f64; 2], h: f64, q: &[f64; 2], counter: &Cell<f64>) -> [f64; 3] {
    let a = x[0] / h * q[1];
    let _ = next(counter);
    let b = x[1] / h;
    let _ = next(counter);
    [a, b / q[0], x[0] * x[1] / h / q[0]]
}

#[jacobian(wrt(x))]
fn without_effects(x: &[f64; 2], h: f64, q: &[f64; 2]) -> [f64; 3] {
    let a = x[0] / h * q[1];
    let b = x[1] / h;
    [a, b / q[0], x[0] * x[1] / h / q[0]]
}

#[test]
fn effects_between_uses_cost_nothing() {
    assert_eq!(BETWEEN_EFFECTS_COST, WITHOUT_EFFECTS_COST);
    assert_eq!(WITHOUT_EFFECTS_COST.divisions, 2, "by h and by q[0]");
    let counter = Cell::new(1.0);
    check!(between_effects with between_effects_with_jacobian at AT; 0.4, &[0.3, 1.9], &counter);
}

#[jacobian(wrt(x))]
fn names_alike(x: &[f64; 2], h: f64, q: &[f64; 2], mut k: f64, n: usize) -> [f64; 3] {
    let half = 0.5 * h;
    let scaled = |h: f64| h / half;
    let mut grown = 0.5 * h;
    let a = scaled(x[0]) / h + x[1] / k + x[1] / grown;
    grown += q[0];
    k += 1.0 / h;
    let b = if x[0] > 0.5 * h {
        let half = q[0] - h;
        k *= half;
        x[0] / (half * k)
    } else {
        x[1] / (half * (1.0 / h))
    };
    let mut c = x[1];
    for i in 0..n {
        let h = h + q[i];
        c += x[0] / h / half / grown;
        k += c.floor();
    }
    let h = h.sqrt() + k;
    [a / grown, b / h, c / (half * k) + 1.0 / h.sqrt()]
}

#[test]
fn variables_with_the_names_of_fixed_numbers_are_others() {
    for (h, n) in [(0.4, 2), (1.7, 0), (1.5, 1)] {
        check!(names_alike with names_alike_with_jacobian at AT; h, &[0.3, 1.9], 0.8, n);
    }
}

/// A list whose elements are read at an index that may change.
#[jacobian(wrt(x))]
fn at_changing_indices(x: &[f64; 2], q: &[f64; 2], from: usize) -> [f64; 2] {
    let mut i = from;
    let a = x[0] / q[i];
    i = 1 - i;
    [a, x[1] / q[i] + x[0] * q[from]]
}

#[test]
fn an_index_that_changes_reads_another_number() {
    for from in [0, 1] {
        check!(at_changing_indices with at_changing_indices_with_jacobian at AT; &[0.3, 1.9], from);
    }
}
