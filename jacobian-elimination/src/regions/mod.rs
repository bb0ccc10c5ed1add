//! Regions: the arms of branches, each planned like a function of its own.
//!
//! ```text
//! let r = if v3 > 1.0 {       one arm = one `LinearGraph` = one `Plan`; its columns are the values
//!     ..                      that are alive at the entry, its rows the values that it hands out
//! } else { .. };              the entries of that small Jacobian label the edges of the join
//! ```
//!
//! [`Arms`] has the graphs and plans. [`Masks`] says which products must be zero if one factor is:
//! a side that is not taken must not leak infinity or NaN.
//!
//! # The running example
//!
//! Let the first line be `let r = if k > 0.0 { x[0] * x[1].sin() } else { x[0] };`. The values
//! alive at the entry are `x[0]` and `x[1]`, so both arms have these columns, and one row for `r`:
//!
//! ```text
//! arm 0    J[0, 0] = v3    J[0, 1] = a0              then { .. [r, v3, a0] }
//! arm 1    J[0, 0] = 1                               else { [v0, 1.0, 0.0] }
//! union    both entries         the edges x[0] -> r and x[1] -> r of the graph around the branch
//! ```

mod arms;
mod carried;
mod masks;
mod seeds;

pub use arms::{Arm, Arms};
pub use masks::Masks;
