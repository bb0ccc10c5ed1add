//! What the attribute, the signature and the items around say, read once before the body is run.

pub(crate) mod arguments;
pub(crate) mod columns;
pub(crate) mod generics;
pub(crate) mod given;
pub(crate) mod library;
pub(crate) mod paths;
pub(crate) mod reader;
pub(crate) mod rules;
pub(crate) mod signature;
