//! Closures that change variables around them, in places where the number of their runs matters.
//!
//! ```text
//! x.iter().map(|v| { n += 1; .. }).take(2)       runs for two items, as in the library
//! x.iter().filter(|v| { n += 1; .. }).take(2)    the library stops early, we do not: refused
//! x.iter().map(|v| { n += 1; .. }).zip([a, b])   the library may take a third item: refused
//! x.iter().map(|v| { n += 1; .. }).filter(f)     we ask `f` about all items at once: refused
//! ```

use syn::{Expr, ExprMethodCall, Ident};

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::functions::Captured;
use crate::front::names::state::Lowering;
use crate::front::syntax::changes::changed_variables;
use crate::front::syntax::declared::declared_first;
use crate::front::syntax::elementals;
use crate::front::syntax::form::root_name;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::{Callable, FunctionId};
use crate::front::value::items::Item;

impl<M: Machine> Lowering<M> {
    /// Refuses a closure that changes variables, because it runs here before its item is taken.
    pub(crate) fn refuse_changes(
        &mut self,
        callable: &Callable,
        call: &ExprMethodCall,
    ) -> Found<()> {
        if self.changes_variables(callable) {
            return self.writer.refuse(call, messages::CHANGES_IN_CHAIN);
        }
        Ok(())
    }

    /// Refuses items of which the library takes one more than it gives, if that one has effects.
    pub(crate) fn refuse_surplus(
        &mut self,
        surplus: Option<&Item>,
        call: &ExprMethodCall,
    ) -> Found<()> {
        if surplus.is_some_and(|item| self.runs_changes(item)) {
            return self.writer.refuse(call, messages::CHANGES_IN_CHAIN);
        }
        Ok(())
    }

    /// Refuses items that run such a closure, where all are taken here before the first is given.
    pub(crate) fn refuse_taken_early(
        &mut self,
        items: &[Item],
        call: &ExprMethodCall,
    ) -> Found<()> {
        if items.iter().any(|item| self.runs_changes(item)) {
            return self.writer.refuse(call, messages::CHANGES_IN_CHAIN);
        }
        Ok(())
    }

    /// Whether taking an item runs a closure that changes variables.
    fn runs_changes(&self, item: &Item) -> bool {
        match item {
            Item::Ready(_) | Item::Perhaps(..) => false,
            Item::Mapped(inner, function) => {
                self.changes_variables(function) || self.runs_changes(inner)
            }
            Item::Pair(left, right) => self.runs_changes(left) || self.runs_changes(right),
            Item::Under(_, _, inner) => self.runs_changes(inner),
            Item::After(dropped, inner) => {
                dropped.iter().any(|item| self.runs_changes(item)) || self.runs_changes(inner)
            }
        }
    }

    fn changes_variables(&self, callable: &Callable) -> bool {
        match callable {
            Callable::Function(id) => self.function_changes_variables(id, &mut Vec::new()),
            Callable::Seen(function) => self.changes_variables(function),
            Callable::Method(_) | Callable::Identity => false,
        }
    }

    /// Whether a function changes a variable that it captures, or calls one that does.
    fn function_changes_variables(&self, id: &FunctionId, seen: &mut Vec<usize>) -> bool {
        // Functions of a module see each other, and themselves.
        if seen.contains(&id.index()) {
            return false;
        }
        seen.push(id.index());
        let function = self.names.functions.get(id);
        let own = declared_first(&function.body);
        let captured = |name: &str| {
            let mut all = function.captured.iter();
            let found = all.find(|(captured, _)| captured == name && !own.contains(captured))?;
            match &found.1 {
                Captured::Shared(id) => Some(&self.names.scopes.by_id(*id)?.value),
                Captured::Moved(value) => Some(value),
            }
        };
        let changes = |call: &Expr| {
            self.may_change_receiver(call)
                || Self::changes_list(call)
                || root_of_call(call)
                    .and_then(|root| captured(&root.to_string()))
                    .is_some_and(|value| self.is_changed_by_call(value, call))
        };
        let changed = changed_variables(&function.body, &changes);
        if changed
            .iter()
            .any(|(name, _)| captured(&name.to_string()).is_some())
        {
            return true;
        }
        function
            .captured
            .iter()
            .any(|(name, _)| match captured(name) {
                Some(Value::Function(inner)) => self.function_changes_variables(inner, seen),
                _ => false,
            })
    }

    /// A call of a method that changes lists, such as `push`.
    fn changes_list(call: &Expr) -> bool {
        matches!(call, Expr::MethodCall(call)
            if Self::LISTS.iter().any(|row| call.method == row.name))
    }

    /// Whether a variable of the user's that is `mut` may be changed by a call: a closure by any
    /// call, an object by a method that we do not know.
    fn is_changed_by_call(&self, value: &Value, call: &Expr) -> bool {
        let Value::Inactive(inactive) = value else {
            return false;
        };
        if !self.names.mutable.contains(&inactive.tokens.to_string()) {
            return false;
        }
        match call {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                elementals::of_method(&name).is_none()
                    && !Self::ITERATORS.iter().any(|row| row.name == name)
                    && !Self::OPTIONS.iter().any(|row| row.name == name)
                    && !Self::INTEGERS.iter().any(|row| row.name == name)
            }
            _ => true,
        }
    }
}

/// The variable that a call is about: the receiver of a method, or the closure that is called.
fn root_of_call(call: &Expr) -> Option<&Ident> {
    match call {
        Expr::MethodCall(call) => root_name(&call.receiver),
        Expr::Call(call) => root_name(&call.func),
        _ => None,
    }
}
