//! Support of the benchmarks: other libraries to compare with, and a clock that is fair to all of
//! them.
//!
//! ```text
//! pattern ──colouring──> differences, dual numbers      one evaluation for each colour
//! expert  ──hand──────-> every benchmark                the code that generated code must match
//! crates.io ──libraries, taped, attributes──> num-dual, echidna, symdiff, solverang
//! all of them, in turn ──timing──> quiet turns          noise of the machine hits all
//! ```

// The expansions of other attributes are not linted, because it would take minutes.
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
