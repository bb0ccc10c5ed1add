//! Types of inactive values that come from lists, maps, `Option`s and smart pointers of the
//! standard library: their methods are followed with active arguments.

use std::collections::BTreeMap;
use std::rc::Rc;

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod springs {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    pub(super) struct Spring {
        pub(super) k: f64,
    }

    impl Spring {
        fn force(&self, x: f64) -> f64 {
            self.k * x.sin()
        }
    }

    pub(super) struct Chain {
        pub(super) all: Vec<Spring>,
        pub(super) weights: Vec<f64>,
        pub(super) by_name: BTreeMap<String, Spring>,
        pub(super) maybe: Vec<Option<Spring>>,
        pub(super) numbers: BTreeMap<u32, f64>,
    }

    impl Chain {
        #[jacobian(wrt(x))]
        pub(super) fn paired(&self, x: &[f64; 3]) -> [f64; 3] {
            let weighted: f64 = self
                .all
                .iter()
                .zip(x)
                .map(|(s, x)| x * s.force(x * x))
                .sum();
            let beside: f64 = x.iter().zip(&self.all).map(|(x, s)| s.force(*x)).sum();
            let mut numbers = 0.0;
            for (s, w) in self.all.iter().zip(&self.weights) {
                numbers += w * s.force(x[0]);
            }
            [weighted, beside, numbers]
        }

        #[jacobian(wrt(x))]
        pub(super) fn found(&self, x: f64, k: usize) -> Option<[f64; 8]> {
            let largest = self.all.iter().max_by(|a, b| a.k.total_cmp(&b.k)).unwrap();
            let kth = self.all.get(k)?;
            let first = self.all.first().map_or(0.5, |s| s.force(x));
            let strong = if let Some(s) = self.all.iter().find(|s| s.k > 1.0) {
                s.force(x * x)
            } else {
                x
            };
            let at = match self.all.iter().position(|s| s.k > 1.0) {
                Some(at) => self.all[at].force(2.0 * x),
                None => -x,
            };
            let [a, .., b] = self.all.as_slice() else {
                return None;
            };
            let mut best = &self.all[0];
            for s in &self.all {
                if s.k < best.k {
                    best = s;
                }
            }
            Some([
                largest.force(x),
                kth.force(x),
                first + self.all.last().unwrap().force(x),
                strong,
                at,
                a.force(x) * b.force(x),
                best.force(x),
                self.all
                    .windows(2)
                    .map(|w| w[0].force(x) - w[1].force(x * x))
                    .sum(),
            ])
        }

        #[jacobian(wrt(x))]
        pub(super) fn held(&self, x: f64, shared: Rc<Spring>, one: Option<&Spring>) -> [f64; 8] {
            let named = self.by_name["left"].force(x);
            let others = self.by_name.get("right").map(|s| s.force(x)).unwrap_or(x);
            [
                named + others,
                self.by_name.values().map(|s| s.force(x)).sum(),
                self.maybe.iter().flatten().map(|s| s.force(x)).sum(),
                shared.force(x),
                self.numbers.get(&1).map(|k| k * x).unwrap_or(x * x),
                self.numbers.get(&7).map_or(x, |k| k * x * x),
                one.map(|s| s.force(x)).unwrap_or_default(),
                match one {
                    Some(Spring { k }) => k * x * x,
                    None => 1.0 / x,
                },
            ]
        }
    }
}

fn chain() -> springs::Chain {
    let spring = |k: f64| springs::Spring { k };
    springs::Chain {
        all: [0.7, 1.3, 0.4].map(spring).into(),
        weights: vec![2.0, 0.5],
        by_name: BTreeMap::from([("left".to_owned(), spring(0.9))]),
        maybe: vec![Some(spring(0.3)), None, Some(spring(1.9))],
        numbers: BTreeMap::from([(1, 2.0)]),
    }
}

