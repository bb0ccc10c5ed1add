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

use syn::visit::{self, Visit};
use syn::{Block, Expr, Lifetime};

use super::exits::Exit;
use super::value::Value;
use super::{Flow, Lowering, messages};

/// What control may leave.
#[derive(Debug)]
struct Target {
    label: Option<String>,
    is_loop: bool,
}

/// The targets in sight, outermost first.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    targets: Vec<Target>,
    /// Those before this one belong to callers.
    barrier: usize,
}

impl Targets {
    /// Hides all targets from the body of a function; gives back what `leave_function` wants.
    pub(super) fn enter_function(&mut self) -> usize {
        std::mem::replace(&mut self.barrier, self.targets.len())
    }

    pub(super) fn leave_function(&mut self, barrier: usize) {
        self.barrier = barrier;
    }

    /// How many targets stand around the one that is meant.
    fn find(&self, label: Option<&Lifetime>) -> Option<u8> {
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
    pub(super) fn enter_target(&mut self, label: Option<&syn::Label>, is_loop: bool) -> u8 {
        let depth = u8::try_from(self.frames.targets.targets.len());
        self.frames.targets.targets.push(Target {
            label: label.map(|label| label.name.ident.to_string()),
            is_loop,
        });
        depth.unwrap_or(u8::MAX)
    }

    pub(super) fn leave_target(&mut self) {
        self.frames.targets.targets.pop();
    }

    /// `break`, `break 'a`, `break 'a value`
    pub(super) fn run_break(&mut self, leave: &syn::ExprBreak) {
        let Some(depth) = self.frames.targets.find(leave.label.as_ref()) else {
            self.refuse(leave, messages::NO_TARGET);
            return;
        };
        let value = match &leave.expr {
            Some(value) => self.eval(value),
            None => Value::Unassigned,
        };
        self.control.flow.get_or_insert(Flow::Break(depth, value));
    }

    /// `continue`, `continue 'a`
    pub(super) fn run_continue(&mut self, next: &syn::ExprContinue) {
        match self.frames.targets.find(next.label.as_ref()) {
            Some(depth) => self.control.flow = Some(Flow::Continue(depth)),
            None => {
                self.refuse(next, messages::NO_TARGET);
            }
        }
    }

    /// `'a: { .. }`
    pub(super) fn eval_labelled(&mut self, label: &syn::Label, block: &Block) -> Value {
        let mark = self.control.pending.len();
        let depth = self.enter_target(Some(label), false);
        let value = self.eval_block(block);
        self.leave_target();
        self.absorb_exits(mark, Exit::Break(depth), value)
    }
}

/// Whether control may leave an expression for a loop or a block around it.
pub(super) fn leaves_for_target(expression: &Expr) -> bool {
    let mut leaves = Leaves::default();
    leaves.visit_expr(expression);
    leaves.found
}

/// A walk that remembers what it is inside of.
#[derive(Default)]
struct Leaves {
    labels: Vec<String>,
    loops: usize,
    found: bool,
}
impl Leaves {
    fn meet(&mut self, label: Option<&Lifetime>) {
        self.found |= match label {
            Some(label) => !self.labels.contains(&label.ident.to_string()),
            None => self.loops == 0,
        };
    }
    fn inside(&mut self, label: Option<&syn::Label>, is_loop: bool, visit: impl FnOnce(&mut Self)) {
        let depth = self.labels.len();
        self.labels
            .extend(label.map(|label| label.name.ident.to_string()));
        self.loops += usize::from(is_loop);
        visit(self);
        self.loops -= usize::from(is_loop);
        self.labels.truncate(depth);
    }
}
impl<'ast> Visit<'ast> for Leaves {
    fn visit_expr_break(&mut self, leave: &'ast syn::ExprBreak) {
        self.meet(leave.label.as_ref());
        visit::visit_expr_break(self, leave);
    }
    fn visit_expr_continue(&mut self, next: &'ast syn::ExprContinue) {
        self.meet(next.label.as_ref());
    }
    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        self.inside(each.label.as_ref(), true, |inner| {
            visit::visit_expr_for_loop(inner, each);
        });
    }
    fn visit_expr_while(&mut self, each: &'ast syn::ExprWhile) {
        self.inside(each.label.as_ref(), true, |inner| {
            visit::visit_expr_while(inner, each);
        });
    }
    fn visit_expr_loop(&mut self, each: &'ast syn::ExprLoop) {
        self.inside(each.label.as_ref(), true, |inner| {
            visit::visit_expr_loop(inner, each);
        });
    }
    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        self.inside(block.label.as_ref(), false, |inner| {
            visit::visit_expr_block(inner, block);
        });
    }
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
