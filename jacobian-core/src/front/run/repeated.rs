//! Loops whose iterations only run time knows, and the choice between them and unrolled loops.
//!
//! ```text
//! while (y * y - x).abs() > tol { .. }    loop { if !(..) { break; } .. }
//! for (t, v) in data { .. }               let mut it = data.into_iter();
//!                                         loop { let Some((t, v)) = it.next() else { break }; .. }
//! loop { .. if done { break y; } }        the condition ends an iteration
//! ```
//!
//! A loop is unrolled if its iterations are known at expansion, with two exceptions: the function
//! would unroll to more operations than its limit, or more than [`MOST_EXITS`] iterations in a row
//! could leave the loop at run time. (Each such exit nests the rest of the function one level
//! deeper.) We find this out by unrolling the loop, and take the attempt back. Inside a loop that
//! was too long the limit of an attempt is halved, so all attempts of a nest cost two limits.
//!
//! The iterator of a `for` is the user's own expression, so it may be any Rust.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Expr, Ident};

use crate::front::flow::branch::DEEPEST;
use crate::front::messages;
use crate::front::names::control::Flow;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::lookups::list_of_elements;
use crate::front::run::statements::BlockRole;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

/// The most iterations of an unrolled loop that may leave it at run time. Each is a level of nested
/// blocks, so a loop with more of them builds faster if it is repeated.
pub(crate) const MOST_EXITS: usize = 16;

/// The value of an unrolled loop, unless unrolling was given up.
pub(crate) type Unrolled = Result<Found<Value>, GivenUp>;

/// The reason why a loop is not unrolled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GivenUp {
    /// Only run time knows its items or its condition.
    Unknown,
    /// Too many iterations may leave it at run time.
    TooDeep,
    /// It needs this many operations or more.
    TooLong(usize),
    /// The same, of a loop without a sequence of items.
    Endless,
}

impl Lowering<Run> {
    /// Unrolls a loop, or else repeats it at run time. The key is a part of its syntax tree.
    pub(crate) fn unroll_or_repeat<T>(
        &mut self,
        key: &T,
        at: &impl ToTokens,
        unroll: impl FnOnce(&mut Self) -> Unrolled,
        repeat: impl FnOnce(&mut Self) -> Found<Value>,
    ) -> Found<Value> {
        // A loop that was repeated once is repeated again, for example in the next iteration of a
        // loop around it.
        let key = std::ptr::from_ref(key).addr();
        if self.control.rolled.contains(&key) {
            return repeat(self);
        }
        let before = self.checkpoint();
        self.control.n_attempts += 1;
        // Each attempt that fails leaves half as much to the loops inside of it. Otherwise a nest
        // of sixty loops would unroll to the limit sixty times.
        let limit = self.writer.limit;
        let allowance = limit.checked_shr(self.control.n_too_long).unwrap_or(0);
        self.writer.limit = limit.min(self.writer.spent().saturating_add(allowance));
        let unrolled = unroll(self);
        self.writer.limit = limit;
        self.control.n_attempts -= 1;
        let reason = match unrolled {
            Ok(found) => return found,
            Err(reason) => reason,
        };
        // The outermost loop is repeated, so that the code is not full of copies of inner loops.
        let is_long = matches!(reason, GivenUp::TooLong(_) | GivenUp::Endless);
        if is_long && self.control.n_attempts > 0 {
            self.writer.exhausted = true;
            return Err(Stop);
        }
        let n_errors = before.n_errors();
        // The attempt has a limit of its own, and each loop makes one only.
        let taken_back = self.writer.taken_back;
        self.rollback(before);
        self.writer.taken_back = taken_back;
        self.control.rolled.insert(key);
        let before = self.checkpoint();
        self.control.n_too_long += u32::from(is_long);
        let repeated = repeat(self);
        self.control.n_too_long -= u32::from(is_long);
        // The source asks for a known number of iterations, so the limit is the better message.
        if let (GivenUp::TooLong(spent), true) = (reason, self.writer.diagnostics.len() > n_errors)
        {
            self.rollback(before);
            self.writer.exhausted = true;
            let message = self.writer.too_far(spent);
            return self.writer.refuse(at, &message);
        }
        repeated
    }

    /// The difference of two integers that are known now.
    pub(crate) fn known_difference(&mut self, left: &Expr, right: &Expr) -> Option<i128> {
        let left = self.try_known(left)?;
        match (left, self.try_known(right)?) {
            (Value::Integer(left), Value::Integer(right)) => left.value.checked_sub(right.value),
            _ => None,
        }
    }

    /// The reason to give up a loop that has been unrolled so far.
    pub(crate) fn gives_up(&self, mark: usize) -> Option<GivenUp> {
        if self.writer.exhausted {
            return Some(GivenUp::TooLong(self.writer.spent()));
        }
        let n_exits = self.control.pending.len().saturating_sub(mark);
        let is_deep = n_exits > MOST_EXITS || self.writer.builder.depth() >= DEEPEST;
        is_deep.then_some(GivenUp::TooDeep)
    }

