//! What went wrong, as one line.

use std::fmt;
use std::path::Path;

/// A sentence for the user. It ends the command.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// What a command gives.
pub(crate) type Done<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// That something cannot be done with a file.
    pub(crate) fn of_file(action: &str, path: &Path, error: impl fmt::Display) -> Self {
        Self(format!("cannot {action} {}: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Messages of the compiler may have several lines, for example with code.
        formatter.write_str(&self.0)
    }
}
