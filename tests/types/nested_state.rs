//! Methods of a field that read and write fields of their own, which the struct around has as well.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod control {
    #[derive(Clone, Copy)]
    pub(super) struct Integrator {
        pub(super) sum: f64,
        pub(super) n: usize,
        pub(super) gain: f64,
    }

    /// Its `n` and `gain` are others than those of the integrator.
    #[derive(Clone, Copy)]
    pub(super) struct Controller {
        pub(super) n: usize,
        pub(super) gain: f64,
        pub(super) inner: Integrator,
    }

    impl Integrator {
        fn add(&mut self, e: f64) {
            self.sum += e * self.gain;
            self.n += 1;
        }

        fn mean(&self) -> f64 {
            assert!(self.n > 0, "{} are too few", self.n);
            let mut powers = 0.0;
            for k in 0..self.n {
                powers += self.sum * k as f64;
            }
            if self.gain > 1.0 {
                powers += 1.0;
            }
            self.sum / self.n as f64 + self.gain.sin() * powers
        }
    }

    fn spread(of: &Integrator, by: f64) -> f64 {
        of.sum * by * (of.n + 1) as f64
    }

    impl Controller {
        #[jacobian(wrt(e), of(self.inner.sum))]
        pub(super) fn step(&mut self, e: f64) -> f64 {
            self.inner.add(e);
            let held = &mut self.inner;
            held.add(e * e);
            let spread = spread(&self.inner, self.gain);
            self.gain * self.inner.mean() + spread + self.n as f64
        }
    }
}

#[test]
fn a_method_of_a_field_reads_the_fields_of_that_field() {
    use control::{Controller, Integrator};
    for gain in [0.7, 1.6] {
        let start = Controller {
            n: 10,
            gain: 3.0,
            inner: Integrator {
                sum: 0.4,
                n: 2,
                gain,
            },
        };
        let after = |state: Controller| (state.inner.n, state.inner.sum.to_bits());
        let (mut plain, mut own) = (start, start);
        plain.step(0.3);
        own.step_jacobian(0.3);
        assert_eq!(after(own), after(plain));
        compare(
            "step",
            [0.3],
            |x| {
                let mut state = start;
                let value = state.step(x[0]);
                [value, state.inner.sum]
            },
            |x| {
                let mut state = start;
                let (value, jacobian) = state.step_with_jacobian(x[0]);
                ([value, state.inner.sum], jacobian.to_dense())
            },
        );
    }
}

/// An average that begins as a mean, as indicators of prices do. Questions about the state are
/// methods, which read fields that have changed.
#[jacobian_runtime::jacobian]
mod averages {
    #[derive(Clone, Copy)]
    pub(super) struct Seed {
        pub(super) sum: f64,
        pub(super) n: usize,
    }

    impl Seed {
        fn is_full(&self, period: usize) -> bool {
            self.n >= period
        }

        fn is_high(&self) -> bool {
            if self.n > 7 {
                return false;
            }
            self.sum > 1.0
        }

        fn push(&mut self, x: f64, period: usize) -> Option<f64> {
            self.sum += x;
            self.n += 1;
            (self.n == period).then(|| self.sum / period as f64)
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Average {
        pub(super) period: usize,
        pub(super) seed: Seed,
        pub(super) value: f64,
    }

    impl Average {
        /// The mean, or the value so far as an error.
        fn seeded_or_before(&mut self, x: f64) -> Result<f64, f64> {
            if self.seed.is_full(self.period) {
                return Err(self.value);
            }
            if let Some(mean) = self.seed.push(x, self.period) {
                self.value = mean;
            }
            Ok(self.value)
        }

        fn add(&mut self, x: f64) -> f64 {
            match self.seeded_or_before(x) {
                Ok(value) => value,
                Err(before) => {
                    let p = self.period as f64;
                    self.value = (before * (p - 1.0) + x) * (1.0 / p);
                    self.value
                }
            }
        }

        #[jacobian(wrt(x, self.seed.sum, self.value), of(self.seed.sum, self.value))]
        pub(super) fn update(&mut self, x: f64) -> Option<(f64, f64)> {
            let average = self.add(x);
            let more = if !self.seed.is_full(9) && self.seed.is_high() {
                self.seed.sum *= 2.0;
                average * x
            } else {
                x.sin()
            };
            (!average.is_nan()).then_some((average, more))
        }
    }
}

#[test]
fn methods_that_ask_read_what_has_changed() {
    use averages::{Average, Seed};
    for n in [0, 2, 3, 4, 8, 9] {
        for sum in [0.2, 1.4] {
            let with = |&[x, sum, value]: &[f64; 3]| {
                let seed = Seed { sum, n };
                let period = 3;
                (
                    x,
                    Average {
                        period,
                        seed,
                        value,
                    },
                )
            };
            let rows = |state: &Average, (average, more): (f64, f64)| {
                [average, more, state.seed.sum, state.value]
            };
            compare(
                "update",
                [0.3, sum, 0.7],
                |at| {
                    let (x, mut state) = with(at);
                    let value = state.update(x).unwrap();
                    rows(&state, value)
                },
                |at| {
                    let (x, mut state) = with(at);
                    let (value, jacobian) = state.update_with_jacobian(x).unwrap();
                    assert_eq!(state.seed.n, if n < 3 { n + 1 } else { n });
                    (rows(&state, value), jacobian.to_dense())
                },
            );
        }
    }
}

/// Methods in conditions take references to structs that are behind references themselves.
#[jacobian_runtime::jacobian]
mod distances {
    #[derive(Clone, Copy)]
    pub(super) struct Point {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl Point {
        fn is_near(&self, other: &Point, within: &f64) -> bool {
            self.distance(other) < *within
        }

        fn distance(&self, other: &Self) -> f64 {
            (self.x - other.x).hypot(self.y - other.y)
        }

        fn is_left_of(self, other: Self) -> bool {
            self.x < other.x
        }
    }

    fn are_apart(a: &Point, b: &Point, limit: &f64) -> bool {
        a.distance(b) > 1.0 && !b.is_near(a, limit)
    }

    #[jacobian(wrt(a, b, limit))]
    pub(super) fn drawn(a: &Point, b: &Point, limit: f64) -> [f64; 3] {
        let middle = Point {
            x: a.x * b.x,
            y: 0.5 * (a.y + b.y),
        };
        let held = &middle;
        [
            if a.distance(b) < 1.0 { a.x * b.y } else { b.y },
            if b.is_near(held, &limit) || middle.is_left_of(*a) {
                middle.x
            } else {
                held.y * a.x
            },
            if are_apart(a, held, &limit) {
                a.x
            } else {
                limit * b.x
            },
        ]
    }
}

#[test]
fn methods_in_conditions_are_lent_what_is_behind_references() {
    use distances::{Point, drawn, drawn_with_jacobian};
    let of = |&[x, y, z, w, limit]: &[f64; 5]| (Point { x, y }, Point { x: z, y: w }, limit);
    for at in [
        [0.3, 0.2, 0.7, 0.4, 0.9],
        [2.3, 0.2, -0.7, 1.4, 0.9],
        [-1.3, 1.2, 0.7, 0.4, 3.5],
    ] {
        compare(
            "drawn",
            at,
            |x| {
                let (a, b, limit) = of(x);
                drawn(&a, &b, limit)
            },
            |x| {
                let (a, b, limit) = of(x);
                let (value, jacobian) = drawn_with_jacobian(&a, &b, limit);
                (value, jacobian.to_dense())
            },
        );
    }
}
