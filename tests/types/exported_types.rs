//! Types from elsewhere: exported with their `impl`s, or with the module around them.

use jacobian_runtime::jacobian;

use crate::support::check;

mod planar {
    //! A file of types, as people write it: each item has its attribute.

    use std::ops::{Add, Mul};

    use jacobian_runtime::jacobian;

    #[jacobian(export(impl, Add, Mul<f64>, Mul<&Pose> for f64))]
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Pose {
        pub(crate) x: f64,
        pub(crate) y: f64,
        pub(crate) heading: f64,
    }

    #[jacobian(export)]
    impl Pose {
        pub(crate) const HALF: f64 = 0.5;

        pub(crate) fn new(x: f64, y: f64, heading: f64) -> Self {
            Self { x, y, heading }
        }

        /// The pose after a step, by the rule of the midpoint.
        pub(crate) fn moved(&self, distance: f64, turn: f64) -> Self {
            let middle = self.heading + Self::HALF * turn;
            Pose::new(
                self.x + distance * middle.cos(),
                self.y + distance * middle.sin(),
                self.heading + turn,
            )
        }

        pub(crate) fn turn_by(&mut self, turn: f64) {
            self.heading += turn * self.x;
        }
    }

    #[jacobian(export)]
    impl Add for Pose {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            Self::new(
                self.x + other.x,
                self.y + other.y,
                self.heading * other.heading,
            )
        }
    }

    #[jacobian(export)]
    impl Mul<f64> for Pose {
        type Output = Pose;

        fn mul(self, k: f64) -> Pose {
            Pose::new(self.x * k, self.y * k, self.heading)
        }
    }

    #[jacobian(export)]
    impl<'a> Mul<&'a Pose> for f64 {
        type Output = Pose;

        fn mul(self, pose: &'a Pose) -> Pose {
            *pose * (2.0 * self)
        }
    }

    #[jacobian(export)]
    pub(crate) enum Shape {
        Round(f64),
        Flat { width: f64, height: f64 },
    }
}

#[jacobian(use(planar::Pose))]
fn by_path(x: &[f64; 3]) -> [f64; 3] {
    let pose = planar::Pose::new(x[0], x[1], x[2]);
    let mut sum = pose.moved(x[1], 0.3) + pose * x[2] + x[0] * &pose;
    sum.turn_by(x[1]);
    [sum.x, sum.y * planar::Pose::HALF, sum.heading]
}

mod user {
    use jacobian_runtime::jacobian;

    use super::planar::{Pose, Shape};

    #[jacobian(use(Pose), wrt(pose, distance))]
    pub(super) fn ahead(pose: &Pose, distance: f64) -> Pose {
        pose.moved(distance, 0.1) * 2.0
    }

    #[jacobian(use(Shape))]
    pub(super) fn area(x: &[f64; 2]) -> f64 {
        let shape = if x[0] > 1.0 {
            Shape::Round(x[1])
        } else {
            Shape::Flat {
                width: x[0],
                height: x[1],
            }
        };
        match shape {
            Shape::Round(r) => 3.0 * r * r,
            Shape::Flat { width, height } => width * height,
        }
    }
}

#[jacobian]
mod robot {
    use super::planar::Pose;

    impl Robot {
        pub(super) fn plain(&self) -> f64 {
            self.base.x
        }

        #[jacobian(use(Pose), wrt(turn))]
        pub(super) fn tip(&self, turn: &[f64; 2]) -> f64 {
            let [first, second] = *turn;
            let tip = self.base.moved(1.0, first).moved(self.reach, second);
            tip.x * tip.y
        }
    }

    pub(super) struct Robot {
        pub(super) base: Pose,
        pub(super) reach: f64,
    }
}

#[test]
fn types_are_followed_with_the_impls_that_they_list() {
    check!(by_path with by_path_with_jacobian at [0.7, 1.3, 2.1]);
    use user::{area, area_with_jacobian};
    check!(area with area_with_jacobian at [0.7, 1.3]);
    check!(area with area_with_jacobian at [1.7, 1.3]);
}

