//! Traits that both numbers and structs implement: the arguments say which of them a parameter is.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod points {
    use jacobian_runtime::jacobian;

    pub(super) trait Coordinate: Copy {
        const WEIGHT: f64;
        fn make(parts: &[f64]) -> Self;
        fn len() -> usize;
        fn get(&self, i: usize) -> f64;
        fn dot(&self, other: &Self) -> f64 {
            let mut sum = 0.0;
            for i in 0..Self::len() {
                sum += self.get(i) * other.get(i);
            }
            sum
        }
    }

    impl Coordinate for f64 {
        const WEIGHT: f64 = 3.0;
        fn make(parts: &[f64]) -> f64 {
            parts[0]
        }
        fn len() -> usize {
            1
        }
        fn get(&self, _: usize) -> f64 {
            *self
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Point(pub(super) f64, pub(super) f64);

    impl Coordinate for Point {
        const WEIGHT: f64 = 5.0;
        fn make(parts: &[f64]) -> Point {
            Point(parts[0], parts[1])
        }
        fn len() -> usize {
            2
        }
        fn get(&self, i: usize) -> f64 {
            if i == 0 { self.0 } else { self.1 }
        }
    }

    fn weighted<P: Coordinate>(p: &P, q: &P) -> f64 {
        let mut sum = P::WEIGHT;
        for i in 0..P::len() {
            sum += p.get(i) * q.get(i);
        }
        sum * p.dot(q)
    }

    pub(super) struct Line<P>(pub(super) P);

    impl<P: Coordinate> Line<P> {
        fn at(&self, t: f64) -> f64 {
            self.0.get(0) * t + P::WEIGHT
        }

        #[jacobian]
        pub(super) fn of_number(&self, t: f64) -> f64 {
            self.at(t) * t
        }

        #[jacobian(prefix = of_point, scalar(P = Point))]
        pub(super) fn of_point(&self, t: f64) -> P {
            P::make(&[self.at(t) * t, P::WEIGHT])
        }

        #[jacobian(prefix = nearest_of_point, scalar(P = Point, Q = Point))]
        pub(super) fn nearest<Q: Coordinate>(&self, q: Q) -> Q {
            Q::make(&[self.0.get(1) * q.get(0) + Q::WEIGHT, q.get(1) * q.get(1)])
        }
    }

    #[jacobian]
    pub(super) fn of_both(a: f64, b: f64) -> f64 {
        let line = Line(Point(a, b));
        line.at(b) * Line(a).at(b) + weighted(&a, &b) + weighted(&line.0, &Point(b, 2.0))
    }

    #[jacobian(scalar(Q = Point))]
    pub(super) fn given<Q: Coordinate>(q: Q) -> f64 {
        weighted(&q, &q) * Q::len() as f64
    }
}

#[test]
fn a_trait_of_numbers_and_structs_is_that_of_the_argument() {
    use points::{Line, Point, given, given_with_jacobian, of_both, of_both_with_jacobian};
    let (number, line) = (Line(0.4), Line(Point(0.4, 0.9)));
    for at in [[0.3, 0.7], [-1.3, 0.4]] {
        compare(
            "of_both",
            at,
            |x| [of_both(x[0], x[1])],
            |x| {
                let (value, jacobian) = of_both_with_jacobian(x[0], x[1]);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "given",
            at,
            |x| [given(Point(x[0], x[1]))],
            |x| {
                let (value, jacobian) = given_with_jacobian(Point(x[0], x[1]));
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "nearest",
            at,
            |x| {
                let found = line.nearest(Point(x[0], x[1]));
                [found.0, found.1]
            },
            |x| {
                let (found, jacobian) = line.nearest_of_point_with_jacobian(Point(x[0], x[1]));
                ([found.0, found.1], jacobian.to_dense())
            },
        );
        compare(
            "of_number",
            [at[0]],
            |x| [number.of_number(x[0])],
            |x| {
                let (value, jacobian) = number.of_number_with_jacobian(x[0]);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "of_point",
            [at[0]],
            |x| {
                let found = line.of_point(x[0]);
                [found.0, found.1]
            },
            |x| {
                let (found, jacobian) = line.of_point_with_jacobian(x[0]);
                ([found.0, found.1], jacobian.to_dense())
            },
        );
    }
}

/// Structs with something else beside their numbers, in arrays, and ones that the function makes
/// without its variables.
#[jacobian]
mod units {
    use math::Real;

    pub(super) mod math {
        pub(super) use f64 as Real;
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub(super) enum Kind {
        Hue,
        #[default]
        Ratio,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub(super) struct Unit {
        pub(super) value: Real,
        pub(super) kind: Kind,
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    pub(super) struct Alpha {
        pub(super) value: Option<Unit>,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Units {
        pub(super) list: [Unit; 2],
        pub(super) alpha: Alpha,
        pub(super) name: String,
    }

    pub(super) struct Hsl {
        pub(super) units: Units,
    }

    fn hue(value: Real) -> Unit {
        Unit {
            value,
            kind: Kind::Hue,
        }
    }

    #[jacobian(wrt(hsl.units))]
    pub(super) fn turned(hsl: &Hsl, by: Real) -> Units {
        let [a, b] = hsl.units.list;
        let list = if a.kind == Kind::Hue {
            [hue(a.value * b.value + by * Real::EPSILON), Unit::default()]
        } else {
            [hue(b.value.sin()), hue(b.value)]
        };
        Units {
            list,
            alpha: Alpha::default(),
            name: hsl.units.name.clone(),
        }
    }

    pub(super) enum Split<T> {
        Pair(T, T),
        Nothing,
        All,
    }

    #[jacobian]
    pub(super) fn split(a: &Real, b: &Real) -> (Split<[Unit; 1]>, Option<f64>) {
        if *a > *b {
            return (Split::Nothing, None);
        }
        if *a == *b {
            return (Split::All, Some(1.0));
        }
        (Split::Pair([hue(a * b)], [hue(a.sin())]), Some(a / b))
    }
}

#[test]
fn arrays_of_structs_with_other_fields() {
    use units::{Alpha, Hsl, Kind, Split, Unit, Units, split, split_with_jacobian, turned};
    for kind in [Kind::Hue, Kind::Ratio] {
        let hsl = |x: &[f64; 2]| Hsl {
            units: Units {
                list: x.map(|value| Unit { value, kind }),
                alpha: Alpha::default(),
                name: "hsl".to_owned(),
            },
        };
        let rows = |units: Units| units.list.map(|unit| unit.value);
        compare(
            "turned",
            [0.7, 1.9],
            |x| rows(turned(&hsl(x), 2.0)),
            |x| {
                let (value, jacobian) = units::turned_with_jacobian(&hsl(x), 2.0);
                assert_eq!(value, turned(&hsl(x), 2.0));
                (rows(value), jacobian.to_dense())
            },
        );
    }
    let rows = |(split, quotient): (Split<[Unit; 1]>, Option<f64>)| match split {
        Split::Pair([a], [b]) => [a.value, b.value, quotient.unwrap()],
        Split::Nothing => [0.0, 0.0, 0.0],
        Split::All => [0.0, 0.0, quotient.unwrap()],
    };
    for at in [[0.4, 1.3], [1.3, 0.4]] {
        compare(
            "split",
            at,
            |[a, b]| rows(split(a, b)),
            |[a, b]| {
                let (value, jacobian) = split_with_jacobian(a, b);
                (rows(value), jacobian.to_dense())
            },
        );
    }
}
