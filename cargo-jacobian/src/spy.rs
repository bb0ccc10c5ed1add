//! A sparsity pattern in characters, as the runtime prints it.
//!
//! ```text
//! #.#      one mark for each entry; in a large matrix a mark stands for a block,
//! .#+      which `#` fills and `+` fills in part
//! ```

use jacobian_core::graph::Pattern;

/// The most marks in a line, and lines.
const MOST_MARKS: usize = 64;

/// The lines of the plot.
pub(crate) fn plot(pattern: &Pattern) -> Vec<String> {
    let (rows, cols) = (pattern.n_rows(), pattern.n_cols());
    let height = rows.div_ceil(MOST_MARKS).max(1);
    let width = cols.div_ceil(MOST_MARKS).max(1);
    let mut counts = vec![vec![0; cols.div_ceil(width)]; rows.div_ceil(height)];
    for (row, col) in pattern.entries() {
        counts[row / height][col / width] += 1;
    }
    let line = |(block_row, counts): (usize, &Vec<usize>)| {
        let tall = height.min(rows - block_row * height);
        let mark = |(block, count): (usize, &usize)| {
            let area = tall * width.min(cols - block * width);
            match *count {
                0 => '.',
                count if count == area => '#',
                _ => '+',
            }
        };
        counts.iter().enumerate().map(mark).collect()
    };
    counts.iter().enumerate().map(line).collect()
}

/// The share of the matrix that is not structurally zero, in percent.
#[expect(clippy::cast_precision_loss, reason = "a percentage with one decimal")]
pub(crate) fn fill(pattern: &Pattern) -> f64 {
    let area = pattern.n_rows() as f64 * pattern.n_cols() as f64;
    100.0 * pattern.entries().len() as f64 / area.max(1.0)
}
