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
#[cfg(full)]
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
#[cfg(full)]
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

#[cfg(full)]
fn sine(x: f64) -> f64 {
    x.sin()
}

#[cfg(full)]
#[test]
fn rules_hold_in_long_bodies() {
    check!(many with many_with_jacobian at AT; 0.3);
    check!(chained with chained_with_jacobian at [0.1, 0.2, 0.3]; 0.75);
    check!(chained with chained_with_jacobian at [0.1, 0.2, 0.3]; 0.25);
}

/// A distribution of another crate: opaque, with methods.
struct Normal {
    mean: f64,
    deviation: f64,
}

impl Normal {
    fn cdf(&self, x: f64) -> f64 {
        // Not the true one, but smooth, with a loop that the attribute cannot follow.
        let (mut sum, mut term, mut n) = (0.5, self.z(x) * 0.4, 0.0);
        while f64::abs(term) > 1e-18 {
            sum += term / (2.0 * n + 1.0);
            n += 1.0;
            term *= -self.z(x).powi(2) / (2.0 * n);
        }
        sum
    }

    fn pdf(&self, x: f64) -> f64 {
        0.4 * (-0.5 * self.z(x).powi(2)).exp() / self.deviation
    }

    fn z(&self, x: f64) -> f64 {
        (x - self.mean) / self.deviation
    }

    /// Value and slope.
    fn both(&self, x: f64, steps: usize) -> (f64, [f64; 2], usize) {
        (self.cdf(x), [self.pdf(x), x * x], steps + 1)
    }
}

/// Another type with a method of the same name. It is taken by value.
#[derive(Clone, Copy)]
struct Logistic(f64);

impl Logistic {
    fn cdf(self, x: f64) -> f64 {
        1.0 / (1.0 + (-x * self.0).exp())
    }

    fn slope(self, x: f64) -> f64 {
        self.0 * self.cdf(x) * (1.0 - self.cdf(x))
    }
}

#[derive(Clone, Copy)]
struct Pair {
    low: f64,
    high: f64,
}

fn split(x: f64, k: f64) -> Pair {
    Pair {
        low: x.sin() * k,
        high: (x * k).cos(),
    }
}

#[jacobian(
    rule(Normal::cdf(self, x) => self.pdf(x)),
    rule(split(x, k) => Pair { low: (x.cos() * k, x.sin()), high: (-(x * k).sin() * k, -(x * k).sin() * x) }),
    rule(table::polar(r, a) => [(a.cos(), -r * a.sin()), (a.sin(), r * a.cos())]),
    rule(Normal::both(self, x, _) => (
        (self.pdf(x), 0.0),
        [(-(x - self.mean) * self.pdf(x) / self.deviation.powi(2), 0.0), (2.0 * x, 0.0)],
        _
    ))
)]
mod of_a_module {
    use super::table::polar as turned;
    use super::{Logistic, Normal, Pair, split, table};

    /// A method of a type that the module only knows as a field.
    pub(super) struct Market<F> {
        pub(super) normal: Normal,
        pub(super) boxed: std::sync::Arc<Normal>,
        pub(super) f: F,
    }

    /// The rule applies in functions that are inlined, of another module too.
    fn price(normal: &Normal, x: f64) -> f64 {
        normal.cdf(x) * deep::scaled(normal, x)
    }

    mod deep {
        pub(super) fn scaled(held: &super::Normal, v: f64) -> f64 {
            use_of(v) * super::Normal::cdf(held, v * 0.5)
        }

        fn use_of(v: f64) -> f64 {
            let [u, w] = super::table::polar(&v, 0.3);
            u * w
        }
    }

    #[jacobian]
    pub(super) fn of_parameters(x: &[f64; 3], normal: &Normal) -> [f64; 3] {
        let own = Normal {
            mean: normal.mean + 0.1,
            deviation: 1.5,
        };
        let Pair { low, high } = split(x[0], x[1]);
        let [u, v] = turned(&x[2], x[0]);
        [
            normal.cdf(x[0]) + own.cdf(x[1] * x[2]),
            price(&own, x[2]) * u,
            low * high + v,
        ]
    }

    #[jacobian]
    pub(super) fn of_several_results(x: &[f64; 3], normal: &Normal) -> [f64; 3] {
        let (value, [slope, square], count) = normal.both(x[0] * x[1], 2);
        let (again, ..) = Normal::both(normal, x[2], count);
        [value, slope * square * again, square * count as f64]
    }

    impl<F: Fn(f64) -> f64> Market<F> {
        #[jacobian(wrt(x), rule((self.f)(x) => x.cos()))]
        pub(super) fn of_fields(&self, x: &[f64; 3]) -> [f64; 3] {
            [
                self.normal.cdf(x[0]) * (self.f)(x[1]),
                self.inside(x[2]),
                (self.f)((self.f)(x[0] * x[2])),
            ]
        }

        fn inside(&self, v: f64) -> f64 {
            let held = &self.normal;
            held.cdf(v) + (self.f)(v * v)
        }

        #[jacobian(wrt(x), rule(self.boxed.cdf(x) => self.boxed.pdf(x)))]
        pub(super) fn of_a_place(&self, x: &[f64; 3]) -> [f64; 3] {
            [self.boxed.cdf(x[0]), self.boxed.cdf(x[1] * x[2]), x[2]]
        }
    }

    /// Its own rule is used before the module's. Two types have a method of this name.
    #[jacobian(
        rule(Normal::cdf(self, x) => self.pdf(x) + 0.0),
        rule(Logistic::cdf(self, x) => self.slope(x))
    )]
    pub(super) fn of_two_types(x: &[f64; 3], normal: &Normal, logistic: &Logistic) -> [f64; 3] {
        [
            normal.cdf(x[0]) * logistic.cdf(x[1]),
            Logistic::cdf(*logistic, x[2]),
            x[0],
        ]
    }
}

#[test]
fn a_rule_for_a_module_holds_for_objects_and_in_inlined_functions() {
    use of_a_module::{
        Market, of_parameters, of_parameters_with_jacobian, of_several_results,
        of_several_results_with_jacobian, of_two_types, of_two_types_with_jacobian,
    };
    let normal = || Normal {
        mean: 0.2,
        deviation: 1.1,
    };
    check!(of_parameters with of_parameters_with_jacobian at AT; &normal());
    check!(of_several_results with of_several_results_with_jacobian at AT; &normal());
    check!(of_two_types with of_two_types_with_jacobian at AT; &normal(), &Logistic(0.7));
    let market = Market {
        normal: normal(),
        boxed: std::sync::Arc::new(normal()),
        f: f64::sin,
    };
    compare(
        "Market::of_fields",
        AT,
        |x| market.of_fields(x),
        |x| {
            let (value, jacobian) = market.of_fields_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "Market::of_a_place",
        AT,
        |x| market.of_a_place(x),
        |x| {
            let (value, jacobian) = market.of_a_place_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
}

mod shelf {
    pub(crate) mod deep {
        pub(crate) fn wave(x: f64) -> (f64, f64) {
            (x.sin(), x.cos())
        }
    }
}

/// An import in the body, and two results of one argument.
#[jacobian(rule(shelf::deep::wave(x) => (x.cos(), -x.sin())))]
fn by_another_name(x: &[f64; 3]) -> [f64; 3] {
    use shelf::deep::wave as w;
    let (s, c) = w(x[0] * x[1]);
    let (t, _) = shelf::deep::wave(x[2]);
    [s * t, c, x[0] * s]
}

#[test]
fn a_rule_is_about_the_function_by_each_of_its_names() {
    check!(by_another_name with by_another_name_with_jacobian at AT);
}
