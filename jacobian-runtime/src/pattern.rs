//! `SparsityPattern`: the positions of the entries of a sparse matrix, compressed by columns (CSC)
//! and rows (CSR).
//!
//! It is validated while the program compiles and trusted from then on.
//!
//! ```text
//!        0 1 2        CSC, by columns               CSR, by rows
//!  0  [  # . #  ]     col_ptrs    0 1 2 3           row_ptrs    0 2 3
//!  1  [  . # .  ]     row_indices 0 1 0             col_indices 0 2 1
//! ```
//!
//! A pattern has both orders, because some solvers want columns, others rows, and products want
//! both. The [`Layout`] says in which of the two the values are stored. Everything borrows statics:
//! a pattern is a constant of the program, and a copy of it is eleven words.
//!
//! Invariant: pointers rise from zero to the number of entries, indices rise strictly within a
//! column or row and are in range, and the two orders describe the same entries. The only
//! constructor, [`SparsityPattern::new`], checks this in a constant expression: see `validity`.

mod validity;

/// The order in which the values of a Jacobian are stored.
///
/// ```
/// use jacobian_runtime::Layout;
///
/// assert_eq!(Layout::default(), Layout::Csc);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Compressed sparse columns: column by column, rows ascending. Most sparse solvers take this.
    #[default]
    Csc,
    /// Compressed sparse rows: row by row, columns ascending.
    Csr,
}

/// The structural entries of a Jacobian, in both compressed orders.
///
/// Its `Display` is a spy plot. The attribute generates one constant for each function, for example
/// `RESIDUAL_PATTERN` for `residual`.
///
/// ```
/// use jacobian_runtime::{Layout, SparsityPattern};
///
/// // x0 and x2 enter the first row, x1 the second.
/// const PATTERN: SparsityPattern =
///     SparsityPattern::new(2, 3, Layout::Csc, &[0, 1, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 2, 1]);
///
/// assert_eq!((PATTERN.rows(), PATTERN.cols(), PATTERN.nnz()), (2, 3, 3));
/// assert_eq!(PATTERN.position(0, 2), Some(2));
/// assert_eq!(PATTERN.position(1, 2), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparsityPattern {
    rows: usize,
    cols: usize,
    layout: Layout,
    col_ptrs: &'static [usize],
    row_indices: &'static [usize],
    row_ptrs: &'static [usize],
    col_indices: &'static [usize],
}

impl SparsityPattern {
    /// The pattern with these entries, given by columns and again by rows.
    ///
    /// `col_ptrs` has `cols + 1` numbers and `row_ptrs` has `rows + 1`; `row_indices` and
    /// `col_indices` have one number for each entry.
    ///
    /// # Panics
    /// Panics unless both orders are well formed and describe the same entries. In a constant this
    /// is a compile error with the reason.
    ///
    /// ```compile_fail
    /// use jacobian_runtime::{Layout, SparsityPattern};
    ///
    /// // The orders disagree: row 0 by columns, row 1 by rows.
    /// const PATTERN: SparsityPattern =
    ///     SparsityPattern::new(2, 1, Layout::Csc, &[0, 1], &[0], &[0, 0, 1], &[0]);
    /// let _ = PATTERN;
    /// ```
    pub const fn new(
        rows: usize,
        cols: usize,
        layout: Layout,
        col_ptrs: &'static [usize],
        row_indices: &'static [usize],
        row_ptrs: &'static [usize],
        col_indices: &'static [usize],
    ) -> Self {
        let pattern = Self {
            rows,
            cols,
            layout,
            col_ptrs,
            row_indices,
            row_ptrs,
            col_indices,
        };
        validity::check(&pattern);
        pattern
    }

    /// The number of dependents.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of independents.
    pub const fn cols(&self) -> usize {
        self.cols
    }

    /// The number of structural entries.
    pub const fn nnz(&self) -> usize {
        self.row_indices.len()
    }

