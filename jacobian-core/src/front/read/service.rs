//! Why a function may get a Jacobian: it has an attribute, or it is about numbers.

/// Why a function may get a Jacobian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// It has an attribute.
    Asked,
    /// It has none, and takes and gives numbers.
    Numbers,
    /// The same where those in `self` are enough.
    NumbersOfSelf,
}
