//! Two published problems in solver crates, with our derivatives and with those that the crates
//! make for themselves.
//!
//! ```text
//! diffsol               Robertson's reactions up to t = 1e11    products and colors | one call
//! levenberg-marquardt   the fit Misra1a of NIST                 differences         | one call
//! ```
//!
//! Run it with `cargo run --release --example solvers --features solvers`. It fails unless every
//! run agrees with the published answer.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;
use std::time::Instant;

use diffsol::{
    FaerContext, FaerSparseLU, FaerSparseMat, FaerVec, OdeBuilder, OdeEquationsImplicit,
    OdeSolverMethod, OdeSolverProblem, Op, Vector,
};
use jacobian_runtime::{jacobian, solvers};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, differentiate_numerically};
use nalgebra_0_34::{DMatrix, DVector, Dyn, Owned};

type M = FaerSparseMat<f64>;

#[jacobian(wrt(y), as = Robertson)]
fn robertson(y: &[f64; 3], k: [f64; 3]) -> [f64; 3] {
    let [slow, middle, fast] = [k[0] * y[0], k[1] * y[1] * y[2], k[2] * y[1] * y[1]];
    [middle - slow, slow - middle - fast, fast]
}

const RATES: [f64; 3] = [0.04, 1e4, 3e7];

/// Source: F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, 2008.
const AT_1E11: [f64; 3] = [
    0.208_334_014_970_125_5e-7,
    0.833_336_077_033_471_3e-13,
    0.999_999_979_166_505,
];

const X: [f64; 14] = [
    77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0,
];
const Y: [f64; 14] = [
    10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47,
    81.78,
];

/// Source: NIST, Statistical Reference Datasets, nonlinear regression, Misra1a.
const CERTIFIED: [f64; 2] = [2.389_421_291_8e2, 5.501_564_318_1e-4];

#[jacobian(as = Misra)]
fn misra(b: &[f64; 2]) -> [f64; 14] {
    core::array::from_fn(|i| b[0] * (1.0 - (-b[1] * X[i]).exp()) - Y[i])
}

/// The same problem with the differences of the crate.
struct Differences(solvers::levenberg_marquardt::Problem<Misra>);

impl LeastSquaresProblem<f64, Dyn, Dyn> for Differences {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        self.0.set_params(x);
    }

    fn params(&self) -> DVector<f64> {
        self.0.params()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        self.0.residuals()
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        differentiate_numerically(&mut self.0.clone())
    }
}

fn check(found: &[f64], known: &[f64], tolerance: f64) -> Result<(), Box<dyn Error>> {
    let agrees = |(found, known): (&f64, &f64)| (found / known - 1.0).abs() < tolerance;
    if found.len() == known.len() && found.iter().zip(known).all(agrees) {
        return Ok(());
    }
    Err(format!("{found:?} is not {known:?}").into())
}

fn builder() -> OdeBuilder<M> {
    OdeBuilder::new().rtol(1e-9).atol([1e-14, 1e-20, 1e-12])
}

fn integrate<E>(name: &str, problem: &OdeSolverProblem<E>) -> Result<(), Box<dyn Error>>
where
    E: OdeEquationsImplicit<M = M, V = FaerVec<f64>, T = f64, C = FaerContext>,
{
    let start = Instant::now();
    let mut solver = problem.bdf::<FaerSparseLU<f64>>()?;
    while solver.state().t < 1e11 {
        solver.step()?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let work = problem.eqn.rhs().statistics();
    println!(
        "diffsol, {name}: {} values, {} Jacobians, {} products with vectors, {:.2} ms",
        work.number_of_calls,
        work.number_of_matrix_evals,
        work.number_of_jac_muls,
        1e3 * seconds
    );
    check(&solver.interpolate(1e11)?.clone_as_vec(), &AT_1E11, 1e-5)
}

fn main() -> Result<(), Box<dyn Error>> {
    let at = |_| Robertson { k: RATES };
    let equations = solvers::diffsol::Equations::<_, _, M>::new(at, &[1.0, 0.0, 0.0]);
    integrate("our entries", &builder().build_from_eqn(equations)?)?;
    let product = |y: &[f64], v: &[f64], product: &mut [f64]| {
        let middle = 1e4 * (v[1] * y[2] + y[1] * v[2]);
        product[2] = 6e7 * y[1] * v[1];
        product[0] = -0.04 * v[0] + middle;
        product[1] = 0.04 * v[0] - middle - product[2];
    };
    let closures = builder()
        .rhs_implicit(
            |y, _, _, dy| {
                let y: &[f64; 3] = y.try_into().expect("three species");
                dy.copy_from_slice(&robertson(y, RATES));
            },
            move |y, _, _, v, dy| product(y, v, dy),
        )
        .init(|_, _, y| y.copy_from_slice(&[1.0, 0.0, 0.0]), 3)
        .build()?;
    integrate("closures by hand", &closures)?;

    let problem = solvers::levenberg_marquardt::Problem::new(Misra, &[500.0, 0.0001]);
    let differences = Differences(problem.clone());
    let (fitted, report) = LevenbergMarquardt::new().minimize(problem);
    println!(
        "levenberg-marquardt, our Jacobian: {} values",
        report.number_of_evaluations
    );
    check(fitted.x(), &CERTIFIED, 1e-8)?;
    let (fitted, report) = LevenbergMarquardt::new().minimize(differences);
    println!(
        "levenberg-marquardt, differences: {} values and two more for each column",
        report.number_of_evaluations
    );
    check(fitted.0.x(), &CERTIFIED, 1e-6)
}
