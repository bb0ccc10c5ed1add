//! Fields that are not followed, and get values that are made of active numbers.

use jacobian_runtime::jacobian;

#[jacobian]
mod plant {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Mode {
        Off,
        On,
        Late(usize),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Controller {
        pub(super) on: bool,
        pub(super) count: usize,
        pub(super) mode: Mode,
        pub(super) gain: f64,
        pub(super) sum: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Plant {
        pub(super) controller: Controller,
        pub(super) scale: f64,
        pub(super) steps: i64,
    }

    impl Controller {
        fn update(&mut self, e: f64) -> f64 {
            self.on = e > 0.0;
            self.count += (e > 1.0) as usize;
            let late = self.count > 2 && e < 5.0;
            self.mode = if late {
                Mode::Late(self.count)
            } else if e > 0.5 {
                Mode::On
            } else {
                Mode::Off
            };
            if self.on {
                self.sum += e;
                self.count = 1 + e.floor() as usize;
            }
            let factor = match self.mode {
                Mode::Off => 1.0,
                Mode::On => 2.0,
                Mode::Late(n) => n as f64,
            };
            if self.on {
                self.gain * e * factor
            } else {
                self.sum * e
            }
        }
    }

    impl Plant {
        #[jacobian(wrt(x), of(self.controller.sum))]
        pub(super) fn step(&mut self, x: &[f64; 2]) -> f64 {
            let first = self.controller.update(x[0]);
            self.steps = if x[1] > first { 3 } else { -1 };
            let other = &mut self.controller;
            other.on = x[0] * x[1] < 1.0;
            let second = self.controller.update(first * x[1]);
            first * second * self.scale * self.steps as f64
        }
    }
}

#[test]
fn a_field_gets_a_flag_a_count_or_a_variant_of_active_numbers() {
    use plant::{Controller, Mode, Plant};
    let plant = Plant {
        controller: Controller {
            on: false,
            count: 2,
            mode: Mode::Off,
            gain: 0.7,
            sum: 0.3,
        },
        scale: 1.5,
        steps: 0,
    };
    for at in [[0.8, 1.3], [-0.4, 0.9], [3.2, 0.6], [1.4, -2.0], [0.3, 2.4]] {
        let run = |x: &[f64; 2]| {
            let mut plain = plant.clone();
            let value = plain.step(x);
            ([value, plain.controller.sum], plain)
        };
        let after = run(&at).1;
        crate::support::compare(
            "Plant::step",
            at,
            |x| run(x).0,
            |x| {
                let mut changed = plant.clone();
                let (value, jacobian) = changed.step_with_jacobian(x);
                assert_eq!(changed, after);
                ([value, changed.controller.sum], jacobian.to_dense())
            },
        );
    }
}

/// Tables that remember where the last search ended.
#[jacobian]
mod tables {
    use std::cell::Cell;

