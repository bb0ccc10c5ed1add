//! Variables of the user's own that a call may change while it sees active values.
//!
//! ```text
//! if stats.add(x) { .. }      the user's own call, in a condition
//! stats.mean()                this number may vary with `x` from here on, so it is refused
//! log(x); seen.get()          `seen` is a cell, which `log` may change
//! ```

use quote::ToTokens;
use syn::Expr;

use crate::front::names::state::Lowering;
use crate::front::syntax::cells::calls_others;
use crate::front::syntax::changes::changed_variables;
use crate::front::syntax::inspect::is_read;
use crate::front::value::Value;

impl<M> Lowering<M> {
    /// Notes the variables that calls in the user's own code may change.
    pub(crate) fn note_changed_by_calls(&mut self, code: &Expr) {
        if !self.writer.cells.is_empty() && self.names.is_active(code) && calls_others(code) {
            self.writer.note_told();
        }
        let types = std::rc::Rc::clone(&self.given.types);
        let is_call = |call: &Expr| match call {
            Expr::MethodCall(call) => {
                let count = call.args.len() + 1;
                let reads =
                    is_read(&call.method) || types.reads_receiver(&call.method.to_string(), count);
                count > 1 && !reads
            }
            _ => false,
        };
        for (root, call) in changed_variables(code, &is_call) {
            let sees_active = match &call {
                Expr::MethodCall(call) => call.args.iter().any(|seen| self.names.is_active(seen)),
                _ => self.names.is_active(code),
            };
            let name = root.to_string();
            let binding = self.names.scopes.get(&name);
            let place = match binding.map(|binding| &binding.value) {
                Some(Value::Inactive(place)) => place.tokens.clone(),
                None if root == "self" => root.to_token_stream(),
                _ => continue,
            };
            let may_change = (root == "self" && self.names.changes_self) || self.may_change(&place);
            let variable = place
                .into_iter()
                .next()
                .map(|variable| variable.to_string());
            if sees_active && may_change {
                self.writer.varying.extend(variable);
            }
        }
    }
}
