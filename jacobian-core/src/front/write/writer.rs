//! The writer: the code list that the function unrolls to, and everything else that an expansion
//! emits.
//!
//! Invariant: a trial leaves no trace in it.

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::interface::{Interface, Opaque};
use crate::ir::{BranchId, CodeListBuilder, Origin, Precision, RegionId, ValueId};
use crate::ordered::{Map, Set};

use crate::front::messages;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

/// Whether a trial has met something that only run time knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrialState {
    Running,
    Failed,
}

/// The trial around a trial, if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outer(Option<TrialState>);

/// What is written.
pub(crate) struct Writer {
    pub(crate) builder: CodeListBuilder,
    pub(crate) precision: Precision,
    /// The most operations that the function may unroll to.
    pub(crate) limit: usize,
    pub(crate) diagnostics: Diagnostics,
    /// Inside a trial, what cannot be known at expansion fails it instead of being reported.
    trial: Option<TrialState>,
    /// The user's own code, by its number.
    pub(crate) opaques: Vec<Opaque>,
    /// Items that the generated function repeats.
    pub(crate) items: Vec<TokenStream>,
    /// Pure places that are scalars of the code list already.
    pub(crate) places: Map<String, ValueId>,
    /// How often code of the user's might have changed what places hold.
    pub(crate) disturbances: usize,
    /// The regions in which fresh names were made.
    pub(crate) fresh_in: Map<String, RegionId>,
    /// Renamed locals so far, for fresh names.
    pub(crate) renamed: u32,
    /// What the source asks at branches, for messages.
    pub(crate) sources: Map<BranchId, TokenStream>,
    pub(crate) matrices: Matrices,
    /// Statements executed so far, against the limit `unroll`.
    pub(crate) executed: usize,
    /// Whether the limit has been passed and reported.
    pub(crate) exhausted: bool,
}

impl Writer {
    pub(crate) fn new(interface: &Interface, limit: usize, diagnostics: Diagnostics) -> Self {
        let independents = interface.independents.len();
        let mut builder = CodeListBuilder::new(independents, interface.precision);
        for (column, is_followed) in (0..).zip(&interface.are_followed) {
            if *is_followed {
                builder.note_adjacent(column);
            }
        }
        Self {
            builder,
            precision: interface.precision,
            limit,
            diagnostics,
            trial: None,
            opaques: Vec::new(),
            items: Vec::new(),
            places: Map::new(),
            disturbances: 0,
            fresh_in: Map::new(),
            renamed: 0,
            sources: Map::new(),
            matrices: Matrices::default(),
            executed: 0,
            exhausted: false,
        }
    }
}

impl Writer {
    /// Reports a mistake at the tokens, and poisons.
    pub(crate) fn refuse(&mut self, tokens: &impl quote::ToTokens, message: &str) -> Value {
        if let Some(trial) = &mut self.trial {
            *trial = TrialState::Failed;
        } else {
            let is_generated = |name: &str| self.fresh_in.contains_key(name);
            let message = messages::in_users_names(message, is_generated);
            self.diagnostics.error_at(tokens, &message);
        }
        Value::Poison
    }

    /// Reports mistakes that were found before, and poisons.
    pub(crate) fn refuse_all(&mut self, errors: &[syn::Error]) -> Value {
        if self.trial.is_none() {
            self.diagnostics.push_all(errors.to_vec());
        }
        self.refuse_quietly()
    }

    /// Whether this is a trial, which reports nothing and writes nothing.
    pub(crate) fn is_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Whether this is a trial that has met something which only run time knows.
    pub(crate) fn has_stopped(&self) -> bool {
        self.trial == Some(TrialState::Failed)
    }

    /// Begins a trial, maybe inside of another one, which `end_trial` goes back to.
    pub(crate) fn begin_trial(&mut self) -> Outer {
        Outer(self.trial.replace(TrialState::Running))
    }

    /// Ends a trial: found, if nothing was met that only run time knows.
    pub(crate) fn end_trial<T>(&mut self, outer: Outer, found: T) -> Found<T> {
        match std::mem::replace(&mut self.trial, outer.0) {
            Some(TrialState::Failed) => Err(Stop),
            _ => Ok(found),
        }
    }

    /// Poisons after a mistake that has been reported.
    pub(crate) fn refuse_quietly(&mut self) -> Value {
        if let Some(trial) = &mut self.trial {
            *trial = TrialState::Failed;
        }
        Value::Poison
    }

    /// Counts one executed statement; false once the limit is passed, which is reported once.
    pub(crate) fn spend(&mut self, count: usize, tokens: &impl quote::ToTokens) -> bool {
        self.executed = self.executed.saturating_add(count);
        let spent = self.executed.max(self.builder.code().statements().len());
        if spent > self.limit && !self.exhausted {
            self.exhausted = true;
            let message = messages::unrolls_too_far(spent, self.limit);
            self.diagnostics.error_at(tokens, &message);
        }
        !self.exhausted
    }

    pub(crate) fn apply(
        &mut self,
        operation: crate::ir::elemental::Operation,
        operands: &[ValueId],
    ) -> Value {
        Value::Scalar(self.builder.apply(operation, operands, Origin::default()))
    }

    /// Notes the values that a statement assigns.
    pub(crate) fn name_leaves(&mut self, value: &Value) {
        value.for_each_leaf(&mut |leaf| {
            if let Value::Scalar(id) = leaf {
                self.builder.name(*id);
            }
        });
    }

    /// An aggregate, unless it has more parts than a function may have operations.
    pub(crate) fn limited(&mut self, aggregate: Value, at: &impl quote::ToTokens) -> Value {
        let limit = self.limit;
        if aggregate.has_more_leaves_than(limit) {
            return self.refuse(at, &messages::aggregate_too_large(limit));
        }
        aggregate
    }
}

/// What is known of the matrices of a function as a whole.
#[derive(Debug, Default)]
pub(crate) struct Matrices {
    /// Whether the function has any.
    pub(crate) seen: bool,
    /// How a matrix of these dimensions is written.
    pub(crate) types: Map<(usize, usize), TokenStream>,
    /// Statements that compile only where types are nalgebra's.
    pub(crate) checks: Map<String, TokenStream>,
    /// Places whose types are checked already.
    pub(crate) confirmed: Set<String>,
}
