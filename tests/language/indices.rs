//! Indices that only run time knows: reads, assignments, exchanges, slices and pivots.

use std::panic::catch_unwind;

use jacobian_runtime::jacobian;
use nalgebra::{Matrix3, Vector3};

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, -0.4];
const SIX: [f64; 6] = [0.7, 1.3, -0.4, 2.1, 0.9, -1.6];
const NINE: [f64; 9] = [0.7, 1.3, -0.4, 2.1, 0.9, -1.6, -3.0, 0.2, 1.1];

#[jacobian]
fn read(x: &[f64; 3], i: usize) -> f64 {
    x[i] * x[0] + x[2 - i].sin()
}

#[test]
fn an_element_is_read() {
    for i in 0..3 {
        check!(read with read_with_jacobian at AT; i);
    }
    assert_eq!(READ_PATTERN.nnz(), 3);
}

#[jacobian]
fn of_row(x: &[f64; 6], i: usize, j: usize) -> f64 {
    let rows = [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    rows[i][j] * rows[0][j] + rows[i][1]
}

#[test]
fn elements_of_elements_are_read() {
    for (i, j) in [(0, 0), (1, 1), (2, 0), (2, 1)] {
        check!(of_row with of_row_with_jacobian at SIX; i, j);
    }
}

#[jacobian]
fn written(x: &[f64; 3], i: usize, j: usize) -> [f64; 3] {
    let mut y = *x;
    y[i] = x[0] * x[1];
    y[j] += x[2] * y[i];
    y[i] *= 2.0;
    y
}

#[test]
fn elements_are_assigned() {
    for (i, j) in [(0, 0), (0, 1), (1, 2), (2, 0)] {
        check!(written with written_with_jacobian at AT; i, j);
    }
}

#[jacobian]
fn written_in_rows(x: &[f64; 6], i: usize, j: usize) -> f64 {
    let mut a = [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    a[i][j] = x[0] * x[5];
    a[1][j] -= 3.0 * a[i][0];
    a[i] = [a[i][1], a[2][0]];
    a[0][0] + 2.0 * a[0][1] + 3.0 * a[1][0] + 5.0 * a[1][1] + 7.0 * a[2][0] * a[2][1]
}

#[test]
fn elements_of_rows_are_assigned() {
    for (i, j) in [(0, 0), (0, 1), (1, 1), (2, 0)] {
        check!(written_in_rows with written_in_rows_with_jacobian at SIX; i, j);
    }
}

#[jacobian]
fn exchanged(x: &[f64; 3], i: usize, j: usize) -> [f64; 3] {
    let mut y = [x[0], 2.0 * x[1], x[2] * x[2]];
    y.swap(i, j);
    y.swap(0, i);
    y
}

#[test]
fn elements_are_exchanged() {
    for i in 0..3 {
        for j in 0..3 {
            check!(exchanged with exchanged_with_jacobian at AT; i, j);
        }
    }
}

#[jacobian]
fn windows_at(x: &[f64; 6], i: usize) -> f64 {
    let [a, b] = [&x[i..i + 2], &x[i + 1..=i + 2]];
    let ends = &x[i..i + 3];
    a[0] * b[1] + ends.iter().sum::<f64>() * ends[2]
}

#[test]
fn a_slice_with_a_known_length_may_start_anywhere() {
    for i in 0..4 {
        check!(windows_at with windows_at_with_jacobian at SIX; i);
    }
}

#[jacobian]
fn perhaps(x: &[f64; 3], i: usize) -> f64 {
    let y = [x[0] * x[1], x[1].cos(), x[2]];
    let inner = y.get(i).copied().unwrap_or(x[0]);
    match y.iter().nth(i) {
        Some(v) => inner + v * x[2],
        None => -inner,
    }
}

#[test]
fn an_element_may_be_missing() {
    for i in 0..5 {
        check!(perhaps with perhaps_with_jacobian at AT; i);
    }
}

#[jacobian]
fn of_matrix(x: &[f64; 9], i: usize, j: usize) -> f64 {
    let mut m = Matrix3::new(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]);
    let v = Vector3::new(x[2], x[4] * x[0], x[6]);
    m[(i, j)] += v[j];
    m[(0, j)] *= m[(i, 2)];
    m[i] -= 2.0 * x[8];
    m[(i, j)] * m[i] + m[(0, j)] + (m * v)[i]
}

#[test]
fn elements_of_matrices_are_read_and_assigned() {
    for (i, j) in [(0, 0), (0, 2), (1, 1), (2, 1)] {
        check!(of_matrix with of_matrix_with_jacobian at NINE; i, j);
    }
}

#[derive(Clone, Copy)]
struct Body {
    mass: f64,
    place: [f64; 2],
}

#[jacobian]
fn of_structs(x: &[f64; 6], i: usize, k: usize) -> f64 {
    let mut bodies = [
        Body {
            mass: x[0],
            place: [x[1], x[2]],
        },
        Body {
            mass: 2.0,
            place: [x[4], 1.0],
        },
    ];
    bodies[i].mass += x[3];
    bodies[i].place[k] = x[5] * bodies[1 - i].mass;
    let chosen = bodies[k];
    chosen.mass * chosen.place[i] + bodies[0].place[1] * bodies[1].place[0]
}

#[test]
fn elements_may_be_structs() {
    for (i, k) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        check!(of_structs with of_structs_with_jacobian at SIX; i, k);
    }
}

