//! A sparsity pattern in characters, as the runtime prints it: for documentation and reports.
//!
//! ```text
//! #.#      one mark for each entry; in a large matrix a mark stands for a block,
//! .#+      which `#` fills and `+` fills in part
//! ```

/// The most marks in a line, and the most lines.
const MOST_MARKS: usize = 64;

/// The lines of the plot of a matrix with these rows and columns.
pub fn plot((rows, cols): (usize, usize), entries: &[(usize, usize)]) -> Vec<String> {
    let height = rows.div_ceil(MOST_MARKS).max(1);
    let width = cols.div_ceil(MOST_MARKS).max(1);
    let mut counts = vec![vec![0; cols.div_ceil(width)]; rows.div_ceil(height)];
    for (row, col) in entries {
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
