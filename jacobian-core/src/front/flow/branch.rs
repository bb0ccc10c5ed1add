//! Branches at run time: every arm is lowered, one after the other, and what they leave is joined.
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
//! Where all but one of the arms leave, that one stays open and what follows is lowered inside of it, so
//! that nothing is lowered twice; see `control_flow`.
//!
//! Invariant: after a branch every name means something that is visible outside of its arms. Cost: that of
//! the arms, and of the names that differ between them.

use quote::ToTokens;
use syn::{Block, Expr};

use crate::interface::{Head, Opaque};
use crate::ir::BranchId;

use crate::front::flow::control_flow::End;
use crate::front::messages;
use crate::front::names::scopes::Snapshot;
use crate::front::names::state::Lowering;
use crate::front::syntax::questions::is_pure;
use crate::front::value::{Inactive, Value};

/// Branches inside branches; each is a level of blocks for rustc.
pub(crate) const DEEPEST: usize = 100;

/// The code of an arm.
pub(crate) enum ArmCode<'a> {
    Block(&'a Block),
    Expression(&'a Expr),
    /// Something that no expression of the user's says.
    Step(&'a dyn Fn(&mut Lowering) -> Value),
    Empty,
}

/// An arm, with what its pattern binds.
pub(crate) struct ArmSource<'a> {
    pub(crate) code: ArmCode<'a>,
    pub(crate) bindings: Vec<(syn::Ident, Value)>,
    /// What the pattern takes apart, where that is known by its value.
    pub(crate) matched: Option<(&'a syn::Pat, Value)>,
}

impl Lowering {
    /// Lowers the arms of a branch on a condition that only run time knows, and joins them.
    pub(crate) fn branch(
        &mut self,
        head: Head,
        asked: Inactive,
        arms: Vec<ArmSource<'_>>,
        returned: bool,
        at: &impl ToTokens,
    ) -> Value {
        if self.writer.trial.is_some() {
            return self.refuse(at, "");
        }
        if self.writer.builder.depth() >= DEEPEST {
            return self.refuse(at, messages::BRANCHES_TOO_DEEP);
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
            ends.push(self.run_arm(&arm, mark, returned));
        }
        self.go_back(outside, &before);
        if self.writer.disturbances == disturbances {
            self.writer.places = places;
        } else {
            self.writer.places.clear();
        }
        self.meet(branch, ends)
    }

    pub(crate) fn open_branch(&mut self, head: Head, asked: Inactive) -> (BranchId, Snapshot) {
        let Inactive {
            tokens,
            mut mentions,
        } = asked;
        mentions.sort_unstable();
        mentions.dedup();
        let pure = is_pure(&tokens, &mentions);
        let id = self.push_opaque(Opaque::Branch {
            head,
            declared: Vec::new(),
        });
        let branch = self.writer.builder.branch(id, mentions, pure);
        (branch, self.names.scopes.snapshot())
    }

    /// Lowers one arm; nothing if it can only leave the generated function.
    pub(crate) fn run_arm(
        &mut self,
        arm: &ArmSource<'_>,
        mark: usize,
        returned: bool,
    ) -> Option<End> {
        let scope = self.names.scopes.enter();
        self.bind_arm(arm);
        let value = self.run_arm_code(&arm.code, returned);
        self.names.scopes.leave(scope);
        self.close(mark, None, value)
    }

    /// Binds what the pattern of an arm takes apart.
    pub(crate) fn bind_arm(&mut self, arm: &ArmSource<'_>) {
        for (name, value) in &arm.bindings {
            self.bind(name, value.clone());
        }
        if let Some((pattern, value)) = &arm.matched {
            self.bind_pattern(pattern, value.clone());
        }
    }
}
