//! Regions: the arms of branches (basic blocks), which run only if control enters them.
//!
//! One code list holds all arms, so that later stages see one function and not a tree of functions.
//!
//! ```text
//! v1 = mul v0 v0
//! branch 0 on `v1 > 1.0`
//!   region 1:  v2 = ln v1            an arm sees the values of the regions around it
//!   region 2:  v3 = sub v1 1
//! v4 = join 0.0  [v2, v3]            slot 0 takes v2 or v3
//! ```
//!
//! All statements of a function share one list of ids, and each belongs to one region. A statement
//! uses values of its region and of the regions around it. A *join* (a phi function) is the only
//! way for a value to leave an arm. An arm without a result for a slot leaves the function.
//!
//! Outside the branch a join is a variable like any other. Its local partials are the entries of
//! the arms' Jacobians with respect to the values that are alive at the entry. Each arm assigns all
//! of them, with zero for an entry that it does not have. This is preaccumulation of a basic block:
//! Griewank & Walther, section 10.2; Tadjouddine, Forth & Pryce (ELIAD), section 2.

use super::Constant;
use super::ids::{OpaqueId, RegionId, ValueId};

/// The region around a region, and the number of branches and loops around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) parent: RegionId,
    pub(super) depth: usize,
}

/// A value that depends on the arm taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The value behind the branch.
    pub join: ValueId,
    /// Its value by arm. `None` if the arm leaves the function.
    pub results: Vec<Option<ValueId>>,
}

/// The partial of a join with respect to a value that is alive at the entry.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinPartial {
    /// The slot of the join.
    pub slot: usize,
    /// The value alive at the entry.
    pub source: ValueId,
    /// The partial itself.
    pub entry: JoinEntry,
}

/// The partial of a join: known at expansion or assigned by the arms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JoinEntry {
    /// The same number on every arm.
    Literal(Constant),
    /// Assigned by the arms to this value.
    Value(ValueId),
}

/// A choice between arms.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub(super) region: RegionId,
    pub(super) first: ValueId,
    pub(super) head: OpaqueId,
    pub(super) mentions: Vec<ValueId>,
    pub(super) is_pure: bool,
    pub(super) is_preaccumulation: bool,
    pub(super) arms: Vec<RegionId>,
    pub(super) slots: Vec<Slot>,
    pub(super) partials: Vec<JoinPartial>,
}

impl Branch {
    /// The region that contains the branch.
    pub fn region(&self) -> RegionId {
        self.region
    }

    /// A lower bound on the ids of the statements in its arms, except derivative statements, which
    /// come later.
    pub fn first(&self) -> ValueId {
        self.first
    }

    /// The conditions. Only the front can read them.
    pub fn head(&self) -> OpaqueId {
        self.head
    }

    /// The values that the conditions use.
    pub fn mentions(&self) -> &[ValueId] {
        &self.mentions
    }

    /// Whether the conditions use values of the code list only. Such conditions may be evaluated
    /// anywhere.
    pub fn is_pure(&self) -> bool {
        self.is_pure
    }

    /// Whether it is no branch of the front: its one arm has no statements, and hands out partials
    /// of values around it. It has no conditions.
    pub fn is_preaccumulation(&self) -> bool {
        self.is_preaccumulation
    }

    /// The arms, in the order of the source.
    pub fn arms(&self) -> &[RegionId] {
        &self.arms
    }

    /// The joins, with their value on each arm.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The partials of the joins. Empty until the arms have been differentiated.
    pub fn partials(&self) -> &[JoinPartial] {
        &self.partials
    }
}
