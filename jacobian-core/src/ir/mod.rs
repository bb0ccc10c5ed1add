//! The values that flow through the compiler, and nothing that acts on graphs.
//!
//! A function enters as a [`CodeList`]: one single-assignment [`Statement`] per elemental operation,
//! operands before uses. [`calculus`] knows the local partials of every [`Elemental`]; what it
//! finds is a [`Partial`], the label of an edge. Numbers known at expansion are [`Constant`]s,
//! which can say whether a sum of them is exactly zero.

mod branching;
pub mod calculus;
mod called;
pub mod code_list;
pub mod constant;
pub mod elemental;
pub mod evaluate;
mod forming;
pub mod partial;
pub mod region;

pub use code_list::{
    CodeList, CodeListBuilder, OpaqueId, Origin, Precision, Role, Statement, ValueId,
};
pub use constant::Constant;
pub use elemental::Elemental;
pub use partial::{Category, Partial};
pub use region::{Branch, BranchId, RegionId};
