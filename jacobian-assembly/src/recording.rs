//! What the code that records a function with `#[jacobian(assemble)]` calls.

use crate::elements::Row;
use crate::error::AssemblyError;

/// The number of an unknown or row, whose list has these sizes and stands behind others.
///
/// # Panics
/// As a slice does, where an index is out of bounds.
#[track_caller]
pub fn place<const N: usize>(indices: [usize; N], sizes: [usize; N], offset: usize) -> usize {
    let mut place = 0;
    for (index, size) in indices.into_iter().zip(sizes) {
        assert!(
            index < size,
            "index out of bounds: the len is {size} but the index is {index}"
        );
        place = place * size + index;
    }
    offset + place
}

/// The rows that were written so far.
#[derive(Debug, Default)]
pub struct Rows {
    written: Vec<bool>,
    lost: Option<usize>,
}

impl Rows {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// `r[i] = ..`, which must be the first that the row gets.
    pub fn assigned(&mut self, row: usize) -> Row {
        if self.written.get(row).copied().unwrap_or_default() {
            self.lost.get_or_insert(row);
        }
        self.added(row)
    }

    /// `r[i] += ..`
    pub fn added(&mut self, row: usize) -> Row {
        if row >= self.written.len() {
            self.written.resize(row + 1, false);
        }
        self.written[row] = true;
        Row::Row(row)
    }

    /// `r.fill(0.0)`, which must come before all rows.
    pub fn cleared(&mut self) {
        if let Some(row) = self.written.iter().position(|written| *written) {
            self.lost.get_or_insert(row);
        }
    }

    /// Whether all that was written counts.
    ///
    /// # Errors
    /// Names the first row where it does not.
    pub fn finish(&self) -> Result<(), AssemblyError> {
        self.lost
            .map_or(Ok(()), |row| Err(AssemblyError::Reassigned { row }))
    }
}
