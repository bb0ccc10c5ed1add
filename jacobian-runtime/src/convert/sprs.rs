//! sprs: borrowed sparse matrices over static indices and a slice of entries. Nothing is copied.
//!
//! ```text
//! PATTERN.sprs_of(&entries)?     CsMatView<'_, f64>, by columns or by rows as the layout says
//! ```
//!
//! Cost: sprs checks the indices again when it borrows them, one pass over the entries.

use sprs::CsMatViewI;

use super::ConvertError;
use crate::{Layout, SparseJacobian, SparsityPattern};

impl SparsityPattern {
    /// A matrix of sprs that borrows the pattern and `entries`. Its storage is CSC or CSR, as the
    /// [`layout`](Self::layout) says.
    ///
    /// # Errors
    /// If `entries` is not [`nnz`](Self::nnz) long.
    ///
    /// ```
    /// use jacobian_runtime::{Layout, SparsityPattern};
    ///
    /// const PATTERN: SparsityPattern =
    ///     SparsityPattern::new(2, 2, Layout::Csc, &[0, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 1, 0]);
    /// let matrix = PATTERN.sprs_of(&[4.0, 1.0, 2.0])?;
    /// assert_eq!(matrix.get(0, 1), Some(&2.0));
    /// # Ok::<(), jacobian_runtime::convert::ConvertError>(())
    /// ```
    pub fn sprs_of<'a, T>(
        &self,
        entries: &'a [T],
    ) -> Result<CsMatViewI<'a, T, usize>, ConvertError> {
        self.check_entries(None, entries)?;
        let shape = (self.rows(), self.cols());
        let view = match self.layout() {
            Layout::Csc => {
                CsMatViewI::try_new_csc(shape, self.col_ptrs(), self.row_indices(), entries)
            }
            Layout::Csr => CsMatViewI::try_new(shape, self.row_ptrs(), self.col_indices(), entries),
        };
        match view {
            Ok(view) => Ok(view),
            Err(_) => unreachable!("invariant: a pattern is well formed"),
        }
    }
}

impl<T, const ROWS: usize, const COLS: usize, const NNZ: usize> SparseJacobian<T, ROWS, COLS, NNZ> {
    /// A matrix of sprs that borrows this Jacobian.
    ///
    /// # Panics
    /// Never: a Jacobian has the entries of its pattern.
    pub fn sprs(&self) -> CsMatViewI<'_, T, usize> {
        let view = self.pattern().sprs_of(self.values());
        view.expect("invariant: a Jacobian has the entries of its pattern")
    }
}