    /// The order in which values are stored.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// CSC: the index in [`row_indices`](Self::row_indices) at which each column begins, and the
    /// number of entries at the end. [`cols`](Self::cols)` + 1` numbers.
    pub const fn col_ptrs(&self) -> &'static [usize] {
        self.col_ptrs
    }

    /// CSC: the rows of the entries, column by column.
    pub const fn row_indices(&self) -> &'static [usize] {
        self.row_indices
    }

    /// CSR: the index in [`col_indices`](Self::col_indices) at which each row begins, and the
    /// number of entries at the end. [`rows`](Self::rows)` + 1` numbers.
    pub const fn row_ptrs(&self) -> &'static [usize] {
        self.row_ptrs
    }

    /// CSR: the columns of the entries, row by row.
    pub const fn col_indices(&self) -> &'static [usize] {
        self.col_indices
    }

    /// The entries as (row, column), in the order of the layout.
    ///
    /// ```
    /// use jacobian_runtime::{Layout, SparsityPattern};
    ///
    /// const CSC: SparsityPattern = SparsityPattern::new(2, 2, Layout::Csc, &[0, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 1, 0]);
    /// const CSR: SparsityPattern = SparsityPattern::new(2, 2, Layout::Csr, &[0, 2, 3], &[0, 1, 0], &[0, 2, 3], &[0, 1, 0]);
    /// assert!(CSC.entries().eq([(0, 0), (1, 0), (0, 1)]));
    /// assert!(CSR.entries().eq([(0, 0), (0, 1), (1, 0)]));
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        let (layout, (pointers, indices)) = (self.layout, self.stored());
        pointers
            .windows(2)
            .enumerate()
            .flat_map(move |(outer, range)| {
                indices[range[0]..range[1]]
                    .iter()
                    .map(move |&inner| match layout {
                        Layout::Csc => (inner, outer),
                        Layout::Csr => (outer, inner),
                    })
            })
    }

    /// The index of an entry among the values. `None` if the entry is structurally zero or outside
    /// the matrix.
    ///
    /// Cost: a binary search in one column (CSC) or row (CSR).
    pub const fn position(&self, row: usize, col: usize) -> Option<usize> {
        if row >= self.rows || col >= self.cols {
            return None;
        }
        let (pointers, indices) = self.stored();
        let (outer, inner) = match self.layout {
            Layout::Csc => (col, row),
            Layout::Csr => (row, col),
        };
        search(indices, pointers[outer], pointers[outer + 1], inner)
    }

    /// Pointers and indices of the layout.
    const fn stored(&self) -> (&'static [usize], &'static [usize]) {
        match self.layout {
            Layout::Csc => (self.col_ptrs, self.row_indices),
            Layout::Csr => (self.row_ptrs, self.col_indices),
        }
    }
}

/// Const conversions of the index slices, for solvers that count in 32 bits.
macro_rules! converted {
    ($($name:ident: $field:ident as $integer:ident,)*) => {
        impl SparsityPattern {
            $(
                #[doc = concat!("[`", stringify!($field), "`](Self::", stringify!($field), ") as an array of `", stringify!($integer), "`.")]
                ///
                /// # Panics
                /// Panics, in a constant at compile time, unless `N` is the length and every number
                /// fits.
                ///
                /// ```
                /// use jacobian_runtime::{Layout, SparsityPattern};
                ///
                /// const PATTERN: SparsityPattern = SparsityPattern::new(1, 1, Layout::Csc, &[0, 1], &[0], &[0, 1], &[0]);
                #[doc = concat!("const INDICES: &[", stringify!($integer), "] = &PATTERN.", stringify!($name), "::<{ PATTERN.", stringify!($field), "().len() }>();")]
                #[doc = concat!("assert_eq!(INDICES.len(), PATTERN.", stringify!($field), "().len());")]
                /// ```
                #[allow(clippy::cast_possible_truncation, reason = "the assertion before the cast; TryFrom is not const")]
                #[allow(clippy::cast_possible_wrap, reason = "the assertion before the cast; TryFrom is not const")]
                pub const fn $name<const N: usize>(&self) -> [$integer; N] {
                    assert!(self.$field.len() == N, "the length asked for is not that of the slice");
                    let mut converted = [0; N];
                    let mut i = 0;
                    while i < N {
                        assert!(self.$field[i] as u128 <= $integer::MAX as u128, "an index does not fit");
                        converted[i] = self.$field[i] as $integer;
                        i += 1;
                    }
                    converted
                }
            )*
        }
    };
}

