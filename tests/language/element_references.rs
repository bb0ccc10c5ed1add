//! Mutable references to elements at indices that only run time knows, and to variables that run
//! time chooses.

use jacobian_runtime::jacobian;

use crate::support::check;

const AT: [f64; 4] = [0.7, 1.3, -0.4, 2.1];

#[jacobian]
fn by_name(x: &[f64; 4], i: usize) -> [f64; 4] {
    let mut y = *x;
    let r = &mut y[i];
    *r *= x[0];
    *r += 1.0;
    *r = r.sin() * *r;
    y[0] *= y[i];
    y
}

#[test]
fn a_reference_to_an_element_changes_it() {
    for i in 0..4 {
        check!(by_name with by_name_with_jacobian at AT; i);
    }
}

/// Before, writes through such a window were lost.
#[jacobian]
fn through_a_window(x: &[f64; 4], i: usize) -> [f64; 4] {
    let mut y = *x;
    let w = &mut y[i..i + 2];
    w[0] = w[1] * x[3];
    w[1] += w[0];
    w[0] *= 2.0;
    for v in &mut y[i + 1..i + 3] {
        *v *= x[0];
    }
    y
}

#[test]
fn a_window_changes_the_array() {
    for i in 0..2 {
        check!(through_a_window with through_a_window_with_jacobian at AT; i);
    }
}

#[jacobian]
fn of_rows(x: &[f64; 4], i: usize, j: usize) -> f64 {
    let mut a = [[x[0], x[1]], [x[2], x[3]], [x[1], x[2]]];
    let row = &mut a[i];
    row[0] = x[3] * row[1];
    row[j] -= x[0];
    for v in row.iter_mut() {
        *v *= 1.5;
    }
    let inner = &mut a[2][j];
    *inner += 2.0 * x[1];
    let mut sum = 0.0;
    for (k, row) in a.iter().enumerate() {
        sum += row[0] * row[1] * (k as f64 + 1.0);
    }
    sum
}

#[test]
fn a_row_is_borrowed() {
    for (i, j) in [(0, 0), (1, 1), (2, 0), (2, 1)] {
        check!(of_rows with of_rows_with_jacobian at AT; i, j);
    }
}

#[jacobian]
fn searched(x: &[f64; 4], i: usize) -> [f64; 4] {
    let mut y = *x;
    if let Some(v) = y.get_mut(i) {
        *v *= x[1];
    }
    if let Some(v) = y.get_mut(i + 1) {
        *v -= x[0] * x[0];
    } else {
        y[0] = x[3];
    }
    let mut z = x[2] * 2.0;
    std::mem::swap(&mut y[i % 4], &mut z);
    y[3] += z * z;
    y
}

#[test]
fn an_element_may_be_missing() {
    for i in [0, 2, 3, 4, 9] {
        check!(searched with searched_with_jacobian at AT; i);
    }
}

#[jacobian]
fn split(x: &[f64; 4], k: usize) -> f64 {
    let mut y = *x;
    {
        let (left, right) = y.split_at_mut(k);
        right[0] += left[0] * x[1];
        left[k - 1] *= right[right.len() - 1];
        for v in left.iter_mut() {
            *v += 0.5;
        }
    }
    let (a, b) = y.split_at(k);
    a.iter().sum::<f64>() * b.iter().map(|v| v * v).sum::<f64>() + b[0]
}

#[test]
fn a_list_is_split_at_run_time() {
    for k in 1..4 {
        check!(split with split_with_jacobian at AT; k);
    }
}

#[jacobian]
fn of_two(x: &[f64; 4], c: bool) -> f64 {
    let (mut a, mut b) = (x[0], x[1] * x[2]);
    let r = if c { &mut a } else { &mut b };
    *r *= x[3];
    *r += 1.0;
    a * b
}

#[jacobian]
fn of_three(x: &[f64; 4], n: u8) -> [f64; 3] {
    let mut y = [x[0], x[1], x[2]];
    let r = match n {
        0 => &mut y[0],
        1 => {
            y[0] = x[3] * x[3];
            &mut y[1]
        }
        _ => &mut y[2],
    };
    *r = x[3] / *r;
    if x[0] > 0.0 {
        *r *= x[1];
    }
    y
}

#[test]
fn run_time_chooses_the_variable() {
    for c in [false, true] {
        check!(of_two with of_two_with_jacobian at AT; c);
    }
    for n in 0..3 {
        check!(of_three with of_three_with_jacobian at AT; n);
    }
}

