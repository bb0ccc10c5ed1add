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
//! that nothing is lowered twice; see [`exits`](super::exits).
//!
//! Invariant: after a branch every name means something that stands outside of its arms. Cost: that of
//! the arms, and of the names that differ between them.

use quote::{ToTokens, quote};
use syn::{Block, Expr};

use crate::interface::{Head, Opaque};
use crate::ir::BranchId;

use super::condition::is_pure;
use super::exits::End;
use super::scope::Snapshot;
use super::value::{Inactive, Value};
use super::{Lowering, inspect, messages};

/// Branches inside branches; each is a level of blocks for rustc.
pub(super) const DEEPEST: usize = 100;

/// The code of an arm.
pub(super) enum ArmCode<'a> {
    Block(&'a Block),
    Expression(&'a Expr),
    /// Something that no expression of the user's says.
    Step(&'a dyn Fn(&mut Lowering) -> Value),
    Empty,
}

/// An arm, with what its pattern binds.
pub(super) struct ArmSource<'a> {
    pub(super) code: ArmCode<'a>,
    pub(super) bindings: Vec<(syn::Ident, Value)>,
    /// What the pattern takes apart, where that is known by its value.
    pub(super) matched: Option<(&'a syn::Pat, Value)>,
}

impl<'a> ArmSource<'a> {
    pub(super) fn of(code: ArmCode<'a>) -> Self {
        Self {
            code,
            bindings: Vec::new(),
            matched: None,
        }
    }
}

impl Lowering {
    /// `if` as an expression or statement; `returned` where its value is what the function returns.
    pub(crate) fn eval_if(&mut self, branch: &syn::ExprIf, returned: bool) -> Value {
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => ArmCode::Expression(otherwise),
            None => ArmCode::Empty,
        };
        let then = ArmCode::Block(&branch.then_branch);
        if let Some(value) = self.eval_if_maybe(branch, returned) {
            return value;
        }
        if self.writer.trial.is_some() {
            return self.try_if(branch);
        }
        if let Expr::Let(found) = super::expression::strip(&branch.cond) {
            return self.eval_if_let(found, then, otherwise, returned);
        }
        match self.eval_condition(&branch.cond) {
            Value::Boolean(true) => self.run_arm_code(&then, returned),
            Value::Boolean(false) => self.run_arm_code(&otherwise, returned),
            Value::Inactive(condition) => {
                let arms = vec![ArmSource::of(then), ArmSource::of(otherwise)];
                let head = Head::If(condition.tokens.clone());
                self.branch(head, condition, arms, returned, &branch.cond)
            }
            Value::Poison => Value::Poison,
            other => self.refuse(&branch.cond, &messages::not_a_condition(&other.describe())),
        }
    }

    /// In a trial only a known condition before bare values can be tried.
    fn try_if(&mut self, branch: &syn::ExprIf) -> Value {
        let block = match (self.eval(&branch.cond), &branch.else_branch) {
            (Value::Boolean(true), _) => &branch.then_branch,
            (Value::Boolean(false), Some((_, otherwise))) => return self.eval(otherwise),
            (Value::Boolean(false), None) => return Value::unit(),
            _ => return self.refuse(&branch.cond, ""),
        };
        match block.stmts.as_slice() {
            [syn::Stmt::Expr(value, None)] => self.eval(value),
            _ => self.refuse(block, ""),
        }
    }

    fn eval_if_let(
        &mut self,
        found: &syn::ExprLet,
        then: ArmCode<'_>,
        otherwise: ArmCode<'_>,
        returned: bool,
    ) -> Value {
        let Value::Inactive(scrutinee) = self.keep(&found.expr) else {
            return Value::Poison;
        };
        let (pattern, bindings) = self.rename_pattern(&found.pat);
        let tokens = &scrutinee.tokens;
        let head = Head::If(quote!(let #pattern = #tokens));
        let then = ArmSource {
            bindings,
            ..ArmSource::of(then)
        };
        let arms = vec![then, ArmSource::of(otherwise)];
        self.branch(head, scrutinee, arms, returned, found)
    }

    /// `let pattern = value else { leave };`
    pub(crate) fn run_let_else(&mut self, local: &syn::Local, init: &syn::LocalInit) {
        let Some((_, otherwise)) = &init.diverge else {
            return;
        };
        if let Some(maybe) = self.maybe_matched(&init.expr) {
            return self.run_let_else_maybe(&local.pat, &maybe, otherwise);
        }
        if self.names.is_active(&init.expr) {
            let known = self.try_known(&init.expr);
            match known.map(|known| (self.fits(&local.pat, &known), known)) {
                Some((Some(true), known)) => return self.bind_pattern(&local.pat, known),
                Some((Some(false), _)) => {
                    self.run_expression(otherwise);
                    return self.poison_names(&local.pat);
                }
                _ => {}
            }
            self.refuse(local, messages::LET_ELSE);
            return self.poison_names(&local.pat);
        }
        let Value::Inactive(scrutinee) = self.keep(&init.expr) else {
            return self.poison_names(&local.pat);
        };
        let (pattern, bindings) = self.rename_pattern(&local.pat);
        let tokens = &scrutinee.tokens;
        if inspect::leaves(otherwise, self.frames.wrapper) {
            let head = Head::If(quote!(let #pattern = #tokens));
            let leave = ArmSource::of(ArmCode::Expression(otherwise));
            let arms = vec![ArmSource::of(ArmCode::Empty), leave];
            self.branch(head, scrutinee, arms, false, &init.expr);
        } else if let Value::Inactive(kept) = self.keep(otherwise) {
            let failure = kept.tokens;
            let mentions: Vec<_> = scrutinee
                .mentions
                .into_iter()
                .chain(kept.mentions)
                .collect();
            self.keep_statement(quote!(let #pattern = #tokens else #failure;), &mentions);
        }
        for (name, value) in bindings {
            self.bind(&name, value);
        }
    }

    pub(super) fn run_arm_code(&mut self, code: &ArmCode<'_>, returned: bool) -> Value {
        match code {
            ArmCode::Block(block) if returned => self.eval_returned_block(block),
            ArmCode::Block(block) => self.eval_block(block),
            ArmCode::Expression(expression) if returned => self.eval_returned(expression),
            ArmCode::Expression(Expr::If(inner)) => self.eval_if(inner, false),
            ArmCode::Expression(Expr::Block(inner)) if inner.label.is_none() => {
                self.eval_block(&inner.block)
            }
            ArmCode::Expression(expression) => self.eval_tail(expression),
            ArmCode::Step(step) => step(self),
            ArmCode::Empty => Value::unit(),
        }
    }

    /// Lowers the arms of a branch on a condition that only run time knows, and joins them.
    pub(super) fn branch(
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

    pub(super) fn open_branch(&mut self, head: Head, asked: Inactive) -> (BranchId, Snapshot) {
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
    fn run_arm(&mut self, arm: &ArmSource<'_>, mark: usize, returned: bool) -> Option<End> {
        let scope = self.names.scopes.enter();
        self.bind_arm(arm);
        let value = self.run_arm_code(&arm.code, returned);
        self.names.scopes.leave(scope);
        self.close(mark, None, value)
    }
}