#[jacobian(export)]
mod space {
    //! A whole module, whose items see each other.

    use std::ops::Add;

    pub(crate) const SCALE: f64 = 1.5;

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Point(pub(crate) [f64; 2]);

    pub(crate) struct Segment {
        pub(crate) from: Point,
        pub(crate) to: Point,
    }

    pub(crate) trait Measured {
        fn squared(&self) -> f64;

        fn length(&self) -> f64 {
            self.squared().sqrt()
        }
    }

    impl Measured for Segment {
        fn squared(&self) -> f64 {
            macro_rules! square {
                ($x:expr) => {
                    $x * $x
                };
            }
            inner::sum((0..2).map(|i| square!(self.to.0[i] - self.from.0[i])))
        }
    }

    impl Add for Point {
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point([self.0[0] + other.0[0], self.0[1] + SCALE * other.0[1]])
        }
    }

    fn doubled(x: f64) -> f64 {
        2.0 * x
    }

    pub(crate) mod inner {
        pub(crate) fn sum(items: impl Iterator<Item = f64>) -> f64 {
            items.sum()
        }

        pub(crate) fn quadrupled(x: f64) -> f64 {
            super::doubled(super::doubled(x))
        }
    }

    /// It has a Jacobian of its own as well.
    #[jacobian_runtime::jacobian]
    pub(crate) fn cubed(x: f64) -> f64 {
        doubled(x) * x * x
    }
}

#[jacobian(use(space))]
fn by_module(x: &[f64; 4]) -> f64 {
    use space::Measured;
    let from = space::Point([x[0], x[1]]);
    let to = from + space::Point([x[2], x[3]]);
    let segment = space::Segment { from, to };
    segment.length() * space::SCALE + space::inner::quadrupled(x[0]) * space::cubed(x[1])
}

mod importing {
    use jacobian_runtime::jacobian;

    use super::space::inner::quadrupled;
    use super::space::{Measured, Point, Segment};

    #[jacobian(use(Point, Segment, quadrupled))]
    pub(super) fn by_names(x: &[f64; 4]) -> f64 {
        let segment = Segment {
            from: Point([x[0], x[1]]),
            to: Point([x[2], x[3]]) + Point([1.0, 2.0]),
        };
        segment.length() * quadrupled(x[2])
    }
}

#[test]
fn all_items_of_an_exported_module_are_followed() {
    use importing::{by_names, by_names_with_jacobian};
    check!(by_module with by_module_with_jacobian at [0.7, 1.3, 2.1, -0.4]);
    check!(by_names with by_names_with_jacobian at [0.7, 1.3, 2.1, -0.4]);
    assert_eq!(space::cubed_jacobian(1.0).to_dense(), [[6.0]]);
}

#[test]
fn a_type_from_elsewhere_is_a_parameter_a_result_and_a_field() {
    let pose = planar::Pose::new(1.0, 2.0, 0.5);
    let (value, jacobian) = user::ahead_with_jacobian(&pose, 3.0);
    let plain = user::ahead(&pose, 3.0);
    assert_eq!([value.x, value.y], [plain.x, plain.y]);
    let middle = pose.heading + 0.05;
    let (sine, cosine) = middle.sin_cos();
    let expected = [
        [2.0, 0.0, -6.0 * sine, 2.0 * cosine],
        [0.0, 2.0, 6.0 * cosine, 2.0 * sine],
        [0.0, 0.0, 1.0, 0.0],
    ];
    for (found, expected) in jacobian.to_dense().iter().zip(expected) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }
    let robot = robot::Robot {
        base: pose,
        reach: 0.6,
    };
    assert_eq!(robot.plain(), 1.0);
    let tip = |turn: &[f64; 2]| [robot.tip(turn)];
    crate::support::compare("tip", [0.3, 0.4], tip, |turn| {
        let (value, jacobian) = robot.tip_with_jacobian(turn);
        ([value], jacobian.to_dense())
    });
}
