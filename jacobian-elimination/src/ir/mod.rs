//! The intermediate representation (IR): code lists, elementals, local partials, exact constants.
//!
//! Front and middle exchange nothing else, so every later stage can be tested on code lists alone.
//!
//! A function enters as a [`CodeList`]: one single-assignment [`Statement`] per elemental operation,
//! operands before uses. [`differentiate`] labels the edges between statements by the calculus table. A
//! label is a [`Partial`]. Numbers known at expansion are [`Constant`]s, which know whether a sum of them
//! is exactly zero.

mod branch_builder;
mod calculus;
pub mod code_list;
pub mod constant;
mod differentiate;
pub mod elemental;
pub mod evaluate;
mod ids;
mod opaque;
pub mod partial;
mod partial_builder;
pub mod region;

pub use code_list::{CodeList, CodeListBuilder, Origin, Precision, Role, Statement};
pub use constant::Constant;
pub use differentiate::{JoinedEntry, LocalPartials, differentiate, differentiate_with};
pub use elemental::Elemental;
pub use ids::{BranchId, OpaqueId, RegionId, ValueId};
pub use partial::{Category, Partial};
pub use region::Branch;
