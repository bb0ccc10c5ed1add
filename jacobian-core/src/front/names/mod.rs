//! Names: scopes, the places behind them, activity, and the functions that are being run.
//!
//! After the first statement of the running example these names are in scope:
//!
//! ```text
//! x    [v0, v1, v2]     active
//! k    `k`              not active: the parameter itself
//! r    v4               active
//! ```
//!
//! [`state`] is the whole state of the interpreter. It is generic over the evaluator, and this room
//! does not use the evaluator.

pub(crate) mod activity;
pub(crate) mod advice;
pub(crate) mod any_types;
pub(crate) mod asked_methods;
pub(crate) mod bindings;
pub(crate) mod block_imports;
mod bounded_names;
pub(crate) mod call_types;
pub(crate) mod carried;
pub(crate) mod changed_by_calls;
pub(crate) mod checkpoint;
pub(crate) mod closed_fields;
pub(crate) mod closure_state;
pub(crate) mod closure_texts;
pub(crate) mod collections;
pub(crate) mod const_parameters;
pub(crate) mod constant_types;
pub(crate) mod control;
pub(crate) mod crate_types;
pub(crate) mod declared_widths;
pub(crate) mod dereferences;
mod derived_defaults;
pub(crate) mod distributions;
pub(crate) mod failing_calls;
pub(crate) mod field_stores;
pub(crate) mod fits;
pub(crate) mod followed_rules;
pub(crate) mod foreign_values;
pub(crate) mod functions;
pub(crate) mod hidden_methods;
pub(crate) mod holders;
pub(crate) mod inactive_matrices;
pub(crate) mod independents;
mod integer_bounds;
pub(crate) mod item_types;
pub(crate) mod kept_lets;
pub(crate) mod known_codes;
pub(crate) mod known_types;
pub(crate) mod literal_checks;
mod literal_types;
pub(crate) mod loads;
pub(crate) mod observers;
pub(crate) mod open_parameters;
mod other_instances;
pub(crate) mod own_copies;
pub(crate) mod own_sequences;
pub(crate) mod own_types;
pub(crate) mod parameter_items;
pub(crate) mod part_meanings;
pub(crate) mod pattern_types;
pub(crate) mod place_types;
pub(crate) mod places;
pub(crate) mod respelled;
mod result_lengths;
pub(crate) mod result_methods;
pub(crate) mod rule_calls;
pub(crate) mod rule_proposals;
pub(crate) mod rules;
pub(crate) mod scalar_instances;
pub(crate) mod scalars;
pub(crate) mod scopes;
pub(crate) mod seen_names;
pub(crate) mod spell;
pub(crate) mod stand_ins;
pub(crate) mod standard_functions;
pub(crate) mod standard_types;
pub(crate) mod state;
pub(crate) mod stored;
pub(crate) mod stored_elements;
pub(crate) mod substitute;
pub(crate) mod typed_parts;
pub(crate) mod types;
mod unequal_lengths;
pub(crate) mod unknown_macros;
pub(crate) mod unseen_methods;
pub(crate) mod variants;
pub(crate) mod wanted_types;
