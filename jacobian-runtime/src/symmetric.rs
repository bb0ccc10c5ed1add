//! `SymmetricPattern`: the lower triangle of a symmetric sparse matrix, read as the whole.
//!
//! ```text
//!        0 1 2        stored              read
//!  0  [  # . .  ]     (0, 0)  4           (0, 0)
//!  1  [  # . .  ]     (1, 0)  5           (1, 0) and (0, 1)
//!  2  [  . . #  ]     (2, 2)  6           (2, 2)
//! ```
//!
//! Solvers that factorize symmetric matrices take one triangle, so it is all that generated code
//! computes. Products and dense matrices mirror it.

use core::fmt;

use crate::{Arithmetic, SparsityPattern};

/// The structural entries of a Hessian: those of its lower triangle, the diagonal included.
///
/// The option `hessian` of the attribute generates one constant for each function, for example
/// `ENERGY_HESSIAN_PATTERN` for `energy`.
///
/// ```
/// use jacobian_runtime::jacobian;
///
/// #[jacobian(hessian)]
/// fn energy(x: &[f64; 3]) -> f64 {
///     x[0] * x[0] * x[1] + x[2]
/// }
///
/// assert_eq!((ENERGY_HESSIAN_PATTERN.size(), ENERGY_HESSIAN_PATTERN.nnz()), (3, 2));
/// let mut entries = [0.0; ENERGY_HESSIAN_NNZ];
/// energy_hessian_into(&[3.0, 5.0, 7.0], &mut entries);
/// let dense = ENERGY_HESSIAN_PATTERN.to_dense::<f64, 3>(&entries);
/// assert_eq!(dense, [[10.0, 6.0, 0.0], [6.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetricPattern {
    lower: SparsityPattern,
}

impl SymmetricPattern {
    /// The symmetric matrix with this lower triangle.
    ///
    /// # Panics
    /// Panics unless the matrix is square and no entry is above the diagonal. In a constant this is
    /// a compile error with the reason.
    pub const fn new(lower: SparsityPattern) -> Self {
        assert!(
            lower.rows() == lower.cols(),
            "a symmetric matrix has as many rows as columns"
        );
        let (pointers, columns) = (lower.row_ptrs(), lower.col_indices());
        let mut row = 0;
        while row < lower.rows() {
            // Indices rise within a row, so the last one is the largest.
            assert!(
                pointers[row] == pointers[row + 1] || columns[pointers[row + 1] - 1] <= row,
                "an entry is above the diagonal"
            );
            row += 1;
        }
        Self { lower }
    }

    /// The pattern of the lower triangle, in which the entries are stored.
    pub const fn lower(&self) -> &SparsityPattern {
        &self.lower
    }

    /// The number of rows, which is that of columns.
    pub const fn size(&self) -> usize {
        self.lower.rows()
    }

    /// The number of entries that are stored.
    pub const fn nnz(&self) -> usize {
        self.lower.nnz()
    }

    /// The index of an entry among the stored ones. (row, column) and (column, row) have the same.
    /// `None` if the entry is structurally zero or outside the matrix.
    ///
    /// Cost: a binary search in one column (CSC) or row (CSR).
    pub const fn position(&self, row: usize, col: usize) -> Option<usize> {
        if row < col {
            return self.lower.position(col, row);
        }
        self.lower.position(row, col)
    }

    /// The entries of the whole matrix as (row, column, index among the stored ones). An entry
    /// below the diagonal is followed by its mirror image.
    ///
    /// ```
    /// use jacobian_runtime::{Layout, SparsityPattern, SymmetricPattern};
    ///
    /// const LOWER: SparsityPattern = SparsityPattern::new(2, 2, Layout::Csc, &[0, 1, 2], &[1, 1], &[0, 0, 2], &[0, 1]);
    /// const PATTERN: SymmetricPattern = SymmetricPattern::new(LOWER);
    /// assert!(PATTERN.entries().eq([(1, 0, 0), (0, 1, 0), (1, 1, 1)]));
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> + Clone + use<> {
        let stored = self.lower.entries().enumerate();
        stored.flat_map(|(index, (row, col))| {
            let mirrored = (row != col).then_some((col, row, index));
            core::iter::once((row, col, index)).chain(mirrored)
        })
    }

