//! Names for `self` and for its parts, and conditions with effects: what is written through them
//! reaches the caller.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
mod stores {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Cell {
        pub(super) level: f64,
        pub(super) flows: [f64; 2],
    }

    impl Cell {
        fn fill(&mut self, v: f64) {
            self.level += v * v;
            self.flows[1] *= v;
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Store {
        pub(super) total: f64,
        pub(super) cell: Cell,
        pub(super) spare: Cell,
        pub(super) count: usize,
    }

    impl Store {
        #[jacobian(wrt(v), of(self.total, self.cell.level, self.cell.flows))]
        pub(super) fn split(&mut self, v: f64) -> f64 {
            let Self {
                total, cell, count, ..
            } = self;
            *total += v;
            cell.flows[0] *= *total;
            cell.fill(v);
            *count += 1;
            let Cell { flows: [a, b], .. } = cell;
            std::mem::swap(a, b);
            self.total * self.cell.level
        }

        #[jacobian(wrt(v))]
        pub(super) fn renamed(&mut self, v: f64) -> f64 {
            let store = self;
            store.total *= v;
            store.cell.flows = [v, v * v];
            store.cell.level -= v;
            store.count += 1;
            store.total
        }

        #[jacobian(wrt(v))]
        pub(super) fn either(&mut self, v: f64) -> f64 {
            let cell = if self.spare.level > 0.0 {
                &mut self.cell
            } else {
                &mut self.spare
            };
            cell.fill(v);
            cell.level *= 1.5;
            self.total = self.spare.level * v;
            self.cell.level
        }

        #[jacobian(wrt(v))]
        pub(super) fn passed_on(&mut self, v: f64) -> f64 {
            poured(self, v);
            let cell = &mut self.cell;
            topped(cell, v);
            opened(self).cell.flows[1] -= v;
            opened(self).cell.level = v * self.total;
            self.total
        }
    }

    fn opened(store: &mut Store) -> &mut Store {
        store.count += 1;
        store.total *= 1.5;
        store
    }

    fn poured(store: &mut Store, v: f64) {
        store.count += 3;
        store.total -= v * store.count as f64;
        store.cell.fill(v);
    }

    fn topped(cell: &mut Cell, v: f64) {
        let Cell { level, flows } = cell;
        *level *= v;
        for flow in flows.iter_mut() {
            *flow += *level;
        }
    }

    #[jacobian(wrt(v))]
    pub(super) fn of_parameter(store: &mut Store, v: f64) -> f64 {
        let Store { total, cell, .. } = store;
        cell.level *= v;
        cell.flows = [*total, v];
        *total = v * cell.level;
        store.total
    }
}

use stores::{Cell, Store, of_parameter, of_parameter_with_jacobian};

fn rows(value: f64, store: &Store) -> [f64; 8] {
    let [first, second] =
        [&store.cell, &store.spare].map(|cell| [cell.level, cell.flows[0], cell.flows[1]]);
    let [a, b, c] = first;
    let [d, e, f] = second;
    [value, store.total, a, b, c, d, e, f]
}

fn same<const N: usize>(
    name: &str,
    plain: impl Fn(&mut Store, f64) -> f64,
    generated: impl Fn(&mut Store, f64) -> (f64, [[f64; 1]; N]),
    changed: [usize; N],
) {
    for level in [0.7, -0.7] {
        let store = || Store {
            total: 1.3,
            cell: Cell {
                level: 0.3,
                flows: [0.4, -1.1],
            },
            spare: Cell {
                level,
                flows: [2.2, 0.8],
            },
            count: 2,
        };
        let run = |x: &[f64; 1]| {
            let mut store = store();
            let value = plain(&mut store, x[0]);
            (rows(value, &store), store.count)
        };
        compare(
            name,
            [0.9],
            |x| run(x).0,
            |x| {
                let mut store = store();
                let (value, jacobian) = generated(&mut store, x[0]);
                assert_eq!(store.count, run(x).1, "{name}");
                {
                    let mut entries = [[0.0]; 8];
                    for (row, entry) in changed.into_iter().zip(jacobian) {
                        entries[row] = entry;
                    }
                    (rows(value, &store), entries)
                }
            },
        );
    }
}

#[test]
fn names_for_self_and_its_parts_write_to_the_fields() {
    let split = |store: &mut Store, v: f64| {
        let (value, jacobian) = store.split_with_jacobian(v);
        (value, jacobian.to_dense())
    };
    same("split", Store::split, split, [0, 1, 2, 3, 4]);
    let renamed = |store: &mut Store, v: f64| {
        let (value, jacobian) = store.renamed_with_jacobian(v);
        (value, jacobian.to_dense())
    };
    same("renamed", Store::renamed, renamed, [0, 1, 2, 3, 4]);
    let either = |store: &mut Store, v: f64| {
        let (value, jacobian) = store.either_with_jacobian(v);
        (value, jacobian.to_dense())
    };
    same("either", Store::either, either, [0, 1, 2, 3, 4, 5, 6, 7]);
    let passed_on = |store: &mut Store, v: f64| {
        let (value, jacobian) = store.passed_on_with_jacobian(v);
        (value, jacobian.to_dense())
    };
    same("passed_on", Store::passed_on, passed_on, [0, 1, 2, 3, 4]);
    let of_parameter_too = |store: &mut Store, v: f64| {
        let (value, jacobian) = of_parameter_with_jacobian(store, v);
        (value, jacobian.to_dense())
    };
    same(
        "of_parameter",
        of_parameter,
        of_parameter_too,
        [0, 1, 2, 3, 4],
    );
}

#[jacobian]
mod conditions {
    struct Tank {
        level: f64,
        full: u32,
    }

