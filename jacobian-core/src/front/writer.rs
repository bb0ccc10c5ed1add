//! The writer: the code list that the function unrolls to, and everything else that an expansion emits.
//!
//! Invariant: a trial leaves no trace in it.

use std::collections::BTreeMap;

use crate::diag::Diagnostics;
use crate::interface::{Interface, Opaque};
use crate::ir::{BranchId, CodeListBuilder, RegionId, ValueId};

use super::matrix::Matrices;

/// Whether a trial has met something that only run time knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrialState {
    Running,
    Failed,
}

/// What is written.
pub(super) struct Writer {
    pub(super) builder: CodeListBuilder,
    pub(super) diagnostics: Diagnostics,
    /// Inside a trial, what cannot be known at expansion fails it instead of being reported.
    pub(super) trial: Option<TrialState>,
    /// The user's own code, by its number.
    pub(super) opaques: Vec<Opaque>,
    /// Items that the generated function repeats.
    pub(super) items: Vec<proc_macro2::TokenStream>,
    /// Pure places that are scalars of the code list already.
    pub(super) places: BTreeMap<String, ValueId>,
    /// How often code of the user's might have changed what places hold.
    pub(super) disturbances: usize,
    /// The regions in which fresh names were made.
    pub(super) fresh_in: BTreeMap<String, RegionId>,
    /// Renamed locals so far, for fresh names.
    pub(super) renamed: u32,
    /// What the source asks at branches, for messages.
    pub(super) sources: BTreeMap<BranchId, proc_macro2::TokenStream>,
    pub(super) matrices: Matrices,
    /// Statements executed so far, against the limit `unroll`.
    pub(super) executed: usize,
    /// Whether the limit has been passed and reported.
    pub(super) exhausted: bool,
}

impl Writer {
    pub(super) fn new(interface: &Interface, diagnostics: Diagnostics) -> Self {
        let independents = interface.independents.len();
        Self {
            builder: CodeListBuilder::new(independents, interface.precision),
            diagnostics,
            trial: None,
            opaques: Vec::new(),
            items: Vec::new(),
            places: BTreeMap::new(),
            disturbances: 0,
            fresh_in: BTreeMap::new(),
            renamed: 0,
            sources: BTreeMap::new(),
            matrices: Matrices::default(),
            executed: 0,
            exhausted: false,
        }
    }
}