    /// The dense matrix, an array of rows.
    ///
    /// # Panics
    /// Panics unless `N` is [`size`](Self::size) and there are [`nnz`](Self::nnz) entries.
    pub fn to_dense<T: Arithmetic, const N: usize>(&self, entries: &[T]) -> [[T; N]; N] {
        self.check(N, entries);
        let mut dense = [[T::from_f64(0.0); N]; N];
        for (row, col, index) in self.entries() {
            dense[row][col] = entries[index];
        }
        dense
    }

    /// Writes the product with a vector, `y = H x`.
    ///
    /// Cost: two multiplications and additions for each entry below the diagonal, one for each on
    /// it.
    ///
    /// # Panics
    /// Panics unless `x` and `y` have [`size`](Self::size) numbers and there are
    /// [`nnz`](Self::nnz) entries.
    pub fn mul_into<T: Arithmetic>(&self, entries: &[T], x: &[T], y: &mut [T]) {
        self.check(x.len(), entries);
        self.check(y.len(), entries);
        y.fill(T::from_f64(0.0));
        self.lower.for_each(entries, |row, col, value| {
            y[row] += value * x[col];
            if row != col {
                y[col] += value * x[row];
            }
        });
    }

    fn check<T>(&self, size: usize, entries: &[T]) {
        assert!(
            size == self.size(),
            "the matrix has {} rows and columns, not {size}",
            self.size()
        );
        assert!(
            entries.len() == self.nnz(),
            "the pattern has {} entries, not {}",
            self.nnz(),
            entries.len()
        );
    }
}

/// The spy plot of the stored triangle.
impl fmt::Display for SymmetricPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lower.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::SymmetricPattern;
    use crate::{Layout, SparsityPattern};
    use std::panic::catch_unwind;

    fn pattern(layout: Layout) -> SymmetricPattern {
        SymmetricPattern::new(SparsityPattern::new(
            3,
            3,
            layout,
            &[0, 2, 2, 3],
            &[0, 1, 2],
            &[0, 1, 2, 3],
            &[0, 0, 2],
        ))
    }

    #[test]
    fn both_triangles_are_read() {
        for layout in [Layout::Csc, Layout::Csr] {
            let pattern = pattern(layout);
            assert_eq!((pattern.size(), pattern.nnz()), (3, 3));
            for (row, col, index) in pattern.entries() {
                assert_eq!(pattern.position(row, col), Some(index));
                assert_eq!(pattern.position(col, row), Some(index));
            }
            assert_eq!(pattern.position(2, 0), None);
            let (entries, x) = ([2.0, 3.0, 5.0], [1.0, 10.0, 100.0]);
            let dense = pattern.to_dense::<f64, 3>(&entries);
            assert_eq!(dense, [[2.0, 3.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 5.0]]);
            let mut y = [f64::NAN; 3];
            pattern.mul_into(&entries, &x, &mut y);
            assert_eq!(y, [32.0, 3.0, 500.0]);
        }
    }

    #[test]
    fn other_lengths_and_triangles_are_refused() {
        let pattern = pattern(Layout::Csc);
        assert!(catch_unwind(|| pattern.to_dense::<f64, 2>(&[0.0; 3])).is_err());
        assert!(catch_unwind(|| pattern.to_dense::<f64, 3>(&[0.0; 2])).is_err());
        assert!(catch_unwind(|| pattern.mul_into(&[0.0; 3], &[0.0; 3], &mut [0.0; 4])).is_err());
        let upper = || SparsityPattern::new(2, 2, Layout::Csc, &[0, 0, 1], &[0], &[0, 1, 1], &[1]);
        assert!(catch_unwind(|| SymmetricPattern::new(upper())).is_err());
    }
}
