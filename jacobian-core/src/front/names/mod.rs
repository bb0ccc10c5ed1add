//! What names mean: scopes, places, activity, and the functions that are being run.

pub(crate) mod activity;
pub(crate) mod bindings;
pub(crate) mod control;
pub(crate) mod places;
pub(crate) mod scalars;
pub(crate) mod scopes;
pub(crate) mod spell;
pub(crate) mod state;
pub(crate) mod substitute;
pub(crate) mod types;
