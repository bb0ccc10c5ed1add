//! `ScatterMap`: where each entry goes among the values of a larger sparse matrix, found once.
//!
//! ```text
//! our pattern, at (2, 1) of the solver's      [ .  .  .  . ]     places  [ 3  5 ]
//!   # .                                       [ #  .  .  # ]
//!   . #                                       [ #  @  .  . ]     each iteration:
//!                                             [ .  .  @  # ]     values[places[i]] += entries[i]
//! ```
//!
//! A solver may own a matrix with more entries than ours, for example with a full diagonal, or with
//! the Jacobian as one block of a KKT system. To look the positions up in each iteration would cost
//! more than to compute the entries.
//!
//! Invariant: every place is less than the number of values.

use core::fmt;
use std::boxed::Box;
use std::vec::Vec;

use crate::SparsityPattern;

/// The places of our entries among the values of another sparse matrix.
///
/// ```
/// use jacobian_runtime::convert::ScatterMap;
/// use jacobian_runtime::jacobian;
///
/// #[jacobian]
/// fn residual(x: &[f64; 2]) -> [f64; 2] {
///     [x[0] * x[1], x[0]]
/// }
///
/// // The solver's matrix, by columns, has the diagonal too.
/// let (col_ptrs, row_indices) = ([0, 2, 4], [0, 1, 0, 1]);
/// let map = ScatterMap::into_columns(&RESIDUAL_PATTERN, (0, 0), &col_ptrs, &row_indices)?;
/// let mut values = [0.0; 4];
/// map.set(residual_jacobian(&[3.0, 5.0]).values(), &mut values)?;
/// assert_eq!(values, [5.0, 1.0, 3.0, 0.0]);
/// # Ok::<(), jacobian_runtime::convert::ScatterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScatterMap {
    places: Box<[usize]>,
    n_values: usize,
}

/// Error of a [`ScatterMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScatterError {
    /// The other matrix has no place for this entry of ours.
    Absent {
        /// The row in our pattern.
        row: usize,
        /// The column in our pattern.
        col: usize,
    },
    /// The place for this entry is not among the values.
    Outside {
        /// The row in our pattern.
        row: usize,
        /// The column in our pattern.
        col: usize,
        /// The place.
        place: usize,
        /// The number of values.
        len: usize,
    },
    /// The pointers of the other matrix do not rise to the number of its indices.
    Pointers,
    /// A slice has another length than the map was built for.
    Length {
        /// The length that the map was built for.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
}

impl fmt::Display for ScatterError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent { row, col } => write!(
                formatter,
                "the matrix has no place for the entry in row {row} and column {col}"
            ),
            Self::Outside {
                row,
                col,
                place,
                len,
            } => write!(
                formatter,
                "the entry in row {row} and column {col} has place {place} of {len} values"
            ),
            Self::Pointers => {
                formatter.write_str("the pointers do not rise from zero to the number of indices")
            }
            Self::Length { expected, found } => {
                write!(formatter, "the map is for {expected} numbers, not {found}")
            }
        }
    }
}

impl core::error::Error for ScatterError {}

impl ScatterMap {
    /// A map to `n_values` values. `place` says where an entry of row and column goes.
    ///
    /// Use it if the other matrix is not in compressed form, or if rows and columns have numbers of
    /// their own, such as those of the nodes of an element.
    ///
    /// # Errors
    /// If an entry has no place, or one that is not among the values.
    pub fn new(
        pattern: &SparsityPattern,
        n_values: usize,
        mut place: impl FnMut(usize, usize) -> Option<usize>,
    ) -> Result<Self, ScatterError> {
        let places = pattern.entries().map(|(row, col)| {
            let place = place(row, col).ok_or(ScatterError::Absent { row, col })?;
            if place >= n_values {
                return Err(ScatterError::Outside {
                    row,
                    col,
                    place,
                    len: n_values,
                });
            }
            Ok(place)
        });
        Ok(Self {
            places: places.collect::<Result<Vec<_>, _>>()?.into_boxed_slice(),
            n_values,
        })
    }

    /// A map into a matrix that is compressed by columns, in which our Jacobian is the block that
    /// begins at `(row, column)`. Indices may be of any integer type, and need not be sorted.
    ///
    /// # Errors
    /// If an entry has no place, or the pointers are not those of a matrix.
    pub fn into_columns<I: Copy + TryInto<usize>>(
        pattern: &SparsityPattern,
        (first_row, first_col): (usize, usize),
        col_ptrs: &[I],
        row_indices: &[I],
    ) -> Result<Self, ScatterError> {
        let other = Compressed::new(col_ptrs, row_indices)?;
        Self::new(pattern, row_indices.len(), |row, col| {
            other.place(first_col.checked_add(col)?, first_row.checked_add(row)?)
        })
    }

    /// A map into a matrix that is compressed by rows.
    ///
    /// # Errors
    /// As [`into_columns`](Self::into_columns).
    pub fn into_rows<I: Copy + TryInto<usize>>(
        pattern: &SparsityPattern,
        (first_row, first_col): (usize, usize),
        row_ptrs: &[I],
        col_indices: &[I],
    ) -> Result<Self, ScatterError> {
        let other = Compressed::new(row_ptrs, col_indices)?;
        Self::new(pattern, col_indices.len(), |row, col| {
            other.place(first_row.checked_add(row)?, first_col.checked_add(col)?)
        })
    }

    /// The place of each entry.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Writes the entries to their places and leaves the other values alone.
    ///
    /// # Errors
    /// If a slice has another length than the map was built for. Nothing is written then.
    pub fn set<T: Copy>(&self, entries: &[T], values: &mut [T]) -> Result<(), ScatterError> {
        self.check(entries, values)?;
        for (place, entry) in self.places.iter().zip(entries) {
            values[*place] = *entry;
        }
        Ok(())
    }

