//! nalgebra-sparse: CSC, CSR and COO matrices. Its types own their lists, so the first matrix is a
//! copy; after that, let the generated function write into it.
//!
//! ```text
//! let mut matrix = PATTERN.nalgebra_csc_of(&TEMPLATE)?;       once
//! residual_update_into(x, &mut value, matrix.values_mut().try_into()?);     each iteration
//! ```

use nalgebra_sparse::pattern::SparsityPattern as Offsets;
use nalgebra_sparse::{CooMatrix, CscMatrix, CsrMatrix};

use super::ConvertError;
use crate::{Layout, SparsityPattern};

impl SparsityPattern {
    /// A CSC matrix of nalgebra-sparse with these values. It owns a copy.
    ///
    /// # Errors
    /// If values follow the layout `csr`, or `entries` is not [`nnz`](Self::nnz) long.
    ///
    /// ```
    /// use jacobian_runtime::jacobian;
    ///
    /// #[jacobian]
    /// fn residual(x: &[f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[1]]
    /// }
    ///
    /// let mut matrix = RESIDUAL_PATTERN.nalgebra_csc_of(&RESIDUAL_TEMPLATE)?;
    /// let (mut value, entries) = ([0.0; 2], matrix.values_mut());
    /// residual_update_into(&[3.0, 5.0], &mut value, entries.try_into()?); // no copy
    /// assert_eq!(matrix.get_entry(0, 1).unwrap().into_value(), 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nalgebra_csc_of<T: Clone>(&self, entries: &[T]) -> Result<CscMatrix<T>, ConvertError> {
        self.check_entries(Some(Layout::Csc), entries)?;
        let offsets = offsets(
            self.cols(),
            self.rows(),
            self.col_ptrs(),
            self.row_indices(),
        );
        Ok(
            CscMatrix::try_from_pattern_and_values(offsets, entries.to_vec())
                .expect("invariant: as many values as entries"),
        )
    }

    /// A CSR matrix of nalgebra-sparse with these values. It owns a copy.
    ///
    /// # Errors
    /// If values follow the layout `csc`, or `entries` is not [`nnz`](Self::nnz) long.
    pub fn nalgebra_csr_of<T: Clone>(&self, entries: &[T]) -> Result<CsrMatrix<T>, ConvertError> {
        self.check_entries(Some(Layout::Csr), entries)?;
        let offsets = offsets(
            self.rows(),
            self.cols(),
            self.row_ptrs(),
            self.col_indices(),
        );
        Ok(
            CsrMatrix::try_from_pattern_and_values(offsets, entries.to_vec())
                .expect("invariant: as many values as entries"),
        )
    }

    /// A COO matrix of nalgebra-sparse with these values, in the order of the layout. It owns a
    /// copy.
    ///
    /// # Errors
    /// If `entries` is not [`nnz`](Self::nnz) long.
    pub fn nalgebra_coo_of<T: Clone>(&self, entries: &[T]) -> Result<CooMatrix<T>, ConvertError> {
        self.check_entries(None, entries)?;
        let triplets = self.entries().zip(entries);
        let triplets = triplets.map(|((row, col), value)| (row, col, value.clone()));
        Ok(
            CooMatrix::try_from_triplets_iter(self.rows(), self.cols(), triplets)
                .expect("invariant: entries are inside of the matrix"),
        )
    }
}

fn offsets(outer: usize, inner: usize, pointers: &[usize], indices: &[usize]) -> Offsets {
    Offsets::try_from_offsets_and_indices(outer, inner, pointers.to_vec(), indices.to_vec())
        .expect("invariant: a pattern is well formed")
}
