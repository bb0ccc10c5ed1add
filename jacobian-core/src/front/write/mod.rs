//! The output of the front: the code list, copied code, and messages.
//!
//! For the running example the writer ends with these statements, and with `k` as copied code 0:
//!
//! ```text
//! v3 = sin v1    v4 = mul v0 v3    v5 = opaque 0    v6 = sub v4 v5    v7 = div v2 v4
//! ```
//!
//! Only the writer knows whether this is a trial, which writes nothing and reports nothing.

pub(crate) mod checkpoint;
pub(crate) mod held;
pub(crate) mod indices;
pub(crate) mod made;
pub(crate) mod numbers;
pub(crate) mod opaque;
pub(crate) mod origins;
pub(crate) mod places;
pub(crate) mod statements;
pub(crate) mod writer;
