#![allow(warnings, clippy::all, clippy::pedantic)]
#[path = "language/standard_functions.rs"]
mod standard_functions;
#[path = "language/support.rs"]
mod support;
