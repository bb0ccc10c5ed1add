//! Branches at run time: arms, early ends, selectors; no arm runs that is not taken.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
fn expression(x: &[f64; 2]) -> [f64; 1] {
    let y = if x[0] > 1.0 {
        x[0].ln() * x[1]
    } else {
        (x[0] - 1.0) * x[1] * x[1]
    };
    [y * x[0]]
}

#[jacobian]
fn statement(x: &[f64; 2]) -> [f64; 2] {
    let mut a = x[0];
    let mut b = 1.0;
    if a * x[1] < 0.0 {
        a = a * a;
        b += x[1];
    }
    [a * b, b]
}

#[jacobian]
fn chain(x: &[f64; 2]) -> f64 {
    if x[0] < -1.0 {
        -x[0] * x[1]
    } else if x[0] < 1.0 {
        x[0].sin()
    } else if x[1] > 0.0 && (x[0] < 1.9 || x[0] > 2.1) {
        let t = x[0] * x[1];
        t * t
    } else {
        3.0
    }
}

#[jacobian]
fn early(x: &[f64; 3]) -> [f64; 2] {
    if x[0] <= 0.0 {
        return [0.0, x[1]];
    }
    let r = x[0].sqrt();
    if r > 2.0 {
        return [r * x[1], 1.0 / r];
    }
    let s = r * x[2];
    [s.exp(), s * x[1]]
}

#[jacobian]
fn sometimes_early(x: &[f64; 3]) -> f64 {
    let mut a = x[0] * x[1];
    if x[0] > 0.0 {
        if x[1] > 0.0 {
            return a * x[2];
        }
        a = a.sin();
    }
    if a < -10.0 {
        return a;
    }
    a * a + x[2]
}

#[jacobian]
fn loop_with_break(x: &[f64; 4]) -> f64 {
    let mut s = 0.0;
    for i in 0..4 {
        if x[i] < 0.0 {
            break;
        }
        s += x[i] * x[i];
    }
    s * x[3]
}

#[jacobian]
fn loop_with_continue(x: &[f64; 4]) -> [f64; 2] {
    let mut s = 1.0;
    let mut t = 0.0;
    for v in x {
        if *v < 0.0 {
            t += v * v;
            continue;
        }
        s *= v;
        if s > 100.0 {
            break;
        }
        t += s;
    }
    [s, t]
}

#[jacobian]
fn loop_with_everything(x: &[f64; 4]) -> f64 {
    let mut s = x[0];
    for i in 1..4 {
        if x[i] > 6.5 && x[i] < 7.5 {
            continue;
        }
        if s > 50.0 {
            break;
        }
        if s < -50.0 {
            return s * x[i];
        }
        for j in 0..2 {
            if x[j] > x[i] {
                break;
            }
            if x[j] < -5.0 {
                return s - x[j];
            }
            s += x[j] * x[i];
        }
        s *= 1.5;
    }
    s + x[3]
}

#[jacobian(wrt(x))]
fn inactive_conditions(x: &[f64; 2], mode: usize, flag: bool, k: f64) -> [f64; 2] {
    let n = if flag { 2 } else { 3 };
    let a = if flag { x[0] * k } else { x[1] };
    let mut y = match mode {
        0 => [a, x[0]],
        1 | 2 => [a * a, k],
        3..=5 if flag => [x[0].powi(3), a],
        m => [m as f64 * x[0], x[1] * a],
    };
    if !flag {
        return [y[1], y[0] * n as f64];
    }
    y[0] += a.powi(n);
    y
}

#[derive(Clone, Copy)]
enum Law {
    Linear,
    Power(f64),
    Table { a: f64, b: f64 },
}

#[jacobian(wrt(x))]
fn enumerated(x: f64, law: Law, limit: Option<f64>) -> f64 {
    let y = match law {
        Law::Linear => x,
        Law::Power(p) => x.powf(p),
        Law::Table { a, b } => a * x + b,
    };
    let Some(limit) = limit else {
        return y * x;
    };
    if y > limit { limit } else { x - y }
}

