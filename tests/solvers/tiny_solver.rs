//! Pose graphs by tiny-solver, with our factors beside its own.

use std::f64::consts::{FRAC_PI_2, PI};

use jacobian_runtime::jacobian;
use jacobian_runtime::solvers::tiny_solver::Factor;
use tiny_solver::factors::{BetweenFactorSE2, FactorImpl, PriorFactor};
use tiny_solver::loss_functions::{CauchyLoss, Loss};
use tiny_solver::na::DVector;
use tiny_solver::{LevenbergMarquardtOptimizer, Optimizer, Problem};

/// How far the measurement `z = [x, y, turn]` of pose `b` from pose `a` is from where `b` is. A
/// pose is `[turn, x, y]`, and the error is seen from `b`.
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

/// Poses by number, from measurements `(from, to, z)` and a start. The first one is held.
fn solve(
    measurements: &[(usize, usize, [f64; 3])],
    start: &[[f64; 3]],
    made: Made,
    loss: Option<f64>,
) -> Vec<DVector<f64>> {
    let name = |pose: &usize| format!("x{pose}");
    let mut problem = Problem::new();
    let held = PriorFactor {
        v: DVector::from_column_slice(&start[0]),
    };
    problem.add_residual_block(3, &["x0"], Box::new(held), None);
    for (from, to, z) in measurements {
        let ends = [name(from), name(to)];
        let loss = loss.map(|scale| Box::new(CauchyLoss::new(scale)) as Box<dyn Loss + Send>);
        problem.add_residual_block(3, &[&ends[0], &ends[1]], made(*z), loss);
    }
    let n_poses = start.len();
    let start = start.iter().enumerate();
    let start = start.map(|(pose, x)| (name(&pose), DVector::from_column_slice(x)));
    let start = start.collect();
    let found = LevenbergMarquardtOptimizer::default().optimize(&problem, &start, None);
    let found = found.expect("a solution");
    (0..n_poses)
        .map(|pose| found[&name(&pose)].clone())
        .collect()
}

/// The example of section 5 in F. Dellaert, Factor Graphs and GTSAM: A Hands-on Introduction, 2012.
#[test]
fn tiny_solver_closes_the_published_loop() {
    let quarter = [2.0, 0.0, FRAC_PI_2];
    let measurements = [
        (0, 1, [2.0, 0.0, 0.0]),
        (1, 2, quarter),
        (2, 3, quarter),
        (3, 4, quarter),
        (4, 1, quarter),
    ];
    let start = [
        [0.0, 0.0, 0.0],
        [-0.2, 2.3, 0.1],
        [FRAC_PI_2, 4.1, 0.1],
        [PI, 4.0, 2.0],
        [-FRAC_PI_2, 2.1, 2.1],
    ];
    let known = [
        [0.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [FRAC_PI_2, 4.0, 0.0],
        [PI, 4.0, 2.0],
        [-FRAC_PI_2, 2.0, 2.0],
    ];
    let found = solve(&measurements, &start, ours, None);
    for (found, known) in found.iter().zip(known) {
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 1e-4, "{found}, known {known}");
        }
    }
}

#[test]
fn our_factor_leads_where_that_of_the_crate_leads() {
    // A robot drives around a block, and each measurement is wrong in another way.
    let side = |step: usize| if step % 4 == 3 { FRAC_PI_2 } else { 0.0 };
    let mut measurements = Vec::new();
    let mut start: Vec<[f64; 3]> = vec![[0.0; 3]];
    let mut angle = 0.0_f64;
    let mut wrong = || {
        angle += 2.3;
        0.05 * angle.sin()
    };
    for step in 0..15 {
        let z = [1.0 + wrong(), wrong(), side(step) + wrong()];
        measurements.push((step, step + 1, z));
        let [turn, x, y] = start[step];
        let (sin, cos) = turn.sin_cos();
        start.push([
            turn + z[2],
            x + cos * z[0] - sin * z[1],
            y + sin * z[0] + cos * z[1],
        ]);
    }
    measurements.push((15, 0, [1.0, 0.0, FRAC_PI_2]));
    for loss in [None, Some(0.1)] {
        let [ours, theirs] =
            [ours as Made, theirs].map(|made| solve(&measurements, &start, made, loss));
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert!((ours - theirs).amax() < 1e-6);
        }
        assert!((ours[15][1] - start[15][1]).abs() > 1e-3, "the loop pulls");
    }
}

#[test]
fn value_and_slopes_are_those_of_the_function() {
    let (a, b, z) = ([0.3, 1.0, 2.0], [1.1, 2.5, 2.5], [1.5, 0.25, 0.5]);
    let (value, jacobian) = between_with_jacobian(&a, &b, z);
    let blocks = [a, b].map(|x| DVector::from_column_slice(&x));
    let found = ours(z).residual_func_f64(&blocks);
    super::assert_close(found.as_slice(), &value, 0.0);
    let own = theirs(z).residual_func_f64(&blocks);
    assert!((found - own).amax() < 1e-14);
    let dense = jacobian.to_dense();
    let problem = tiny_solver::ResidualBlock::new(0, 3, 0, &["a", "b"], ours(z), None);
    let blocks = blocks.map(tiny_solver::parameter_block::ParameterBlock::from_vec);
    let (_, matrix) = problem.residual_and_jacobian(&[&blocks[0], &blocks[1]]);
    for (row, entries) in dense.iter().enumerate() {
        for (column, entry) in entries.iter().enumerate() {
            assert!((matrix[(row, column)] - entry).abs() < 1e-14);
        }
    }
}
