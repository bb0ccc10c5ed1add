//! What measuring takes: rivals to measure against, and a clock that treats all alike.
//!
//! ```text
//! pattern ──colouring──> differences, dual numbers      one evaluation for each colour
//! expert  ──hand──────-> every benchmark                what generated code has to match
//! crates.io ──libraries, taped, attributes──> num-dual, echidna, symdiff, solverang
//! all of them, in turn ──timing──> quiet turns          noise of the machine hits all
//! ```

// What foreign attributes expand to is not ours to lint, and takes minutes to.
#[cfg(all(feature = "peers", not(clippy)))]
pub mod attributes;
pub mod colouring;
pub mod differences;
pub mod hand;
pub mod libraries;
pub mod machine;
pub mod peers;
#[cfg(feature = "peers")]
pub mod taped;
pub mod timing;
