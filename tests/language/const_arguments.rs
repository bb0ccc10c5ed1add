//! Const arguments of functions: `power::<3>(x)`, flags, and the values that options give.

use crate::support::check;

#[jacobian_runtime::jacobian]
mod powers {
    const FOUR: usize = 4;

    fn power<const N: usize>(x: f64) -> f64 {
        let mut product = 1.0;
        for _ in 0..N {
            product *= x;
        }
        product
    }

    fn through<const M: usize>(x: f64) -> f64 {
        power::<M>(x) + power::<1>(x)
    }

    fn arc<const UP: bool>(a: f64, b: f64) -> f64 {
        if UP { a * b } else { a + b.sin() }
    }

    #[jacobian]
    pub(super) fn by_turbofish(x: &[f64; 2]) -> f64 {
        let [a, b] = *x;
        power::<3>(a) * power::<FOUR>(b)
            + power::<{ FOUR - 2 }>(a)
            + through::<2>(b)
            + arc::<true>(a, b) * arc::<false>(b, a)
    }

    #[jacobian(const(UP = true, N = 3), wrt(x))]
    pub(super) fn by_options<const UP: bool, const N: usize>(x: &[f64; 2]) -> f64 {
        arc::<UP>(x[0], x[1]) * if UP { power::<N>(x[0]) } else { 1.0 }
    }

    pub(super) struct Turned<const UP: bool> {
        pub(super) k: f64,
    }

    impl<const UP: bool> Turned<UP> {
        fn value(&self, x: f64) -> f64 {
            if UP { self.k * x } else { x }
        }

