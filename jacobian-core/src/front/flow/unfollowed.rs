//! Values that change in a way that a loop at run time cannot follow, and the message about them.

use crate::front::messages;
use crate::front::value::Value;

/// A value that changes in a way that a loop cannot follow.
#[derive(Debug)]
pub(crate) enum Unfollowed {
    /// The lengths of a list at the start and at the end of an iteration.
    Length(usize, usize),
    /// The descriptions of the value at the start and at the end.
    Kind(String, String),
    /// The value is inside of one more at the end of each iteration.
    Nesting,
}

impl Unfollowed {
    /// The message about it. A value that leaves the loop has no name. `option` gives the loop a
    /// known count.
    pub(crate) fn message(&self, name: Option<&str>, option: Option<&str>) -> String {
        let name = name.map_or_else(
            || "the value of this loop".to_owned(),
            |name| format!("`{name}`"),
        );
        match self {
            Self::Length(start, end) => messages::length_changes(&name, (*start, *end), option),
            Self::Nesting => messages::nesting_grows(&name),
            Self::Kind(start, end) => messages::kind_changes(&name, start, end),
        }
    }
}

/// The reason why a loop cannot follow the change from one value to another.
pub(crate) fn unfollowed(start: &Value, end: &Value) -> Unfollowed {
    match (start.parts(), end.parts()) {
        (Some(a), Some(b)) if a.len() != b.len() => Unfollowed::Length(a.len(), b.len()),
        _ => Unfollowed::Kind(start.describe(), end.describe()),
    }
}
