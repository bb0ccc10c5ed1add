//! The definition of a struct of another crate: its public fields.

/// A struct of another crate.
pub(crate) struct Type {
    pub(crate) name: &'static str,
    /// The public fields, with the names of their types.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// Other names of the same type.
    pub(crate) aliases: &'static [&'static str],
}
