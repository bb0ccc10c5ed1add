//! A pose graph in the plane: a robot drives through a city of blocks, and a thousand wrong steps
//! add up until loop closures pull the map straight.
//!
//! ```text
//! #[jacobian] fn between(a, b, z) -> [f64; 3]    the error of one measurement, with a robust loss
//!      Elements, System::normal                  the sparse normal matrix of all, once
//!      normal_into                               cost, gradient and matrix, in each step
//!      faer                                      a sparse Cholesky factorization
//! ```
//!
//! Run it with `cargo run --release --example pose_graph --features faer -- --plot poses.svg`. It
//! fails unless the gradient vanishes and the map is ten times nearer to the streets. One loop
//! closure in ten is wrong, and the loss has to see through it. The city is made up, after that of
//! Olson's paper.
//!
//! Sources: E. Olson, J. Leonard, S. Teller, Fast iterative alignment of pose graphs with poor
//! initial estimates, ICRA 2006 (the city of blocks). K. Levenberg, 1944, and D. Marquardt, 1963.

#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![allow(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "counts are far below 2^52; formulas are as they are written down"
)]

use std::error::Error;
use std::f64::consts::FRAC_PI_2;

use faer::linalg::solvers::Solve;
use faer::sparse::SparseColMatRef;
use faer::sparse::linalg::solvers::{Llt, SymbolicLlt};
use faer::{Col, Side};
use jacobian_assembly::{Elements, Normal, System, Variable};
use jacobian_runtime::jacobian;
use jacobian_runtime::loss::cauchy;

#[path = "support/plot.rs"]
mod plot;

use plot::{Ink, Picture};

/// Steps of the robot, one unit long.
const STEPS: usize = 1500;
/// How far measurements are wrong, in units and in radians.
const NOISE: [f64; 3] = [0.02, 0.02, 0.005];
/// Residuals beyond this, in multiples of the noise, weigh less and less.
const BELIEVED: f64 = 3.0;

type Pose = [f64; 3];

/// How far pose `b` seen from `a` is from its measurement `z`, in multiples of the noise.
#[jacobian(as = Between, batch(per_point(z)), normal(loss = cauchy(BELIEVED)), wrt(a, b))]
pub fn between(a: &[f64; 3], b: &[f64; 3], z: &[f64; 3]) -> [f64; 3] {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let (sin, cos) = a[2].sin_cos();
    let turn = b[2] - a[2] - z[2];
    [
        (cos * x + sin * y - z[0]) / NOISE[0],
        (cos * y - sin * x - z[1]) / NOISE[1],
        turn.sin().atan2(turn.cos()) / NOISE[2],
    ]
}

/// Two poses, and the second as the first one sees it.
struct Measurement {
    from: usize,
    to: usize,
    z: Pose,
}

/// Numbers that look random and are the same in each run.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About normal: the sum of twelve even numbers.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// The streets that the robot drives: straight on, and a turn at every fourth crossing or so.
fn drive(random: &mut Random) -> Vec<Pose> {
    let mut poses = vec![[0.0; 3]];
    for step in 1..STEPS {
        let [x, y, mut heading] = poses[step - 1];
        if step % 4 == 0 {
            let choice = random.unit();
            heading += if choice < 0.3 {
                FRAC_PI_2
            } else if choice < 0.6 {
                -FRAC_PI_2
            } else {
                0.0
            };
        }
        // It stays in the city.
        let ahead = |heading: f64| [x + heading.cos(), y + heading.sin()];
        while ahead(heading).iter().any(|place| place.abs() > 20.5) {
            heading += FRAC_PI_2;
        }
        let [x, y] = ahead(heading);
        poses.push([x, y, heading]);
    }
    poses
}

/// Pose `b` as `a` sees it.
fn seen(a: Pose, b: Pose) -> Pose {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let (sin, cos) = a[2].sin_cos();
    [cos * x + sin * y, cos * y - sin * x, b[2] - a[2]]
}

/// Pose `z` that `a` sees, on the map.
fn placed(a: Pose, z: Pose) -> Pose {
    let (sin, cos) = a[2].sin_cos();
    [
        a[0] + cos * z[0] - sin * z[1],
        a[1] + sin * z[0] + cos * z[1],
        a[2] + z[2],
    ]
}

/// A measurement of each step, and of some places where the robot has been before. One in ten of
/// these is of another place.
fn measure(streets: &[Pose], random: &mut Random) -> Vec<Measurement> {
    let mut found = Vec::new();
    let mut add = |from: usize, to: usize, really: usize, random: &mut Random| {
        let exact = seen(streets[from], streets[really]);
        let z = [0, 1, 2].map(|k| exact[k] + NOISE[k] * random.normal());
        found.push(Measurement { from, to, z });
    };
    for to in 1..streets.len() {
        add(to - 1, to, to, random);
        let near = |from: &usize| {
            let [x, y, _] = seen(streets[*from], streets[to]);
            x.hypot(y) < 0.5
        };
        if let Some(from) = (0..to.saturating_sub(20)).find(near) {
            let really = if random.unit() < 0.1 { to / 2 } else { to };
            add(from, to, really, random);
        }
    }
    found
}