        #[jacobian(const(UP = true), wrt(x))]
        pub(super) fn of_type(&self, x: &[f64; 2]) -> f64 {
            self.value(x[0]) * if UP { x[1] } else { 1.0 }
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Point {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    /// A parameter of which only some fields are followed, in an arm beside a value.
    #[jacobian(wrt(start.x, start.y))]
    pub(super) fn nearest(start: Point) -> Point {
        if start.x > 1.0 {
            return start;
        }
        let other = Point {
            x: start.x * start.y,
            y: 2.0,
        };
        if other.x > 0.5 { other } else { start }
    }
}

#[test]
fn const_arguments_are_known() {
    use powers::{by_options, by_options_with_jacobian, by_turbofish, by_turbofish_with_jacobian};
    let turned = powers::Turned::<true> { k: 1.5 };
    for at in [[0.7, 1.3], [1.2, 0.4]] {
        check!(by_turbofish with by_turbofish_with_jacobian at at);
        crate::support::compare(
            "by_options",
            at,
            |x| [by_options::<true, 3>(x)],
            |x| {
                let (value, jacobian) = by_options_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
        crate::support::compare(
            "of_type",
            at,
            |x| [turned.of_type(x)],
            |x| {
                let (value, jacobian) = turned.of_type_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[test]
fn a_parameter_meets_a_value_in_another_arm() {
    let point = |x: &[f64; 2]| powers::Point { x: x[0], y: x[1] };
    for at in [[0.7, 1.3], [1.2, 0.4], [0.2, 0.3]] {
        crate::support::compare(
            "nearest",
            at,
            |x| {
                let found = powers::nearest(point(x));
                [found.x, found.y]
            },
            |x| {
                let (found, jacobian) = powers::nearest_with_jacobian(point(x));
                ([found.x, found.y], jacobian.to_dense())
            },
        );
    }
}

#[jacobian_runtime::jacobian]
mod padded {
    struct Vector<const N: usize> {
        data: [f64; N],
    }

    impl<const N: usize> Vector<N> {
        fn ones() -> Self {
            Self { data: [1.0; N] }
        }

        fn sum(&self) -> f64 {
            self.data.iter().sum::<f64>() * N as f64
        }

        fn padded<const K: usize>(&self) -> Vector<K> {
            let mut padded = Vector::<K>::ones();
            for i in 0..2 {
                padded.data[i] = self.data[i];
            }
            padded
        }
    }

    /// A method whose result has another length than its receiver.
    #[jacobian]
    pub(super) fn resized(x: &[f64; 3]) -> f64 {
        let v = Vector { data: *x };
        v.padded::<4>().sum() * v.padded::<2>().sum() + v.sum()
    }
}

#[test]
fn a_method_names_other_instances_of_its_type() {
    use padded::{resized, resized_with_jacobian};
    check!(resized with resized_with_jacobian at [0.7, 1.3, 2.1]);
}

/// Const parameters of one name, which are different numbers in each object.
#[jacobian_runtime::jacobian]
mod grids {
    pub(super) trait Sized2<const R: usize, const C: usize> {
        fn rows(&self) -> usize {
            R
        }
        fn data(&self) -> &[f64];

        #[jacobian(const(U = 3), scalar(B = Grid<2, 3, 6>))]
        fn by_trait<const U: usize, B: Sized2<C, U>>(&self, b: &B) -> f64 {
            let mut sum = 0.0;
            for k in 0..b.rows() {
                sum += b.data()[k] * b.rows() as f64 * b.data()[k + 1];
            }
            sum
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Grid<const R: usize, const C: usize, const N: usize>(pub(super) [f64; N]);

    pub(super) type Flat = Grid<1, 6, 6>;

    impl<const R: usize, const C: usize, const N: usize> Sized2<R, C> for Grid<R, C, N> {
        fn data(&self) -> &[f64] {
            &self.0
        }
    }

    // The same parameters under each other's names.
    impl<const C: usize, const R: usize, const N: usize> Grid<C, R, N> {
        fn turned(&self) -> Grid<R, C, N> {
            Grid(self.0)
        }

        fn shape(x: f64) -> f64 {
            x.sin() * C as f64 + x * x * R as f64
        }
    }

    impl<const R: usize, const C: usize, const N: usize> Grid<R, C, N> {
        fn scaled(&self, x: f64) -> f64 {
            let times = |v: &f64| v * x * R as f64;
            self.0.iter().map(times).sum::<f64>() + x / C as f64
        }

        #[jacobian(const(R = 2, C = 3, N = 6), wrt(self.0, o.0, x))]
        pub(super) fn with_values(&self, o: &Grid<3, 1, 3>, x: f64) -> f64 {
            let turned = self.turned();
            self.scaled(x)
                + o.scaled(x) * o.rows() as f64
                + turned.scaled(x)
                + turned.turned().rows() as f64 * x
                + Grid::<4, 5, 1>::shape(x)
                + Flat::shape(x)
        }

        #[jacobian(wrt(x))]
        pub(super) fn for_all(&self, o: &Grid<3, 1, 3>, x: f64) -> f64 {
            self.scaled(x) * self.rows() as f64 + o.scaled(x) + o.turned().rows() as f64 * x
        }
    }
}

#[test]
fn a_const_parameter_is_that_of_its_object() {
    use grids::{Grid, Sized2};
    let grid = Grid::<5, 2, 1>([0.3]);
    crate::support::compare(
        "by_trait",
        [0.4, 1.1, -0.7, 0.2, 0.9, 1.3],
        |x| [grid.by_trait(&Grid::<2, 3, 6>(*x))],
        |x| {
            let (value, jacobian) = grid.by_trait_with_jacobian(&Grid(*x));
            ([value], jacobian.to_dense())
        },
    );
    let other = Grid([0.8, -0.6, 1.7]);
    crate::support::compare(
        "for_all",
        [0.7],
        |x| [Grid::<7, 9, 2>([0.1, 0.4]).for_all(&other, x[0])],
        |x| {
            let grid = Grid::<7, 9, 2>([0.1, 0.4]);
            let (value, jacobian) = grid.for_all_with_jacobian(&other, x[0]);
            ([value], jacobian.to_dense())
        },
    );
    let parts = |x: &[f64; 10]| {
        let grid = Grid([x[0], x[1], x[2], x[3], x[4], x[5]]);
        (grid, Grid([x[6], x[7], x[8]]), x[9])
    };
    crate::support::compare(
        "with_values",
        [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1],
        |x| {
            let (grid, other, x) = parts(x);
            [Grid::<2, 3, 6>::with_values(&grid, &other, x)]
        },
        |x| {
            let (grid, other, x) = parts(x);
            let (value, jacobian) = Grid::<2, 3, 6>::with_values_with_jacobian(&grid, &other, x);
            ([value], jacobian.to_dense())
        },
    );
}
