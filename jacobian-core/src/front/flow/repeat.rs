//! Loops at run time: one iteration is lowered, as the body of a loop of the code list.
//!
//! ```text
//! let mut y = x; let mut n = 0;            let mut __met_1 = 0;             a variable
//! while y > tol {                          loop
//!     y = y.sin();                           v1 = state 0.0                 the initial is `x`
//!     n += 1;                                `if !(v1 > tol) { break; }`    copied
//! }                                          v2 = sin v1                    next of the state
//! y                                          `__met_1 += 1;`
//!                                          v3 = exit 0.0                    `y` behind the loop
//! ```
//!
//! The body is lowered over [assumptions](Assumed) about names, and again after each widening, from
//! a checkpoint. A test at the start of an iteration is a copied `if .. { break; }`. Other exits
//! meet at the end of the iteration, where a condition ends the loop. Behind it a selector tells
//! which exit was taken, as behind a branch.
//!
//! Invariant: states are assigned only at the end of an iteration, so a copied `break` is emitted
//! only where no name has changed yet. Cost: that of the body, for each round.

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::ir::ValueId;

use crate::front::flow::assumed::Assumed;
use crate::front::flow::branch::DEEPEST;
use crate::front::flow::iteration::{Assumptions, Round, leaving};
use crate::front::flow::machine::{Arm, Machine};
use crate::front::flow::unfollowed::Unfollowed;
use crate::front::messages;
use crate::front::names::control::{End, Exit, Repeated};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

/// The most values inside of each other that an iteration may change. A linked list gets deeper
/// with each iteration, so without a limit no assumption would ever hold.
const MOST_NESTED: usize = 24;

impl<M: Machine> Lowering<M> {
    /// Lowers a loop at run time. `iteration` runs its body once.
    pub(crate) fn repeat(
        &mut self,
        label: Option<&syn::Label>,
        iteration: &Arm<'_, M>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        self.writer.at_run_time()?;
        if self.writer.builder.depth() >= DEEPEST {
            let message = self.writer.too_deep();
            return self.writer.refuse(at, &message);
        }
        let mut assumptions = Assumptions::default();
        loop {
            let checkpoint = self.checkpoint();
            let mut round = self.begin_round(&assumptions, at)?;
            let end = self.run_body_once(&mut round, &assumptions, label, iteration);
            let is_wider = match &end {
                Some(end) => self.widen(&mut assumptions, &round, end, at),
                None => self.writer.refuse(at, messages::LOOP_NEVER_ENDS),
            };
            match (is_wider, end) {
                (Ok(true), _) => {
                    self.rollback(checkpoint);
                    self.store_lists(&mut assumptions, at)?;
                }
                (Ok(false), Some(end)) => return self.end_round(&round, &assumptions, &end, at),
                _ => {
                    self.abandon(&round, &assumptions);
                    return Err(Stop);
                }
            }
            if !self.writer.may_try_again(at) {
                return Err(Stop);
            }
        }
    }

    /// Puts lists into memory before the loop that changes their lengths.
    fn store_lists(&mut self, assumptions: &mut Assumptions, at: &impl ToTokens) -> Found<()> {
        for (position, instead) in std::mem::take(&mut assumptions.stored) {
            let value = self.names.scopes.snapshot().value(position).clone();
            let stored = self.put_into_memory(&value, &instead, at)?;
            self.names.scopes.set(position, stored, true);
        }
        Ok(())
    }

    /// Leaves a loop with a mistake. Names that it changes have no value any more.
    fn abandon(&mut self, round: &Round, assumptions: &Assumptions) {
        self.go_back(round.outside, &round.before);
        for position in assumptions.names.keys() {
            self.names.scopes.set(*position, Value::Poison, false);
        }
    }

    /// Runs the body. `None` if control never comes to the end of an iteration.
    fn run_body_once(
        &mut self,
        round: &mut Round,
        assumptions: &Assumptions,
        label: Option<&syn::Label>,
        iteration: &Arm<'_, M>,
    ) -> Option<End> {
        if assumptions.disturbs {
            self.writer.forget_places();
        }
        let mark = self.control.pending.len();
        let depth = self.enter_target(label, true);
        self.control.repeated.push(Repeated {
            depth,
            body: self.writer.builder.region(),
            start: round.start.clone(),
            n_pending: mark,
            breaks: false,
        });
        let scope = self.names.scopes.enter();
        let value = iteration(self);
        let value = value.and_then(|value| self.writer.discard(value));
        self.names.scopes.leave(scope);
        let value = value.map(|()| Value::unit());
        let end = self.close(mark, Some(Exit::Continue(depth)), value);
        self.leave_target();
        let repeated = self.control.repeated.pop();
        round.depth = depth;
        round.breaks = repeated.is_some_and(|repeated| repeated.breaks);
        end
    }

