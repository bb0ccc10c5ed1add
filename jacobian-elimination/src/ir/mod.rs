//! The values that flow through the compiler, and nothing that acts on graphs.
//!
//! A function enters as a [`CodeList`]: one single-assignment [`Statement`] per elemental operation,
//! operands before uses. [`differentiate`] labels the edges between them by the calculus table of local
//! partials; what it finds is a [`Partial`], the label of an edge. Numbers known at expansion are [`Constant`]s,
//! which can say whether a sum of them is exactly zero.

mod branching;
mod calculus;
mod called;
pub mod code_list;
pub mod constant;
mod differentiate;
pub mod elemental;
pub mod evaluate;
mod forming;
mod ids;
pub mod partial;
pub mod region;

pub use code_list::{CodeList, CodeListBuilder, Origin, Precision, Role, Statement};
pub use constant::Constant;
pub use differentiate::{JoinedEntry, LocalPartials, differentiate, differentiate_with};
pub use elemental::Elemental;
pub use ids::{BranchId, OpaqueId, RegionId, ValueId};
pub use partial::{Category, Partial};
pub use region::Branch;
