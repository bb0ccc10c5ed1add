//! pounce on problem 71 of Hock and Schittkowski: our sparse Jacobian and Hessian, or differences
//! of the crate with an approximate Hessian.

use std::error::Error;

use jacobian_runtime::jacobian;
use jacobian_runtime::solvers::pounce::Problem;
use pounce_rs::{IpoptApplication, Nlp, builder};

use crate::{Rivals, check};

/// The objective, and two constraints.
#[jacobian(hessian, as = Hs71)]
fn hs71(x: &[f64; 4]) -> [f64; 3] {
    [
        x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
        x[0] * x[1] * x[2] * x[3],
        x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3],
    ]
}

const START: [f64; 4] = [1.0, 5.0, 5.0, 1.0];
const LOWER: [f64; 2] = [25.0, 40.0];
const UPPER: [f64; 2] = [2e19, 40.0];

/// Source: W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes, 1981, with more
/// digits from the documentation of Ipopt.
const MINIMUM: [f64; 4] = [1.0, 4.742_999_63, 3.821_149_98, 1.379_408_29];

/// The same function for the builder of the crate, which makes differences of it.
struct Differences;

impl builder::Problem for Differences {
    fn objective(&self, x: &[f64]) -> f64 {
        hs71(x.try_into().expect("four variables"))[0]
    }

    fn n_constraints(&self) -> usize {
        2
    }

    fn constraints(&self, x: &[f64], constraints: &mut [f64]) {
        constraints.copy_from_slice(&hs71(x.try_into().expect("four variables"))[1..]);
    }
}

fn ours() -> Result<String, Box<dyn Error>> {
    let mut pounce = IpoptApplication::new();
    pounce.initialize_with_options_str("print_level 0\nsb yes\n")?;
    let minimum = Problem::new(Hs71, &START)
        .with_bounds(&[1.0; 4], &[5.0; 4])
        .with_constraints(&LOWER, &UPPER)
        .with_hessian(HS71_HESSIAN_PATTERN, |x, weights, entries| {
            hs71_hessian_into(
                x.try_into().expect("four variables"),
                weights.try_into().expect("three weights"),
                entries.try_into().expect("the entries"),
            );
        })
        .minimize(&mut pounce)?;
    check(&minimum.x, &MINIMUM, 1e-6)?;
    Ok(format!("{} steps", pounce.statistics().iteration_count))
}

fn differences() -> Result<String, Box<dyn Error>> {
    let solved = Nlp::new(Differences)
        .var_bounds(&[1.0; 4], &[5.0; 4])
        .constraint_bounds(&LOWER, &UPPER)
        .x0(&START)
        .option_int("print_level", 0)
        .option_str("sb", "yes")
        .try_solve()?;
    check(&solved.x, &MINIMUM, 1e-5)?;
    Ok(format!("{} steps", solved.stats.iteration_count))
}

pub(crate) fn run(rivals: &Rivals) -> Result<(), Box<dyn Error>> {
    rivals.compare(
        "pounce",
        ("our derivatives", &ours),
        ("differences", &differences),
    )
}
