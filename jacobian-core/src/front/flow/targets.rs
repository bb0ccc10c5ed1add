//! Loops and blocks that control may leave: which of them a `break` or `continue` means.
//!
//! ```text
//! 'rows: for i in 0..3 {                          target 0
//!     for j in 0..3 {                             target 1
//!         if x[j] > x[i] { continue 'rows; }      exit Continue(0): the iteration of the outer loop meets here
//!     }
//! }
//! let y = 'a: { if x < 0.0 { break 'a 0.0; } x.sqrt() };      exit Break(0), which carries 0.0
//! ```
//!
//! Unrolled, a loop leaves nothing that could have a label, so labels end at expansion.
//!
//! Invariant: a target stands for the innermost thing of its name in the function that is being run.

use syn::Lifetime;

use crate::front::names::state::Lowering;

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

impl Lowering {
    /// Enters a loop or a block; its depth.
    pub(crate) fn enter_target(&mut self, label: Option<&syn::Label>, is_loop: bool) -> u8 {
        let depth = u8::try_from(self.frames.targets.targets.len());
        self.frames.targets.targets.push(Target {
            label: label.map(|label| label.name.ident.to_string()),
            is_loop,
        });
        depth.unwrap_or(u8::MAX)
    }

    pub(crate) fn leave_target(&mut self) {
        self.frames.targets.targets.pop();
    }
}
