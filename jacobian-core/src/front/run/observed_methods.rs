//! Methods in questions: emitted as calls on copies of the values, or followed.
//!
//! ```text
//! if a.close(b) { .. }            Point { x: v0, y: v1 }.close(&Point { x: v2, y: v3 })
//! if self.is_full(n) { .. }       with `of(self.sum)`: the body of the method
//! if x.iter().any(|v| *v > y)     the loop that the chain is
//! ```
//!
//! A call of the user's own method costs nothing here, because a condition has no derivative.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall, Type};

use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key};
use crate::front::read::matrix_keys::is_matrix_key;
use crate::front::run::Run;
use crate::front::syntax::questions::{self, is_quantifier};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;

impl Lowering<Run> {
    /// Whether a method does more than to read its operands, or reads what only the lowering knows.
    pub(crate) fn is_run(&mut self, call: &ExprMethodCall) -> bool {
        (is_quantifier(call) && !self.is_spelled(call))
            || self.has_effects(call)
            || self.asks_followed(call)
            || (!questions::is_predicate(&call.method) && self.lends_to(call))
            || (self.names_stored(&call.receiver) && !Self::is_followed(call))
    }

    /// A method of the value itself, emitted as a call.
    pub(crate) fn observe_method(
        &mut self,
        call: &ExprMethodCall,
        mentions: &mut Vec<ValueId>,
    ) -> Found<TokenStream> {
        let receiver = self.observe(&call.receiver, mentions)?;
        let receiver = if self.is_copy_of_struct(call) {
            quote!((&#receiver))
        } else if self.is_iterator(&call.receiver) && !self.is_chain(&call.receiver) {
            // Its items have been computed.
            quote!(#receiver.into_iter())
        } else {
            receiver
        };
        let compares = questions::is_predicate(&call.method);
        let lent = self.lent_arguments(call);
        let mut arguments = Vec::with_capacity(call.args.len());
        for (argument, is_lent) in call.args.iter().zip(lent) {
            let refers = (compares || is_lent)
                && self.stands_for_value(argument)
                && !self.is_iterator(argument);
            let observed = self.observe(argument, mentions)?;
            arguments.push(if refers {
                quote!(&(#observed))
            } else {
                observed
            });
        }
        let (method, types) = (&call.method, &call.turbofish);
        Ok(quote!(#receiver.#method #types (#(#arguments),*)))
    }

    /// Whether an iterator is emitted as the chain that it is.
    fn is_chain(&mut self, iterator: &Expr) -> bool {
        !self.names.is_active(iterator)
            || matches!(strip(iterator), Expr::MethodCall(call) if self.is_spelled(call))
    }

    /// Whether a method may be one of the user's that changes its receiver, so that it has to be
    /// followed.
    fn has_effects(&self, call: &ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let types = &self.given.types;
        types.may_change_receiver(&name, call.args.len() + 1)
    }

    /// Whether a method has to be followed because no code can name its receiver, or because it is
    /// known by the prelude: `self.is_full()` with `of(self.sum)`, and `q.angle_to(p)` of nalgebra,
    /// whose parameters are references where the prelude has values.
    fn asks_followed(&self, call: &ExprMethodCall) -> bool {
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
    fn lent_arguments(&self, call: &ExprMethodCall) -> Vec<bool> {
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

    fn lends_to(&mut self, call: &ExprMethodCall) -> bool {
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
    fn is_copy_of_struct(&self, call: &ExprMethodCall) -> bool {
        let value = self.peek(&call.receiver);
        let Some(value @ Value::Struct(..)) = value else {
            return false;
        };
        self.key_of_value(&value)
            .is_none_or(|key| self.heads_of_call(&key, call).is_empty())
    }

    /// Whether an argument is a reference in the source, but a value in the generated code.
    fn stands_for_value(&mut self, argument: &Expr) -> bool {
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
