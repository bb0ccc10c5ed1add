//! ndarray: dense arrays of two dimensions, owned or views. They are copies, because zeros have to
//! be written.
//!
//! ```text
//! Array2::from(&jacobian)                        a new array
//! PATTERN.dense_into(&entries, &mut array)?      your array, or a view of it
//! ```

use ndarray::{Array2, ArrayBase, DataMut, Ix2};

use super::Dense;
use crate::{Arithmetic, SparseJacobian};

impl<T, S: DataMut<Elem = T>> Dense<T> for ArrayBase<S, Ix2> {
    fn shape(&self) -> (usize, usize) {
        self.dim()
    }

    fn set(&mut self, row: usize, col: usize, value: T) {
        self[(row, col)] = value;
    }
}

impl<T: Arithmetic, const ROWS: usize, const COLS: usize, const NNZ: usize>
    From<&SparseJacobian<T, ROWS, COLS, NNZ>> for Array2<T>
{
    fn from(jacobian: &SparseJacobian<T, ROWS, COLS, NNZ>) -> Self {
        let dense = jacobian.to_dense();
        Self::from_shape_fn((ROWS, COLS), |(row, col)| dense[row][col])
    }
}
