//! Opaque functions that may fail, with partials of the user's.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, 2.1];

/// A logarithm that nobody here looks into. It counts its calls.
fn logarithm(x: f64) -> Option<f64> {
    let mut n = 0;
    while n < 1 {
        n += 1;
    }
    (x > 0.0).then(|| x.ln() * f64::from(n))
}

/// A partial that must not run where there is no value.
fn slope(x: f64) -> f64 {
    assert!(x > 0.0, "no slope at {x}");
    1.0 / x
}

#[derive(Debug, PartialEq)]
struct Outside {
    at: f64,
}

fn quotient(x: &f64, y: f64) -> Result<[f64; 2], Outside> {
    let mut n = 0.0;
    while n < 1.0 {
        n += 1.0;
    }
    if y < 0.5 {
        return Err(Outside { at: y });
    }
    Ok([x / y * n, x * y])
}

#[jacobian(rule(logarithm(x) => Some(slope(x))))]
fn matched(x: &[f64; 3]) -> [f64; 4] {
    let first = match logarithm(x[0] - 1.0) {
        Some(y) if y > 0.2 => y * x[1],
        Some(y) => y * y,
        None => x[0] * x[2],
    };
    let second = if let Some(y) = logarithm(x[1]) {
        y * x[0]
    } else {
        2.0 * x[1]
    };
    let Some(third) = logarithm(x[2]) else {
        return [first, second, x[0], x[1]];
    };
    let mut sum = x[0];
    for _ in 0..2 {
        sum += logarithm(sum - 0.5).unwrap_or(x[1]);
    }
    [first, second, third * x[0], sum]
}

#[jacobian(rule(logarithm(x) => Some(slope(x))))]
fn chained(x: &[f64; 3]) -> Option<[f64; 3]> {
    let inside = logarithm(x[0] * x[1])?;
    let kept: f64 = x.iter().filter_map(|v| logarithm(*v - 1.0)).sum();
    let twice = logarithm(x[2])
        .and_then(logarithm)
        .map_or(x[1], |v| v * x[0]);
    Some([inside * x[2], kept, twice])
}

#[jacobian(rule(quotient(x, y) => Ok([(1.0 / y, -x / (y * y)), (y, x)])))]
fn failing(x: &[f64; 3]) -> Result<[f64; 3], Outside> {
    let [a, b] = quotient(&x[0], x[1])?;
    let c = match quotient(&a, x[2]) {
        Ok([c, d]) => c * d,
        Err(_) => x[2] * x[0],
    };
    Ok([a * b, c, b])
}

/// The error is the library's, and its result is that of the function.
#[jacobian(rule(quotient(x, y) => Ok([(1.0 / y, -x / (y * y)), (y, x)])))]
fn handed_on(x: &[f64; 2]) -> Result<[f64; 2], Outside> {
    quotient(&x[0], x[1])
}

struct Table {
    calls: Cell<usize>,
    from: f64,
}

impl Table {
    fn at(&self, t: f64) -> Option<(f64, usize)> {
        self.calls.set(self.calls.get() + 1);
        (t > self.from).then(|| (t.powi(3) - t, 3))
    }

    fn slope(&self, t: f64) -> f64 {
        assert!(t > self.from, "no slope at {t}");
        3.0 * t * t - 1.0
    }
}

trait Root {
    fn root(self) -> Option<f64>;
}

impl Root for f64 {
    fn root(self) -> Option<f64> {
        let mut n = 0;
        while n < 1 {
            n += 1;
        }
        (self >= 0.0).then(|| self.sqrt() * f64::from(n))
    }
}

struct Model<F> {
    table: Table,
    f: F,
}

impl<F: Fn(f64) -> Option<f64>> Model<F> {
    #[jacobian(
        wrt(x),
        rule(Table::at(self, t) => Some((self.slope(t), _))),
        rule((self.f)(x) => Some(x.cos())),
        rule(Root::root(self) => Some(0.5 / self.sqrt()))
    )]
    fn followed(&self, x: &[f64; 3]) -> [f64; 3] {
        let known = match self.table.at(x[0]) {
            Some((y, n)) => y * n as f64,
            None => x[0],
        };
        let called = if let Some(y) = (self.f)(x[1]) {
            y * x[0]
        } else {
            x[1] * x[1]
        };
        let root = (x[2] - 1.0).root().unwrap_or(x[2] * x[2]);
        [known * called, root, called]
    }
}

fn model() -> Model<impl Fn(f64) -> Option<f64>> {
    Model {
        table: Table {
            calls: Cell::new(0),
            from: 0.5,
        },
        f: |x: f64| (x > 1.0).then(|| x.sin()),
    }
}

#[test]
fn the_partials_apply_where_the_value_is_there() {
    for at in [AT, [1.9, 0.4, 0.6], [3.0, -1.0, 2.0], [0.2, 0.9, -1.0]] {
        check!(matched with matched_with_jacobian at at);
    }
}

#[test]
fn failures_pass_through() {
    for at in [AT, [1.9, 1.4, 1.6], [3.0, 1.2, 0.6]] {
        compare(
            "chained",
            at,
            |x| chained(x).unwrap(),
            |x| {
                let (value, jacobian) = chained_with_jacobian(x).unwrap();
                (value, jacobian.to_dense())
            },
        );
        compare(
            "failing",
            at,
            |x| failing(x).unwrap(),
            |x| {
                let (value, jacobian) = failing_with_jacobian(x).unwrap();
                (value, jacobian.to_dense())
            },
        );
    }
    assert!(chained_jacobian(&[-1.0, 1.0, 1.0]).is_none());
    let failed = failing_jacobian(&[1.0, 0.25, 1.0]).err();
    assert_eq!(failed, Some(Outside { at: 0.25 }));
    let dense = handed_on_jacobian(&[3.0, 2.0]).unwrap().to_dense();
    assert_eq!(dense, [[0.5, -0.75], [2.0, 3.0]]);
    assert_eq!(
        handed_on_jacobian(&[3.0, 0.0]).err(),
        Some(Outside { at: 0.0 })
    );
}

#[test]
fn methods_and_closures_in_fields_may_fail() {
    for at in [AT, [0.4, 0.9, 0.6], [0.9, 0.2, 1.5]] {
        let model = model();
        compare(
            "Model::followed",
            at,
            |x| model.followed(x),
            |x| {
                model.table.calls.set(0);
                let (value, jacobian) = model.followed_with_jacobian(x);
                assert_eq!(model.table.calls.get(), 1);
                (value, jacobian.to_dense())
            },
        );
    }
}
