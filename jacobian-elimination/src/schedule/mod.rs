//! The schedule: code list and plan become one sequence of statements.
//!
//! ```text
//! opaque pieces, in source order      the user's own code keeps its order and runs first
//! row 0:  its value, stored           then everything is demanded row by row, depth first,
//!         J[0, 0], stored             and each result is stored as soon as it is complete:
//!         J[0, 3], stored             values live shortly, registers spill little
//! row 1:  ...
//! ```
//!
//! Or column by column, or by groups of rows: see `sequences`.
//!
//! Whatever no row demands is not scheduled, so nothing is dead. Entries known at expansion are
//! left out: they are in the template.
//!
//! A branch is one step, with a schedule for each arm inside. It comes where one of its joins is
//! first needed, after all values of the code around it that its arms use. A branch in which user's
//! own code runs keeps its place among that code. A loop is one step, too, with a schedule for its
//! body inside. It always keeps its place, because it may not end.
//!
//! Invariant: define before use, each definition once. Cost: linear; the walk keeps its own stack,
//! so depth is no limit but that of branches.
//!
//! # The running example
//!
//! `let r = x[0] * x[1].sin(); [r - k, x[2] / r]` goes by columns, since its entries are stored by
//! columns and no sequence needs more registers than there are:
//!
//! ```text
//! v5                                             k, the user's own code
//! v1 v3 store entry 0                            J[0, 0] is the sine
//! v2 v0 v4 v7 v9 v10 store entry 2               J[1, 0] = -v3 * v10
//! v8 a0 store entry 1    store entry 3           J[0, 1] = a0, J[1, 1] = -v10 * a0
//! v6 store value 0       store entry 4           J[1, 2] = v9, already there
//! store value 1
//! ```

mod atan2_trig;
mod calls;
mod fuse;
mod liveness;
mod pins;
mod quotients;
pub mod registers;
mod rewrites;
pub mod run_time_loop;
mod sequences;
mod shapes;
mod walk;
pub mod work;

use crate::ordered::Map;
use std::fmt;

use crate::ir::region::JoinEntry;
use crate::ir::{Branch, BranchId, LoopId, ValueId};
use crate::plan::{AccumulationId, Product, Term};

pub use atan2_trig::Angle;
pub use calls::{Call, CallId, Function};
pub use rewrites::Rewrites;
pub use run_time_loop::ScheduledLoop;
pub use sequences::{
    schedule_as_eliminated, schedule_by_rows, schedule_depth_first, schedule_to_be_replayed,
    schedule_value,
};
pub use work::{Cost, LoopCost};

/// The number of statements up to which a body is emitted as one sequence of `let`s. Near 3,000 of
/// them rustc overflows its stack if debug information is on. Half of that leaves room for the
/// user's own statements.
pub const ONE_BLOCK: usize = 1_500;

/// The number of statements up to which a body is emitted as one function, in sections that are
/// scopes. Longer bodies are cut into functions, so that rustc can optimize them in parallel.
pub const ONE_FUNCTION: usize = 16_000;

/// The number of statements from which rows are computed in groups: `fdc` went from 48.2 to 44.1 ns
/// natively. In short bodies groups cost time: `pollu` went from 18.9 to 21.7 ns on the default
/// target.
pub const MANY: usize = 400;

/// The number of rows in a group: as many numbers as fill the widest vector registers (AVX-512).
pub const GROUP: usize = 8;

/// One statement of the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Assigns a value of the code list.
    Value(ValueId),
    /// Assigns the values that one call computes.
    Call(CallId),
    /// Assigns an accumulation of the plan.
    Accumulation(AccumulationId),
    /// Writes one of the values that are stored: those of the rows, except in derived code.
    StoreValue(usize),
    /// Writes an entry of the plan.
    StoreEntry(usize),
    /// Runs one arm of a branch.
    Branch(BranchId),
    /// Runs the body of a loop, again and again.
    Loop(LoopId),
}

