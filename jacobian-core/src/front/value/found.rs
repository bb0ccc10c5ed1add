//! The result of an evaluation that may stop.

/// There is no value, for one of three reasons: a mistake has been reported, a trial needs
/// something that only run time knows, or control has gone elsewhere.
///
/// The caller must not report anything. The writer knows the first two reasons, and `Control::flow`
/// the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop;

/// A value, or [`Stop`] if there is none.
pub(crate) type Found<T> = Result<T, Stop>;
