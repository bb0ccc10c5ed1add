//! Loops: they are unrolled at expansion, as long as their conditions are known.
//!
//! ```text
//! for i in 0..3 { .. }                    the items of a sequence of known length
//! while n > 1 { y = y * y; n /= 2; }      `n` is known before each iteration
//! loop { .. if k == 4 { break y; } }      left by a `break` that is known to be reached
//! while let Some(v) = rest.pop() { .. }   a list of known length
//! ```
//!
//! An unrolled iteration of `while` is rewritten as an iteration of `loop`: `if condition { body }
//! else { break }`. If control leaves an iteration only under a condition that run time knows, the
//! rest of the loop is in the other arm of that branch. All other loops run at run time, see
//! [`repeated`](crate::front::run::repeated).

use std::rc::Rc;

use proc_macro2::{Literal, Span};
use syn::visit::Visit;
use syn::{Block, Expr, Ident, parse_quote};

use crate::front::messages;
use crate::front::names::activity;
use crate::front::names::control::{Exit, Flow};
use crate::front::names::scopes::{Binding, Scopes};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::repeated::{GivenUp, MOST_EXITS, Unrolled};
use crate::front::run::statements::BlockRole;
use crate::front::syntax::countdown::{Countdown, Growth};
use crate::front::syntax::form::used_as_index;
use crate::front::syntax::strip::strip;
use crate::front::syntax::{inspect, leaves};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::Item;

impl Lowering<Run> {
    pub(crate) fn run_for(&mut self, each: &syn::ExprForLoop) -> Found<()> {
        let active = activity::mentions_active(&self.names.scopes, |walk| {
            walk.visit_expr_for_loop(each);
        });
        let kept = Expr::ForLoop(each.clone());
        if !active && !self.is_known_iterable(&each.expr) && !leaves::leaves_for_target(&kept) {
            return self.keep_expression_statement(&kept);
        }
        self.prepare_lists(&each.expr)?;
        self.prepare_assigned(each)?;
        let scope = self.names.scopes.enter();
        let changed = self.looped_in_parts(&each.expr);
        if let Ok(Some(changed)) = changed {
            let each = self.trees.keep(syn::ExprForLoop {
                expr: Box::new(changed),
                ..each.clone()
            });
            let done = self.run_for(&each);
            self.names.scopes.leave(scope);
            return done;
        }
        self.names.scopes.leave(scope);
        changed?;
        if let Some(found) = self.run_for_stored(each) {
            return found;
        }
        if let Some(found) = self.run_for_own(each) {
            return found;
        }
        if let Some(of_maybe) = self.over_maybe(each).or_else(|| self.over_own(each)) {
            return self.run_for(&of_maybe);
        }
        let drives = self.can_drive(&each.expr);
        let unroll = |run: &mut Self| run.unroll_for(each, drives);
        let repeat = |run: &mut Self| run.repeat_for(each);
        if !drives && let Some(positions) = self.over_positions(each) {
            let unroll = |run: &mut Self| run.unroll_for(each, true);
            let repeat = |run: &mut Self| run.repeat_for(&positions);
            return self
                .unroll_or_repeat(&each.expr, &each.expr, unroll, repeat)
                .map(drop);
        }
        if !drives {
            return unroll(self).unwrap_or(Err(Stop)).map(drop);
        }
        self.unroll_or_repeat(&each.expr, &each.expr, unroll, repeat)
            .map(drop)
    }

