//! Dense matrices of others: a slice by columns or by rows, or any type that implements [`Dense`].
//!
//! ```text
//! pattern, entries    # . #    ---->    a 0 | 0 b | c 0     by columns (nalgebra, LAPACK)
//!                     . # .    ---->    a 0 c | 0 b 0       by rows    (ndarray, C)
//! ```
//!
//! Cost: each call writes the whole matrix, zeros included, because a caller may have factored it
//! in place before.

use crate::{Arithmetic, SparsityPattern};

use super::ConvertError;

/// A dense matrix of another library that [`SparsityPattern::dense_into`] can fill.
///
/// Implemented, by their features, for the matrices and views of nalgebra 0.35 and 0.34, for arrays
/// and views of ndarray with two dimensions, and for `MatMut` of faer.
pub trait Dense<T> {
    /// The numbers of rows and columns.
    fn shape(&self) -> (usize, usize);

    /// Sets one element, which is in range.
    fn set(&mut self, row: usize, col: usize, value: T);
}

impl<T, M: Dense<T> + ?Sized> Dense<T> for &mut M {
    fn shape(&self) -> (usize, usize) {
        (**self).shape()
    }

    fn set(&mut self, row: usize, col: usize, value: T) {
        (**self).set(row, col, value);
    }
}

/// A slice that holds a matrix. The strides of row and column say where an element is.
struct Slice<'a, T> {
    shape: (usize, usize),
    strides: (usize, usize),
    elements: &'a mut [T],
}

impl<T> Dense<T> for Slice<'_, T> {
    fn shape(&self) -> (usize, usize) {
        self.shape
    }

    fn set(&mut self, row: usize, col: usize, value: T) {
        self.elements[row * self.strides.0 + col * self.strides.1] = value;
    }
}

impl SparsityPattern {
    /// Writes the dense matrix into a matrix of another library, zeros included.
    ///
    /// # Errors
    /// If the matrix has another shape than the pattern, or `entries` another length.
    pub fn dense_into<T: Arithmetic>(
        &self,
        entries: &[T],
        matrix: &mut impl Dense<T>,
    ) -> Result<(), ConvertError> {
        self.check_entries(None, entries)?;
        let (expected, found) = ((self.rows(), self.cols()), matrix.shape());
        if expected != found {
            return Err(ConvertError::Shape { expected, found });
        }
        for col in 0..self.cols() {
            for row in 0..self.rows() {
                matrix.set(row, col, T::from_f64(0.0));
            }
        }
        self.for_each(entries, |row, col, value| matrix.set(row, col, value));
        Ok(())
    }

    /// Writes the dense matrix column by column, as nalgebra, LAPACK and Fortran want it.
    ///
    /// # Errors
    /// If `dense` is not [`rows`](Self::rows) times [`cols`](Self::cols) long, or `entries` not
    /// [`nnz`](Self::nnz).
    ///
    /// ```
    /// use jacobian_runtime::jacobian;
    ///
    /// #[jacobian]
    /// fn residual(x: &[f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[1]]
    /// }
    ///
    /// let mut dense = [f64::NAN; 4];
    /// let entries = residual_jacobian(&[3.0, 5.0]);
    /// RESIDUAL_PATTERN.column_major_into(entries.values(), &mut dense)?;
    /// assert_eq!(dense, [5.0, 0.0, 3.0, 1.0]);
    /// # Ok::<(), jacobian_runtime::convert::ConvertError>(())
    /// ```
    pub fn column_major_into<T: Arithmetic>(
        &self,
        entries: &[T],
        dense: &mut [T],
    ) -> Result<(), ConvertError> {
        self.slice_into(entries, (1, self.rows()), dense)
    }

    /// Writes the dense matrix row by row, as ndarray and C want it.
    ///
    /// # Errors
    /// As [`column_major_into`](Self::column_major_into).
    pub fn row_major_into<T: Arithmetic>(
        &self,
        entries: &[T],
        dense: &mut [T],
    ) -> Result<(), ConvertError> {
        self.slice_into(entries, (self.cols(), 1), dense)
    }

    fn slice_into<T: Arithmetic>(
        &self,
        entries: &[T],
        strides: (usize, usize),
        elements: &mut [T],
    ) -> Result<(), ConvertError> {
        let shape = (self.rows(), self.cols());
        if elements.len() != self.rows() * self.cols() {
            return Err(ConvertError::Shape {
                expected: shape,
                // A slice has no shape of its own: all in one column.
                found: (elements.len(), 1),
            });
        }
        let mut slice = Slice {
            shape,
            strides,
            elements,
        };
        self.dense_into(entries, &mut slice)
    }
}

#[cfg(test)]
mod tests {
    use super::ConvertError;
    use crate::{Layout, SparsityPattern};

    fn pattern(layout: Layout) -> SparsityPattern {
        let (columns, rows) = (&[0, 1, 2, 3], &[0, 2, 3]);
        SparsityPattern::new(2, 3, layout, columns, &[0, 1, 0], rows, &[0, 2, 1])
    }

    #[test]
    fn both_orders_have_zeros_where_the_pattern_has_none() {
        for (layout, entries) in [
            (Layout::Csc, [1.0, 2.0, 3.0]),
            (Layout::Csr, [1.0, 3.0, 2.0]),
        ] {
            let (mut columns, mut rows) = ([f64::NAN; 6], [f64::NAN; 6]);
            pattern(layout)
                .column_major_into(&entries, &mut columns)
                .unwrap();
            pattern(layout).row_major_into(&entries, &mut rows).unwrap();
            assert_eq!(columns, [1.0, 0.0, 0.0, 2.0, 3.0, 0.0]);
            assert_eq!(rows, [1.0, 0.0, 3.0, 0.0, 2.0, 0.0]);
        }
    }

    #[test]
    fn other_lengths_are_errors_and_leave_the_matrix_alone() {
        let mut dense = [7.0; 5];
        assert_eq!(
            pattern(Layout::Csc).column_major_into(&[0.0; 3], &mut dense),
            Err(ConvertError::Shape {
                expected: (2, 3),
                found: (5, 1)
            })
        );
        assert_eq!(
            pattern(Layout::Csc).row_major_into(&[0.0; 2], &mut [0.0; 6]),
            Err(ConvertError::Length {
                expected: 3,
                found: 2
            })
        );
        assert_eq!(dense, [7.0; 5]);
    }
}
