//! Opaque functions with partials that the user supplies.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, 2.1];

/// A function that nobody here looks into: a series until it no longer changes.
fn bessel(x: f64) -> f64 {
    let (mut term, mut sum, mut k) = (1.0, 1.0, 1.0);
    while f64::abs(term) > 1e-17 * f64::abs(sum) {
        term *= -x * x / (4.0 * k * k);
        sum += term;
        k += 1.0;
    }
    sum
}

/// Minus its derivative.
fn bessel_one(x: &f64) -> f64 {
    let (mut term, mut sum, mut k) = (x / 2.0, x / 2.0, 1.0);
    while f64::abs(term) > 1e-17 * f64::abs(sum) {
        term *= -x * x / (4.0 * k * (k + 1.0));
        sum += term;
        k += 1.0;
    }
    sum
}

mod table {
    pub(super) fn flow(pressure: f64, area: f64, steps: usize) -> f64 {
        let mut flow = 0.0;
        let mut n = 0;
        while n < steps {
            flow += area * pressure.sqrt();
            n += 1;
        }
        flow
    }

    pub(super) fn polar(r: &f64, angle: f64) -> [f64; 2] {
        [r * angle.cos(), r * angle.sin()]
    }
}

#[jacobian(
    wrt(x),
    rule(
        bessel(v) => -bessel_one(&v),
        table::flow(p, a, _) => (0.5 * a * steps as f64 / p.sqrt(), p.sqrt() * steps as f64, 0.0),
    ),
    rule(table::polar(r, a) => [(a.cos(), -r * a.sin()), (a.sin(), r * a.cos())])
)]
fn ruled(x: &[f64; 3], steps: usize) -> [f64; 4] {
    let b = bessel(x[0] * x[1]);
    let [u, v] = table::polar(&x[2], b);
    let f = table::flow(x[1], 2.0, steps) * table::flow(u * u, x[0], steps);
    [
        b * bessel(2.0),
        u * v,
        f,
        if x[0] > 1.0 {
            bessel(x[2])
        } else {
            bessel(x[1]) + x[0]
        },
    ]
}

struct Spline {
    calls: Cell<f64>,
}

impl Spline {
    fn at(&self, t: f64) -> f64 {
        self.calls.set(self.calls.get() + 1.0);
        t.powi(3) - t
    }

    #[jacobian(rule(self.at(t) => 3.0 * t * t - 1.0))]
    fn twice(&self, x: &[f64; 3]) -> [f64; 2] {
        [self.at(x[0]) + self.at(x[0]), self.at(self.at(x[1]) * x[2])]
    }
}

#[test]
fn rules_are_applied_where_their_functions_are_called() {
    check!(ruled with ruled_with_jacobian at AT; 3);
    check!(ruled with ruled_with_jacobian at [1.7, 0.4, 0.9]; 2);
    let spline = Spline {
        calls: Cell::new(0.0),
    };
    compare(
        "Spline::twice",
        AT,
        |x| spline.twice(x),
        |x| {
            spline.calls.set(0.0);
            let (value, jacobian) = spline.twice_with_jacobian(x);
            assert_eq!(spline.calls.get(), 4.0);
            (value, jacobian.to_dense())
        },
    );
}

/// Long enough to be cut into functions, which see none of the parameters.
#[jacobian(wrt(x), rule(bessel(v) => -bessel_one(&v)))]
fn many(x: &[f64; 3], scale: f64) -> [f64; 3] {
    let mut y = *x;
    for round in 0..150 {
        for i in 0..3 {
            let called = if round < 10 {
                bessel(y[i] * scale)
            } else {
                (y[i] * scale).sin()
            };
            y[i] = called * 0.5 + y[(i + round) % 3] * 0.25 + x[i];
        }
    }
    y
}

/// Only calls, each with the result of the call before: all of them stay in one function. With
/// debug information rustc overflowed its stack on it.
#[jacobian(wrt(x), rule(sine(v) => v.cos() * scale / scale))]
fn chained(x: &[f64; 3], scale: f64) -> [f64; 3] {
    let mut y = *x;
    for round in 0..300 {
        for i in 0..3 {
            y[i] = sine(y[i]) * 0.5 + y[(i + round) % 3] * 0.25 + x[i];
        }
        if round == 100 && scale > 0.5 {
            y[0] += sine(y[1]);
        }
    }
    y
}

fn sine(x: f64) -> f64 {
    x.sin()
}

#[test]
fn rules_hold_in_long_bodies() {
    check!(many with many_with_jacobian at AT; 0.3);
    check!(chained with chained_with_jacobian at [0.1, 0.2, 0.3]; 0.75);
    check!(chained with chained_with_jacobian at [0.1, 0.2, 0.3]; 0.25);
}
