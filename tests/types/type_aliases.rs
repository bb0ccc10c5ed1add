//! Other names of numbers, lists, tuples and matrices, as modules and functions give them.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod named {
    use nalgebra::{self as na, Matrix3, SVector};

    type Real = f64;
    type Triple = [Real; 3];
    pub(super) type State = SVector<Real, 3>;
    type Square<const N: usize> = na::SMatrix<f64, N, N>;
    type Pair<T> = (T, T);
    type Fallible<T> = Result<T, String>;
    type Vector3 = na::Vector3<f64>;

    struct Filter {
        state: State,
        gain: Square<3>,
    }

    impl Filter {
        const SCALE: Real = 2.0;

        fn step(&self, z: &State) -> State {
            self.state + self.gain * (z - self.state) * Self::SCALE
        }
    }

    fn scaled(x: Triple, k: Real) -> Pair<Real> {
        (x[0] * k, x[1] * Real::sin(x[2] as Real))
    }

    /// The types of this function are all other names.
    #[jacobian]
    pub fn lists(x: &Triple) -> Fallible<Pair<Real>> {
        type Local = [Real; 2];
        let y: Local = [x[0] * x[1], x[2]];
        let z: Triple = <Triple>::default();
        if y[1] < 0.0 {
            return Err("negative".to_owned());
        }
        let (a, b) = scaled(*x, y[0]);
        Ok((a + z[0], b * y[1] + Real::EPSILON))
    }

    #[jacobian]
    pub fn matrices(x: &State) -> State {
        let mut m = Square::<3>::identity();
        m[(0, 1)] = x[0];
        m[(2, 0)] = x[1] * x[2];
        let filter = Filter {
            state: Vector3::new(x[0], 1.0, x[2]),
            gain: m.transpose() * Matrix3::from_element(0.5) + Square::zeros(),
        };
        let one = State::repeat(1.0) + Vector3::zeros();
        filter.step(&(x + one)) + State::from_element(x.sum())
    }

    /// A parameter of this name is another type.
    #[jacobian]
    pub fn shadowed<Real: num_traits::Float>(x: &[Real; 3]) -> Real {
        x[0] * x[1] + Real::one() * x[2]
    }

    pub mod inner {
        // Another `Triple`, and one of the module around.
        type Triple = [f64; 2];
        use super::State;

        #[jacobian]
        pub fn other(x: &Triple) -> f64 {
            x[0] * x[1]
        }

        pub fn kept(x: &State) -> f64 {
            x[0]
        }
    }
}

#[test]
fn aliases_mean_their_types() {
    let at = [0.7, 1.3, 0.4];
    let lists = |x: &[f64; 3]| <[f64; 2]>::from(named::lists(x).unwrap());
    compare("lists", at, lists, |x| {
        let (value, jacobian) = named::lists_with_jacobian(x).unwrap();
        (value.into(), jacobian.to_dense())
    });
    assert!(named::lists_with_jacobian(&[1.0, 2.0, -1.0]).is_err());
    let state = |x: &[f64; 3]| named::State::from(*x);
    let value = |x: &[f64; 3]| named::matrices(&state(x)).into();
    compare("matrices", at, value, |x| {
        let (value, jacobian) = named::matrices_with_jacobian(&state(x));
        (value.into(), jacobian.to_dense())
    });
    compare(
        "shadowed",
        at,
        |x| [named::shadowed(x)],
        |x| {
            let (value, jacobian) = named::shadowed_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
    let other = named::inner::other_jacobian(&[2.0, 3.0]);
    assert_eq!(other.to_dense(), [[3.0, 2.0]]);
    assert!((named::inner::kept(&state(&at)) - 0.7).abs() < 1e-15);
}

type Rate = f64;

/// The attribute sees no alias here, and rustc checks that the variable is a number.
#[jacobian_runtime::jacobian(wrt(x, rate, scale))]
fn out_of_view(x: f64, rate: Rate, scale: &Rate) -> f64 {
    x * rate.sin() * *scale
}

#[test]
fn a_listed_variable_of_another_name_is_a_number() {
    compare(
        "out_of_view",
        [0.7, 1.3, 0.4],
        |x| [out_of_view(x[0], x[1], &x[2])],
        |x| {
            let (value, jacobian) = out_of_view_with_jacobian(x[0], x[1], &x[2]);
            ([value], jacobian.to_dense())
        },
    );
}

/// Aliases of aliases, which other modules import, and aliases without their arguments.
#[jacobian_runtime::jacobian]
mod passed {
    type Vector3<T> = [T; 3];
    type Pose<T> = (T, Vector3<T>);
    type Frame<T> = [Vector3<T>; 2];

    mod names {
        pub(super) type Square4<T> = nalgebra::Matrix4<T>;
    }

    fn frame(pose: Pose<f64>) -> Frame<f64> {
        let (w, [x, y, z]) = pose;
        [[w * x, y, z], [z, x * y, w]]
    }

    pub(super) mod angles {
        use super::frame;
        use super::names::Square4;
        use super::{Pose, Vector3};

        #[jacobian]
        pub(crate) fn turned(pose: Pose<f64>) -> Vector3<f64> {
            let [[a, b, c], [d, e, f]] = frame(pose);
            [a * b, c.atan2(d), e * f]
        }

        #[jacobian]
        pub(crate) fn viewed(near: f64, far: f64) -> f64 {
            let mut m = Square4::zeros();
            m[(0, 0)] = near / far;
            m[(3, 1)] = near * far;
            m[(0, 0)] * m[(3, 1)].sin() + m[(1, 1)]
        }
    }
}

#[test]
fn aliases_of_aliases_are_imported() {
    use passed::angles::{turned, turned_with_jacobian, viewed, viewed_with_jacobian};
    let pose = |x: &[f64; 4]| (x[0], [x[1], x[2], x[3]]);
    compare(
        "turned",
        [0.7, -1.3, 0.4, 1.9],
        |x| turned(pose(x)),
        |x| {
            let (value, jacobian) = turned_with_jacobian(pose(x));
            (value, jacobian.to_dense())
        },
    );
    compare(
        "viewed",
        [0.7, 1.9],
        |x| [viewed(x[0], x[1])],
        |x| {
            let (value, jacobian) = viewed_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}
