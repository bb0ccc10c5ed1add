//! Regions: the arms of branches, each planned like a function of its own.
//!
//! ```text
//! let r = if v3 > 1.0 {       one arm = one `LinearGraph` = one `Plan`; its columns are the values
//!     ..                      that are alive at the entry, its rows the values that it hands out
//! } else { .. };              the entries of that small Jacobian label the edges of the join
//! ```
//!
//! [`Arms`] has the graphs and plans. [`Masks`] says which products must be zero if one factor is: a side that is not
//! taken must not leak infinity or NaN.

mod arms;
mod masks;

pub use arms::{Arm, Arms};
pub use masks::Masks;
