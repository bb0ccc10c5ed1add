//! argmin: its traits for a sum of squares and for a function with one dependent, over vectors and
//! matrices of nalgebra 0.34.
//!
//! | | `cost` | `gradient` | `hessian` | `apply`, `jacobian` |
//! |---|---|---|---|---|
//! | [`LeastSquares`] | half the sum of squares | `J' r` | `J' J`, that of Gauss-Newton | `r`, `J` |
//! | [`Objective`] | the value | its row of the Jacobian | with [`with_hessian`](Objective::with_hessian) | |
//!
//! A value that is not finite is an error of argmin, so that no solver goes on with NaN.

use argmin::core::{ArgminError, CostFunction, Error, Gradient, Hessian, Jacobian, Operator};
use nalgebra_0_34::{DMatrix, DVector};
use std::vec::Vec;

use crate::{Function, SymmetricPattern};

/// The sum of squares of a function.
///
/// ```
/// use argmin::core::{Executor, State};
/// use argmin::solver::gaussnewton::GaussNewton;
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::argmin::LeastSquares;
/// use nalgebra_0_34::DVector;
///
/// #[jacobian(as = Valley)]
/// fn valley(x: &[f64; 2]) -> [f64; 2] {
///     [10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]]
/// }
///
/// let start = DVector::from_column_slice(&[-1.2, 1.0]);
/// let result = Executor::new(LeastSquares::new(Valley), GaussNewton::new())
///     .configure(|state| state.param(start).max_iters(20))
///     .run()?;
/// let x = result.state().get_best_param().unwrap();
/// assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-12));
/// # Ok::<(), argmin::core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LeastSquares<F> {
    f: F,
}

/// A function with one dependent, to be minimized.
///
/// A function with several dependents does not compile.
///
/// ```
/// use argmin::core::{Executor, State};
/// use argmin::solver::{linesearch::MoreThuenteLineSearch, quasinewton::LBFGS};
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::argmin::Objective;
/// use nalgebra_0_34::DVector;
///
/// #[jacobian(as = Valley)]
/// fn valley(x: &[f64; 2]) -> f64 {
///     100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)
/// }
///
/// let start = DVector::from_column_slice(&[-1.2, 1.0]);
/// let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
/// let result = Executor::new(Objective::new(Valley), solver)
///     .configure(|state| state.param(start).max_iters(100))
///     .run()?;
/// let x = result.state().get_best_param().unwrap();
/// assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-6));
/// # Ok::<(), argmin::core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Objective<F> {
    f: F,
}

/// A function with one dependent and its Hessian, to be minimized.
#[derive(Clone, Copy, Debug)]
pub struct WithHessian<F, H> {
    objective: Objective<F>,
    pattern: SymmetricPattern,
    hessian_into: H,
}

impl<F: Function<Scalar = f64>> LeastSquares<F> {
    /// The sum of squares of this function.
    pub const fn new(f: F) -> Self {
        Self { f }
    }
}

impl<F: Function<Scalar = f64>> Objective<F> {
    /// This function.
    pub const fn new(f: F) -> Self {
        const {
            assert!(
                F::ROWS == 1,
                "an objective has one dependent; see LeastSquares"
            );
        }
        Self { f }
    }
}

impl<F: Function<Scalar = f64>> Objective<F> {
    /// The same with the Hessian that the option `hessian` generates: its pattern, and a function
    /// that writes its entries at a point.
    ///
    /// # Panics
    /// Panics if the pattern has another size than the function has independents.
    ///
    /// ```
    /// use argmin::core::{Executor, State};
    /// use argmin::solver::newton::Newton;
    /// use jacobian_runtime::jacobian;
    /// use jacobian_runtime::solvers::argmin::Objective;
    /// use nalgebra_0_34::DVector;
    ///
    /// #[jacobian(hessian, as = Valley)]
    /// fn valley(x: &[f64; 2]) -> f64 {
    ///     100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)
    /// }
    ///
    /// let problem = Objective::new(Valley).with_hessian(VALLEY_HESSIAN_PATTERN, |x, entries| {
    ///     valley_hessian_into(x.try_into().unwrap(), entries.try_into().unwrap());
    /// });
    /// let start = DVector::from_column_slice(&[-1.2, 1.0]);
    /// let result = Executor::new(problem, Newton::<f64>::new())
    ///     .configure(|state| state.param(start).max_iters(7))
    ///     .run()?;
    /// let x = result.state().get_param().unwrap();
    /// assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-10));
    /// # Ok::<(), argmin::core::Error>(())
    /// ```
    pub fn with_hessian<H: Fn(&[f64], &mut [f64])>(
        self,
        pattern: SymmetricPattern,
        hessian_into: H,
    ) -> WithHessian<F, H> {
        assert!(
            pattern.size() == F::COLS,
            "the function has {} independents, the Hessian {} columns",
            F::COLS,
            pattern.size()
        );
        WithHessian {
            objective: self,
            pattern,
            hessian_into,
        }
    }
}

fn value<F: Function<Scalar = f64>>(f: &F, x: &DVector<f64>) -> Result<DVector<f64>, Error> {
    check_length::<F>(x)?;
    let mut value = DVector::zeros(F::ROWS);
    f.value_into(x.as_slice(), value.as_mut_slice());
    check_finite(value.as_slice(), "value")?;
    Ok(value)
}

