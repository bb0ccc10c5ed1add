//! Conversion to matrices of other libraries: one file and one feature for each library.
//!
//! A solver of another library can then use a generated Jacobian, without a copy where the library
//! can borrow.
//!
//! ```text
//! SparsityPattern  (statics)   ---->   symbolic matrix      once
//! entries          (slice)     ---->   numeric matrix       each iteration, borrowed or written
//!                                                           in place
//! ```
//!
//! Values follow one layout, so asking for a sparse matrix in the other layout is a
//! [`ConvertError`]. A silent transposition would hide its cost.
//!
//! Without any feature there are dense slices ([`SparsityPattern::column_major_into`]) and triplets
//! ([`SparsityPattern::triplet_rows`]). With `std` there is also a [`ScatterMap`] into a matrix
//! that has more entries.

#[cfg(feature = "clarabel")]
mod clarabel;
mod dense;
#[cfg(feature = "faer")]
mod faer;
#[cfg(any(feature = "nalgebra", feature = "nalgebra-0-34"))]
mod nalgebra;
#[cfg(feature = "nalgebra-sparse")]
mod nalgebra_sparse;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "std")]
mod scatter;
#[cfg(feature = "sprs")]
mod sprs;
mod triplets;

use core::fmt;

use crate::{Layout, SparsityPattern};

pub use dense::Dense;
#[cfg(feature = "std")]
pub use scatter::{ScatterError, ScatterMap};

/// Error of a conversion: entries cannot be a matrix of the other library.
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
    /// The dense matrix has another shape than the pattern.
    Shape {
        /// The rows and columns of the pattern.
        expected: (usize, usize),
        /// The rows and columns of the matrix.
        found: (usize, usize),
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
            Self::Shape { expected, found } => write!(
                formatter,
                "the pattern has {} rows and {} columns, the matrix {} and {}",
                expected.0, expected.1, found.0, found.1
            ),
        }
    }
}

impl core::error::Error for ConvertError {}

impl SparsityPattern {
    /// The entries have the length of the pattern and, where a layout is wanted, this layout.
    fn check_entries<T>(&self, wanted: Option<Layout>, entries: &[T]) -> Result<(), ConvertError> {
        if wanted.is_some_and(|wanted| wanted != self.layout()) {
            return Err(ConvertError::Layout {
                stored: self.layout(),
            });
        }
        if entries.len() != self.nnz() {
            return Err(ConvertError::Length {
                expected: self.nnz(),
                found: entries.len(),
            });
        }
        Ok(())
    }
}