    use jacobian_runtime::jacobian;

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Hint {
        pub(super) at: usize,
        pub(super) misses: usize,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Table {
        pub(super) xs: Vec<f64>,
        pub(super) ys: Vec<f64>,
        pub(super) hint: Hint,
        pub(super) last: Option<usize>,
        pub(super) shared: Cell<usize>,
    }

    fn search(xs: &[f64], x: f64, from: usize, to: usize) -> usize {
        let (mut lo, mut hi) = (from, to);
        while hi > lo + 1 {
            let middle = (hi + lo) / 2;
            if xs[middle] > x {
                hi = middle;
            } else {
                lo = middle;
            }
        }
        lo
    }

    impl Hint {
        fn find(&mut self, xs: &[f64], x: f64) -> usize {
            if x < xs[self.at] {
                self.misses += 1;
                self.at = search(xs, x, 0, self.at);
            } else if x >= xs[self.at + 1] {
                self.misses += 1;
                self.at = search(xs, x, self.at, xs.len() - 1);
            }
            self.at
        }
    }

    impl Table {
        #[jacobian(wrt(x))]
        pub(super) fn at(&mut self, x: f64) -> f64 {
            let i = self.hint.find(&self.xs, x);
            let slope = (self.ys[i + 1] - self.ys[i]) / (self.xs[self.hint.at + 1] - self.xs[i]);
            self.ys[i] + slope * (x - self.xs[i])
        }

        #[jacobian(wrt(x))]
        pub(super) fn optional(&mut self, x: f64) -> f64 {
            let i = match self.last {
                Some(i) if x >= self.xs[i] && x < self.xs[i + 1] => i,
                _ => {
                    let i = search(&self.xs, x, 0, self.xs.len() - 1);
                    self.last = Some(i);
                    i
                }
            };
            self.ys[i] * x * self.xs[self.last.unwrap() + 1]
        }

        #[jacobian(wrt(x))]
        pub(super) fn by_cell(&self, x: f64) -> f64 {
            let mut i = self.shared.get();
            while x < self.xs[i] {
                i -= 1;
            }
            while x >= self.xs[i + 1] {
                i += 1;
            }
            self.shared.set(i);
            self.ys[i] * x * x
        }

        #[jacobian(wrt(x))]
        pub(super) fn sum(&mut self, x: &[f64; 2], n: usize) -> f64 {
            let mut sum = 0.0;
            for k in 0..n {
                let t = x[0] + k as f64 * x[1];
                sum += self.ys[self.hint.find(&self.xs, t)] * t * t;
            }
            sum
        }
    }

    #[jacobian(wrt(ys, x), dim(ys = 5))]
    pub(super) fn free(xs: &[f64], ys: &[f64], x: f64, hint: &mut Hint) -> f64 {
        let i = hint.find(xs, x);
        ys[i] + (ys[i + 1] - ys[hint.at]) * (x - xs[hint.at]) / (xs[i + 1] - xs[i])
    }
}

#[test]
fn an_index_is_kept_for_the_next_search() {
    use tables::{Hint, Table};
    let table = Table {
        xs: vec![0.0, 0.7, 1.5, 2.0, 3.0],
        ys: vec![0.3, 0.9, -0.4, 1.1, 2.0],
        hint: Hint { at: 1, misses: 0 },
        last: None,
        shared: std::cell::Cell::new(2),
    };
    type Pair = (
        fn(&mut Table, f64) -> f64,
        fn(&mut Table, f64) -> (f64, f64),
    );
    let pairs: [Pair; 3] = [
        (Table::at, |table, x| {
            let (value, jacobian) = table.at_with_jacobian(x);
            (value, jacobian.values()[0])
        }),
        (Table::optional, |table, x| {
            let (value, jacobian) = table.optional_with_jacobian(x);
            (value, jacobian.values()[0])
        }),
        (
            |table, x| table.by_cell(x),
            |table, x| {
                let (value, jacobian) = table.by_cell_with_jacobian(x);
                (value, jacobian.values()[0])
            },
        ),
    ];
    for (plain, generated) in pairs {
        let (mut one, mut other) = (table.clone(), table.clone());
        for x in [0.2, 1.7, 1.8, 2.9, 0.9] {
            let plain = |x: f64| (plain)(&mut table.clone(), x);
            crate::support::compare(
                "a table",
                [x],
                |x| [plain(x[0])],
                |x| {
                    let (value, entry) = generated(&mut table.clone(), x[0]);
                    ([value], [[entry]])
                },
            );
        }
        for x in [0.2, 1.7, 1.8, 2.9, 0.9] {
            let (value, _) = generated(&mut one, x);
            assert_eq!(value, plain(&mut other, x));
            assert_eq!(one, other);
        }
    }
    crate::support::compare(
        "Table::sum",
        [0.1, 0.8],
        |x| [table.clone().sum(x, 4)],
        |x| {
            let (value, jacobian) = table.clone().sum_with_jacobian(x, 4);
            ([value], jacobian.to_dense())
        },
    );
    crate::support::compare(
        "free",
        [0.3, 0.9, -0.4, 1.1, 2.0, 2.4],
        |x| {
            [tables::free(
                &table.xs,
                &x[..5],
                x[5],
                &mut table.hint.clone(),
            )]
        },
        |x| {
            let hint = &mut table.hint.clone();
            let found = tables::free_with_jacobian(&table.xs, &x[..5], x[5], hint);
            ([found.0], found.1.to_dense())
        },
    );
}

/// A list of indices beside the samples stays the user's, also where a helper writes an element.
#[jacobian]
mod windows {
    pub(super) struct Window {
        pub(super) values: Vec<f64>,
        pub(super) order: Vec<usize>,
        pub(super) n: usize,
    }

    impl Window {
        fn push(&mut self, value: f64) {
            let at = self.n % 3;
            self.values[at] = value;
            let mut place = self.n % 3;
            while place > 0 && self.values[self.order[place - 1]] < value {
                self.order[place] = self.order[place - 1];
                place -= 1;
            }
            self.order[place] = at;
            self.order[(self.n + 1) % 3] += 0;
            self.n += 1;
        }

        fn largest(&self) -> f64 {
            self.values[self.order[0]]
        }
    }

    pub(super) struct Limiter {
        pub(super) window: Window,
        pub(super) gain: f64,
    }

    impl Limiter {
        #[jacobian(wrt(x), of(self.window.values, self.gain), dim(self.window.values = 3))]
        pub(super) fn limited(&mut self, x: f64) -> f64 {
            self.window.push(x.abs());
            let largest = self.window.largest();
            self.gain = 0.5 * self.gain + 1.0 / (1.0 + largest);
            self.gain * x
        }
    }
}

#[test]
fn an_element_of_a_list_of_indices_is_assigned_through_a_helper() {
    use windows::{Limiter, Window};
    let start = |n: usize| Limiter {
        window: Window {
            values: vec![0.9, 0.4, 0.2],
            order: vec![0, 1, 2],
            n,
        },
        gain: 0.8,
    };
    let rows = |value: f64, limiter: &Limiter| {
        let values = &limiter.window.values;
        [value, values[0], values[1], values[2], limiter.gain]
    };
    for (n, x) in [(0, 0.3), (1, -1.4), (2, 0.7), (4, 0.5)] {
        let plain = |&[x]: &[f64; 1]| {
            let mut limiter = start(n);
            let value = limiter.limited(x);
            rows(value, &limiter)
        };
        crate::support::compare("limited", [x], plain, |&[x]| {
            let (mut limiter, mut expected) = (start(n), start(n));
            let (value, jacobian) = limiter.limited_with_jacobian(x);
            expected.limited(x);
            assert_eq!(limiter.window.order, expected.window.order);
            assert_eq!(limiter.window.n, expected.window.n);
            (rows(value, &limiter), jacobian.to_dense())
        });
    }
}
