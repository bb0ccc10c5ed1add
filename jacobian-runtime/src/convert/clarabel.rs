//! Clarabel: CSC matrices of a conic program. They own their lists, so the first matrix is a copy;
//! after that, let the generated function write into `nzval`, and call `update_A` and `update_P`.
//!
//! ```text
//! minimize  1/2 d' P d + q' d     P   upper triangle by columns = lower triangle by rows
//! with      A d + s = b           A   columns
//! ```
//!
//! The attribute writes the lower triangle of a Hessian. By rows (`layout = csr`), it has the order
//! of the upper triangle by columns, so nothing is sorted.

use clarabel::algebra::CscMatrix;

use super::ConvertError;
use crate::{Layout, SparsityPattern, SymmetricPattern};

impl SparsityPattern {
    /// A matrix of Clarabel with these values. It owns a copy.
    ///
    /// # Errors
    /// If values follow the layout `csr`, or `entries` is not [`nnz`](Self::nnz) long.
    pub fn clarabel_csc_of<T: Clone>(&self, entries: &[T]) -> Result<CscMatrix<T>, ConvertError> {
        self.check_entries(Some(Layout::Csc), entries)?;
        Ok(CscMatrix {
            m: self.rows(),
            n: self.cols(),
            colptr: self.col_ptrs().to_vec(),
            rowval: self.row_indices().to_vec(),
            nzval: entries.to_vec(),
        })
    }
}

impl SymmetricPattern {
    /// The upper triangle, which Clarabel wants of a quadratic objective. It owns a copy.
    ///
    /// # Errors
    /// If values follow the layout `csc` (generate with `layout = csr`), or `entries` is not
    /// [`nnz`](Self::nnz) long.
    pub fn clarabel_upper_of<T: Clone>(&self, entries: &[T]) -> Result<CscMatrix<T>, ConvertError> {
        let lower = self.lower();
        lower.check_entries(Some(Layout::Csr), entries)?;
        Ok(CscMatrix {
            m: self.size(),
            n: self.size(),
            colptr: lower.row_ptrs().to_vec(),
            rowval: lower.col_indices().to_vec(),
            nzval: entries.to_vec(),
        })
    }
}
