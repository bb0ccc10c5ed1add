//! Methods of inactive structs that are not `Copy`: their places are borrowed, never moved.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
mod scenes {
    #[derive(Clone)]
    pub(super) struct Sphere {
        pub(super) radius: f64,
        pub(super) center: Vec<f64>,
    }

    #[derive(Clone)]
    pub(super) enum Profile {
        Flat(f64),
        Steep { slope: f64, names: Vec<String> },
    }

    impl Sphere {
        fn distance(&self, x: f64, y: f64) -> f64 {
            (x - self.center[0]).hypot(y - self.center[1]) - self.radius
        }

        fn radius(&self) -> f64 {
            self.radius
        }
    }

    impl Profile {
        fn height(&self, x: f64) -> f64 {
            match self {
                Self::Flat(height) => *height * x,
                Self::Steep { slope, .. } => x * x * slope,
            }
        }

        fn shifted(&self, x: f64, k: f64) -> f64 {
            self.height(x + k) * k
        }
    }

    pub(super) struct Scene {
        pub(super) ball: Sphere,
        pub(super) balls: Vec<Sphere>,
        pub(super) profile: Profile,
        pub(super) inner: Option<Box<Scene>>,
    }

    impl Scene {
        #[jacobian(wrt(x))]
        pub(super) fn both(&self, x: &[f64; 2]) -> f64 {
            self.ball.distance(x[0], x[1]) * self.ball.radius() + self.profile.shifted(x[0], 0.5)
        }

        #[jacobian(wrt(x))]
        pub(super) fn nearest(&self, x: &[f64; 2]) -> f64 {
            let mut least = self.ball.distance(x[0], x[1]);
            for ball in &self.balls {
                least = least.min(ball.distance(x[0], x[1]));
            }
            least * self.balls[1].distance(x[1], x[0])
        }

        #[jacobian(wrt(x))]
        pub(super) fn chained(&self, x: &[f64; 2]) -> f64 {
            let mut pairs = 0.0;
            for (i, (one, Sphere { radius, .. })) in self.balls.iter().zip(&self.balls).enumerate()
            {
                pairs += one.distance(x[0], radius * x[1]) * (i as f64 + x[1]);
            }
            let nearest = self
                .balls
                .iter()
                .map(|ball| ball.distance(x[0], x[1]))
                .fold(f64::INFINITY, f64::min);
            nearest * pairs
                + self
                    .balls
                    .iter()
                    .rev()
                    .skip(1)
                    .map(|ball| ball.radius() * x[0])
                    .sum::<f64>()
        }

        /// What was read before a change is what it was.
        #[jacobian(wrt(x))]
        pub(super) fn changed(&mut self, x: &[f64; 2]) -> f64 {
            let before = self.ball.radius();
            let y = self.ball.distance(x[0], x[1]);
            self.ball.radius = 4.0;
            y * before + x[1] * self.ball.radius() + self.profile.height(x[0])
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn of_parameter(scene: &Scene, x: &[f64; 2]) -> f64 {
        let y = scene.ball.distance(x[0], x[1]);
        let mut scene = scene.ball.clone();
        let z = scene.distance(x[0], x[1]) + scene.radius();
        scene.radius = 2.0;
        y * z + scene.distance(x[1], x[0])
    }
}

#[test]
fn methods_of_structs_that_are_not_copied() {
    use scenes::{Profile, Scene, Sphere, of_parameter, of_parameter_with_jacobian};
    let ball = |radius: f64, x: f64| Sphere {
        radius,
        center: vec![x, 0.25],
    };
    let steep = Profile::Steep {
        slope: 1.5,
        names: Vec::new(),
    };
    for profile in [steep, Profile::Flat(0.75)] {
        let scene = || Scene {
            ball: ball(0.5, 1.0),
            balls: vec![ball(0.25, -1.0), ball(0.75, 2.0)],
            profile: profile.clone(),
            inner: None,
        };
        for at in [[0.3, 0.7], [-1.2, 0.4], [2.5, -0.3]] {
            let one = scene();
            let dense =
                |(value, jacobian): (f64, jacobian_runtime::SparseJacobian<f64, 1, 2, 2>)| {
                    ([value], jacobian.to_dense())
                };
            compare(
                "both",
                at,
                |x| [one.both(x)],
                |x| dense(one.both_with_jacobian(x)),
            );
            compare(
                "nearest",
                at,
                |x| [one.nearest(x)],
                |x| dense(one.nearest_with_jacobian(x)),
            );
            compare(
                "chained",
                at,
                |x| [one.chained(x)],
                |x| dense(one.chained_with_jacobian(x)),
            );
            compare(
                "changed",
                at,
                |x| [scene().changed(x)],
                |x| dense(scene().changed_with_jacobian(x)),
            );
            compare(
                "of_parameter",
                at,
                |x| [of_parameter(&one, x)],
                |x| dense(of_parameter_with_jacobian(&one, x)),
            );
            assert!(one.inner.is_none());
        }
    }
}

/// Receivers that are new values at each call: structs without fields, constants, results.
#[jacobian_runtime::jacobian]
mod new_values {
    pub(super) struct MeanMotion;

