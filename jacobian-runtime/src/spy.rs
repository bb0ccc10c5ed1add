//! Spy plot: the `Display` of a sparsity pattern, in characters.
//!
//! You see at a glance whether a Jacobian is banded, blocked or dense.
//!
//! ```text
//! 2 x 3, 3 entries, fill 50.0 %
//! #.#
//! .#.
//! ```
//!
//! A matrix with more than 80 columns or rows is shrunk: one mark then represents a block. It is
//! `#` if the block is full, `+` if it is partly full, and `.` if it is empty.
//!
//! Cost: one pass over the entries and no allocation, because it must print on bare metal too.

use core::fmt;

use crate::SparsityPattern;

/// The maximal number of marks in a line, and of lines.
const MAX_MARKS: usize = 80;

impl fmt::Display for SparsityPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = self.rows().div_ceil(MAX_MARKS).max(1);
        let width = self.cols().div_ceil(MAX_MARKS).max(1);
        write_title(self, height, width, formatter)?;
        for first in (0..self.rows()).step_by(height) {
            let rows = first..self.rows().min(first + height);
            writeln!(formatter)?;
            for (block, count) in counts(self, rows.clone(), width).into_iter().enumerate() {
                let columns = width.min(self.cols().saturating_sub(block * width));
                match (columns, count) {
                    (0, _) => break,
                    (_, 0) => formatter.write_str(".")?,
                    _ if count == columns * rows.len() => formatter.write_str("#")?,
                    _ => formatter.write_str("+")?,
                }
            }
        }
        Ok(())
    }
}

fn write_title(
    pattern: &SparsityPattern,
    height: usize,
    width: usize,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let (rows, cols, nnz) = (pattern.rows(), pattern.cols(), pattern.nnz());
    let noun = if nnz == 1 { "entry" } else { "entries" };
    write!(
        formatter,
        "{rows} x {cols}, {nnz} {noun}, fill {:.1} %",
        fill(pattern)
    )?;
    if height * width > 1 {
        write!(formatter, ", one mark for {height} x {width}")?;
    }
    Ok(())
}

/// The share of the matrix that is not structurally zero, in percent.
#[allow(clippy::cast_precision_loss, reason = "a percentage with one decimal")]
fn fill(pattern: &SparsityPattern) -> f64 {
    // An empty matrix has an area of zero, and 0 / 0 is no percentage.
    let area = pattern.rows() as f64 * pattern.cols() as f64;
    100.0 * pattern.nnz() as f64 / area.max(1.0)
}

/// Counts the entries of these rows in each block of `width` columns.
fn counts(
    pattern: &SparsityPattern,
    rows: core::ops::Range<usize>,
    width: usize,
) -> [usize; MAX_MARKS] {
    let mut counts = [0; MAX_MARKS];
    let pointers = pattern.row_ptrs();
    for col in &pattern.col_indices()[pointers[rows.start]..pointers[rows.end]] {
        counts[col / width] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use crate::{Layout, SparsityPattern};
    use std::boxed::Box;
    use std::string::ToString;
    use std::vec::Vec;

    fn leak(numbers: impl Iterator<Item = usize>) -> &'static [usize] {
        Box::leak(numbers.collect::<Vec<_>>().into_boxed_slice())
    }

    fn diagonal(n: usize) -> SparsityPattern {
        let (pointers, indices) = (leak(0..=n), leak(0..n));
        SparsityPattern::new(n, n, Layout::Csc, pointers, indices, pointers, indices)
    }

    #[test]
    fn small_patterns_are_drawn_entry_by_entry() {
        let pattern = SparsityPattern::new(
            2,
            3,
            Layout::Csc,
            &[0, 1, 2, 3],
            &[0, 1, 0],
            &[0, 2, 3],
            &[0, 2, 1],
        );
        assert_eq!(
            pattern.to_string(),
            "2 x 3, 3 entries, fill 50.0 %\n#.#\n.#."
        );
    }

    #[test]
    fn eighty_columns_still_fit() {
        let text = diagonal(80).to_string();
        assert!(
            text.starts_with("80 x 80, 80 entries, fill 1.2 %\n#..."),
            "{text}"
        );
        assert!(
            text.lines()
                .skip(1)
                .all(|line| line.len() == 80 && line.matches('#').count() == 1),
            "{text}"
        );
    }

    #[test]
    fn larger_patterns_shrink_by_blocks_with_a_ragged_edge() {
        let text = diagonal(161).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "161 x 161, 161 entries, fill 0.6 %, one mark for 3 x 3"
        );
        assert_eq!((lines.len() - 1, lines[1].len()), (54, 54));
        assert_eq!(&lines[1][..3], "+..");
        assert!(
            lines[54].ends_with(".+"),
            "the last block is 2 x 2 with 2 entries"
        );
    }

    #[test]
    fn full_blocks_are_told_from_partial_ones() {
        let cols = 100;
        let dense = SparsityPattern::new(
            1,
            cols,
            Layout::Csr,
            leak(0..=cols),
            leak((0..cols).map(|_| 0)),
            &[0, 100],
            leak(0..cols),
        );
        let text = dense.to_string();
        assert_eq!(text.lines().nth(1), Some("#".repeat(50).as_str()), "{text}");
    }

    #[test]
    fn empty_shapes_have_a_title_and_no_marks() {
        let nothing = SparsityPattern::new(0, 0, Layout::Csc, &[0], &[], &[0], &[]);
        assert_eq!(nothing.to_string(), "0 x 0, 0 entries, fill 0.0 %");
    }
}