#[jacobian]
fn permuted(x: &[f64; 3], order: &[usize; 3], turns: usize) -> f64 {
    let mut own = [2, 0, 1];
    own.swap(0, turns);
    own[turns] = 1;
    let mut sum = 0.0;
    for i in 0..3 {
        sum = sum * x[own[i]] + x[order[i]] * (i as f64 + 1.0);
    }
    sum
}

#[test]
fn permutations_are_followed() {
    for turns in 0..3 {
        check!(permuted with permuted_with_jacobian at AT; &[1, 2, 0], turns);
        check!(permuted with permuted_with_jacobian at AT; &[0, 0, 2], turns);
    }
}

#[jacobian(wrt(x))]
fn position_of(x: &[f64; 3], limit: f64) -> f64 {
    let found = x.iter().position(|v| *v > limit).unwrap_or(2);
    let largest = (0..3)
        .max_by(|a, b| x[*a].partial_cmp(&x[*b]).unwrap())
        .unwrap();
    x[found] * x[largest]
}

#[test]
fn the_result_of_a_search_is_an_index() {
    for limit in [0.0, 1.0, 7.0] {
        check!(position_of with position_of_with_jacobian at AT; limit);
    }
}

// The element that is not selected may be at a singularity.
#[jacobian]
fn singular(x: &[f64; 2], i: usize) -> f64 {
    let y = [x[0].sqrt(), x[1] * 2.0];
    y[i] * 3.0
}

#[test]
fn elements_that_are_not_selected_do_not_leak() {
    let (value, jacobian) = singular_with_jacobian(&[0.0, 1.5], 1);
    assert_eq!((value, jacobian.to_dense()), (9.0, [[0.0, 6.0]]));
    let (value, jacobian) = singular_with_jacobian(&[-1.0, 1.5], 1);
    assert_eq!((value, jacobian.to_dense()), (9.0, [[0.0, 6.0]]));
    let nan = singular_with_jacobian(&[-1.0, f64::NAN], 0);
    assert!(nan.0.is_nan());
}

// Columns: x[0], x[1], x[2], x[3]. The search can only name rows 1 to 2.
#[jacobian]
fn bounded(x: &[f64; 4]) -> f64 {
    let mut p = 1;
    if x[2] > x[1] {
        p = 2;
    }
    x[p]
}

#[test]
fn only_the_elements_that_an_index_can_name_are_in_the_pattern() {
    let entries: Vec<_> = BOUNDED_PATTERN.entries().collect();
    assert_eq!(entries, [(0, 1), (0, 2)]);
    check!(bounded with bounded_with_jacobian at [0.1, 0.5, 0.3, 0.9]);
    check!(bounded with bounded_with_jacobian at [0.1, 0.5, 0.8, 0.9]);
}

// A variable that the user's own code changes is not bounded any more.
#[jacobian]
fn unbounded(x: &[f64; 4], n: usize) -> f64 {
    let mut p = 1;
    if x[2] > x[1] {
        p = 2;
    }
    p += n;
    x[p]
}

#[test]
fn an_index_that_is_changed_at_run_time_can_name_every_element() {
    assert_eq!(UNBOUNDED_PATTERN.nnz(), 4);
    check!(unbounded with unbounded_with_jacobian at [0.1, 0.5, 0.3, 0.9]; 2);
    check!(unbounded with unbounded_with_jacobian at [0.1, 0.5, 0.8, 0.9]; 1);
}

fn message(run: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let error = catch_unwind(run).unwrap_err();
    match error.downcast::<String>() {
        Ok(message) => *message,
        Err(error) => (*error.downcast::<&str>().unwrap()).to_owned(),
    }
}

#[jacobian]
fn unused(x: &[f64; 3], i: usize) -> f64 {
    let _ = x[i];
    x[0]
}

