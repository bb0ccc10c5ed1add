//! `match` on active values: patterns on tuples, arrays, structs and values that may be missing,
//! with guards and ranges.

use jacobian_runtime::jacobian;

use crate::support::check;

const POINTS: [[f64; 3]; 7] = [
    [0.7, 1.3, 2.1],
    [2.7, 1.3, 0.1],
    [-0.7, -1.3, -2.1],
    [0.1, 0.27, 0.3],
    [1.1, 0.9, 1.3],
    [-1.1, 3.9, -1.3],
    [0.4, -0.9, 0.2],
];

struct Pair {
    a: f64,
    b: f64,
}

#[jacobian]
fn tuples(x: &[f64; 3]) -> [f64; 4] {
    let root = |v: f64| if v > 0.0 { Some(v.sqrt()) } else { None };
    let first = match (x[0] * 2.0, x[1]) {
        (a, b) if a > b => a * a,
        (a, 0.0..=1.0) => a * x[2],
        (a, b) => a * b,
    };
    let second = match (root(x[0]), root(x[1])) {
        (Some(a), Some(b)) if a > b => a * a * b,
        (Some(a), Some(b)) => a + b * b,
        (one, None) => one.unwrap_or(0.0) * 3.0,
        (None, other) => other.unwrap_or(x[2]) * x[2],
    };
    let third = match *x {
        [a, b, _] if a > 1.0 && b > 1.0 => a - b,
        [_, .., c] if c > 1.0 => c * c,
        [a, ..] => a * 5.0,
    };
    let pair = Pair {
        a: x[0] * x[1],
        b: x[2],
    };
    let fourth = match pair {
        Pair { a, b } if a < b => a * b,
        Pair { a: 0.0..0.5, b } => b,
        Pair { a, .. } => a.sin(),
    };
    [first, second, third, fourth]
}

#[jacobian(wrt(x))]
fn mixed(x: &[f64; 3], mode: Option<u32>) -> f64 {
    match (mode, x[0] > x[1], x[2]) {
        (Some(n), true, v) => v * f64::from(n),
        (Some(0), false, v) => v * v,
        (Some(n @ 1..=3), _, v) if v > 0.0 => v.powi(n as i32),
        (_, _, v @ 0.0..=1.0) => v * x[0],
        (None, _, v) => x[1] - v,
        _ => x[0],
    }
}

