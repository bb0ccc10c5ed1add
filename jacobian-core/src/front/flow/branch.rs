//! Branches at run time: every arm is lowered, one after the other, and their results are joined.
//!
//! ```text
//! if x > 0.0 { y = x.ln(); }          region 1: v2 = ln v0       y: v2 here,
//!                                     region 2:                  v1 there
//!                                     v3 = join [v2, v1]         y: v3 from here on
//!
//! if x < 0.0 { return 0.0; }          region 1: returns 0.0
//! x.sqrt()                            region 2: everything that follows
//!                                     v4 = join [0.0, v3]        at the end of the function
//! ```
//!
//! If all arms but one leave the function, that arm stays open, and the code that follows is
//! lowered inside it. So nothing is lowered twice; see `control_flow`.
//!
//! Invariant: after a branch every name has a value that is visible outside of the arms. Cost: that
//! of the arms, and of the names that differ between them.

use quote::ToTokens;

use crate::interface::Head;

use crate::front::flow::machine::{Arm, Machine};
use crate::front::names::control::End;
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// The most branches inside each other. Each is a level of nested blocks for rustc.
pub(crate) const DEEPEST: usize = 100;

impl<M: Machine> Lowering<M> {
    /// Lowers the arms of a branch on a condition that only run time knows, and joins them.
    pub(crate) fn branch(
        &mut self,
        head: Head,
        asked: Inactive,
        arms: &[&Arm<'_, M>],
        at: &impl ToTokens,
    ) -> Found<Value> {
        self.writer.at_run_time()?;
        if self.writer.builder.depth() >= DEEPEST {
            let message = self.writer.too_deep();
            return self.writer.refuse(at, &message);
        }
        let outside = self.writer.builder.region();
        let (branch, before) = self.open_branch(head, asked);
        self.writer.sources.insert(branch, at.to_token_stream());
        let (places, disturbances) = (self.writer.places.clone(), self.writer.disturbances);
        let mark = self.control.pending.len();
        let mut ends = Vec::new();
        for arm in arms {
            self.go_back(outside, &before);
            self.writer.places.clone_from(&places);
            let region = self.writer.builder.arm(branch);
            self.writer.builder.enter(region);
            ends.push(self.run_arm(arm, mark));
        }
        self.go_back(outside, &before);
        // The arms may have read places in their own regions, so we go back to the places read
        // before, and to the fixed ones alone if an arm may have changed others.
        self.writer.places = places;
        if self.writer.disturbances != disturbances {
            self.writer.forget_places();
        }
        self.meet(branch, ends)
    }

    /// Lowers one arm. `None` if it can only leave the generated function.
    fn run_arm(&mut self, arm: &Arm<'_, M>, mark: usize) -> Option<End> {
        let scope = self.names.scopes.enter();
        let value = arm(self);
        self.names.scopes.leave(scope);
        self.close(mark, None, value)
    }
}
