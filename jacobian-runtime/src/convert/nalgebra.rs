//! nalgebra: dense matrices, fixed or not, owned or views. They are copies, because zeros have to
//! be written.
//!
//! ```text
//! SMatrix::from(&jacobian)                        a matrix of the shape that the type says
//! PATTERN.dense_into(&entries, &mut matrix)?      your matrix, for example a DMatrix
//! ```

use super::Dense;
use crate::{Arithmetic, SparseJacobian};

/// The same of both versions, whose types are different to rustc.
macro_rules! version {
    ($nalgebra:ident) => {
        impl<T, R, C, S> Dense<T> for $nalgebra::Matrix<T, R, C, S>
        where
            R: $nalgebra::Dim,
            C: $nalgebra::Dim,
            S: $nalgebra::RawStorageMut<T, R, C>,
        {
            fn shape(&self) -> (usize, usize) {
                self.shape()
            }

            fn set(&mut self, row: usize, col: usize, value: T) {
                self[(row, col)] = value;
            }
        }

        impl<T, const ROWS: usize, const COLS: usize, const NNZ: usize>
            From<&SparseJacobian<T, ROWS, COLS, NNZ>> for $nalgebra::SMatrix<T, ROWS, COLS>
        where
            T: Arithmetic + $nalgebra::Scalar,
        {
            fn from(jacobian: &SparseJacobian<T, ROWS, COLS, NNZ>) -> Self {
                let dense = jacobian.to_dense();
                Self::from_fn(|row, col| dense[row][col])
            }
        }
    };
}

#[cfg(feature = "nalgebra")]
version!(nalgebra);
#[cfg(feature = "nalgebra-0-34")]
version!(nalgebra_0_34);
