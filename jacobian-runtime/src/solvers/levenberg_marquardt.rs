//! levenberg-marquardt: a port of MINPACK's `lmder`, with dense matrices of nalgebra 0.34.

use levenberg_marquardt::LeastSquaresProblem;
use nalgebra_0_34::{DMatrix, DVector, Dyn, Owned};

use crate::Function;

/// A least-squares problem: the sum of squares of a function is to become as small as possible.
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::levenberg_marquardt::Problem;
/// use levenberg_marquardt::LevenbergMarquardt;
///
/// #[jacobian(as = Valley)]
/// fn valley(x: &[f64; 2]) -> [f64; 2] {
///     [10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]]
/// }
///
/// let (problem, report) = LevenbergMarquardt::new().minimize(Problem::new(Valley, &[-1.2, 1.0]));
/// assert!(report.termination.was_successful());
/// assert!(problem.x().iter().all(|x| (x - 1.0).abs() < 1e-12));
/// ```
#[derive(Clone, Debug)]
pub struct Problem<F> {
    f: F,
    x: DVector<f64>,
}

impl<F: Function<Scalar = f64>> Problem<F> {
    /// The problem of a function and a start.
    ///
    /// # Panics
    /// Panics unless `start` is [`COLS`](Function::COLS) long.
    pub fn new(f: F, start: &[f64]) -> Self {
        assert!(
            start.len() == F::COLS,
            "the function has {} independents, the start {}",
            F::COLS,
            start.len()
        );
        Self {
            f,
            x: DVector::from_column_slice(start),
        }
    }

    /// The parameters at which the solver ended.
    pub fn x(&self) -> &[f64] {
        self.x.as_slice()
    }

    /// The function.
    pub fn function(&self) -> &F {
        &self.f
    }
}

impl<F: Function<Scalar = f64>> LeastSquaresProblem<f64, Dyn, Dyn> for Problem<F> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        self.x.copy_from(x);
    }

    fn params(&self) -> DVector<f64> {
        self.x.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let mut value = DVector::zeros(F::ROWS);
        self.f.value_into(self.x(), value.as_mut_slice());
        Some(value)
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let (mut value, mut entries) = (std::vec![0.0; F::ROWS], F::TEMPLATE.to_vec());
        self.f.update_into(self.x(), &mut value, &mut entries);
        let mut jacobian = DMatrix::zeros(F::ROWS, F::COLS);
        F::PATTERN.for_each(&entries, |row, col, entry| jacobian[(row, col)] = entry);
        Some(jacobian)
    }
}
