//! Methods of generic `impl` blocks: the scalar is a parameter of the block, with bounds of other
//! crates, of operators, or of a trait of the user's own.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod springs {
    use std::marker::PhantomData;
    use std::ops::{Add, Mul, Sub};

    use num_traits::Float;

    pub(super) struct Spring<T, U> {
        pub(super) stiffness: T,
        pub(super) rest: [T; 2],
        pub(super) unit: PhantomData<U>,
    }

    impl<T: Float, U> Spring<T, U> {
        fn stretched(&self, x: T, at: usize) -> T {
            (x - self.rest[at]) * T::from(0.5).unwrap()
        }

        #[jacobian]
        pub(super) fn force(&self, x: &[T; 2]) -> [T; 2] {
            let one = T::one();
            [
                self.stiffness * self.stretched(x[0], 0) + one / x[1],
                (self.stretched(x[1], 1) * x[0]).exp() - Float::powi(x[0], 2),
            ]
        }

        #[jacobian(wrt(self.stiffness, self.rest, x), dim(self.rest = 2))]
        pub(super) fn energy(&self, x: T) -> Option<T> {
            let (a, b) = (self.stretched(x, 0), self.stretched(x, 1));
            Some(self.stiffness * (a * a + b * b))
        }

        #[jacobian(prefix = single, scalar(T = f32))]
        #[jacobian]
        pub(super) fn alone(x: [T; 2]) -> T {
            x[0] * x[1].cos()
        }
    }

    impl<T: Copy, U> Spring<T, U> {
        /// The bounds of the method say that it is a number.
        #[jacobian]
        pub(super) fn mixed(&self, x: T, y: T) -> T
        where
            T: Add<Output = T> + Mul<Output = T> + Sub<Output = T>,
        {
            x * self.stiffness - y * (x + self.rest[1])
        }

        /// Nothing says so but the attribute.
        #[jacobian(scalar(T = f64))]
        pub(super) fn second(&self, x: [T; 2]) -> T {
            x[1]
        }
    }

    pub(super) trait Law<T> {
        fn law(&self, x: T, y: &[T; 2]) -> [T; 2];
    }

    #[jacobian]
    impl<T: Float + Copy, U> Law<T> for Spring<T, U> {
        fn law(&self, x: T, y: &[T; 2]) -> [T; 2] {
            [x * y[0] * self.stiffness, self.stretched(y[1], 0).sqrt()]
        }
    }

    pub(super) struct Plain {
        pub(super) k: f64,
    }

    #[jacobian]
    impl<T: Float> Law<T> for Plain {
        fn law(&self, x: T, y: &[T; 2]) -> [T; 2] {
            [x * y[0] * T::from(self.k).unwrap(), y[1].tanh() + x]
        }
    }
}

use springs::{Law, Plain, Spring};

fn spring(x: &[f64]) -> Spring<f64, u8> {
    Spring {
        stiffness: x[0],
        rest: [x[1], x[2]],
        unit: std::marker::PhantomData,
    }
}

