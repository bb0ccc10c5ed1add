//! Triplets: the row and the column of each entry, in the order of the values. Solvers such as
//! MUMPS and Ipopt take such lists of coordinates.
//!
//! ```text
//! const ROWS: [i32; RESIDUAL_NNZ] = RESIDUAL_PATTERN.triplet_rows_i32();
//! const COLS: [i32; RESIDUAL_NNZ] = RESIDUAL_PATTERN.triplet_cols_i32();
//! ```
//!
//! They are constant functions, so the lists are constants of your program and cost nothing at run
//! time, and the attribute need not generate one for each integer type.

use crate::{Layout, SparsityPattern};

/// The outer index of each entry: pointers spelled out.
const fn outer<const N: usize>(pointers: &[usize]) -> [usize; N] {
    let mut indices = [0; N];
    let mut outer = 0;
    while outer + 1 < pointers.len() {
        let mut at = pointers[outer];
        while at < pointers[outer + 1] {
            indices[at] = outer;
            at += 1;
        }
        outer += 1;
    }
    indices
}

const fn copied<const N: usize>(indices: &[usize]) -> [usize; N] {
    let mut copy = [0; N];
    let mut at = 0;
    while at < N {
        copy[at] = indices[at];
        at += 1;
    }
    copy
}

impl SparsityPattern {
    /// The row of each entry, in the order of the values.
    ///
    /// # Panics
    /// Panics, in a constant at compile time, unless `N` is the number of entries.
    ///
    /// ```
    /// use jacobian_runtime::jacobian;
    ///
    /// #[jacobian]
    /// fn residual(x: &[f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[1]]
    /// }
    ///
    /// const ROWS: [usize; RESIDUAL_NNZ] = RESIDUAL_PATTERN.triplet_rows();
    /// const COLS: [i32; RESIDUAL_NNZ] = RESIDUAL_PATTERN.triplet_cols_i32();
    /// assert_eq!((ROWS, COLS), ([0, 0, 1], [0, 1, 1]));
    /// ```
    pub const fn triplet_rows<const N: usize>(&self) -> [usize; N] {
        assert!(
            self.nnz() == N,
            "the length asked for is not the number of entries"
        );
        match self.layout() {
            Layout::Csc => copied(self.row_indices()),
            Layout::Csr => outer(self.row_ptrs()),
        }
    }

    /// The column of each entry, in the order of the values.
    ///
    /// # Panics
    /// As [`triplet_rows`](Self::triplet_rows).
    pub const fn triplet_cols<const N: usize>(&self) -> [usize; N] {
        assert!(
            self.nnz() == N,
            "the length asked for is not the number of entries"
        );
        match self.layout() {
            Layout::Csc => outer(self.col_ptrs()),
            Layout::Csr => copied(self.col_indices()),
        }
    }
}

/// The same in 32 bits.
macro_rules! narrowed {
    ($($name:ident: $wide:ident as $integer:ident,)*) => {
        impl SparsityPattern {
            $(
                #[doc = concat!("[`", stringify!($wide), "`](Self::", stringify!($wide), ") as `", stringify!($integer), "`.")]
                ///
                /// # Panics
                /// Panics, in a constant at compile time, unless `N` is the number of entries and
                /// every index fits.
                #[allow(clippy::cast_possible_truncation, reason = "the assertion before the cast; TryFrom is not const")]
                #[allow(clippy::cast_possible_wrap, reason = "the assertion before the cast; TryFrom is not const")]
                pub const fn $name<const N: usize>(&self) -> [$integer; N] {
                    let wide = self.$wide::<N>();
                    let mut narrow = [0; N];
                    let mut at = 0;
                    while at < N {
                        assert!(wide[at] as u128 <= $integer::MAX as u128, "an index does not fit");
                        narrow[at] = wide[at] as $integer;
                        at += 1;
                    }
                    narrow
                }
            )*
        }
    };
}

narrowed! {
    triplet_rows_i32: triplet_rows as i32,
    triplet_cols_i32: triplet_cols as i32,
    triplet_rows_u32: triplet_rows as u32,
    triplet_cols_u32: triplet_cols as u32,
}

#[cfg(test)]
mod tests {
    use crate::{Layout, SparsityPattern};
    use std::panic::catch_unwind;

    #[test]
    fn triplets_are_the_entries_in_both_layouts() {
        for layout in [Layout::Csc, Layout::Csr] {
            let pattern = SparsityPattern::new(
                2,
                3,
                layout,
                &[0, 1, 1, 3],
                &[0, 0, 1],
                &[0, 2, 3],
                &[0, 2, 2],
            );
            let (rows, cols) = (pattern.triplet_rows::<3>(), pattern.triplet_cols_u32::<3>());
            let pairs = rows.into_iter().zip(cols.map(|col| col as usize));
            assert!(pairs.eq(pattern.entries()), "{layout:?}");
            let narrow = pattern.triplet_rows_i32::<3>();
            assert_eq!(narrow.map(|row| usize::try_from(row).unwrap()), rows);
            assert!(catch_unwind(|| pattern.triplet_cols_i32::<2>()).is_err());
        }
    }
}
