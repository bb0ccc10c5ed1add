//! newton-faer: square systems, with a symbolic analysis by faer 0.22 that is kept.
//!
//! ```text
//! layout csc    update_into writes the values of the matrix in place
//! layout csr    update_into writes entries, which go to their places by a map that is made once
//! ```
//!
//! Invariant: a residual that is not finite is infinite for newton-faer, because its maximum would
//! lose NaN and could then call the iterate a solution.

use std::vec::Vec;

use faer_0_22::sparse::SymbolicSparseColMat;
use newton_faer::{JacobianCache, NonlinearSystem, RowMap};

use crate::convert::ScatterMap;
use crate::{Function, Layout};

/// The equations `f(x) = 0` of a function with as many dependents as independents. Another one does
/// not compile.
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::newton_faer::System;
/// use newton_faer::NewtonCfg;
///
/// #[jacobian(as = Circle)]
/// fn circle(x: &[f64; 2]) -> [f64; 2] {
///     [x[0] * x[0] + x[1] * x[1] - 4.0, x[0] - x[1]]
/// }
///
/// let mut x = [1.0, 2.0];
/// let steps = newton_faer::solve(&mut System::new(Circle), &mut x, NewtonCfg::sparse());
/// assert!(steps.is_ok());
/// assert!(x.iter().all(|x| (x - 2.0_f64.sqrt()).abs() < 1e-8));
/// ```
#[derive(Clone, Debug)]
pub struct System<F> {
    f: F,
    size: Size,
    matrix: Matrix,
    value: Vec<f64>,
    /// For entries by rows: the map, and room for them.
    by_rows: Option<(ScatterMap, Vec<f64>)>,
}

/// The number of equations.
#[derive(Clone, Copy, Debug)]
pub struct Size(usize);

impl RowMap for Size {
    type Var = ();

    fn dim(&self) -> usize {
        self.0
    }

    fn row(&self, _: usize, (): ()) -> Option<usize> {
        None
    }
}

/// The Jacobian by columns.
#[derive(Clone, Debug)]
struct Matrix {
    symbolic: SymbolicSparseColMat<usize>,
    values: Vec<f64>,
}

impl JacobianCache<f64> for Matrix {
    fn symbolic(&self) -> &SymbolicSparseColMat<usize> {
        &self.symbolic
    }

    fn values(&self) -> &[f64] {
        &self.values
    }

    fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }
}

impl<F: Function<Scalar = f64>> System<F> {
    /// The equations of this function.
    pub fn new(f: F) -> Self {
        const {
            assert!(
                F::ROWS == F::COLS,
                "Newton's method wants as many dependents as independents"
            );
        }
        let pattern = F::PATTERN;
        let (col_ptrs, row_indices) = (pattern.col_ptrs(), pattern.row_indices());
        let by_rows = (pattern.layout() == Layout::Csr).then(|| {
            let map = ScatterMap::into_columns(pattern, (0, 0), col_ptrs, row_indices);
            let map = map.expect("invariant: the pattern is its own part");
            (map, F::TEMPLATE.to_vec())
        });
        let mut values = F::TEMPLATE.to_vec();
        if let Some((map, entries)) = &by_rows {
            map.set(entries, &mut values)
                .expect("invariant: the lengths are those of the pattern");
        }
        let symbolic = SymbolicSparseColMat::new_checked(
            F::ROWS,
            F::COLS,
            col_ptrs.to_vec(),
            None,
            row_indices.to_vec(),
        );
        Self {
            f,
            size: Size(F::COLS),
            matrix: Matrix { symbolic, values },
            value: std::vec![0.0; F::ROWS],
            by_rows,
        }
    }

    /// The function, for example to change a parameter. The analysis stays.
    pub fn function_mut(&mut self) -> &mut F {
        &mut self.f
    }
}

impl<F: Function<Scalar = f64>> NonlinearSystem for System<F> {
    type Real = f64;
    type Layout = Size;

    fn layout(&self) -> &Size {
        &self.size
    }

    fn jacobian(&self) -> &dyn JacobianCache<f64> {
        &self.matrix
    }

    fn jacobian_mut(&mut self) -> &mut dyn JacobianCache<f64> {
        &mut self.matrix
    }

    fn residual(&self, x: &[f64], value: &mut [f64]) {
        self.f.value_into(x, value);
        for value in value.iter_mut().filter(|value| !value.is_finite()) {
            *value = f64::INFINITY;
        }
    }

    fn refresh_jacobian(&mut self, x: &[f64]) {
        let values = &mut self.matrix.values;
        match &mut self.by_rows {
            None => self.f.update_into(x, &mut self.value, values),
            Some((map, entries)) => {
                self.f.update_into(x, &mut self.value, entries);
                map.set(entries, values)
                    .expect("invariant: the lengths are those of the pattern");
            }
        }
    }
}
