//! Conditions that ask iterators, count, or turn into numbers; failures in place of a value.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
fn asked_with_captures(x: &[f64; 3]) -> f64 {
    let limit = x[0] * x[1];
    let scaled = |v: f64| v * limit;
    let is_high = x.iter().any(|v| scaled(*v) > 1.0 + limit);
    if is_high || x.iter().skip(1).map(|v| scaled(*v)).all(|v| v > 0.1) {
        return limit * x[2];
    }
    x[2]
}

#[jacobian]
fn asked_one_after_the_other(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    let found = x.iter().any(|v| {
        sum += v;
        sum > 1.0
    });
    if found { sum * x[2] } else { sum }
}

#[jacobian]
fn sums_in_conditions(x: &[f64; 3]) -> f64 {
    if x.iter().map(|v| v * v).sum::<f64>() > 2.0 {
        x[0] * x[1]
    } else if x.iter().map(|v| v * x[0]).sum::<f64>() > 0.1 {
        x[1] * x[2]
    } else if (x[1]..=x[2]).contains(&x[0]) {
        x[2] * x[2]
    } else {
        x[0]
    }
}

#[jacobian]
fn counted(x: &[f64; 3]) -> f64 {
    let above = x.iter().filter(|v| **v > x[0]).count();
    let mut positive = 0;
    for v in x {
        positive += usize::from(*v > 0.0);
    }
    let sign = (x[1] > 0.0) as i32 - (x[1] < 0.0) as i32;
    if above + 1 == positive {
        return x[0] * x[1] * f64::from(sign);
    }
    x[2].powi(positive as i32) * (above + 1) as f64 + f64::from(x[2] > 0.5) * x[0]
}

#[jacobian]
fn matched(x: &[f64; 3]) -> f64 {
    let inside = |v: f64| matches!(v, -0.5..=1.0);
    let root = if x[0] > 0.0 { Some(x[0].sqrt()) } else { None };
    if matches!(root, Some(v) if v > 0.6 * x[1]) && !inside(x[0]) {
        x[1] * x[2]
    } else if matches!((x[1], x[2]), (a, b) if a < b) {
        x[0]
    } else {
        x[2]
    }
}

#[jacobian]
fn collected_bit_by_bit(x: &[f64; 3]) -> f64 {
    let (mut all, mut any) = (true, false);
    let mut bits = 0_u32;
    for (i, v) in x.iter().enumerate() {
        all &= *v > -0.35;
        any |= *v > 0.85;
        if *v > 0.45 {
            bits |= 1 << i;
        }
        bits ^= 4;
    }
    let odd = (x[0] > 0.0) ^ (x[1] > 0.0);
    let scale = f64::from(bits) * x[2];
    if all & any && !odd {
        x[0] * scale
    } else if odd != any {
        x[1] * x[2] + scale
    } else {
        x[1]
    }
}

#[derive(Debug)]
struct TooFar(f64);

#[jacobian]
fn failing(x: &[f64; 3]) -> Result<f64, TooFar> {
    let near = if x[0] > 2.0 {
        return Err(TooFar(x[0]));
    } else {
        x[0] * x[1]
    };
    let far = match x[2] {
        v if v > 2.0 => return Err(TooFar(v)),
        v => v.sin(),
    };
    Ok(near * far)
}

const POINTS: [[f64; 3]; 7] = [
    [1.3, 0.9, 1.1],
    [-0.4, 0.7, 0.2],
    [0.3, -0.6, 0.8],
    [-0.2, -0.3, -0.5],
    [0.5, 0.1, 0.9],
    [2.5, 1.5, -1.0],
    [0.1, 0.4, 0.6],
];

/// Checks a function of one row.
macro_rules! check_row {
    ($function:ident with $generated:ident at $x:expr) => {
        compare(
            stringify!($function),
            $x,
            |x| [$function(x)],
            |x| {
                let (value, jacobian) = $generated(x);
                ([value], jacobian.to_dense())
            },
        )
    };
}

