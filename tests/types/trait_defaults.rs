//! The attribute on a trait: default methods, for each type in view or inside of the trait.

use std::cell::Cell;

use jacobian_runtime::{Real, jacobian};

use crate::support::compare;

const AT: [f64; 2] = [0.7, 1.3];

#[jacobian]
mod flows {
    use num_traits::Float;

    use super::{Real, jacobian};

    pub(super) trait Base {
        const SCALE: f64;

        fn gain(&self) -> f64;

        fn twice(&self, x: f64) -> f64 {
            2.0 * x * self.gain() * Self::SCALE
        }
    }

    /// The attribute of the trait is about its default methods, and about what overrides them.
    #[jacobian]
    pub(super) trait Model: Base {
        fn rate(&self, x: f64) -> f64;

        fn step(&self, x: f64, mut h: f64) -> f64 {
            h *= 0.5;
            x + h * self.rate(self.twice(x))
        }

        fn name(&self) -> &'static str {
            "model"
        }
    }

    pub(super) struct Body {
        pub(super) mass: f64,
    }

    impl Base for Body {
        const SCALE: f64 = 3.0;

        fn gain(&self) -> f64 {
            self.mass
        }
    }

    impl Model for Body {
        fn rate(&self, x: f64) -> f64 {
            x.sin() / self.mass
        }
    }

    pub(super) mod other {
        use super::{Base, Model};

        pub(in super::super) struct Ball(pub(in super::super) f64);

        impl Base for Ball {
            const SCALE: f64 = 0.5;

            fn gain(&self) -> f64 {
                self.0
            }

            fn twice(&self, x: f64) -> f64 {
                x * x * self.0
            }
        }

        impl Model for Ball {
            fn rate(&self, x: f64) -> f64 {
                (-x).exp()
            }

            fn step(&self, x: f64, h: f64) -> f64 {
                x - h * self.rate(self.twice(x))
            }
        }

        #[allow(dead_code)]
        fn named(model: &impl Model) -> &'static str {
            model.name()
        }
    }

    /// The parameter of the trait is the dimension.
    pub(super) trait Flow<const N: usize> {
        #[jacobian(wrt(y))]
        fn rate(&self, t: f64, y: &[f64; N]) -> [f64; N];

        #[jacobian(wrt(y))]
        fn heun(&self, t: f64, h: f64, y: &[f64; N]) -> [f64; N] {
            let first = self.rate(t, y);
            let mut end = *y;
            for i in 0..N {
                end[i] += h * first[i];
            }
            let second = self.rate(t + h, &end);
            let mut out = *y;
            for i in 0..N {
                out[i] += 0.5 * h * (first[i] + second[i]);
            }
            out
        }
    }

    pub(super) struct Vdp {
        pub(super) mu: f64,
    }

    impl Flow<2> for Vdp {
        fn rate(&self, t: f64, y: &[f64; 2]) -> [f64; 2] {
            [y[1], self.mu * (t - y[0] * y[0]) * y[1] - y[0]]
        }
    }

    /// The parameter of the trait is the scalar.
    pub(super) trait Gain<T: Real> {
        fn gain_of(&self, x: T) -> T;

        #[jacobian]
        fn squared(&self, x: T) -> T {
            self.gain_of(self.gain_of(x))
        }
    }

    pub(super) struct Spring<T> {
        pub(super) k: T,
    }

    impl<T: Real> Gain<T> for Spring<T> {
        fn gain_of(&self, x: T) -> T {
            x.sin() * self.k
        }
    }

    /// The same with a trait of other people's.
    pub(super) trait Ratio<T: Float> {
        type State;

        fn ratio(&self, x: T) -> T;

        #[jacobian]
        fn shifted(&self, x: T) -> T {
            (self.ratio(x) + T::one()) / T::from(2.0).unwrap()
        }

        #[jacobian]
        fn fill_state(&self, x: &mut Self::State, k: T);
    }

    impl<T: Float> Ratio<T> for Spring<T> {
        type State = [T; 2];

        fn ratio(&self, x: T) -> T {
            x.powi(2) * self.k
        }

        fn fill_state(&self, x: &mut [T; 2], k: T) {
            x[0] = k.sin();
            x[1] = self.k;
        }
    }
}

