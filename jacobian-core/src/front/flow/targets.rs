//! Targets of `break` and `continue`: the loops and labelled blocks around the code that runs now.
//!
//! ```text
//! 'rows: for i in 0..3 {                          target 0
//!     for j in 0..3 {                             target 1
//!         if x[j] > x[i] { continue 'rows; }      exit Continue(0): the end of this iteration of
//!                                                 the outer loop
//!     }
//! }
//! let y = 'a: { if x < 0.0 { break 'a 0.0; } x.sqrt() };      exit Break(0), with the value 0.0
//! ```
//!
//! An unrolled loop is no loop in the generated code, so labels exist only at expansion.
//!
//! Invariant: a label finds the innermost loop or block with that label in the function that is
//! being run.

use crate::front::flow::machine::Machine;
use crate::front::names::control::Target;
use crate::front::names::state::Lowering;

impl<M: Machine> Lowering<M> {
    /// Enters a loop or a block, and gives its depth.
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