#[test]
fn patterns_take_active_values_apart() {
    for at in POINTS {
        check!(tuples with tuples_with_jacobian at at);
        for mode in [None, Some(0), Some(2), Some(7)] {
            crate::support::compare(
                "mixed",
                at,
                |x| [mixed(x, mode)],
                |x| {
                    let (value, jacobian) = mixed_with_jacobian(x, mode);
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

#[jacobian]
fn conditional_patterns(x: &[f64; 3]) -> [f64; 4] {
    let root = |v: f64| if v > 0.0 { Some(v.sqrt()) } else { None };
    let mut y = [0.0; 4];
    for pair in x.chunks(2) {
        if let [a, b] = pair {
            y[0] += a * b;
        } else {
            y[0] *= pair[0];
        }
    }
    if let [first, rest @ ..] = &x[..] {
        y[1] = first * rest.iter().sum::<f64>();
    }
    y[2] = if let (Some(a), Some(b)) = (root(x[0]), root(x[1]))
        && a < b
    {
        a * b * b
    } else {
        x[2]
    };
    let [a, _, c] = x[..] else {
        return y;
    };
    let mut best = (0, x[0]);
    for (i, &v) in x.iter().enumerate().skip(1) {
        if v > best.1 {
            best = (i, v);
        }
    }
    y[3] = match (root(a), root(c)) {
        (Some(v), None) | (None, Some(v)) => v * best.1 * best.0 as f64,
        (Some(v), Some(w)) => v - w,
        (None, None) => best.0 as f64 * a,
    };
    let square: Box<dyn Fn(f64) -> f64> = Box::new(|v| v * v);
    y[3] += square(a) * c;
    y
}

/// A name for the whole beside names for its parts, and integers that arms count.
#[jacobian]
fn wholes_and_parts(x: &[f64; 3]) -> [f64; 4] {
    let whole @ [a, ..] = *x;
    let pair @ (b, c) = (x[1] * a, x[2]);
    let ordered = match *x {
        all @ [a, ..] if a > 0.3 => all.iter().product(),
        [a, rest @ ..] => a * rest[0] - rest[1],
    };
    let mut n = 0;
    for v in whole.iter().cycle().take(5) {
        n += if v * a > 0.2 { 3 } else { 0 };
        n += match v {
            v if *v > 1.0 => 2,
            _ => -1,
        };
    }
    [pair.0 * c, whole[1] * b, ordered, n as f64 * a]
}

#[test]
fn conditions_take_values_apart() {
    for at in POINTS {
        check!(conditional_patterns with conditional_patterns_with_jacobian at at);
        check!(wholes_and_parts with wholes_and_parts_with_jacobian at at);
    }
}

/// A guard runs only if the arms before it have not been taken.
#[jacobian(wrt(x))]
fn guards_that_compute(x: &[f64; 4], n: usize) -> [f64; 4] {
    fn raised(v: &mut f64, by: f64) -> f64 {
        *v += by;
        *v
    }
    fn root_of_positive(v: f64) -> f64 {
        assert!(v >= 0.0);
        v.sqrt()
    }
    let mut v = x[0];
    let mut steps = 0;
    let a = match raised(&mut v, x[3]) {
        w if w > 1.0 && raised(&mut v, 0.1) > 1.2 => w * v,
        w if raised(&mut v, 3.0) > 2.0 => w + v,
        w => w - v,
    };
    let b = match x[1] {
        k if k < 0.0 => 1.0,
        k if root_of_positive(k) > 0.9 => k * k * x[2],
        k => k,
    };
    match n {
        0 if v > 0.0 => steps += 1,
        k if k >= 4 => {
            steps += 10;
            v *= x[1];
        }
        k if x[k] > 0.5 => v *= x[k],
        1 => steps += 2,
        k => v -= x[k - 1],
    }
    let place = if n < 4 { Some(n) } else { None };
    let c = match place {
        Some(k) if x[k] > 0.5 => x[k],
        Some(0) => x[1],
        Some(k) if x[k - 1] * v > 0.0 => x[k - 1] * 2.0,
        _ => x[3],
    };
    if let Some(k) = place
        && raised(&mut v, x[k]) > 1.0
    {
        return [a, b, c * v, v];
    }
    match (n, x[0] > x[1]) {
        (0, true) => [a, v, v, 0.0],
        (k, _) if raised(&mut v, 0.5) > 0.0 => [v, b * k as f64, a, f64::from(steps)],
        (_, false) => [b, v, c, 1.0],
        _ => [c, a, v, f64::from(steps)],
    }
}

#[test]
fn guards_run_if_the_arms_before_are_not_taken() {
    for [a, b, c] in POINTS {
        let at = [a, b, c, 0.377];
        for n in 0..6 {
            check!(guards_that_compute with guards_that_compute_with_jacobian at at; n);
        }
    }
}

/// A single arm, also as what is left behind a guard that computes.
#[jacobian(wrt(x))]
fn single_arms(x: &[f64; 3], n: usize, c: bool) -> [f64; 2] {
    let mut y = x[0];
    match n {
        k => {
            y += x[1] * k as f64;
        }
    }
    let z = match (n, c) {
        (k, true)
            if {
                y += 1.0;
                k > 1
            } =>
        {
            x[2]
        }
        (k, _) => {
            y *= x[1];
            k as f64 * y
        }
    };
    [y, z]
}

#[test]
fn a_single_arm_is_no_branch() {
    for at in POINTS {
        for n in 0..3 {
            check!(single_arms with single_arms_with_jacobian at at; n, n == 2);
            check!(single_arms with single_arms_with_jacobian at at; n, true);
        }
    }
}