    /// Whether the iterator of a `for` can be emitted: its names are known numbers, or variables of
    /// the generated function.
    pub(crate) fn can_drive(&mut self, iterable: &Expr) -> bool {
        // The bounds of a range are evaluated before the loop, whatever they name.
        let is_closed = matches!(strip(iterable), Expr::Range(range)
            if range.start.is_some() && range.end.is_some());
        is_closed && self.names.is_active(iterable) || self.can_be_written(iterable)
    }

    /// Whether the names in the iterator have values that can be written out.
    fn can_be_written(&self, iterable: &Expr) -> bool {
        // The last field says that the iterator only reads.
        struct Names<'a>(&'a Lowering<Run>, bool, bool);
        impl<'ast> Visit<'ast> for Names<'_> {
            fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
                let name = path.path.get_ident().map(ToString::to_string);
                let binding = name.and_then(|name| self.0.names.scopes.get(&name));
                let reads = self.2;
                self.1 &= binding.is_none_or(|binding| match &binding.value {
                    Value::Integer(_)
                    | Value::Boolean(_)
                    | Value::Inactive(_)
                    | Value::Scalar(_) => true,
                    // A table of numbers is written out, so a change of it would be lost.
                    table @ Value::Array(_) => reads && !self.0.is_active_value(table),
                    _ => false,
                });
            }
            // `self.n` of a struct of which other fields are followed.
            fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
                let value = self.0.peek(&Expr::Field(field.clone()));
                let is_plain = matches!(value, Some(Value::Integer(_) | Value::Inactive(_)));
                if !is_plain {
                    syn::visit::visit_expr_field(self, field);
                }
            }
            // A closure in it sees names of its own.
            fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
            // A step of zero is a mistake, which the unrolled loop reports.
            fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
                if call.method == "len" && self.names_list(&call.receiver) {
                    return;
                }
                let is_zero = |step: &Expr| matches!(step, Expr::Lit(step) if step.lit == syn::parse_quote!(0));
                self.1 &= call.method != "step_by" || !call.args.iter().any(is_zero);
                syn::visit::visit_expr_method_call(self, call);
            }
        }
        impl Names<'_> {
            fn names_list(&self, receiver: &Expr) -> bool {
                let Expr::Path(path) = strip(receiver) else {
                    return false;
                };
                let name = path.path.get_ident().map(ToString::to_string);
                let binding = name.and_then(|name| self.0.names.scopes.get(&name));
                binding.is_some_and(|binding| {
                    matches!(binding.value, Value::Part(_) | Value::Stored(_))
                })
            }
        }
        let mut names = Names(self, true, only_reads(&iterable.to_token_stream()));
        names.visit_expr(iterable);
        names.1
    }

    /// `for pattern in iterable { .. }` at run time.
    pub(crate) fn repeat_for(&mut self, each: &syn::ExprForLoop) -> Found<Value> {
        if let Some(value) = self.repeat_for_stream(each) {
            return value;
        }
        let mut mentions = Vec::new();
        let written = self.type_of_items(&each.expr);
        let iterable = if let Some(range) = self.spelled_range(&each.expr, &mut mentions)? {
            range
        } else if self.names.is_active(&each.expr) {
            // Items that are computed from active values would lose their derivatives.
            if !self.gives_data(&each.expr) {
                let found = messages::not_iterable("an iterator of active items");
                return self.writer.refuse(&each.expr, &found);
            }
            self.observe(strip(&each.expr), &mut mentions)?
        } else {
            match self.keep(&each.expr)? {
                Value::Inactive(kept) => {
                    mentions.extend(kept.mentions);
                    kept.tokens
                }
                _ => return Err(Stop),
            }
        };
        let counts = is_range(&each.expr);
        let (iterable, guard) = self.writer.hold_for_loop(iterable, &mentions)?;
        let items = self.writer.fresh(&Ident::new("items", Span::call_site()));
        let iterator = quote!(::core::iter::IntoIterator::into_iter(#iterable));
        self.writer
            .keep_statement(quote!(let mut #items = #iterator;), &mentions)?;
        let iteration = |run: &mut Self| {
            let (pattern, bindings) = run.rename_let_pattern(&each.pat, &iterable);
            let next = quote!(::core::iter::Iterator::next(&mut #items));
            run.keep_break(quote!(let Some(#pattern) = #next else { break; };), &[])?;
            for (name, value) in bindings {
                if let (true, Value::Inactive(counter)) = (counts, &value) {
                    let counter = counter.tokens.to_string();
                    run.writer.no_numbers.insert(counter);
                }
                run.bind(&name, value);
            }
            if let Some(written) = &written {
                run.note_type_of(&each.pat, written);
            }
            run.run_block(&each.body, BlockRole::Inside)
        };
        let option = self.option_of_loop(&each.expr);
        let outer = std::mem::replace(&mut self.control.count_option, option);
        let found = self.repeat(each.label.as_ref(), &iteration, &each.for_token);
        self.control.count_option = outer;
        let value = found?;
        self.writer.drop_held(guard, &items)?;
        Ok(value)
    }

    /// Whether the items of an iterator are integers, or elements of inactive data.
    fn gives_data(&mut self, iterable: &Expr) -> bool {
        match list_of_elements(iterable) {
            Expr::Range(_) => true,
            Expr::Index(part) => !self.names.is_active(&part.expr),
            list => !self.names.is_active(list),
        }
    }

    /// A range whose bounds name lists of active values, for example `0..w.len()`.
    fn spelled_range(
        &mut self,
        iterable: &Expr,
        mentions: &mut Vec<crate::ir::ValueId>,
    ) -> Found<Option<TokenStream>> {
        let Expr::Range(range) = strip(iterable) else {
            return Ok(None);
        };
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return Ok(None);
        };
        if !self.names.is_active(iterable) {
            return Ok(None);
        }
        let mut spelled = Vec::with_capacity(2);
        for bound in [start, end] {
            let value = self.eval(bound)?;
            match self.spell(&value, mentions) {
                Some(bound) if !matches!(value, Value::Scalar(_)) => spelled.push(bound),
                _ => return Ok(None),
            }
        }
        let ([start, end], limits) = (&spelled[..], &range.limits) else {
            return Ok(None);
        };
        Ok(Some(quote!((#start)#limits(#end))))
    }

    /// `while condition { .. }` at run time. `step` is an iteration as `if condition { .. } else {
    /// break }`.
    pub(crate) fn repeat_while(&mut self, each: &syn::ExprWhile, step: &Expr) -> Found<Value> {
        let iteration = |run: &mut Self| {
            if let Expr::Let(asked) = strip(&each.cond) {
                if run.names.is_active(&asked.expr) {
                    return run.eval(step);
                }
                run.keep_head_pattern(asked)?;
            } else if !run.keep_head_test(&each.cond)? {
                return run.eval(step);
            }
            run.run_block(&each.body, BlockRole::Inside)
        };
        self.repeat(each.label.as_ref(), &iteration, &each.while_token)
    }

    /// `if !condition { break; }`. Not possible if the condition changes variables, because such a
    /// `break` leaves them as the iteration found them.
    fn keep_head_test(&mut self, condition: &Expr) -> Found<bool> {
        let before = self.checkpoint();
        let found = self.eval_condition(condition)?;
        if self.has_changed_names(&before) {
            self.rollback(before);
            return Ok(false);
        }
        match found {
            Value::Boolean(true) => Ok(true),
            Value::Boolean(false) => self.leave_innermost().map(|()| true),
            Value::Inactive(Inactive { tokens, mentions }) => {
                let test = quote!(if !(#tokens) { break; });
                self.keep_break(test, &mentions).map(|()| true)
            }
            other => self
                .writer
                .refuse(condition, &messages::not_a_condition(&other.describe())),
        }
    }

    fn leave_innermost(&mut self) -> Found<()> {
        if let Some(depth) = self.frames.targets.find(None) {
            self.control.flow = Some(Flow::Break(depth, Ok(Value::Unassigned)));
        }
        Err(Stop)
    }

    /// `let pattern = value else { break };`
    fn keep_head_pattern(&mut self, asked: &syn::ExprLet) -> Found<()> {
        let Value::Inactive(scrutinee) = self.keep(&asked.expr)? else {
            return Err(Stop);
        };
        self.note_pattern(&asked.pat);
        let written = self.type_of_expression(&asked.expr);
        let (pattern, bindings) = self.rename_pattern(&asked.pat, &scrutinee.tokens);
        self.note_types_of((&asked.pat, &bindings), written.as_ref());
        let tokens = &scrutinee.tokens;
        let test: TokenStream = quote!(let #pattern = #tokens else { break; };);
        self.keep_break(test, &scrutinee.mentions)?;
        for (name, value) in bindings {
            self.bind(&name, value);
        }
        Ok(())
    }
}

/// Whether an iterator gives integers: `0..n`, `(1..n).rev()`. The bounds of ranges that give items
/// are no floating-point numbers.
fn is_range(iterable: &Expr) -> bool {
    match strip(iterable) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) => {
            let keeps = ["rev", "step_by", "skip", "take"];
            keeps.iter().any(|name| call.method == name) && is_range(&call.receiver)
        }
        _ => false,
    }
}
/// Whether no name in the code of an iterator says that it changes the list under it.
pub(crate) fn only_reads(iterator: &TokenStream) -> bool {
    const CHANGE: &[&str] = &[
        "mut",
        "drain",
        "splice",
        "pop",
        "remove",
        "swap_remove",
        "insert",
    ];
    iterator.clone().into_iter().all(|token| match token {
        proc_macro2::TokenTree::Group(group) => only_reads(&group.stream()),
        proc_macro2::TokenTree::Ident(name) => {
            let name = name.to_string();
            !name.ends_with("_mut") && !CHANGE.contains(&name.as_str())
        }
        _ => true,
    })
}
