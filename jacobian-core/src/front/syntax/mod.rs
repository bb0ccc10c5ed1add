//! Stateless questions about syntax: what a piece of the user's code is, by its form alone.

pub(crate) mod captures;
pub(crate) mod constants;
pub(crate) mod elementals;
pub(crate) mod form;
pub(crate) mod inspect;
pub(crate) mod integers;
pub(crate) mod leaves;
pub(crate) mod matrix_macros;
pub(crate) mod matrix_types;
pub(crate) mod operators;
pub(crate) mod patterns;
pub(crate) mod questions;
pub(crate) mod tokens;
pub(crate) mod trees;
pub(crate) mod types;
pub(crate) mod variants;
