//! Regions: the arms of branches, which run only if control enters them.
//!
//! ```text
//! v1 = mul v0 v0
//! branch 0 on `v1 > 1.0`
//!   region 1:  v2 = ln v1            an arm sees what stands outside of it
//!   region 2:  v3 = sub v1 1
//! v4 = join 0.0  [v2, v3]            slot 0 takes v2 or v3
//! ```
//!
//! All statements of a function share one list of ids; each says in which region it stands. A statement
//! uses values of its own region and of those around it, and a join is the only way out of an arm.
//! An arm without a result for a slot leaves the function.
//!
//! To the outside a join is a variable like any other. Its local partials are the entries of the
//! arms' own Jacobians with respect to what is alive at the entry: each arm assigns them all, zero
//! where it has none. That is preaccumulation of a basic block: Griewank & Walther, section 10.2;
//! Tadjouddine, Forth & Pryce (ELIAD), section 2.

use super::Constant;
use super::ids::{OpaqueId, RegionId, ValueId};

/// Where a region stands.
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
    /// What each arm says it is; nothing where the arm leaves the function.
    pub results: Vec<Option<ValueId>>,
}

/// The partial of a join with respect to a value that is alive at the entry.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinPartial {
    /// The slot of the join.
    pub slot: usize,
    /// The value alive at the entry.
    pub source: ValueId,
    /// The statement that stands for the entry, or the number that it is on every arm.
    pub entry: JoinEntry,
}

/// What is known of a join's partial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JoinEntry {
    /// The same number whatever arm is taken.
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
    pub(super) arms: Vec<RegionId>,
    pub(super) slots: Vec<Slot>,
    pub(super) partials: Vec<JoinPartial>,
}

impl Branch {
    /// The region in which it stands.
    pub fn region(&self) -> RegionId {
        self.region
    }

    /// No statement of its arms, derivative ones aside, has a lesser id.
    pub fn first(&self) -> ValueId {
        self.first
    }

    /// The conditions, which only the front can read.
    pub fn head(&self) -> OpaqueId {
        self.head
    }

    /// The values that the conditions look at.
    pub fn mentions(&self) -> &[ValueId] {
        &self.mentions
    }

    /// Whether the conditions look at values of the code list only, so that they may be asked anywhere.
    pub fn is_pure(&self) -> bool {
        self.is_pure
    }

    /// The arms, in the order of the source.
    pub fn arms(&self) -> &[RegionId] {
        &self.arms
    }

    /// The values that the arms decide.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Their partials; known once the arms have been differentiated.
    pub fn partials(&self) -> &[JoinPartial] {
        &self.partials
    }
}
