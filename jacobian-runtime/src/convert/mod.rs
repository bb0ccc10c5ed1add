//! Patterns and entries as matrices of other libraries: one library per file, one feature each.
//!
//! ```text
//! SparsityPattern  (statics)   ---->   symbolic matrix      once
//! entries          (slice)     ---->   numeric matrix       each iteration, borrowed
//! ```
//!
//! A library that borrows gets the statics and the slice as they are; nothing is copied or sorted. Values
//! follow one layout, so a matrix in the other one is refused by [`ConvertError`] rather than transposed
//! behind the caller's back.

mod faer;

use core::fmt;

use crate::Layout;

/// Why entries cannot be borrowed as a matrix of another library.
///
/// ```
/// use jacobian_runtime::{Layout, convert::ConvertError};
///
/// let error = ConvertError::Layout { stored: Layout::Csr };
/// assert_eq!(error.to_string(), "the entries are stored by rows (csr), the matrix wants columns (csc)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvertError {
    /// The values are stored in the other order: ask for the other matrix, or generate with `layout`.
    Layout {
        /// The order in which they are stored.
        stored: Layout,
    },
    /// The slice is not that of the pattern.
    Length {
        /// The number of entries of the pattern.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
}

impl fmt::Display for ConvertError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout {
                stored: Layout::Csc,
            } => formatter
                .write_str("the entries are stored by columns (csc), the matrix wants rows (csr)"),
            Self::Layout {
                stored: Layout::Csr,
            } => formatter
                .write_str("the entries are stored by rows (csr), the matrix wants columns (csc)"),
            Self::Length { expected, found } => {
                write!(
                    formatter,
                    "the pattern has {expected} entries, the slice {found}"
                )
            }
        }
    }
}

impl core::error::Error for ConvertError {}
