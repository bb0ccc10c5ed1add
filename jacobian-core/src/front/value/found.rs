//! The result of an evaluation that may stop.

/// There is no value: a mistake has been reported, or a trial has met something that only run time
/// knows.
///
/// Who is stopped says nothing more; the writer knows which of the two it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop;

/// A value, or that there is none.
pub(crate) type Found<T> = Result<T, Stop>;
