//! Questions about syntax that have an answer without any state.
//!
//! For example, in the running example `x[0] * x[1].sin()` is not a question (`questions`), its
//! operator is the elemental `mul` (`operators`), and `sin` is the elemental of that name
//! (`elementals`).
//!
//! [`trees`] keeps the syntax trees that the evaluator constructs.

pub(crate) mod array_macros;
pub(crate) mod bit_masks;
pub(crate) mod captures;
pub(crate) mod cast_types;
pub(crate) mod cells;
pub(crate) mod cfg_blocks;
pub(crate) mod changes;
pub(crate) mod choices;
pub(crate) mod constants;
pub(crate) mod conversions;
pub(crate) mod countdown;
pub(crate) mod declared;
pub(crate) mod elementals;
pub(crate) mod fields_read;
pub(crate) mod fixed;
pub(crate) mod foreign_texts;
pub(crate) mod foreign_traits;
pub(crate) mod form;
pub(crate) mod found_numbers;
pub(crate) mod fragments;
pub(crate) mod generic_arguments;
pub(crate) mod guards;
pub(crate) mod inspect;
pub(crate) mod integers;
pub(crate) mod leaves;
pub(crate) mod list_lengths;
pub(crate) mod locally_constant;
pub(crate) mod macro_arguments;
pub(crate) mod macro_expressions;
pub(crate) mod macro_matching;
pub(crate) mod macro_rules;
pub(crate) mod matrix_macros;
pub(crate) mod matrix_types;
pub(crate) mod no_numbers;
pub(crate) mod open_lengths;
pub(crate) mod open_types;
pub(crate) mod operators;
pub(crate) mod patterns;
pub(crate) mod places_named;
pub(crate) mod questions;
pub(crate) mod same_bodies;
pub(crate) mod stream_steps;
pub(crate) mod streams;
pub(crate) mod strip;
pub(crate) mod sure_assignments;
pub(crate) mod suspicion;
pub(crate) mod temporaries;
pub(crate) mod texts;
pub(crate) mod tokens;
pub(crate) mod trees;
pub(crate) mod typed_tails;
pub(crate) mod types;
pub(crate) mod unseen_traits;
pub(crate) mod variants;
