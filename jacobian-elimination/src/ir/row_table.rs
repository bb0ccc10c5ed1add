//! The table of rows: the derivatives of values by all independents, as far as the code list has
//! statements for them.
//!
//! [`rows`](super::rows) fills it. A rollback of the code list takes back what came after it.

use super::ids::{LoopId, ValueId};
use crate::ordered::Map;

/// The derivatives of one value, column by column. `None` is zero.
pub(super) type Tangent = Vec<Option<ValueId>>;

/// The rows so far, and the states of loops that have not ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) known: Map<ValueId, Tangent>,
    pub(super) pending: Vec<Pending>,
}

/// A state that holds the derivative of another one, without a value for the end of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) of_loop: LoopId,
    /// The slot that is differentiated.
    pub(super) slot: usize,
    pub(super) column: usize,
    /// The slot of the derivative.
    pub(super) derivative: usize,
}

impl Rows {
    /// Forgets what a rollback has taken back.
    pub(super) fn rollback(&mut self, n_statements: usize, n_slots: &[usize]) {
        let stays = |id: &ValueId| id.index() < n_statements;
        let is_whole = |row: &Tangent| row.iter().flatten().all(stays);
        self.known.retain(|id, row| stays(id) && is_whole(row));
        self.pending.retain(|one| {
            let slots = n_slots.get(one.of_loop.index());
            slots.is_some_and(|n_slots| one.derivative < *n_slots)
        });
    }
}
