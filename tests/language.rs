//! The input language: programs with awkward syntax, which the front must read in the same way as
//! rustc.
//!
//! ```text
//! effects      the user's own code: order, number of calls, side effects
//! counting     closures of iterators that change a variable
//! indices      indices that only run time knows
//! element_references  `&mut` to elements at such indices
//! chosen_references  `&mut` from searches, functions and arms
//! const_arguments  `power::<3>(x)`, flags
//! grown_lists  lists whose length a branch decides
//! tables       integers computed from active values, searches in tables
//! sorting      sorted active values
//! special_points  entries at zeros, infinities, NaN, poles and branch cuts, by a table
//! fixed_numbers  numbers that nothing can change, between effects
//! verified     the option `verify`: functions that compare themselves with the user's
//! versions     the option `dispatch`: a version for each instruction set
//! macros       `macro_rules!` of the user
//! names        scopes, shadowing, patterns, clashes with generated names
//! lower_case   constants and statics with the names of variables
//! newcomers    programs that were refused or misread when a new user tried them
//! signatures   outputs, slices, methods, failures, shapes, singles, options
//! gradients    the option `gradient`
//! normals      the option `normal`
//! silent       programs that were silently wrong
//! outputs      results without rows, structs through `&mut`, optional parameters
//! block_items  items of helpers and blocks, imported variants, alternatives in patterns
//! numbers      literals, integers, elementals, special values, structure
//! reciprocals  quotients of literals, roots of quotients
//! functions    closures and nested functions, references
//! recursion    functions that call themselves
//! casts        functions that mix `f32` and `f64`
//! chains       iterators, `from_fn`, `map`
//! chosen_arguments  `impl Trait` by options, `a..=b` as a value, aliases that are passed on
//! conversions  lists that become arrays, and `ref mut` in a `let`
//! deques       `VecDeque`, and methods that take a range
//! list_chains  chains over lists in memory that go in parts, methods that change such lists
//! list_methods methods that take elements out, split, or have no end
//! matching     patterns that take active values apart
//! missing      `Option` and `Result` of active values
//! branching_helpers  branches inside of functions, functions inside of branches
//! rules        opaque functions with partials of the user's
//! guards       guards, types without a default, opaque values that leave a loop
//! failing_rules  those that return `Option` or `Result`
//! supplied     functions whose derivatives the caller gives
//! implicit     solvers with the derivative of their residual
//! known_values integers and lengths that the attribute gives
//! constants    entries that never change, and entries that an update writes
//! labels       loops and blocks that are left from inside of others
//! loops        `while` and `loop` that are unrolled
//! run_time_loops  loops whose ends only run time knows, against dual numbers (`dual`)
//! loop_corners other scalars, matrices, outputs, sweeps
//! loop_state   what an iteration may change
//! loop_exits   ways out of such loops
//! loop_zeros   zeros of loops against infinity and NaN
//! stored_lists lists of any length, in memory
//! streams      iterator chains over data of any length
//! standard_functions  functions of the library by their imports, integers in an `Option`
//! control      loops, known conditions, early ends, long bodies
//! branches     conditions at run time, arms, statements behind them
//! ```
//!
//! With `JACOBIAN_FULL` set, those under `#[cfg(full)]` are built too.
//!
//! Each program is run as the user wrote it and as generated; values agree by bits, entries with
//! differences. Most of them failed once.

#![allow(
    clippy::default_trait_access,
    clippy::manual_midpoint,
    clippy::too_many_lines,
    for_loops_over_fallibles,
    unexpected_cfgs,
    unused_qualifications,
    clippy::needless_range_loop,
    clippy::from_iter_instead_of_collect,
    clippy::toplevel_ref_arg,
    clippy::match_single_binding,
    clippy::redundant_closure_call,
    clippy::redundant_else,
    clippy::reserve_after_initialization,
    clippy::unnecessary_result_map_or_else,
    clippy::useless_conversion,
    clippy::needless_borrows_for_generic_args,
    clippy::redundant_locals,
    clippy::ref_option,
    clippy::deref_addrof,
    clippy::useless_vec,
    clippy::unwrap_used,
    clippy::needless_for_each,
    clippy::let_unit_value,
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    clippy::erasing_op,
    clippy::eq_op,
    clippy::identity_op,
    clippy::items_after_statements,
    clippy::needless_late_init,
    clippy::needless_return,
    clippy::unnecessary_wraps,
    clippy::result_unit_err,
    clippy::trivially_copy_pass_by_ref,
    clippy::init_numbered_fields,
    clippy::clone_on_copy,
    clippy::explicit_iter_loop,
    clippy::cloned_instead_of_copied,
    clippy::map_identity,
    clippy::filter_next,
    clippy::iter_next_slice,
    clippy::let_and_return,
    clippy::op_ref,
    clippy::needless_lifetimes,
    clippy::neg_multiply,
    clippy::precedence,
    clippy::suboptimal_flops,
    clippy::manual_swap,
    clippy::manual_unwrap_or,
    clippy::manual_unwrap_or_default,
    clippy::manual_filter_map,
    clippy::map_unwrap_or,
    clippy::or_then_unwrap,
    clippy::obfuscated_if_else,
    clippy::redundant_closure,
    clippy::redundant_closure_for_method_calls,
    clippy::assign_op_pattern,
    clippy::unused_self,
    clippy::match_wildcard_for_single_variants,
    clippy::iter_nth,
    clippy::manual_contains,
    clippy::allow_attributes_without_reason,
    unreachable_pub,
    dead_code,
    clippy::needless_continue,
    clippy::never_loop,
    clippy::type_complexity,
    clippy::unnecessary_min_or_max,
    clippy::unnecessary_filter_map,
    clippy::unnecessary_lazy_evaluations,
    clippy::mem_replace_with_default,
    clippy::uninlined_format_args,
    clippy::unnecessary_operation,
    clippy::no_effect,
    clippy::no_effect_underscore_binding,
    clippy::let_underscore_untyped,
    clippy::needless_pass_by_value,
    clippy::needless_pass_by_ref_mut,
    clippy::print_stdout,
    clippy::print_stderr,
    uncommon_codepoints,
    unused_assignments,
    confusable_idents,
    mixed_script_confusables,
    reason = "the programs are odd on purpose"
)]

