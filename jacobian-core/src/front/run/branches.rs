//! `if`, `if let` and `let .. else`: known at expansion, or a branch at run time.
//!
//! ```text
//! if i > 0 { .. }              `i` from a loop: only one arm is run
//! if x > 0.0 { .. }            both arms are lowered, see `flow::branch`
//! let Some(k) = k else { .. }  of the user's own `k`: emitted with the user's own pattern
//! ```

use std::rc::Rc;

use quote::quote;
use syn::Expr;

use crate::interface::Head;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::{ArmCode, ArmSource, Goes};
use crate::front::run::matched::Matched;
use crate::front::syntax::choices::choosing_let;
use crate::front::syntax::form::Want;
use crate::front::syntax::open_types::let_of_parts;
use crate::front::syntax::patterns::{binds_mutably, conjuncts};
use crate::front::syntax::strip::strip;
use crate::front::syntax::typed_tails::{ends_in_array, with_type};
use crate::front::syntax::{inspect, leaves};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

impl Lowering<Run> {
    /// A branch or a block as a value. A wanted array type says how long the arrays at its ends
    /// are.
    pub(crate) fn eval_branching(&mut self, branching: &Expr, want: Want<'_>) -> Found<Value> {
        let array = want.filter(|ty| matches!(ty, syn::Type::Array(_)));
        if let Some(typed) = array.and_then(|ty| with_type(branching, ty)) {
            let typed = self.trees.keep(typed);
            return self.eval_branching(&typed, None);
        }
        match branching {
            Expr::If(branch) => self.eval_if(branch, Goes::On),
            Expr::Match(found) => self.eval_match(found, Goes::On),
            Expr::Block(block) => self.eval_block_expression(block, want),
            other => self.refuse_expression(other),
        }
    }

    /// What a shared reference borrows. The length of a temporary array comes from the wanted
    /// reference to it.
    pub(crate) fn eval_borrowed(&mut self, borrowed: &Expr, want: Want<'_>) -> Found<Value> {
        match want {
            Some(syn::Type::Reference(want)) if ends_in_array(borrowed) => {
                self.eval_as(borrowed, Some(&want.elem))
            }
            _ => self.eval_base(borrowed),
        }
    }

