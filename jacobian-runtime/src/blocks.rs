//! Blocks: a range of the rows and of the columns of a matrix, read without a copy.
//!
//! ```text
//!        0 1 2 3
//!  0  [  # . | # .  ]      block(0..2, 2..4)        (0, 0, 3)  (1, 1, 5)
//!  1  [  . # | . #  ]      row, column, index among the entries of the whole matrix
//!  2  [  # # | # .  ]
//! ```
//!
//! Of a symmetric matrix, of which one triangle is stored, a block may be anywhere: what is above
//! the diagonal is read below it.

use core::ops::Range;

use crate::{Arithmetic, Layout, SparsityPattern, SymmetricPattern};

/// A block of a sparse matrix: some rows, and some columns of these.
///
/// With the ranges that the option `normal` generates for each variable, a Schur complement is a
/// few lines. Here it eliminates the one landmark from the normal equations of a camera:
///
/// ```
/// use jacobian_runtime::jacobian;
///
/// #[jacobian(normal)]
/// fn residual(camera: &[f64; 2], landmark: f64) -> [f64; 3] {
///     [landmark - camera[0], landmark * camera[1], 2.0 * camera[1] - 1.0]
/// }
///
/// let (mut value, mut gradient) = ([0.0; 3], [0.0; 3]);
/// let mut entries = [0.0; RESIDUAL_NORMAL_NNZ];
/// residual_normal_into(&[1.0, 2.0], 3.0, &mut value, &mut gradient, &mut entries);
///
/// let (camera, landmark) = (RESIDUAL_COLUMNS_CAMERA, RESIDUAL_COLUMNS_LANDMARK);
/// let block = |rows, cols| RESIDUAL_NORMAL_PATTERN.block(rows, cols);
/// let [[c]] = block(landmark.clone(), landmark.clone()).to_dense::<f64, 1, 1>(&entries);
/// let [b] = block(landmark.clone(), camera.clone()).to_dense::<f64, 1, 2>(&entries);
/// let mut schur = block(camera.clone(), camera.clone()).to_dense::<f64, 2, 2>(&entries);
/// let mut reduced = [gradient[0], gradient[1]];
/// for row in 0..2 {
///     reduced[row] -= b[row] * gradient[landmark.start] / c;
///     for col in 0..2 {
///         schur[row][col] -= b[row] * b[col] / c;
///     }
/// }
/// assert_eq!(c, 5.0);
/// assert_eq!(schur, [[1.0 - 0.2, 1.2], [1.2, 13.0 - 7.2]]);
/// assert_eq!(reduced, [-2.0 + 14.0 / 5.0, 24.0 - 6.0 * 14.0 / 5.0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pattern: SparsityPattern,
    rows: Range<usize>,
    cols: Range<usize>,
    part: Part,
}

/// The part of a matrix that a pattern has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Lower,
}

impl SparsityPattern {
    /// The block of these rows and columns.
    ///
    /// # Panics
    /// Panics unless the ranges are inside of the matrix.
    pub fn block(&self, rows: Range<usize>, cols: Range<usize>) -> Block {
        Block::of(*self, Part::Whole, rows, cols)
    }
}

impl SymmetricPattern {
    /// The block of these rows and columns of the whole matrix.
    ///
    /// # Panics
    /// Panics unless the ranges are inside of the matrix.
    pub fn block(&self, rows: Range<usize>, cols: Range<usize>) -> Block {
        Block::of(*self.lower(), Part::Lower, rows, cols)
    }
}

