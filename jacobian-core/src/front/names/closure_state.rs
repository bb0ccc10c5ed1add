//! `move` closures that change what they have taken with them.
//!
//! ```text
//! let mut k = x;
//! let mut step = move |d: f64| { k += d; k };      a variable of the closure's own, from `k` as it
//! step(1.0) + step(2.0) + k                        is now; `k` stays `x`
//! ```
//!
//! The state is a hidden variable of the block that makes the closure. A copy of the closure would
//! have a state of its own, so it may be called and borrowed by its name, and nothing else: it is
//! not assigned to another name, moved into another closure, or kept inside of a tuple.

use quote::ToTokens;
use syn::ExprClosure;
use syn::visit_mut::{self, VisitMut};

use crate::front::messages;
use crate::front::names::functions::Captured;
use crate::front::names::state::Lowering;
use crate::front::syntax::inspect::assigned_names;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::place::BindingId;

/// The name of the hidden variable. No name of the source has this spelling.
const STATE: &str = "move";

/// Writes `self.clone()` for a call of the user's own that changes nothing, `self.rate()`, because
/// `assigned_names` knows by the name that `clone` assigns nothing.
struct ReadsOf<'a, M>(&'a Lowering<M>);

impl<M> VisitMut for ReadsOf<'_, M> {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if !matches!(strip(&call.receiver), syn::Expr::Path(path) if path.path.is_ident("self")) {
            return;
        }
        let types = &self.0.given.types;
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        if types.has_method(&name, count) && !types.may_change_receiver(&name, count) {
            call.method = syn::Ident::new("clone", call.method.span());
        }
    }
}

impl<M> Lowering<M> {
    /// The variables that a `move` closure takes with it and changes.
    pub(crate) fn state_of(
        &mut self,
        closure: &ExprClosure,
        captured: &[(String, BindingId)],
        own: &[String],
    ) -> Vec<String> {
        if closure.capture.is_none() {
            return Vec::new();
        }
        let mut body = (*closure.body).clone();
        ReadsOf(self).visit_expr_mut(&mut body);
        let mut changed = assigned_names(&body);
        let is_captured = |name: &String| captured.iter().any(|(known, _)| known == name);
        changed.retain(|name| is_captured(name) && !own.contains(name));
        changed
    }

    /// A variable of the closure's own. Opaque code, references and lists in memory are refused.
    pub(crate) fn own_state(&mut self, id: BindingId, closure: &ExprClosure) -> Found<Captured> {
        let value = self.names.scopes.by_id(id).map(|it| it.value.clone());
        let is_known = |value: &Value| {
            let mut is_known = true;
            value.for_each_leaf(&mut |leaf| {
                is_known &= matches!(
                    leaf,
                    Value::Scalar(_) | Value::Integer(_) | Value::Boolean(_)
                );
            });
            is_known
        };
        let Some(value) = value.filter(is_known) else {
            return self.writer.refuse(closure, messages::CLOSURE_KEEPS_STATE);
        };
        let active = self.is_active_value(&value);
        self.names.scopes.bind(STATE.to_owned(), value, active);
        match self.names.scopes.id(STATE) {
            Some(own) => Ok(Captured::Shared(own)),
            None => self.writer.refuse(closure, messages::CLOSURE_KEEPS_STATE),
        }
    }

    /// The value of a name that is neither called nor borrowed.
    pub(crate) fn named_value(&mut self, value: Value, path: &syn::ExprPath) -> Found<Value> {
        if matches!(value, Value::Inactive(_)) {
            self.writer.at_run_time()?;
        }
        self.refuse_state_in(&value, path)?;
        Ok(value)
    }

    /// Refuses a tuple, a struct or an `Option` with such a closure in it as the value of a
    /// variable, because a copy of the variable would copy the closure.
    pub(crate) fn refuse_hidden_state(&mut self, value: &Value, at: &impl ToTokens) -> Found<()> {
        match value {
            Value::Function(_) => Ok(()),
            value => self.refuse_state_in(value, at),
        }
    }

    /// Refuses a copy of a value if there is a closure with a state of its own in it.
    pub(crate) fn refuse_state_in(&mut self, value: &Value, at: &impl ToTokens) -> Found<()> {
        let mut keeps_state = false;
        value.for_each_leaf(&mut |leaf| {
            if let Value::Function(id) = leaf {
                keeps_state |= self.names.functions.get(id).keeps_state;
            }
        });
        if keeps_state {
            return self.writer.refuse(at, messages::CLOSURE_WITH_STATE_COPIED);
        }
        Ok(())
    }

    /// The value of a variable that a `move` closure takes with it. An opaque variable must not
    /// change from here on.
    pub(crate) fn moved_value(&mut self, id: BindingId, closure: &ExprClosure) -> Found<Captured> {
        let binding = self.names.scopes.by_id(id);
        let Some(value) = binding.map(|binding| binding.value.clone()) else {
            return Ok(Captured::Shared(id));
        };
        self.refuse_state_in(&value, closure)?;
        if matches!(value, Value::Inactive(_)) {
            self.names.scopes.note(id, |binding| binding.moved = true);
        }
        Ok(Captured::Moved(value))
    }
}
