//! What an evaluation finds, or that it has stopped.

/// There is no value: a mistake has been reported, or a trial has met something that only run time knows.
///
/// Who is stopped says nothing more; the writer knows which of the two it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop;

/// A value, or that there is none.
pub(crate) type Found<T> = Result<T, Stop>;
