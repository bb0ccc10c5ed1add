//! Scalars bounded by traits that the expansion does not see, and functions of the fields of
//! `self`.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

/// Traits of another file.
mod elsewhere {
    use num_traits::{Float, FromPrimitive};

    pub(super) trait Number: Float + FromPrimitive {
        const HALF: Self;
    }

    impl Number for f64 {
        const HALF: f64 = 0.5;
    }

    pub(super) trait Ring:
        Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self>
    {
        fn zero() -> Self;
        fn from_f64(value: f64) -> Self;
    }

    impl Ring for f64 {
        fn zero() -> f64 {
            0.0
        }
        fn from_f64(value: f64) -> f64 {
            value
        }
    }
}

/// A trait with the name of that of the runtime.
mod reals {
    pub(super) trait Real: num_traits::Float + num_traits::FloatConst {}

    impl Real for f64 {}
}

use elsewhere::{Number, Ring};

#[jacobian]
mod of_other_reals {
    use super::reals::Real;

    #[jacobian]
    pub(super) fn turned<T: Real>(x: &[T; 2], n: usize) -> T {
        let half = T::from(0.5).unwrap() * T::PI();
        (x[0] * half).sin() * T::from(n).unwrap() + x[1]
    }

    #[jacobian(scalar(T = f64))]
    pub(super) fn chosen<T: Real>(x: &[T; 2]) -> T {
        let half = T::from(0.5).unwrap();
        x[0] * half + x[1].powi(2)
    }
}

#[jacobian]
fn alone<S: Number>(x: &[S; 2]) -> [S; 2] {
    let [a, b] = *x;
    let three = S::from(3.0).unwrap() + S::from_f64(0.25).expect("a number");
    [
        (a * three).sin() + S::epsilon() * b,
        (S::one() + b.powi(2)).sqrt() * S::HALF,
    ]
}

#[jacobian(dim(x = 3))]
fn power_sum<R: Ring>(x: &[R]) -> R {
    let mut sum = R::zero();
    for v in x {
        sum = sum + *v * *v * R::from_f64(0.5);
    }
    sum
}

#[jacobian]
fn by_references<T>(x: &T, y: &T) -> T
where
    T: Clone,
    for<'a> &'a T: std::ops::Mul<&'a T, Output = T> + std::ops::Add<&'a T, Output = T>,
{
    let product = x * y;
    &(&product * x) + y
}

#[jacobian]
mod inlined {
    use super::elsewhere::{Number, Ring};
    use jacobian_runtime::jacobian;
    use std::marker::PhantomData;

    fn two<R: Number>() -> R {
        R::one() + R::one()
    }

    fn scaled<R: Number>(x: R, parts: &[R]) -> R {
        let start = R::zero() + x * two::<R>();
        parts
            .iter()
            .fold(start, |sum, part| sum + *part / R::from(4.0).unwrap())
    }

    fn squared<R: Ring>(pair: (R, R)) -> R {
        pair.0 * pair.0 + pair.1 * R::from_f64(0.5) + R::zero()
    }

    #[derive(Clone, Copy)]
    pub(super) struct Frame;

    #[derive(Clone, Copy)]
    pub(super) struct Point<F, R = f64> {
        pub(super) x: R,
        pub(super) y: R,
        frame: PhantomData<F>,
    }

    impl<F, R: Number> Point<F, R> {
        pub(super) fn new(x: R, y: R) -> Self {
            Self {
                x,
                y,
                frame: PhantomData,
            }
        }

        fn unit() -> Self {
            Self::new(R::one(), R::zero())
        }

        fn half(&self) -> Self {
            let half = R::from(0.5).unwrap();
            Self::new(self.x * half, self.y * half)
        }

        fn dot(&self, other: &Self) -> R {
            self.x * other.x + self.y * other.y
        }

        fn shifted(&self) -> R {
            self.half().dot(&Self::unit()) + self.dot(self)
        }
    }

    #[jacobian]
    pub(super) fn of_calls(x: &[f64; 2]) -> [f64; 2] {
        let [a, b] = *x;
        [scaled(a, &[b, a * b]), squared((a, b)) + scaled(b, &[])]
    }

    #[jacobian]
    pub(super) fn of_methods(x: &[f64; 2]) -> [f64; 1] {
        let p: Point<Frame> = Point::new(x[0], x[1]);
        let q = Point::<Frame, f64>::unit();
        [p.shifted() + p.dot(&q)]
    }

