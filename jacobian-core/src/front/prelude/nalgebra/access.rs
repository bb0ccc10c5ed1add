//! Private fields of nalgebra's geometry types: the method that reads each, and the one that writes
//! it.

use super::super::definition::Access;

/// A field behind `Deref`, where names of coordinates are looked up.
pub(super) const fn behind(field: &'static str) -> Access {
    Access {
        behind: Some(field),
        ..Access::PUBLIC
    }
}

pub(super) const UNIT: Access = Access {
    read: &[("value", "as_ref()")],
    written: &[("value", "as_mut_unchecked()")],
    behind: Some("value"),
};

pub(super) const MATRIX: Access = Access {
    read: &[("matrix", "matrix()")],
    written: &[("matrix", "matrix_mut_unchecked()")],
    behind: None,
};

pub(super) const PROJECTING: Access = Access {
    read: &[("matrix", "as_matrix()")],
    written: &[],
    behind: None,
};

pub(super) const COMPLEX: Access = Access {
    read: &[],
    written: &[
        ("re", "as_mut_unchecked().re"),
        ("im", "as_mut_unchecked().im"),
    ],
    behind: None,
};

pub(super) const SIMILARITY: Access = Access {
    read: &[("scaling", "scaling()")],
    written: &[],
    behind: None,
};