#[test]
fn iterators_are_asked_for_active_values() {
    for x in POINTS {
        check_row!(asked_with_captures with asked_with_captures_with_jacobian at x);
        check_row!(asked_one_after_the_other with asked_one_after_the_other_with_jacobian at x);
        check_row!(sums_in_conditions with sums_in_conditions_with_jacobian at x);
        check_row!(collected_bit_by_bit with collected_bit_by_bit_with_jacobian at x);
        check_row!(matched with matched_with_jacobian at x);
        check_row!(counted with counted_with_jacobian at x);
    }
}

#[test]
fn a_failure_may_hold_active_values() {
    for x in [[1.3, 0.9, 1.1], [0.4, -0.7, 0.2]] {
        let value = |x: &[f64; 3]| [failing(x).expect("near")];
        compare("failing", x, value, |x| {
            let (value, jacobian) = failing_with_jacobian(x).expect("near");
            ([value], jacobian.to_dense())
        });
    }
    let far = |x: &[f64; 3]| failing_with_jacobian(x).expect_err("far").0.to_bits();
    assert_eq!(far(&[2.5, 0.0, 3.0]), 2.5_f64.to_bits());
    assert_eq!(far(&[1.5, 0.0, 3.0]), 3.0_f64.to_bits());
}

#[jacobian(wrt(x))]
fn chained_lets(x: &[f64; 2], k: Option<f64>) -> [f64; 2] {
    let v = 2.0;
    let y = if x[0] > 0.5
        && let Some(v) = k
        && x[1] > v
    {
        x[0] * v
    } else if let Some(k) = k
        && k < x[0]
    {
        x[0] * x[1]
    } else {
        x[0] * v
    };
    let mut s = x[1];
    for i in 0..3 {
        if i > 0
            && let Some(v) = k
            && s > v
        {
            s *= v;
            if s > 4.0 {
                break;
            }
        } else {
            s += 1.0;
        }
    }
    if let Some(k) = k
        && s * k > 3.0
    {
        [y * k, s]
    } else {
        [y, s * s]
    }
}

#[test]
fn lets_in_chains_bind_for_what_follows() {
    for at in [[0.7, 1.3], [1.9, 0.4], [0.2, 2.5]] {
        for k in [None, Some(0.6), Some(1.2), Some(1.5)] {
            check!(chained_lets with chained_lets_with_jacobian at at; k);
        }
    }
}

/// Predicates by their paths, of active numbers and of others.
#[jacobian(wrt(x))]
fn predicates_by_path(x: &[f64; 2], k: f64) -> [f64; 4] {
    fn positive(v: f64) -> f64 {
        if v < 0.0 || f64::is_nan(v) {
            return 0.0;
        }
        v.sqrt()
    }
    let half = 0.5;
    let is_plain = f64::is_finite(x[0] / x[1]) && !f64::is_nan(half) && f64::is_normal(k);
    let is_less = f64::lt(&x[0], &x[1]);
    let order = f64::total_cmp(&x[0], &1.0);
    [
        positive(x[0]),
        if is_plain { x[0] * k } else { x[1] },
        if is_less { x[0] * x[1] } else { x[0].sin() },
        if order.is_lt() || <f64>::is_sign_negative(x[1]) {
            x[0].powi(3)
        } else {
            x[1]
        },
    ]
}

#[test]
fn predicates_are_known_by_their_paths() {
    for at in [[0.7, 1.3], [1.9, 0.4], [-0.2, 2.5], [1.4, -0.3]] {
        for k in [1.7, 0.0, f64::NAN] {
            let value = |x: &[f64; 2]| predicates_by_path(x, k);
            if value(&at).iter().any(|v| v.is_nan()) {
                continue;
            }
            check!(predicates_by_path with predicates_by_path_with_jacobian at at; k);
        }
    }
    let (value, _) = predicates_by_path_with_jacobian(&[f64::NAN, 0.5], 1.0);
    assert_eq!(value.map(f64::to_bits)[0], 0.0_f64.to_bits());
    assert_eq!(value[1], 0.5);
}