    impl Tank {
        fn warm(&mut self, v: f64) -> &mut Self {
            self.level += v;
            self
        }

        fn add(&mut self, v: f64) -> bool {
            if self.level > 3.0 {
                return false;
            }
            self.level *= v;
            self.full += 1;
            true
        }

        fn is_low(&self) -> bool {
            self.level < 1.0
        }
    }

    /// Methods in conditions change their receivers.
    #[jacobian]
    pub(super) fn methods(x: &[f64; 2], n: usize) -> [f64; 3] {
        let mut tank = Tank {
            level: x[0],
            full: 0,
        };
        let mut gain = 0.5;
        for _ in 0..n {
            if tank.warm(x[1]).add(x[1]) {
                gain += 0.1;
            }
            if tank.add(1.5) && tank.is_low() {
                gain *= x[0];
            }
            assert!(tank.warm(0.1).full < 100);
        }
        [tank.level * gain, gain, f64::from(tank.full)]
    }

    fn next(v: &mut f64, by: f64) -> f64 {
        *v += by;
        *v
    }

    /// The right side changes `v` only if the left side does not decide.
    #[jacobian]
    pub(super) fn lazy(x: &[f64; 2]) -> [f64; 3] {
        let (mut v, mut w) = (x[0], x[1]);
        let y = if next(&mut v, -1.0) > 0.0 && next(&mut v, 10.0 * x[1]) > 12.0 {
            v
        } else {
            v * v
        };
        let both = next(&mut w, 1.0) > 2.0 || next(&mut w, x[0]) > 2.0;
        let mut steps = 0;
        while steps < 4 && next(&mut w, -0.3) > 0.0 && w < 9.0 {
            steps += 1;
            w *= x[0];
        }
        [y, if both { v } else { w }, w]
    }
}
use conditions::{lazy, lazy_with_jacobian, methods, methods_with_jacobian};

#[test]
fn conditions_have_effects_where_they_run() {
    for at in [[0.4, 0.7], [1.7, 0.2], [3.1, 1.9], [1.2, 1.3]] {
        check!(lazy with lazy_with_jacobian at at);
        for n in 0..4 {
            check!(methods with methods_with_jacobian at at; n);
        }
    }
}