#[test]
fn each_type_in_view_has_the_derivatives_of_default_methods() {
    use flows::Model as _;
    let body = flows::Body { mass: 1.7 };
    compare(
        "step of a body",
        AT,
        |x| [body.step(x[0], x[1])],
        |x| {
            let (value, jacobian) = body.step_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    assert_eq!(body.name(), "model");
    let ball = flows::other::Ball(0.8);
    compare(
        "an overridden step",
        AT,
        |x| [ball.step(x[0], x[1])],
        |x| {
            let (value, jacobian) = ball.step_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn parameters_of_the_trait_have_the_arguments_of_the_impl() {
    use flows::{Flow as _, Gain as _, Ratio as _};
    let vdp = flows::Vdp { mu: 0.9 };
    compare(
        "heun",
        AT,
        |y| vdp.heun(0.3, 0.1, y),
        |y| {
            let (value, jacobian) = vdp.heun_with_jacobian(0.3, 0.1, y);
            (value, jacobian.to_dense())
        },
    );
    assert_eq!(flows::Vdp::RATE_NNZ, 3);
    let spring = flows::Spring { k: 1.4 };
    compare(
        "squared",
        [0.4],
        |x| [spring.squared(x[0])],
        |x| {
            let (value, jacobian) = spring.squared_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
    let single = flows::Spring { k: 1.0_f32 };
    assert_eq!(single.squared_jacobian(0.0).to_dense(), [[1.0]]);
    compare(
        "shifted",
        [0.4],
        |x| [spring.shifted(x[0])],
        |x| {
            let (value, jacobian) = spring.shifted_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
    let mut state = [0.0; 2];
    let jacobian = spring.fill_state_jacobian(&mut state, 0.0);
    assert_eq!(jacobian.to_dense(), [[1.0], [0.0]]);
}

/// No type in view: the trait itself has the functions. It can still be `dyn`.
#[jacobian(order = reverse, jvp, hvp, linearize)]
trait Growth {
    fn rate(&self) -> f64;

    fn unserved(&self, x: f64) -> f64;

    fn half(&self, x: f64) -> f64 {
        x / 2.0 * self.rate()
    }

    fn grown(&self, x: f64, h: &[f64; 2]) -> f64 {
        x + self.rate() * x.ln() * h[0] * self.half(h[1])
    }
}

struct Yeast(f64);

impl Growth for Yeast {
    fn rate(&self) -> f64 {
        self.0
    }

    fn unserved(&self, x: f64) -> f64 {
        x
    }
}

struct Mould;

impl Growth for Mould {
    fn rate(&self) -> f64 {
        2.0
    }

    fn unserved(&self, x: f64) -> f64 {
        x
    }

    fn half(&self, x: f64) -> f64 {
        x * x
    }
}

fn grown_of<M: Growth + ?Sized>(model: &M, x: &[f64; 3]) -> ([f64; 1], [[f64; 3]; 1]) {
    let (value, jacobian) = model.grown_with_jacobian(x[0], &[x[1], x[2]]);
    ([value], jacobian.to_dense())
}

#[test]
fn a_trait_without_types_in_view_has_the_functions_itself() {
    let yeast = Yeast(1.3);
    let value = |x: &[f64; 3]| [yeast.grown(x[0], &[x[1], x[2]])];
    let at = [0.7, 1.3, -0.4];
    compare("grown", at, value, |x| grown_of(&yeast, x));
    let object: Box<dyn Growth> = Box::new(Yeast(1.3));
    compare("grown of an object", at, value, |x| grown_of(&*object, x));
    assert_eq!(object.unserved(2.0), 2.0);
    assert_eq!(GrowthDerivatives::GROWN_NNZ, 3);
    assert_eq!(yeast.half_jacobian(9.0).to_dense(), [[0.65]]);
    assert_eq!(yeast.half_jvp(9.0, &[2.0]), [1.3]);
    assert_eq!(object.half_hvp(9.0, &[2.0]), [0.0]);
}

#[test]
fn a_type_that_overrides_a_default_method_is_found() {
    let says = |run: fn()| {
        let payload = std::panic::catch_unwind(run).expect_err("it panics");
        payload
            .downcast_ref::<&str>()
            .is_some_and(|text| text.contains("is overridden here"))
    };
    assert!(says(|| {
        let _ = Mould.half_jacobian(3.0);
    }));
    // What computes another derivative looks as well.
    assert!(says(|| {
        let _ = Mould.half_jvp(3.0, &[1.0]);
    }));
    assert!(says(|| {
        let _ = Mould.half_hvp(3.0, &[1.0]);
    }));
    assert!(says(|| {
        Mould.half_linearize_into(3.0, &mut 0.0, &mut [0.0; GrowthDerivatives::HALF_LABELS]);
    }));
    // A method that the overridden one is called by, too.
    assert!(says(|| {
        let _ = Mould.grown_jacobian(3.0, &[1.0, 2.0]);
    }));
}

/// A required method with an active argument has a derivative by a rule.
#[jacobian(rule(self.rate(x) => self.rate_prime(x)))]
trait Law {
    const K: f64;

    fn rate(&self, x: f64) -> f64;
    fn rate_prime(&self, x: f64) -> f64;

    #[jacobian]
    fn step(&self, x: f64, h: f64) -> f64 {
        x + h * self.rate(x) * Self::K
    }

    fn other(&self, x: f64) -> f64 {
        self.rate(x.sqrt())
    }
}

struct Square {
    calls: Cell<u32>,
}

impl Law for Square {
    const K: f64 = 0.5;

    fn rate(&self, x: f64) -> f64 {
        self.calls.set(self.calls.get() + 1);
        x * x
    }

    fn rate_prime(&self, x: f64) -> f64 {
        2.0 * x
    }
}

#[test]
fn a_required_method_may_have_a_rule() {
    let square = Square {
        calls: Cell::new(0),
    };
    compare(
        "step by a rule",
        AT,
        |x| [square.step(x[0], x[1])],
        |x| {
            let (value, jacobian) = square.step_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    assert_eq!(square.other(4.0), 4.0);
}

/// A default method over dimensions of nalgebra that the `impl` chooses. A method has the name of
/// the trait's parameter, and the options give what the `impl` says as well.
#[jacobian]
mod filters {
    use nalgebra::allocator::Allocator;
    use nalgebra::base::storage::Owned;
    use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix, RealField, U2, U3, Vector};

    pub(super) trait Model<R: RealField, SS: Dim, OS: Dim>
    where
        DefaultAllocator: Allocator<SS, SS>
            + Allocator<OS, SS>
            + Allocator<SS, OS>
            + Allocator<OS, OS>
            + Allocator<SS>
            + Allocator<OS>,
    {
        fn h(&self) -> &Matrix<R, OS, SS, Owned<R, OS, SS>>;
        fn ht(&self) -> &Matrix<R, SS, OS, Owned<R, SS, OS>>;
        #[allow(non_snake_case)]
        fn R(&self) -> &Matrix<R, OS, OS, Owned<R, OS, OS>>;

        #[jacobian(wrt(p, y), scalar(R = f64), const(SS = 3, OS = 2), dim(y = 2))]
        fn gain(
            &self,
            p: &Matrix<R, SS, SS, Owned<R, SS, SS>>,
            y: &Vector<R, OS, Owned<R, OS>>,
        ) -> Option<Vector<R, OS, Owned<R, OS>>> {
            let r = self.R();
            let s = (self.h() * p * self.ht()) + r;
            let inverse = nalgebra::linalg::Cholesky::new(s)?.inverse();
            let gain: Matrix<R, OS, OS, _> = &inverse * r * &inverse.transpose();
            Some(gain * y)
        }
    }

    pub(super) struct Position<R: RealField> {
        pub(super) h: OMatrix<R, U2, U3>,
        pub(super) ht: OMatrix<R, U3, U2>,
        pub(super) noise: OMatrix<R, U2, U2>,
    }

    impl<R: RealField> Model<R, U3, U2> for Position<R> {
        fn h(&self) -> &OMatrix<R, U2, U3> {
            &self.h
        }
        fn ht(&self) -> &OMatrix<R, U3, U2> {
            &self.ht
        }
        fn R(&self) -> &OMatrix<R, U2, U2> {
            &self.noise
        }
    }
}

#[test]
fn the_dimensions_of_a_default_method_are_those_of_the_impl() {
    use filters::{Model, Position};
    use nalgebra::{Matrix2, Matrix2x3, Matrix3, Vector2};
    let h = Matrix2x3::new(1.0, 0.2, -0.3, 0.1, 0.8, 0.4);
    let noise = Matrix2::new(0.6, 0.1, 0.2, 0.5);
    let ht = h.transpose();
    let model = Position { h, ht, noise };
    let at = [1.2, 0.3, 0.1, 0.3, 0.9, 0.2, 0.1, 0.2, 1.1, 0.7, -0.4];
    let split = |x: &[f64; 11]| {
        (
            Matrix3::from_column_slice(&x[..9]),
            Vector2::new(x[9], x[10]),
        )
    };
    let plain = |x: &[f64; 11]| {
        let (p, y) = split(x);
        model.gain(&p, &y).map_or([f64::NAN; 2], Into::into)
    };
    crate::support::compare("gain", at, plain, |x| {
        let (p, y) = split(x);
        let (value, jacobian) = model.gain_with_jacobian(&p, &y).unwrap();
        (value.into(), jacobian.to_dense())
    });
}