#[cfg(full)]
#[path = "language/block_items.rs"]
mod block_items;
#[path = "language/branches.rs"]
mod branches;
#[path = "language/branching_helpers.rs"]
mod branching_helpers;
#[cfg(full)]
#[path = "language/casts.rs"]
mod casts;
#[path = "language/chains.rs"]
mod chains;
#[cfg(full)]
#[path = "language/chosen_arguments.rs"]
mod chosen_arguments;
#[cfg(full)]
#[path = "language/chosen_references.rs"]
mod chosen_references;
#[path = "language/conditions.rs"]
mod conditions;
#[cfg(full)]
#[path = "language/configured.rs"]
mod configured;
#[cfg(full)]
#[path = "language/const_arguments.rs"]
mod const_arguments;
#[cfg(full)]
#[path = "language/constant_places.rs"]
mod constant_places;
#[path = "language/constants.rs"]
mod constants;
#[path = "language/control.rs"]
mod control;
#[cfg(full)]
#[path = "language/conversions.rs"]
mod conversions;
#[path = "language/counting.rs"]
mod counting;
#[cfg(full)]
#[path = "language/deques.rs"]
mod deques;
#[path = "language/dual.rs"]
mod dual;
#[path = "language/effects.rs"]
mod effects;
#[cfg(full)]
#[path = "language/element_references.rs"]
mod element_references;
#[path = "language/failing_rules.rs"]
mod failing_rules;
#[cfg(full)]
#[path = "language/fixed_numbers.rs"]
mod fixed_numbers;
#[cfg(full)]
#[path = "language/function_choices.rs"]
mod function_choices;
#[path = "language/functions.rs"]
mod functions;
#[path = "language/gradients.rs"]
mod gradients;
#[cfg(full)]
#[path = "language/grown_lists.rs"]
mod grown_lists;
#[cfg(full)]
#[path = "language/guards.rs"]
mod guards;
#[path = "language/hessians.rs"]
mod hessians;
#[path = "language/implicit.rs"]
mod implicit;
#[cfg(full)]
#[path = "language/index_bounds.rs"]
mod index_bounds;
#[path = "language/indices.rs"]
mod indices;
#[cfg(full)]
#[path = "language/integers.rs"]
mod integers;
#[cfg(full)]
#[path = "language/known_codes.rs"]
mod known_codes;
#[path = "language/known_indices.rs"]
mod known_indices;
#[path = "language/known_values.rs"]
mod known_values;
#[cfg(full)]
#[path = "language/labels.rs"]
mod labels;
#[path = "language/list_chains.rs"]
mod list_chains;
#[cfg(full)]
#[path = "language/list_methods.rs"]
mod list_methods;
#[cfg(full)]
#[path = "language/loop_corners.rs"]
mod loop_corners;
#[path = "language/loop_exits.rs"]
mod loop_exits;
#[path = "language/loop_state.rs"]
mod loop_state;
#[cfg(full)]
#[path = "language/loop_zeros.rs"]
mod loop_zeros;
#[path = "language/loops.rs"]
mod loops;
#[cfg(full)]
#[path = "language/lower_case.rs"]
mod lower_case;
#[path = "language/macros.rs"]
mod macros;
#[path = "language/matching.rs"]
mod matching;
#[path = "language/missing.rs"]
mod missing;
#[path = "language/names.rs"]
mod names;
#[path = "language/newcomers.rs"]
mod newcomers;
#[path = "language/normals.rs"]
mod normals;
#[path = "language/numbers.rs"]
mod numbers;
#[path = "language/outputs.rs"]
mod outputs;
#[cfg(full)]
#[path = "language/paired_data.rs"]
mod paired_data;
#[path = "language/parts.rs"]
mod parts;
#[path = "language/pivoting.rs"]
mod pivoting;
#[path = "language/products.rs"]
mod products;
#[path = "language/reciprocals.rs"]
mod reciprocals;
#[path = "language/recursion.rs"]
mod recursion;
#[cfg(full)]
#[path = "language/result_types.rs"]
mod result_types;
#[path = "language/results.rs"]
mod results;
#[path = "language/rules.rs"]
mod rules;
#[path = "language/run_time_loops.rs"]
mod run_time_loops;
#[path = "language/signatures.rs"]
mod signatures;
#[path = "language/silent.rs"]
mod silent;
#[cfg(full)]
#[path = "language/sorting.rs"]
mod sorting;
#[path = "language/special_points.rs"]
mod special_points;
#[cfg(full)]
#[path = "language/standard_functions.rs"]
mod standard_functions;
#[path = "language/stored_lists.rs"]
mod stored_lists;
#[path = "language/streams.rs"]
mod streams;
#[path = "language/supplied.rs"]
mod supplied;
#[path = "language/support.rs"]
mod support;
#[cfg(full)]
#[path = "language/tables.rs"]
mod tables;
#[path = "language/verified.rs"]
mod verified;
#[cfg(full)]
#[path = "language/versions.rs"]
mod versions;
