//! Evaluation of statements and blocks, in the order in which they run.

use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Block, Expr, Stmt};

use crate::front::messages;
use crate::front::names::control::{Exit, Flow};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::syntax::changes::changed_variables;
use crate::front::syntax::form::{function_of, is_control, is_place};
use crate::front::syntax::patterns::{binds_mutably, copying_others, referring};
use crate::front::syntax::strip::strip;
use crate::front::syntax::temporaries::{list_behind_reference, with_variable};
use crate::front::syntax::typed_tails::with_type;
use crate::front::syntax::{inspect, leaves, operators};
use crate::front::value::found::{Found, Stop};
use crate::front::value::guard::Until;
use crate::front::value::integer::typed;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// Runs the function's body; its value, by tail expression or `return`.
    pub(crate) fn run_body(&mut self, block: &Block) -> Found<Value> {
        let mark = self.control.pending.len();
        let value = self.run_block(block, BlockRole::Body);
        self.absorb_exits(mark, Exit::Return, value)
    }

    /// A block as an expression.
    pub(crate) fn eval_block(&mut self, block: &Block) -> Found<Value> {
        self.run_block(block, BlockRole::Inside)
    }

    /// A block whose value the function returns.
    pub(crate) fn eval_returned_block(&mut self, block: &Block) -> Found<Value> {
        self.run_block(block, BlockRole::End)
    }

    pub(crate) fn run_block(&mut self, block: &Block, role: BlockRole) -> Found<Value> {
        let mark = self.names.scopes.enter();
        let guards = self.guard_mark();
        self.run_items(block, role == BlockRole::Body);
        let mut value = Ok(Value::unit());
        for (position, statement) in block.stmts.iter().enumerate() {
            if !self.writer.spend(1, statement) {
                value = Err(Stop);
                break;
            }
            let is_last = position + 1 == block.stmts.len();
            let temporaries = self.guard_mark();
            match statement {
                Stmt::Expr(tail, None)
                    if is_last && role != BlockRole::Inside && !is_valueless(tail) =>
                {
                    value = self.eval_returned(tail);
                }
                Stmt::Expr(tail, None) if is_last => value = self.eval_tail(tail),
                statement => self.run_statement(statement),
            }
            value = self.drop_guards(temporaries, Until::Statement, value);
            if self.control.flow.is_some() {
                break;
            }
        }
        self.names.scopes.leave(mark);
        if role == BlockRole::Inside || !self.frames.calls.is_empty() {
            value = self.drop_guards(guards, Until::Block, value);
        }
        self.outlived(value)
    }

    /// The last expression of a block: control flow has no value, everything else has one.
    pub(crate) fn eval_tail(&mut self, tail: &Expr) -> Found<Value> {
        // An opaque `if` or `match` without a value has effects. As a value that nothing uses, it
        // would be lost.
        let is_effect = inspect::has_no_value(tail) && !self.names.is_active(tail);
        // `return None` must leave the function here, so it is no value that may be dropped.
        if is_valueless(tail) || is_effect || matches!(tail, Expr::Return(_)) {
            // A mistake in the statement has been reported already, and the block still has a
            // value.
            let _: Found<()> = self.run_expression(tail);
            return Ok(Value::unit());
        }
        self.eval(tail)
    }

    /// Items come first, even those at the end of a block, because Rust makes them visible in the
    /// whole block. Known constants may be indexes or lengths.
    pub(crate) fn run_items(&mut self, block: &Block, is_body: bool) {
        for statement in &block.stmts {
            let Stmt::Item(item) = statement else {
                continue;
            };
            let known = match item {
                syn::Item::Const(constant) if !self.is_foreign_scalar(&constant.ty) => self
                    .try_known(&constant.expr)
                    .map(|value| (&constant.ident, typed(value, &constant.ty))),
                _ => None,
            };
            // The generated function has one scope for items: that of the body.
            let is_emitted = is_body && self.frames.calls.is_empty();
            if let (syn::Item::Use(item), true) = (item, is_emitted) {
                self.names.imports.add(&item.tree);
                self.bind_imports(item);
                self.hide_by_constants(item);
            }
            match (&known, item) {
                _ if is_emitted => self.writer.items.push(item.to_token_stream()),
                // Opaque code may name a constant even if its value is known.
                (Some(_), item) => _ = self.keep_block_item(item),
                (None, syn::Item::Fn(_)) => {}
                (None, syn::Item::Use(item)) if self.run_import(item, is_body) => {}
                (None, syn::Item::Use(item)) if self.import_into_partial(item) => {}
                (None, item) if self.keep_block_item(item) => {}
                (None, _) => {
                    self.writer.report(item, messages::ITEM_IN_BLOCK);
                }
            }
            if let Some((name, value)) = known {
                self.bind_item(name, value);
            } else if is_emitted {
                self.bind_emitted(item);
            }
        }
        let is_emitted = is_body && self.frames.calls.is_empty();
        let functions: Vec<&syn::ItemFn> = block.stmts.iter().filter_map(function_of).collect();
        self.bind_functions(&functions, is_emitted);
    }

    /// Runs a statement. If it has a mistake, the names that it binds or assigns are poisoned, so
    /// that mistakes in later statements are still found.
    pub(crate) fn run_statement(&mut self, statement: &Stmt) {
        let n_errors = self.writer.diagnostics.len();
        let before = self.writer.origins.enter(|| statement.span());
        let _: Found<()> = match statement {
            Stmt::Item(_) => Ok(()),
            Stmt::Local(local) => {
                let lazy = self.refuse_lazy_changes(local);
                let found = lazy.and_then(|()| self.run_let(local));
                if found.is_err() {
                    self.poison_names(&local.pat);
                }
                found
            }
            Stmt::Expr(expression, _) => self.run_expression(expression),
            Stmt::Macro(call) => self.run_macro(&call.mac, statement),
        };
        self.writer.origins.leave(before);
        self.writer.diagnostics.place(n_errors, statement);
    }

    pub(crate) fn run_let(&mut self, local: &syn::Local) -> Found<()> {
        let Some(init) = &local.init else {
            self.declare_names(&local.pat);
            return Ok(());
        };
        if init.diverge.is_some() {
            return self.run_let_else(local, init);
        }
        if let Some(chosen) = self.choosing_let(local) {
            return self.run_let(&chosen);
        }
        if let Some(list) = list_behind_reference(local) {
            return self.run_let_of_list(local, &list);
        }
        if binds_mutably(&local.pat) && self.names.is_active(&init.expr) {
            return self.run_let_of_places(&local.pat, &init.expr);
        }
        let foreign =
            matches!(&local.pat, syn::Pat::Type(typed) if self.is_foreign_scalar(&typed.ty));
        let is_active = self.names.is_active(&init.expr);
        let typed = match &local.pat {
            syn::Pat::Type(pattern) if is_active => with_type(&init.expr, &pattern.ty),
            _ => None,
        };
        let value = if foreign && !is_active {
            self.keep(&init.expr)?
        } else if let Some(items) = self.kept_iterator(local, &init.expr)? {
            items
        } else if let Some(typed) = typed {
            let typed = self.trees.keep(typed);
            self.eval_initial(&local.pat, &typed)?
        } else {
            self.eval_initial(&local.pat, &init.expr)?
        };
        let value = self.own_variable(&local.pat, &init.expr, value)?;
        let value = self.own_lists(&local.pat, &init.expr, value)?;
        let value = self.followed_matrix(local, &init.expr, value)?;
        match value {
            Value::Inactive(inactive) => {
                let written = self.type_of_expression(&init.expr);
                if let (syn::Pat::Type(typed), Some(written)) = (&local.pat, &written)
                    && self.is_any_type(&typed.ty)
                {
                    self.keep_let(&typed.pat, inactive);
                    self.note_type_of(&typed.pat, written);
                    return Ok(());
                }
                let shape = self.shape_of_let(&local.pat, &init.expr);
                let referent = self.variable_borrowed(&init.expr);
                self.keep_let(&local.pat, inactive);
                self.note_initial(&local.pat, &init.expr, shape);
                self.note_referent(&local.pat, referent);
                match (&local.pat, written) {
                    (syn::Pat::Type(typed), _) => self.note_declared(&typed.pat, &typed.ty),
                    (pattern, Some(written)) => self.note_type_of(pattern, &written),
                    _ => {}
                }
            }
            value => self.bind_let(local, init, value),
        }
        Ok(())
    }

    /// A matrix that may change is followed, because it may become active. What is written through
    /// a reference must reach the place, so a copy of what it refers to will not do.
    fn followed_matrix(&mut self, local: &syn::Local, init: &Expr, value: Value) -> Found<Value> {
        let is_mutable = matches!(&local.pat, syn::Pat::Ident(name) if name.mutability.is_some());
        if is_mutable && !self.gives_reference(init) {
            self.as_known_matrix(value, init)
        } else {
            Ok(value)
        }
    }

    /// `let [ref mut a, b] = y;`: names with `ref` are references to parts of a place, the others
    /// are copies.
    fn bind_let(&mut self, local: &syn::Local, init: &syn::LocalInit, value: Value) {
        let is_reference = matches!(strip(&init.expr), Expr::Reference(_));
        match (&local.pat, value) {
            (pattern @ syn::Pat::Struct(_), value @ Value::Fields(_)) if is_reference => {
                self.bind_pattern(&referring(pattern, None), value);
            }
            (pattern, value) => {
                self.note_matrix_type(pattern, &value);
                self.bind_pattern(pattern, value);
                self.note_list(pattern, &init.expr);
            }
        }
    }

    /// `let w = &mut [0.0; 8];` as `let mut list = [0.0; 8]; let w = &mut list;`
    fn run_let_of_list(&mut self, local: &syn::Local, list: &Expr) -> Found<()> {
        let name = self.writer.fresh(&syn::Ident::new("list", list.span()));
        let [list, reference] = with_variable(local, list, &name);
        let (list, reference) = (self.trees.keep(list), self.trees.keep(reference));
        self.run_let(&list)?;
        self.run_let(&reference)
    }

    fn run_let_of_places(&mut self, pattern: &syn::Pat, init: &Expr) -> Found<()> {
        let whole = if is_place(init) {
            self.receiver_place(init)?
        } else {
            let value = self.eval(init)?;
            self.temporary(value, init)?
        };
        let mut pattern = pattern.clone();
        copying_others(&mut pattern);
        let pattern = self.trees.keep(pattern);
        self.bind_pattern(&pattern, whole);
        Ok(())
    }

    /// Refuses an iterator in a variable whose closures change variables, because they run here at
    /// once, and in the library when the items are taken.
    fn refuse_lazy_changes(&mut self, local: &syn::Local) -> Found<()> {
        let Some(init) = local.init.as_ref().map(|init| &*init.expr) else {
            return Ok(());
        };
        if !self.names.is_active(init) || !self.is_iterator(init) {
            return Ok(());
        }
        let changed = changed_variables(init, &|_| false);
        let is_outer = |name: &syn::Ident| self.names.scopes.get(&name.to_string()).is_some();
        match changed.iter().find(|(name, _)| is_outer(name)) {
            Some((_, at)) => self.writer.refuse(at, messages::CHANGES_IN_CHAIN),
            None => Ok(()),
        }
    }

    /// An expression for its effect.
    pub(crate) fn run_expression(&mut self, expression: &Expr) -> Found<()> {
        let found = self.run_any(expression);
        self.write_back();
        found
    }

    fn run_any(&mut self, expression: &Expr) -> Found<()> {
        let value = match expression {
            Expr::Assign(assign) => return self.run_assign(assign),
            Expr::Binary(binary) if operators::is_compound(&binary.op) => {
                return self.run_compound(binary);
            }
            Expr::ForLoop(each) => return self.run_for(each),
            Expr::While(each) => return self.run_while(each),
            Expr::Loop(each) if self.names.is_active(expression) => self.eval_loop(each)?,
            Expr::Return(returned) if !self.is_kept_failure(expression) => {
                self.run_return(returned)?
            }
            Expr::Break(leave) => return self.run_break(leave),
            Expr::Continue(next) => return self.run_continue(next),
            Expr::Macro(call) => {
                return self.run_macro(&call.mac, &Stmt::Expr(expression.clone(), None));
            }
            Expr::MethodCall(call) if self.is_matrix_change(call) => self.change_matrix(call)?,
            Expr::MethodCall(call) if self.run_array_method(call) => return Ok(()),
            Expr::Return(_) => return self.run_failure(expression),
            Expr::If(branch) if self.try_known(&branch.cond).is_some() => {
                self.eval_if(branch, Goes::On)?
            }
            Expr::If(_) | Expr::Match(_) if leaves::leaves(expression, self.frames.wrapper) => {
                self.eval(expression)?
            }
            Expr::Block(block) => match &block.label {
                Some(label) => self.eval_labelled(label, &block.block)?,
                None => self.eval_block(&block.block)?,
            },
            Expr::Try(question) if !self.frames.calls.is_empty() => self.eval_try(question)?,
            // A copy would make the variables that it changes opaque.
            other @ (Expr::Call(_) | Expr::MethodCall(_)) if self.control.follows_all => {
                self.eval_parted(other, None)?
            }
            other if !self.names.is_active(other) => {
                let is_branch = matches!(other, Expr::If(_) | Expr::Match(_));
                if is_branch && self.changes_known_integer(other) {
                    return self.follow_integers(other);
                }
                return self.keep_expression_statement(other);
            }
            other => self.eval(other)?,
        };
        self.writer.discard(value)
    }

    pub(crate) fn is_kept_failure(&self, expression: &Expr) -> bool {
        leaves::leaves_function(expression, self.frames.wrapper).is_none()
    }

    pub(crate) fn run_return(&mut self, returned: &syn::ExprReturn) -> Found<Value> {
        let value = match &returned.expr {
            Some(value) => self.eval_returned(value),
            None => Ok(Value::unit()),
        };
        // The returned expression may have left the function already, for example by `?`.
        self.control.flow.get_or_insert(Flow::Return(value));
        Err(Stop)
    }

    /// A statement without active names. It is copied.
    pub(crate) fn keep_expression_statement(&mut self, expression: &Expr) -> Found<()> {
        match self.keep(expression)? {
            Value::Inactive(Inactive { tokens, mentions }) => {
                self.writer.keep_statement(quote!(#tokens;), &mentions)
            }
            _ => Ok(()),
        }
    }

    /// `return Err(..)` or `return None`, which the generated function repeats.
    pub(crate) fn run_failure(&mut self, failure: &Expr) -> Found<()> {
        let kept = self.keep_expression_statement(failure);
        if self.writer.builder.depth() > 0 {
            return self.fail().map(drop);
        }
        kept
    }
}

/// Whether a tail expression is control flow without a value. A `loop` may have that of a `break`.
pub(crate) fn is_valueless(tail: &Expr) -> bool {
    is_control(tail) && !matches!(tail, Expr::Loop(_))
}

/// The position of a block in the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockRole {
    /// The body of the function.
    Body,
    /// At the end: the function returns its value.
    End,
    /// Anywhere else.
    Inside,
}