#[test]
fn methods_of_items_beside_active_numbers_are_followed() {
    let chain = chain();
    compare(
        "paired",
        [0.7, -1.3, 0.4],
        |x| chain.paired(x),
        |x| {
            let (value, jacobian) = chain.paired_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn methods_of_what_is_found_are_followed() {
    let chain = chain();
    compare(
        "found",
        [0.7],
        |x| chain.found(x[0], 1).unwrap(),
        |x| {
            let (value, jacobian) = chain.found_with_jacobian(x[0], 1).unwrap();
            (value, jacobian.to_dense())
        },
    );
    assert!(chain.found_with_jacobian(0.7, 9).is_none());
}

#[test]
fn methods_of_what_maps_and_pointers_hold_are_followed() {
    let chain = chain();
    let shared = Rc::new(springs::Spring { k: 1.1 });
    for one in [None, Some(&chain.all[1])] {
        let held = |x: &[f64; 1]| chain.held(x[0], Rc::clone(&shared), one);
        compare("held", [0.7], held, |x| {
            let (value, jacobian) = chain.held_with_jacobian(x[0], Rc::clone(&shared), one);
            (value, jacobian.to_dense())
        });
    }
}

#[jacobian]
mod shared {
    use std::cell::RefCell;
    use std::sync::Mutex;

    pub(super) struct Layers {
        pub(super) weights: RefCell<Vec<f64>>,
        pub(super) table: Mutex<Vec<f64>>,
        pub(super) calls: RefCell<Vec<usize>>,
    }

    impl Layers {
        fn doubled(&self) -> Vec<f64> {
            self.weights.borrow().iter().map(|w| 2.0 * w).collect()
        }

        // What a loop borrows is given back behind it, where `borrow_mut` would panic otherwise.
        #[jacobian(wrt(x))]
        pub(super) fn sum(&self, x: f64) -> f64 {
            let mut sum = 0.0;
            for (i, w) in self.weights.borrow().iter().enumerate() {
                sum += w * x.powi(2) * i as f64;
            }
            for w in &*self.table.lock().unwrap() {
                sum += w * x;
            }
            for w in self.doubled().iter().skip(1) {
                sum = sum * w + x;
            }
            self.weights.borrow_mut().push(1.0);
            self.weights.borrow_mut().pop();
            self.calls
                .borrow_mut()
                .push(self.table.lock().unwrap().len());
            sum + self
                .weights
                .borrow()
                .iter()
                .map(|w| w * x.sin())
                .sum::<f64>()
        }
    }
}

#[test]
fn guards_are_dropped_behind_the_loop_that_borrows_from_them() {
    use shared::Layers;
    let layers = Layers {
        weights: vec![0.5, -1.5, 2.0].into(),
        table: vec![3.0, 0.25].into(),
        calls: Vec::new().into(),
    };
    compare(
        "Layers::sum",
        [0.7],
        |&[x]| [layers.sum(x)],
        |&[x]| {
            let (value, jacobian) = layers.sum_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}

/// A quaternion that is not active keeps its type through methods that show what is inside.
#[jacobian]
mod attitudes {
    use nalgebra::{Quaternion, UnitQuaternion, Vector3};

    pub(super) struct Frame {
        pub(super) turn: UnitQuaternion<f64>,
    }

    impl Frame {
        #[jacobian(wrt(v))]
        pub(super) fn turned(&self, v: &Vector3<f64>) -> [f64; 4] {
            let q = self.turn.as_ref();
            let h = q * (Quaternion::from_parts(0.0, *v) * q.conjugate());
            let p = Quaternion::from_parts(0.5, *v) * self.turn.into_inner().conjugate();
            [h[0], h[1] * p[2], h[2] + p[0], h[3] * p[3]]
        }
    }
}

#[test]
fn inactive_quaternions_are_factors_of_active_ones() {
    let turn = nalgebra::UnitQuaternion::from_euler_angles(0.1, 0.4, -0.7);
    let frame = attitudes::Frame { turn };
    let plain = |v: &[f64; 3]| frame.turned(&(*v).into());
    compare("turned", [0.4, -0.3, 0.9], plain, |v| {
        let (value, jacobian) = frame.turned_with_jacobian(&(*v).into());
        (value, jacobian.to_dense())
    });
}
