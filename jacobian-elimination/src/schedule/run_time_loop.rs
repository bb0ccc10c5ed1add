//! A scheduled loop: the variables that change, the sequence of the body, what is used behind it.
//!
//! ```text
//! let [v9, v20] = {
//!     let (mut v5, mut v10) = (v3, 1.0);       variables: a state, and a carried entry of S
//!     loop {
//!         ..                                   the body: a schedule of its own
//!         (v5, v10) = (v7, a0 * v10);          all variables change at once
//!     }
//!     [v5, v10]                                exits: v9 is v5, v20 is v10 behind the loop
//! };
//! ```
//!
//! Invariant: the body needs each variable, or the code behind the loop does.

use crate::ir::loop_region::CarriedEntry;
use crate::ir::region::JoinEntry;
use crate::ir::{Constant, Loop, ValueId};
use crate::plan::Entry;
use crate::regions::Arm;

use super::{Output, Schedule};

/// A loop, sequenced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduledLoop {
    pub(super) variables: Vec<Output>,
    pub(super) exits: Vec<Output>,
    pub(super) needs: Vec<ValueId>,
    pub(super) body: Schedule,
}

/// A number or a value of the code list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// A value from before the loop.
    Value(ValueId),
    /// A number.
    Number(Constant),
}

/// What a variable of a loop becomes as an iteration ends.
#[derive(Clone, Copy, Debug)]
pub enum Next<'a> {
    /// A value of the body, or from around it.
    Value(ValueId),
    /// An entry of the body's Jacobian, or zero.
    Entry(Option<&'a Entry>),
}

impl ScheduledLoop {
    /// The variables: slots whose states are used, and entries of `S` by their index.
    pub fn variables(&self) -> &[Output] {
        &self.variables
    }

    /// The variables that are used behind the loop.
    pub fn exits(&self) -> &[Output] {
        &self.exits
    }

    /// The values around the loop that it uses.
    pub fn needs(&self) -> &[ValueId] {
        &self.needs
    }

    /// The statements of the body.
    pub fn body(&self) -> &Schedule {
        &self.body
    }

    /// The values that the loop assigns for the code behind it.
    ///
    /// # Panics
    /// Where an exit that is used does not exist.
    pub fn defines(&self, of: &Loop) -> Vec<ValueId> {
        let define = |output: &Output| match output {
            Output::Slot(slot) => of.slots()[*slot].exit,
            Output::Partial(index) => match of.partials()[*index].entry {
                CarriedEntry::Value { exit, .. } => Some(exit),
                CarriedEntry::Literal(_) => None,
            },
        };
        let defined = self.exits.iter().map(define);
        defined
            .map(|id| id.expect("invariant: an exit that is used exists, and is no number"))
            .collect()
    }

    /// The number of statements, with one for each change of a variable.
    pub fn weight(&self) -> usize {
        1 + self.body.weight() + 2 * self.variables.len() + self.exits.len()
    }
}

/// The name of a variable inside the loop.
///
/// # Panics
/// Where the variable is a number.
pub fn inside(of: &Loop, variable: Output) -> ValueId {
    match variable {
        Output::Slot(slot) => of.slots()[slot].state,
        Output::Partial(index) => match of.partials()[index].entry {
            CarriedEntry::Value { carried, .. } => carried,
            CarriedEntry::Literal(_) => unreachable!("invariant: numbers are not variables"),
        },
    }
}

/// What a variable is before the first iteration.
pub fn initial(of: &Loop, variable: Output) -> Initial {
    match variable {
        Output::Slot(slot) => Initial::Value(of.slots()[slot].initial),
        Output::Partial(index) => match of.partials()[index].initial {
            JoinEntry::Value(id) => Initial::Value(id),
            JoinEntry::Literal(constant) => Initial::Number(constant),
        },
    }
}

/// What a variable becomes as an iteration ends. `body` is the body's own graph and plan.
pub fn next<'a>(of: &Loop, body: Option<&'a Arm>, variable: Output) -> Next<'a> {
    match variable {
        Output::Slot(slot) => Next::Value(of.slots()[slot].next),
        Output::Partial(index) => {
            let partial = &of.partials()[index];
            Next::Entry(body.and_then(|body| body.entry(partial.slot, partial.source)))
        }
    }
}
