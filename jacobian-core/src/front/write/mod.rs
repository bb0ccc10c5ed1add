//! What an expansion writes: statements of the code list, opaque pieces, messages.

pub(crate) mod opaque;
pub(crate) mod writer;
