//! The intermediate representation (IR): code lists, elementals, local partials, exact constants.
//!
//! Front and middle exchange nothing else, so every later stage can be tested on code lists alone.
//!
//! A function enters as a [`CodeList`]: one single-assignment [`Statement`] per elemental
//! operation, operands before uses. [`differentiate`] labels the edges between statements by the
//! calculus table. A label is a [`Partial`]. Numbers known at expansion are [`Constant`]s, which
//! know whether a sum of them is exactly zero.
//!
//! # The running example
//!
//! Each room of the compiler shows what it makes of one function; `cargo run --example stages`
//! prints all of it.
//!
//! ```text
//! let r = x[0] * x[1].sin();    v3 = sin v1       d v3 / d v1 = v8        v8 = cos v1
//!                               v4 = mul v0 v3    d v4 / d v0 = v3        d v4 / d v3 = v0
//! [r - k, x[2] / r]             v5 = opaque 0     `k` is inactive: it stays the user's own token
//!                               v6 = sub v4 v5    d v6 / d v4 = 1         a trivial label
//!                               v7 = div v2 v4    d v7 / d v2 = v9        v9 = recip v4
//!                                                 d v7 / d v4 = -v10      v10 = mul v7 v9
//! ```
//!
//! `v0` to `v2` are the independents. The partials of the quotient use its value `v7` and share the
//! reciprocal, so that only one division is added.

mod branch_builder;
mod calculus;
pub mod code_list;
pub mod constant;
mod differentiate;
pub mod elemental;
pub mod evaluate;
mod ids;
pub mod instructions;
mod loop_builder;
pub mod loop_region;
mod only_added;
mod opaque;
pub mod partial;
mod partial_builder;
mod places;
mod power_calculus;
pub mod region;
mod row_table;
mod rows;
mod second_calculus;
mod tangents;
mod widths;

pub use code_list::{Checkpoint, CodeList, CodeListBuilder, Origin, Precision, Role, Statement};
pub use constant::Constant;
pub use differentiate::{
    Carried, Linearizer, LocalPartials, RegionEntry, differentiate, differentiate_with,
};
pub use elemental::Elemental;
pub use ids::{BranchId, LoopId, OpaqueId, RegionId, ValueId, Width};
pub use loop_region::Loop;
pub use partial::{Category, Partial};
pub use places::{Place, Places};
pub use region::Branch;
