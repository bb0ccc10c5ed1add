//! Types as crates of geometry and colour write them: aliases with arguments, markers, traits of
//! operators, `impl` blocks from macros, and arrays of references.

use jacobian_runtime::jacobian;

use crate::support::compare;

/// After rays and colours that have markers.
#[jacobian]
mod rays {
    use std::marker::PhantomData;
    use std::ops::{Add, Mul, Sub};

    pub(super) trait Arithmetics
    where
        Self: Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Copy,
        for<'a> Self: Mul<&'a Self, Output = Self>,
    {
    }

    impl<T> Arithmetics for T
    where
        T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Copy,
        for<'a> T: Mul<&'a T, Output = T>,
    {
    }

    #[derive(Clone, Copy)]
    pub(super) struct Vector<S> {
        pub(super) x: S,
        pub(super) y: S,
    }

    impl<S: Arithmetics> Mul<S> for Vector<S> {
        type Output = Vector<S>;
        fn mul(self, k: S) -> Vector<S> {
            Vector {
                x: self.x * &k,
                y: self.y * k,
            }
        }
    }

    pub(super) struct Ray<S, D, O> {
        pub(super) origin: O,
        pub(super) direction: D,
        pub(super) scalar: PhantomData<S>,
    }

    /// The arguments are in another order.
    pub(super) type Ray2<S> = Ray<S, Vector<S>, [S; 2]>;
    pub(super) type Square<S> = [[S; 2]; 2];

    impl<S: Arithmetics> Ray2<S> {
        fn at(&self, t: S) -> [S; 2] {
            let step = self.direction * t;
            [self.origin[0] + step.x, self.origin[1] + step.y]
        }
    }

    #[jacobian]
    pub(super) fn far<S: Arithmetics>(ray: &Ray2<S>) -> S {
        let [x, y] = ray.at(ray.origin[1]);
        x * y - ray.direction.y
    }

    #[jacobian]
    pub(super) fn turned<S: Arithmetics>(matrix: Square<S>, v: [S; 2]) -> [S; 2] {
        let [[a, b], [c, d]] = matrix;
        [a * &v[0] + b * v[1], c * v[0] + d * v[1]]
    }
}

#[test]
fn aliases_have_arguments_and_markers_are_no_numbers() {
    use rays::{Ray2, Vector, far, turned};
    let ray = |x: &[f64; 4]| Ray2::<f64> {
        origin: [x[0], x[1]],
        direction: Vector { x: x[2], y: x[3] },
        scalar: std::marker::PhantomData,
    };
    // The columns are in the order of the definition.
    compare(
        "far",
        [0.5, -0.25, 1.5, 0.75],
        |x| [far(&ray(x))],
        |x| {
            let (value, jacobian) = rays::far_with_jacobian(&ray(x));
            let dense = jacobian.to_dense();
            ([value], dense)
        },
    );
    let matrix = |x: &[f64; 6]| [[x[0], x[1]], [x[2], x[3]]];
    compare(
        "turned",
        [0.5, -0.25, 1.5, 0.75, 2.0, 3.0],
        |x| turned(matrix(x), [x[4], x[5]]),
        |x| {
            let (value, jacobian) = rays::turned_with_jacobian(matrix(x), [x[4], x[5]]);
            (value, jacobian.to_dense())
        },
    );
}

/// After vectors and rotors that one macro makes for several scalars.
#[jacobian]
mod rotors {
    macro_rules! rotors {
        ($($name:ident => $t:ty),+) => { $(
            #[derive(Clone, Copy)]
            pub(super) struct $name {
                pub(super) s: $t,
                pub(super) xy: $t,
            }

            impl $name {
                #[jacobian(wrt(self.s, self.xy, v), dim(v = [2, 2]))]
                pub(super) fn rotate(self, v: &mut [[$t; 2]]) {
                    let s2 = self.s * self.s - self.xy * self.xy;
                    let sxy = self.s * self.xy;
                    for [x, y] in v {
                        let twice = *y + *y;
                        *y = *y * s2 - (*x + *x) * sxy;
                        *x = *x * s2 + twice * sxy;
                    }
                }
            }
        )+ };
    }

    rotors!(Rotor => f64, Small => f32);
}

#[test]
fn attributes_in_a_macro_of_the_module_are_seen() {
    use rotors::{Rotor, Small};
    let list = |x: &[f64; 6]| [[x[2], x[3]], [x[4], x[5]]];
    let rotor = |x: &[f64; 6]| Rotor { s: x[0], xy: x[1] };
    compare(
        "rotate",
        [0.8, 0.6, 0.5, -0.25, 1.5, 0.75],
        |x| {
            let mut v = list(x);
            rotor(x).rotate(&mut v);
            [v[0][0], v[0][1], v[1][0], v[1][1]]
        },
        |x| {
            let mut v = list(x);
            let jacobian = rotor(x).rotate_with_jacobian(&mut v);
            ([v[0][0], v[0][1], v[1][0], v[1][1]], jacobian.to_dense())
        },
    );
    let mut v = [[1.0_f32, 2.0], [0.0, 1.0]];
    let small = Small { s: 1.0, xy: 0.0 };
    let jacobian = small.rotate_with_jacobian(&mut v);
    assert_eq!(jacobian.to_dense()[0][..3], [2.0, 4.0, 1.0]);
}

#[jacobian]
mod faces {
    #[jacobian]
    pub(super) fn area(corners: [&[f64; 2]; 3]) -> f64 {
        let mut twice = 0.0;
        for i in 0..3 {
            let (one, next) = (corners[i], corners[(i + 1) % 3]);
            twice += one[0] * next[1] - one[1] * next[0];
        }
        corners.iter().map(|corner| corner[0].sin()).sum::<f64>() * twice / 2.0
    }
}

#[test]
fn an_array_may_hold_references_to_points() {
    use faces::{area, area_with_jacobian};
    compare(
        "area",
        [0.0, 0.25, 1.0, 0.5, 0.75, 2.0],
        |x| [area([&[x[0], x[1]], &[x[2], x[3]], &[x[4], x[5]]])],
        |x| {
            let corners = [&[x[0], x[1]], &[x[2], x[3]], &[x[4], x[5]]];
            let (value, jacobian) = area_with_jacobian(corners);
            ([value], jacobian.to_dense())
        },
    );
}
