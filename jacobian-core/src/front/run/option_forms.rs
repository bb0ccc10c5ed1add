//! A guess from syntax whether an expression is an `Option` or a `Result` that has to be followed.
//!
//! ```text
//! x.iter().map(f)            a list, because its receiver is one
//! root(x).map(f)             an `Option`, because the type of `root` says so
//! ```
//!
//! `map`, `filter` and others mean different things for lists and for values that may be missing.
//! We decide from the syntax, before anything is evaluated, because evaluating twice would run
//! closures twice.

use std::rc::Rc;

use syn::{Expr, ExprMethodCall};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form;
use crate::front::syntax::strip::strip;
use crate::front::syntax::variants::{last_is, variant_called};
use crate::front::value::Value;
use crate::front::value::function::FunctionId;

/// Methods that give an `Option` or `Result` if the receiver is one.
pub(crate) const KEEPING: &[&str] = &[
    "map", "map_err", "and_then", "filter", "or", "or_else", "ok", "copied", "cloned", "as_ref",
    "as_mut", "clone", "take", "flatten",
];

/// Methods that give an `Option` or `Result` from another type.
pub(crate) const MAKING: &[&str] = &[
    "then",
    "then_some",
    "pop",
    "rposition",
    "binary_search_by",
    "binary_search_by_key",
    "try_inverse",
    "ok_or",
    "ok_or_else",
    "checked_add",
    "checked_sub",
    "checked_mul",
];

impl Lowering<Run> {
    /// Whether an expression is an `Option` or `Result` that has to be followed.
    pub(crate) fn is_maybe(&mut self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => {
                    let value = self.names.scopes.get(&name.to_string());
                    match value.map(|binding| binding.value.clone()) {
                        Some(Value::Maybe(_)) => true,
                        Some(Value::Reference(place)) => {
                            let place = self.follow(place);
                            matches!(self.load(&place), Some(Value::Maybe(_)))
                        }
                        Some(Value::Inactive(place)) => self.wrapper_of(&place).is_some(),
                        Some(_) => false,
                        None => name == "None",
                    }
                }
                None => last_is(&path.path, "None"),
            },
            Expr::Call(call) => variant_called(&call.func).is_some() || self.may_fail(&call.func),
            Expr::MethodCall(call) => {
                let is = |names: &[&str]| names.iter().any(|name| call.method == name);
                Self::is_search(call)
                    || is(MAKING)
                    || (is(KEEPING) && self.is_maybe(&call.receiver))
                    || self.method_may_fail(call)
            }
            Expr::Reference(inner) => self.is_maybe(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => {
                self.is_maybe(&inner.expr)
            }
            Expr::If(branch) => {
                let then = branch.then_branch.stmts.last();
                let otherwise = branch.else_branch.as_ref();
                self.ends_in_maybe(then)
                    || otherwise.is_some_and(|(_, otherwise)| self.is_maybe(otherwise))
            }
            Expr::Match(found) => found.arms.iter().any(|arm| self.is_maybe(&arm.body)),
            Expr::Block(block) => self.ends_in_maybe(block.block.stmts.last()),
            Expr::Field(_) | Expr::Index(_) => {
                let place = self.quietly(|run| run.place(expression));
                place.is_ok_and(|place| matches!(self.load(&place), Some(Value::Maybe(_))))
            }
            _ => false,
        }
    }

    pub(crate) fn ends_in_maybe(&mut self, last: Option<&syn::Stmt>) -> bool {
        matches!(last, Some(syn::Stmt::Expr(value, None)) if self.is_maybe(value))
    }

    pub(crate) fn may_fail(&mut self, callee: &Expr) -> bool {
        let Expr::Path(path) = strip(callee) else {
            return false;
        };
        let name = form::path_key(&path.path);
        let binding = name.and_then(|name| self.names.scopes.get(&name));
        match binding.map(|binding| binding.value.clone()) {
            Some(Value::Function(id)) => self.function_may_fail(&id),
            _ => false,
        }
    }

    pub(crate) fn method_may_fail(&mut self, call: &ExprMethodCall) -> bool {
        if !matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self")) {
            return false;
        }
        let name = format!("self.{}", call.method);
        match self
            .names
            .scopes
            .get(&name)
            .map(|binding| binding.value.clone())
        {
            Some(Value::Function(id)) => self.function_may_fail(&id),
            _ => false,
        }
    }

    fn function_may_fail(&mut self, id: &FunctionId) -> bool {
        let function = Rc::clone(self.names.functions.get(id));
        // A closure without a return type: its body tells.
        function.may_fail()
            || function
                .untyped_body()
                .is_some_and(|body| self.is_maybe(body))
    }
}