converted! {
    col_ptrs_i32: col_ptrs as i32,
    row_indices_i32: row_indices as i32,
    row_ptrs_i32: row_ptrs as i32,
    col_indices_i32: col_indices as i32,
    col_ptrs_u32: col_ptrs as u32,
    row_indices_u32: row_indices as u32,
    row_ptrs_u32: row_ptrs as u32,
    col_indices_u32: col_indices as u32,
}

/// Binary search of `wanted` in the ascending `indices[start..end]`. (That of slices is not
/// `const`.)
const fn search(
    indices: &[usize],
    mut start: usize,
    mut end: usize,
    wanted: usize,
) -> Option<usize> {
    while start < end {
        let middle = start + (end - start) / 2;
        if indices[middle] < wanted {
            start = middle + 1;
        } else if indices[middle] > wanted {
            end = middle;
        } else {
            return Some(middle);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Layout, SparsityPattern};
    use std::panic::catch_unwind;

    const BY_COLUMNS: SparsityPattern = SparsityPattern::new(
        2,
        3,
        Layout::Csc,
        &[0, 1, 2, 3],
        &[0, 1, 0],
        &[0, 2, 3],
        &[0, 2, 1],
    );
    const BY_ROWS: SparsityPattern = SparsityPattern::new(
        2,
        3,
        Layout::Csr,
        &[0, 1, 2, 3],
        &[0, 1, 0],
        &[0, 2, 3],
        &[0, 2, 1],
    );

    #[test]
    fn entries_follow_the_layout_and_positions_find_them() {
        for pattern in [BY_COLUMNS, BY_ROWS] {
            for (at, (row, col)) in pattern.entries().enumerate() {
                assert_eq!(pattern.position(row, col), Some(at));
            }
        }
        assert!(BY_COLUMNS.entries().eq([(0, 0), (1, 1), (0, 2)]));
        assert!(BY_ROWS.entries().eq([(0, 0), (0, 2), (1, 1)]));
    }

    #[test]
    fn structural_zeros_have_no_position() {
        for (row, col) in [
            (1, 0),
            (0, 1),
            (1, 2),
            (2, 0),
            (0, 3),
            (usize::MAX, usize::MAX),
        ] {
            assert_eq!(BY_COLUMNS.position(row, col), None, "({row}, {col})");
            assert_eq!(BY_ROWS.position(row, col), None, "({row}, {col})");
        }
    }

    #[test]
    fn empty_shapes_are_patterns() {
        let nothing = SparsityPattern::new(0, 0, Layout::Csc, &[0], &[], &[0], &[]);
        let no_columns = SparsityPattern::new(2, 0, Layout::Csr, &[0], &[], &[0, 0, 0], &[]);
        assert_eq!((nothing.nnz(), no_columns.entries().count()), (0, 0));
    }

    #[test]
    fn indices_convert_to_the_integers_of_solvers() {
        const POINTERS: [i32; 4] = BY_COLUMNS.col_ptrs_i32();
        assert_eq!(POINTERS, [0, 1, 2, 3]);
        assert_eq!(BY_COLUMNS.row_indices_u32(), [0, 1, 0]);
        assert_eq!(BY_ROWS.row_ptrs_u32(), [0, 2, 3]);
        assert_eq!(BY_ROWS.col_indices_i32(), [0, 2, 1]);
        assert!(catch_unwind(|| BY_COLUMNS.col_ptrs_u32::<3>()).is_err());
    }
}
