//! Checkpoints of the interpreter: what has been written, what names mean, and where control is.

use crate::front::names::scopes::{Mark, Snapshot};
use crate::front::names::state::Lowering;
use crate::front::write::checkpoint::Checkpoint as Written;

/// The state of the interpreter between two statements.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    written: Written,
    names: Snapshot,
    scope: Mark,
    n_pending: usize,
    n_targets: usize,
    n_repeated: usize,
}

impl Checkpoint {
    /// The state of the writer.
    pub(crate) fn written(&self) -> &Written {
        &self.written
    }

    /// The number of errors before it.
    pub(crate) fn n_errors(&self) -> usize {
        self.written.n_errors()
    }
}

impl<M> Lowering<M> {
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            written: self.writer.checkpoint(),
            names: self.names.scopes.snapshot(),
            scope: self.names.scopes.enter(),
            n_pending: self.control.pending.len(),
            n_targets: self.frames.targets.targets.len(),
            n_repeated: self.control.repeated.len(),
        }
    }

    /// Whether a name that was in scope at a checkpoint may have another value now.
    pub(crate) fn has_changed_names(&self, since: &Checkpoint) -> bool {
        let now = self.names.scopes.snapshot();
        (0..since.names.len()).any(|position| !now.is_untouched(position, &since.names))
    }

    /// Whether nothing has happened since but arithmetic: no name that was in scope has another
    /// value, nothing was written for run time, and nothing was wrong.
    pub(crate) fn has_only_computed(&self, since: &Checkpoint) -> bool {
        !self.has_changed_names(since) && self.writer.has_only_computed(&since.written)
    }

    /// Goes back to a checkpoint of the function that runs now.
    pub(crate) fn rollback(&mut self, to: Checkpoint) {
        self.writer.rollback(to.written);
        self.names.scopes.leave(to.scope);
        self.names.scopes.restore(&to.names);
        self.names.unwritten.clear();
        self.names.unfilled.clear();
        self.control.pending.truncate(to.n_pending);
        self.control.repeated.truncate(to.n_repeated);
        self.control.flow = None;
        self.frames.targets.targets.truncate(to.n_targets);
    }
}
