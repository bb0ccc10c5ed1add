//! Preaccumulation of large inlined functions: each call is differentiated separately, as one
//! elemental with several results.
//!
//! ```text
//! let y = flux(a, b);                           region 1: the body of `flux`
//!                                               v90 = join [v57], v91 = join [v80]
//! v90 and v91 depend on a and b by the entries of the Jacobian of `flux`
//! ```
//!
//! A small function becomes part of the graph around it, because that graph then has more orders to
//! choose from. A large one is preaccumulated, so that the search for an order does not see it:
//! elimination by levels, as Naumann and Utke (section 2) preaccumulate basic blocks.
//!
//! Cost: that of the body, and of moving its statements if it turns out to be small.

use crate::interface::Head;
use crate::ir::{RegionId, ValueId};

use crate::front::flow::branch::DEEPEST;
use crate::front::flow::machine::Machine;
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// The most active statements of a function that becomes part of the graph around its call.
const SMALL: usize = 200;

impl<M: Machine> Lowering<M> {
    /// Runs the body of a call. If it is large, it is separated from the code around it.
    pub(crate) fn run_apart(
        &mut self,
        run: impl FnOnce(&mut Self) -> Found<Value>,
    ) -> Found<Value> {
        if !self.writer.may_branch(DEEPEST) {
            return run(self);
        }
        let outside = self.writer.builder.region();
        let nothing = Inactive {
            tokens: proc_macro2::TokenStream::new(),
            mentions: Vec::new(),
        };
        let (branch, before) = self.open_branch(Head::Always, nothing);
        let first = self.writer.builder.code().branch(branch).first();
        let arm = self.writer.builder.arm(branch);
        self.writer.builder.enter(arm);
        let value = run(self);
        // The size is known only after the body has run, so a small body is moved to the region
        // outside.
        if self.control.flow.is_some() || self.n_active_since(first) <= SMALL {
            self.writer.builder.enter(outside);
            self.writer.builder.dissolve(branch);
            self.move_names(arm, outside);
            return value;
        }
        let end = self.end_here(None, value);
        self.go_back(outside, &before);
        self.meet(branch, vec![end])
    }

    fn n_active_since(&self, first: ValueId) -> usize {
        let code = self.writer.builder.code();
        let statements = code.statements()[first.index()..].iter();
        statements.filter(|statement| statement.is_active()).count()
    }

    /// Moves the fresh names of one region to another.
    fn move_names(&mut self, from: RegionId, to: RegionId) {
        for region in self.writer.fresh_in.values_mut() {
            if *region == from {
                *region = to;
            }
        }
    }
}
