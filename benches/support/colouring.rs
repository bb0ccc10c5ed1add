//! Colours for columns: two columns may share a direction when no row has entries in both.
//!
//! ```text
//! x x . .        columns 0 and 2 share no row, nor do 1 and 3:
//! . x x .        two evaluations f(x + h (e0 + e2)), f(x + h (e1 + e3))
//! . . x x        hold all entries
//! ```
//!
//! Greedy, in order of columns: the first colour that no column within distance two has. Cost: the
//! sum over the rows of the squares of their lengths. Source: A. R. Curtis, M. J. D. Powell, J. K.
//! Reid, On the estimation of sparse Jacobian matrices, J. Inst. Math. Appl. 13 (1974).

use jacobian_runtime::SparsityPattern;

/// A colour for each column, counted from zero.
pub fn colour_columns(pattern: &SparsityPattern) -> Vec<usize> {
    let mut colours: Vec<usize> = Vec::with_capacity(pattern.cols());
    for column in 0..pattern.cols() {
        let rows = rows_of(pattern, column);
        let neighbours = rows.iter().flat_map(|row| columns_of(pattern, *row));
        let taken: Vec<usize> = neighbours
            .filter(|other| **other < column)
            .map(|other| colours[*other])
            .collect();
        let free = (0..=taken.len()).find(|colour| !taken.contains(colour));
        colours.push(free.expect("invariant: fewer colours are taken than there are"));
    }
    colours
}

/// The number of colours.
pub fn count(colours: &[usize]) -> usize {
    colours.iter().max().map_or(0, |last| last + 1)
}

fn rows_of(pattern: &SparsityPattern, column: usize) -> &'static [usize] {
    &pattern.row_indices()[pattern.col_ptrs()[column]..pattern.col_ptrs()[column + 1]]
}

fn columns_of(pattern: &SparsityPattern, row: usize) -> &'static [usize] {
    &pattern.col_indices()[pattern.row_ptrs()[row]..pattern.row_ptrs()[row + 1]]
}
