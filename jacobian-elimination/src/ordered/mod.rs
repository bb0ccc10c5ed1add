//! Ordered maps and sets: the collections of the compiler, iterated in the order of their keys.
//!
//! ```text
//! chunks   [ (1, a) (4, b) (9, c) ]   [ (12, d) (15, e) ]   [ (20, f) .. ]
//!          sorted, at most 64 entries in each
//! ```
//!
//! Users' builds compile this compiler without optimization, once for each pair of key and value,
//! and run it so. The B-tree of the standard library is 2,600 lines of LLVM for each pair and takes
//! thousands of instructions for an insertion when it is not optimized; this is a tenth of both.
//! Most maps have one chunk.

mod iterate;
mod map;
mod set;

pub use iterate::{IntoIter, Iter};
pub use map::{Entry, Map};
pub use set::{IntoKeys, Keys, Set};