    /// `if` as an expression or statement. With [`Goes::Back`] the function returns its value.
    pub(crate) fn eval_if(&mut self, branch: &syn::ExprIf, goes: Goes) -> Found<Value> {
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => ArmCode::Expression(otherwise),
            None => ArmCode::Empty,
        };
        let then = ArmCode::Block(&branch.then_branch);
        let before = has_let(&branch.cond).then(|| self.checkpoint());
        let value = self.eval_if_maybe(branch, goes);
        if let (Some(before), true) = (before, std::mem::take(&mut self.control.guard_computes)) {
            self.rollback(before);
            return self.eval_chain(branch, goes);
        }
        if let Some(value) = value? {
            return Ok(value);
        }
        if self.writer.is_trial() {
            return self.try_if(branch);
        }
        if has_let(&branch.cond) {
            return self.eval_chain(branch, goes);
        }
        if let Expr::Let(found) = strip(&branch.cond) {
            return self.eval_if_let(found, then, otherwise, goes);
        }
        match self.eval_condition(&branch.cond)? {
            Value::Boolean(true) => self.run_arm_code(&then, goes),
            Value::Boolean(false) => self.run_arm_code(&otherwise, goes),
            Value::Inactive(condition) if self.is_break_at_once(branch) => {
                let tokens = condition.tokens;
                self.keep_break(quote!(if #tokens { break; }), &condition.mentions)?;
                Ok(Value::unit())
            }
            Value::Inactive(condition) => {
                let arms = vec![ArmSource::of(then), ArmSource::of(otherwise)];
                let head = Head::If(condition.tokens.clone());
                let is_of_build = matches!(strip(&branch.cond), Expr::Macro(call)
                    if call.mac.path.is_ident("cfg"));
                self.writer.conditions_of_build += usize::from(is_of_build);
                let value = self.branch_of(head, condition, &arms, goes, &branch.cond);
                self.writer.conditions_of_build -= usize::from(is_of_build);
                value
            }
            other => self
                .writer
                .refuse(&branch.cond, &messages::not_a_condition(&other.describe())),
        }
    }

    /// Whether this is `if .. { break; }` of a loop at run time, in which nothing has changed yet.
    fn is_break_at_once(&self, branch: &syn::ExprIf) -> bool {
        branch.else_branch.is_none() && self.is_break(&branch.then_branch)
    }

    fn breaks_alone(&self, code: &Expr) -> bool {
        matches!(strip(code), Expr::Block(block) if block.label.is_none() && self.is_break(&block.block))
    }

    fn is_break(&self, block: &syn::Block) -> bool {
        let [syn::Stmt::Expr(Expr::Break(leave), _)] = block.stmts.as_slice() else {
            return false;
        };
        let depth = self.frames.targets.find(leave.label.as_ref());
        leave.expr.is_none() && depth.is_some_and(|depth| self.breaks_at_once(depth))
    }

    /// `if let Some(k) = k && x > k { .. } else { .. }`: an `if` in each other for each condition,
    /// and behind them what is done if one of them fails.
    fn eval_chain(&mut self, branch: &syn::ExprIf, goes: Goes) -> Found<Value> {
        let mut conditions = Vec::new();
        conjuncts(&branch.cond, &mut conditions);
        let then = &branch.then_branch;
        let mut inner: syn::Block = match goes {
            Goes::Back => syn::parse_quote!({ return #then; }),
            Goes::On => syn::parse_quote!({ break '__chain #then; }),
        };
        for condition in conditions.into_iter().rev() {
            inner = syn::parse_quote!({ if #condition #inner });
        }
        let otherwise = branch.else_branch.as_ref();
        let otherwise = otherwise.map_or_else(|| quote!({}), |(_, code)| quote!(#code));
        let tests = inner.stmts;
        let whole: syn::Block = syn::parse_quote!({ #(#tests)* #otherwise });
        let whole = self.trees.keep(whole);
        match goes {
            Goes::Back => self.eval_returned_block(&whole),
            Goes::On => self.eval_labelled(&syn::parse_quote!('__chain:), &whole),
        }
    }

    /// `if` in a trial: the condition has to be known, and so has the arm that is taken.
    pub(crate) fn try_if(&mut self, branch: &syn::ExprIf) -> Found<Value> {
        match (self.eval(&branch.cond), &branch.else_branch) {
            (Ok(Value::Boolean(true)), _) => self.try_inner_block(&branch.then_branch, None),
            (Ok(Value::Boolean(false)), Some((_, otherwise))) => self.eval(otherwise),
            (Ok(Value::Boolean(false)), None) => Ok(Value::unit()),
            _ => self.writer.refuse(&branch.cond, ""),
        }
    }

    pub(crate) fn eval_if_let(
        &mut self,
        found: &syn::ExprLet,
        then: ArmCode<'_>,
        otherwise: ArmCode<'_>,
        goes: Goes,
    ) -> Found<Value> {
        let Value::Inactive(scrutinee) = self.keep(&found.expr)? else {
            return Err(Stop);
        };
        self.note_pattern(&found.pat);
        let written = self.type_of_matched(&found.expr, &scrutinee.tokens);
        let (pattern, bindings) = self.rename_pattern(&found.pat, &scrutinee.tokens);
        self.note_types_of((&found.pat, &bindings), written.as_ref());
        let tokens = &scrutinee.tokens;
        let head = Head::If(quote!(let #pattern = #tokens));
        let then = ArmSource {
            bindings,
            ..ArmSource::of(then)
        };
        let arms = vec![then, ArmSource::of(otherwise)];
        self.branch_of(head, scrutinee, &arms, goes, found)
    }

    /// `let pattern = value else { leave };`
    pub(crate) fn run_let_else(&mut self, local: &syn::Local, init: &syn::LocalInit) -> Found<()> {
        let Some((_, otherwise)) = &init.diverge else {
            return Ok(());
        };
        self.note_pattern(&local.pat);
        if let Some(chosen) = self.choosing_let(local) {
            return self.run_let(&chosen);
        }
        if let Some(maybe) = self.maybe_matched(&init.expr)? {
            return self.run_let_else_maybe(&local.pat, &maybe, otherwise);
        }
        if self.names.is_active(&init.expr) {
            let known = self.try_known(&init.expr);
            return match known.map(|known| (self.fits(&local.pat, &known), known)) {
                Some((Some(true), known)) => {
                    self.bind_pattern(&local.pat, known);
                    Ok(())
                }
                Some((Some(false), _)) => self.run_expression(otherwise).and(Err(Stop)),
                _ => self.let_else_parts(local, &init.expr, otherwise),
            };
        }
        let Value::Inactive(scrutinee) = self.keep(&init.expr)? else {
            return Err(Stop);
        };
        let written = self.type_of_expression(&init.expr);
        let (pattern, bindings) = self.rename_pattern(&local.pat, &scrutinee.tokens);
        self.note_types_of((&local.pat, &bindings), written.as_ref());
        let tokens = &scrutinee.tokens;
        if self.breaks_alone(otherwise) {
            let test = quote!(let #pattern = #tokens else { break; };);
            self.keep_break(test, &scrutinee.mentions)?;
        } else if leaves::leaves(otherwise, self.frames.wrapper) {
            let head = Head::If(quote!(let #pattern = #tokens));
            let leave = ArmSource::of(ArmCode::Expression(otherwise));
            let arms = vec![ArmSource::of(ArmCode::Empty), leave];
            self.branch_of(head, scrutinee, &arms, Goes::On, &init.expr)?;
        } else if let Value::Inactive(kept) = self.keep(otherwise)? {
            let failure = kept.tokens;
            let mentions: Vec<_> = scrutinee
                .mentions
                .into_iter()
                .chain(kept.mentions)
                .collect();
            self.writer
                .keep_statement(quote!(let #pattern = #tokens else #failure;), &mentions)?;
        }
        for (name, value) in bindings {
            self.bind(&name, value);
        }
        Ok(())
    }
}

impl Lowering<Run> {
    /// A `let` of an active value whose pattern has alternatives with names, as a `match`; or one
    /// whose pattern says what `into` gives, with that type.
    pub(crate) fn choosing_let(&mut self, local: &syn::Local) -> Option<Rc<syn::Local>> {
        if let Some(typed) = let_of_parts(local) {
            return Some(self.trees.keep(typed));
        }
        let init = local.init.as_ref()?;
        let is_active = self.names.is_active(&init.expr);
        let chosen = is_active.then(|| choosing_let(local)).flatten()?;
        Some(self.trees.keep(chosen))
    }

    /// `let pattern = value else { leave };` on an active value: a `match` that leaves in one arm.
    /// Behind it, the names are bound to the parts of the value.
    fn let_else_parts(&mut self, local: &syn::Local, value: &Expr, otherwise: &Expr) -> Found<()> {
        let pattern = &local.pat;
        let matched = self.eval_matched(value)?;
        let matched = Matched::unchanged(self.behind(matched, value)?);
        if binds_mutably(pattern) || self.is_written_through(value) {
            return self.writer.refuse(local, messages::LET_ELSE);
        }
        let same: syn::ExprMatch = syn::parse_quote! {
            match #value { #pattern => {}, _ => #otherwise }
        };
        let same = self.trees.keep(same);
        self.match_parts(&same, &matched, Goes::On)?;
        self.bind_pattern(pattern, matched.value);
        Ok(())
    }
}

/// Branches without active values that give a known integer another known value. They are followed,
/// so that the values which the integer can have stay known. As the user's own code they could give
/// it any value, and a read at that index would be one of all elements.
impl Lowering<Run> {
    /// Whether a branch assigns to a variable that holds integers known at expansion.
    pub(crate) fn changes_known_integer(&self, branch: &Expr) -> bool {
        let holds_integer = |name: &String| {
            let binding = self.names.scopes.get(name);
            binding.is_some_and(|binding| {
                let mut holds = false;
                binding
                    .value
                    .for_each_leaf(&mut |leaf| holds |= matches!(leaf, Value::Integer(_)));
                holds || self.is_bounded(&binding.value)
            })
        };
        let assigned = inspect::assigned_names(branch);
        assigned.iter().any(holds_integer)
    }

    /// Whether a value is a variable of run time that has one of several known integers.
    fn is_bounded(&self, value: &Value) -> bool {
        match value {
            Value::Inactive(place) => self.writer.bounds(&place.tokens).is_some(),
            _ => false,
        }
    }

    /// Follows such a branch. If that fails, it stays the user's own code.
    pub(crate) fn follow_integers(&mut self, branch: &Expr) -> Found<()> {
        let before = self.checkpoint();
        let n_errors = self.writer.diagnostics.len();
        let found = match branch {
            Expr::If(branch) => self.eval_if(branch, Goes::On),
            Expr::Match(found) => self.eval_match(found, Goes::On),
            other => self.eval(other),
        };
        match found {
            Ok(value) if self.writer.diagnostics.len() == n_errors => self.writer.discard(value),
            _ => {
                self.rollback(before);
                self.keep_expression_statement(branch)
            }
        }
    }
}

/// Whether a `let` is one of several conditions.
fn has_let(condition: &Expr) -> bool {
    let mut conditions = Vec::new();
    conjuncts(condition, &mut conditions);
    conditions.len() > 1 && conditions.iter().any(|one| matches!(one, Expr::Let(_)))
}
