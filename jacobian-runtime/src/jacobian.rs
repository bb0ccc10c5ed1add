//! `SparseJacobian`: a compressed sparse matrix (CSC or CSR) over a static pattern.
//!
//! The type that generated functions return by value.
//!
//! ```text
//! values   [ a  b  c ]            pattern      # . #          [ a . c ]
//!            |  |  |        +                  . # .    =     [ . b . ]
//!          in the order of the layout        (static)
//! ```
//!
//! Only the values are stored; the pattern is a reference to a constant. Products visit the entries
//! in the order of the layout, with one multiplication and one addition each, so a result does not
//! depend on the machine.
//!
//! Invariant: the number of values is the number of entries, and the shape of the type is that of
//! the pattern.

use core::fmt;

use crate::{Arithmetic, SparsityPattern};

/// The entries of a Jacobian with `ROWS` dependents and `COLS` independents.
///
/// It takes `NNZ` scalars of stack, and [`to_dense`](Self::to_dense) takes `ROWS * COLS`. An
/// unoptimized build may hold several copies. From about 10,000 entries on, call the generated
/// `_into` function instead, which writes into memory that you own.
///
/// ```
/// use jacobian_runtime::{Layout, SparseJacobian, SparsityPattern};
///
/// static PATTERN: SparsityPattern =
///     SparsityPattern::new(2, 3, Layout::Csc, &[0, 1, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 2, 1]);
/// let jacobian: SparseJacobian<f64, 2, 3, 3> = SparseJacobian::new([10.0, 20.0, 30.0], &PATTERN);
///
/// assert_eq!(jacobian.get(0, 2), Some(30.0));
/// assert_eq!(jacobian.get(1, 2), None);
/// assert_eq!(jacobian.to_dense(), [[10.0, 0.0, 30.0], [0.0, 20.0, 0.0]]);
/// assert_eq!(jacobian.mul_vec(&[1.0, 2.0, 3.0]), [100.0, 40.0]);
/// assert_eq!(jacobian.tr_mul_vec(&[1.0, 2.0]), [10.0, 40.0, 30.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SparseJacobian<T, const ROWS: usize, const COLS: usize, const NNZ: usize> {
    values: [T; NNZ],
    pattern: &'static SparsityPattern,
}

impl<T, const ROWS: usize, const COLS: usize, const NNZ: usize> SparseJacobian<T, ROWS, COLS, NNZ> {
    /// A Jacobian with these values, in the order of the layout of `pattern`.
    ///
    /// # Panics
    /// Panics if the pattern and the type differ in shape or in the number of entries.
    #[inline]
    #[track_caller]
    pub const fn new(values: [T; NNZ], pattern: &'static SparsityPattern) -> Self {
        assert!(
            pattern.rows() == ROWS && pattern.cols() == COLS,
            "the pattern has another shape"
        );
        assert!(
            pattern.nnz() == NNZ,
            "the pattern has another number of entries"
        );
        Self { values, pattern }
    }

    /// The values, in the order of the layout.
    #[inline]
    pub const fn values(&self) -> &[T; NNZ] {
        &self.values
    }

    /// The values, in the order of the layout, for writing.
    #[inline]
    pub const fn values_mut(&mut self) -> &mut [T; NNZ] {
        &mut self.values
    }

    /// Returns the values and drops the reference to the pattern.
    #[inline]
    pub fn into_values(self) -> [T; NNZ] {
        self.values
    }

    /// The positions of the values.
    #[inline]
    pub const fn pattern(&self) -> &'static SparsityPattern {
        self.pattern
    }
}