fn with_entries<F: Function<Scalar = f64>>(
    f: &F,
    x: &DVector<f64>,
) -> Result<(DVector<f64>, Vec<f64>), Error> {
    check_length::<F>(x)?;
    let (mut value, mut entries) = (DVector::zeros(F::ROWS), F::TEMPLATE.to_vec());
    f.update_into(x.as_slice(), value.as_mut_slice(), &mut entries);
    check_finite(value.as_slice(), "value")?;
    check_finite(&entries, "Jacobian")?;
    Ok((value, entries))
}

fn check_length<F: Function>(x: &DVector<f64>) -> Result<(), Error> {
    if x.len() == F::COLS {
        return Ok(());
    }
    let text = std::format!(
        "the function has {} independents, the vector {}",
        F::COLS,
        x.len()
    );
    Err(ArgminError::InvalidParameter { text }.into())
}

fn check_finite(numbers: &[f64], what: &str) -> Result<(), Error> {
    if numbers.iter().all(|number| number.is_finite()) {
        return Ok(());
    }
    let text = std::format!("the {what} of the function is not finite");
    Err(ArgminError::ConditionViolated { text }.into())
}

fn product<F: Function<Scalar = f64>>(entries: &[f64], weights: &[f64]) -> DVector<f64> {
    let mut gradient = DVector::zeros(F::COLS);
    F::PATTERN.tr_mul_into(entries, weights, gradient.as_mut_slice());
    gradient
}

fn dense<F: Function<Scalar = f64>>(entries: &[f64]) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(F::ROWS, F::COLS);
    F::PATTERN.for_each(entries, |row, col, entry| matrix[(row, col)] = entry);
    matrix
}

impl<F: Function<Scalar = f64>> CostFunction for LeastSquares<F> {
    type Param = DVector<f64>;
    type Output = f64;

    fn cost(&self, x: &DVector<f64>) -> Result<f64, Error> {
        Ok(0.5 * value(&self.f, x)?.norm_squared())
    }
}

impl<F: Function<Scalar = f64>> Gradient for LeastSquares<F> {
    type Param = DVector<f64>;
    type Gradient = DVector<f64>;

    fn gradient(&self, x: &DVector<f64>) -> Result<DVector<f64>, Error> {
        let (value, entries) = with_entries(&self.f, x)?;
        Ok(product::<F>(&entries, value.as_slice()))
    }
}

impl<F: Function<Scalar = f64>> Hessian for LeastSquares<F> {
    type Param = DVector<f64>;
    type Hessian = DMatrix<f64>;

    fn hessian(&self, x: &DVector<f64>) -> Result<DMatrix<f64>, Error> {
        let jacobian = dense::<F>(&with_entries(&self.f, x)?.1);
        Ok(jacobian.tr_mul(&jacobian))
    }
}

impl<F: Function<Scalar = f64>> Operator for LeastSquares<F> {
    type Param = DVector<f64>;
    type Output = DVector<f64>;

    fn apply(&self, x: &DVector<f64>) -> Result<DVector<f64>, Error> {
        value(&self.f, x)
    }
}

impl<F: Function<Scalar = f64>> Jacobian for LeastSquares<F> {
    type Param = DVector<f64>;
    type Jacobian = DMatrix<f64>;

    fn jacobian(&self, x: &DVector<f64>) -> Result<DMatrix<f64>, Error> {
        Ok(dense::<F>(&with_entries(&self.f, x)?.1))
    }
}

impl<F: Function<Scalar = f64>> CostFunction for Objective<F> {
    type Param = DVector<f64>;
    type Output = f64;

    fn cost(&self, x: &DVector<f64>) -> Result<f64, Error> {
        Ok(value(&self.f, x)?[0])
    }
}

impl<F: Function<Scalar = f64>> Gradient for Objective<F> {
    type Param = DVector<f64>;
    type Gradient = DVector<f64>;

    fn gradient(&self, x: &DVector<f64>) -> Result<DVector<f64>, Error> {
        Ok(product::<F>(&with_entries(&self.f, x)?.1, &[1.0]))
    }
}

impl<F: Function<Scalar = f64>, H> CostFunction for WithHessian<F, H> {
    type Param = DVector<f64>;
    type Output = f64;

    fn cost(&self, x: &DVector<f64>) -> Result<f64, Error> {
        self.objective.cost(x)
    }
}

impl<F: Function<Scalar = f64>, H> Gradient for WithHessian<F, H> {
    type Param = DVector<f64>;
    type Gradient = DVector<f64>;

    fn gradient(&self, x: &DVector<f64>) -> Result<DVector<f64>, Error> {
        self.objective.gradient(x)
    }
}

impl<F, H> Hessian for WithHessian<F, H>
where
    F: Function<Scalar = f64>,
    H: Fn(&[f64], &mut [f64]),
{
    type Param = DVector<f64>;
    type Hessian = DMatrix<f64>;

    fn hessian(&self, x: &DVector<f64>) -> Result<DMatrix<f64>, Error> {
        check_length::<F>(x)?;
        let mut entries = std::vec![0.0; self.pattern.nnz()];
        (self.hessian_into)(x.as_slice(), &mut entries);
        check_finite(&entries, "Hessian")?;
        let mut matrix = DMatrix::zeros(F::COLS, F::COLS);
        for ((row, col), entry) in self.pattern.lower().entries().zip(entries) {
            matrix[(row, col)] = entry;
            matrix[(col, row)] = entry;
        }
        Ok(matrix)
    }
}
