//! Checkpoints of the writer: a piece of code is lowered, taken back and lowered in another way.
//!
//! ```text
//! let before = writer.checkpoint();
//! ..                                    statements, opaque pieces, mistakes
//! writer.rollback(before);              as if nothing had been written
//! ```
//!
//! A loop needs it twice: to unroll it and find that it is better not unrolled, and to lower its
//! body again with other assumptions. A [trial](Writer::begin_trial) is not enough, because it
//! stops at the first thing that only run time knows.
//!
//! Invariant: numbers of fresh names are not used again, so what remembers one cannot mean another.
//! Cost: of a checkpoint, that of the places; of a way back, that of what is taken back. The
//! operations that are taken back count against a limit of their own, the same as that of the
//! function.

use crate::ir;
use crate::ordered::Set;

use crate::front::messages;
use crate::front::value::guard::Guard;
use crate::front::write::places::Places;
use crate::front::write::writer::Writer;

/// The state of a writer.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    code: ir::Checkpoint,
    places: Places,
    disturbances: usize,
    confirmed: Set<String>,
    guards: Vec<Guard>,
    n_opaques: usize,
    n_items: usize,
    n_pattern_names: usize,
    n_macro_checks: usize,
    n_errors: usize,
    chosen_in_loops: usize,
    widest_choice: usize,
    chosen_writes: usize,
    executed: usize,
    exhausted: bool,
}

impl Checkpoint {
    /// The number of errors before it.
    pub(crate) fn n_errors(&self) -> usize {
        self.n_errors
    }
}

impl Writer {
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            code: self.builder.checkpoint(),
            places: self.places.clone(),
            disturbances: self.disturbances,
            confirmed: self.matrices.confirmed.clone(),
            guards: self.guards.clone(),
            n_opaques: self.opaques.len(),
            n_items: self.items.len(),
            n_pattern_names: self.pattern_names.len(),
            n_macro_checks: self.macro_checks.len(),
            n_errors: self.diagnostics.len(),
            chosen_in_loops: self.chosen_in_loops,
            widest_choice: self.widest_choice,
            chosen_writes: self.chosen_writes,
            executed: self.executed,
            exhausted: self.exhausted,
        }
    }

    /// Takes back all that has been written since.
    pub(crate) fn rollback(&mut self, to: Checkpoint) {
        self.builder.rollback(to.code);
        self.places = to.places;
        self.disturbances = to.disturbances;
        self.matrices.confirmed = to.confirmed;
        self.guards = to.guards;
        self.opaques.truncate(to.n_opaques);
        self.items.truncate(to.n_items);
        self.pattern_names.truncate(to.n_pattern_names);
        self.macro_checks.truncate(to.n_macro_checks);
        self.diagnostics.truncate(to.n_errors);
        self.taken_back += self.executed - to.executed;
        self.executed = to.executed;
        self.chosen_in_loops = to.chosen_in_loops;
        self.widest_choice = to.widest_choice;
        self.chosen_writes = to.chosen_writes;
        self.exhausted = to.exhausted;
    }

    /// Whether nothing but arithmetic has been written since: none of the user's own code, and no
    /// mistake.
    pub(crate) fn has_only_computed(&self, since: &Checkpoint) -> bool {
        self.opaques.len() == since.n_opaques
            && self.items.len() == since.n_items
            && self.diagnostics.len() == since.n_errors
    }

    /// Whether a piece of code that was taken back may be lowered again. If not, this is reported.
    pub(crate) fn may_try_again(&mut self, at: &impl quote::ToTokens) -> bool {
        let is_affordable = self.taken_back <= self.limit;
        if !is_affordable {
            self.exhausted = true;
            let message = messages::loop_not_settled(self.limit);
            self.diagnostics.error_at(at, &message);
        }
        is_affordable
    }
}