#[test]
fn an_index_out_of_bounds_panics_as_the_users_code_does() {
    macro_rules! same {
        ($function:ident, $generated:ident, $x:expr, $($argument:expr),+) => {
            assert_eq!(
                message(|| { $function($x, $($argument),+); }),
                message(|| { $generated($x, $($argument),+); }),
            );
        };
    }
    same!(read, read_jacobian, &AT, 3);
    same!(written, written_jacobian, &AT, 0, 7);
    same!(exchanged, exchanged_jacobian, &AT, 4, 0);
    same!(of_row, of_row_jacobian, &SIX, 0, 2);
    same!(of_row, of_row_jacobian, &SIX, 3, 2);
    same!(windows_at, windows_at_jacobian, &SIX, 5);
    same!(of_matrix, of_matrix_jacobian, &NINE, 3, 0);
    same!(unused, unused_jacobian, &AT, 3);
    same!(permuted, permuted_jacobian, &AT, &[0, 1, 3], 0);
}

/// Solves a linear system by Gaussian elimination with partial pivoting.
fn rows<const N: usize>(x: &[f64]) -> [[f64; N]; N] {
    std::array::from_fn(|row| std::array::from_fn(|col| x[N * row + col]))
}

#[jacobian]
fn solved(a: &[[f64; 3]; 3], b: &[f64; 3]) -> [f64; 3] {
    let mut a = *a;
    let mut b = *b;
    for k in 0..3 {
        let mut p = k;
        for i in k + 1..3 {
            if a[i][k].abs() > a[p][k].abs() {
                p = i;
            }
        }
        if p != k {
            a.swap(k, p);
            b.swap(k, p);
        }
        for i in k + 1..3 {
            let l = a[i][k] / a[k][k];
            for j in k..3 {
                a[i][j] -= l * a[k][j];
            }
            b[i] -= l * b[k];
        }
    }
    for k in (0..3).rev() {
        let mut sum = b[k];
        for j in k + 1..3 {
            sum -= a[k][j] * b[j];
        }
        b[k] = sum / a[k][k];
    }
    b
}

const SYSTEMS: [[f64; 12]; 4] = [
    [4.0, 1.0, -2.0, 1.0, 3.0, 0.5, 0.2, -1.0, 5.0, 1.0, 2.0, 3.0],
    [0.0, 1.0, -2.0, 1.0, 3.0, 0.5, 2.0, -1.0, 5.0, 1.0, 2.0, 3.0],
    [
        1.0, 1.0, -2.0, 2.0, 2.0, 0.5, 4.0, -1.0, 5.0, 1.0, -2.0, 3.0,
    ],
    [0.5, 1.0, 0.3, 4.0, 2.0, 0.5, 1.0, 3.0, 5.0, 0.0, 2.0, 3.0],
];

#[test]
fn elimination_with_pivots_is_followed() {
    for at in SYSTEMS {
        compare(
            "solved",
            at,
            |x| solved(&rows(x), &[x[9], x[10], x[11]]),
            |x| {
                let (value, jacobian) = solved_with_jacobian(&rows(x), &[x[9], x[10], x[11]]);
                (value, jacobian.to_dense())
            },
        );
    }
}

/// The same with a vector of rows instead of exchanges.
#[jacobian]
fn solved_by_rows(a: &[[f64; 3]; 3], b: &[f64; 3]) -> [f64; 3] {
    let mut a = *a;
    let mut row = [0, 1, 2];
    for k in 0..3 {
        let mut largest = 0.0;
        let mut pivot = k;
        for i in k..3 {
            let size = a[row[i]][k].abs();
            if size > largest {
                largest = size;
                pivot = i;
            }
        }
        row.swap(k, pivot);
        for i in k + 1..3 {
            a[row[i]][k] /= a[row[k]][k];
            for j in k + 1..3 {
                a[row[i]][j] -= a[row[i]][k] * a[row[k]][j];
            }
        }
    }
    let mut x = [0.0; 3];
    for i in 0..3 {
        x[i] = b[row[i]];
        for j in 0..i {
            x[i] -= a[row[i]][j] * x[j];
        }
    }
    for i in (0..3).rev() {
        for j in i + 1..3 {
            x[i] -= a[row[i]][j] * x[j];
        }
        x[i] /= a[row[i]][i];
    }
    x
}

#[test]
fn elimination_with_a_vector_of_rows_is_followed() {
    for at in SYSTEMS {
        compare(
            "solved_by_rows",
            at,
            |x| solved_by_rows(&rows(x), &[x[9], x[10], x[11]]),
            |x| {
                let (value, jacobian) =
                    solved_by_rows_with_jacobian(&rows(x), &[x[9], x[10], x[11]]);
                (value, jacobian.to_dense())
            },
        );
    }
}

#[jacobian(wrt(x))]
fn looped(x: &[f64; 6], w: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    let mut y = *x;
    for i in 0..n {
        sum += x[i] * w[i];
        y[i] *= sum;
        y.swap(i, n - 1 - i);
    }
    let mut k = n;
    while k > 1 {
        k -= 1;
        y[k - 1] += y[k] * y[k];
    }
    sum + y[0] * y[5]
}

