//! Lengths and defaults that the type of a result gives: `let v: Vector<3> = Vector::zero();`.

use crate::support::check;

#[jacobian_runtime::jacobian]
mod vectors {
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy)]
    struct Vector<const N: usize>([f64; N]);

    /// The parameter has another name here.
    impl<const M: usize> Vector<M> {
        fn filled(value: f64) -> Self {
            Vector([value; M])
        }

        fn pair(value: f64) -> (Self, Option<Vector<M>>) {
            (Vector::filled(value), Some(Self::filled(value * value)))
        }

        fn norm(&self) -> f64 {
            let mut sum = 0.0;
            for k in 0..M {
                sum += self.0[k] * self.0[k] * (k + 1) as f64;
            }
            sum.sqrt()
        }

        /// One with fewer elements, of the same struct.
        fn first(&self) -> Vector<2> {
            let two: Vector<2> = Vector::filled(self.0[0]);
            two + Vector([0.5, self.0[1]])
        }
    }

    impl<const N: usize> Add for Vector<N> {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Vector(std::array::from_fn(|k| self.0[k] + other.0[k]))
        }
    }

    impl<const N: usize> Mul<f64> for Vector<N> {
        type Output = Vector<N>;
        fn mul(self, k: f64) -> Vector<N> {
            Self(std::array::from_fn(|i| self.0[i] * k))
        }
    }

    impl<const N: usize> From<f64> for Vector<N> {
        fn from(value: f64) -> Self {
            Vector::filled(value)
        }
    }

    impl<const N: usize> std::iter::Sum for Vector<N> {
        fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
            items.fold(Vector::filled(0.0), |all, item| all + item)
        }
    }

    struct Both {
        short: Vector<2>,
        long: Vector<4>,
    }

    fn of_three(v: Vector<3>) -> f64 {
        v.norm()
    }

    fn returned(x: f64) -> Vector<3> {
        Vector::filled(x)
    }

    #[jacobian]
    pub(super) fn lengths(x: &[f64; 2]) -> [f64; 6] {
        let [a, b] = *x;
        let declared: Vector<3> = Vector::filled(a);
        let (one, other): (Vector<2>, Option<Vector<2>>) = Vector::pair(b);
        let both = Both {
            short: Vector::filled(a),
            long: Vector::filled(b),
        };
        let into: Vector<4> = (a * b).into();
        let sum: Vector<2> = [one, both.short, declared.first()].into_iter().sum();
        [
            of_three(Vector::filled(a * b)) + returned(b).norm(),
            (declared * b).norm(),
            one.norm() * other.unwrap().norm(),
            both.short.norm() * both.long.norm(),
            into.norm(),
            sum.norm(),
        ]
    }

    #[derive(Clone, Copy)]
    struct Law {
        power: i32,
        scale: f64,
    }

    impl Default for Law {
        fn default() -> Self {
            Law {
                power: 2,
                scale: 1.5,
            }
        }
    }

    #[derive(Clone, Copy, Default)]
    struct Pair<T> {
        both: [T; 2],
        weight: T,
    }

    impl<T: Copy> Pair<T> {
        fn put(&mut self, value: T) {
            self.both[1] = value;
        }
    }

    #[derive(Default)]
    struct State {
        pair: Pair<f64>,
        law: Law,
        path: Vec<f64>,
        last: Option<f64>,
        count: (f64, usize),
        name: String,
    }

    #[jacobian]
    pub(super) fn defaults(x: &[f64; 2]) -> [f64; 3] {
        let [a, b] = *x;
        let mut state = State {
            count: (a, 1),
            ..Default::default()
        };
        state.pair.put(b);
        state.path.push(a * state.law.scale);
        state.path.push(b.powi(state.law.power));
        state.last = state.last.or(Some(a * b));
        let mut pair = Pair::<f64>::default();
        pair.put(a);
        pair.weight += state.pair.both[1] + state.pair.both[0];
        let label = state.name.len() as f64;
        [
            pair.both[1] * pair.weight + label,
            state.path.iter().sum::<f64>() * state.count.0,
            state.last.unwrap_or(a) + state.count.1 as f64,
        ]
    }

    #[jacobian]
    pub(super) fn taken(x: &[f64; 2]) -> f64 {
        let mut state = State {
            path: vec![x[0], x[1]],
            last: Some(x[0]),
            ..Default::default()
        };
        state.pair.put(x[0] * x[1]);
        let mut law = Law {
            power: 3,
            scale: x[0],
        };
        let path = std::mem::take(&mut state.path);
        let last = std::mem::take(&mut state.last);
        let old = std::mem::take(&mut state.pair);
        let scale = std::mem::take(&mut law).scale;
        state.path.push(path[1] * law.scale);
        state.pair.weight += old.both[1] * old.both[1];
        state.path[0] * last.unwrap_or(0.0)
            + state.pair.both[1]
            + state.pair.weight
            + scale.powi(law.power)
    }
}

use vectors::{
    defaults, defaults_with_jacobian, lengths, lengths_with_jacobian, taken, taken_with_jacobian,
};

#[test]
fn the_type_of_a_result_says_its_lengths() {
    check!(lengths with lengths_with_jacobian at [0.7, 1.3]);
}

#[test]
fn derived_defaults_are_followed() {
    check!(defaults with defaults_with_jacobian at [0.7, 1.3]);
    check!(taken with taken_with_jacobian at [0.7, 1.3]);
}
