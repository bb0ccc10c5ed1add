//! The error for a name that no order and no objective has.

use std::fmt;

/// Error: no order and no objective has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOrder(pub String);

impl fmt::Display for UnknownOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "there is no order named `{}`", self.0)
    }
}

impl std::error::Error for UnknownOrder {}