#[test]
fn indices_may_come_from_loops_at_run_time() {
    let w = [0.3, -0.2, 0.9, 1.1, 0.7, 0.4];
    for n in 0..=6 {
        check!(looped with looped_with_jacobian at SIX; &w, n);
    }
}

// The variable is one of two numbers before the loop, and another one in its second iteration.
#[jacobian(wrt(x))]
fn changed_in_loop(x: &[f64; 6], n: usize) -> f64 {
    let mut p = 1;
    if x[2] > x[1] {
        p = 2;
    }
    let mut sum = 0.0;
    for _ in 0..n {
        sum = sum * x[0] + x[p];
        p += 1;
    }
    sum
}

#[test]
fn bounds_of_an_index_do_not_outlive_a_loop_that_changes_it() {
    for n in 0..4 {
        check!(changed_in_loop with changed_in_loop_with_jacobian at SIX; n);
    }
}

#[jacobian(wrt(x))]
fn single(x: &[f32; 3], i: usize) -> f32 {
    let mut y = [x[0], 0.5, x[2] * x[1]];
    y[i] *= x[1];
    y[1] + y[i]
}

#[jacobian(wrt(x))]
fn generic<T: jacobian_runtime::Real>(x: &[T; 3], i: usize) -> T {
    let y = [x[0], x[1] * x[2], T::from_f64(0.5)];
    y[i] * x[i]
}

#[test]
fn any_scalar_may_be_indexed() {
    for i in 0..3 {
        let (value, jacobian) = single_with_jacobian(&[0.7, 1.3, -0.4], i);
        assert_eq!(value.to_bits(), single(&[0.7, 1.3, -0.4], i).to_bits());
        assert_eq!(jacobian.to_dense()[0].len(), 3);
        check!(generic with generic_with_jacobian at AT; i);
    }
    let (_, jacobian) = single_with_jacobian(&[0.75, 1.5, -0.5], 0);
    assert_eq!(jacobian.to_dense(), [[1.5, 0.75, 0.0]]);
}

// Each lane has an index of its own.
#[jacobian(batch)]
fn in_lanes(x: &[f64; 4]) -> f64 {
    let table = [x[1], 2.0, x[2] * x[3], x[3]];
    let i = (x[0].abs() as usize).min(3);
    table[i] * x[0]
}

#[test]
fn points_in_lanes_may_have_different_indices() {
    let points: Vec<[f64; 4]> = (0..11)
        .map(|k| [f64::from(k) * 0.39, 1.3 - f64::from(k), 0.7, -0.2])
        .collect();
    let (mut values, mut entries) = (vec![0.0; 11], vec![[0.0; IN_LANES_NNZ]; 11]);
    in_lanes_with_jacobian_points(&points, &mut values, &mut entries).expect("as many of each");
    for (point, (value, entries)) in points.iter().zip(values.iter().zip(&entries)) {
        let (expected, jacobian) = in_lanes_with_jacobian(point);
        assert_eq!((*value).to_bits(), expected.to_bits());
        assert_eq!(entries, jacobian.values());
        check!(in_lanes with in_lanes_with_jacobian at *point);
    }
}

// The right side of `&&` and `||` is computed only if the left side does not decide.
#[jacobian(wrt(x))]
fn guarded(x: &[f64; 3], n: usize, limit: Option<f64>) -> f64 {
    let mut i = 0;
    let mut sum = 0.0;
    while i < n && x[i] > 0.0 {
        sum += x[i] * x[i];
        i += 1;
    }
    if i >= 3 || x[i] < -1.0 {
        sum += x[0];
    }
    assert!(i >= n || x[i] <= 0.0);
    if limit.is_some() && x[0] * limit.unwrap() > 1.0 {
        sum *= 2.0;
    }
    sum
}

#[test]
fn the_right_side_of_a_condition_is_lazy() {
    for n in 0..=3 {
        for limit in [None, Some(0.1), Some(9.0)] {
            check!(guarded with guarded_with_jacobian at [0.7, 1.3, 0.4]; n, limit);
            check!(guarded with guarded_with_jacobian at [0.7, -1.3, 0.4]; n, limit);
        }
    }
}

/// The limit is the length of an active list.
#[jacobian(wrt(x))]
fn limited(x: &[f64; 3], n: usize, at: f64) -> f64 {
    let knots = [0.0, 0.5, 1.0];
    let k = knots.partition_point(|k| *k < at).min(x.len() - 1);
    x[n.min(x.len() - 2)] * x[n.clamp(1, x.len() - 1)] + x[k]
}

#[test]
fn indices_are_limited_by_lengths_of_active_lists() {
    for n in 0..4 {
        for at in [-1.0, 0.2, 0.7, 3.0] {
            check!(limited with limited_with_jacobian at AT; n, at);
        }
    }
}
