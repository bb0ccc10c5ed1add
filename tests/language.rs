//! The input language: programs with awkward syntax, which the front must read in the same way as
//! rustc.
//!
//! ```text
//! effects      the user's own code: order, number of calls, side effects
//! counting     closures of iterators that change a variable
//! indices      indices that only run time knows
//! element_references  `&mut` to elements at such indices
//! chosen_references  `&mut` from searches, functions and arms
//! opened       opaque arrays and structs that become active part by part
//! made_structs  structs with lists that inactive code makes, beside active ones
//! own_copies   clones, `mut` parameters, bases of struct literals
//! own_iterators  `next` of the user's own
//! list_fields  lists in fields, structs with lists as results
//! lists_of_structs  as variables and outputs by default, with text beside the numbers
//! nested_lists  lists of structs with lists, lists of different lengths
//! const_arguments  `power::<3>(x)`, flags
//! grown_lists  lists whose length a branch decides
//! tables       integers computed from active values, searches in tables
//! sorting      sorted active values
//! fixed_numbers  numbers that nothing can change, between effects
//! fields       fields of `self` and of struct parameters as independents
//! generics     one generic scalar, const parameters, other type parameters
//! foreign_methods  what these bounds bring, against the crates
//! foreign_scalars  generic scalars with bounds of other crates
//! number_or_struct  traits of both, known by the arguments
//! iterator_parameters  iterators of known length, macros that observe
//! typed_rules  rules with types
//! unseen_traits  scalars with bounds that are not seen, fields of `self` without options
//! verified     the option `verify`: functions that compare themselves with the user's
//! versions     the option `dispatch`: a version for each instruction set
//! generic_impls  scalars that are parameters of an `impl`, traits of the user's own
//! generic_types  structs of a generic scalar
//! space_traits  type parameters that are points, vectors, states and matrices
//! macros       `macro_rules!` of the user
//! matrices     vectors and matrices of nalgebra
//! named_self   names for `self` and its parts, conditions with effects
//! names_alike  types of other crates named like those of nalgebra, calls of the user's own
//! names        scopes, shadowing, patterns, clashes with generated names
//! lower_case   constants and statics with the names of variables
//! inferred_types  widths, variants and references that only their place says
//! newcomers    programs that were refused or misread when a new user tried them
//! signatures   outputs, slices, methods, failures, shapes, singles, options
//! gradients    the option `gradient`
//! normals      the option `normal`
//! silent       programs that were silently wrong
//! self_fields  fields that are outputs
//! optional_fields  fields of type `Option` as outputs and independents
//! outputs      results without rows, structs through `&mut`, optional parameters
//! exported_types  types from elsewhere, with their `impl`s
//! enums        variants, inactive or with active data
//! block_items  items of helpers and blocks, imported variants, alternatives in patterns
//! enum_parameters  enums as independents
//! enum_corners  enums in enums and in `Option`s, names that copy a part
//! enum_values  variants that only run time knows
//! own_traits   defaults, references, lengths of one's own traits and generics
//! own_conversions  `into`, `sum`, `default`, `Deref` of types of one's own
//! own_file     what stands around a function that has the attribute alone
//! own_types    methods and operators of structs
//! inherent_operators  methods with the names of operators, beside the traits
//! structs      literals as results and locals, the order of their fields
//! numbers      literals, integers, elementals, special values, structure
//! reciprocals  quotients of literals, roots of quotients
//! inactive_types  what lists, maps and `Option`s of inactive types hold
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
//! modules      attributed modules and `impl` blocks
//! module_paths modules that name each other
//! nested_state methods of a field, and fields of the same name around it
//! unfollowed_fields  flags, counts and variants of active numbers, kept in fields
//! traits       the `impl` of a trait
//! branching_helpers  branches inside of functions, functions inside of branches
//! exports      functions attributed elsewhere
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

