//! The state of control flow as plain data: ways out of an arm, branches with an open arm, loops
//! and labels.
//!
//! What is done with it is in `flow`.

use syn::Lifetime;

use crate::ir::{BranchId, RegionId};
use crate::ordered::{Map, Set};

use crate::front::names::scopes::Snapshot;
use crate::front::value::Value;
use crate::front::value::found::Found;

/// Where control goes after an arm. Loops and blocks are told apart by how many stand around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// On behind the branch.
    On,
    /// To the end of the function.
    Return,
    /// To the next iteration.
    Continue(u8),
    /// Behind the loop, or the block with a label.
    Break(u8),
}

impl Exit {
    /// What the selector says.
    pub(crate) fn number(self) -> i128 {
        match self {
            Self::On => 0,
            Self::Return => 1,
            Self::Continue(depth) => 2 * i128::from(depth) + 2,
            Self::Break(depth) => 2 * i128::from(depth) + 3,
        }
    }
}

/// Every way in which control may leave an arm, and which of them it is.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) exits: Vec<Exit>,
    /// The number of the exit, where there are several.
    pub(crate) selector: Value,
    /// What is returned, or what a block is left with, where that is an exit.
    pub(crate) carried: Map<Exit, Found<Value>>,
}

impl Outcome {
    pub(crate) fn only(exit: Exit, carried: Found<Value>) -> Self {
        let is_missing = matches!(carried, Ok(Value::Unassigned));
        Self {
            exits: vec![exit],
            selector: Value::integer(exit.number()),
            carried: Some((exit, carried))
                .filter(|_| !is_missing)
                .into_iter()
                .collect(),
        }
    }

    pub(crate) fn carried(&self, exit: Exit) -> Found<Value> {
        self.carried
            .get(&exit)
            .cloned()
            .unwrap_or(Ok(Value::Unassigned))
    }

    pub(crate) fn has(&self, exit: Exit) -> bool {
        self.exits.contains(&exit)
    }
}

/// The end of an arm that control can leave.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) region: RegionId,
    pub(crate) value: Found<Value>,
    pub(crate) names: Snapshot,
    pub(crate) outcome: Outcome,
}

/// A branch of which one arm is still open.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) branch: BranchId,
    /// By arm; nothing for the open one, and for those that leave the generated function.
    pub(crate) ends: Vec<Option<End>>,
    pub(crate) open: usize,
    pub(crate) exits: Vec<Exit>,
    /// The names before the branch.
    pub(crate) before: Snapshot,
}

/// Every way in which control may leave these arms.
pub(crate) fn exits_of(ends: &[Option<End>]) -> Vec<Exit> {
    let all = ends.iter().flatten().flat_map(|end| &end.outcome.exits);
    let different: Set<Exit> = all.copied().collect();
    different.into_iter().collect()
}

/// An exit that ends here goes on here; what it carries is the value.
pub(crate) fn absorb(end: &mut End, absorbed: Option<Exit>) {
    let Some(absorbed) = absorbed else { return };
    match end.outcome.carried.remove(&absorbed) {
        None | Some(Ok(Value::Unassigned)) => {}
        Some(carried) => end.value = carried,
    }
    if end.outcome.exits == [absorbed] {
        end.outcome = Outcome::only(Exit::On, Ok(Value::Unassigned));
    } else if end.outcome.has(absorbed) {
        // The selector keeps its number: who goes on is never asked for.
        end.outcome
            .exits
            .retain(|exit| *exit != absorbed && *exit != Exit::On);
        end.outcome.exits.insert(0, Exit::On);
    }
}

/// What control may leave.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) label: Option<String>,
    pub(crate) is_loop: bool,
}

/// The targets in sight, outermost first.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    pub(crate) targets: Vec<Target>,
    /// Those before this one belong to callers.
    pub(crate) barrier: usize,
}

impl Targets {
    /// Hides all targets from the body of a function; gives back what `leave_function` wants.
    pub(crate) fn enter_function(&mut self) -> usize {
        std::mem::replace(&mut self.barrier, self.targets.len())
    }

    pub(crate) fn leave_function(&mut self, barrier: usize) {
        self.barrier = barrier;
    }

    /// How many targets stand around the one that is meant.
    pub(crate) fn find(&self, label: Option<&Lifetime>) -> Option<u8> {
        let label = label.map(|label| label.ident.to_string());
        let is_meant = |target: &Target| match &label {
            Some(_) => target.label == label,
            None => target.is_loop,
        };
        let inner = self.targets[self.barrier..].iter().rposition(is_meant)?;
        u8::try_from(inner + self.barrier).ok()
    }
}

/// Where control goes after a statement.
#[derive(Clone, Debug)]
pub(crate) enum Flow {
    Return(Found<Value>),
    /// Out of the loop, or out of the block with a label, with its value.
    Break(u8, Found<Value>),
    Continue(u8),
    /// Out of the generated function, by the user's own code.
    Fail,
}

/// Where control is.
#[derive(Default)]
pub(crate) struct Control {
    /// Set where control leaves the straight line.
    pub(crate) flow: Option<Flow>,
    /// Branches with an arm in which control still is.
    pub(crate) pending: Vec<Pending>,
}
