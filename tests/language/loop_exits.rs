//! Ways out of loops at run time: `break` with and without a value, `continue`, labels, `return`
//! and `?`, from the middle of an iteration and from loops inside.

use crate::dual::{agree, compile};
use crate::support::compare;

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn early(x: &[$T; 2], n: usize) -> [$T; 1] {
            let mut y = x[0];
            for i in 0..n {
                let z = (y + 0.1).sin();
                if z > 0.95 {
                    return [z * x[1]];
                }
                y = y * 1.1;
                if z < 0.2 {
                    break;
                }
                y = y + 0.05 * i as f64;
            }
            [y + x[1]]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn valued(x: &[$T; 2], tol: f64) -> [$T; 2] {
            let mut y = x[0];
            let root = loop {
                let z = y.cos();
                let d = (z - y).abs();
                if d > 100.0 {
                    break x[1];
                }
                y = z;
                if d < tol {
                    break 2.0 * y;
                }
            };
            [root + y, y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn skipped(x: &[$T; 2], data: &[f64]) -> [$T; 1] {
            let mut sum = x[1];
            for v in data {
                if *v < 0.0 {
                    continue;
                }
                let w = x[0] * v;
                if w > 1.0 {
                    sum += 1.0;
                    continue;
                }
                sum += w;
            }
            [sum]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn labelled(x: &[$T; 2], n: usize) -> [$T; 2] {
            let mut y = x[0];
            let mut sum = x[1];
            'rows: for i in 0..n {
                for j in 0..n {
                    if i + j == 5 {
                        continue 'rows;
                    }
                    y = y * 0.9 + 0.01 * j as f64;
                    if y < 0.3 {
                        break 'rows;
                    }
                    if y < 0.45 {
                        break;
                    }
                    sum += y;
                }
                sum = sum * 0.5;
            }
            [sum, y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn from_inside(x: &[$T; 2], limit: f64) -> [$T; 1] {
            let mut y = x[0];
            loop {
                let mut step = x[1];
                while step > 0.01 {
                    y = y + step;
                    if y > limit {
                        return [y * y];
                    }
                    step = step * 0.5;
                }
                if y < 0.0 {
                    break;
                }
            }
            [y]
        }

        /// The exits of a function that is inlined end in that function.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn in_a_helper(x: &[$T; 2], n: usize) -> [$T; 2] {
            fn first_above(start: $T, limit: f64, n: usize) -> $T {
                let mut y = start;
                for _ in 0..n {
                    if y > limit {
                        return y;
                    }
                    y = y * 1.5;
                }
                -1.0 * y
            }
            let a = first_above(x[0], 2.0, n);
            let b = first_above(x[1], 4.0, n);
            [a * b, a + b]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn popped(x: &[$T; 2], data: &[f64]) -> [$T; 1] {
            let mut stack = data.to_vec();
            let mut y = x[0];
            while let Some(v) = stack.pop() {
                y = y * v + x[1];
                if v > 2.0 {
                    stack.push(0.5 * v);
                }
            }
            [y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn by_iterator(x: &[$T; 2], data: &[f64]) -> [$T; 1] {
            let mut items = data.iter();
            let mut y = x[0];
            while let Some(v) = items.next() {
                y = y * v;
                let Some(w) = items.next() else { break };
                y = y + w * x[1];
            }
            [y]
        }

        /// A loop with a known number of iterations and a way out in each.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn unrolled_or_not(x: &[$T; 2], tol: f64) -> [$T; 2] {
            let mut a = x[0];
            for _ in 0..4 {
                a = a.sin();
                if a < tol {
                    break;
                }
            }
            let mut b = x[1];
            let mut k = 0;
            while k < 100 {
                b = b.sin();
                k += 1;
                if b < tol {
                    break;
                }
            }
            [a * k as f64, b]
        }

        /// What is not executed is NaN.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn guarded(x: &[$T; 2], data: &[f64]) -> [$T; 1] {
            let mut sum = x[1];
            for v in data {
                if *v > 0.0 {
                    sum += (x[0] * v).ln();
                } else {
                    sum += x[0];
                }
            }
            [sum]
        }
    };
}

compile!(programs, 2);

const DATA: [f64; 6] = [0.3, -0.2, 1.5, 3.5, 0.1, -1.0];

#[test]
fn loops_end_in_the_middle() {
    for n in [0, 1, 2, 30] {
        for at in [[0.7, 1.3], [0.02, 1.3], [-0.5, 0.2]] {
            agree!(early, early_with_jacobian at at; n);
            agree!(in_a_helper, in_a_helper_with_jacobian at at; n);
        }
        agree!(labelled, labelled_with_jacobian at [0.7, 1.3]; n);
        agree!(labelled, labelled_with_jacobian at [0.32, 1.3]; n);
    }
    for limit in [0.1, 1.0, 7.0] {
        agree!(from_inside, from_inside_with_jacobian at [0.7, 1.3]; limit);
    }
    agree!(from_inside, from_inside_with_jacobian at [-5.0, 1.3]; 3.0);
}

#[test]
fn loops_have_values() {
    for tol in [1e300, 0.1, 1e-9] {
        agree!(valued, valued_with_jacobian at [0.7, 1.3]; tol);
        agree!(valued, valued_with_jacobian at [170.0, 1.3]; tol);
        agree!(unrolled_or_not, unrolled_or_not_with_jacobian at [0.7, 1.3]; tol);
    }
    agree!(unrolled_or_not, unrolled_or_not_with_jacobian at [0.7, 1.3]; 0.5);
}

#[test]
fn items_are_skipped_and_taken() {
    for n in 0..=DATA.len() {
        agree!(skipped, skipped_with_jacobian at [0.7, 1.3]; &DATA[..n]);
        agree!(popped, popped_with_jacobian at [0.7, 1.3]; &DATA[..n]);
        agree!(by_iterator, by_iterator_with_jacobian at [0.7, 1.3]; &DATA[..n]);
        agree!(guarded, guarded_with_jacobian at [0.7, 1.3]; &DATA[..n]);
        // The logarithm is NaN, but only where the data say so.
        agree!(guarded, guarded_with_jacobian at [-0.7, 1.3]; &[-1.0, -2.0]);
        agree!(guarded, guarded_with_jacobian at [-0.7, 1.3]; &DATA[..n]);
    }
}

/// `?` and `return Err(..)` leave the generated function as they leave the user's.
#[jacobian_runtime::jacobian(wrt(x))]
fn fallible(x: &[f64; 2], data: &[&str]) -> Result<[f64; 2], std::num::ParseFloatError> {
    let mut y = *x;
    for text in data {
        let v: f64 = text.parse::<f64>()?;
        y = [y[1] * v, y[0] + v];
    }
    Ok(y)
}

#[jacobian_runtime::jacobian(wrt(x))]
fn refused(x: f64, limit: f64) -> Option<f64> {
    let mut y = x;
    let mut n = 0;
    while y < limit {
        y = y * y;
        n += 1;
        if n > 20 {
            return None;
        }
    }
    Some(y * f64::from(n))
}

#[test]
fn failures_leave_the_function() {
    let (value, jacobian) = fallible_with_jacobian(&[0.5, 2.0], &["2", "3"]).unwrap();
    assert_eq!(value, fallible(&[0.5, 2.0], &["2", "3"]).unwrap());
    assert_eq!(jacobian.to_dense(), [[3.0, 0.0], [0.0, 2.0]]);
    assert!(fallible_with_jacobian(&[0.5, 2.0], &["2", "three"]).is_err());
    let (value, jacobian) = refused_with_jacobian(1.5, 10.0).unwrap();
    assert_eq!(Some(value), refused(1.5, 10.0));
    let slope = 3.0 * 8.0 * 1.5_f64.powi(7);
    assert!((jacobian.values()[0] - slope).abs() < 1e-9 * slope);
    assert!(refused_with_jacobian(0.5, 10.0).is_none());
}

/// More items than branches may be nested, with ways out: a loop at run time over positions.
#[jacobian_runtime::jacobian]
#[allow(clippy::needless_borrow, reason = "as people write it")]
mod long {
    #[jacobian]
    pub(super) fn product(x: &[f64; 40], y: f64) -> f64 {
        let mut all = y;
        for v in x {
            if all > 3.0 {
                break;
            }
            if *v < 0.0 {
                continue;
            }
            all *= *v;
        }
        for (k, v) in (&x).iter().enumerate() {
            all += v * k as f64;
        }
        all
    }

    fn first(x: &[f64; 40], above: f64) -> Option<f64> {
        for &v in x.iter() {
            if v > above {
                return Some(v * v);
            }
        }
        None
    }

    #[jacobian]
    pub(super) fn searched(x: &[f64; 40], y: f64) -> f64 {
        first(x, y).unwrap_or(y * y) * y
    }
}

#[test]
fn long_lists_of_variables_are_left_early() {
    use long::{product, product_with_jacobian, searched, searched_with_jacobian};
    let mut at: [f64; 41] = std::array::from_fn(|i| 0.97 + 0.01 * (i as f64 * 1.7).sin());
    let split = |x: &[f64; 41]| (<[f64; 40]>::try_from(&x[..40]).unwrap(), x[40]);
    for (y, seventh) in [(2.5, 1.4), (0.7, -0.3), (2.9, 1.1), (1.3, 1.35)] {
        (at[7], at[40]) = (seventh, y);
        compare(
            "product",
            at,
            |x| [product(&split(x).0, split(x).1)],
            |x| {
                let (value, jacobian) = product_with_jacobian(&split(x).0, split(x).1);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "searched",
            at,
            |x| [searched(&split(x).0, split(x).1)],
            |x| {
                let (value, jacobian) = searched_with_jacobian(&split(x).0, split(x).1);
                ([value], jacobian.to_dense())
            },
        );
    }
}

/// Helpers that leave a loop with an `Option` or a `Result`.
#[jacobian_runtime::jacobian]
mod searches {
    fn first_above(data: &[f64], x: f64) -> Option<f64> {
        for d in data {
            if *d > x {
                return Some(*d - x * x);
            }
        }
        None
    }

    fn interpolated(t: f64, ts: &[f64], ys: &[f64]) -> Option<(f64, usize)> {
        for i in 1..ts.len() {
            if t < ts[i] {
                let w = (t - ts[i - 1]) / (ts[i] - ts[i - 1]);
                return Some((ys[i - 1] + w * (ys[i] - ys[i - 1]), i));
            }
        }
        None
    }

    fn root(mut x: f64, a: f64) -> Result<f64, String> {
        for _ in 0..100 {
            let f = x * x - a;
            if !f.is_finite() {
                return Err("overflow".to_string());
            }
            if f.abs() < 1e-12 {
                return Ok(x);
            }
            x -= f / (2.0 * x);
        }
        Err("no root".into())
    }

    /// The loop that fails is in one arm, and says nothing of what there is otherwise.
    fn series(x: f64, most: i32) -> Option<(f64, [f64; 2])> {
        let sum = if x > 1.0 {
            x.ln()
        } else {
            let (mut sum, mut term, mut i) = (0.0, x, 0);
            loop {
                i += 1;
                sum += term;
                term *= x / f64::from(i + 1);
                if term.abs() < 1e-14 {
                    break;
                }
                if i > most {
                    return None;
                }
            }
            sum
        };
        let square = sum * x;
        Some((square, [sum, x]))
    }

    #[jacobian(wrt(x))]
    pub(super) fn summed(x: &[f64; 2], most: i32) -> f64 {
        match series(x[0], most) {
            Some((square, [sum, last])) => square * x[1] + sum * last,
            None => x[1].cos() * x[0],
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn searched(x: &[f64; 3], ts: &[f64], ys: &[f64]) -> [f64; 3] {
        let above = first_above(ts, x[0]).unwrap_or(x[0] * x[0]);
        let between = match interpolated(x[1], ts, ys) {
            Some((y, i)) => y * i as f64,
            None => x[1] * 2.0,
        };
        let solved = match root(1.0, x[2]) {
            Ok(r) => r * x[0],
            Err(message) => message.len() as f64 * x[2],
        };
        [
            above,
            between,
            solved + root(1.0, -x[2]).unwrap_or(0.5) * x[1],
        ]
    }
}

#[test]
fn helpers_leave_loops_with_options_and_results() {
    use crate::support::check;
    use searches::{searched, searched_with_jacobian, summed, summed_with_jacobian};
    for (x, most) in [(0.7, 100), (1.3, 100), (0.7, 3)] {
        check!(summed with summed_with_jacobian at [x, 0.4]; most);
    }
    let (ts, ys) = ([0.0, 0.5, 1.0, 2.0], [1.0, 2.5, 1.5, 0.2]);
    for at in [[0.7, 1.3, 2.1], [2.2, 0.4, 0.3], [0.1, 2.9, 1.7]] {
        check!(searched with searched_with_jacobian at at; &ts, &ys);
        check!(searched with searched_with_jacobian at at; &[], &[]);
    }
}

#[jacobian_runtime::jacobian]
mod indices {
    pub(super) struct Table {
        pub(super) starts: [f64; 3],
        pub(super) values: [f64; 3],
    }

    impl Table {
        #[allow(
            clippy::redundant_else,
            reason = "the form of the source is what is tested"
        )]
        fn index(&self, x: f64) -> Result<usize, &'static str> {
            let mut i = 0;
            for v in self.starts {
                if x <= v {
                    return Ok(i);
                } else {
                    i += 1;
                }
            }
            return Err("above");
        }

        #[jacobian(wrt(x))]
        pub(super) fn at(&self, x: f64) -> Result<f64, &'static str> {
            let k = self.index(x)?;
            Ok(self.values[k] * x * x)
        }
    }

    fn index(x: f64, a: &[f64]) -> Result<usize, String> {
        for (i, v) in a.iter().enumerate() {
            if v.is_nan() {
                return Err(format!("nan at {i}"));
            }
            if x <= *v {
                return Ok(i);
            }
        }
        Err("above".to_string())
    }

    fn first(x: f64, a: &[f64]) -> Option<i32> {
        let mut n = 0;
        for v in a {
            if x * n as f64 > *v {
                return Some(n);
            }
            n += 2;
        }
        None
    }

    fn next(x: f64, a: &[f64]) -> Option<f64> {
        for v in a {
            if x < *v {
                return Some(*v * 2.0);
            }
            if *v < 0.0 {
                return Some(x);
            }
        }
        None
    }

    #[jacobian(wrt(x))]
    pub(super) fn looked_up(x: &[f64; 2], a: &[f64]) -> Result<f64, String> {
        let k = index(x[0], a)?;
        match index(x[1], a) {
            Ok(j) => Ok(a[k] * x[0] + a[j] * x[1]),
            Err(_) if k > 0 => Ok(x[0] * a[k]),
            Err(e) => Err(e),
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn optional(x: &[f64; 2], a: &[f64]) -> f64 {
        let k = first(x[0], a).unwrap_or(7);
        let y = match next(x[1], a) {
            Some(v) => v * x[0],
            None => x[1].sin(),
        };
        y + k as f64 * x[0] * x[1]
    }
}

#[test]
fn helpers_leave_loops_with_integers_of_run_time() {
    use crate::support::check;
    use indices::*;
    let table = Table {
        starts: [1.0, 2.0, 3.0],
        values: [0.5, -1.5, 2.5],
    };
    for x in [0.5, 1.5, 2.5] {
        let (value, jacobian) = table.at_with_jacobian(x).unwrap();
        assert_eq!(value, table.at(x).unwrap());
        let k = table.starts.iter().position(|v| x <= *v).unwrap();
        assert_eq!(jacobian.to_dense(), [[2.0 * table.values[k] * x]]);
    }
    assert_eq!(table.at_with_jacobian(9.0).unwrap_err(), "above");
    let all = [0.3, 0.9, 2.0, -1.0, 5.0];
    for at in [[0.2, 0.7], [0.7, 1.4], [1.4, 4.0], [0.25, 9.0], [1.7, 6.0]] {
        for a in [&all[..], &all[..3], &[]] {
            check!(optional with optional_with_jacobian at at; a);
            match looked_up(&at, a) {
                Ok(_) => compare(
                    "looked_up",
                    at,
                    |x| [looked_up(x, a).unwrap()],
                    |x| {
                        let (value, jacobian) = looked_up_with_jacobian(x, a).unwrap();
                        ([value], jacobian.to_dense())
                    },
                ),
                Err(error) => assert_eq!(looked_up_with_jacobian(&at, a).unwrap_err(), error),
            }
        }
    }
}
