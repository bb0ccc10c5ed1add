//! Constant evaluation: an expression without active names is tried at expansion, and copied if
//! that fails.
//!
//! A trial evaluates the expression like any other, but it fails at the first thing that only run
//! time knows, and it leaves no trace. After a failed trial the expression is opaque.

use syn::{BinOp, Expr, ExprMethodCall, Stmt};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::syntax::form::Want;
use crate::front::syntax::leaves;
use crate::front::syntax::no_numbers::is_phantom;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// An expression that does not depend on an independent: known, or opaque.
    pub(crate) fn eval_inactive(&mut self, expression: &Expr, want: Want<'_>) -> Found<Value> {
        // An active value may be written through a view.
        if let Expr::MethodCall(call) = strip(expression)
            && self.borrows_list_of_crate(call)
        {
            return self.eval_parted(expression, want);
        }
        if self.makes_slice(strip(expression)) {
            return self.eval_parted(expression, want);
        }
        let followed = self.followed_struct(strip(expression), want);
        if let Some(value) = followed.or_else(|| self.try_known_as(expression, want)) {
            return Ok(value);
        }
        if let Expr::Call(call) = strip(expression)
            && let Some(value) = self.known_by_running(call, want)
        {
            return Ok(value);
        }
        if let Expr::Binary(binary) = strip(expression)
            && let Some(value) = self.known_operands(binary)
        {
            return Ok(value);
        }
        if let Expr::Block(_) | Expr::Loop(_) = strip(expression)
            && let Some(value) = self.known_block(strip(expression))
        {
            return Ok(value);
        }
        if let Expr::If(branch) = strip(expression)
            && self.chooses_known_options(branch)
        {
            return self.eval_if(branch, Goes::On);
        }
        match strip(expression) {
            // Aggregates are split into parts, because a part may become active later.
            Expr::Array(array) => self.eval_array(array, want),
            Expr::Tuple(tuple) => self.eval_tuple(tuple, want),
            Expr::Repeat(repeat) => self.eval_repeat(repeat),
            // The name means the same everywhere, by its path.
            Expr::Path(path) if is_phantom(&path.path) => Ok(Value::Inactive(Inactive {
                tokens: quote::quote!(::core::marker::PhantomData),
                mentions: Vec::new(),
            })),
            _ if self.takes_from_list(expression) => self.eval_parted(expression, want),
            Expr::Call(_) if let Some(list) = self.list_of_crate(expression)? => Ok(list),
            // The right side of a system may be active.
            _ if self.decomposes(expression) => self.eval_parted(expression, want),
            // This changes a variable, which a trial must not do.
            Expr::Call(call) if self.exchanges_followed(call) => self.eval_call(call, want),
            // In an inlined function `?` leaves that function only, not the generated one.
            Expr::Try(question) if !self.frames.calls.is_empty() => self.eval_try(question),
            // A branch that leaves the function or a loop must be followed, even if its condition
            // is opaque.
            Expr::If(branch) if leaves::leaves(expression, self.frames.wrapper) => {
                self.eval_if(branch, Goes::On)
            }
            Expr::Match(found) if leaves::leaves(expression, self.frames.wrapper) => {
                self.eval_match(found, Goes::On)
            }
            _ => match (self.dimensions_of(expression), self.keep(expression)?) {
                (Some((rows, cols)), Value::Inactive(kept)) => {
                    self.writer.matrix_of(kept, rows, cols)
                }
                (None, Value::Inactive(kept)) => Ok(self.noted(strip(expression), kept, want)),
                (_, kept) => Ok(kept),
            },
        }
    }

    /// Whether an expression takes the last element of a list whose elements are known.
    pub(crate) fn takes_from_list(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::MethodCall(call) => {
                let is_list = match strip(&call.receiver) {
                    Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                        let binding = self.names.scopes.get(&name.to_string());
                        binding.is_some_and(|binding| matches!(binding.value, Value::Array(_)))
                    }),
                    _ => false,
                };
                (takes_end(&call.method) && is_list) || self.takes_from_list(&call.receiver)
            }
            _ => false,
        }
    }

    /// The value of an expression that is known at expansion; reports nothing.
    pub(crate) fn try_known(&mut self, expression: &Expr) -> Option<Value> {
        self.try_known_as(expression, None)
    }

    fn try_known_as(&mut self, expression: &Expr, want: Want<'_>) -> Option<Value> {
        let known = self.quietly(|run| run.eval_as(expression, want));
        known.ok().filter(|value| match value {
            Value::Inactive(code) => self.is_known_code(&code.tokens),
            _ => true,
        })
    }

    /// `left == right` and `left != right` in a trial, where both sides are known. `None` where
    /// nothing on the left is compared part by part, for example a number.
    pub(crate) fn known_equality(
        &mut self,
        binary: &syn::ExprBinary,
        left: &Value,
    ) -> Found<Option<Value>> {
        let is_equality = matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_));
        let is_number = |value: &Value| {
            matches!(
                value,
                Value::Scalar(_) | Value::Integer(_) | Value::Matrix(_)
            )
        };
        if !is_equality || !self.writer.is_trial() || is_number(left) || !self.is_whole_code(left) {
            return Ok(None);
        }
        let right = self.eval(&binary.right)?;
        let right = self.behind(right, &binary.right)?;
        let Some(equal) = self.equal_parts(left, &right) else {
            self.writer.at_run_time()?;
            return Err(Stop);
        };
        let answer = equal == matches!(binary.op, BinOp::Eq(_));
        Ok(Some(Value::Boolean(answer)))
    }

    /// `list.contains(&value)` and `(a..b).contains(&value)` in a trial. `None` for other calls.
    pub(crate) fn known_contains(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let is_asked = call.method == "contains" && call.args.len() == 1;
        if !is_asked || !self.writer.is_trial() {
            return Ok(None);
        }
        let wanted = &call.args[0];
        if let Expr::Range(range) = strip(&call.receiver) {
            let wanted = self.eval_base(wanted)?;
            let wanted = self.known_integer(wanted, &call.args[0], "value")?;
            let start = match &range.start {
                Some(start) => self.eval_integer(start, "bound")?,
                None => i128::MIN,
            };
            let is_before = match (&range.end, range.limits) {
                (Some(end), syn::RangeLimits::HalfOpen(_)) => {
                    wanted < self.eval_integer(end, "bound")?
                }
                (Some(end), syn::RangeLimits::Closed(_)) => {
                    wanted <= self.eval_integer(end, "bound")?
                }
                (None, _) => true,
            };
            return Ok(Some(Value::Boolean(start <= wanted && is_before)));
        }
        let Value::Array(elements) = self.eval_base(&call.receiver)? else {
            return self.writer.refuse(call, "");
        };
        let wanted = self.eval_base(wanted)?;
        let (mut is_there, mut is_known) = (false, true);
        for element in elements.iter() {
            match self.equal_parts(element, &wanted) {
                Some(equal) => is_there |= equal,
                None => is_known = false,
            }
        }
        if !is_known {
            return self.writer.refuse(call, "");
        }
        Ok(Some(Value::Boolean(is_there)))
    }

    /// What a function of the user's gives for known arguments, for example the next cell of a
    /// ring: `let mut k = i + 1; if k == n { k = 0; } k`. A trial cannot change variables, so the
    /// body is run and taken back. `None` if it has written something for run time.
    fn known_by_running(&mut self, call: &syn::ExprCall, want: Want<'_>) -> Option<Value> {
        let function = self.quietly(|run| run.function_called(&call.func));
        let is_own = matches!(function, Ok(Some(_)));
        if !is_own || call.args.iter().any(|part| self.try_known(part).is_none()) {
            return None;
        }
        let before = self.checkpoint();
        let value = self.call_of_function(call, want);
        let is_pure = self.has_only_computed(&before);
        self.rollback(before);
        value
            .ok()
            .flatten()
            .filter(|value| is_pure && is_whole(value))
    }

    /// Whether each arm gives a known `Option` of known integers: `if up { Some(k + 1) } else {
    /// None }`. Such a branch is followed, so that the integers stay known.
    fn chooses_known_options(&mut self, branch: &syn::ExprIf) -> bool {
        let is_option = |value: &Value| {
            let mut is_known = matches!(value, Value::Maybe(_));
            value.for_each_leaf(&mut |leaf| {
                is_known &= matches!(
                    leaf,
                    Value::Integer(_) | Value::Unassigned | Value::Maybe(_)
                );
            });
            is_known
        };
        let Some((_, otherwise)) = &branch.else_branch else {
            return false;
        };
        let then = self.quietly(|run| run.try_inner_block(&branch.then_branch, None));
        if !then.is_ok_and(|value| is_option(&value)) {
            return false;
        }
        match strip(otherwise) {
            Expr::If(next) => self.chooses_known_options(next),
            otherwise => self
                .try_known(otherwise)
                .is_some_and(|value| is_option(&value)),
        }
    }

    /// `gcd(n, m) - 1`, where a trial cannot run the function, because it changes variables.
    fn known_operands(&mut self, binary: &syn::ExprBinary) -> Option<Value> {
        if ![&binary.left, &binary.right]
            .iter()
            .any(|side| calls(side, 0))
        {
            return None;
        }
        let before = self.checkpoint();
        let sides = self.eval(&binary.left).and_then(|left| {
            let is_known = is_whole(&left);
            let right = is_known.then(|| self.eval(&binary.right));
            Ok((left, right.ok_or(Stop)??))
        });
        let value = sides.and_then(|(left, right)| {
            if is_whole(&right) {
                self.combine(&binary.op, left, right, binary)
            } else {
                Err(Stop)
            }
        });
        let is_pure = self.has_only_computed(&before);
        match value {
            Ok(value) if is_pure && is_whole(&value) => Some(value),
            _ => {
                self.rollback(before);
                None
            }
        }
    }

    /// What a block or a loop gives that changes variables on the way: `{ count += 1; count }`,
    /// `loop { if k * k > n { break k; } k += 1; }`. `None` if only run time knows it, or if the
    /// user's own code is in it.
    fn known_block(&mut self, block: &Expr) -> Option<Value> {
        let before = self.checkpoint();
        let value = match block {
            Expr::Block(block) if block.label.is_none() => self.eval_block(&block.block),
            Expr::Loop(each) => self.eval_loop(each),
            _ => Err(Stop),
        };
        match value {
            Ok(value) if is_whole(&value) && self.writer.has_only_computed(before.written()) => {
                Some(value)
            }
            _ => {
                self.rollback(before);
                None
            }
        }
    }

    pub(super) fn eval_block_expression(
        &mut self,
        block: &syn::ExprBlock,
        want: Want<'_>,
    ) -> Found<Value> {
        if self.writer.is_trial() && block.label.is_none() {
            return self.try_inner_block(&block.block, want);
        }
        // A trial must not change what names mean.
        self.writer.at_run_time()?;
        match &block.label {
            Some(label) => self.eval_labelled(label, &block.block),
            None => self.eval_block(&block.block),
        }
    }

    /// A block inside of an expression, in a trial: what it declares ends with it.
    pub(super) fn try_inner_block(&mut self, block: &syn::Block, want: Want<'_>) -> Found<Value> {
        let scope = self.names.scopes.enter();
        let value = self.try_block(block, want);
        self.names.scopes.leave(scope);
        value
    }

    /// A body in a trial: only declarations and a value, because they leave no trace.
    pub(crate) fn try_block(&mut self, block: &syn::Block, want: Want<'_>) -> Found<Value> {
        let last = block.stmts.len().saturating_sub(1);
        for (position, statement) in block.stmts.iter().enumerate() {
            match statement {
                // A test that fails does nothing: `if degree < 0 { return Err(..); }`.
                Stmt::Expr(Expr::If(test), _) if position < last && test.else_branch.is_none() => {
                    match self.eval(&test.cond)? {
                        Value::Boolean(false) => {}
                        _ => break,
                    }
                }
                Stmt::Expr(value, None) if position == last => return self.eval_as(value, want),
                Stmt::Local(local) => match &local.init {
                    Some(init) if init.diverge.is_none() => {
                        let value = self.eval(&init.expr)?;
                        self.bind_pattern(&local.pat, value);
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        self.writer.refuse(block, "")
    }

    /// An element that is not there, in an arm that may never be taken. One that is taken panics,
    /// as the user's own code does.
    pub(super) fn no_element(&mut self, position: i128, length: usize) -> Found<Value> {
        self.writer.at_run_time()?;
        let text = format!("index out of bounds: the len is {length} but the index is {position}");
        self.run_failure(&syn::parse_quote!(::core::panic!(#text)))?;
        Err(Stop)
    }

    /// An integer that is known at expansion.
    pub(crate) fn eval_integer(&mut self, expression: &Expr, role: &str) -> Found<i128> {
        let value = self.eval(expression)?;
        self.known_integer(value, expression, role)
    }

    /// A value that must be an integer known at expansion.
    pub(crate) fn known_integer(
        &mut self,
        value: Value,
        expression: &Expr,
        role: &str,
    ) -> Found<i128> {
        match value {
            Value::Integer(integer) => Ok(integer.value),
            other => self.writer.refuse(
                expression,
                &messages::integer_not_known(role, &other.describe()),
            ),
        }
    }
}

/// Whether an operand is a call, or has one as an operand.
fn calls(operand: &Expr, depth: usize) -> bool {
    match strip(operand) {
        Expr::Call(_) => true,
        Expr::Cast(cast) => calls(&cast.expr, depth),
        Expr::Binary(binary) if depth < 4 => {
            calls(&binary.left, depth + 1) || calls(&binary.right, depth + 1)
        }
        _ => false,
    }
}

/// Whether a value consists of integers and answers.
fn is_whole(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Boolean(_) => true,
        Value::Tuple(parts) | Value::Array(parts) => parts.iter().all(is_whole),
        _ => false,
    }
}

/// Whether a method takes the first or the last element out of a list.
fn takes_end(method: &syn::Ident) -> bool {
    ["pop", "pop_back", "pop_front"]
        .iter()
        .any(|name| method == name)
}