    impl MeanMotion {
        fn by(&mut self, day: f64, period: f64) -> f64 {
            day / period
        }
    }

    #[derive(Clone, Copy)]
    struct Model {
        gain: f64,
    }

    const MODEL: Model = Model { gain: 3.0 };

    impl Model {
        fn new() -> Self {
            Self { gain: 0.5 }
        }

        fn run(&mut self, x: f64) -> f64 {
            self.gain += x;
            self.gain * x
        }
    }

    #[jacobian]
    #[allow(const_item_mutation)]
    pub(super) fn each_new(x: &[f64; 2]) -> f64 {
        let [a, b] = *x;
        let of_constant = MODEL.run(a) * MODEL.run(b);
        let mut kept = MODEL;
        let of_variable = kept.run(a) * kept.run(b);
        let made = Model::new().run(a) + { MODEL }.run(b) + MODEL.gain;
        MeanMotion.by(a, b) + of_constant * of_variable + made
    }
}

#[test]
fn a_receiver_may_be_a_new_value() {
    use new_values::{each_new, each_new_with_jacobian};
    check!(each_new with each_new_with_jacobian at [0.7, 1.3]);
}

/// Vectors with operators are numbers, and `self` is one of them.
#[jacobian]
mod vectors {
    #[derive(Clone, Copy)]
    pub(super) struct Vector {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl std::ops::Add for Vector {
        type Output = Self;
        #[jacobian]
        fn add(self, other: Self) -> Self {
            Self {
                x: self.x + other.x,
                y: self.y * other.y,
            }
        }
    }

    impl Vector {
        #[jacobian]
        pub(super) fn dot(&self, other: &Self) -> f64 {
            self.x * other.x + self.y * other.y
        }

        #[jacobian]
        pub(super) fn weighted(&self, other: &Self, weight: f64) -> f64 {
            self.x * other.x * weight + self.y * other.y
        }
    }
}

#[test]
fn operators_and_products_are_about_both_vectors() {
    let (a, b) = (
        vectors::Vector { x: 0.7, y: 1.3 },
        vectors::Vector { x: -0.4, y: 0.9 },
    );
    let dot = a.dot_jacobian(&b).to_dense();
    assert_eq!(dot, [[-0.4, 0.9, 0.7, 1.3]]);
    let weighted = a.weighted_jacobian(&b, 2.0).to_dense();
    assert_eq!(weighted, [[-0.8, 0.9, 1.4, 1.3, 0.7 * -0.4]]);
    let sum = a.add_jacobian(b).to_dense();
    assert_eq!(sum, [[1.0, 0.0, 1.0, 0.0], [0.0, 0.9, 0.0, 1.3]]);
}

#[jacobian_runtime::jacobian]
mod defaults {
    pub(super) struct Loop {
        pub(super) last: f64,
        pub(super) gain: f64,
        pub(super) sum: f64,
    }

    impl Loop {
        #[jacobian]
        pub(super) fn step(&mut self, e: f64, dt: f64) -> f64 {
            self.sum += e * dt;
            self.last = e;
            self.gain * self.sum
        }

        #[jacobian]
        pub(super) fn level(&self) -> f64 {
            self.gain * self.sum + self.last
        }

        #[jacobian]
        pub(super) fn into(&self, y: &mut [f64; 2], t: f64) {
            y[0] += t * self.gain;
            y[1] = t;
        }

        #[jacobian]
        pub(super) fn scale(&self, y: &mut [f64; 2], t: f64) {
            y[0] *= t;
            y[1] = self.gain;
        }
    }
}

#[test]
fn the_columns_and_rows_without_options_are_those_of_the_documentation() {
    use defaults::Loop;
    let new = || Loop {
        last: 1.0,
        gain: 2.0,
        sum: 3.0,
    };
    // The value, then `last` and `sum` as they are declared, by `e` and `dt`.
    let (value, step) = new().step_with_jacobian(0.5, 0.1);
    assert_eq!(value, 2.0 * (3.0 + 0.5 * 0.1));
    assert_eq!(step.to_dense(), [[0.2, 1.0], [1.0, 0.0], [0.1, 0.5]]);
    // By `last`, `gain` and `sum`.
    assert_eq!(new().level_jacobian().to_dense(), [[1.0, 3.0, 2.0]]);
    // What is only added to is no column, and what is computed with is one.
    let mut y = [4.0, 5.0];
    assert_eq!(new().into_jacobian(&mut y, 0.5).to_dense(), [[2.0], [1.0]]);
    let mut y = [4.0, 5.0];
    let scale = new().scale_jacobian(&mut y, 0.5).to_dense();
    assert_eq!(scale, [[0.5, 0.0, 4.0], [0.0, 0.0, 0.0]]);
}
