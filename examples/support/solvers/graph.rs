//! tiny-solver on a pose graph: our factor, or that of the crate, through which it carries dual
//! numbers. A robot drives around a block ten times and sees each time where it has been before.
//! All measurements are exact, so the block is the answer; the start drifts.

use std::error::Error;
use std::f64::consts::FRAC_PI_2;

use jacobian_runtime::jacobian;
use jacobian_runtime::solvers::tiny_solver::Factor;
use tiny_solver::factors::{BetweenFactorSE2, FactorImpl, PriorFactor};
use tiny_solver::na::DVector;
use tiny_solver::{LevenbergMarquardtOptimizer, Optimizer, Problem};

use crate::Rivals;

const SIDE: usize = 5;
const AROUND: usize = 4 * SIDE;
const POSES: usize = 10 * AROUND;

/// A pose: turn, x and y.
type Pose = [f64; 3];

/// How far pose `b` is from where `a` sees it, `z = [x, y, turn]`, as seen from `b`.
#[jacobian(wrt(a, b), as = Between)]
fn between(a: &[f64; 3], b: &[f64; 3], z: [f64; 3]) -> [f64; 3] {
    let (sin, cos) = a[0].sin_cos();
    let x = a[1] + cos * z[0] - sin * z[1] - b[1];
    let y = a[2] + sin * z[0] + cos * z[1] - b[2];
    let (sin, cos) = b[0].sin_cos();
    let turn = a[0] + z[2] - b[0];
    [
        cos * x + sin * y,
        cos * y - sin * x,
        turn.sin().atan2(turn.cos()),
    ]
}

/// Who makes the factor of a measurement.
type Made = fn([f64; 3]) -> Box<dyn FactorImpl + Send>;

fn ours(z: [f64; 3]) -> Box<dyn FactorImpl + Send> {
    Box::new(Factor::new(Between { z }))
}

fn theirs([dx, dy, dtheta]: [f64; 3]) -> Box<dyn FactorImpl + Send> {
    Box::new(BetweenFactorSE2 { dx, dy, dtheta })
}

/// One step ahead, and at a corner a quarter of a turn, with a drift.
fn drive(drift: f64) -> Vec<Pose> {
    let mut poses = vec![[0.0; 3]];
    for step in 1..POSES {
        let [turn, x, y] = poses[step - 1];
        let corner = if step.is_multiple_of(SIDE) {
            FRAC_PI_2
        } else {
            0.0
        };
        poses.push([turn + corner + drift, x + turn.cos(), y + turn.sin()]);
    }
    poses
}

fn solve(made: Made) -> Result<String, Box<dyn Error>> {
    let name = |pose: usize| format!("x{pose}");
    let mut problem = Problem::new();
    let held = PriorFactor {
        v: DVector::from_column_slice(&[0.0; 3]),
    };
    problem.add_residual_block(3, &["x0"], Box::new(held), None);
    let mut add = |from: usize, to: usize, z| {
        problem.add_residual_block(3, &[&name(from), &name(to)], made(z), None);
    };
    for to in 1..POSES {
        let corner = if to.is_multiple_of(SIDE) {
            FRAC_PI_2
        } else {
            0.0
        };
        add(to - 1, to, [1.0, 0.0, corner]);
        if let Some(from) = to.checked_sub(AROUND) {
            add(from, to, [0.0; 3]);
        }
    }
    let start = drive(2e-3).into_iter().enumerate();
    let start = start.map(|(pose, x)| (name(pose), DVector::from_column_slice(&x)));
    let start = start.collect();
    let found = LevenbergMarquardtOptimizer::default().optimize(&problem, &start, None);
    let found = found.ok_or("no solution")?;
    let mut worst = 0.0_f64;
    for (pose, known) in drive(0.0).iter().enumerate() {
        let found = &found[&name(pose)];
        worst = worst.max((found[1] - known[1]).hypot(found[2] - known[2]));
    }
    if worst > 1e-3 {
        return Err(format!("a pose is off by {worst}").into());
    }
    Ok(format!("{POSES} poses, off by {worst:.0e}"))
}

pub(crate) fn run(rivals: &Rivals) -> Result<(), Box<dyn Error>> {
    rivals.compare(
        "tiny-solver",
        ("our factors", &|| solve(ours)),
        ("dual numbers", &|| solve(theirs)),
    )
}
