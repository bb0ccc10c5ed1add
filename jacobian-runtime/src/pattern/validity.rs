//! Validation of compressed sparse patterns, in constant evaluation.
//!
//! A wrong pattern is a compile error, so no code that uses patterns needs a check of its own.
//!
//! ```text
//! each order    pointers rise from zero to the number of entries, indices rise and are in range
//! both orders   the same number of entries, all distinct; each entry of the first is in the second
//! ```
//!
//! Cost: one comparison per entry if rows are dense or banded, else a binary search along the
//! shorter side of the matrix. rustc 1.95 evaluates that for 100,000 entries in one to two seconds.
//! From about 300,000 entries on it demands `allow(long_running_const_eval)`.

use super::{SparsityPattern, search};

/// Panics, with the reason, unless both orders are well formed and describe the same entries.
pub(super) const fn check(pattern: &SparsityPattern) {
    let SparsityPattern {
        rows,
        cols,
        col_ptrs,
        row_indices,
        row_ptrs,
        col_indices,
        ..
    } = *pattern;
    check_order(cols, rows, col_ptrs, row_indices);
    check_order(rows, cols, row_ptrs, col_indices);
    assert!(
        row_indices.len() == col_indices.len(),
        "the two orders differ in their number of entries"
    );
    // Both orders have the same number of entries, all distinct, so containment one way is
    // equality. We search along the shorter side: one long row would make every search expensive.
    if rows <= cols {
        check_contained(row_ptrs, col_indices, col_ptrs, row_indices);
    } else {
        check_contained(col_ptrs, row_indices, row_ptrs, col_indices);
    }
}

/// Checks one compressed order: `outer` columns (rows) of indices below `inner`.
const fn check_order(outer: usize, inner: usize, pointers: &[usize], indices: &[usize]) {
    assert!(
        pointers.len() == outer + 1,
        "there must be one pointer more than columns (rows)"
    );
    assert!(pointers[0] == 0, "the first pointer must be zero");
    assert!(
        pointers[outer] == indices.len(),
        "the last pointer must be the number of entries"
    );
    let mut current = 0;
    while current < outer {
        let (start, end) = (pointers[current], pointers[current + 1]);
        assert!(
            start <= end && end <= indices.len(),
            "pointers must not fall"
        );
        if start < end {
            // Indices rise strictly, so only the last one can be out of range.
            let (mut last, mut i) = (indices[start], start + 1);
            while i < end {
                let next = indices[i];
                assert!(last < next, "indices must rise within a column (row)");
                last = next;
                i += 1;
            }
            assert!(last < inner, "an index is out of range");
        }
        current += 1;
    }
}

/// Checks that every entry of the first order is in the second one. Both must be well formed.
const fn check_contained(
    pointers: &[usize],
    indices: &[usize],
    other_pointers: &[usize],
    other_indices: &[usize],
) {
    let mut outer = 0;
    while outer + 1 < pointers.len() {
        let mut i = pointers[outer];
        while i < pointers[outer + 1] {
            let (start, end) = (other_pointers[indices[i]], other_pointers[indices[i] + 1]);
            assert!(start < end, "the two orders describe different entries");
            // Guess the position as if the indices from `first` on were consecutive. This is right
            // for dense and banded rows, which is the usual case, and saves the search.
            let first = other_indices[start];
            let guess = if first < outer {
                start + (outer - first)
            } else {
                start
            };
            if guess >= end || other_indices[guess] != outer {
                let position = search(other_indices, start, end, outer);
                assert!(
                    position.is_some(),
                    "the two orders describe different entries"
                );
            }
            i += 1;
        }
        outer += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::{Layout, SparsityPattern};
    use std::panic::catch_unwind;

    /// A scalar function of many independents has one long row. The check must not search along it.
    const GRADIENT: SparsityPattern = {
        const N: usize = 100_000;
        const POINTERS: &[usize] = &rising::<{ N + 1 }>();
        const INDICES: &[usize] = &rising::<N>();
        SparsityPattern::new(1, N, Layout::Csc, POINTERS, &[0; N], &[0, N], INDICES)
    };

    const fn rising<const N: usize>() -> [usize; N] {
        let mut numbers = [0; N];
        let mut i = 0;
        while i < N {
            numbers[i] = i;
            i += 1;
        }
        numbers
    }

    fn reason(
        rows: usize,
        cols: usize,
        by_columns: (&'static [usize], &'static [usize]),
        by_rows: (&'static [usize], &'static [usize]),
    ) -> &'static str {
        let build = || {
            SparsityPattern::new(
                rows,
                cols,
                Layout::Csc,
                by_columns.0,
                by_columns.1,
                by_rows.0,
                by_rows.1,
            )
        };
        catch_unwind(build)
            .unwrap_err()
            .downcast_ref::<&'static str>()
            .unwrap()
    }

    #[test]
    fn a_hundred_thousand_entries_are_validated_by_the_compiler() {
        assert_eq!(GRADIENT.nnz(), 100_000);
        assert_eq!(GRADIENT.position(0, 99_999), Some(99_999));
        assert_eq!(GRADIENT.col_indices_u32::<100_000>().last(), Some(&99_999));
    }

    #[test]
    fn malformed_orders_are_refused_with_the_reason() {
        let rows: (&[usize], &[usize]) = (&[0, 1, 1], &[0]);
        assert!(reason(2, 1, (&[0], &[0]), rows).contains("one pointer more"));
        assert!(reason(2, 1, (&[1, 1], &[0]), rows).contains("first pointer"));
        assert!(reason(2, 1, (&[0, 2], &[0]), rows).contains("last pointer"));
        assert!(reason(2, 1, (&[0, 1], &[2]), rows).contains("out of range"));
        assert!(reason(2, 1, (&[0, 2], &[0, 0]), rows).contains("must rise"));
        assert!(reason(2, 2, (&[0, 5, 1], &[0]), rows).contains("must not fall"));
        assert!(reason(2, 2, (&[0, 1, 0, 1], &[0]), rows).contains("one pointer more"));
    }

    #[test]
    fn orders_that_disagree_are_refused() {
        assert!(reason(2, 1, (&[0, 1], &[0]), (&[0, 0, 1], &[0])).contains("different entries"));
        assert!(reason(1, 2, (&[0, 1, 1], &[0]), (&[0, 1], &[1])).contains("different entries"));
        assert!(reason(1, 2, (&[0, 1, 1], &[0]), (&[0, 2], &[0, 1])).contains("number of entries"));
    }
}
