//! One-sided differences with column colouring: the method of solvers that get no Jacobian.
//!
//! ```text
//! J e_j = (f(x + h e_j) - f(x)) / h,   h = sqrt(epsilon) |x_j|
//! ```
//!
//! Columns of one colour move together, and the rows tell them apart. Cost: one evaluation for each
//! colour, one division for each entry. Half of the digits are lost.

use jacobian_runtime::SparsityPattern;

use super::colouring;

/// Differences of one function over one pattern, with the storage that they need.
#[derive(Debug)]
pub struct Differences {
    function: fn(&[f64], &mut [f64]),
    /// The columns of each colour.
    colours: Vec<Vec<Column>>,
    moved: Vec<f64>,
    moved_value: Vec<f64>,
}

/// A column and its entries.
#[derive(Clone, Debug)]
struct Column {
    index: usize,
    /// For each entry its row, and its place in the layout.
    entries: Vec<(usize, usize)>,
}

impl Differences {
    /// Prepares the colours.
    pub fn new(function: fn(&[f64], &mut [f64]), pattern: &SparsityPattern) -> Self {
        let of_columns = colouring::colour_columns(pattern);
        let mut colours = vec![Vec::new(); colouring::count(&of_columns)];
        for (index, colour) in of_columns.iter().enumerate() {
            let in_column = pattern
                .entries()
                .enumerate()
                .filter(|(_, (_, col))| *col == index);
            let entries = in_column.map(|(place, (row, _))| (row, place)).collect();
            colours[*colour].push(Column { index, entries });
        }
        let (moved, moved_value) = (vec![0.0; pattern.cols()], vec![0.0; pattern.rows()]);
        Self {
            function,
            colours,
            moved,
            moved_value,
        }
    }

    /// Writes the value and the entries at `x`.
    pub fn evaluate(&mut self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        (self.function)(x, value);
        for columns in &self.colours {
            self.moved.copy_from_slice(x);
            for column in columns {
                self.moved[column.index] += step(x[column.index]);
            }
            (self.function)(&self.moved, &mut self.moved_value);
            for column in columns {
                // The step that was taken, after rounding.
                let inverse = 1.0 / (self.moved[column.index] - x[column.index]);
                for (row, place) in &column.entries {
                    entries[*place] = (self.moved_value[*row] - value[*row]) * inverse;
                }
            }
        }
    }
}

fn step(x: f64) -> f64 {
    let scale = if x == 0.0 { 1.0 } else { x.abs() };
    f64::EPSILON.sqrt() * scale
}