// A known crate under another name, for `foreign_scalars`.
extern crate num_traits as libnum;
// A name for this crate from outside: its types are those of another crate.
extern crate self as another_crate;

#[path = "language/any_types.rs"]
mod any_types;
#[path = "language/blanket_impls.rs"]
mod blanket_impls;
#[path = "language/block_items.rs"]
mod block_items;
#[path = "language/branches.rs"]
mod branches;
#[path = "language/branching_helpers.rs"]
mod branching_helpers;
#[path = "language/casts.rs"]
mod casts;
#[path = "language/chains.rs"]
mod chains;
#[path = "language/chosen_arguments.rs"]
mod chosen_arguments;
#[path = "language/chosen_references.rs"]
mod chosen_references;
#[path = "language/conditions.rs"]
mod conditions;
#[path = "language/configured.rs"]
mod configured;
#[path = "language/const_arguments.rs"]
mod const_arguments;
#[path = "language/constant_places.rs"]
mod constant_places;
#[path = "language/constants.rs"]
mod constants;
#[path = "language/control.rs"]
mod control;
#[path = "language/conversions.rs"]
mod conversions;
#[path = "language/counting.rs"]
mod counting;
#[path = "language/deques.rs"]
mod deques;
#[path = "language/dual.rs"]
mod dual;
#[path = "language/effects.rs"]
mod effects;
#[path = "language/element_references.rs"]
mod element_references;
#[path = "language/enum_corners.rs"]
mod enum_corners;
#[path = "language/enum_parameters.rs"]
mod enum_parameters;
#[path = "language/enum_values.rs"]
mod enum_values;
#[path = "language/enums.rs"]
mod enums;
#[path = "language/exported_types.rs"]
mod exported_types;
#[path = "language/exports.rs"]
mod exports;
#[path = "language/failing_rules.rs"]
mod failing_rules;
#[path = "language/fields.rs"]
mod fields;
#[path = "language/fixed_numbers.rs"]
mod fixed_numbers;
#[path = "language/foreign_methods.rs"]
mod foreign_methods;
#[path = "language/foreign_scalars.rs"]
mod foreign_scalars;
#[path = "language/function_choices.rs"]
mod function_choices;
#[path = "language/functions.rs"]
mod functions;
#[path = "language/generic_impls.rs"]
mod generic_impls;
#[path = "language/generic_types.rs"]
mod generic_types;
#[path = "language/generics.rs"]
mod generics;
#[path = "language/geometry.rs"]
mod geometry;
#[path = "language/gradients.rs"]
mod gradients;
#[path = "language/grown_lists.rs"]
mod grown_lists;
#[path = "language/guards.rs"]
mod guards;
#[path = "language/hessians.rs"]
mod hessians;
#[path = "language/impl_arguments.rs"]
mod impl_arguments;
#[path = "language/implicit.rs"]
mod implicit;
#[path = "language/inactive_types.rs"]
mod inactive_types;
#[path = "language/index_bounds.rs"]
mod index_bounds;
#[path = "language/indices.rs"]
mod indices;
#[path = "language/inferred_types.rs"]
mod inferred_types;
#[path = "language/inherent_operators.rs"]
mod inherent_operators;
#[path = "language/integers.rs"]
mod integers;
#[path = "language/iterator_parameters.rs"]
mod iterator_parameters;
#[path = "language/known_codes.rs"]
mod known_codes;
#[path = "language/known_indices.rs"]
mod known_indices;
#[path = "language/known_values.rs"]
mod known_values;
#[path = "language/labels.rs"]
mod labels;
#[path = "language/list_chains.rs"]
mod list_chains;
#[path = "language/list_fields.rs"]
mod list_fields;
#[path = "language/list_methods.rs"]
mod list_methods;
#[path = "language/lists_of_structs.rs"]
mod lists_of_structs;
#[path = "language/loop_corners.rs"]
mod loop_corners;
#[path = "language/loop_exits.rs"]
mod loop_exits;
#[path = "language/loop_state.rs"]
mod loop_state;
#[path = "language/loop_zeros.rs"]
mod loop_zeros;
#[path = "language/loops.rs"]
mod loops;
#[path = "language/lower_case.rs"]
mod lower_case;
#[path = "language/macros.rs"]
mod macros;
#[path = "language/made_structs.rs"]
mod made_structs;
#[path = "language/matching.rs"]
mod matching;
#[expect(clippy::question_mark, reason = "`let .. else` is what is tested")]
#[path = "language/matrices.rs"]
mod matrices;
#[path = "language/missing.rs"]
mod missing;
#[path = "language/module_paths.rs"]
mod module_paths;
#[path = "language/modules.rs"]
mod modules;
#[path = "language/named_self.rs"]
mod named_self;
#[path = "language/names.rs"]
mod names;
#[path = "language/names_alike.rs"]
mod names_alike;
#[path = "language/nested_lists.rs"]
mod nested_lists;
#[path = "language/nested_state.rs"]
mod nested_state;
#[path = "language/newcomers.rs"]
mod newcomers;
#[path = "language/normals.rs"]
mod normals;
#[path = "language/number_or_struct.rs"]
mod number_or_struct;
#[path = "language/numbers.rs"]
mod numbers;
#[path = "language/opened.rs"]
mod opened;
#[path = "language/optional_fields.rs"]
mod optional_fields;
#[path = "language/outputs.rs"]
mod outputs;
#[path = "language/own_conversions.rs"]
mod own_conversions;
#[path = "language/own_copies.rs"]
mod own_copies;
#[path = "language/own_file.rs"]
mod own_file;
#[path = "language/own_iterators.rs"]
mod own_iterators;
#[path = "language/own_sequences.rs"]
mod own_sequences;
#[path = "language/own_traits.rs"]
mod own_traits;
#[path = "language/own_types.rs"]
mod own_types;
#[path = "language/paired_data.rs"]
mod paired_data;
#[path = "language/parts.rs"]
mod parts;
#[path = "language/pivoting.rs"]
mod pivoting;
#[path = "language/products.rs"]
mod products;
#[path = "language/receivers.rs"]
mod receivers;
#[path = "language/reciprocals.rs"]
mod reciprocals;
#[path = "language/recursion.rs"]
mod recursion;
#[path = "language/resized_fields.rs"]
mod resized_fields;
#[path = "language/result_types.rs"]
mod result_types;
#[path = "language/results.rs"]
mod results;
#[path = "language/rules.rs"]
mod rules;
#[path = "language/run_time_loops.rs"]
mod run_time_loops;
#[path = "language/self_fields.rs"]
mod self_fields;
#[path = "language/signatures.rs"]
mod signatures;
#[path = "language/silent.rs"]
mod silent;
#[path = "language/sorting.rs"]
mod sorting;
#[path = "language/space_traits.rs"]
mod space_traits;
#[path = "language/standard_functions.rs"]
mod standard_functions;
#[path = "language/stored_lists.rs"]
mod stored_lists;
#[path = "language/streams.rs"]
mod streams;
#[path = "language/structs.rs"]
mod structs;
#[path = "language/supplied.rs"]
mod supplied;
#[path = "language/support.rs"]
mod support;
#[path = "language/tables.rs"]
mod tables;
#[path = "language/trait_defaults.rs"]
mod trait_defaults;
#[path = "language/trait_impls.rs"]
mod trait_impls;
#[path = "language/traits.rs"]
mod traits;
#[path = "language/type_aliases.rs"]
mod type_aliases;
#[path = "language/type_arguments.rs"]
mod type_arguments;
#[path = "language/typed_rules.rs"]
mod typed_rules;
#[path = "language/unfollowed_fields.rs"]
mod unfollowed_fields;
#[path = "language/unseen_traits.rs"]
mod unseen_traits;
#[path = "language/verified.rs"]
mod verified;
#[path = "language/versions.rs"]
mod versions;
