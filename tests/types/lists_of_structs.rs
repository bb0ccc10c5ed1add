//! Lists of structs are variables by default, and outputs, with text and flags beside the numbers
//! too.

#![allow(clippy::assigning_clones, reason = "functions as people write them")]

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod particles {
    #[derive(Clone, Copy)]
    pub(super) struct Point {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    /// Beside a number, the points are variables, because a list of structs is data.
    #[jacobian]
    pub(super) fn moment(points: &[Point; 2], scale: f64) -> f64 {
        points.iter().map(|p| p.x * p.x * p.y * scale).sum()
    }

    /// A struct alone is a parameter of a model.
    #[jacobian]
    pub(super) fn of_one(p: &Point, scale: f64) -> f64 {
        p.x * p.y * scale
    }

    /// The points are outputs, and variables because the function computes with them.
    #[jacobian(dim(points = 2))]
    pub(super) fn shear(points: &mut [Point], by: f64) {
        for p in points.iter_mut() {
            p.x += by * p.y;
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Particle {
        pub(super) at: [f64; 2],
        pub(super) trail: Vec<f64>,
        pub(super) name: String,
        pub(super) is_free: bool,
        pub(super) hits: usize,
    }

    impl Particle {
        fn push(&mut self, dt: f64) {
            self.at[0] += dt * self.at[1] * self.at[0];
            self.hits += 1;
        }
    }

    #[jacobian(dim(all = [2, { trail: 2 }]))]
    pub(super) fn advance(all: &mut [Particle], dt: f64) {
        for p in all.iter_mut() {
            if p.is_free {
                p.push(dt);
            } else {
                p.name = "held".to_owned();
            }
            p.trail[1] = p.trail[0] * p.at[0];
        }
        let other = all[0].at[0];
        all[1].at[1] *= other;
    }

    /// What another statement writes to the place is not read later.
    #[jacobian(wrt(dt), dim(all = [2, { trail: 2 }]))]
    pub(super) fn replace(all: &mut [Particle], dt: f64) {
        let old = all[0].at[0];
        all[0] = all[1].clone();
        all[0].at[1] = old * dt;
    }

    pub(super) struct World {
        pub(super) all: Vec<Particle>,
        pub(super) gravity: f64,
    }

    impl World {
        #[jacobian(dim(self.all = [2, { trail: 2 }]))]
        pub(super) fn step(&mut self, dt: f64, n: usize) {
            for _ in 0..n {
                for i in 0..self.all.len() {
                    let p = &mut self.all[i];
                    p.at[1] -= self.gravity * dt * p.at[0];
                    for t in p.trail.iter_mut() {
                        *t += p.at[1];
                    }
                    p.hits += 1;
                }
            }
        }
    }
}

use particles::{Particle, Point, World};

fn points(x: &[f64]) -> [Point; 2] {
    [0, 2].map(|at| Point {
        x: x[at],
        y: x[at + 1],
    })
}

fn particles(x: &[f64]) -> Vec<Particle> {
    let one = |(index, x): (usize, &[f64])| Particle {
        at: [x[0], x[1]],
        trail: x[2..].to_vec(),
        name: format!("p{index}"),
        is_free: index == 0,
        hits: index,
    };
    x.chunks(4).take(2).enumerate().map(one).collect()
}

fn rows(all: &[Particle]) -> [f64; 8] {
    let numbers = all.iter().flat_map(|p| p.at.iter().chain(&p.trail));
    let numbers: Vec<f64> = numbers.copied().collect();
    numbers.try_into().expect("eight numbers")
}

const AT: [f64; 9] = [0.4, -0.7, 1.2, 0.9, 0.3, 1.1, -0.2, 0.8, 0.6];

#[test]
fn lists_of_structs_are_variables_beside_numbers() {
    compare(
        "moment",
        [0.4, -0.7, 1.2, 0.9, 0.3],
        |x| [particles::moment(&points(x), x[4])],
        |x| {
            let (value, jacobian) = particles::moment_with_jacobian(&points(x), x[4]);
            ([value], jacobian.to_dense())
        },
    );
    let one = Point { x: 2.0, y: 3.0 };
    let by_scale = particles::of_one_jacobian(&one, 0.5).to_dense();
    assert_eq!(by_scale, [[particles::of_one(&one, 1.0)]]);
    let numbers = |points: [Point; 2]| [points[0].x, points[0].y, points[1].x, points[1].y];
    compare(
        "shear",
        [0.4, -0.7, 1.2, 0.9, 0.3],
        |x| {
            let mut points = points(x);
            particles::shear(&mut points, x[4]);
            numbers(points)
        },
        |x| {
            let mut points = points(x);
            let jacobian = particles::shear_jacobian(&mut points, x[4]);
            (numbers(points), jacobian.to_dense())
        },
    );
}

#[test]
fn structs_with_text_beside_the_numbers_are_outputs() {
    compare(
        "advance",
        AT,
        |x| {
            let mut all = particles(x);
            particles::advance(&mut all, x[8]);
            rows(&all)
        },
        |x| {
            let (mut all, mut own) = (particles(x), particles(x));
            let jacobian = particles::advance_jacobian(&mut all, x[8]);
            particles::advance(&mut own, x[8]);
            assert_eq!(all, own, "text, flags and counts as well");
            (rows(&all), jacobian.to_dense())
        },
    );
    compare(
        "replace",
        [0.6],
        |x| {
            let mut all = particles(&AT);
            particles::replace(&mut all, x[0]);
            rows(&all)
        },
        |x| {
            let (mut all, mut own) = (particles(&AT), particles(&AT));
            let jacobian = particles::replace_jacobian(&mut all, x[0]);
            particles::replace(&mut own, x[0]);
            assert_eq!(all, own, "text, flags and counts as well");
            (rows(&all), jacobian.to_dense())
        },
    );
}

#[test]
fn such_lists_in_fields_change_in_loops_that_run_time_ends() {
    let gravity = 9.81;
    for n in [0, 1, 3] {
        compare(
            "step",
            AT,
            |x| {
                let all = particles(x);
                let mut world = World { all, gravity };
                world.step(x[8], n);
                rows(&world.all)
            },
            |x| {
                let all = particles(x);
                let mut world = World { all, gravity };
                let jacobian = world.step_jacobian(x[8], n);
                let hits: Vec<usize> = world.all.iter().map(|p| p.hits).collect();
                assert_eq!(hits, [n, n + 1], "counts are written too");
                (rows(&world.all), jacobian.to_dense())
            },
        );
    }
}
