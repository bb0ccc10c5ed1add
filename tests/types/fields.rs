//! Fields as independents: of `self`, of struct parameters, nested, scalars and arrays.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[derive(Clone, Copy, Debug)]
struct Pose {
    x: f64,
    angles: [f64; 2],
}

#[derive(Clone, Copy, Debug)]
struct Arm {
    length: f64,
    pose: Pose,
    gain: f64,
    steps: usize,
}

const ARM: Arm = Arm {
    length: 0.7,
    pose: Pose {
        x: 1.3,
        angles: [0.4, -0.2],
    },
    gain: 1.7,
    steps: 3,
};

fn arm([length, x, a, b]: [f64; 4]) -> Arm {
    Arm {
        length,
        pose: Pose { x, angles: [a, b] },
        ..ARM
    }
}

fn gain(arm: &Arm) -> f64 {
    arm.gain
}

impl Arm {
    #[jacobian(wrt(self.length, self.pose.x, self.pose.angles, t), dim(self.pose.angles = 2))]
    fn tip(&self, t: f64) -> [f64; 3] {
        assert!(self.length > 0.0 && self.gain > 1.0, "{t}");
        let Self { length, gain, .. } = self;
        let mut height = length * gain * t;
        let mut steps = 0.0;
        for i in 0..self.steps {
            steps += self.gain * i as f64;
        }
        height += steps;
        for angle in &self.pose.angles {
            height += angle.sin() * *gain;
        }
        let pose = self.pose;
        [
            height,
            pose.x * pose.angles[1] - self.gain.powi(2),
            self.pose.x.hypot(*length),
        ]
    }

    #[jacobian(dim(self = { length, pose: { angles: 2 } }), prefix = lift)]
    fn lifted(self, t: f64) -> f64 {
        self.length * t + self.pose.angles[0] * self.pose.x
    }
}

#[test]
fn fields_of_self_are_columns() {
    let t = 0.6;
    compare(
        "tip",
        [0.7, 1.3, 0.4, -0.2, t],
        |x| arm([x[0], x[1], x[2], x[3]]).tip(x[4]),
        |x| {
            let (value, jacobian) = arm([x[0], x[1], x[2], x[3]]).tip_with_jacobian(x[4]);
            (value, jacobian.to_dense())
        },
    );
    let jacobian = ARM.lift_jacobian(2.0);
    assert_eq!(jacobian.to_dense(), [[2.0, 1.3, 0.0, 0.7]]);
    assert_eq!(ARM.lifted(2.0), 0.7 * 2.0 + 0.4 * 1.3);
}

#[jacobian(wrt(y, arm.pose.angles, arm.length), dim(arm.pose.angles = 2))]
fn reached(mut arm: Arm, x: f64, y: &[f64; 2]) -> [f64; 2] {
    arm.gain += 1.0;
    let scaled = arm.gain * x + gain(&ARM);
    let Arm {
        pose: Pose { angles, .. },
        gain,
        steps,
        ..
    } = arm;
    let other = gain + steps as f64;
    [
        scaled * angles[0] * y[0] + other,
        arm.length * arm.pose.angles[1] * y[1],
    ]
}

#[test]
fn fields_of_parameters_are_columns_in_the_order_of_wrt() {
    compare(
        "reached",
        [0.9, 1.1, 0.4, -0.2, 0.7],
        |x| reached(arm([x[4], 1.3, x[2], x[3]]), 0.3, &[x[0], x[1]]),
        |x| {
            let arm = arm([x[4], 1.3, x[2], x[3]]);
            let (value, jacobian) = reached_with_jacobian(arm, 0.3, &[x[0], x[1]]);
            (value, jacobian.to_dense())
        },
    );
}

struct Pair(f32, [f32; 2]);

#[jacobian(wrt(pair.1, pair.0), dim(pair.1 = 2))]
fn single(pair: &Pair) -> f32 {
    pair.0 * pair.1[0] + pair.1[1]
}

#[test]
fn the_result_says_the_scalar_where_no_parameter_does() {
    let pair = Pair(2.0, [3.0, 5.0]);
    let (value, jacobian) = single_with_jacobian(&pair);
    assert_eq!(
        (value, jacobian.to_dense()),
        (single(&pair), [[2.0_f32, 1.0, 3.0]])
    );
}

struct Series<'a> {
    terms: &'a [f64; 2],
    limit: f64,
}

impl Series<'_> {
    #[jacobian(wrt(self.terms), dim(self.terms = 2))]
    fn sum(&self, t: Option<f64>) -> Result<f64, &'static str> {
        let t = t.ok_or("no time")?;
        if t > self.limit {
            return Err("too late");
        }
        Ok(self.terms[0] + self.terms[1] * t)
    }
}

#[test]
fn failures_pass_beside_fields() {
    let series = Series {
        terms: &[3.0, 5.0],
        limit: 10.0,
    };
    assert_eq!(series.sum_jacobian(None), Err("no time"));
    assert_eq!(series.sum_jacobian(Some(11.0)), Err("too late"));
    let (value, jacobian) = series.sum_with_jacobian(Some(2.0)).expect("in time");
    assert_eq!(Ok(value), series.sum(Some(2.0)));
    assert_eq!(jacobian.to_dense(), [[1.0, 2.0]]);
}

#[jacobian]
mod inlined {
    #[derive(Clone, Copy)]
    pub(super) struct Spring {
        pub(super) stiffness: f64,
        pub(super) rest: [f64; 2],
        pub(super) scale: f64,
    }

    fn stretch(spring: &Spring, x: f64) -> f64 {
        (x - spring.rest[0]) * spring.scale + spring.rest[1]
    }

    impl Spring {
        fn energy(&self, x: f64) -> f64 {
            let d = stretch(self, x);
            0.5 * self.stiffness * d * d
        }

        #[jacobian(wrt(self.stiffness, self.rest, x), dim(self.rest = 2))]
        pub(super) fn force(&self, x: f64) -> [f64; 2] {
            let pull = |d: f64| -self.stiffness * d;
            if self.stiffness < 0.0 {
                return [self.rest[1], 0.0];
            }
            [pull(stretch(self, x)), self.energy(x)]
        }
    }
}

#[test]
fn active_fields_are_seen_by_functions_that_are_inlined() {
    use inlined::Spring;
    let spring = |x: &[f64; 4]| Spring {
        stiffness: x[0],
        rest: [x[1], x[2]],
        scale: 1.7,
    };
    for at in [[0.7, 1.3, -0.4, 0.9], [-0.7, 1.3, -0.4, 0.9]] {
        compare(
            "force",
            at,
            |x| spring(x).force(x[3]),
            |x| {
                let (value, jacobian) = spring(x).force_with_jacobian(x[3]);
                (value, jacobian.to_dense())
            },
        );
    }
}
