//! Traits of the user's own as bounds: blanket `impl` blocks, types that the attribute chooses as
//! the variable, and associated types.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod shapes {
    pub(super) trait Shape {
        fn width(&self) -> f64;
        fn height(&self) -> f64;
    }

    pub(super) trait Area {
        fn area(&self) -> f64;
        fn twice(&self, k: f64) -> f64 {
            2.0 * self.area() * k
        }
    }

    pub(super) trait Cost {
        fn cost(&self) -> f64;
    }

    /// What has this trait is also a shape.
    pub(super) trait Scaled: Shape {
        #[jacobian(wrt(k), scalar(T = Frame))]
        fn scaled(&self, k: f64) -> f64 {
            k * k * self.width() + self.height()
        }
    }

    impl<T: Shape> Area for T {
        #[jacobian(wrt(self.width, self.height), scalar(T = Frame))]
        fn area(&self) -> f64 {
            self.width() * self.height()
        }
    }

    impl<T> Cost for T
    where
        T: Area + Shape + Copy,
    {
        fn cost(&self) -> f64 {
            self.area().exp() + self.twice(self.width())
        }
    }

    impl<T: Shape> Scaled for T {}

    #[derive(Clone, Copy)]
    pub(super) struct Frame {
        pub(super) width: f64,
        pub(super) height: f64,
    }

    #[derive(Clone, Copy)]
    pub(super) struct Bordered<S> {
        pub(super) inner: S,
        pub(super) border: f64,
    }

    impl Shape for Frame {
        fn width(&self) -> f64 {
            self.width
        }
        fn height(&self) -> f64 {
            self.height
        }
    }

    impl<S: Shape> Shape for Bordered<S> {
        fn width(&self) -> f64 {
            self.inner.width() + 2.0 * self.border
        }
        fn height(&self) -> f64 {
            self.inner.height() + self.border.sqrt()
        }
    }

    #[jacobian]
    pub(super) fn plain(frame: &Frame) -> f64 {
        frame.cost() - frame.twice(3.0)
    }

    #[jacobian]
    pub(super) fn bordered(frame: &Bordered<Frame>) -> f64 {
        frame.cost() * frame.area()
    }

    #[jacobian(scalar(T = Frame))]
    pub(super) fn of_any<T: Scaled + Area>(one: &T, other: &T) -> f64 {
        one.scaled(other.area()) - other.width()
    }
}

#[test]
fn a_blanket_impl_gives_methods_to_the_types_with_its_traits() {
    use shapes::{Area, Bordered, Frame, Scaled, bordered, of_any, plain};
    let frame = |width: f64, height: f64| Frame { width, height };
    compare(
        "plain",
        [0.7, 1.2],
        |x| [plain(&frame(x[0], x[1]))],
        |x| {
            let (value, jacobian) = shapes::plain_with_jacobian(&frame(x[0], x[1]));
            ([value], jacobian.to_dense())
        },
    );
    let around = |x: &[f64; 3]| Bordered {
        inner: frame(x[0], x[1]),
        border: x[2],
    };
    compare(
        "bordered",
        [0.7, 0.2, 0.3],
        |x| [bordered(&around(x))],
        |x| {
            let (value, jacobian) = shapes::bordered_with_jacobian(&around(x));
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "of_any",
        [0.7, 0.2, 0.3, 1.5],
        |x| [of_any(&frame(x[0], x[1]), &frame(x[2], x[3]))],
        |x| {
            let (one, other) = (frame(x[0], x[1]), frame(x[2], x[3]));
            let (value, jacobian) = shapes::of_any_with_jacobian(&one, &other);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "area",
        [0.7, 1.2],
        |x| [frame(x[0], x[1]).area()],
        |x| {
            let (value, jacobian) = frame(x[0], x[1]).area_with_jacobian();
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "scaled",
        [0.7],
        |x| [frame(0.5, 1.5).scaled(x[0])],
        |x| {
            let (value, jacobian) = frame(0.5, 1.5).scaled_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
}

/// After angles and spaces, as crates of geometry have them.
#[jacobian]
mod spaces {
    pub(super) trait Space {
        type Scalar;
        type Angle;
        const SCALE: f64;
    }

    pub(super) struct World;

    impl Space for World {
        type Scalar = f64;
        type Angle = Degrees;
        const SCALE: f64 = 0.5;
    }

    pub(super) trait Angle: Copy {
        fn radians(self) -> f64;
    }

    #[derive(Clone, Copy)]
    pub(super) struct Degrees(pub(super) f64);

    impl Angle for Degrees {
        fn radians(self) -> f64 {
            self.0.to_radians()
        }
    }

    pub(super) struct Euler<A> {
        pub(super) x: A,
        pub(super) y: A,
    }

    pub(super) struct Place<S: Space> {
        pub(super) at: [S::Scalar; 2],
        pub(super) turn: S::Angle,
    }

    #[jacobian(scalar(A = Degrees))]
    pub(super) fn turned<A: Angle>(euler: &Euler<A>) -> [f64; 2] {
        let (s, c) = euler.x.radians().sin_cos();
        [s * euler.y.radians(), c]
    }

    #[jacobian]
    pub(super) fn here(place: &Place<World>) -> f64 {
        place.at[0] * place.turn.radians().sin() + place.at[1]
    }

    #[jacobian(scalar(S = World))]
    pub(super) fn along<S>(place: &Place<S>, far: S::Scalar) -> <S as Space>::Scalar
    where
        S: Space<Scalar = f64, Angle = Degrees>,
    {
        let x: S::Scalar = place.at[0] * far * S::SCALE;
        x * place.turn.radians().cos() - place.at[1]
    }
}

#[test]
fn associated_types_are_what_the_impl_says() {
    use spaces::{Degrees, Euler, Place, World, along, here, turned};
    compare(
        "turned",
        [30.0, 50.0],
        |x| {
            turned(&Euler {
                x: Degrees(x[0]),
                y: Degrees(x[1]),
            })
        },
        |x| {
            let (value, jacobian) = spaces::turned_with_jacobian(&Euler {
                x: Degrees(x[0]),
                y: Degrees(x[1]),
            });
            (value, jacobian.to_dense())
        },
    );
    let place = |x: &[f64]| Place::<World> {
        at: [x[0], x[1]],
        turn: Degrees(x[2]),
    };
    compare(
        "here",
        [0.5, 0.25, 40.0],
        |x| [here(&place(x))],
        |x| {
            let (value, jacobian) = spaces::here_with_jacobian(&place(x));
            ([value], jacobian.to_dense())
        },
    );
    let one = place(&[0.5, 0.25, 40.0]);
    compare(
        "along",
        [1.5],
        |x| [along(&one, x[0])],
        |x| {
            let (value, jacobian) = spaces::along_with_jacobian(&one, x[0]);
            ([value], jacobian.to_dense())
        },
    );
}
