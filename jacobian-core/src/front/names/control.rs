//! The state of control flow as plain data: ways out of an arm, branches with an open arm, loops
//! and labels.
//!
//! The functions on it are in `flow`.

use syn::Lifetime;

use crate::ir::{BranchId, RegionId};
use crate::ordered::{Map, Set};

use crate::front::names::scopes::Snapshot;
use crate::front::value::Value;
use crate::front::value::found::Found;

/// The exit of an arm: the target of control after it. A loop or block is identified by the number
/// of loops and blocks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// To the code after the branch.
    On,
    /// To the end of the function.
    Return,
    /// To the next iteration.
    Continue(u8),
    /// To the code after the loop, or after the block with a label.
    Break(u8),
}

impl Exit {
    /// The value of the selector for this exit.
    pub(crate) fn number(self) -> i128 {
        match self {
            Self::On => 0,
            Self::Return => 1,
            Self::Continue(depth) => 2 * i128::from(depth) + 2,
            Self::Break(depth) => 2 * i128::from(depth) + 3,
        }
    }
}

/// All exits by which control may leave an arm, and the selector that tells which one it takes.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) exits: Vec<Exit>,
    /// The number of the exit that is taken.
    pub(crate) selector: Value,
    /// The value of a `return`, or of a `break` out of a block, for each exit that has one.
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

/// A branch with one arm that is still open.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) branch: BranchId,
    /// By arm. `None` for the open arm, and for arms that leave the generated function.
    pub(crate) ends: Vec<Option<End>>,
    pub(crate) open: usize,
    pub(crate) exits: Vec<Exit>,
    /// The names before the branch.
    pub(crate) before: Snapshot,
}

/// All exits by which control may leave these arms.
pub(crate) fn exits_of(ends: &[Option<End>]) -> Vec<Exit> {
    let all = ends.iter().flatten().flat_map(|end| &end.outcome.exits);
    let different: Set<Exit> = all.copied().collect();
    different.into_iter().collect()
}

/// Turns an absorbed exit into `On`. The value that it carries becomes the value of the end.
pub(crate) fn absorb(end: &mut End, absorbed: Option<Exit>) {
    let Some(absorbed) = absorbed else { return };
    match end.outcome.carried.remove(&absorbed) {
        None | Some(Ok(Value::Unassigned)) => {}
        Some(carried) => end.value = carried,
    }
    if end.outcome.exits == [absorbed] {
        end.outcome = Outcome::only(Exit::On, Ok(Value::Unassigned));
    } else if end.outcome.has(absorbed) {
        // The selector keeps the number of the absorbed exit, because no branch asks for `On`.
        end.outcome
            .exits
            .retain(|exit| *exit != absorbed && *exit != Exit::On);
        end.outcome.exits.insert(0, Exit::On);
    }
}

/// A loop or a block that `break` or `continue` may leave.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) label: Option<String>,
    pub(crate) is_loop: bool,
}

/// The targets in scope, outermost first.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    pub(crate) targets: Vec<Target>,
    /// Those before this one belong to callers.
    pub(crate) barrier: usize,
}

impl Targets {
    /// Whether the running function is in a loop of its own.
    pub(crate) fn is_in_loop(&self) -> bool {
        self.targets[self.barrier..]
            .iter()
            .any(|target| target.is_loop)
    }

    /// Hides all targets from the body of a function. Gives the argument of `leave_function`.
    pub(crate) fn enter_function(&mut self) -> usize {
        std::mem::replace(&mut self.barrier, self.targets.len())
    }

    pub(crate) fn leave_function(&mut self, barrier: usize) {
        self.barrier = barrier;
    }

    /// The depth of the target with this label, or of the innermost loop.
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

/// The target of control after a statement that leaves the straight line.
#[derive(Clone, Debug)]
pub(crate) enum Flow {
    Return(Found<Value>),
    /// Out of the loop, or out of the block with a label, with its value.
    Break(u8, Found<Value>),
    Continue(u8),
    /// Out of the generated function, by the user's own code.
    Fail,
}

/// A loop at run time whose body is being lowered.
#[derive(Debug)]
pub(crate) struct Repeated {
    /// The target of its `break`.
    pub(crate) depth: u8,
    pub(crate) body: RegionId,
    /// The names at the start of an iteration.
    pub(crate) start: Snapshot,
    /// The number of pending branches around it.
    pub(crate) n_pending: usize,
    /// Whether a copied `break` leaves it.
    pub(crate) breaks: bool,
}

/// The state of control flow.
#[derive(Default)]
pub(crate) struct Control {
    /// Set when control leaves the straight line.
    pub(crate) flow: Option<Flow>,
    /// Branches with an open arm, outermost first. Control is inside of all of them.
    pub(crate) pending: Vec<Pending>,
    /// The loops at run time around the code that runs now, outermost first.
    pub(crate) repeated: Vec<Repeated>,
    /// The loops in the source, by address, that were found to run at run time.
    pub(crate) rolled: Set<usize>,
    /// The number of loops that are being unrolled and could be repeated.
    pub(crate) n_attempts: usize,
    /// The number of loops around that are repeated because unrolling them takes too long.
    pub(crate) n_too_long: u32,
    /// The option that gives the innermost loop at run time a known count, for messages.
    pub(crate) count_option: Option<String>,
    /// Whether a guard was met that has to run in an arm of its own, so that its `match` must be
    /// lowered in another way.
    pub(crate) guard_computes: bool,
    /// Whether calls that change inactive variables are followed, and not copied.
    pub(crate) follows_all: bool,
}
