//! Loops that run a number of times known at run time only: one region with a way back.
//!
//! The body is lowered and differentiated once, however often it runs.
//!
//! ```text
//! v3 = state 0.0 from v1            slot 0: initial v1, state v3, next v5, exit v6
//!   region 1:  v4 = opaque `if !(v3 > 1.0) { break; }`
//!   region 1:  v5 = sin v3
//! v6 = exit 0.0
//! ```
//!
//! A *slot* is an active variable that the loop changes. Its *state* is the value as an iteration
//! starts (a phi function at the head of the loop), *next* is the value as the iteration ends, and
//! the *exit*, in the region around, is the value behind the loop: that of the state when the loop
//! is left.
//!
//! The derivative is carried along: `S`, the partials of the states with respect to the active
//! values that enter the loop, starts as the identity on the initial values. The body computes the
//! next `S` from the present one. An entry of `S` is a number that never changes, or a variable of
//! the loop: [`Elemental::Carried`](super::Elemental::Carried) inside, and
//! [`Elemental::ExitPartial`](super::Elemental::ExitPartial) behind the loop, where it labels an
//! edge into the exit. This is forward accumulation: nothing is recorded, whatever the number of
//! iterations.
//!
//! Often the values that enter are many, and computed from few: `a = sin p`, `b = cos p`. Then `S`
//! is by these few, the *roots*. The partials of the entering values with respect to the roots, the
//! *seeds*, are preaccumulated before the loop: they are the partials of a branch with one arm.

use super::Constant;
use super::ids::{OpaqueId, RegionId, ValueId};
use super::region::JoinEntry;

/// A variable that a loop changes.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopSlot {
    /// The value before the loop.
    pub initial: ValueId,
    /// The value as an iteration starts.
    pub state: ValueId,
    /// The value as the iteration ends.
    pub next: ValueId,
    /// The value behind the loop, if the code around uses it.
    pub exit: Option<ValueId>,
}

/// A condition at the end of the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The condition. Only the front can read it.
    pub condition: OpaqueId,
    /// The values that it uses.
    pub mentions: Vec<ValueId>,
}

/// An entry of `S`: the partial of a state with respect to a value that enters the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedPartial {
    /// The slot of the state.
    pub slot: usize,
    /// The value that enters the loop.
    pub source: ValueId,
    /// What it is before the first iteration.
    pub initial: JoinEntry,
    /// The partial itself.
    pub entry: CarriedEntry,
}

/// An entry of `S`: known at expansion, or a variable of the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CarriedEntry {
    /// The same number before, in and behind every iteration.
    Literal(Constant),
    /// Changed by the loop.
    Value {
        /// The entry as an iteration starts.
        carried: ValueId,
        /// The entry behind the loop.
        exit: ValueId,
    },
}

/// A loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub(super) region: RegionId,
    pub(super) first: ValueId,
    pub(super) body: RegionId,
    pub(super) slots: Vec<LoopSlot>,
    pub(super) stop: Option<Stop>,
    pub(super) partials: Vec<CarriedPartial>,
    pub(super) has_ended: bool,
    pub(super) is_differentiated: bool,
}

impl Loop {
    /// The region that contains the loop.
    pub fn region(&self) -> RegionId {
        self.region
    }

    /// A lower bound on the ids of the statements in its body, except derivative statements, which
    /// come later.
    pub fn first(&self) -> ValueId {
        self.first
    }

    /// The region that runs again and again.
    pub fn body(&self) -> RegionId {
        self.body
    }

    /// The variables that the loop changes.
    pub fn slots(&self) -> &[LoopSlot] {
        &self.slots
    }

    /// The condition that is evaluated as an iteration ends, and ends the loop.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The entries of `S` that may be nonzero, by slot, then by value. Empty until the body is
    /// differentiated.
    pub fn partials(&self) -> &[CarriedPartial] {
        &self.partials
    }
}
