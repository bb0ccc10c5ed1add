//! The compiler behind `#[jacobian]`.
pub mod ir;