impl Block {
    fn of(pattern: SparsityPattern, part: Part, rows: Range<usize>, cols: Range<usize>) -> Self {
        let is_inside = |range: &Range<usize>, end| range.start <= range.end && range.end <= end;
        assert!(
            is_inside(&rows, pattern.rows()) && is_inside(&cols, pattern.cols()),
            "a block of rows {rows:?} and columns {cols:?} is not inside of a matrix of {} rows and {} columns",
            pattern.rows(),
            pattern.cols()
        );
        Self {
            pattern,
            rows,
            cols,
            part,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols.len()
    }

    /// The entries as (row, column, index): row and column in the block, index among the entries of
    /// the whole matrix.
    ///
    /// Of a symmetric matrix, the entries that are stored come first, and then the mirror images.
    ///
    /// Cost: a binary search in each column (CSC) or row (CSR) of the block.
    ///
    /// ```
    /// use jacobian_runtime::{Layout, SparsityPattern, SymmetricPattern};
    ///
    /// const LOWER: SparsityPattern = SparsityPattern::new(2, 2, Layout::Csc, &[0, 1, 2], &[1, 1], &[0, 0, 2], &[0, 1]);
    /// assert!(LOWER.block(0..2, 1..2).entries().eq([(1, 0, 1)]));
    /// assert!(SymmetricPattern::new(LOWER).block(0..2, 1..2).entries().eq([(1, 0, 1), (0, 0, 0)]));
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> + Clone + use<> {
        let [rows, cols] = [self.rows.clone(), self.cols.clone()];
        let (first_row, first_col) = (rows.start, cols.start);
        let stored = stored(self.pattern, rows.clone(), cols.clone());
        let mirrored = (self.part == Part::Lower).then(|| stored_below(self.pattern, cols, rows));
        let mirrored = mirrored.into_iter().flatten();
        stored
            .chain(mirrored.map(|(row, col, index)| (col, row, index)))
            .map(move |(row, col, index)| (row - first_row, col - first_col, index))
    }

    /// The dense block, an array of rows, from the entries of the whole matrix.
    ///
    /// # Panics
    /// Panics unless the block has `ROWS` rows and `COLS` columns, and the matrix this number of
    /// entries.
    pub fn to_dense<T: Arithmetic, const ROWS: usize, const COLS: usize>(
        &self,
        entries: &[T],
    ) -> [[T; COLS]; ROWS] {
        assert!(
            (self.rows(), self.cols()) == (ROWS, COLS),
            "the block has {} rows and {} columns, not {ROWS} and {COLS}",
            self.rows(),
            self.cols()
        );
        assert!(
            entries.len() == self.pattern.nnz(),
            "the pattern has {} entries, not {}",
            self.pattern.nnz(),
            entries.len()
        );
        let mut dense = [[T::from_f64(0.0); COLS]; ROWS];
        for (row, col, index) in self.entries() {
            dense[row][col] = entries[index];
        }
        dense
    }
}

/// The stored entries of some rows and columns, with the indices of the whole matrix.
fn stored(
    pattern: SparsityPattern,
    rows: Range<usize>,
    cols: Range<usize>,
) -> impl Iterator<Item = (usize, usize, usize)> + Clone {
    let (layout, pointers, indices, outer, inner) = match pattern.layout() {
        Layout::Csc => (
            Layout::Csc,
            pattern.col_ptrs(),
            pattern.row_indices(),
            cols,
            rows,
        ),
        Layout::Csr => (
            Layout::Csr,
            pattern.row_ptrs(),
            pattern.col_indices(),
            rows,
            cols,
        ),
    };
    outer.flat_map(move |outer| {
        let (start, end) = (pointers[outer], pointers[outer + 1]);
        let first = start + indices[start..end].partition_point(|index| *index < inner.start);
        let behind = start + indices[start..end].partition_point(|index| *index < inner.end);
        (first..behind).map(move |index| match layout {
            Layout::Csc => (indices[index], outer, index),
            Layout::Csr => (outer, indices[index], index),
        })
    })
}

/// Those below the diagonal.
fn stored_below(
    pattern: SparsityPattern,
    rows: Range<usize>,
    cols: Range<usize>,
) -> impl Iterator<Item = (usize, usize, usize)> + Clone {
    stored(pattern, rows, cols).filter(|(row, col, _)| row != col)
}

#[cfg(test)]
mod tests {
    use crate::{Layout, SparsityPattern, SymmetricPattern};
    use std::panic::catch_unwind;

    fn lower(layout: Layout) -> SparsityPattern {
        SparsityPattern::new(
            3,
            3,
            layout,
            &[0, 3, 4, 5],
            &[0, 1, 2, 1, 2],
            &[0, 1, 3, 5],
            &[0, 0, 1, 0, 2],
        )
    }

    #[test]
    fn blocks_are_parts_of_the_dense_matrix() {
        for layout in [Layout::Csc, Layout::Csr] {
            let pattern = SymmetricPattern::new(lower(layout));
            let entries = [2.0, 3.0, 5.0, 7.0, 11.0];
            let whole = pattern.to_dense::<f64, 3>(&entries);
            for (row, col) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let block = pattern.block(row..row + 2, col..col + 2);
                let dense = block.to_dense::<f64, 2, 2>(&entries);
                let expected = [0, 1].map(|i| [0, 1].map(|j| whole[row + i][col + j]));
                assert_eq!(dense, expected, "{layout:?} from ({row}, {col})");
                let distinct = block.entries().map(|(row, col, _)| (row, col));
                assert_eq!(
                    block.entries().count(),
                    distinct.collect::<std::collections::BTreeSet<_>>().len()
                );
            }
            let below = lower(layout)
                .block(0..3, 1..2)
                .to_dense::<f64, 3, 1>(&entries);
            assert_eq!(below.concat().iter().filter(|x| **x != 0.0).count(), 1);
        }
    }

    #[test]
    fn other_ranges_and_sizes_are_refused() {
        let block = lower(Layout::Csc).block(1..3, 0..1);
        assert!(catch_unwind(|| lower(Layout::Csc).block(1..4, 0..1)).is_err());
        assert!(catch_unwind(|| block.to_dense::<f64, 1, 1>(&[0.0; 5])).is_err());
        assert!(catch_unwind(|| block.to_dense::<f64, 2, 1>(&[0.0; 4])).is_err());
    }
}