#[jacobian]
fn in_a_loop(x: &[f64; 4], n: usize, i: usize) -> [f64; 4] {
    let mut y = *x;
    let fixed = &mut y[i];
    for _ in 0..n {
        *fixed = fixed.cos();
    }
    for k in 0..n {
        let r = &mut y[(k * k) % 4];
        if *r > 0.2 {
            *r *= x[1];
        }
    }
    y
}

#[test]
fn loops_change_elements_by_reference() {
    for (n, i) in [(0, 1), (1, 0), (3, 2), (5, 3)] {
        check!(in_a_loop with in_a_loop_with_jacobian at AT; n, i);
    }
}

#[jacobian]
mod own {
    use std::ops::{Index, IndexMut};

    #[derive(Clone, Copy)]
    pub(super) struct V {
        d: [f64; 3],
    }

    impl Index<usize> for V {
        type Output = f64;
        fn index(&self, i: usize) -> &f64 {
            &self.d[i]
        }
    }

    impl IndexMut<usize> for V {
        fn index_mut(&mut self, i: usize) -> &mut f64 {
            let k = i % 3;
            &mut self.d[k]
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct W {
        x: f64,
        y: f64,
        z: f64,
    }

    impl Index<usize> for W {
        type Output = f64;
        fn index(&self, i: usize) -> &f64 {
            match i {
                0 => &self.x,
                1 => &self.y,
                _ => &self.z,
            }
        }
    }

    impl IndexMut<usize> for W {
        fn index_mut(&mut self, i: usize) -> &mut f64 {
            match i {
                0 => &mut self.x,
                1 => &mut self.y,
                _ => &mut self.z,
            }
        }
    }

    impl W {
        fn scale(&mut self, k: f64) -> &mut Self {
            self.x *= k;
            self.z += self.x;
            self
        }
    }

    fn double(v: &mut f64) {
        *v *= 2.0;
    }

    #[jacobian]
    pub(super) fn of_array(x: &[f64; 4], i: usize) -> f64 {
        let mut v = V {
            d: [x[0], x[1], x[2]],
        };
        v[i] *= x[3];
        v[(i + 1) % 3] = v[i] * v[0];
        double(&mut v[i]);
        v[0] * v[1] + v[2]
    }

    #[jacobian]
    pub(super) fn of_fields(x: &[f64; 4], i: usize) -> f64 {
        let mut w = W {
            x: x[0],
            y: x[1],
            z: x[2],
        };
        w[i] *= x[3];
        w[(i + 1) % 3] = w[i] * w[0];
        double(&mut w[i]);
        w[0] * w[1] + w[2]
    }

    #[jacobian]
    pub(super) fn of_list(x: &[f64; 4], i: usize) -> f64 {
        let one = W {
            x: x[0],
            y: x[1],
            z: x[2],
        };
        let mut all = vec![one, W { x: x[3], ..one }, W { y: x[3], ..one }];
        all[i].scale(x[1]).scale(0.5);
        let w = &mut all[i];
        w.z -= w.y * x[0];
        w.scale(3.0);
        all.iter().map(|w| w.x * w.y + w.z * w.z).sum()
    }
}
use own::{
    of_array, of_array_with_jacobian, of_fields, of_fields_with_jacobian, of_list,
    of_list_with_jacobian,
};

#[test]
fn types_of_the_users_own_are_indexed_and_changed() {
    for i in 0..3 {
        check!(of_array with of_array_with_jacobian at AT; i);
        check!(of_fields with of_fields_with_jacobian at AT; i);
        check!(of_list with of_list_with_jacobian at AT; i);
    }
}

/// Before, such an exchange changed the references and not the array.
#[jacobian]
fn exchanged(x: &[f64; 4], n: usize) -> [f64; 4] {
    let mut y = *x;
    let (left, right) = y.split_at_mut(2);
    left.swap(0, 1);
    right[0] *= left[0];
    right.reverse();
    let w = &mut y[n..n + 2];
    w.swap(0, 1);
    w[0] *= x[1];
    let z = &mut y[1..4];
    z.swap(n, 1);
    z[0] += x[0];
    y
}

#[test]
fn elements_of_a_mutable_slice_are_exchanged() {
    for n in 0..3 {
        check!(exchanged with exchanged_with_jacobian at AT; n);
    }
}

/// References that are pushed one by one are no slice.
#[jacobian]
fn pushed(x: &[f64; 4]) -> [f64; 4] {
    let mut y = *x;
    let mut chosen = vec![];
    for (i, v) in y.iter_mut().enumerate() {
        if i != 1 {
            chosen.push(v);
        }
    }
    *chosen[1] *= x[0];
    for v in chosen {
        *v += 1.0;
    }
    y
}

#[test]
fn references_in_a_list_change_what_they_refer_to() {
    check!(pushed with pushed_with_jacobian at AT);
}
