//! faer: borrowed sparse matrices over static indices and a slice of entries.
//!
//! faer's sparse factorizations then take a generated Jacobian without a copy.
//!
//! ```text
//! PATTERN.faer_csc()            SymbolicSparseColMatRef<'static, usize>    factor symbolically,
//!                                                                          once
//! PATTERN.faer_csc_of(&entries) SparseColMatRef<'_, usize, f64>            factor numerically,
//!                                                                          each time
//! ```
//!
//! faer's sparse factorizations take columns, so the default layout fits.
//!
//! Cost: faer checks the indices again when it borrows them. This is one pass over the entries,
//! little compared with any factorization. To avoid it in a loop, keep the symbolic matrix, which
//! is `Copy`, and call `SparseColMatRef::new(symbolic, &entries)`.

use faer::MatMut;
use faer::sparse::{
    SparseColMatRef, SparseRowMatRef, SymbolicSparseColMatRef, SymbolicSparseRowMatRef,
};

use super::{ConvertError, Dense};
use crate::{Layout, SparseJacobian, SparsityPattern};

impl SparsityPattern {
    /// The pattern by columns, as a symbolic matrix of faer with [`rows`](Self::rows) rows and
    /// [`cols`](Self::cols) columns.
    ///
    /// ```
    /// use jacobian_runtime::{Layout, SparsityPattern};
    ///
    /// const PATTERN: SparsityPattern =
    ///     SparsityPattern::new(2, 2, Layout::Csc, &[0, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 1, 0]);
    /// let symbolic = PATTERN.faer_csc();
    /// assert_eq!(symbolic.row_idx(), PATTERN.row_indices());
    /// ```
    pub fn faer_csc(&self) -> SymbolicSparseColMatRef<'static, usize> {
        SymbolicSparseColMatRef::new_checked(
            self.rows(),
            self.cols(),
            self.col_ptrs(),
            None,
            self.row_indices(),
        )
    }

    /// The pattern by rows, as a symbolic matrix of faer.
    pub fn faer_csr(&self) -> SymbolicSparseRowMatRef<'static, usize> {
        SymbolicSparseRowMatRef::new_checked(
            self.rows(),
            self.cols(),
            self.row_ptrs(),
            None,
            self.col_indices(),
        )
    }

    /// A matrix of faer by columns that borrows the pattern and `entries`.
    ///
    /// # Errors
    /// If values follow the layout `csr`, or `entries` is not [`nnz`](Self::nnz) long.
    ///
    /// ```
    /// use jacobian_runtime::{Layout, SparsityPattern};
    ///
    /// const PATTERN: SparsityPattern =
    ///     SparsityPattern::new(2, 2, Layout::Csc, &[0, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 1, 0]);
    /// let matrix = PATTERN.faer_csc_of(&[4.0, 1.0, 2.0])?;
    /// assert_eq!(matrix.get(0, 1), Some(&2.0));
    /// # Ok::<(), jacobian_runtime::convert::ConvertError>(())
    /// ```
    pub fn faer_csc_of<'a, T>(
        &self,
        entries: &'a [T],
    ) -> Result<SparseColMatRef<'a, usize, T>, ConvertError> {
        self.check_entries(Some(Layout::Csc), entries)?;
        Ok(SparseColMatRef::new(self.faer_csc(), entries))
    }

    /// A matrix of faer by rows that borrows the pattern and `entries`.
    ///
    /// # Errors
    /// If values follow the layout `csc`, or `entries` is not [`nnz`](Self::nnz) long.
    pub fn faer_csr_of<'a, T>(
        &self,
        entries: &'a [T],
    ) -> Result<SparseRowMatRef<'a, usize, T>, ConvertError> {
        self.check_entries(Some(Layout::Csr), entries)?;
        Ok(SparseRowMatRef::new(self.faer_csr(), entries))
    }
}

impl<T, const ROWS: usize, const COLS: usize, const NNZ: usize> SparseJacobian<T, ROWS, COLS, NNZ> {
    /// A matrix of faer by columns that borrows this Jacobian.
    ///
    /// # Errors
    /// If its layout is `csr`.
    pub fn faer_csc(&self) -> Result<SparseColMatRef<'_, usize, T>, ConvertError> {
        self.pattern().faer_csc_of(self.values())
    }

    /// A matrix of faer by rows that borrows this Jacobian.
    ///
    /// # Errors
    /// If its layout is `csc`.
    pub fn faer_csr(&self) -> Result<SparseRowMatRef<'_, usize, T>, ConvertError> {
        self.pattern().faer_csr_of(self.values())
    }
}

impl<T> Dense<T> for MatMut<'_, T> {
    fn shape(&self) -> (usize, usize) {
        (self.nrows(), self.ncols())
    }

    fn set(&mut self, row: usize, col: usize, value: T) {
        self[(row, col)] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::ConvertError;
    use crate::{Layout, SparseJacobian, SparsityPattern};

    static BY_COLUMNS: SparsityPattern = SparsityPattern::new(
        2,
        3,
        Layout::Csc,
        &[0, 1, 2, 3],
        &[0, 1, 0],
        &[0, 2, 3],
        &[0, 2, 1],
    );
    static BY_ROWS: SparsityPattern = SparsityPattern::new(
        2,
        3,
        Layout::Csr,
        &[0, 1, 2, 3],
        &[0, 1, 0],
        &[0, 2, 3],
        &[0, 2, 1],
    );

    #[test]
    fn entries_have_the_positions_of_the_pattern() {
        let by_columns: SparseJacobian<f64, 2, 3, 3> =
            SparseJacobian::new([1.0, 2.0, 3.0], &BY_COLUMNS);
        let by_rows: SparseJacobian<f64, 2, 3, 3> = SparseJacobian::new([1.0, 3.0, 2.0], &BY_ROWS);
        let (columns, rows) = (by_columns.faer_csc().unwrap(), by_rows.faer_csr().unwrap());
        assert_eq!(
            (columns.nrows(), columns.ncols(), rows.nrows(), rows.ncols()),
            (2, 3, 2, 3)
        );
        for (row, col, value) in by_columns.iter() {
            assert_eq!(columns.get(row, col), Some(&value));
            assert_eq!(rows.get(row, col), Some(&value));
        }
        assert_eq!(columns.get(1, 0), None);
    }

    #[test]
    fn nothing_is_copied() {
        let jacobian: SparseJacobian<f64, 2, 3, 3> =
            SparseJacobian::new([1.0, 2.0, 3.0], &BY_COLUMNS);
        let matrix = jacobian.faer_csc().unwrap();
        assert!(core::ptr::eq(matrix.val(), jacobian.values().as_slice()));
        assert!(core::ptr::eq(
            matrix.symbolic().row_idx(),
            BY_COLUMNS.row_indices()
        ));
    }

    #[test]
    fn the_other_layout_and_other_lengths_are_refused() {
        assert_eq!(
            BY_ROWS.faer_csc_of(&[0.0; 3]).unwrap_err(),
            ConvertError::Layout {
                stored: Layout::Csr
            }
        );
        assert_eq!(
            BY_COLUMNS.faer_csr_of(&[0.0; 3]).unwrap_err(),
            ConvertError::Layout {
                stored: Layout::Csc
            }
        );
        let error = BY_COLUMNS.faer_csc_of(&[0.0; 2]).unwrap_err();
        assert_eq!(
            error,
            ConvertError::Length {
                expected: 3,
                found: 2
            }
        );
        assert_eq!(
            std::format!("{error}"),
            "the pattern has 3 entries, the slice 2"
        );
    }
}