    #[jacobian]
    pub(super) fn of_point(p: &Point<Frame>, q: &Point<Frame>) -> f64 {
        p.half().dot(q)
    }
}

const AT: [f64; 2] = [0.7, 1.3];

#[test]
fn traits_that_are_not_seen() {
    use inlined::{Point, of_calls, of_calls_with_jacobian, of_methods, of_methods_with_jacobian};
    check!(alone with alone_with_jacobian at AT);
    check!(of_calls with of_calls_with_jacobian at AT);
    check!(of_methods with of_methods_with_jacobian at AT);
    compare(
        "power_sum",
        [0.3, -0.4, 2.0],
        |x| [power_sum(x)],
        |x| {
            let (value, jacobian) = power_sum_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "by_references",
        AT,
        // Where sparse matrices of nalgebra are built as well, rustc cannot infer the type.
        |[x, y]| [by_references::<f64>(x, y)],
        |[x, y]| {
            let (value, jacobian) = by_references_with_jacobian(x, y);
            ([value], jacobian.to_dense())
        },
    );
    let points = |at: &[f64; 4]| (Point::new(at[0], at[1]), Point::new(at[2], at[3]));
    compare(
        "of_point",
        [0.3, -0.4, 2.0, 0.1],
        |at| {
            let (p, q) = points(at);
            [inlined::of_point(&p, &q)]
        },
        |at| {
            let (p, q) = points(at);
            let (value, jacobian) = inlined::of_point_with_jacobian(&p, &q);
            ([value], jacobian.to_dense())
        },
    );
}

/// Without options: `self` is the variable if nothing else is.
#[jacobian]
mod of_self {
    use jacobian_runtime::jacobian;

    pub(super) trait Shape {
        fn area(&self) -> f64;
    }

    #[derive(Clone, Copy)]
    pub(super) struct Plate {
        pub(super) width: f64,
        pub(super) name: &'static str,
        pub(super) sides: [f64; 2],
    }

    #[jacobian]
    impl Shape for Plate {
        fn area(&self) -> f64 {
            self.width * self.sides[0] * self.sides[1].sin() * self.name.len() as f64
        }
    }

    #[jacobian]
    impl Plate {
        pub(super) fn distance(&self, other: &Self) -> f64 {
            (self.width - other.width).hypot(self.sides[0] * other.sides[1])
        }

        pub(super) fn load(&self, x: f64) -> f64 {
            self.width * x * x
        }

        pub(super) fn label(&self) -> &str {
            self.name
        }
    }

    #[jacobian]
    impl Plate {
        pub(super) fn grow(&mut self) {
            self.width += self.sides[0] * self.sides[1];
            self.sides[1] *= self.width;
        }
    }
}

#[test]
fn fields_of_self_are_variables_where_nothing_else_is() {
    use of_self::{Plate, Shape};
    let plate = |at: &[f64]| Plate {
        width: at[0],
        name: "ab",
        sides: [at[1], at[2]],
    };
    compare(
        "area",
        [0.5, 1.5, 0.8],
        |at| [plate(at).area()],
        |at| {
            let (value, jacobian) = plate(at).area_with_jacobian();
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "distance",
        [0.5, 1.5, 0.8, 0.1, 0.2, 0.3],
        |at| [plate(at).distance(&plate(&at[3..]))],
        |at| {
            let (value, jacobian) = plate(at).distance_with_jacobian(&plate(&at[3..]));
            ([value], jacobian.to_dense())
        },
    );
    let rows = |plate: Plate| [plate.width, plate.sides[0], plate.sides[1]];
    compare(
        "grow",
        [0.5, 1.5, 0.8],
        |at| {
            let mut plate = plate(at);
            plate.grow();
            rows(plate)
        },
        |at| {
            let mut plate = plate(at);
            let jacobian = plate.grow_jacobian();
            (rows(plate), jacobian.to_dense())
        },
    );
    let load = plate(&[0.5, 1.5, 0.8]);
    assert_eq!(load.load_jacobian(2.0).to_dense(), [[2.0]]);
    assert_eq!(load.label(), "ab");
}

#[test]
fn another_trait_may_have_the_name_of_that_of_the_runtime() {
    use of_other_reals::{chosen, chosen_with_jacobian, turned, turned_with_jacobian};
    check!(turned with turned_with_jacobian at [0.4, 1.1]; 3);
    check!(chosen with chosen_with_jacobian at [0.4, 1.1]);
}
