//! Products of a matrix with vectors, where the matrix is a pattern and the list of its entries.
//!
//! ```text
//! y = J x      mul_into        y = Jᵀ w      tr_mul_into
//! y += J x     mul_add_into    y += Jᵀ w     tr_mul_add_into
//! ```
//!
//! Nothing is copied, and the lists may have a length that only run time knows. For a Hessian, of
//! which one triangle is stored, [`SymmetricPattern`](crate::SymmetricPattern) has products too.

use crate::{Arithmetic, Layout, SparsityPattern};

impl SparsityPattern {
    /// Writes the product with a vector, `y = J x`.
    ///
    /// `entries` are in the order of the layout, as generated functions write them.
    ///
    /// Cost: [`nnz`](Self::nnz) multiplications and additions.
    ///
    /// # Panics
    /// Panics unless there are [`nnz`](Self::nnz) entries, [`cols`](Self::cols) numbers in `x` and
    /// [`rows`](Self::rows) in `y`.
    ///
    /// ```
    /// use jacobian_runtime::jacobian;
    ///
    /// #[jacobian]
    /// fn residual(x: &[f64; 3]) -> [f64; 2] {
    ///     [x[0] * x[2], x[1]]
    /// }
    ///
    /// let (mut value, mut entries) = ([0.0; 2], RESIDUAL_TEMPLATE);
    /// residual_update_into(&[3.0, 5.0, 7.0], &mut value, &mut entries);
    /// let mut product = [0.0; 2];
    /// RESIDUAL_PATTERN.mul_into(&entries, &[1.0, 10.0, 100.0], &mut product);
    /// assert_eq!(product, [307.0, 10.0]);
    /// ```
    pub fn mul_into<T: Arithmetic>(&self, entries: &[T], x: &[T], y: &mut [T]) {
        self.check_lengths(entries.len(), (y.len(), x.len()));
        y.fill(T::from_f64(0.0));
        self.mul_add_into(entries, x, y);
    }

    /// Adds the product with a vector, `y += J x`.
    ///
    /// # Panics
    /// As [`mul_into`](Self::mul_into).
    pub fn mul_add_into<T: Arithmetic>(&self, entries: &[T], x: &[T], y: &mut [T]) {
        self.check_lengths(entries.len(), (y.len(), x.len()));
        self.for_each(entries, |row, col, value| y[row] += value * x[col]);
    }

    /// Writes the product of the transposed matrix with a vector, `y = Jᵀ w`: the gradient of the
    /// weighted sum `w[0] * f[0] + w[1] * f[1] + ..`.
    ///
    /// Cost: [`nnz`](Self::nnz) multiplications and additions.
    ///
    /// # Panics
    /// Panics unless there are [`nnz`](Self::nnz) entries, [`rows`](Self::rows) numbers in `w` and
    /// [`cols`](Self::cols) in `y`.
    pub fn tr_mul_into<T: Arithmetic>(&self, entries: &[T], w: &[T], y: &mut [T]) {
        self.check_lengths(entries.len(), (w.len(), y.len()));
        y.fill(T::from_f64(0.0));
        self.tr_mul_add_into(entries, w, y);
    }

    /// Adds the product of the transposed matrix with a vector, `y += Jᵀ w`.
    ///
    /// # Panics
    /// As [`tr_mul_into`](Self::tr_mul_into).
    pub fn tr_mul_add_into<T: Arithmetic>(&self, entries: &[T], w: &[T], y: &mut [T]) {
        self.check_lengths(entries.len(), (w.len(), y.len()));
        self.for_each(entries, |row, col, value| y[col] += value * w[row]);
    }

    /// Visits the entries as (row, column, value).
    #[inline]
    pub(crate) fn for_each<T: Copy>(&self, entries: &[T], mut visit: impl FnMut(usize, usize, T)) {
        // Two nested loops and not `entries`, which would have to ask each entry for its column
        // (row).
        let (pointers, indices) = match self.layout() {
            Layout::Csc => (self.col_ptrs(), self.row_indices()),
            Layout::Csr => (self.row_ptrs(), self.col_indices()),
        };
        for (outer, range) in pointers.windows(2).enumerate() {
            let range = range[0]..range[1];
            for (&inner, &value) in indices[range.clone()].iter().zip(&entries[range]) {
                match self.layout() {
                    Layout::Csc => visit(inner, outer, value),
                    Layout::Csr => visit(outer, inner, value),
                }
            }
        }
    }

    fn check_lengths(&self, n_entries: usize, (n_rows, n_cols): (usize, usize)) {
        assert!(
            n_entries == self.nnz(),
            "the pattern has {} entries, not {n_entries}",
            self.nnz()
        );
        assert!(
            (n_rows, n_cols) == (self.rows(), self.cols()),
            "the matrix has {} rows and {} columns, not {n_rows} and {n_cols}",
            self.rows(),
            self.cols()
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::{Layout, SparsityPattern};
    use std::panic::catch_unwind;

    /// `[[2, 0, 3], [0, 5, 0]]`, with its entries in the order of the layout.
    fn matrix(layout: Layout) -> (SparsityPattern, [f64; 3]) {
        let pattern = SparsityPattern::new(
            2,
            3,
            layout,
            &[0, 1, 2, 3],
            &[0, 1, 0],
            &[0, 2, 3],
            &[0, 2, 1],
        );
        let entries = match layout {
            Layout::Csc => [2.0, 5.0, 3.0],
            Layout::Csr => [2.0, 3.0, 5.0],
        };
        (pattern, entries)
    }

    #[test]
    fn products_go_both_ways_and_add_up() {
        for layout in [Layout::Csc, Layout::Csr] {
            let (pattern, entries) = matrix(layout);
            let (x, w) = ([1.0, 10.0, 100.0], [1.0, 10.0]);
            let (mut y, mut z) = ([f64::NAN; 2], [f64::NAN; 3]);
            pattern.mul_into(&entries, &x, &mut y);
            assert_eq!(y, [302.0, 50.0]);
            pattern.mul_add_into(&entries, &x, &mut y);
            assert_eq!(y, [604.0, 100.0]);
            pattern.tr_mul_into(&entries, &w, &mut z);
            assert_eq!(z, [2.0, 50.0, 3.0]);
            pattern.tr_mul_add_into(&entries, &w, &mut z);
            assert_eq!(z, [4.0, 100.0, 6.0]);
        }
    }

    #[test]
    fn other_lengths_are_refused() {
        let (pattern, entries) = matrix(Layout::Csc);
        assert!(
            catch_unwind(|| pattern.mul_into(&entries[1..], &[0.0; 3], &mut [0.0; 2])).is_err()
        );
        assert!(catch_unwind(|| pattern.mul_into(&entries, &[0.0; 2], &mut [0.0; 2])).is_err());
        assert!(catch_unwind(|| pattern.tr_mul_into(&entries, &[0.0; 3], &mut [0.0; 3])).is_err());
        assert!(catch_unwind(|| pattern.tr_mul_into(&entries, &[0.0; 2], &mut [0.0; 2])).is_err());
    }
}