#[jacobian]
fn matched(x: f64, y: f64) -> f64 {
    let s = match x {
        v if v < 0.0 => v * v,
        0.0..=1.0 => x,
        other => other.ln() + 1.0,
    };
    match (x > 0.5, y > 0.0) {
        (true, true) => s * y,
        (true, false) => s - y,
        (false, _) => s / (y + 3.0),
    }
}

#[jacobian]
fn known_matches(x: &[f64; 4]) -> f64 {
    let mut s = 0.0;
    for i in 0..4 {
        s += match i {
            0 => x[i],
            1 | 2 => x[i] * x[i - 1],
            n if n > 10 => 1.0,
            _ => x[i].sin(),
        };
    }
    s
}

#[jacobian]
fn named_conditions(x: &[f64; 2]) -> f64 {
    let inside = x[0] * x[0] + x[1] * x[1] < 1.0;
    let right = x[0] > 0.0 && !inside;
    let both = inside || right;
    let a = if both { x[0] } else { x[1] };
    if right { a * x[1] } else { a + x[0] }
}

#[jacobian]
fn deferred(x: f64) -> f64 {
    let t;
    let u: f64;
    if x > 0.0 {
        t = x * 2.0;
        u = 1.0;
    } else {
        t = 1.0;
        u = x * x;
    }
    t * u
}

#[jacobian]
fn limiter(x: &[f64; 5]) -> [f64; 3] {
    let mut f = [0.0; 3];
    for i in 0..3 {
        let (a, b) = (x[i + 1] - x[i], x[i + 2] - x[i + 1]);
        let slope = if a * b <= 0.0 {
            0.0
        } else if a.abs() < b.abs() {
            a
        } else {
            b
        };
        f[i] = x[i + 1] + 0.5 * slope;
    }
    f
}

#[jacobian]
fn in_the_middle_of_an_expression(x: &[f64; 2]) -> f64 {
    x[0] * (if x[1] > 0.0 {
        x[1].sqrt()
    } else {
        return x[0] - x[1];
    }) + x[1]
}

#[jacobian(wrt(x))]
fn fallible(x: f64, k: f64) -> Option<[f64; 2]> {
    if k < 0.0 {
        return None;
    }
    if x < 0.0 {
        return None;
    }
    let r = if x > 100.0 { return None } else { x.sqrt() };
    if r < 1.0 {
        Some([r, k])
    } else if r < 5.0 {
        let t = r * k;
        Some([t, t * t])
    } else {
        None
    }
}

#[jacobian]
fn failing(x: f64) -> Result<f64, String> {
    if x.is_nan() || x < 0.0 {
        return Err(format!("{x} is out of range"));
    }
    match x {
        v if v > 10.0 => Err("too large".to_owned()),
        _ => Ok(x.sqrt()),
    }
}

#[jacobian]
fn panicking(x: f64) -> f64 {
    if x > 0.0 {
        x.ln()
    } else if x < -1.0 {
        -x
    } else {
        unreachable!("x is {x}")
    }
}

#[jacobian(wrt(x))]
fn outputs(x: &[f64; 2], y: &mut [f64; 2]) {
    if x[0] > 0.0 {
        y[0] = x[0] * x[1];
        if x[1] > 0.0 {
            y[1] = 2.0;
            return;
        }
    } else {
        y[0] = 1.0;
    }
    y[1] = y[0] * x[1];
}

