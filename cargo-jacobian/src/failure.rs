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

/// What clap says against the command line, without the usage and the blank lines around it.
pub(crate) fn of_arguments(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let lines: Vec<&str> = lines.collect();
    let line = lines.join(" ").replace(" tip: ", "; ");
    Failure::new(line.trim_start_matches("error: "))
}