#[test]
fn the_scalar_may_be_a_parameter_of_the_impl() {
    let body = spring(&[1.5, 0.25, -0.5]);
    for at in [[0.7, 1.3], [-0.4, 2.0]] {
        compare(
            "force",
            at,
            |x| body.force(x),
            |x| {
                let (value, jacobian) = body.force_with_jacobian(x);
                (value, jacobian.to_dense())
            },
        );
        compare(
            "alone",
            at,
            |x| [Spring::<f64, u8>::alone(*x)],
            |x| {
                let (value, jacobian) = Spring::<f64, u8>::alone_with_jacobian(*x);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "mixed",
            at,
            |x| [body.mixed(x[0], x[1])],
            |x| {
                let (value, jacobian) = body.mixed_with_jacobian(x[0], x[1]);
                ([value], jacobian.to_dense())
            },
        );
    }
    compare(
        "energy",
        [1.5, 0.25, -0.5, 0.9],
        |x| [spring(x).energy(x[3]).expect("always")],
        |x| {
            let found = spring(x).energy_with_jacobian(x[3]).expect("always");
            ([found.0], found.1.to_dense())
        },
    );
    assert_eq!(body.second_jacobian([0.5, 2.0]).to_dense(), [[0.0, 1.0]]);
    let (value, jacobian) = Spring::<f32, u8>::single_with_jacobian([2.0, 0.0]);
    assert_eq!((value, jacobian.to_dense()), (2.0_f32, [[1.0, 0.0]]));
}

#[test]
fn the_impl_may_be_of_a_trait() {
    let (body, plain) = (spring(&[1.5, 0.25, -0.5]), Plain { k: 0.3 });
    let at = [0.7, 1.3, 1.1];
    compare(
        "law of a spring",
        at,
        |x| body.law(x[0], &[x[1], x[2]]),
        |x| {
            let (value, jacobian) = body.law_with_jacobian(x[0], &[x[1], x[2]]);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "plain law",
        at,
        |x| plain.law(x[0], &[x[1], x[2]]),
        |x| {
            let (value, jacobian) = plain.law_with_jacobian(x[0], &[x[1], x[2]]);
            (value, jacobian.to_dense())
        },
    );
}

/// An attributed `impl` alone, without a module around.
struct Filter<T> {
    gain: T,
}

#[jacobian(scalar(C = f64))]
impl<C: num_traits::Float> Filter<C> {
    const STEPS: usize = 3;

    fn damped(&self, x: C) -> C {
        x * self.gain + C::epsilon()
    }

    #[jacobian(vjp)]
    fn run(&self, x: &[C; 2]) -> [C; 2] {
        let mut y = *x;
        for _ in 0..Self::STEPS {
            y = [self.damped(y[1]).sin(), y[0] * self.gain - C::one()];
        }
        y
    }
}

#[test]
fn an_impl_may_be_attributed_alone() {
    let filter = Filter { gain: 0.8 };
    compare(
        "run",
        [0.7, 1.3],
        |x| filter.run(x),
        |x| {
            let (value, jacobian) = filter.run_with_jacobian(x);
            let product = filter.run_vjp(x, &[1.0, 0.5]);
            assert_eq!(product, jacobian.tr_mul_vec(&[1.0, 0.5]));
            (value, jacobian.to_dense())
        },
    );
    assert_eq!(Filter::<f64>::RUN_NNZ, 2);
}

/// Traits of the user's own: one that only requires others, one that brings methods, and one with
/// the name of somebody else's.
#[jacobian]
mod own {
    use std::ops::{Add, Mul};

    pub(super) trait Number: Copy + num_traits::Float + num_traits::FloatConst {}
    impl Number for f64 {}

    pub(super) trait Field: Copy + Add<Output = Self> + Mul<Output = Self> {
        fn one() -> Self;
        fn halved(self) -> Self;
        fn doubled(&self) -> Self {
            *self + *self
        }
    }
    impl Field for f64 {
        /// It is called so, but it is not.
        fn one() -> f64 {
            3.0
        }
        fn halved(self) -> f64 {
            self / 2.0
        }
    }

    /// Methods with names that `f64` has too: one that means something else, and one that does not.
    pub(super) trait Twisted: Copy + Mul<Output = Self> + Add<Output = Self> {
        const MAX: Self;
        fn sin(self) -> Self;
        fn exp(&self) -> Self;
        fn abs(&self) -> Self {
            self.exp() * *self
        }
        fn max(self, other: Self) -> Self;
    }
    impl Twisted for f64 {
        const MAX: f64 = 7.0;
        fn sin(self) -> f64 {
            self * self
        }
        fn exp(&self) -> f64 {
            (*self).exp()
        }
        fn max(self, other: f64) -> f64 {
            f64::max(other, self) + 0.25
        }
    }

    fn squared<T: Twisted>(v: &T) -> T {
        v.sin()
    }

    #[jacobian(wrt(x))]
    pub(super) fn of_twisted<T: Twisted>(x: &[T; 2], k: T) -> [T; 4] {
        let [a, b] = [T::sin(x[0]), <T as Twisted>::exp(&x[1])];
        [
            x[0].sin() * x[1].exp() + k.sin() * x[0],
            squared(&x[0]) + x[1].abs() * T::MAX + k.abs(),
            x[0].max(x[1]) * k.max(k) + Twisted::exp(&x[0]),
            x.iter().map(|v| v.sin()).fold(T::MAX, T::max) + a * b,
        ]
    }

    #[jacobian]
    pub(super) fn of_number<T: Number>(x: &[T; 2]) -> T {
        x[0].sin() * T::PI() + T::from(2.0).unwrap() * x[1]
    }

    #[jacobian]
    pub(super) fn of_field<T: Field>(x: &[T; 2]) -> T {
        x[0] * x[1].halved() + x[0].doubled() * T::one() + Field::halved(x[1])
    }
}

#[test]
fn traits_in_sight_mean_what_they_say() {
    for at in [[0.7, 1.3], [-0.4, 2.0]] {
        compare(
            "of_twisted",
            at,
            |x| own::of_twisted(x, 0.3),
            |x| {
                let (value, jacobian) = own::of_twisted_with_jacobian(x, 0.3);
                (value, jacobian.to_dense())
            },
        );
        compare(
            "of_number",
            at,
            |x| [own::of_number(x)],
            |x| {
                let (value, jacobian) = own::of_number_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "of_field",
            at,
            |x| [own::of_field(x)],
            |x| {
                let (value, jacobian) = own::of_field_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
}

/// Options of an attributed `impl` hold for its attributed methods, also in a module.
#[jacobian]
mod handed_down {
    use jacobian_runtime::jacobian;
    use num_traits::Float;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Turn<S> {
        pub(super) cos: S,
        pub(super) sin: S,
    }

    pub(super) struct Matrix2<S> {
        pub(super) columns: [[S; 2]; 2],
    }

    #[jacobian(scalar(S = f64))]
    impl<S: Float> From<Turn<S>> for Matrix2<S> {
        #[jacobian(wrt(turn))]
        fn from(turn: Turn<S>) -> Matrix2<S> {
            Matrix2 {
                columns: [[turn.cos * turn.cos, turn.sin], [-turn.sin, turn.cos]],
            }
        }
    }

    #[jacobian(order = reverse)]
    impl Turn<f64> {
        #[jacobian(wrt(self.cos, x), jvp)]
        pub(super) fn along(&self, x: f64) -> f64 {
            self.cos * x + self.sin
        }
    }
}

#[test]
fn an_impl_in_a_module_hands_its_options_down() {
    use handed_down::{Matrix2, Turn};
    let turn = |x: &[f64; 2]| Turn {
        cos: x[0],
        sin: x[1],
    };
    let rows = |m: Matrix2<f64>| {
        let [[a, b], [c, d]] = m.columns;
        [a, b, c, d]
    };
    compare(
        "from",
        [0.6, 0.8],
        |x| rows(turn(x).into()),
        |x| {
            let (value, jacobian) = Matrix2::from_with_jacobian(turn(x));
            (rows(value), jacobian.to_dense())
        },
    );
    assert_eq!(
        turn(&[0.6, 0.8]).along_jvp(2.0, &[1.0, 3.0]),
        [0.6 * 3.0 + 2.0]
    );
}

#[jacobian]
mod with_macros {
    use num_traits::Float;

    // They name the parameter of the block that calls them, and one binds a name of the caller.
    macro_rules! float {
        ($e:expr) => {
            F::from($e).unwrap()
        };
    }
    macro_rules! clamped {
        ($e:expr) => {{
            let x = $e;
            Float::min(x, float!(0.9))
        }};
    }

    pub(super) struct Damper<F> {
        pub(super) rate: F,
    }

    impl<F: Float> Damper<F> {
        fn slowed(&self, x: F) -> F {
            float!(3) * x / (F::one() + self.rate)
        }

        #[jacobian(wrt(self.rate, x))]
        pub(super) fn force(&self, x: F) -> F {
            macro_rules! half {
                ($e:expr) => {
                    float!(0.5) * $e
                };
            }
            half!(x) * clamped!(self.slowed(x).sin()) + clamped!(x * self.rate)
        }
    }
}

#[test]
fn macros_may_name_the_scalar_of_the_impl() {
    use with_macros::Damper;
    for (rate, x) in [(0.25, 0.5), (1.5, 2.0), (2.0, -0.3)] {
        let damper = Damper { rate };
        let (value, jacobian) = damper.force_with_jacobian(x);
        assert_eq!(value.to_bits(), damper.force(x).to_bits());
        let slowed = 3.0 * x / (1.0 + rate);
        let (inner, product) = (slowed.sin(), x * rate);
        let by_inner = 0.5 * x * f64::from(inner < 0.9) * slowed.cos();
        let by_product = f64::from(product < 0.9);
        let by_rate = by_product * x - by_inner * slowed / (1.0 + rate);
        let by_x = 0.5 * inner.min(0.9) + by_inner * 3.0 / (1.0 + rate) + by_product * rate;
        for (column, expected) in [by_rate, by_x].into_iter().enumerate() {
            let found = jacobian.get(0, column).unwrap();
            assert!(
                (found - expected).abs() < 1e-12,
                "{column}: {found} {expected}"
            );
        }
    }
}
