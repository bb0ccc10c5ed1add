//! Methods in conditions: which have to be followed, and what the others are lent.
//!
//! ```text
//! if a.close(b) { .. }          with `b: &Point`: Point { x: v0, y: v1 }.close(&Point { .. })
//! if self.is_full(n) { .. }     with `of(self.sum)`: followed
//! if q.angle_to(p) < r { .. }   of nalgebra: followed
//! ```
//!
//! A call of the user's own method costs no derivative, because a condition has none.

use std::rc::Rc;

use syn::{Expr, ExprMethodCall, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key};
use crate::front::read::matrix_keys::is_matrix_key;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;

impl<M> Lowering<M> {
    /// Whether a method may be one of the user's that changes its receiver, so that it has to be
    /// followed.
    pub(crate) fn has_effects(&self, call: &ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let types = &self.given.types;
        types.may_change_receiver(&name, call.args.len() + 1)
    }

    /// Whether a method has to be followed because no code can name its receiver, or because it is
    /// known by the prelude: `self.is_full()` with `of(self.sum)`, and `q.angle_to(p)` of nalgebra,
    /// whose parameters are references where the prelude has values.
    pub(crate) fn asks_followed(&self, call: &ExprMethodCall) -> bool {
        let Some(value) = self.peek(&call.receiver) else {
            return false;
        };
        let is_place = matches!(value, Value::Fields(_) | Value::Reference(_));
        if is_place && self.spell(&value, &mut Vec::new()).is_none() {
            return true;
        }
        let of_crate = |key: &Key| self.given.types.foreign(key).is_some();
        let Some(key) = self.key_of_value(&value).filter(of_crate) else {
            return false;
        };
        let is_method_of = |key: &Key| !self.heads_of_call(key, call).is_empty();
        // Units have the methods of what is behind their `Deref`.
        let behind = self.given.types.behind_key(&key);
        let is_behind =
            |key: Key| is_method_of(&key) || (is_matrix_key(&key) && !call.args.is_empty());
        is_method_of(&key) || behind.is_some_and(is_behind)
    }

    fn heads_of_call(&self, key: &Key, call: &ExprMethodCall) -> Vec<Rc<Head>> {
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        self.given.types.methods(key, &name, count)
    }

    /// For each argument whether a method in view takes a reference. A followed value is spelled as
    /// a value, so it has to be lent: `a.close(b)` with `b: &P`.
    pub(crate) fn lent_arguments(&self, call: &ExprMethodCall) -> Vec<bool> {
        let value = self.peek(&call.receiver);
        let key = value.and_then(|value| self.key_of_value(&value));
        let heads = key.map_or_else(Vec::new, |key| self.heads_of_call(&key, call));
        let is_lent = |position: usize, head: &Rc<Head>| {
            matches!(head.parameter(position + 1), Some(Type::Reference(lent))
                if lent.mutability.is_none())
        };
        let arguments = 0..call.args.len();
        arguments
            .map(|at| !heads.is_empty() && heads.iter().all(|head| is_lent(at, head)))
            .collect()
    }

    pub(crate) fn lends_to(&mut self, call: &ExprMethodCall) -> bool {
        // A method of a followed value is one that we know.
        let is_object = !self.names.is_active(&call.receiver);
        let lent = |one: &&Expr| is_object || matches!(strip(one), Expr::Reference(_));
        let mut lent = call.args.iter().filter(lent);
        lent.any(|argument| self.lends_mutably(argument))
    }

    /// Whether an argument lends an active value that the method may change, as in
    /// `lu.solve_mut(&mut b)`.
    fn lends_mutably(&mut self, argument: &Expr) -> bool {
        self.names.is_active(argument)
            && match strip(argument) {
                Expr::Reference(lent) => lent.mutability.is_some(),
                Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                    let binding = self.names.scopes.get(&name.to_string());
                    binding.is_some_and(|binding| matches!(binding.value, Value::Reference(_)))
                }),
                _ => false,
            }
    }

    /// Whether a receiver is a struct whose method is not in view. The generated code has a copy of
    /// it, and refers to that, so that rustc refuses a method that would change it.
    pub(crate) fn is_copy_of_struct(&self, call: &ExprMethodCall) -> bool {
        let value = self.peek(&call.receiver);
        let Some(value @ Value::Struct(..)) = value else {
            return false;
        };
        self.key_of_value(&value)
            .is_none_or(|key| self.heads_of_call(&key, call).is_empty())
    }

    /// Whether an argument is a reference in the source, but a value in the generated code.
    pub(crate) fn stands_for_value(&mut self, argument: &Expr) -> bool {
        match strip(argument) {
            Expr::Reference(_) => false,
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                let binding = name.and_then(|name| self.names.scopes.get(&name));
                binding.is_some_and(|binding| !matches!(binding.value, Value::Inactive(_)))
            }
            other => self.names.is_active(other),
        }
    }
}
