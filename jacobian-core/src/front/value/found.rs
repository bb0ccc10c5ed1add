//! The result of an evaluation that may stop.

/// There is no value: a mistake has been reported, a trial has met something that only run time
/// knows, or control has gone elsewhere.
///
/// Whoever is stopped says nothing more. The writer knows the first two, `Control::flow` the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop;

/// A value, or that there is none.
pub(crate) type Found<T> = Result<T, Stop>;
