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

use crate::interface::Wrapper;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Head;
use crate::front::run::Run;
use crate::front::syntax::conversions::array_of_call;
use crate::front::syntax::strip::strip;
use crate::front::syntax::variants::{last_is, variant_called};
use crate::front::syntax::{form, types};
use crate::front::value::Value;
use crate::front::value::function::FunctionId;

/// Methods that give an `Option` or `Result` if the receiver is one.
pub(crate) const KEEPING: &[&str] = &[
    "map",
    "map_err",
    "and_then",
    "filter",
    "or",
    "or_else",
    "ok",
    "err",
    "copied",
    "cloned",
    "as_ref",
    "as_mut",
    "clone",
    "take",
    "flatten",
    "context",
    "with_context",
    "wrap_err",
    "wrap_err_with",
    "change_context",
    "whatever_context",
];

/// Methods that give an `Option` or `Result` from another type.
pub(crate) const MAKING: &[&str] = &[
    "then",
    "then_some",
    "first_chunk",
    "last_chunk",
    "pop",
    "pop_back",
    "pop_front",
    "rposition",
    "binary_search_by",
    "binary_search_by_key",
    "try_inverse",
    "try_normalize",
    "ok_or",
    "ok_or_else",
    "checked_add",
    "checked_sub",
    "checked_add_signed",
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
            Expr::Call(call) => {
                variant_called(&call.func).is_some()
                    || array_of_call(call).is_some()
                    || self.may_fail(&call.func)
                    || self.ruled_call_may_fail(call)
                    || self.may_decompose(call)
                    || self.makes_distribution(call)
            }
            Expr::MethodCall(call) => {
                let is = |names: &[&str]| names.iter().any(|name| call.method == name);
                Self::is_search(call)
                    || is(MAKING)
                    || (is(KEEPING) && self.is_maybe(&call.receiver))
                    || self.method_may_fail(call)
                    || self.ruled_method_may_fail(call)
                    || self.solves_at_run_time(call)
                    || (self.foreign_method_may_fail(call) && self.names.is_active(&call.receiver))
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
            Expr::Index(index) if self.names_stored(&index.expr) => {
                let list = self.stored_at_place(&index.expr);
                list.is_some_and(|list| matches!(list.like, Value::Maybe(_)))
            }
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
            Some(_) => false,
            None => self.associated_may_fail(&path.path),
        }
    }

    /// Whether a function of a type that has several of one name, `Unit::try_new`, gives an
    /// `Option` or `Result`.
    fn associated_may_fail(&self, path: &syn::Path) -> bool {
        let mut owner = path.clone();
        let Some(name) = owner.segments.pop() else {
            return false;
        };
        owner.segments.pop_punct();
        let name = name.ident.to_string();
        let types = &self.given.types;
        let Some(key) = types.key(&owner, &self.within()) else {
            return false;
        };
        all_may_fail(&types.methods_named(&key, &name))
    }

    /// Whether a method of a type in view gives an `Option` or `Result`.
    fn own_method_may_fail(&self, call: &ExprMethodCall) -> bool {
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let types = &self.given.types;
        if !types.has_method(&name, count) {
            return false;
        }
        let known = self.peek(&call.receiver);
        let key = known.and_then(|value| self.key_of_value(&value));
        let key = key.or_else(|| {
            let written = self.type_of_expression(&call.receiver)?;
            self.key_of_written(&written)
        });
        let Some(key) = key else {
            // Without a type, all methods of this name say it.
            let all = types.methods.values().flatten();
            let named = |head: &&Rc<Head>| head.signature.ident == name && head.takes(count);
            return all_may_fail(&all.filter(named).cloned().collect::<Vec<_>>());
        };
        let own = types.methods(&key, &name, count);
        let behind = types.behind_key(&key).filter(|_| own.is_empty());
        let inner = behind.map(|key| types.methods(&key, &name, count));
        all_may_fail(&inner.unwrap_or(own))
    }

    pub(crate) fn method_may_fail(&mut self, call: &ExprMethodCall) -> bool {
        if !matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self")) {
            return self.own_method_may_fail(call);
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

/// Whether all of some methods, of which there is one, declare an `Option` or `Result`.
fn all_may_fail(heads: &[Rc<Head>]) -> bool {
    let may_fail = |head: &Rc<Head>| {
        let (fallible, _) = types::declared(&head.signature.output);
        fallible.0 != Wrapper::Plain
    };
    !heads.is_empty() && heads.iter().all(may_fail)
}
