//! Guards, `m.lock().unwrap()`, which are dropped where the source drops them.
//!
//! ```text
//! let y = g(m.borrow().as_slice(), x);      let held = m.borrow(); .. ; { let _dropped = held; }
//! { let w = m.borrow(); if c { return x; } .. }      dropped in the arm that returns as well
//! ```
//!
//! All variables of the generated function live to its end, and what a guard guards may be locked
//! again before. Invariant: no value that is read behind the drop names the guard.

use proc_macro2::Ident;
use quote::quote;

use crate::ir::RegionId;

use crate::front::names::control::{End, Flow};
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::any_name;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::guard::Until;

impl<M> Lowering<M> {
    /// Drops the guards that end here, behind the mark. `n_pending` is the number of branches that
    /// were open there: control may have left by their arms since, or may leave here.
    pub(crate) fn drop_guards(
        &mut self,
        (mark, n_pending): (usize, usize),
        until: Until,
        value: Found<Value>,
    ) -> Found<Value> {
        let guards = self.writer.guards_since(mark, until);
        if guards.is_empty() || self.writer.is_trial() {
            return value;
        }
        let here = self.writer.builder.region();
        let mut pending = std::mem::take(&mut self.control.pending);
        let left = pending.iter_mut().skip(n_pending);
        for end in left.flat_map(|branch| branch.ends.iter_mut().flatten()) {
            // Control may have left before a guard was made.
            let is_alive = |guard: &&Ident| self.is_visible_in(guard, end.region);
            let alive: Vec<Ident> = guards.iter().filter(is_alive).cloned().collect();
            if alive.is_empty() {
                continue;
            }
            self.writer.builder.enter(end.region);
            let dropped = self.drop_at(end, &alive);
            self.writer.builder.enter(here);
            if dropped.is_err() {
                end.value = Err(Stop);
            }
        }
        self.control.pending = pending;
        let flow = match self.control.flow.take() {
            Some(Flow::Fail) => {
                self.control.flow = Some(Flow::Fail);
                return value;
            }
            Some(Flow::Return(carried)) => Some(Flow::Return(self.freed(carried, &guards))),
            Some(Flow::Break(depth, carried)) => {
                Some(Flow::Break(depth, self.freed(carried, &guards)))
            }
            flow => flow,
        };
        self.control.flow = flow;
        let value = self.freed(value, &guards);
        self.free_names(&guards)?;
        self.drop_all(&guards)?;
        value
    }

    /// The argument of `drop_guards` for what is held from here on.
    pub(crate) fn guard_mark(&self) -> (usize, usize) {
        (self.writer.guards.len(), self.control.pending.len())
    }

    fn is_visible_in(&self, variable: &Ident, region: RegionId) -> bool {
        let made_in = self.writer.fresh_in.get(&variable.to_string());
        let code = self.writer.builder.code();
        made_in.is_some_and(|made_in| code.is_visible(*made_in, region))
    }

    fn drop_at(&mut self, end: &mut End, guards: &[Ident]) -> Found<()> {
        end.value = self.freed(std::mem::replace(&mut end.value, Err(Stop)), guards);
        for (_, carried) in end.outcome.carried.iter_mut() {
            *carried = self.freed(std::mem::replace(carried, Err(Stop)), guards);
        }
        self.drop_all(guards)
    }

    fn drop_all(&mut self, guards: &[Ident]) -> Found<()> {
        let drops = guards.iter().map(|guard| quote!(let _dropped = #guard;));
        self.writer.keep_statement(quote!({ #(#drops)* }), &[])
    }

    /// The same value without the names of guards.
    fn freed(&mut self, value: Found<Value>, guards: &[Ident]) -> Found<Value> {
        let value = value?;
        let mut names_guard = false;
        value.for_each_leaf(&mut |leaf| names_guard |= mentions(leaf, guards));
        if !names_guard {
            return Ok(value);
        }
        match value.parts() {
            Some(parts) => {
                let parts = parts.iter();
                let parts = parts.map(|part| self.freed(Ok(part.clone()), guards));
                let parts = parts.collect::<Found<Vec<Value>>>()?;
                Ok(value.rebuilt(parts))
            }
            None => self.writer.settle_part(value),
        }
    }

    /// Variables that keep code with the name of a guard get its value.
    fn free_names(&mut self, guards: &[Ident]) -> Found<()> {
        let names = self.names.scopes.snapshot();
        for position in 0..names.len() {
            let value = names.value(position);
            let mut names_guard = false;
            value.for_each_leaf(&mut |leaf| names_guard |= mentions(leaf, guards));
            if names_guard {
                let freed = self.freed(Ok(value.clone()), guards)?;
                self.names.scopes.set(position, freed, false);
            }
        }
        Ok(())
    }
}

fn mentions(leaf: &Value, guards: &[Ident]) -> bool {
    let is_guard = |name: &str| guards.iter().any(|guard| guard == name);
    matches!(leaf, Value::Inactive(code) if any_name(&code.tokens, &is_guard))
}
