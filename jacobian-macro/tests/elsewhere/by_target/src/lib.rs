//! A crate of other people's.

#[cfg_attr(any(unix, windows), path = "inner/hosted.rs")]
mod inner;

pub use inner::doubled;
