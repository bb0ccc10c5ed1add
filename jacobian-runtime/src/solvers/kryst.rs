//! kryst: the Jacobian as an operator for Krylov methods, without a matrix.
//!
//! ```text
//! Linearized::at(f, x, value)      linearize_into: the value, and labels, once
//!   matvec(dx)                     jvp_at          a multiplication for each label
//!   t_matvec(w)                    vjp_at          the same, transposed
//! ```
//!
//! Invariant: two operators never have the same `values_id`, so that kryst does not keep a
//! preconditioner of another point, also where a new operator has the address of an old one.

use core::any::Any;
use core::sync::atomic::{AtomicU64, Ordering};
use std::vec::Vec;

use kryst::KError;
use kryst::matrix::op::{LinOp, StructureId, ValuesId};

use crate::Function;

/// The number of operators that were made.
static OPERATORS: AtomicU64 = AtomicU64::new(0);

/// The Jacobian of a function at a point.
///
/// Newton's method with GMRES inside; only products with vectors are computed:
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::kryst::Linearized;
/// use kryst::prelude::*;
/// use std::sync::Arc;
///
/// #[jacobian(linearize, as = Circle)]
/// fn circle(x: &[f64; 2]) -> [f64; 2] {
///     [x[0] * x[0] + x[1] * x[1] - 4.0, x[0] - x[1]]
/// }
///
/// let (mut x, mut value) = ([1.0, 2.0], [0.0; 2]);
/// for _ in 0..6 {
///     let operator = Linearized::at(Circle, &x, &mut value)?;
///     let mut krylov = KspContext::new();
///     krylov.set_type(SolverType::Gmres)?;
///     krylov.set_pc_type(PcType::None, None)?;
///     krylov.try_set_operators(Arc::new(operator), None)?;
///     let mut step = [0.0; 2];
///     assert!(krylov.solve(&value, &mut step)?.reason.is_converged());
///     x = [x[0] - step[0], x[1] - step[1]];
/// }
/// assert!(x.iter().all(|x| (x - 2.0_f64.sqrt()).abs() < 1e-12));
/// # Ok::<(), kryst::KError>(())
/// ```
#[derive(Debug)]
pub struct Linearized<F> {
    f: F,
    labels: Vec<f64>,
    values_id: ValuesId,
}

impl<F: Function<Scalar = f64>> Linearized<F> {
    /// The operator of a function at `x`, where its value is written too.
    ///
    /// # Errors
    /// If a slice has the wrong length, or if the value or a label is infinite or no number.
    pub fn at(f: F, x: &[f64], value: &mut [f64]) -> Result<Self, KError> {
        check_length("x", F::COLS, x)?;
        check_length("value", F::ROWS, value)?;
        let mut labels = std::vec![0.0; F::LABELS];
        f.linearize_into(x, value, &mut labels);
        check_finite("value", value)?;
        check_finite("Jacobian", &labels)?;
        // Zero is the identifier of kryst for values of which nothing is known.
        let number = OPERATORS.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Self {
            f,
            labels,
            values_id: ValuesId(number),
        })
    }
}

fn check_length(what: &str, expected: usize, found: &[f64]) -> Result<(), KError> {
    if found.len() == expected {
        return Ok(());
    }
    let found = found.len();
    Err(KError::InvalidInput(std::format!(
        "{what} is {found} long, the function wants {expected}"
    )))
}

fn check_finite(what: &str, numbers: &[f64]) -> Result<(), KError> {
    if numbers.iter().all(|number| number.is_finite()) {
        return Ok(());
    }
    Err(KError::InvalidInput(std::format!(
        "the {what} of the function is not finite"
    )))
}

impl<F: Function<Scalar = f64> + Send + Sync + 'static> LinOp for Linearized<F> {
    type S = f64;

    fn dims(&self) -> (usize, usize) {
        (F::ROWS, F::COLS)
    }

    fn matvec(&self, dx: &[f64], product: &mut [f64]) {
        self.f.jvp_at(&self.labels, dx, product);
    }

    fn try_matvec(&self, dx: &[f64], product: &mut [f64]) -> Result<(), KError> {
        check_length("the vector", F::COLS, dx)?;
        check_length("the product", F::ROWS, product)?;
        self.matvec(dx, product);
        Ok(())
    }

    fn supports_transpose(&self) -> bool {
        true
    }

    fn t_matvec(&self, w: &[f64], product: &mut [f64]) {
        self.f.vjp_at(&self.labels, w, product);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn structure_id(&self) -> StructureId {
        // The pattern is a constant, and its address tells one function from another.
        StructureId(core::ptr::from_ref(F::PATTERN).addr() as u64)
    }

    fn values_id(&self) -> ValuesId {
        self.values_id
    }
}
