//! Loops and blocks with labels, left from inside of others.

use jacobian_runtime::jacobian;

use crate::support::check;

const POINTS: [[f64; 4]; 6] = [
    [0.7, 1.3, 2.1, -0.4],
    [2.7, 1.3, 0.1, 0.4],
    [-0.7, -1.3, -2.1, 0.9],
    [0.1, 0.2, 0.3, 0.4],
    [1.1, 0.9, 1.3, 0.7],
    [-1.1, 3.9, -1.3, 2.7],
];

#[jacobian]
fn loops(x: &[f64; 4]) -> [f64; 3] {
    let mut y = [0.0, 1.0, 0.0];
    'rows: for i in 0..4 {
        for j in 0..4 {
            if i == j {
                continue;
            }
            if x[j] > x[i] + 1.0 {
                y[1] *= 1.0 + x[j] * x[j];
                continue 'rows;
            }
            if y[0] > 6.0 {
                y[2] += x[i];
                break 'rows;
            }
            y[0] += x[i] * x[j] + 1.0;
        }
        y[2] += x[i] * x[i];
    }
    y
}

#[jacobian]
fn blocks(x: &[f64; 4]) -> [f64; 3] {
    let a = 'a: {
        if x[0] < 0.0 {
            break 'a x[1] * x[1];
        }
        let r = x[0].sqrt();
        if r > 1.5 {
            break 'a r;
        }
        r * x[2]
    };
    let mut b = x[3];
    'b: {
        if x[1] > 1.0 {
            b *= x[1];
            if x[2] > 1.0 {
                break 'b;
            }
            b += x[2];
        }
        b *= x[0];
    }
    let c = 'outer: {
        let inner = 'inner: {
            if x[0] > x[1] {
                break 'outer x[0] * x[1];
            }
            if x[2] > x[3] {
                break 'inner x[2];
            }
            x[3] * x[3]
        };
        inner * x[0]
    };
    [a, b, c]
}

#[jacobian]
fn returning(x: &[f64; 4]) -> f64 {
    let first = |limit: f64| 'found: {
        for v in x {
            if *v > limit {
                break 'found *v * limit;
            }
            if *v < -2.0 {
                return *v;
            }
        }
        0.5
    };
    let mut sum = 0.0;
    'outer: for i in 0..3 {
        for v in &x[i..] {
            sum += match *v {
                v if v > 2.0 => break 'outer,
                v if v < 0.0 => continue 'outer,
                v if sum > 5.0 => return v * sum,
                v => v * v,
            };
        }
    }
    sum + first(x[0]) * first(1.0)
}

#[jacobian(wrt(x))]
fn inactive(x: &[f64; 4], table: &[[u32; 3]], n: usize) -> f64 {
    let mut found = 0;
    'search: for row in table {
        for v in row {
            if *v as usize > n {
                found = *v;
                break 'search;
            }
        }
    }
    let mut s = 0.0;
    'outer: for i in 0..4 {
        for j in 0..i {
            if i + j > n {
                continue 'outer;
            }
            s += x[i] * x[j];
        }
    }
    s * f64::from(found)
}

#[test]
fn labels_say_what_is_left() {
    for at in POINTS {
        check!(loops with loops_with_jacobian at at);
        check!(blocks with blocks_with_jacobian at at);
        compare_one(at);
        for n in 0..5 {
            crate::support::compare(
                "inactive",
                at,
                |x| [inactive(x, &[[0, 1, 2], [3, 4, 5]], n)],
                |x| {
                    let (value, jacobian) = inactive_with_jacobian(x, &[[0, 1, 2], [3, 4, 5]], n);
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

fn compare_one(at: [f64; 4]) {
    crate::support::compare(
        "returning",
        at,
        |x| [returning(x)],
        |x| {
            let (value, jacobian) = returning_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}

/// After a translation of old numerical code with its labels.
#[jacobian_runtime::jacobian]
mod translated {
    fn reduced(mut a: f64, b: f64) -> f64 {
        let mut w;
        'l60: {
            'l40: {
                if 2.0 < a {
                    break 'l40;
                }
                w = 0.0;
                if b < 8.0 {
                    break 'l60;
                }
                return a * a;
            }
            if 1000.0 < b {
                w = a * 2.0;
                return w * b;
            }
            let n = (a - 1.0) as i32;
            w = 1.0;
            for _ in 1..=n {
                a -= 1.0;
                w *= a / b;
            }
            w = w.ln();
        }
        w + b * a
    }

    /// A variable that only some of the paths to a label assign.
    #[jacobian]
    pub(super) fn from_labels(x: &[f64; 2]) -> f64 {
        reduced(x[0], x[1])
    }
}

#[test]
fn a_variable_keeps_its_value_on_the_way_to_an_outer_label() {
    use translated::{from_labels, from_labels_with_jacobian};
    for at in [[1.3, 3.0], [1.3, 9.0], [3.7, 2.0], [3.7, 2000.0]] {
        crate::support::check!(from_labels with from_labels_with_jacobian at at);
    }
}