/// The normal equations of all measurements. The first pose is where it is.
fn system(measurements: &[Measurement]) -> Result<System<Normal>, Box<dyn Error>> {
    let variable = |pose: usize, k: usize| match pose {
        0 => Variable::Fixed(0.0),
        _ => Variable::Column(3 * (pose - 1) + k),
    };
    let mut elements = Elements::new();
    for (at, Measurement { from, to, z }) in measurements.iter().enumerate() {
        let variables = [*from, *to]
            .into_iter()
            .flat_map(|pose| (0..3).map(move |k| variable(pose, k)));
        elements.push(variables, 3 * at..3 * at + 3, *z);
    }
    let mut system = System::normal(3 * measurements.len(), 3 * (STEPS - 1));
    system.term(Between { z: &[0.0; 3] }, elements)?;
    Ok(system.build()?)
}

/// Levenberg's and Marquardt's method. Returns the costs of the steps that were taken.
fn solve(
    system: &mut System<Normal>,
    n_rows: usize,
    x: &mut Vec<f64>,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let (n, nnz) = (x.len(), system.pattern().nnz());
    let symbolic = system.pattern().faer().ok_or("entries are by columns")?;
    let analysis = SymbolicLlt::try_new(symbolic, Side::Lower)?; // once
    let diagonal: Vec<usize> = (0..n)
        .map(|at| system.pattern().position(at, at).ok_or("a pose is free"))
        .collect::<Result<_, _>>()?;
    let mut value = vec![0.0; n_rows];
    let (mut gradient, mut entries) = (vec![0.0; n], vec![0.0; nnz]);
    let (mut other, mut others) = (gradient.clone(), entries.clone());
    let mut costs = vec![system.normal_into(x, &mut value, &mut gradient, &mut entries)?];
    let (mut damping, steepest) = (1e-4, norm(&gradient));
    for _ in 0..100 {
        if norm(&gradient) < 1e-6 * steepest {
            return Ok(costs);
        }
        let mut damped = entries.clone();
        for at in &diagonal {
            damped[*at] += damping * entries[*at] + 1e-9;
        }
        let pattern = system.pattern().faer().ok_or("entries are by columns")?;
        let matrix = SparseColMatRef::new(pattern, &damped[..]);
        let factor = Llt::try_new_with_symbolic(analysis.clone(), matrix, Side::Lower)
            .map_err(|error| format!("{error:?}"))?;
        let step = factor.solve(Col::from_fn(n, |at| -gradient[at]));
        let next: Vec<f64> = x.iter().enumerate().map(|(at, x)| x + step[at]).collect();
        let cost = system.normal_into(&next, &mut value, &mut other, &mut others)?;
        if cost < costs[costs.len() - 1] {
            *x = next;
            std::mem::swap(&mut gradient, &mut other);
            std::mem::swap(&mut entries, &mut others);
            costs.push(cost);
            damping = (damping * 0.2).max(1e-12);
        } else {
            damping *= 10.0;
        }
    }
    Err("the gradient does not vanish in 100 steps".into())
}

fn norm(vector: &[f64]) -> f64 {
    vector
        .iter()
        .fold(0.0, |most, number| most.max(number.abs()))
}

/// How far a map is from the streets, as the root of the mean square.
fn error(map: &[Pose], streets: &[Pose]) -> f64 {
    let squares = map.iter().zip(streets);
    let squares = squares.map(|(a, b)| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2));
    (squares.sum::<f64>() / map.len() as f64).sqrt()
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = plot::file()?;
    let mut random = Random(88_172_645_463_325_252);
    let streets = drive(&mut random);
    let measurements = measure(&streets, &mut random);
    println!("{} poses, {} measurements", STEPS, measurements.len());

    // The first map: one step after the other.
    let mut before = vec![[0.0; 3]];
    for Measurement { z, .. } in measurements.iter().filter(|one| one.to == one.from + 1) {
        before.push(placed(before[before.len() - 1], *z));
    }
    let mut system = system(&measurements)?;
    println!("the normal matrix: {:?}", system.pattern());
    let mut x = before[1..].as_flattened().to_vec();
    let costs = solve(&mut system, 3 * measurements.len(), &mut x)?;
    for (step, cost) in costs.iter().enumerate().take(8) {
        println!("step {step}: cost {cost:.2}");
    }
    let last = costs[costs.len() - 1];
    println!("{} steps in all, cost {last:.2}", costs.len() - 1);
    let mut after = vec![[0.0; 3]];
    after.extend_from_slice(x.as_chunks::<3>().0);

    let [first, last] = [&before, &after].map(|map| error(map, &streets));
    println!("the map is wrong by {first:.3} before and by {last:.3} after");
    if let Some(file) = file {
        picture(&[&before, &after]).write(&file)?;
        println!("{file} shows both");
    }
    if last > 0.1 * first {
        return Err("the map is not near the streets".into());
    }
    Ok(())
}

/// The maps beside each other.
fn picture(maps: &[&[Pose]; 2]) -> Picture {
    let mut picture = Picture::new(720.0, 380.0);
    for (at, (map, title)) in maps.iter().zip(["before", "after"]).enumerate() {
        let (x, y) = (190.0 + 345.0 * at as f64, 200.0);
        picture.text([x - 160.0, 20.0], title);
        let points = map
            .iter()
            .map(|pose| [x + 6.0 * pose[0], y - 6.0 * pose[1]]);
        picture.line(if at == 0 { Ink::Red } else { Ink::Blue }, 0.8, points);
    }
    picture
}
