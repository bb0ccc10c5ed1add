//! Conversion to sparse matrices of other libraries: one file and one feature for each library.
//!
//! A solver of another library can then use a generated Jacobian without a copy.
//!
//! ```text
//! SparsityPattern  (statics)   ---->   symbolic matrix      once
//! entries          (slice)     ---->   numeric matrix       each iteration, borrowed
//! ```
//!
//! The other library borrows the statics and the slice; nothing is copied or sorted. Values follow
//! one layout, so asking for a matrix in the other layout is a [`ConvertError`]. A silent
//! transposition would hide its cost.

mod faer;

use core::fmt;

use crate::Layout;

/// Error of a conversion: entries cannot be borrowed as a matrix of the other library.
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
    /// The values are stored in the other order. Ask for the other matrix, or generate with the
    /// option `layout`.
    Layout {
        /// The order in which they are stored.
        stored: Layout,
    },
    /// The slice of entries has another length than the pattern.
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
