//! Jacobians that rules with types give: generated ones, arrays of rows, matrices of nalgebra.

use crate::SparseJacobian;

/// A Jacobian in a form that a rule may give.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Jacobian of {ROWS} rows and {COLS} columns of `{T}`",
    note = "a rule with types gives one Jacobian: a generated one, `f_jacobian(x)`, an array of rows, \
            `[[T; {COLS}]; {ROWS}]`, or a matrix of nalgebra; its columns are the numbers of the arguments in order, its \
            rows those of the result"
)]
pub trait JacobianOfRule<T, const ROWS: usize, const COLS: usize> {
    /// Its rows.
    fn rows(self) -> [[T; COLS]; ROWS];
}

impl<T, const ROWS: usize, const COLS: usize> JacobianOfRule<T, ROWS, COLS> for [[T; COLS]; ROWS] {
    #[inline]
    fn rows(self) -> [[T; COLS]; ROWS] {
        self
    }
}

/// A gradient.
impl<T, const COLS: usize> JacobianOfRule<T, 1, COLS> for [T; COLS] {
    #[inline]
    fn rows(self) -> [[T; COLS]; 1] {
        [self]
    }
}

impl<T: crate::Arithmetic, const ROWS: usize, const COLS: usize, const NNZ: usize>
    JacobianOfRule<T, ROWS, COLS> for SparseJacobian<T, ROWS, COLS, NNZ>
{
    #[inline]
    fn rows(self) -> [[T; COLS]; ROWS] {
        self.to_dense()
    }
}

#[cfg(feature = "nalgebra")]
impl<T: Copy, const ROWS: usize, const COLS: usize> JacobianOfRule<T, ROWS, COLS>
    for nalgebra::SMatrix<T, ROWS, COLS>
{
    #[inline]
    fn rows(self) -> [[T; COLS]; ROWS] {
        core::array::from_fn(|row| core::array::from_fn(|col| self.data.0[col][row]))
    }
}

#[cfg(feature = "nalgebra-0-34")]
impl<T: Copy, const ROWS: usize, const COLS: usize> JacobianOfRule<T, ROWS, COLS>
    for nalgebra_0_34::SMatrix<T, ROWS, COLS>
{
    #[inline]
    fn rows(self) -> [[T; COLS]; ROWS] {
        core::array::from_fn(|row| core::array::from_fn(|col| self.data.0[col][row]))
    }
}

/// The rows of a Jacobian that a rule gives.
#[inline]
pub fn jacobian_of_rule<T, const ROWS: usize, const COLS: usize>(
    jacobian: impl JacobianOfRule<T, ROWS, COLS>,
) -> [[T; COLS]; ROWS] {
    jacobian.rows()
}