    /// Adds the entries to the values at their places.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn add<T: Copy + core::ops::AddAssign>(
        &self,
        entries: &[T],
        values: &mut [T],
    ) -> Result<(), ScatterError> {
        self.check(entries, values)?;
        for (place, entry) in self.places.iter().zip(entries) {
            values[*place] += *entry;
        }
        Ok(())
    }

    fn check<T>(&self, entries: &[T], values: &[T]) -> Result<(), ScatterError> {
        for (expected, found) in [
            (self.places.len(), entries.len()),
            (self.n_values, values.len()),
        ] {
            if expected != found {
                return Err(ScatterError::Length { expected, found });
            }
        }
        Ok(())
    }
}

/// Pointers and indices of the other matrix.
struct Compressed<'a, I> {
    pointers: &'a [I],
    indices: &'a [I],
}

impl<'a, I: Copy + TryInto<usize>> Compressed<'a, I> {
    fn new(pointers: &'a [I], indices: &'a [I]) -> Result<Self, ScatterError> {
        let mut last = 0;
        for pointer in pointers {
            let pointer = (*pointer).try_into().map_err(|_| ScatterError::Pointers)?;
            if pointer < last {
                return Err(ScatterError::Pointers);
            }
            last = pointer;
        }
        let first = pointers.first().and_then(|first| (*first).try_into().ok());
        if first != Some(0) || last != indices.len() {
            return Err(ScatterError::Pointers);
        }
        Ok(Self { pointers, indices })
    }

    fn place(&self, outer: usize, inner: usize) -> Option<usize> {
        let pointer = |at: usize| (*self.pointers.get(at)?).try_into().ok();
        let (start, end) = (pointer(outer)?, pointer(outer.checked_add(1)?)?);
        let is_inner = |index: &I| (*index).try_into().ok() == Some(inner);
        Some(start + self.indices[start..end].iter().position(is_inner)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{ScatterError, ScatterMap};
    use crate::{Layout, SparsityPattern};
    use std::vec::Vec;

    /// ```text
    /// # .
    /// # #
    /// ```
    fn pattern(layout: Layout) -> SparsityPattern {
        let (columns, rows) = (&[0, 2, 3], &[0, 1, 3]);
        SparsityPattern::new(2, 2, layout, columns, &[0, 1, 1], rows, &[0, 0, 1])
    }

    #[test]
    fn a_block_of_a_larger_matrix_gets_the_entries() {
        // All of 3 by 3, rows downwards within each column.
        let (pointers, indices) = ([0_i32, 3, 6, 9], [2_i32, 1, 0, 2, 1, 0, 2, 1, 0]);
        for layout in [Layout::Csc, Layout::Csr] {
            let entries: Vec<f64> = pattern(layout)
                .entries()
                .map(|(row, col)| f64::from(u8::try_from(10 * row + col).unwrap()))
                .collect();
            let place = |row: usize, col: usize| 3 * col + 2 - row;
            let columns = ScatterMap::into_columns(&pattern(layout), (1, 1), &pointers, &indices);
            let rows = ScatterMap::into_rows(&pattern(layout), (1, 1), &pointers, &indices);
            let (mut by_columns, mut by_rows) = ([1.0; 9], [1.0; 9]);
            columns.unwrap().add(&entries, &mut by_columns).unwrap();
            rows.unwrap().set(&entries, &mut by_rows).unwrap();
            assert_eq!(by_columns[place(2, 1)], 11.0);
            assert_eq!(by_columns[place(2, 2)], 12.0);
            assert_eq!((by_rows[place(1, 2)], by_rows[place(0, 0)]), (10.0, 1.0));
        }
    }

    #[test]
    fn what_has_no_place_is_named() {
        let narrow = ScatterMap::into_columns(&pattern(Layout::Csc), (0, 0), &[0, 1, 2], &[0, 1]);
        assert_eq!(narrow, Err(ScatterError::Absent { row: 1, col: 0 }));
        let beyond =
            ScatterMap::into_columns(&pattern(Layout::Csc), (0, usize::MAX), &[0, 1, 2], &[0, 1]);
        assert_eq!(beyond, Err(ScatterError::Absent { row: 0, col: 0 }));
        let outside = ScatterMap::new(&pattern(Layout::Csc), 2, |row, col| Some(row + col));
        let error = ScatterError::Outside {
            row: 1,
            col: 1,
            place: 2,
            len: 2,
        };
        assert_eq!(outside, Err(error));
        for pointers in [[0, 2, 1], [1, 1, 2], [0, 1, 3], [-1, 0, 2]] {
            let map = ScatterMap::into_rows(&pattern(Layout::Csc), (0, 0), &pointers, &[0, 1]);
            assert_eq!(map, Err(ScatterError::Pointers));
        }
    }

    #[test]
    fn other_lengths_are_errors_and_nothing_is_written() {
        let map =
            ScatterMap::new(&pattern(Layout::Csc), 4, |row, col| Some(2 * row + col)).unwrap();
        let (mut values, error) = ([5.0; 4], |expected, found| ScatterError::Length {
            expected,
            found,
        });
        assert_eq!(map.set(&[0.0; 2], &mut values), Err(error(3, 2)));
        assert_eq!(map.add(&[0.0; 3], &mut [0.0; 3]), Err(error(4, 3)));
        assert_eq!(values, [5.0; 4]);
        assert_eq!(map.places(), [0, 2, 3]);
    }
}