    /// The assumption about a value after an iteration. `None` if the one before holds.
    fn assumed_after(
        &self,
        assumed: &Assumed,
        start: &Value,
        end: &Value,
    ) -> Result<Option<Assumed>, Unfollowed> {
        let wider = self.widened(assumed, start, end)?;
        if wider.is_some() && end.nesting() > MOST_NESTED {
            return Err(Unfollowed::Nesting);
        }
        Ok(wider)
    }

    /// Compares the end of an iteration with the assumptions about its start. True if one of them
    /// was too narrow.
    fn widen(
        &mut self,
        assumptions: &mut Assumptions,
        round: &Round,
        end: &End,
        at: &impl ToTokens,
    ) -> Found<bool> {
        let mut changed = false;
        for position in 0..round.start.len() {
            if end.names.is_untouched(position, &round.start) {
                continue;
            }
            let found = {
                let assumed = assumptions.names.get(&position);
                let (start, end) = (round.start.value(position), end.names.value(position));
                self.assumed_after(assumed.unwrap_or(&Assumed::Unchanged), start, end)
            };
            match found {
                Ok(None) => {}
                Ok(Some(wider)) => {
                    assumptions.names.insert(position, wider);
                    changed = true;
                }
                Err(unfollowed) => {
                    let (start, end) = (round.start.value(position), end.names.value(position));
                    if let Some(instead) = self.stored_instead(start, end) {
                        assumptions.names.remove(&position);
                        assumptions.stored.insert(position, instead);
                        changed = true;
                        continue;
                    }
                    let name = self.names.scopes.name_at(position);
                    let message =
                        unfollowed.message(Some(name), self.control.count_option.as_deref());
                    return self.writer.refuse(at, &message);
                }
            }
        }
        for exit in leaving(end) {
            // An error that has been reported has no value.
            let Ok(carried) = end.outcome.carried(exit) else {
                continue;
            };
            if self.is_list_around(&carried, round.outside) {
                continue;
            }
            let assumed = assumptions.carried.get(&exit);
            let assumed = assumed.unwrap_or(&Assumed::Unchanged);
            match self.assumed_after(assumed, &Value::Unassigned, &carried) {
                Ok(None) => {}
                Ok(Some(wider)) => {
                    assumptions.unread.insert(exit, self.unread(&carried));
                    assumptions.carried.insert(exit, wider);
                    changed = true;
                }
                Err(unfollowed) => {
                    let message = unfollowed.message(None, self.control.count_option.as_deref());
                    return self.writer.refuse(at, &message);
                }
            }
        }
        let selects = leaving(end).any(|exit| exit != Exit::Break(round.depth));
        let disturbs = self.writer.disturbances != round.disturbances;
        changed |= (selects && !assumptions.selects) || (disturbs && !assumptions.disturbs);
        assumptions.selects |= selects;
        assumptions.disturbs |= disturbs;
        Ok(changed)
    }

    /// Whether a `break` to this depth may be copied: it leaves the innermost loop at run time, and
    /// no name has changed since the start of the iteration.
    pub(crate) fn breaks_at_once(&self, depth: u8) -> bool {
        let Some(repeated) = self.control.repeated.last() else {
            return false;
        };
        let now = self.names.scopes.snapshot();
        repeated.depth == depth
            && repeated.body == self.writer.builder.region()
            && repeated.n_pending == self.control.pending.len()
            && (0..repeated.start.len()).all(|position| now.is_untouched(position, &repeated.start))
    }

    /// Emits a copied statement with a `break` of the innermost loop at run time.
    pub(crate) fn keep_break(&mut self, tokens: TokenStream, mentions: &[ValueId]) -> Found<()> {
        if let Some(repeated) = self.control.repeated.last_mut() {
            repeated.breaks = true;
        }
        self.writer.keep_statement(tokens, mentions)
    }
}