/// An output of the arms of a branch, or a variable of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Output {
    /// The value of a slot.
    Slot(usize),
    /// One of the partials of the branch or loop.
    Partial(usize),
}

/// A branch, sequenced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduledBranch {
    outputs: Vec<Output>,
    needs: Vec<ValueId>,
    arms: Vec<Schedule>,
}

impl ScheduledBranch {
    /// The outputs of every arm, in order.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The values that the branch assigns.
    ///
    /// # Panics
    /// Where a partial that is handed out is a number.
    pub fn defines(&self, branch: &Branch) -> Vec<ValueId> {
        let define = |output: &Output| match output {
            Output::Slot(slot) => branch.slots()[*slot].join,
            Output::Partial(index) => match branch.partials()[*index].entry {
                JoinEntry::Value(id) => id,
                JoinEntry::Literal(_) => unreachable!("invariant: numbers are not assigned"),
            },
        };
        self.outputs.iter().map(define).collect()
    }

    /// The values around the branch that its arms and conditions use.
    pub fn needs(&self) -> &[ValueId] {
        &self.needs
    }

    /// The statements of each arm.
    pub fn arms(&self) -> &[Schedule] {
        &self.arms
    }

    /// The number of statements, and one for each thing handed out.
    pub fn weight(&self) -> usize {
        let arms = self.arms.iter().map(Schedule::weight).sum::<usize>();
        1 + arms + self.outputs.len() * self.arms.len()
    }
}

/// The statements in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    steps: Vec<Step>,
    n_pinned: usize,
    groups: Vec<usize>,
    branches: Map<BranchId, ScheduledBranch>,
    loops: Map<LoopId, ScheduledLoop>,
}

impl Schedule {
    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps at the beginning carry the user's own code and the values that it mentions.
    pub fn n_pinned(&self) -> usize {
        self.n_pinned
    }

    /// Where each group of [`GROUP`] rows ends, with its entries or its share of columns; nothing
    /// where rows are mixed.
    pub fn groups(&self) -> &[usize] {
        &self.groups
    }

    /// The schedule with other steps, for tests of the proof.
    #[cfg(test)]
    pub(crate) fn edited(&self, edit: impl FnOnce(&mut Vec<Step>)) -> Self {
        let mut edited = self.clone();
        edit(&mut edited.steps);
        edited
    }

    /// A branch among the steps.
    pub fn branch(&self, id: BranchId) -> &ScheduledBranch {
        &self.branches[&id]
    }

    /// A loop among the steps.
    pub fn run_time_loop(&self, id: LoopId) -> &ScheduledLoop {
        &self.loops[&id]
    }

    /// The number of statements, those inside of branches and loops included.
    pub fn weight(&self) -> usize {
        let branches = self.branches.values().map(ScheduledBranch::weight);
        let loops = self.loops.values().map(ScheduledLoop::weight);
        self.steps.len() + branches.sum::<usize>() + loops.sum::<usize>()
    }
}

/// The value of an entry that is known at expansion.
pub fn constant_of(terms: &[Term]) -> Option<f64> {
    match terms {
        [] => Some(0.0),
        [term] => match term.product {
            Product::Literal(constant) if term.negative => Some(-constant.value()),
            Product::Literal(constant) => Some(constant.value()),
            _ => None,
        },
        _ => None,
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(id) => id.fmt(formatter),
            Self::Call(id) => id.fmt(formatter),
            Self::Accumulation(id) => id.fmt(formatter),
            Self::StoreValue(row) => write!(formatter, "store value {row}"),
            Self::StoreEntry(index) => write!(formatter, "store entry {index}"),
            Self::Branch(id) => write!(formatter, "branch {id}"),
            Self::Loop(id) => write!(formatter, "loop {id}"),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps
            .iter()
            .try_for_each(|step| writeln!(formatter, "{step}"))
    }
}
