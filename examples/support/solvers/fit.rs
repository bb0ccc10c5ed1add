//! levenberg-marquardt on Misra1a of NIST: our Jacobian, or the differences of the crate.

use std::error::Error;

use jacobian_runtime::{jacobian, solvers};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, differentiate_numerically};
use nalgebra_0_34::{DMatrix, DVector, Dyn, Owned};

use crate::{Rivals, check};

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

type Problem = solvers::levenberg_marquardt::Problem<Misra>;

/// The same problem with the differences of the crate.
struct Differences(Problem);

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

pub(crate) fn run(rivals: &Rivals) -> Result<(), Box<dyn Error>> {
    let problem = || Problem::new(Misra, &[500.0, 0.0001]);
    rivals.compare(
        "levenberg-marquardt",
        ("our Jacobian", &|| {
            let (fitted, report) = LevenbergMarquardt::new().minimize(problem());
            check(fitted.x(), &CERTIFIED, 1e-8)?;
            Ok(format!("{} values", report.number_of_evaluations))
        }),
        ("differences", &|| {
            let (fitted, report) = LevenbergMarquardt::new().minimize(Differences(problem()));
            check(fitted.0.x(), &CERTIFIED, 1e-6)?;
            let values = report.number_of_evaluations;
            Ok(format!("{values} values and two more for each column"))
        }),
    )
}
