//! Bratu's equation on the unit square, on as many ranks as `mpirun` starts.
//!
//! `u_xx + u_yy + lambda exp(u) = 0`, zero on the boundary, lambda = 5, on n x n inner points. Each
//! rank owns some lines of the grid, and needs a line of its neighbours on either side.
//!
//! ```console
//! $ cargo build --release --example bratu
//! $ mpirun -n 2 target/release/examples/bratu -n 200 -snes_monitor
//! $ mpirun -n 2 target/release/examples/bratu -n 20 -snes_test_jacobian
//! $ mpirun -n 2 target/release/examples/bratu -n 1000 -log_view
//! ```
//!
//! Every rank then solves the same equations by itself, with a direct method, up to n = 300. The
//! example fails unless both solutions agree to 1e-10.
//!
//! Source of the problem: B. M. Averick, R. G. Carter, J. J. More, G.-L. Xue, The MINPACK-2 test
//! problem collection, 1992, "solid fuel ignition".

#![allow(
    clippy::cast_precision_loss,
    clippy::suboptimal_flops,
    reason = "sizes are far below 2^52; formulas are as they are written down"
)]

use std::error::Error;
use std::process::ExitCode;

use jacobian_assembly::{Elements, System, Variable};
use jacobian_petsc::{Converged, Nonlinear, Numbering, Petsc, PetscError, Ranks};
use jacobian_runtime::jacobian;

const LAMBDA: f64 = 5.0;

/// The equation at the third of these points, times the square of the mesh width.
#[jacobian(as = Bratu, batch, wrt(u))]
pub fn bratu(u: &[f64; 5], c: f64) -> f64 {
    4.0 * u[2] - u[0] - u[1] - u[3] - u[4] - c * u[2].exp()
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bratu: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let n = side()?;
    let petsc = Petsc::start()?;
    let defaults = [
        ("-pc_type", "gamg"),
        ("-ksp_rtol", "1e-9"),
        ("-snes_rtol", "1e-11"),
        ("-snes_stol", "1e-9"),
        ("-serial_pc_type", "lu"),
        ("-serial_snes_rtol", "1e-11"),
    ];
    for (name, value) in defaults {
        petsc.default_option(name, value)?;
    }
    let world = petsc.world();
    let (own, converged) = solved(world, "", n)?;
    let u = world.gather(&own)?;
    if world.rank() == 0 {
        let peak = u.iter().fold(0.0_f64, |most, u| most.max(*u));
        println!(
            "{} unknowns on {} ranks: {} steps, {} linear iterations, residual {:.1e}, peak {peak:.10}",
            n * n,
            world.count(),
            converged.iterations,
            converged.linear_iterations,
            converged.norm
        );
    }
    if n > 300 {
        return Ok(());
    }
    let (alone, _) = solved(petsc.alone(), "serial_", n)?;
    let far = u.iter().zip(&alone).map(|(u, alone)| (u - alone).abs());
    let far = far.fold(0.0_f64, f64::max);
    if world.rank() == 0 {
        println!("the solution of one rank by a direct method differs by {far:.1e}");
    }
    if far < 1e-10 {
        Ok(())
    } else {
        Err(format!("the solutions differ by {far:e}").into())
    }
}

/// The unknowns that this rank owns, at the solution.
fn solved(
    ranks: Ranks<'_>,
    prefix: &str,
    n: usize,
) -> Result<(Vec<f64>, Converged), Box<dyn Error>> {
    let lines = ranks.share(n);
    let mut numbering = Numbering::of(n * lines.start..n * lines.end);
    let mut elements = Elements::new();
    for (i, j) in lines.flat_map(|i| (0..n).map(move |j| (i, j))) {
        // Counted from one, so that the boundary beside the first line is line zero.
        let mut at = |i: usize, j: usize| {
            if (1..=n).contains(&i) && (1..=n).contains(&j) {
                Variable::Column(numbering.local(n * (i - 1) + j - 1))
            } else {
                Variable::Fixed(0.0)
            }
        };
        let (i, j) = (i + 1, j + 1);
        let points = [
            at(i - 1, j),
            at(i, j - 1),
            at(i, j),
            at(i, j + 1),
            at(i + 1, j),
        ];
        let Variable::Column(row) = points[2] else {
            unreachable!("the middle is inside");
        };
        elements.push(points, [row], []);
    }
    let count = numbering.len();
    let mut system = System::jacobian(count, count);
    let h = 1.0 / (n + 1) as f64;
    system.term(Bratu { c: LAMBDA * h * h }, elements)?;
    let mut equations = Nonlinear::new(ranks, prefix, &numbering, system.build()?)?;
    let mut u = vec![0.0; numbering.owned().len()];
    let converged: Result<Converged, PetscError> = equations.solve(&mut u);
    Ok((u, converged?))
}

/// The points along a side of the grid, after `-n`.
fn side() -> Result<usize, Box<dyn Error>> {
    let mut words = std::env::args().skip_while(|word| word != "-n").skip(1);
    match words.next().map(|word| word.parse()) {
        None => Ok(100),
        Some(Ok(n)) if n > 0 => Ok(n),
        Some(_) => Err("-n needs the number of points along a side".into()),
    }
}
