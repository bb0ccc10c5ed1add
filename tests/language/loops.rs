//! `while` and `loop` whose ends are known at expansion, which are unrolled as `for` is.

use jacobian_runtime::jacobian;

use crate::support::check;

const AT: [f64; 3] = [0.7, 1.3, -0.4];

#[jacobian]
fn counted(x: &[f64; 3]) -> [f64; 2] {
    let mut power = x[0];
    let mut k = 0;
    while k < 3 {
        power *= x[k];
        k += 1;
    }
    let mut n: usize = 11;
    let mut square = x[1];
    let mut result = 1.0;
    // Powers by squaring.
    while n > 0 {
        if n % 2 == 1 {
            result *= square;
        }
        square = square * square;
        n /= 2;
    }
    [power, result]
}

#[jacobian]
fn left_by_break(x: &[f64; 3]) -> [f64; 3] {
    let mut k = 0;
    let sum = loop {
        if k == x.len() {
            break 0.5;
        }
        if x[k] < 0.0 {
            break x[k] * x[0];
        }
        k += 1;
    };
    let mut y = x[0];
    let mut i = 0;
    loop {
        i += 1;
        if i == 2 {
            continue;
        }
        y = y.sin() * x[1];
        if i == 4 {
            break;
        }
    }
    let z = 'outer: loop {
        let mut j = 0;
        while j < 5 {
            j += 1;
            if y > 10.0 {
                break 'outer y;
            }
            if j == 3 {
                break 'outer y * x[2];
            }
            y *= 1.5;
        }
    };
    [sum, y, z]
}

#[jacobian]
fn left_at_run_time(x: &[f64; 3]) -> f64 {
    let mut term = x[0];
    let mut sum = term;
    let mut k = 1;
    while k <= 6 {
        term *= x[1] / k as f64;
        if term.abs() < 0.05 {
            break;
        }
        k += 1;
        if term > 3.0 {
            continue;
        }
        sum += term;
    }
    sum
}

#[jacobian]
fn taken_from_a_list(x: &[f64; 3]) -> f64 {
    let mut rest = vec![x[0], x[1] * x[2], 2.0];
    let mut y = 1.0;
    while let Some(v) = rest.pop() {
        y = y * v + x[0];
    }
    while !rest.is_empty() {
        y *= 2.0;
    }
    y
}

#[jacobian(wrt(x))]
fn of_the_users_own(x: &[f64; 3], n: usize) -> f64 {
    let mut k = n;
    let mut steps = 0;
    while k > 1 {
        k /= 2;
        steps += 1;
    }
    loop {
        steps += 1;
        if steps > 4 {
            break;
        }
    }
    let mut found = 0;
    let mut i = 0;
    while i < 10 {
        i += n;
        found += 1;
    }
    x[0] * f64::from(steps) + x[1] * f64::from(found)
}

#[jacobian(wrt(x))]
fn known_without_active_names(x: &[f64; 3]) -> f64 {
    let (mut n, mut bits) = (20, 0);
    while n > 0 {
        n /= 2;
        bits += 1;
    }
    let mut y = x[0];
    for _ in 0..bits {
        y *= x[1];
    }
    y
}

fn rounds(x: f64, n: u32) -> f64 {
    let mut y = x;
    let mut left = n;
    while left > 0 {
        y = y.cos();
        left -= 1;
    }
    y
}

#[jacobian]
mod helpers {
    use jacobian_runtime::jacobian;

    fn rounds(x: f64, n: u32) -> f64 {
        let mut y = x;
        let mut left = n;
        while left > 0 {
            y = y.cos();
            left -= 1;
        }
        y
    }

    #[jacobian]
    pub(super) fn nested(x: &[f64; 3]) -> [f64; 2] {
        [rounds(x[0], 3) * x[1], rounds(x[2], 0)]
    }
}

#[test]
fn loops_with_known_ends_are_unrolled() {
    let also = [[2.0, 3.0, 0.5], [0.2, -1.0, 4.0]];
    for at in [AT, also[0], also[1]] {
        check!(counted with counted_with_jacobian at at);
        check!(left_by_break with left_by_break_with_jacobian at at);
        let wrapped = |x: &[f64; 3]| {
            let (value, jacobian) = left_at_run_time_with_jacobian(x);
            ([value], jacobian.to_dense())
        };
        crate::support::compare("break", at, |x| [left_at_run_time(x)], wrapped);
        let wrapped = |x: &[f64; 3]| {
            let (value, jacobian) = taken_from_a_list_with_jacobian(x);
            ([value], jacobian.to_dense())
        };
        crate::support::compare("pop", at, |x| [taken_from_a_list(x)], wrapped);
        let wrapped = |x: &[f64; 3]| {
            let (value, jacobian) = known_without_active_names_with_jacobian(x);
            ([value], jacobian.to_dense())
        };
        crate::support::compare("bits", at, |x| [known_without_active_names(x)], wrapped);
        let expected = |x: &[f64; 3]| [rounds(x[0], 3) * x[1], rounds(x[2], 0)];
        let wrapped = |x: &[f64; 3]| {
            let (value, jacobian) = helpers::nested_with_jacobian(x);
            (value, jacobian.to_dense())
        };
        crate::support::compare("helpers", at, expected, wrapped);
    }
    for n in [1, 2, 7, 16] {
        let (value, jacobian) = of_the_users_own_with_jacobian(&AT, n);
        assert_eq!(value, of_the_users_own(&AT, n));
        let [by_first, by_second, _] = jacobian.to_dense()[0];
        assert_eq!(value, AT[0] * by_first + AT[1] * by_second);
    }
}