    /// `for v in option` as `for v in option.into_iter()`.
    fn over_maybe(&mut self, each: &syn::ExprForLoop) -> Option<Rc<syn::ExprForLoop>> {
        let is_name = matches!(strip(&each.expr), Expr::Path(_) | Expr::Call(_));
        if !is_name || !self.names.is_active(&each.expr) || !self.is_maybe(&each.expr) {
            return None;
        }
        let (mut each, maybe) = (each.clone(), &each.expr);
        *each.expr = syn::parse_quote!((#maybe).into_iter());
        Some(self.trees.keep(each))
    }

    /// `for v in x` over many active numbers, which is left early, as a loop over positions, `for i
    /// in 0..n { let v = x[i]; .. }`. Such a loop can be repeated at run time.
    fn over_positions(&mut self, each: &syn::ExprForLoop) -> Option<Rc<syn::ExprForLoop>> {
        let list = match strip(&each.expr) {
            Expr::Reference(list) if list.mutability.is_none() => strip(&list.expr),
            Expr::MethodCall(call) if call.method == "iter" => strip(&call.receiver),
            list => list,
        };
        let Expr::Path(path) = list else { return None };
        let name = path.path.get_ident()?.to_string();
        let value = self.peek(list)?;
        let value = self.behind(value, list).ok()?;
        let Value::Array(elements) = value else {
            return None;
        };
        let is_number = |element: &Value| matches!(element, Value::Scalar(_));
        let is_long = elements.len() > MOST_EXITS && elements.iter().all(is_number);
        let block = &each.body;
        let body: Expr = parse_quote!(#block);
        let leaves = leaves::leaves_for_target(&body) || leaves::leaves_closure(&body).is_some();
        if !is_long || !leaves || inspect::assigned_names(&body).contains(&name) {
            return None;
        }
        let (mut by_position, pattern) = (each.clone(), &each.pat);
        let position = self
            .writer
            .fresh(&Ident::new("position", Span::call_site()));
        let length = Literal::usize_unsuffixed(elements.len());
        *by_position.pat = parse_quote!(#position);
        *by_position.expr = parse_quote!(0..#length);
        let item = parse_quote!(let #pattern = #list[#position];);
        by_position.body.stmts.insert(0, item);
        Some(self.trees.keep(by_position))
    }

    /// A loop over a type of the user's as one over what its `into_iter` goes over.
    fn over_own(&mut self, each: &syn::ExprForLoop) -> Option<Rc<syn::ExprForLoop>> {
        let sequence = self.own_sequence(&each.expr)?;
        let mut each = each.clone();
        *each.expr = sequence;
        Some(self.trees.keep(each))
    }

    /// Unrolls a loop over items that are known at expansion.
    fn unroll_for(&mut self, each: &syn::ExprForLoop, drives: bool) -> Unrolled {
        let errors = self.writer.diagnostics.len();
        let items = match self.chain_of(&each.expr) {
            Ok(items) => items,
            Err(Stop) if drives && self.writer.exhausted => {
                return Err(GivenUp::TooLong(self.writer.spent()));
            }
            Err(Stop) if drives && self.writer.diagnostics.len() > errors => {
                return Err(GivenUp::Unknown);
            }
            Err(Stop) => return Ok(Err(Stop)),
        };
        let (n_items, executed) = (items.len(), self.writer.executed);
        let spent = self.writer.spent();
        let indexes = used_as_index(&each.pat, &each.body);
        let mark = self.control.pending.len();
        let depth = self.enter_target(each.label.as_ref(), true);
        let mut growth = Growth::default();
        for (position, item) in items.into_iter().enumerate() {
            let run = |lowering: &mut Lowering<Run>, item: Value| {
                lowering.run_iteration(each, if indexes { as_index(item) } else { item }, depth)
            };
            let missing = |_: &mut Lowering<Run>| Ok(Value::unit());
            // A mistake in one iteration is found again in the next one, but reported only once.
            let _: Found<Value> = match (item, strip(&each.expr)) {
                (item, Expr::MethodCall(call)) => self.if_there(&item, &run, &missing, call),
                (Item::Ready(item), _) => run(self, item),
                (item, other) => {
                    let call = syn::parse_quote!((#other).into_iter());
                    self.if_there(&item, &run, &missing, &call)
                }
            };
            if drives && let Some(reason) = self.gives_up(mark) {
                return Err(reason);
            }
            if self.control.flow.is_some() || self.writer.exhausted {
                break;
            }
            // The first iteration tells in time how long the loop is, and later ones how they grow.
            // Both may say too much, so there is room above the limit.
            let limit = self.writer.limit;
            let first = (self.writer.executed - executed).saturating_mul(n_items);
            let grown = growth.expected(position + 1, n_items, self.writer.spent() - spent);
            let expected = match grown.filter(|_| leaves::is_endless(&each.body)) {
                Some(grown) if grown / 5 > limit / 4 => grown,
                None if position == 0 && first / 2 > limit => first,
                _ => 0,
            };
            if drives && expected > 0 {
                return Err(GivenUp::TooLong(expected));
            }
        }
        self.leave_target();
        Ok(self.absorb_exits(mark, Exit::Break(depth), Ok(Value::unit())))
    }

    fn run_iteration(&mut self, each: &syn::ExprForLoop, item: Value, depth: u8) -> Found<Value> {
        let mark = self.control.pending.len();
        let scope = self.names.scopes.enter();
        self.bind_pattern(&each.pat, item);
        let value = self.run_block(&each.body, BlockRole::Inside);
        let discarded = value.and_then(|value| self.writer.discard(value));
        self.names.scopes.leave(scope);
        let unit = discarded.map(|()| Value::unit());
        self.absorb_exits(mark, Exit::Continue(depth), unit)
    }

    /// `break`, `break 'a`, `break 'a value`
    pub(crate) fn run_break(&mut self, leave: &syn::ExprBreak) -> Found<()> {
        let Some(depth) = self.frames.targets.find(leave.label.as_ref()) else {
            return self.writer.refuse(leave, messages::NO_TARGET);
        };
        let value = match &leave.expr {
            Some(value) => self.eval(value),
            None => Ok(Value::Unassigned),
        };
        self.control.flow.get_or_insert(Flow::Break(depth, value));
        Err(Stop)
    }

    /// `continue`, `continue 'a`
    pub(crate) fn run_continue(&mut self, next: &syn::ExprContinue) -> Found<()> {
        let Some(depth) = self.frames.targets.find(next.label.as_ref()) else {
            return self.writer.refuse(next, messages::NO_TARGET);
        };
        self.control.flow = Some(Flow::Continue(depth));
        Err(Stop)
    }

    /// `'a: { .. }`
    pub(crate) fn eval_labelled(&mut self, label: &syn::Label, block: &Block) -> Found<Value> {
        let mark = self.control.pending.len();
        let depth = self.enter_target(Some(label), false);
        let value = self.eval_block(block);
        self.leave_target();
        self.absorb_exits(mark, Exit::Break(depth), value)
    }

    /// `while condition { .. }`, `while let pattern = list.pop() { .. }`
    pub(crate) fn run_while(&mut self, each: &syn::ExprWhile) -> Found<()> {
        let whole = Expr::While(each.clone());
        let is_followed =
            self.names.is_active(&whole) || (self.decides(&each.cond) && self.is_known(&whole));
        if !is_followed && !leaves::leaves(&whole, self.frames.wrapper) {
            return self.keep_expression_statement(&whole);
        }
        let step = self.trees.keep(asked(each));
        let unroll = |run: &mut Self| {
            let left = Countdown::of_while(&each.cond, &each.body);
            run.unrolled(each.label.as_ref(), &whole, left, |run| {
                let is_let = matches!(strip(&each.cond), Expr::Let(_));
                if !is_let && !run.decides(&each.cond) {
                    return Err(GivenUp::Unknown);
                }
                Ok(run.eval(&step))
            })
        };
        let repeat = |run: &mut Self| run.repeat_while(each, &step);
        self.unroll_or_repeat(&each.cond, &whole, unroll, repeat)
            .map(drop)
    }

    /// `loop { .. }`. Its value is the value of a `break`.
    pub(crate) fn eval_loop(&mut self, each: &syn::ExprLoop) -> Found<Value> {
        let whole = Expr::Loop(each.clone());
        let unroll = |run: &mut Self| {
            // Unrolled to the limit it would take many seconds, and then be refused all the same.
            if leaves::is_endless(&each.body) {
                return Err(GivenUp::Endless);
            }
            let left = Countdown::of_loop(&each.body);
            run.unrolled(each.label.as_ref(), &whole, left, |run| {
                Ok(run.eval_block(&each.body))
            })
        };
        let repeat = |run: &mut Self| {
            let iteration = |run: &mut Self| run.eval_block(&each.body);
            run.repeat(each.label.as_ref(), &iteration, &each.loop_token)
        };
        self.unroll_or_repeat(&each.body, &whole, unroll, repeat)
    }

    /// Runs iterations until one leaves the loop.
    fn unrolled(
        &mut self,
        label: Option<&syn::Label>,
        whole: &Expr,
        mut countdown: Option<Countdown<'_>>,
        mut iteration: impl FnMut(&mut Self) -> Result<Found<Value>, GivenUp>,
    ) -> Unrolled {
        let mark = self.control.pending.len();
        let depth = self.enter_target(label, true);
        let (errors, executed) = (self.writer.diagnostics.len(), self.writer.executed);
        let mut n_done = 0;
        while self.control.flow.is_none()
            && self.writer.diagnostics.len() == errors
            && self.writer.spend(1, whole)
        {
            let inner = self.control.pending.len();
            let value = iteration(self)?;
            let unit = value.and_then(|value| self.writer.discard(value));
            let unit = unit.map(|()| Value::unit());
            let _: Found<Value> = self.absorb_exits(inner, Exit::Continue(depth), unit);
            match self.gives_up(mark) {
                None => {}
                Some(GivenUp::TooLong(_)) => break,
                Some(reason) => return Err(reason),
            }
            n_done += 1;
            let ahead = countdown.as_mut().filter(|_| self.control.flow.is_none());
            let left = ahead.and_then(|exits| {
                exits.left_after(|left, right| self.known_difference(left, right))
            });
            let each = (self.writer.executed - executed) / n_done;
            if left.is_some_and(|left| each.saturating_mul(left) > self.writer.limit) {
                return Err(GivenUp::Endless);
            }
        }
        if self.writer.exhausted {
            return Err(GivenUp::Endless);
        }
        self.leave_target();
        Ok(self.absorb_exits(mark, Exit::Break(depth), Err(Stop)))
    }

    /// Whether a loop without active names uses only integers and conditions that are known now.
    /// Otherwise it stays opaque, because it may get values that only run time knows.
    fn is_known(&self, whole: &Expr) -> bool {
        struct Uses<'a>(&'a Scopes, bool);
        impl<'ast> Visit<'ast> for Uses<'_> {
            fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
                let binding = path.path.get_ident();
                let binding = binding.and_then(|name| self.0.get(&name.to_string()));
                let is_known = |binding: &Binding| {
                    matches!(binding.value, Value::Integer(_) | Value::Boolean(_))
                };
                self.1 &= binding.is_none_or(is_known);
            }
            fn visit_expr_call(&mut self, _: &'ast syn::ExprCall) {
                self.1 = false;
            }
            fn visit_expr_method_call(&mut self, _: &'ast syn::ExprMethodCall) {
                self.1 = false;
            }
            fn visit_macro(&mut self, _: &'ast syn::Macro) {
                self.1 = false;
            }
        }
        let mut uses = Uses(&self.names.scopes, true);
        uses.visit_expr(whole);
        uses.1
    }

    /// Whether a condition is known now. For a `while let` on a list of active values the answer is
    /// always known, so we do not evaluate it here, because that would take an item.
    fn decides(&mut self, condition: &Expr) -> bool {
        match strip(condition) {
            Expr::Let(asked) => {
                self.names.is_active(&asked.expr) || self.try_known(&asked.expr).is_some()
            }
            condition => matches!(self.try_known(condition), Some(Value::Boolean(_))),
        }
    }
}

/// `if condition { body } else { break }`
fn asked(each: &syn::ExprWhile) -> Expr {
    let leave: Block = syn::parse_quote!({ break });
    let otherwise = Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: None,
        block: leave,
    });
    Expr::If(syn::ExprIf {
        attrs: Vec::new(),
        if_token: syn::token::If(each.while_token.span),
        cond: each.cond.clone(),
        then_branch: each.body.clone(),
        else_branch: Some((syn::token::Else(each.while_token.span), Box::new(otherwise))),
    })
}

/// A loop variable that is used as an index is a `usize` in all its uses.
pub(crate) fn as_index(item: Value) -> Value {
    match item {
        Value::Integer(mut integer) => {
            integer.suffix.get_or_insert_with(|| "usize".into());
            Value::Integer(integer)
        }
        item => item,
    }
}