impl<T: Copy, const ROWS: usize, const COLS: usize, const NNZ: usize>
    SparseJacobian<T, ROWS, COLS, NNZ>
{
    /// The entry at (row, column). `None` if it is structurally zero or outside the matrix.
    ///
    /// Cost: a binary search in one column (CSC) or row (CSR).
    #[inline]
    pub fn get(&self, row: usize, col: usize) -> Option<T> {
        let position = self.pattern.position(row, col)?;
        Some(self.values[position])
    }

    /// The entries as (row, column, value), in the order of the layout.
    ///
    /// ```
    /// # use jacobian_runtime::{Layout, SparseJacobian, SparsityPattern};
    /// # static PATTERN: SparsityPattern =
    /// #     SparsityPattern::new(2, 2, Layout::Csr, &[0, 1, 2], &[0, 1], &[0, 1, 2], &[0, 1]);
    /// let jacobian: SparseJacobian<f64, 2, 2, 2> = SparseJacobian::new([5.0, 7.0], &PATTERN);
    /// assert!(jacobian.iter().eq([(0, 0, 5.0), (1, 1, 7.0)]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, T)> {
        self.pattern
            .entries()
            .zip(&self.values)
            .map(|((row, col), &value)| (row, col, value))
    }
}

impl<T: Arithmetic, const ROWS: usize, const COLS: usize, const NNZ: usize>
    SparseJacobian<T, ROWS, COLS, NNZ>
{
    /// The dense matrix, an array of rows. It takes `ROWS * COLS` scalars of stack.
    pub fn to_dense(&self) -> [[T; COLS]; ROWS] {
        let mut dense = [[T::from_f64(0.0); COLS]; ROWS];
        for (row, col, value) in self.iter() {
            dense[row][col] = value;
        }
        dense
    }

    /// The product `J * dx` with a direction in the space of the independents: the directional
    /// derivative.
    ///
    /// Cost: `NNZ` multiplications and additions.
    pub fn mul_vec(&self, dx: &[T; COLS]) -> [T; ROWS] {
        let mut product = [T::from_f64(0.0); ROWS];
        self.pattern.for_each(&self.values, |row, col, value| {
            product[row] += value * dx[col];
        });
        product
    }

    /// The product `J^T * w` with one weight for each dependent: the gradient of the weighted sum
    /// `w[0] * f[0] + w[1] * f[1] + ..`.
    ///
    /// Cost: `NNZ` multiplications and additions.
    pub fn tr_mul_vec(&self, w: &[T; ROWS]) -> [T; COLS] {
        let mut product = [T::from_f64(0.0); COLS];
        self.pattern.for_each(&self.values, |row, col, value| {
            product[col] += value * w[row];
        });
        product
    }
}

/// The most columns that `Display` shows as a matrix.
const MAX_SHOWN_COLS: usize = 16;

