//! `IntoIterator`, `DerefMut` and `Into` of one's own types; operators as functions.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod paths {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub(super) struct Point(pub(super) f64, pub(super) f64);

    pub(super) struct Path {
        pub(super) points: [Point; 3],
    }

    impl<'a> IntoIterator for &'a Path {
        type Item = &'a Point;
        type IntoIter = std::slice::Iter<'a, Point>;
        fn into_iter(self) -> Self::IntoIter {
            self.points.iter()
        }
    }

    impl IntoIterator for Path {
        type Item = Point;
        type IntoIter = std::array::IntoIter<Point, 3>;
        fn into_iter(self) -> Self::IntoIter {
            self.points.into_iter()
        }
    }

    impl<'a> IntoIterator for &'a mut Path {
        type Item = &'a mut Point;
        type IntoIter = std::slice::IterMut<'a, Point>;
        fn into_iter(self) -> Self::IntoIter {
            self.points.iter_mut()
        }
    }

    #[jacobian]
    pub(super) fn length(path: &Path) -> f64 {
        let mut sum = 0.0;
        let mut last: Option<&Point> = None;
        for p in path {
            if let Some(before) = last {
                sum += (p.0 - before.0).hypot(p.1 - before.1);
            }
            last = Some(p);
        }
        let mut moved = Path {
            points: path.points,
        };
        for p in &mut moved {
            p.0 *= p.1;
        }
        for Point(a, b) in moved {
            sum += a.sin() * b;
        }
        sum
    }
}

#[jacobian_runtime::jacobian]
mod vectors {
    use std::ops::{Add, Deref, DerefMut, Mul, Sub};

    use jacobian_runtime::jacobian;

    #[derive(Clone)]
    pub(super) struct State(pub(super) [f64; 3]);

    impl Deref for State {
        type Target = [f64; 3];
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }

    impl DerefMut for State {
        fn deref_mut(&mut self) -> &mut Self::Target {
            &mut self.0
        }
    }

    // A struct with operators or indices is a vector, and so an independent beside `k`.
    #[jacobian]
    pub(super) fn rates(s: &State, k: f64) -> [f64; 3] {
        let mut d = State([0.0; 3]);
        d[0] = k * (s[1] - s[0]);
        for (i, v) in s.iter().enumerate().skip(1) {
            d[i] += v * s[0];
        }
        d.swap(1, 2);
        for v in d.iter_mut() {
            *v /= k;
        }
        d.0
    }

    #[derive(Clone, Copy, Default)]
    pub(super) struct V {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl From<(f64, f64)> for V {
        fn from((x, y): (f64, f64)) -> Self {
            Self { x, y }
        }
    }

    impl From<[f64; 2]> for V {
        fn from(a: [f64; 2]) -> Self {
            Self { x: a[0], y: a[1] }
        }
    }

    impl Add for V {
        type Output = V;
        fn add(self, o: V) -> V {
            V {
                x: self.x + o.x,
                y: self.y + o.y,
            }
        }
    }

    impl Sub for V {
        type Output = V;
        fn sub(self, o: V) -> V {
            V {
                x: self.x - o.x,
                y: self.y - o.y,
            }
        }
    }

    impl Mul<V> for f64 {
        type Output = V;
        fn mul(self, v: V) -> V {
            V {
                x: self * v.x,
                y: self * v.y,
            }
        }
    }

    impl V {
        fn distance<P>(self, other: P) -> f64
        where
            P: Into<V>,
        {
            let d = other.into() - self;
            d.x.hypot(d.y)
        }

        fn dot(self, other: V) -> f64 {
            self.x * other.x + self.y * other.y
        }
    }

    pub(super) trait Statistics {
        fn mean(&self) -> f64;
    }

    impl Statistics for [f64] {
        fn mean(&self) -> f64 {
            self.iter().sum::<f64>() / self.len() as f64
        }
    }

    #[jacobian]
    pub(super) fn conversions(a: V, k: f64) -> [f64; 2] {
        let list = [a.x, a.y, k];
        let sum = [a, k * a, V::from((k, 1.0))]
            .into_iter()
            .fold(V::default(), Add::add);
        let dots: f64 = [a, sum].into_iter().map(|v| V::dot(v, a)).sum();
        let product = list.into_iter().fold(1.0, f64::mul);
        [
            a.distance((k, 0.3)) + sum.distance([a.x, 2.0]) + a.distance(sum),
            list[1..].mean() * dots + product,
        ]
    }
}

#[test]
fn own_sequences_are_those_of_their_lists() {
    use paths::{Path, Point, length, length_with_jacobian};
    let path = |x: &[f64; 6]| Path {
        points: [Point(x[0], x[1]), Point(x[2], x[3]), Point(x[4], x[5])],
    };
    compare(
        "length",
        [0.4, 0.6, 1.0, 2.0, 0.3, 0.1],
        |x| [length(&path(x))],
        |x| {
            let (value, jacobian) = length_with_jacobian(&path(x));
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn vectors_of_ones_own_are_independents_and_converted() {
    use vectors::{State, V, conversions, conversions_with_jacobian, rates, rates_with_jacobian};
    let state = |x: &[f64; 4]| State([x[0], x[1], x[2]]);
    compare(
        "rates",
        [1.3, 0.4, 0.2, 0.9],
        |x| rates(&state(x), x[3]),
        |x| {
            let (value, jacobian) = rates_with_jacobian(&state(x), x[3]);
            (value, jacobian.to_dense())
        },
    );
    let v = |x: &[f64; 3]| V { x: x[0], y: x[1] };
    compare(
        "conversions",
        [1.3, 0.4, 0.9],
        |x| conversions(v(x), x[2]),
        |x| {
            let (value, jacobian) = conversions_with_jacobian(v(x), x[2]);
            (value, jacobian.to_dense())
        },
    );
}
