//! `#[jacobian(assemble)]` where it is easy to go wrong: turns of a loop in odd places, data that
//! change through references, names that are taken.

#![allow(
    clippy::useless_vec,
    clippy::cast_precision_loss,
    clippy::items_after_statements,
    clippy::manual_let_else,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::suboptimal_flops,
    reason = "loops as people write them"
)]

use jacobian_runtime::jacobian;

use super::loops::{agrees, numbers};

/// The turn of a loop ends in a declaration and in an index, behind rows that count.
#[jacobian(assemble)]
fn skipping(u: &[f64], to: &Vec<Option<usize>>, r: &mut [f64]) {
    for i in 0..u.len() {
        r[i] += u[i] * u[i];
        let Some(k) = to[i] else { continue };
        r[k] += 2.0 * u[i];
        let l = match to[k] {
            Some(l) => l,
            None => continue,
        };
        r[l] -= u[k] * u[i];
        r[match to[l] {
            Some(m) if m + 1 < u.len() => m,
            _ => continue,
        }] += u[l];
    }
}

/// Sums by way of local names, items behind their use, and a guard with a length.
#[jacobian(assemble)]
fn local_sums(u: &[f64], r: &mut [f64]) {
    for i in 0..u.len() {
        let mut sum = 0.0;
        let mut count = 0;
        let square = twice(u[i]) * u[i];
        sum += square;
        count += 1;
        match i {
            k if k + count == u.len() => r[k] = u[k] + sum,
            _ => {
                const K: f64 = 0.5;
                r[i] = K * sum * u[i + count];
            }
        }
    }
    for i in 0..u.len() {
        const K: f64 = 0.25;
        r[i] += K * u[i].sin();
    }
    fn twice(x: f64) -> f64 {
        2.0 * x
    }
}

#[derive(Clone)]
struct State {
    width: f64,
}

/// Numbers that change through references which themselves do not.
#[jacobian(assemble, wrt(u))]
fn changing(u: &[f64], state: &State, ks: &[f64], n: usize, r: &mut [f64]) {
    let mut own = state.clone();
    let mut length = 1.0_f64;
    let length = &mut length;
    let state = &mut own;
    let at = |i: usize| (i + 1) % n;
    for (i, k) in ks.iter().enumerate() {
        state.width += 0.5;
        r[i] += state.width * u[i] * k;
        *length += 1.0;
        r[i] += length.sqrt() * u[i].exp() - k;
        let _ = {
            *length += 1.0;
            0
        };
        r[i] += *length * u[at(i)];
    }
    if n > 100 {
        r[0] += u[0] / (n - 100) as f64;
    }
}

/// Names that the recording function would give to lengths, and a list that is no row.
#[jacobian(assemble)]
fn named(u: &[f64], u_len: f64) -> Vec<f64> {
    let mut weights = vec![0.0; 4];
    let r_len = 2;
    for i in 0..4 {
        weights[i] = i as f64 + u_len;
    }
    let mut r = vec![0.0; u.len()];
    for i in 0..r.len() {
        r[i] = weights[i % r_len] * u[i].cos();
    }
    r
}

#[test]
fn rows_before_the_end_of_a_turn_count() {
    let to = vec![Some(1), Some(2), None, Some(0), Some(3)];
    agrees(skipping_system(5, &to, 5), &numbers(5), |u| {
        let mut r = vec![0.0; 5];
        skipping(u, &to, &mut r);
        r
    });
}

#[test]
fn local_sums_are_those_of_their_turn() {
    for n in [0, 1, 5] {
        agrees(local_sums_system(n, n), &numbers(n), |u| {
            let mut r = vec![0.0; n];
            local_sums(u, &mut r);
            r
        });
    }
}

#[test]
fn references_and_names_are_those_of_the_user() {
    let (state, ks) = (State { width: 0.5 }, numbers(4));
    agrees(changing_system(4, &state, &ks, 4, 4), &numbers(4), |u| {
        let mut r = vec![0.0; 4];
        changing(u, &state, &ks, 4, &mut r);
        r
    });
    agrees(named_system(4, 0.5), &numbers(4), |u| named(u, 0.5));
}

/// Pairs of conditions that rustc decides, and names that generated code might have.
#[jacobian(assemble)]
fn conditional(u: &[f64], jacobian_p1: f64, r: &mut [f64]) {
    #[cfg(debug_assertions)]
    let scale = 2.0 * jacobian_p1;
    #[cfg(not(debug_assertions))]
    let scale = 3.0 * jacobian_p1;
    let jacobian_x2 = 4.0;
    for jacobian_r1 in 0..u.len() {
        #[cfg(not(unix))]
        {
            r[jacobian_r1] += 5.0 * u[jacobian_r1];
        }
        #[cfg(unix)]
        {
            r[jacobian_r1] += jacobian_x2 * u[jacobian_r1] + scale;
        }
    }
}

#[test]
fn conditions_of_rustc_are_kept() {
    agrees(conditional_system(3, 0.5, 3), &numbers(3), |u| {
        let mut r = vec![0.0; 3];
        conditional(u, 0.5, &mut r);
        r
    });
}
