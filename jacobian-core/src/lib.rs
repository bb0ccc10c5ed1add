//! The compiler behind `#[jacobian]`: numeric Rust in, value and sparse Jacobian out.
//!
//! ```text
//! tokens --front--> CodeList --pipeline--> Schedule --back--> tokens
//!          syn        |                       |        quote
//!                     +---- no syntax here ---+
//! ```
//!
//! [`ir`] holds the values that flow, [`graph`] the linearized computational graph, [`elim`] and [`order`] the
//! elimination, [`arms`] what branches add, [`mod@schedule`] the sequence of statements, [`pipeline`] the chain of
//! these. The front and the back need the feature `syntax`; everything else compiles without it, so that the
//! algorithms stay free of tokens.
//!
//! The method is vertex elimination as in the papers credited in the README; where a file implements a
//! step of a paper it says which.

pub mod arms;
pub mod elim;
pub mod graph;
pub mod ir;
pub mod masks;
pub mod options;
pub mod order;
pub mod pipeline;
mod planner;
pub mod report;
pub mod schedule;

#[cfg(feature = "syntax")]
mod back;
#[cfg(feature = "syntax")]
mod diag;
#[cfg(feature = "syntax")]
mod driver;
#[cfg(feature = "syntax")]
mod exports;
#[cfg(feature = "syntax")]
mod front;
#[cfg(feature = "syntax")]
mod interface;
#[cfg(feature = "syntax")]
mod limits;
#[cfg(feature = "syntax")]
mod module;
#[cfg(feature = "syntax")]
mod place;
#[cfg(feature = "syntax")]
mod shape;
#[cfg(feature = "syntax")]
mod spelling;

#[cfg(feature = "syntax")]
pub use driver::{compile_function, expand, expand_value, expand_with};
