//! What measuring takes: rivals to measure against, and a clock that treats all alike.
//!
//! ```text
//! pattern ──colouring──> differences, dual numbers      one evaluation for each colour
//! expert  ──hand──────-> hhd, fic                       what generated code has to match
//! all of them, in turn ──timing──> medians              noise of the machine hits all
//! ```

pub mod colouring;
pub mod differences;
pub mod hand;
pub mod peers;
pub mod timing;