/// A function of an array to a number, and its generated sibling, at points.
fn scalar<const N: usize, const NNZ: usize>(
    name: &str,
    points: &[[f64; N]],
    function: impl Fn(&[f64; N]) -> f64,
    generated: impl Fn(&[f64; N]) -> (f64, jacobian_runtime::SparseJacobian<f64, 1, N, NNZ>),
) {
    for at in points {
        crate::support::compare(
            name,
            *at,
            |x| [function(x)],
            |x| {
                let (value, jacobian) = generated(x);
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[test]
fn arms_are_followed() {
    for at in [[3.0, 2.0], [0.5, 2.0], [-2.0, 0.3], [1.7, -0.4]] {
        check!(expression with expression_with_jacobian at at);
        check!(statement with statement_with_jacobian at at);
    }
    let points = [[-2.0, 3.0], [0.3, 1.0], [1.5, 2.0], [1.5, -2.0], [2.0, 1.0]];
    scalar("chain", &points, chain, chain_with_jacobian);
    let points = [[0.2, 0.3], [2.0, 0.3], [-2.0, 0.3], [-0.2, 5.0]];
    scalar(
        "conditions",
        &points,
        named_conditions,
        named_conditions_with_jacobian,
    );
    let points = [[0.3], [-0.3]];
    scalar(
        "deferred",
        &points,
        |x| deferred(x[0]),
        |x| deferred_with_jacobian(x[0]),
    );
    let points = [
        [-1.0, 1.0],
        [0.3, 1.0],
        [0.7, 1.0],
        [0.7, -1.0],
        [2.0, 1.0],
        [2.0, -1.0],
    ];
    scalar(
        "matched",
        &points,
        |x| matched(x[0], x[1]),
        |x| matched_with_jacobian(x[0], x[1]),
    );
    scalar(
        "known",
        &[[1.0, 2.0, 3.0, 4.0]],
        known_matches,
        known_matches_with_jacobian,
    );
    for at in [[1.0, 2.0, 4.0, 3.0, 2.5], [1.0, 2.0, 2.5, 3.5, 5.0]] {
        check!(limiter with limiter_with_jacobian at at);
    }
}

#[test]
fn what_follows_an_early_end_is_nested() {
    for at in [[-1.0, 2.0, 3.0], [9.0, 2.0, 3.0], [1.5, 2.0, 0.3]] {
        check!(early with early_with_jacobian at at);
    }
    let points = [
        [1.0, 2.0, 3.0],
        [1.0, -2.0, 3.0],
        [-1.0, 2.0, 3.0],
        [-1.0, 20.0, 3.0],
    ];
    scalar(
        "sometimes",
        &points,
        sometimes_early,
        sometimes_early_with_jacobian,
    );
    let points = [
        [1.0, 2.0, 3.0, 4.0],
        [1.0, 2.0, -3.0, 4.0],
        [-1.0, 2.0, 3.0, 4.0],
    ];
    scalar(
        "break",
        &points,
        loop_with_break,
        loop_with_break_with_jacobian,
    );
    for at in [
        [1.0, 2.0, 3.0, 4.0],
        [1.0, -2.0, 3.0, 4.0],
        [30.0, 40.0, -3.0, 4.0],
    ] {
        check!(loop_with_continue with loop_with_continue_with_jacobian at at);
    }
    let points = [
        [1.0, 2.0, 3.0, 4.0],
        [1.0, 7.0, 3.0, 4.0],
        [60.0, 2.0, 3.0, 4.0],
        [-60.0, 2.0, 3.0, 4.0],
        [-6.0, 2.0, 3.0, 4.0],
        [4.0, 3.0, 2.0, 1.0],
        [1.0, -6.0, 3.0, 8.0],
    ];
    scalar(
        "everything",
        &points,
        loop_with_everything,
        loop_with_everything_with_jacobian,
    );
    scalar(
        "middle",
        &[[2.0, 3.0], [2.0, -3.0]],
        in_the_middle_of_an_expression,
        in_the_middle_of_an_expression_with_jacobian,
    );
}

#[test]
fn inactive_values_may_decide() {
    for (mode, flag) in [
        (0, true),
        (0, false),
        (1, true),
        (2, false),
        (4, true),
        (4, false),
        (9, true),
    ] {
        check!(inactive_conditions with inactive_conditions_with_jacobian at [1.3, 0.7]; mode, flag, 2.5);
    }
    let laws = [Law::Linear, Law::Power(1.5), Law::Table { a: 2.0, b: 0.5 }];
    for law in laws {
        for limit in [None, Some(0.5), Some(50.0)] {
            scalar(
                "law",
                &[[1.7]],
                |x| enumerated(x[0], law, limit),
                |x| enumerated_with_jacobian(x[0], law, limit),
            );
        }
    }
}

#[test]
fn arms_may_leave_the_function() {
    assert!(fallible_with_jacobian(4.0, -1.0).is_none());
    assert!(fallible_with_jacobian(-4.0, 1.0).is_none());
    assert!(fallible_with_jacobian(400.0, 1.0).is_none());
    assert!(fallible_with_jacobian(49.0, 1.0).is_none());
    for x in [0.25, 4.0] {
        let (value, jacobian) = fallible_with_jacobian(x, 3.0).expect("in range");
        assert_eq!(Some(value), fallible(x, 3.0));
        let slope = 0.5 / x.sqrt();
        let expected = if x < 1.0 {
            [[slope], [0.0]]
        } else {
            [[3.0 * slope], [9.0]]
        };
        assert_eq!(jacobian.to_dense(), expected);
    }
    let message = failing_with_jacobian(-1.0).map(|(value, _)| value);
    assert_eq!(message, failing(-1.0));
    assert_eq!(
        failing_with_jacobian(11.0).map(|(value, _)| value),
        failing(11.0)
    );
    let (value, jacobian) = failing_with_jacobian(4.0).expect("in range");
    assert_eq!((value, jacobian.to_dense()), (2.0, [[0.25]]));
    let (value, jacobian) = panicking_with_jacobian(-3.0);
    assert_eq!((value, jacobian.to_dense()), (3.0, [[-1.0]]));
    assert!(std::panic::catch_unwind(|| panicking_with_jacobian(-0.5)).is_err());
}

#[test]
fn outputs_are_joined() {
    for at in [[1.0, 2.0], [1.0, -2.0], [-1.0, 2.0]] {
        let (mut expected, mut found) = ([5.0, 6.0], [5.0, 6.0]);
        outputs(&at, &mut expected);
        let jacobian = outputs_with_jacobian(&at, &mut found);
        assert_eq!(expected, found);
        let rows = match at {
            [a, b] if a > 0.0 && b > 0.0 => [[b, a], [0.0, 0.0]],
            [a, b] if a > 0.0 => [[b, a], [b * b, 2.0 * a * b]],
            _ => [[0.0, 0.0], [0.0, 1.0]],
        };
        assert_eq!(jacobian.to_dense(), rows, "{at:?}");
    }
}

/// Each arm would be NaN or infinite where the other is taken.
#[jacobian]
fn poisonous(x: f64, y: f64) -> [f64; 4] {
    let a = if x > 0.0 { x.ln() * y } else { 0.0 };
    let b = if x >= 0.0 { x.sqrt() } else { y };
    let c = if x == 0.0 { 1.0 } else { x.sin() / x };
    let d = if y.abs() < 1e-300 { x } else { (x / y).acos() };
    [a, b * 2.0, c * y, d]
}

#[test]
fn arms_that_are_not_taken_leak_nothing() {
    for (x, y) in [(0.0, 0.0), (-1.0, 2.0), (0.0, 2.0), (2.0, 0.0), (-1.0, 0.0)] {
        let (value, jacobian) = poisonous_with_jacobian(x, y);
        assert_eq!(value, poisonous(x, y));
        let bad = jacobian
            .iter()
            .filter(|(row, _, entry)| !entry.is_finite() && *row != 1);
        assert_eq!(bad.count(), 0, "at ({x}, {y}): {jacobian:?}");
    }
}

/// The user's own code runs in the arm taken, and nowhere else.
#[jacobian(wrt(x))]
fn effects(x: f64, seen: &Cell<u32>) -> f64 {
    let note = |number: u32| {
        seen.set(seen.get() * 10 + number);
        f64::from(number)
    };
    let a = note(1);
    let y = if x > 0.0 {
        let b = note(2);
        x * b
    } else {
        let c = note(3);
        if x < -1.0 {
            return note(4) * x;
        }
        x - c
    };
    y * a + note(5)
}

#[test]
fn code_of_the_user_runs_in_its_arm() {
    for x in [1.0, -0.5, -2.0] {
        let (own, generated) = (Cell::new(0), Cell::new(0));
        let (value, _) = effects_with_jacobian(x, &generated);
        assert_eq!(value, effects(x, &own));
        assert_eq!(own.get(), generated.get(), "at {x}");
    }
}

#[test]
fn entries_that_agree_on_all_arms_are_constant() {
    #[jacobian]
    fn f(x: &[f64; 2]) -> [f64; 2] {
        let a = if x[0] > 0.0 {
            2.0 * x[0] + x[1]
        } else {
            2.0 * x[0] - x[1]
        };
        [a, x[1]]
    }
    assert_eq!(F_TEMPLATE, [2.0, 0.0, 1.0]);
    let (_, jacobian) = f_with_jacobian(&[-1.0, 1.0]);
    assert_eq!(jacobian.to_dense(), [[2.0, -1.0], [0.0, 1.0]]);
}

/// The norm has no derivative at zero, where the arm taken does not need one.
#[jacobian]
fn direction(x: &[f64; 2]) -> [f64; 2] {
    let norm = (x[0] * x[0] + x[1] * x[1]).sqrt();
    let scale = 2.0 * norm;
    if norm < 0.1 {
        return [1.0, x[0]];
    }
    [x[0] / scale, x[1] / norm]
}

#[jacobian]
fn sides(x: f64, y: f64) -> [f64; 3] {
    [
        x.max(0.0).sqrt(),
        (1.0 / x).min(y),
        (x.ln() * y).clamp(-1.0, 1.0),
    ]
}

#[test]
fn a_side_that_is_not_taken_contributes_nothing() {
    let (_, jacobian) = direction_with_jacobian(&[0.0, 0.0]);
    assert_eq!(jacobian.to_dense(), [[0.0, 0.0], [1.0, 0.0]]);
    check!(direction with direction_with_jacobian at [0.3, -0.4]);
    let (_, jacobian) = sides_with_jacobian(-1.0, 2.0);
    assert_eq!(jacobian.to_dense()[0], [0.0, 0.0]);
    let (_, jacobian) = sides_with_jacobian(0.0, 2.0);
    assert_eq!(jacobian.to_dense()[1], [0.0, 1.0]);
    assert_eq!(jacobian.to_dense()[2], [0.0, 0.0]);
}

/// A value that only the user's compiler knows may be infinite too, and so may the partial of a
/// rule.
#[jacobian(wrt(x), rule(root(x) => 0.5 / x.sqrt()))]
fn stretched(x: f64, h: f64) -> [f64; 2] {
    fn root(x: f64) -> f64 {
        x.sqrt()
    }
    let inverse = 1.0 / h;
    let slope = x * inverse;
    let depth = root(x);
    if h == 0.0 {
        return [0.0, 1.0];
    }
    [slope * slope, depth * h]
}

#[test]
fn a_side_that_is_not_taken_contributes_nothing_against_what_is_opaque() {
    let (value, jacobian) = stretched_with_jacobian(0.0, 0.0);
    assert_eq!(value, [0.0, 1.0]);
    assert_eq!(jacobian.to_dense(), [[0.0], [0.0]]);
    let (_, jacobian) = stretched_with_jacobian(4.0, 0.5);
    assert_eq!(jacobian.to_dense(), [[32.0], [0.125]]);
}

/// The root is NaN below two. The zero that wins over it is in an arm of the outer branch.
#[jacobian(wrt(q, x))]
fn nested(q: f64, x: f64, n: i32) -> (f64, f64) {
    let z = (q - 2.0).sqrt();
    if n < 0 {
        return (0.0, z + q * x);
    }
    let mut t = 0.0;
    if z > 0.0 {
        t = x * z;
    }
    (x, t)
}

#[test]
fn a_side_that_is_not_taken_inside_of_an_arm_contributes_nothing() {
    let jacobian = nested_jacobian(1.0, 0.5, 3).to_dense();
    assert_eq!(jacobian, [[0.0, 1.0], [0.0, 0.0]]);
    let jacobian = nested_jacobian(6.0, 0.5, 3).to_dense();
    assert_eq!(jacobian, [[0.0, 1.0], [0.125, 2.0]]);
}