/// Prints rows, with `.` for structural zeros. A matrix with more than 16 columns is printed as a
/// list of entries. Width and precision of the formatter apply to each value.
impl<T: Copy + fmt::LowerExp, const ROWS: usize, const COLS: usize, const NNZ: usize> fmt::Display
    for SparseJacobian<T, ROWS, COLS, NNZ>
{
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let precision = formatter.precision().unwrap_or(3);
        let width = formatter.width().unwrap_or(precision + 8);
        if COLS > MAX_SHOWN_COLS {
            for (position, (row, col, value)) in self.iter().enumerate() {
                let separator = if position == 0 { "" } else { "\n" };
                write!(
                    formatter,
                    "{separator}({row}, {col}) {value:>width$.precision$e}"
                )?;
            }
            return Ok(());
        }
        for row in 0..ROWS {
            formatter.write_str(if row == 0 { "[" } else { "\n[" })?;
            for col in 0..COLS {
                match self.get(row, col) {
                    Some(value) => write!(formatter, " {value:>width$.precision$e}")?,
                    None => write!(formatter, " {:>width$}", ".")?,
                }
            }
            formatter.write_str(" ]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::SparseJacobian;
    use crate::{Layout, SparsityPattern};
    use std::panic::catch_unwind;
    use std::string::ToString;

    static BY_COLUMNS: SparsityPattern = SparsityPattern::new(
        2,
        3,
        Layout::Csc,
        &[0, 1, 3, 4],
        &[0, 0, 1, 0],
        &[0, 3, 4],
        &[0, 1, 2, 1],
    );
    static BY_ROWS: SparsityPattern = SparsityPattern::new(
        2,
        3,
        Layout::Csr,
        &[0, 1, 3, 4],
        &[0, 0, 1, 0],
        &[0, 3, 4],
        &[0, 1, 2, 1],
    );

    /// ```text
    /// [ 1 2 3 ]
    /// [ . 4 . ]
    /// ```
    fn both() -> [SparseJacobian<f64, 2, 3, 4>; 2] {
        [
            SparseJacobian::new([1.0, 2.0, 4.0, 3.0], &BY_COLUMNS),
            SparseJacobian::new([1.0, 2.0, 3.0, 4.0], &BY_ROWS),
        ]
    }

    #[test]
    fn the_layout_changes_the_order_and_nothing_else() {
        for jacobian in both() {
            assert_eq!(jacobian.to_dense(), [[1.0, 2.0, 3.0], [0.0, 4.0, 0.0]]);
            assert_eq!(jacobian.mul_vec(&[1.0, 10.0, 100.0]), [321.0, 40.0]);
            assert_eq!(jacobian.tr_mul_vec(&[1.0, 10.0]), [1.0, 42.0, 3.0]);
            assert_eq!((jacobian.get(1, 1), jacobian.get(1, 0)), (Some(4.0), None));
            assert_eq!((jacobian.get(2, 0), jacobian.get(0, 3)), (None, None));
        }
        let [by_columns, by_rows] = both();
        assert!(
            by_columns
                .iter()
                .eq([(0, 0, 1.0), (0, 1, 2.0), (1, 1, 4.0), (0, 2, 3.0)])
        );
        assert!(
            by_rows
                .iter()
                .eq([(0, 0, 1.0), (0, 1, 2.0), (0, 2, 3.0), (1, 1, 4.0)])
        );
        assert_ne!(by_columns, by_rows);
    }

    #[test]
    fn values_can_be_rewritten_in_place() {
        let [mut jacobian, _] = both();
        jacobian.values_mut()[2] = 9.0;
        assert_eq!(jacobian.get(1, 1), Some(9.0));
        assert_eq!(jacobian.clone().into_values(), *jacobian.values());
    }

    #[test]
    fn another_shape_is_refused() {
        assert!(
            catch_unwind(|| SparseJacobian::<f64, 3, 2, 4>::new([0.0; 4], &BY_COLUMNS)).is_err()
        );
        assert!(
            catch_unwind(|| SparseJacobian::<f64, 2, 3, 3>::new([0.0; 3], &BY_COLUMNS)).is_err()
        );
    }

    #[test]
    fn single_precision_multiplies_too() {
        let jacobian: SparseJacobian<f32, 2, 3, 4> =
            SparseJacobian::new([1.0, 2.0, 4.0, 3.0], &BY_COLUMNS);
        assert_eq!(jacobian.mul_vec(&[1.0, 1.0, 1.0]), [6.0, 4.0]);
    }

    #[test]
    fn display_aligns_rows_and_marks_zeros() {
        let [jacobian, _] = both();
        assert_eq!(
            std::format!("{jacobian:6.1}"),
            "[  1.0e0  2.0e0  3.0e0 ]\n[      .  4.0e0      . ]"
        );
        assert_eq!(jacobian.to_string().lines().map(str::len).max(), Some(39));
    }

    #[test]
    fn display_lists_the_entries_of_wide_matrices() {
        static WIDE: SparsityPattern = SparsityPattern::new(
            1,
            17,
            Layout::Csr,
            &[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
            &[0, 0],
            &[0, 2],
            &[0, 16],
        );
        let jacobian: SparseJacobian<f64, 1, 17, 2> = SparseJacobian::new([0.5, -2.0], &WIDE);
        assert_eq!(std::format!("{jacobian:1.0}"), "(0, 0) 5e-1\n(0, 16) -2e0");
    }
}
